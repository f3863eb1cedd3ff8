use std::fs;

use super::*;

/// The built-in file with `to` in place of `from`, which must be there, in a folder of its own.
fn edited(name: &str, from: &str, to: &str) -> Result<Profiles, ProfilesError> {
    let built_in = if name == TRAITS_FILE { TRAITS } else { PERSONAS };
    let text = std::str::from_utf8(built_in).expect("UTF-8");
    assert!(text.contains(from), "`{from}` is not in {name}");
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join(name), text.replacen(from, to, 1)).expect("written");
    Profiles::load(Some(folder.path()))
}

#[track_caller]
fn refused(name: &str, from: &str, to: &str) -> String {
    edited(name, from, to).expect_err("the file is bad").to_string()
}

#[test]
fn one_file_of_a_folder_takes_its_place_and_the_other_stays() {
    let built_in = Profiles::load(None).expect("the built-in profiles are well formed");
    let mine =
        edited(PERSONAS_FILE, "{ zh: 北京, en: Beijing }", "{ zh: 甲省, en: Province A }").expect("fine");
    assert_eq!(mine.demographics.regions[0].zh, "甲省");
    assert_eq!(mine.traits, built_in.traits);
    let mine = edited(TRAITS_FILE, "mean: 67.84", "mean: 60").expect("fine");
    assert_eq!(mine.traits.groups[0].neuroticism.mean, 60.0);
    assert_eq!(mine.demographics, built_in.demographics);
}

#[test]
fn a_folder_without_either_file_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let error = Profiles::load(Some(folder.path())).expect_err("nothing is there").to_string();
    assert!(error.contains("personas.yaml: is not there, nor is traits.yaml"), "{error}");
    assert!(Profiles::load(Some(&folder.path().join("absent"))).is_err());
}

#[test]
fn the_shape_is_strict_and_errors_say_where() {
    let error = refused(TRAITS_FILE, "scale: { min: 24,", "scale: { least: 24,");
    assert!(error.contains("traits.yaml:") && error.contains("unknown field `least`"), "{error}");
    let error = refused(PERSONAS_FILE, "sex: female }", "sex: woman }");
    assert!(error.contains("minors.guardians[0].sex: unknown variant `woman`"), "{error}");
}

#[test]
fn figures_that_cannot_be_are_refused() {
    for (from, to, found) in [
        ("mean: 67.84", "mean: 167.84", "groups[0].neuroticism: the mean is outside"),
        ("sd: 15.83", "sd: 0", "groups[0].neuroticism: the sd is not above 0"),
        ("sd: 15.83", "sd: .nan", "groups[0].neuroticism: the sd is not above 0"),
        ("mean: 67.84", "mean: .inf", "groups[0].neuroticism: the mean is outside"),
        ("low_below: 58.49", "low_below: 98.49", "cuts.neuroticism: the cuts are not in order"),
        ("from: 21", "from: 22", "groups: 0 rows hold male at 21"),
        ("from: 21", "from: 20", "groups: 2 rows hold male at 20"),
        ("to: 20", "to: 2000", "groups[0]: 0 to 2000 is no range"),
        ("{ min: 24, max: 120 }", "{ min: 120, max: 24 }", "scale: min is not below max"),
    ] {
        let error = refused(TRAITS_FILE, from, to);
        assert!(error.contains(found), "{from} -> {to}: {error}");
    }
}

#[test]
fn lists_that_would_leave_a_draw_without_anything_are_refused() {
    for (from, to, found) in [
        ("adults: 4, minors: 1, organisations: 1", "adults: 0, minors: 0, organisations: 0", "plaintiffs: "),
        ("adults: 4,", "adults: 4000000000,", "plaintiffs: "),
        ("education: [college, bachelor] }", "education: [] }", "occupations[0].education: is empty"),
        ("education: [college, bachelor] }", "education: [phd] }", "there is no education `phd`"),
        ("{ from: 18, to: 20 }", "{ from: 17, to: 20 }", "age_bands[0]: begins below 18"),
        ("{ from: 18, to: 20 }", "{ from: 20, to: 18 }", "age_bands[0]: 20 to 18 is no range"),
        ("{ from: 61, to: 80 }", "{ from: 61, to: 90 }", "occupations: nobody aged 86 has one"),
        ("from: 16, to: 17 }", "from: 16, to: 18 }", "minors.stages[3]: goes beyond 17"),
        ("older_by: { from: 22,", "older_by: { from: 10,", "minors.older_by: a guardian may be 13"),
    ] {
        let error = refused(PERSONAS_FILE, from, to);
        assert!(error.contains(found), "{from} -> {to}: {error}");
    }
}

/// The cuts follow from the table by the rule that the file states.
#[test]
fn the_cuts_are_half_a_standard_deviation_around_the_mean_of_the_groups() {
    let table = Profiles::load(None).expect("the built-in profiles are well formed").traits;
    let count = table.groups.len() as f64;
    assert_eq!(count, 8.0);
    for which in Trait::ALL {
        let norms: Vec<_> = table.groups.iter().map(|group| group.norm(which)).collect();
        let mean = norms.iter().map(|norm| norm.mean).sum::<f64>() / count;
        let square = norms.iter().map(|norm| norm.sd.powi(2) + norm.mean.powi(2)).sum::<f64>() / count;
        let half = (square - mean.powi(2)).sqrt() / 2.0;
        let cut = table.cuts.of(which);
        assert!((cut.low_below - (mean - half)).abs() < 0.005_001, "{which:?}: {}", mean - half);
        assert!((cut.high_above - (mean + half)).abs() < 0.005_001, "{which:?}: {}", mean + half);
    }
}
