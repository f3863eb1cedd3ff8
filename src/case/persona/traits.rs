//! The published distribution of Big Five traits, and the cuts from a score to a level.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::super::schema::Level;

/// Sex, as the table's groups are made.
#[derive(Deserialize, Serialize, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "snake_case")]
pub enum Sex {
    /// Female.
    Female,
    /// Male.
    Male,
}

impl Sex {
    /// Both, in the order in which they are drawn.
    pub const ALL: [Self; 2] = [Self::Female, Self::Male];

    /// As files write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Female => "female",
            Self::Male => "male",
        }
    }
}

impl fmt::Display for Sex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One of the Big Five.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trait {
    /// Outgoing and talkative.
    Extraversion,
    /// Kind and cooperative.
    Agreeableness,
    /// Orderly and careful.
    Conscientiousness,
    /// Anxious and easily upset.
    Neuroticism,
    /// Curious and open to new things.
    Openness,
}

impl Trait {
    /// All five, in the order in which they are drawn.
    pub const ALL: [Self; 5] =
        [Self::Extraversion, Self::Agreeableness, Self::Conscientiousness, Self::Neuroticism, Self::Openness];

    /// As files write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Extraversion => "extraversion",
            Self::Agreeableness => "agreeableness",
            Self::Conscientiousness => "conscientiousness",
            Self::Neuroticism => "neuroticism",
            Self::Openness => "openness",
        }
    }
}

/// `traits.yaml`.
#[derive(Deserialize, Serialize, Debug, Clone, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct TraitTable {
    /// Where the figures are from.
    pub source: Source,
    /// The range of a raw score.
    pub scale: Scale,
    /// One row for each group of people; each age of either sex is in one of them.
    pub groups: Vec<Group>,
    /// Where low ends and high begins, for everybody alike.
    pub cuts: Cuts,
}

/// Where a table comes from.
#[derive(Deserialize, Serialize, Debug, Clone, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The questionnaire.
    pub instrument: String,
    /// The publication.
    pub citation: String,
    /// Where the figures were read, if not in the publication itself.
    #[serde(default)]
    pub read_from: Option<String>,
    /// Who answered.
    pub people: String,
    /// The table in whose place this one stands.
    #[serde(default)]
    pub stands_for: Option<String>,
}

/// Lowest and highest raw score.
#[derive(Deserialize, Serialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    /// Lowest.
    pub min: u16,
    /// Highest.
    pub max: u16,
}

/// The distribution of raw scores among people of one sex and age.
#[derive(Deserialize, Serialize, Debug, Clone, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// Of this sex.
    pub sex: Sex,
    /// From this age, in years.
    pub from: u32,
    /// To this age, in years, itself within.
    pub to: u32,
    /// Extraversion.
    pub extraversion: Norm,
    /// Agreeableness.
    pub agreeableness: Norm,
    /// Conscientiousness.
    pub conscientiousness: Norm,
    /// Neuroticism.
    pub neuroticism: Norm,
    /// Openness.
    pub openness: Norm,
}

/// Mean and standard deviation of a raw score.
#[derive(Deserialize, Serialize, Debug, Clone, Copy, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Norm {
    /// Mean.
    pub mean: f64,
    /// Standard deviation, above 0.
    pub sd: f64,
}

/// The cuts of all five traits.
#[derive(Deserialize, Serialize, Debug, Clone, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Cuts {
    /// Extraversion.
    pub extraversion: Cut,
    /// Agreeableness.
    pub agreeableness: Cut,
    /// Conscientiousness.
    pub conscientiousness: Cut,
    /// Neuroticism.
    pub neuroticism: Cut,
    /// Openness.
    pub openness: Cut,
}

/// Where low ends and high begins; between them, and on them, is medium.
#[derive(Deserialize, Serialize, Debug, Clone, Copy, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Cut {
    /// A raw score below this is low.
    pub low_below: f64,
    /// A raw score above this is high.
    pub high_above: f64,
}

/// Raw scores, whole numbers as the questionnaire gives them.
#[derive(Serialize, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scores {
    /// Extraversion.
    pub extraversion: u16,
    /// Agreeableness.
    pub agreeableness: u16,
    /// Conscientiousness.
    pub conscientiousness: u16,
    /// Neuroticism.
    pub neuroticism: u16,
    /// Openness.
    pub openness: u16,
}

impl TraitTable {
    /// The group of people of this sex and age; `None` where the table has none.
    pub fn group(&self, sex: Sex, age: u32) -> Option<&Group> {
        self.groups.iter().find(|group| group.sex == sex && (group.from..=group.to).contains(&age))
    }
}

impl Group {
    /// The distribution of one trait.
    pub fn norm(&self, which: Trait) -> Norm {
        match which {
            Trait::Extraversion => self.extraversion,
            Trait::Agreeableness => self.agreeableness,
            Trait::Conscientiousness => self.conscientiousness,
            Trait::Neuroticism => self.neuroticism,
            Trait::Openness => self.openness,
        }
    }
}

impl Cuts {
    /// The cuts of one trait.
    pub fn of(&self, which: Trait) -> Cut {
        match which {
            Trait::Extraversion => self.extraversion,
            Trait::Agreeableness => self.agreeableness,
            Trait::Conscientiousness => self.conscientiousness,
            Trait::Neuroticism => self.neuroticism,
            Trait::Openness => self.openness,
        }
    }
}

impl Cut {
    /// The level of a raw score.
    pub fn level(self, score: u16) -> Level {
        match f64::from(score) {
            score if score < self.low_below => Level::Low,
            score if score > self.high_above => Level::High,
            _ => Level::Medium,
        }
    }
}
