//! Who there is: walks of life, roles, ages and regions to draw from.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::super::pack::Bilingual;
use super::traits::Sex;

/// `personas.yaml`. Where one is drawn from a list, each entry is as likely as the next.
#[derive(Deserialize, Serialize, Debug, Clone, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Demographics {
    /// Of whom there is how much.
    pub plaintiffs: Parts,
    /// Ages of adults: a band is drawn, then an age within.
    pub age_bands: Vec<AgeRange>,
    /// Names of education, by id.
    pub education: BTreeMap<String, Bilingual>,
    /// What adults do.
    pub occupations: Vec<Walk>,
    /// For whom an adult speaks.
    pub minors: Minors,
    /// In which role somebody speaks for an organisation.
    pub roles: Vec<Walk>,
    /// Provinces.
    pub regions: Vec<Bilingual>,
}

/// Parts in which the three kinds of plaintiffs are drawn.
#[derive(Deserialize, Serialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Parts {
    /// Adults who speak for themselves.
    pub adults: u32,
    /// Minors.
    pub minors: u32,
    /// Organisations.
    pub organisations: u32,
}

/// Years, both ends within.
#[derive(Deserialize, Serialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct AgeRange {
    /// From.
    pub from: u32,
    /// To, itself within.
    pub to: u32,
}

/// An occupation or a role.
#[derive(Deserialize, Serialize, Debug, Clone, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Walk {
    /// In Chinese.
    pub zh: String,
    /// In English.
    pub en: String,
    /// From this age.
    pub from: u32,
    /// To this age, itself within.
    pub to: u32,
    /// Ids of the education that goes with it.
    pub education: Vec<String>,
}

/// Minors and who speaks for them.
#[derive(Deserialize, Serialize, Debug, Clone, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Minors {
    /// What a minor is, by age.
    pub stages: Vec<Stage>,
    /// Who may speak.
    pub guardians: Vec<Guardian>,
    /// Years that a guardian is older.
    pub older_by: AgeRange,
}

/// What a minor of some age is.
#[derive(Deserialize, Serialize, Debug, Clone, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// In Chinese.
    pub zh: String,
    /// In English.
    pub en: String,
    /// From this age.
    pub from: u32,
    /// To this age, itself within.
    pub to: u32,
}

/// Who speaks for a minor.
#[derive(Deserialize, Serialize, Debug, Clone, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Guardian {
    /// In Chinese.
    pub zh: String,
    /// In English.
    pub en: String,
    /// Whose traits are drawn.
    pub sex: Sex,
}

impl Walk {
    /// Whether people of this age go it.
    pub fn fits(&self, age: u32) -> bool {
        (self.from..=self.to).contains(&age)
    }
}
