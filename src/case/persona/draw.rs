//! Drawing a persona.

use rand::{Rng, RngExt};
use statrs::distribution::{ContinuousCDF, Normal};

use super::super::label::Language;
use super::super::pack::Bilingual;
use super::super::schema::{Plaintiff, Traits};
use super::demographics::{AgeRange, Walk};
use super::traits::{Group, Norm, Scale, Scores, Sex, Trait, TraitTable};
use super::{Persona, Profiles};

/// The one who speaks.
struct Speaker<'a> {
    sex: Sex,
    age: u32,
    walk: &'a Walk,
    education: &'a Bilingual,
}

impl Profiles {
    /// Draws one persona; the same state of `rng` gives the same one.
    ///
    /// A minor's or organisation's traits are those of the person who speaks for it.
    pub fn draw(&self, language: Language, rng: &mut impl Rng) -> Persona {
        let parts = self.demographics.plaintiffs;
        let at = rng.random_range(0..parts.adults + parts.minors + parts.organisations);
        if at < parts.adults {
            self.adult(language, rng)
        } else if at < parts.adults + parts.minors {
            self.minor(language, rng)
        } else {
            self.organisation(language, rng)
        }
    }

    fn adult(&self, language: Language, rng: &mut impl Rng) -> Persona {
        let band = one(&self.demographics.age_bands, rng);
        let age = within(*band, rng);
        let sex = *one(&Sex::ALL, rng);
        let speaker = self.at_work(sex, age, rng);
        let occupation = name(&speaker.walk.zh, &speaker.walk.en, language).to_owned();
        self.persona(Plaintiff::NaturalPerson, None, (age, sex, occupation), &speaker, language, rng)
    }

    fn organisation(&self, language: Language, rng: &mut impl Rng) -> Persona {
        let walk = one(&self.demographics.roles, rng);
        let age = within(AgeRange { from: walk.from, to: walk.to }, rng);
        let sex = *one(&Sex::ALL, rng);
        let speaker = Speaker { sex, age, walk, education: self.education(walk, rng) };
        let role = name(&walk.zh, &walk.en, language).to_owned();
        let plaintiff = (age, sex, role.clone());
        self.persona(Plaintiff::Organisation, Some(role), plaintiff, &speaker, language, rng)
    }

    fn minor(&self, language: Language, rng: &mut impl Rng) -> Persona {
        let minors = &self.demographics.minors;
        let stage = one(&minors.stages, rng);
        let age = within(AgeRange { from: stage.from, to: stage.to }, rng);
        let sex = *one(&Sex::ALL, rng);
        let guardian = one(&minors.guardians, rng);
        let speaker = self.at_work(guardian.sex, age + within(minors.older_by, rng), rng);
        let who = name(&guardian.zh, &guardian.en, language);
        let occupation = name(&speaker.walk.zh, &speaker.walk.en, language);
        let representative = match language {
            Language::Zh => format!("{who}，{}岁，{occupation}", speaker.age),
            Language::En => format!("{who}, {}, {occupation}", speaker.age),
        };
        let plaintiff = (age, sex, name(&stage.zh, &stage.en, language).to_owned());
        self.persona(Plaintiff::NaturalPerson, Some(representative), plaintiff, &speaker, language, rng)
    }

    fn persona(
        &self,
        plaintiff: Plaintiff,
        representative: Option<String>,
        (age, gender, occupation): (u32, Sex, String),
        speaker: &Speaker<'_>,
        language: Language,
        rng: &mut impl Rng,
    ) -> Persona {
        let region = one(&self.demographics.regions, rng).get(language).to_owned();
        let group = self.traits.group(speaker.sex, speaker.age);
        let scores =
            self.traits.scores(group.expect("loading found each age of a speaker in the table"), rng);
        Persona {
            plaintiff,
            representative,
            age,
            gender,
            occupation,
            education: speaker.education.get(language).to_owned(),
            region,
            traits: self.traits.levels(&scores),
            scores,
        }
    }

    /// An adult of that sex and age, with something to do.
    fn at_work(&self, sex: Sex, age: u32, rng: &mut impl Rng) -> Speaker<'_> {
        let fitting: Vec<&Walk> =
            self.demographics.occupations.iter().filter(|walk| walk.fits(age)).collect();
        let walk = *one(&fitting, rng);
        Speaker { sex, age, walk, education: self.education(walk, rng) }
    }

    fn education(&self, walk: &Walk, rng: &mut impl Rng) -> &Bilingual {
        self.demographics.education.get(one(&walk.education, rng)).expect("loading resolved the education")
    }
}

impl TraitTable {
    /// Draws the raw scores of a person of this group, each trait by itself.
    pub fn scores(&self, group: &Group, rng: &mut impl Rng) -> Scores {
        let [extraversion, agreeableness, conscientiousness, neuroticism, openness] =
            Trait::ALL.map(|which| score(group.norm(which), self.scale, rng));
        Scores { extraversion, agreeableness, conscientiousness, neuroticism, openness }
    }

    /// The levels of raw scores.
    pub fn levels(&self, scores: &Scores) -> Traits {
        Traits {
            extraversion: self.cuts.extraversion.level(scores.extraversion),
            agreeableness: self.cuts.agreeableness.level(scores.agreeableness),
            conscientiousness: self.cuts.conscientiousness.level(scores.conscientiousness),
            neuroticism: self.cuts.neuroticism.level(scores.neuroticism),
            openness: self.cuts.openness.level(scores.openness),
        }
    }
}

/// A whole score from the normal distribution, truncated to what rounds into the scale.
///
/// By the inverse of the distribution function: one draw a score. That scores are whole keeps the
/// last bit of a machine's logarithm out of them.
fn score(norm: Norm, scale: Scale, rng: &mut impl Rng) -> u16 {
    let normal = Normal::new(norm.mean, norm.sd).expect("loading refused other standard deviations");
    let low = normal.cdf(f64::from(scale.min) - 0.5);
    let high = normal.cdf(f64::from(scale.max) + 0.5);
    let share: f64 = rng.random();
    let drawn = normal.inverse_cdf(low + share * (high - low)).round();
    // Within the range, and whole, but for the rounding of the ends.
    drawn.clamp(f64::from(scale.min), f64::from(scale.max)) as u16
}

/// One of a list that loading found not to be empty.
fn one<'a, T>(list: &'a [T], rng: &mut impl Rng) -> &'a T {
    &list[rng.random_range(0..list.len())]
}

fn within(range: AgeRange, rng: &mut impl Rng) -> u32 {
    rng.random_range(range.from..=range.to)
}

fn name<'a>(zh: &'a str, en: &'a str, language: Language) -> &'a str {
    match language {
        Language::Zh => zh,
        Language::En => en,
    }
}

#[cfg(test)]
mod tests;
