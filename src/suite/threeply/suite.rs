//! 3-ply arguments as a run meets them.

use std::collections::HashMap;
use std::sync::Arc;

use super::ArgumentPrompts;
use super::arguer::Arguer;
use super::control::Control;
use super::dialogue::{converse, silence};
use super::dialogue_reply::DIALOGUE_FORM;
use super::factor::Side;
use super::play::{answer, read};
use super::score::{DIALOGUE, Reading, estimates, metrics_of};
use super::study::Arguments;
use super::triple::Mode;
use super::unit::{Answered, Label, SUITE, Unit, escaped};
use crate::case::{Absence, Stop};
use crate::cast::{Halt, Seat, Stage};
use crate::model::journal::TaskOf;
use crate::suite::{Basis, Estimate, Found, Gist, Judged, Place, Played, Player, Suite};

/// A unit that is none of the study's is never planned.
const OF_THE_STUDY: &str = "a planned unit names a triple and a model of its study";

/// The task of asks about triples that are none of the study's any more.
const ARGUMENTS: &str = "arguments";

/// The metrics of the closing table where there is something to argue from; those of a side's own plies are
/// there for dialogues alone.
const ARGUED: &[&str] = &[
    "acc_h_mean",
    "acc_h_mean_strict",
    "rec_u_mean",
    "rec_u_mean_strict",
    "plaintiff_cites_right",
    "defendant_cites_right",
    "wrong_abstention_rate",
    "plaintiff_acc_h_mean",
    "defendant_acc_h_mean",
    "plaintiff_rec_u_mean",
    "defendant_rec_u_mean",
    "plaintiff_wrong_abstention_rate",
    "defendant_wrong_abstention_rate",
];

impl Arguments {
    /// Each seat once, with the role as the journal names it: the plaintiffs', then the defendants'.
    fn seats(&self) -> Vec<(&'static str, &Seat<Control>)> {
        let mut seats: Vec<(&'static str, &Seat<Control>)> = Vec::new();
        let all = self.arguers.iter().flat_map(Arguer::roles);
        for (role, seat) in all {
            if !seats.iter().any(|(known, other)| *known == role && other.name() == seat.name()) {
                seats.push((role, seat));
            }
        }
        seats.sort_by_key(|(role, _)| *role == "defendant");
        seats
    }
}

impl Suite for Arguments {
    const NAME: &'static str = SUITE;
    const MATERIAL: &'static str = "triples";
    const HEADLINES: &'static [(&'static str, &'static [&'static str])] = &[
        ("arguable", ARGUED),
        ("reordered", ARGUED),
        (
            "non-arguable",
            &[
                "abstention_ratio",
                "abstention_ratio_strict",
                "acc_h_mean",
                "acc_h_mean_strict",
                "acc_h_mean_failed_only",
                "plaintiff_abstention_ratio",
                "defendant_abstention_ratio",
                "plaintiff_acc_h_mean",
                "defendant_acc_h_mean",
            ],
        ),
        ("mismatched", ARGUED),
    ];
    const LEGEND: &'static str = "SD is over repeats of the same triples, the interval over triples (percentile bootstrap): two things. Names ending in _strict are under the strict policy, the others under the paper's (docs/threeply.md). Published figures stand apart: results/published/threeply.yaml.";

    type Prompts = ArgumentPrompts;
    type Unit = Unit;
    type Transcript = Answered;
    type Label = Label;
    /// Why each ply of a dialogue has no text, where none has any.
    type Note = Option<[Absence; 3]>;

    fn units(&self) -> Vec<Unit> {
        self.all_units()
    }

    fn id(unit: &Unit) -> String {
        unit.id()
    }

    fn first_repeat(unit: &Unit) -> Unit {
        Unit { repeat: 1, ..unit.clone() }
    }

    fn place(unit: &Unit) -> Place {
        Place {
            rank: Mode::ALL.iter().position(|mode| *mode == unit.mode).unwrap_or(Mode::ALL.len()),
            task: unit.mode.name(),
            setup: unit.is_dialogue().then_some(DIALOGUE),
            model: unit.name(),
        }
    }

    fn tasks(&self) -> TaskOf {
        let modes: HashMap<String, Mode> =
            self.triples().iter().map(|triple| (escaped(&triple.id), triple.mode)).collect();
        let mode_of = move |scope: &str| modes.get(scope.split('|').next()?).copied();
        Arc::new(move |scope| mode_of(scope).map_or(ARGUMENTS, Mode::name))
    }

    fn players(&self) -> Vec<Player> {
        let extractors = self.extractors.iter().map(|seat| ("judge", seat.name(), seat.is_rule()));
        let all = self.seats().into_iter().map(|(role, seat)| (role, seat.name(), seat.is_rule()));
        all.chain(extractors).map(|(role, name, by_rule)| Player { role, name, by_rule }).collect()
    }

    fn header(&self) -> Vec<(&'static str, String)> {
        let mut header: Vec<(&str, String)> =
            self.seats().into_iter().map(|(role, seat)| (role, seat.name())).collect();
        if let Some(file) = self.answers_file() {
            header.push(("answers", format!("{file}; nobody was asked for them here")));
        }
        header.extend(self.extractors.iter().map(|seat| ("extractor", seat.name())));
        header
    }

    fn by_rule(&self, unit: &Unit, role: &str) -> bool {
        let seat_of = |arguer: &Arguer| {
            arguer.roles().into_iter().find(|(name, _)| *name == role).map(|(_, s)| s.is_rule())
        };
        self.arguer(unit).and_then(seat_of).unwrap_or(false)
    }

    fn answers_file(&self) -> Option<&str> {
        self.arguers.iter().find_map(|seat| seat.answers_file())
    }

    fn material(&self) -> String {
        self.material.clone()
    }

    fn shares(&self) -> Vec<(&'static str, &'static str, usize)> {
        let requiring = self.triples().iter().filter(|triple| triple.mode == Mode::NonArguable).count();
        if requiring == 0 {
            return Vec::new();
        }
        vec![(Mode::NonArguable.name(), "abstention_ratio", requiring)]
    }

    fn play_basis(&self, prompts: &ArgumentPrompts, unit: &Unit) -> Option<Basis> {
        self.basis_of_play(prompts, unit)
    }

    fn judge_basis(&self, prompts: &ArgumentPrompts, unit: &Unit, judge: usize, said: &str) -> Option<Basis> {
        self.basis_of_judgement(prompts, unit, judge, said)
    }

    fn gist(_: &Unit, answered: &Answered) -> Gist<Self::Note> {
        Gist {
            stop: answered.stop,
            why: answered.why.clone(),
            beside: None,
            said: said(answered),
            to_judge: answered.stop == Stop::Answered,
            note: silence(&answered.plies),
        }
    }

    fn calls(answered: &Answered) -> &[u64] {
        &answered.calls
    }

    async fn play(
        &self,
        stage: &Stage<ArgumentPrompts>,
        unit: &Unit,
        anew: bool,
    ) -> Result<Played<Answered>, Halt> {
        let (triple, arguer) = self.triple(unit).zip(self.arguer(unit)).expect(OF_THE_STUDY);
        if arguer.is_pair() {
            return converse(stage, self, unit, triple, arguer, anew).await;
        }
        answer(stage, self, unit, triple, arguer.seat(Side::Plaintiff), anew).await
    }

    async fn judge(
        &self,
        stage: &Stage<ArgumentPrompts>,
        unit: &Unit,
        judge: usize,
        answered: &Answered,
        anew: bool,
    ) -> Result<Judged<Label>, Halt> {
        let extractor = self.extractors.get(judge).expect(OF_THE_STUDY);
        read(stage, unit, extractor, answered, anew).await
    }

    fn reply_of_use(_: &str, schema: Option<&str>) -> &'static str {
        match schema {
            Some(DIALOGUE_FORM) => {
                r#"{"plaintiff": {"abstains": false, "cites": null, "current": [], "tsc1": [], "tsc2": []}, "defendant": {"abstains": false, "cites": null, "current": [], "tsc1": [], "tsc2": []}, "rebuttal": {"abstains": false, "current": [], "tsc1": [], "tsc2": []}}"#
            }
            Some(_) => {
                r#"{"abstains": false, "plaintiff_cites": null, "defendant_cites": null, "current": [], "tsc1": [], "tsc2": []}"#
            }
            None => ".",
        }
    }

    fn unread(silence: &Self::Note) -> Option<Label> {
        silence.map(|absences| Label::from(Reading::of_silence(absences)))
    }

    fn metrics(&self) -> Vec<&'static str> {
        metrics_of(self)
    }

    fn score(&self, found: &Found<'_, Self>) -> Vec<Estimate> {
        estimates(self, found.state)
    }
}

/// Hash of the answer and how it ended; not of the calls behind it.
fn said(answered: &Answered) -> String {
    // Texts are plain data: serialising them cannot fail.
    let whole = match answered.plies.is_empty() {
        true => {
            serde_json::to_vec(&(&answered.text, &answered.reasoning, answered.cut, answered.stop.name()))
        }
        false => serde_json::to_vec(&(&answered.plies, answered.stop.name())),
    };
    let whole = whole.expect("an answer is plain data");
    blake3::hash(&whole).to_hex()[..32].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::threeply::triple::Triple;
    use crate::suite::threeply::triple::tests::triple;

    #[test]
    fn a_scope_tells_the_mode_and_of_a_triple_that_is_gone_that_it_is_of_arguments() {
        let side = (&[4][..], Side::Plaintiff);
        let named = |id: &str, mode| Triple { id: id.to_owned(), ..triple(mode, &[4], side, side) };
        let triples = [named("a|b%", Mode::Arguable), named("c", Mode::NonArguable)];
        let mut study = Arguments::new(triples.to_vec().into(), "two".to_owned());
        let control = || Seat::Rule(Control::Perfect);
        study.arguers = vec![Arguer::alone(control()), Arguer::pair(control(), control())];
        let tasks = study.tasks();
        for unit in study.units() {
            assert_eq!(tasks(&unit.scope()), unit.mode.name(), "{}", unit.scope());
        }
        for scope in ["a|r1|lab/x", "arguable-0001|r1|lab/x|lab/y", "", "C|r1|lab/x"] {
            assert_eq!(tasks(scope), "arguments", "{scope}");
        }
    }
}
