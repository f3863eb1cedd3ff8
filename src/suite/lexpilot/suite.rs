//! LexPilot as a run meets it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::case::Stop;
use crate::cast::{Halt, Named, Seat, Stage};
use crate::dialogue::Transcript;
use crate::model::journal::TaskOf;
use crate::prompt::Prompts;
use crate::suite::lexpilot::{
    Course, Label, Noncompliant, Play, SUITE, Study, Task, agreements, judge_play, metrics, play_unit, score,
    task_of, to_judge,
};
use crate::suite::{
    Basis, Estimate, FIRST_DRAW, Found, Gist, JudgeAgreement, Judged, LEFT_OUT, Place, Played, Player, Suite,
};

/// A unit that is none of the study's is never planned.
const OF_THE_STUDY: &str = "a planned unit names a case and an assistant of its study";

/// Nobody can say whether the user kept to its condition, as its checker failed.
const UNCHECKED: &str = "no_ledger";

impl Suite for Study {
    const NAME: &'static str = SUITE;
    const MATERIAL: &'static str = "pack";
    const HEADLINES: &'static [(&'static str, &'static [&'static str])] = &[
        ("lca", &["macro_f1", "acc_c", "acc_u", "neither_rate", "flip_rate"]),
        ("dcg", &["success_rate", "success_rate_strict", "fact_recall", "flip_rate"]),
        (
            "ljp",
            &["qwk_penalised", "qwk_minus_standard", "gain_over_direct", "relative_decrease", "flip_rate"],
        ),
    ];

    const LEGEND: &'static str = "SD is over repeats of the same cases, the interval over cases (percentile bootstrap): two things. n counts units, for qwk claims.";

    type Prompts = Prompts;
    type Unit = Play;
    type Transcript = Transcript;
    type Label = Label;
    /// How a consultation went.
    type Note = Option<Arc<Course>>;

    fn units(&self) -> Vec<Play> {
        self.plays()
    }

    fn id(play: &Play) -> String {
        play.id()
    }

    fn first_repeat(play: &Play) -> Play {
        Play { repeat: 1, ..play.clone() }
    }

    fn place(play: &Play) -> Place {
        let setup = play.setup.map_or(0, |setup| setup as usize + 1);
        Place {
            rank: play.task as usize * 10 + setup,
            task: play.task.name(),
            setup: play.setup.map(|setup| setup.name()),
            model: play.assistant.clone(),
        }
    }

    fn tasks(&self) -> TaskOf {
        Arc::new(|scope| task_of(scope).map_or(SUITE, Task::name))
    }

    fn players(&self) -> Vec<Player> {
        fn of<P: Named>(role: &'static str, seat: &Seat<P>) -> Player {
            Player { role, name: seat.name(), by_rule: seat.is_rule() }
        }
        let assistants = self.assistants.iter().map(|assistant| of("assistant", &assistant.seat));
        let others = [
            of("user", &self.user.seat),
            of("gate", &self.gate.facts),
            of("classifier", &self.gate.classifier),
            of("ledger", &self.checker.seat),
        ];
        let judges = self.judges.iter().map(|judge| of("judge", &judge.seat));
        assistants.chain(others).chain(judges).collect()
    }

    fn header(&self) -> Vec<(&'static str, String)> {
        let mut header: Vec<(&str, String)> =
            self.assistants.iter().map(|assistant| ("assistant", assistant.seat.name())).collect();
        match self.answers_file() {
            Some(file) => header.push(("answers", format!("{file}; nobody was asked for them here"))),
            None => header.extend([("user", self.user.seat.name()), ("gate", self.gate.name())]),
        }
        header.extend(self.judges.iter().map(|judge| ("judge", judge.seat.name())));
        header
    }

    fn by_rule(&self, play: &Play, role: &str) -> bool {
        match role {
            "assistant" => self.assistant(play).is_some_and(|assistant| assistant.seat.is_rule()),
            "user" => self.user.seat.is_rule(),
            "gate" => self.gate.facts.is_rule(),
            "classifier" => self.gate.classifier.is_rule(),
            "ledger" => self.checker.seat.is_rule(),
            _ => false,
        }
    }

    fn answers_file(&self) -> Option<&str> {
        self.assistants.iter().find_map(|assistant| assistant.seat.answers_file())
    }

    fn material(&self) -> String {
        let meta = &self.pack.meta;
        let mut states: BTreeMap<&str, usize> = BTreeMap::new();
        for case in self.cases() {
            *states.entry(case.review.state.as_str()).or_default() += 1;
        }
        let reviews: Vec<String> =
            states.iter().map(|(state, n)| format!("{n} reviewed by {state}")).collect();
        let (cases, reviews) = (self.cases().len(), reviews.join(", "));
        format!("{} version {} ({cases} cases: {reviews})", meta.name, meta.version)
    }

    fn shares(&self) -> Vec<(&'static str, &'static str, usize)> {
        let shares = [(Task::Lca, "acc_u"), (Task::Dcg, "success_rate")];
        let played = shares.into_iter().filter(|(task, _)| self.tasks.contains(task));
        played.map(|(task, metric)| (task.name(), metric, self.cases().len())).collect()
    }

    fn play_basis(&self, prompts: &Prompts, play: &Play) -> Option<Basis> {
        Some(self.basis_of_play(prompts, play, self.case(play)?, self.assistant(play)?))
    }

    fn judge_basis(&self, prompts: &Prompts, play: &Play, judge: usize, said: &str) -> Option<Basis> {
        Some(self.basis_of_judgement(prompts, play, self.case(play)?, self.judges.get(judge)?, said))
    }

    fn gist(play: &Play, transcript: &Transcript) -> Gist<Option<Arc<Course>>> {
        Gist {
            stop: transcript.stop,
            why: transcript.why.clone(),
            beside: transcript.lost_beside().map(|(fault, why)| (fault, why.to_owned())),
            said: {
                // Turns are plain data: serialising them cannot fail.
                let turns = serde_json::to_vec(&transcript.turns).expect("turns are plain data");
                said(&turns, transcript.stop)
            },
            to_judge: to_judge(play.task, transcript),
            note: Course::of(play, transcript).map(Arc::new),
        }
    }

    fn calls(transcript: &Transcript) -> &[u64] {
        &transcript.calls
    }

    async fn play(&self, stage: &Stage, play: &Play, anew: bool) -> Result<Played<Transcript>, Halt> {
        let (case, assistant) = self.case(play).zip(self.assistant(play)).expect(OF_THE_STUDY);
        play_unit(stage, self, play, case, assistant, anew).await
    }

    async fn judge(
        &self,
        stage: &Stage,
        play: &Play,
        judge: usize,
        transcript: &Transcript,
        anew: bool,
    ) -> Result<Judged<Label>, Halt> {
        let (case, judge) = self.case(play).zip(self.judges.get(judge)).expect(OF_THE_STUDY);
        judge_play(stage, play, case, judge, FIRST_DRAW, transcript, anew).await
    }

    fn reply_of_use(role: &str, schema: Option<&str>) -> &'static str {
        match (schema, role) {
            (Some("ask_or_decide"), _) => r#"{"asks": true, "decides_all": false}"#,
            (Some("judge_lca"), _) => {
                r#"{"reason": "", "decides": true, "asks": false, "label": "complete"}"#
            }
            (Some("judge_dcg"), _) => r#"{"reason": "", "asks": false, "questions": []}"#,
            (Some("judge_ljp"), _) => r#"{"claims": []}"#,
            (Some(_), _) => r#"{"facts": []}"#,
            (None, "assistant") => "[VERDICT]\nall",
            (None, _) => ".",
        }
    }

    fn left_out(&self, note: &Option<Arc<Course>>) -> Option<&'static str> {
        if self.noncompliant == Noncompliant::Keep {
            return None;
        }
        let disrupted = note.as_ref().filter(|course| course.disrupted().is_some())?;
        match disrupted.breaches() {
            None => Some(UNCHECKED),
            Some(breaches) if !breaches.is_empty() => Some(LEFT_OUT),
            Some(_) => None,
        }
    }

    fn metrics(&self) -> Vec<&'static str> {
        metrics(self)
    }

    fn score(&self, found: &Found<'_, Self>) -> Vec<Estimate> {
        // A play that is no consultation has no course; none is asked for.
        let course = |play: &Play| (found.note)(play)?.ok_or("not_played");
        score(self, found.state, &course)
    }

    fn agreement(&self, found: &Found<'_, Self>) -> Vec<JudgeAgreement> {
        agreements(self, found.state, &|play| match (found.note)(play) {
            Ok(course) => course.is_none_or(|course| course.disrupted().is_none()),
            Err(_) => false,
        })
    }
}

/// Hash of what was said, as its turns are written in a record, and of how it ended; not of the calls
/// behind it.
pub fn said(turns: &[u8], stop: Stop) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(turns);
    hasher.update(stop.name().as_bytes());
    hasher.finalize().to_hex()[..32].to_owned()
}
