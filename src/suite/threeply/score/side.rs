//! Scores of what one side of a dialogue asserts in its own plies.

use serde::Serialize;

use super::argument::{Numbers, Policy, cites_right};
use super::reading::Reading;
use crate::case::Absence;
use crate::suite::threeply::extract::Abstention;
use crate::suite::threeply::factor::Side;
use crate::suite::threeply::triple::Triple;

/// What one side's plies come to. The factors of the triple stay the measure, so that what a side cannot
/// reach alone (its use of factors) is less than 1.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SideScore {
    /// Whose.
    pub side: Side,
    /// Under the paper's policy.
    pub paper: Numbers,
    /// Under the strict policy.
    pub strict: Numbers,
    /// How the side abstains: in all of its plies, or not.
    pub abstention: Abstention,
    /// It abstains, in whatever words, in one of its plies and not in all: not an abstention, but a party
    /// that has changed its mind.
    pub partly_abstains: bool,
    /// It neither abstains nor asserts anything.
    pub empty: bool,
    /// It cites a precedent decided for it, or none where there is none; `None` where nothing is to be
    /// argued, and where the side abstains.
    pub cites_right: Option<bool>,
    /// Why one of its plies has no text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub absent: Option<Absence>,
}

impl SideScore {
    /// Of both sides of a dialogue, the plaintiff first; none of a message.
    pub(super) fn of_both(triple: &Triple, reading: &Reading) -> Vec<Self> {
        Side::BOTH.into_iter().filter_map(|side| Self::of(triple, reading, side)).collect()
    }

    fn of(triple: &Triple, whole: &Reading, side: Side) -> Option<Self> {
        let reading = whole.of_side(side)?;
        Some(Self {
            side,
            paper: Policy::Paper.numbers(triple, &reading),
            strict: Policy::Strict.numbers(triple, &reading),
            abstention: reading.abstention,
            partly_abstains: reading.abstention == Abstention::No
                && reading.plies.iter().any(|ply| ply.abstention != Abstention::No),
            empty: reading.abstention == Abstention::No && reading.asserts_nothing(),
            cites_right: cites_right(triple, &reading, side),
            absent: whole.absence_of(side),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::stats::factors::TripleFactors;
    use crate::suite::threeply::extract::Cited;
    use crate::suite::threeply::ply::Ply;
    use crate::suite::threeply::score::{Argued, ArgumentScore, PlyReading, score_argument, score_corpus};
    use crate::suite::threeply::triple::tests::triple;
    use crate::suite::threeply::triple::{Case, Mode};

    fn ply(ply: Ply, abstention: Abstention, cc: &[u32], tsc1: &[u32], tsc2: &[u32]) -> PlyReading {
        let set = |numbers: &[u32]| numbers.iter().copied().collect::<BTreeSet<u32>>();
        let factors = TripleFactors { cc: set(cc), tsc1: set(tsc1), tsc2: set(tsc2) };
        PlyReading { ply, factors, abstention, absent: None }
    }

    fn scored(mode: Mode, plies: Vec<PlyReading>) -> ArgumentScore {
        let triple = match mode {
            Mode::NonArguable => {
                triple(mode, &[4, 5], (&[6, 7], Side::Plaintiff), (&[1, 11], Side::Defendant))
            }
            _ => triple(mode, &[4, 5], (&[4, 7], Side::Plaintiff), (&[5, 11], Side::Defendant)),
        };
        let cited = Cited { plaintiff: Some(Case::Tsc1), defendant: Some(Case::Tsc1) };
        let reading = Reading::of_plies(plies, cited, BTreeMap::new(), 0);
        score_argument(&Argued { triple: &triple, reading: Some(reading) })
    }

    const NO: Abstention = Abstention::No;

    #[test]
    fn what_a_party_asserts_counts_for_its_side_and_once_for_the_whole() {
        let one = scored(
            Mode::Arguable,
            vec![
                ply(Ply::Argument, NO, &[4], &[4], &[]),
                ply(Ply::Counterargument, NO, &[4, 20], &[4, 7], &[]),
                ply(Ply::Rebuttal, NO, &[4], &[], &[11]),
            ],
        );
        let (plaintiff, defendant) = (&one.sides[0], &one.sides[1]);
        assert_eq!((plaintiff.paper.acc_h, plaintiff.paper.rec_u), (Some(1.0), Some(3.0 / 6.0)));
        assert_eq!((defendant.paper.acc_h, defendant.paper.rec_u), (Some(5.0 / 6.0), Some(3.0 / 6.0)));
        let whole = one.paper.expect("read");
        assert_eq!((whole.acc_h, whole.rec_u), (Some(5.0 / 6.0), Some(4.0 / 6.0)));
        assert_eq!((plaintiff.cites_right, defendant.cites_right), (Some(true), Some(false)));
        assert_eq!((one.plaintiff_cites_right, one.defendant_cites_right), (Some(true), Some(false)));
    }

    #[test]
    fn a_partial_abstention_is_none_and_the_rest_is_scored() {
        let strict = Abstention::Strict;
        let one = scored(
            Mode::Arguable,
            vec![
                ply(Ply::Argument, strict, &[], &[], &[]),
                ply(Ply::Counterargument, NO, &[5], &[], &[5]),
                ply(Ply::Rebuttal, strict, &[], &[], &[]),
            ],
        );
        for whole in [one.paper, one.strict].map(|numbers| numbers.expect("read")) {
            assert_eq!((whole.acc_h, whole.rec_u, whole.abstained), (Some(1.0), Some(2.0 / 6.0), false));
        }
        let plaintiff = &one.sides[0];
        assert_eq!((plaintiff.paper.acc_h, plaintiff.paper.rec_u), (Some(1.0), Some(0.0)));
        assert_eq!((plaintiff.strict.acc_h, plaintiff.strict.rec_u), (None, Some(0.0)));
        assert_eq!(
            (plaintiff.cites_right, one.plaintiff_cites_right),
            (None, None),
            "who abstains cites nobody"
        );
        assert_eq!(one.defendant_cites_right, Some(false));
        // A side that abstains in one of its two plies has not abstained.
        let half = scored(
            Mode::Arguable,
            vec![
                ply(Ply::Argument, NO, &[4], &[4], &[]),
                ply(Ply::Counterargument, NO, &[], &[], &[]),
                ply(Ply::Rebuttal, strict, &[], &[], &[]),
            ],
        );
        assert_eq!((half.sides[0].abstention, half.sides[1].empty), (NO, true));
        let partly =
            |score: &ArgumentScore| score.sides.iter().map(|side| side.partly_abstains).collect::<Vec<_>>();
        assert_eq!((partly(&half), partly(&one)), (vec![true, false], vec![false, false]));
    }

    #[test]
    fn the_policies_differ_ply_by_ply() {
        // The defendant declines in other words, and gives its reasons wrongly.
        let plies = |first: Abstention| {
            vec![
                ply(Ply::Argument, first, &[], &[], &[]),
                ply(Ply::Counterargument, Abstention::Lenient, &[20], &[6], &[]),
                ply(Ply::Rebuttal, first, &[], &[], &[]),
            ]
        };
        let all = scored(Mode::NonArguable, plies(Abstention::Strict));
        let (paper, strict) = (all.paper.expect("read"), all.strict.expect("read"));
        assert_eq!((paper.acc_h, paper.rec_u, paper.abstained), (Some(1.0), Some(0.0), true));
        assert_eq!((strict.acc_h, strict.rec_u, strict.abstained), (Some(5.0 / 6.0), Some(1.0 / 6.0), false));
        assert_eq!(all.sides[0].strict.acc_h, None, "the plaintiff's sentence stands");
        assert_eq!(all.sides[1].strict.acc_h, Some(5.0 / 6.0));
        assert_eq!(all.errors.expect("read").inventions, [], "an abstaining answer is not analysed");
        // Silence of the one and declining words of the other are no abstention together.
        let silent = scored(Mode::NonArguable, plies(NO));
        let paper = silent.paper.expect("read");
        assert_eq!((paper.acc_h, paper.abstained), (Some(1.0), false));
        assert_eq!(silent.errors.expect("read").inventions, [], "what declines asserts nothing to the paper");
    }

    #[test]
    fn a_message_has_no_sides_and_groups_take_dialogues_as_they_are() {
        let triple = triple(Mode::Arguable, &[4, 5], (&[4, 7], Side::Plaintiff), (&[5, 11], Side::Defendant));
        let argued = Argued { triple: &triple, reading: Some(Reading::of_nothing()) };
        let one = score_argument(&argued);
        assert!(one.sides.is_empty() && one.empty);
        assert!(!serde_json::to_string(&one).expect("written").contains("sides"));
        let silent = Argued { triple: &triple, reading: Some(Reading::of_silence([Absence::Refused; 3])) };
        assert_eq!(score_corpus(std::slice::from_ref(&silent))[0].scores, score_corpus(&[argued])[0].scores);
        let absent: Vec<Option<Absence>> =
            score_argument(&silent).sides.iter().map(|side| side.absent).collect();
        assert_eq!(absent, [Some(Absence::Refused); 2]);
    }
}
