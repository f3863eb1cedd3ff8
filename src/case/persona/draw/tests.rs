use std::collections::BTreeMap;

use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::super::super::schema::Level;
use super::*;

fn built_in() -> Profiles {
    Profiles::load(None).expect("the built-in profiles are well formed")
}

fn json(persona: &Persona) -> String {
    serde_json::to_string(persona).expect("a persona is plain data")
}

fn by(scores: &Scores, which: Trait) -> u16 {
    match which {
        Trait::Extraversion => scores.extraversion,
        Trait::Agreeableness => scores.agreeableness,
        Trait::Conscientiousness => scores.conscientiousness,
        Trait::Neuroticism => scores.neuroticism,
        Trait::Openness => scores.openness,
    }
}

fn level(traits: &Traits, which: Trait) -> Level {
    match which {
        Trait::Extraversion => traits.extraversion,
        Trait::Agreeableness => traits.agreeableness,
        Trait::Conscientiousness => traits.conscientiousness,
        Trait::Neuroticism => traits.neuroticism,
        Trait::Openness => traits.openness,
    }
}

proptest! {
    #[test]
    fn the_same_seed_gives_the_same_personas(seed: u64, zh: bool) {
        let (language, profiles) = (if zh { Language::Zh } else { Language::En }, built_in());
        let draw = || {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            (0..5).map(|_| json(&profiles.draw(language, &mut rng))).collect::<Vec<_>>()
        };
        prop_assert_eq!(draw(), draw());
    }

    #[test]
    fn every_persona_fits_the_lists(seed: u64) {
        let profiles = built_in();
        let people = &profiles.demographics;
        let persona = profiles.draw(Language::Zh, &mut ChaCha8Rng::seed_from_u64(seed));
        for which in Trait::ALL {
            prop_assert!((24..=120).contains(&by(&persona.scores, which)));
        }
        prop_assert!(people.regions.iter().any(|region| region.zh == persona.region));
        match (persona.plaintiff, &persona.representative) {
            (Plaintiff::Organisation, Some(role)) => {
                prop_assert_eq!(role, &persona.occupation);
                prop_assert!(people.roles.iter().any(|walk| walk.zh == *role && walk.fits(persona.age)));
            }
            (Plaintiff::NaturalPerson, None) => prop_assert!(
                people.occupations.iter().any(|walk| walk.zh == persona.occupation && walk.fits(persona.age))
            ),
            (Plaintiff::NaturalPerson, Some(who)) => {
                prop_assert!(persona.age < 18, "{}", persona.age);
                prop_assert!(who.contains("法定代理人"), "{}", who);
            }
            (Plaintiff::Organisation, None) => prop_assert!(false, "an organisation has a role"),
        }
    }
}

/// Whether a share is within 4.5 standard errors, which 120 comparisons pass by chance alone.
fn near(share: f64, expected: f64, draws: u32) -> bool {
    let error = (expected * (1.0 - expected) / f64::from(draws)).sqrt();
    (share - expected).abs() <= 4.5 * error + 1e-12
}

/// P(score <= k) of whole scores of the truncated normal.
fn below(norm: Norm, scale: Scale, k: f64) -> f64 {
    let normal = Normal::new(norm.mean, norm.sd).expect("a normal distribution");
    let (low, high) = (normal.cdf(f64::from(scale.min) - 0.5), normal.cdf(f64::from(scale.max) + 0.5));
    (normal.cdf(k + 0.5) - low) / (high - low)
}

#[test]
fn levels_come_as_often_as_the_table_says() {
    const DRAWS: u32 = 4000;
    let table = built_in().traits;
    for (i, group) in table.groups.iter().enumerate() {
        let mut rng = ChaCha8Rng::seed_from_u64(i as u64);
        let drawn: Vec<Traits> = (0..DRAWS).map(|_| table.levels(&table.scores(group, &mut rng))).collect();
        for which in Trait::ALL {
            let cut = table.cuts.of(which);
            let low = below(group.norm(which), table.scale, cut.low_below.ceil() - 1.0);
            let high = 1.0 - below(group.norm(which), table.scale, cut.high_above.floor());
            for (wanted, expected) in
                [(Level::Low, low), (Level::Medium, 1.0 - low - high), (Level::High, high)]
            {
                let count = drawn.iter().filter(|traits| level(traits, which) == wanted).count();
                let share = count as f64 / f64::from(DRAWS);
                assert!(near(share, expected, DRAWS), "{i} {which:?} {wanted:?}: {share} for {expected}");
            }
        }
    }
}

#[test]
fn scores_have_the_mean_and_spread_of_the_table_where_the_scale_cuts_little_off() {
    let table = built_in().traits;
    let group = table.group(Sex::Male, 30).expect("a row");
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let scores: Vec<f64> =
        (0..20_000).map(|_| f64::from(table.scores(group, &mut rng).neuroticism)).collect();
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / scores.len() as f64;
    // 66.97 and 16.48; the scale ends 2.6 and 3.2 standard deviations away.
    assert!((mean - 66.97).abs() < 0.6, "{mean}");
    assert!((variance.sqrt() - 16.48).abs() < 0.5, "{}", variance.sqrt());
}

#[test]
fn who_is_drawn_keeps_the_parts_and_the_traits_follow_the_speaker() {
    const DRAWS: u32 = 6000;
    let profiles = built_in();
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let drawn: Vec<Persona> = (0..DRAWS).map(|_| profiles.draw(Language::Zh, &mut rng)).collect();
    let share = |count: usize| count as f64 / f64::from(DRAWS);
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for persona in &drawn {
        let kind = match (persona.plaintiff, &persona.representative) {
            (Plaintiff::Organisation, _) => "organisation",
            (_, Some(_)) => "minor",
            (_, None) => "adult",
        };
        *kinds.entry(kind).or_default() += 1;
    }
    for (kind, expected) in [("adult", 4.0 / 6.0), ("minor", 1.0 / 6.0), ("organisation", 1.0 / 6.0)] {
        assert!(near(share(kinds[kind]), expected, DRAWS), "{kind}: {kinds:?}");
    }
    // By the table women over 60 are the most agreeable, men under 21 the least; here as well.
    let agreeable = |sex: Sex, ages: std::ops::RangeInclusive<u32>| {
        let of: Vec<_> = drawn
            .iter()
            .filter(|persona| persona.representative.is_none() && persona.gender == sex)
            .filter(|persona| ages.contains(&persona.age))
            .collect();
        assert!(of.len() > 100, "{sex} {ages:?}: {}", of.len());
        let high = of.iter().filter(|persona| persona.traits.agreeableness == Level::High).count();
        high as f64 / of.len() as f64
    };
    assert!(agreeable(Sex::Female, 61..=80) > agreeable(Sex::Male, 18..=20) + 0.25);
    // A child of any age is spoken for by a parent, whose agreeableness is that of a grown person.
    let minors = drawn.iter().filter(|persona| persona.age < 18);
    let scores: Vec<f64> = minors.map(|persona| f64::from(persona.scores.agreeableness)).collect();
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    assert!(mean > 87.5, "{mean}: that of the young would be about 85");
}

#[test]
fn a_draw_is_the_same_on_every_machine() {
    let persona = built_in().draw(Language::Zh, &mut ChaCha8Rng::seed_from_u64(1));
    let expected = concat!(
        r#"{"plaintiff":"natural_person","age":40,"gender":"female","occupation":"超市收银员","#,
        r#""education":"高中或中专","region":"安徽","traits":{"extraversion":"high","agreeableness":"high","#,
        r#""conscientiousness":"medium","neuroticism":"high","openness":"low"},"scores":{"extraversion":95,"#,
        r#""agreeableness":107,"conscientiousness":87,"neuroticism":81,"openness":67}}"#
    );
    assert_eq!(json(&persona), expected);
}

/// As `docs/writing-cases.md` says.
#[test]
fn groups_differ_in_agreeableness() {
    let table = built_in().traits;
    let high = |sex: Sex, age: u32| {
        let norm = table.group(sex, age).expect("a row").agreeableness;
        100.0 * (1.0 - below(norm, table.scale, table.cuts.agreeableness.high_above.floor()))
    };
    let shares = [high(Sex::Male, 30), high(Sex::Female, 30), high(Sex::Male, 70), high(Sex::Female, 70)];
    assert_eq!(shares.map(f64::round), [17.0, 34.0, 29.0, 52.0]);
}
