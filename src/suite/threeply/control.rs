//! Controls: arguments by rule, whose scores are known in advance.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::extract::abstention::ABSTENTION;
use super::factor::{Side, factor, factors};
use super::ply::Ply;
use super::triple::{Case, Triple};
use crate::cast::Named;

/// A control player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    /// Uses every factor, invents none, and abstains when nothing is shared: faithfulness 1, use 1.
    Perfect,
    /// The same, but argues when nothing is shared.
    NeverAbstain,
    /// The required sentence, always.
    AlwaysAbstain,
    /// Never abstains, uses every factor, and gives so many factors to cases that do not have them:
    /// faithfulness 1 - that / factors of the triple.
    Hallucinate(u32),
}

impl Named for Control {
    fn name(&self) -> Cow<'static, str> {
        match self {
            Self::Perfect => "perfect-arguer".into(),
            Self::NeverAbstain => "never-abstain".into(),
            Self::AlwaysAbstain => "always-abstain".into(),
            Self::Hallucinate(count) => format!("hallucinator:{count}").into(),
        }
    }
}

/// The most factors that a hallucinator invents in a triple.
const INVENTIONS_MAX: u32 = 1_000;

impl Control {
    /// The control of that name, as it stands after `builtin/`.
    pub fn parse(name: &str) -> Option<Self> {
        match name.strip_prefix("hallucinator:") {
            // Digits alone, so that one control has one name.
            Some(count) => {
                let parsed = Self::Hallucinate(count.parse().ok().filter(|count| *count <= INVENTIONS_MAX)?);
                (parsed.name() == name).then_some(parsed)
            }
            None => [Self::Perfect, Self::NeverAbstain, Self::AlwaysAbstain]
                .into_iter()
                .find(|control| control.name() == name),
        }
    }

    /// The answer of the control to a triple.
    pub fn answer(self, triple: &Triple) -> String {
        match self {
            Self::AlwaysAbstain => ABSTENTION.to_owned(),
            Self::Perfect if triple.requires_abstention() => ABSTENTION.to_owned(),
            Self::Perfect | Self::NeverAbstain => argue(triple, &[]),
            Self::Hallucinate(count) => argue(triple, &inventions(triple, count)),
        }
    }

    /// The ply of the control in a dialogue, whatever was said before it. What it invents it says in its
    /// party's last ply, so that each party invents so many.
    pub fn ply(self, triple: &Triple, ply: Ply) -> String {
        let abstains = match self {
            Self::AlwaysAbstain => true,
            Self::Perfect => triple.requires_abstention(),
            Self::NeverAbstain | Self::Hallucinate(_) => false,
        };
        if abstains {
            return ABSTENTION.to_owned();
        }
        let mut text = write_ply(triple, ply);
        if let (Self::Hallucinate(count), Ply::Counterargument | Ply::Rebuttal) = (self, ply) {
            for (case, number) in inventions(triple, count) {
                present(&mut text, &BTreeSet::from([number]), case);
            }
        }
        let text = text.trim_end();
        // A party that has nothing to say says so: no text would be silence.
        if text.is_empty() { "Nothing is left to be distinguished.".to_owned() } else { text.to_owned() }
    }
}

/// The first `count` factors that a case does not have, case by case in turn; numbers above the
/// table's where it does not reach.
fn inventions(triple: &Triple, count: u32) -> Vec<(Case, u32)> {
    let real = factors().iter().flat_map(|factor| Case::ALL.map(|case| (case, factor.number)));
    let absent = real.filter(|(case, number)| !triple.factors_of(*case).contains(number));
    let unknown = (100..).flat_map(|number| Case::ALL.map(|case| (case, number)));
    absent.chain(unknown).take(count as usize).collect()
}

/// All factors of all three cases in three plies.
fn argue(triple: &Triple, inventions: &[(Case, u32)]) -> String {
    let mut text = String::new();
    for ply in Ply::ALL {
        // Writing to a string cannot fail, here and below.
        let _ = write!(text, "{}:\n{}\n\n", ply.heading(), write_ply(triple, ply));
    }
    text.truncate(text.len() - 2);
    for (case, number) in inventions {
        present(&mut text, &BTreeSet::from([*number]), *case);
    }
    text.trim_end().to_owned()
}

/// One ply; together they name all factors of all three cases.
fn write_ply(triple: &Triple, ply: Ply) -> String {
    let cited = |side: Side| Case::PRECEDENTS.into_iter().find(|case| triple.outcome(*case) == Some(side));
    let (plaintiffs, defendants) = (cited(Side::Plaintiff), cited(Side::Defendant));
    let of_current = |side: Side| -> BTreeSet<u32> {
        let favours = |number: &&u32| factor(**number).is_some_and(|factor| factor.side == side);
        triple.current.iter().filter(favours).copied().collect()
    };
    let mut text = String::new();
    let cite = |text: &mut String, case: Option<Case>, side: Side| match case {
        Some(case) => cite(text, triple, case, side),
        None => {
            let _ = write!(text, "The {side} has no precedent to cite. ");
        }
    };
    match ply {
        Ply::Argument => {
            cite(&mut text, plaintiffs, Side::Plaintiff);
            present(&mut text, &of_current(Side::Plaintiff), Case::Current);
        }
        Ply::Counterargument => {
            if let Some(case) = plaintiffs {
                distinguish(&mut text, triple, case);
            }
            present(&mut text, &of_current(Side::Defendant), Case::Current);
            cite(&mut text, defendants, Side::Defendant);
        }
        Ply::Rebuttal => {
            if let Some(case) = defendants {
                distinguish(&mut text, triple, case);
            }
            // Where both were decided for one side, the other precedent is spoken of last.
            let spoken_of = [plaintiffs, defendants];
            for case in Case::PRECEDENTS.into_iter().filter(|case| !spoken_of.contains(&Some(*case))) {
                both(&mut text, &triple.shared_with(case), case);
                distinguish(&mut text, triple, case);
            }
        }
    }
    text
}

fn cite(text: &mut String, triple: &Triple, case: Case, side: Side) {
    let _ = write!(text, "The {side} cites {case}, which was decided for the {side}. ");
    both(text, &triple.shared_with(case), case);
}

fn both(text: &mut String, numbers: &BTreeSet<u32>, case: Case) {
    if !numbers.is_empty() {
        let verb = if numbers.len() == 1 { "is" } else { "are" };
        let _ = write!(text, "{} {verb} present in both the current case and {case}. ", listed(numbers));
    }
}

fn distinguish(text: &mut String, triple: &Triple, case: Case) {
    let only = triple.only_in(case, Case::Current);
    if !only.is_empty() {
        let verb = if only.len() == 1 { "is" } else { "are" };
        let _ = write!(text, "{} {verb} present in {case} but not in the current case. ", listed(&only));
    }
}

fn present(text: &mut String, numbers: &BTreeSet<u32>, case: Case) {
    if !numbers.is_empty() {
        let verb = if numbers.len() == 1 { "is" } else { "are" };
        let _ = write!(text, "{} {verb} present in {case}. ", listed(numbers));
    }
}

/// `F4 Agreed-not-to-disclose (P) and F6 Security-measures (P)`.
fn listed(numbers: &BTreeSet<u32>) -> String {
    let names: Vec<String> = numbers
        .iter()
        .map(|number| factor(*number).map_or_else(|| format!("F{number}"), |f| f.to_string()))
        .collect();
    match names.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::extract::{Abstention, Flag, extract};
    use super::super::generate::{Parameters, feasible, generate};
    use super::super::score::{Argued, Reading, score_corpus};
    use super::super::triple::Mode;
    use super::*;

    /// Triples of a mode at several complexities.
    fn triples(mode: Mode) -> Vec<Triple> {
        let (smallest, largest) = feasible(mode, false);
        let drawn = [smallest, 12, largest].map(|complexity| {
            generate(&Parameters { mode, count: 15, complexity, seed: 11, strict_sides: false })
                .expect("feasible")
        });
        drawn.concat()
    }

    #[test]
    fn every_control_scores_what_it_was_made_to_score_in_every_mode() {
        for mode in Mode::ALL {
            let triples = triples(mode);
            let apart = mode == Mode::NonArguable;
            for (control, acc_h, rec_u, abstains) in [
                (Control::Perfect, 1.0, if apart { 0.0 } else { 1.0 }, apart),
                (Control::NeverAbstain, 1.0, 1.0, false),
                (Control::AlwaysAbstain, 1.0, 0.0, true),
                (Control::Hallucinate(0), 1.0, 1.0, false),
            ] {
                let argued: Vec<Argued<'_>> = triples
                    .iter()
                    .map(|triple| Argued {
                        triple,
                        reading: Some(Reading::from(&extract(&control.answer(triple)))),
                    })
                    .collect();
                let scores = &score_corpus(&argued)[0].scores;
                let what = format!("{mode} {control:?} {scores:#?}");
                assert_eq!(
                    (scores.paper.acc_h_mean, scores.paper.rec_u_mean),
                    (Some(acc_h), Some(rec_u)),
                    "{what}"
                );
                let ratio = apart.then_some(if abstains { 1.0 } else { 0.0 });
                assert_eq!((scores.abstention_strict, scores.abstention_lenient), (ratio, ratio), "{what}");
                let expected = if abstains { None } else { Some(1.0) };
                assert_eq!(scores.strict.acc_h_mean, expected, "{what}");
                let expected = match (abstains, apart) {
                    (true, true) => None,
                    (true, false) => Some(0.0),
                    (false, _) => Some(1.0),
                };
                assert_eq!(scores.strict.rec_u_mean, expected, "{what}");
                assert_eq!(
                    scores.paper.n_wrongly_abstained,
                    if abstains && !apart { triples.len() } else { 0 }
                );
                if !abstains && !apart {
                    assert_eq!(
                        (scores.plaintiff_cites_right, scores.defendant_cites_right),
                        (Some(1.0), Some(1.0)),
                        "{what}"
                    );
                    assert_eq!((scores.omitted_shared, scores.omitted_distinguishing), (0, 0), "{what}");
                }
                let spurious = if apart && !abstains { triples.len() } else { 0 };
                assert_eq!(
                    (scores.spurious_arguments, scores.unattributed, scores.n_empty),
                    (spurious, 0, 0),
                    "{what}"
                );
            }
        }
    }

    #[test]
    fn a_control_is_read_back_by_its_name() {
        let all = [Control::Perfect, Control::NeverAbstain, Control::AlwaysAbstain, Control::Hallucinate(12)];
        for control in all {
            assert_eq!(Control::parse(&control.name()), Some(control));
        }
        for bad in [
            "hallucinator",
            "hallucinator:",
            "hallucinator:-1",
            "hallucinator:+1",
            "hallucinator:01",
            "hallucinator:1001",
            "perfect",
        ] {
            assert_eq!(Control::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn so_many_inventions_cost_exactly_so_much() {
        for mode in Mode::ALL {
            for triple in triples(mode) {
                let n_gt: usize = Case::ALL.iter().map(|case| triple.factors_of(*case).len()).sum();
                for count in [1, 2, 5, 40, 90] {
                    let text = Control::Hallucinate(count).answer(&triple);
                    let read = extract(&text);
                    let argued = Argued { triple: &triple, reading: Some(Reading::from(&read)) };
                    let scores = &score_corpus(&[argued])[0].scores;
                    let expected = (n_gt as f64 - f64::from(count)) / n_gt as f64;
                    assert_eq!(scores.paper.acc_h_mean, Some(expected), "{count} {text}");
                    assert_eq!(scores.strict.acc_h_mean, Some(expected));
                    assert_eq!(scores.paper.rec_u_mean, Some(1.0), "{text}");
                    assert_eq!(scores.misattributions + scores.inventions, count as usize);
                    assert_eq!((read.abstention, read.unattributed), (Abstention::No, 0));
                    let odd: Vec<&Flag> =
                        read.flags.keys().filter(|flag| **flag != Flag::UnknownNumber).collect();
                    assert_eq!(odd, Vec::<&Flag>::new(), "{text}");
                }
            }
        }
    }
}
