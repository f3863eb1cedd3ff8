//! Judging one play.

use crate::case::{Case, Stop};
use crate::cast::reading::{DcgReply, LcaLabel, LcaReply, LjpReply};
use crate::cast::{Halt, Judge, Matter, Scene, Stage};
use crate::dialogue::Transcript;
use crate::suite::Judged;
use crate::suite::lexpilot::record::{DcgQuestion, JudgeOutcome};
use crate::suite::lexpilot::{DcgRequest, Label, LcaClass, Play, Task};

/// Whether a play leaves a judge anything to read: not when the harness failed, and not when the
/// assistant gave no text. DCG judges each message, so there one message is enough.
pub fn to_judge(task: Task, transcript: &Transcript) -> bool {
    is_to_judge(task, transcript.stop, || transcript.messages().next().is_some())
}

/// As [`to_judge`], where the transcript is not at hand; `spoke` says whether the assistant gave any
/// message.
pub fn is_to_judge(task: Task, stop: Stop, spoke: impl FnOnce() -> bool) -> bool {
    match (stop, task) {
        (Stop::Fault(_), _) | (Stop::Silent(_), Task::Lca | Task::Ljp) => false,
        (Stop::Silent(_), Task::Dcg) => spoke(),
        (Stop::Answered | Stop::Decided | Stop::RoundsSpent, _) => true,
    }
}

/// Has one judge label one play; `anew` says that an earlier attempt ended in a fault.
///
/// # Errors
/// When the run must end (journal or prompt).
pub async fn judge_play(
    stage: &Stage,
    play: &Play,
    case: &Case,
    judge: &Judge,
    draw: u32,
    transcript: &Transcript,
    anew: bool,
) -> Result<Judged<Label>, Halt> {
    let matter = Matter { case, variant: play.variant };
    let mut scene = Scene::new(stage, matter.subject(), play.repeat, play.scope()).anew(anew);
    let outcome = match label(&mut scene, matter, play, judge, draw, transcript).await {
        Ok(label) => JudgeOutcome::Label(label),
        Err(Halt::Fault { fault, why }) => JudgeOutcome::Fault { fault, why },
        Err(halt) => return Err(halt),
    };
    Ok(Judged {
        outcome,
        calls: scene.calls().to_vec(),
        spent: scene.spent().clone(),
        fresh: scene.fresh_calls(),
    })
}

async fn label(
    scene: &mut Scene<'_>,
    matter: Matter<'_>,
    play: &Play,
    judge: &Judge,
    draw: u32,
    transcript: &Transcript,
) -> Result<Label, Halt> {
    let base = format!("judge/{}/{}", judge.seat.name(), play.task);
    match play.task {
        Task::Lca => {
            let message = transcript.final_message().unwrap_or_default();
            let reply = judge.lca(scene, matter, &format!("{base}/d{draw}"), message).await?;
            Ok(Label::of_lca(&reply))
        }
        Task::Dcg => {
            let mut requests = Vec::new();
            for (at, spoken) in transcript.messages() {
                let path = format!("{base}/r{}/d{draw}", spoken.round);
                let talk = transcript.talk_before(at);
                let reply = judge.dcg(scene, matter, &path, &talk, &spoken.turn.text).await?;
                requests.push(DcgRequest::of(spoken.round, reply));
            }
            Ok(Label::Dcg { requests })
        }
        Task::Ljp => {
            let message = transcript.final_message().unwrap_or_default();
            let reply = judge.ljp(scene, matter, &format!("{base}/d{draw}"), message).await?;
            Ok(Label::of_ljp(reply))
        }
    }
}

impl Label {
    /// What the judge of LCA replied.
    pub fn of_lca(reply: &LcaReply) -> Self {
        Self::Lca { class: reply.label.into(), mixed: reply.decides && reply.asks }
    }

    /// What the extractor of LJP replied.
    pub fn of_ljp(mut reply: LjpReply) -> Self {
        reply.claims.sort_by_key(|claim| claim.number);
        Self::Ljp { verdicts: reply.claims.into_iter().map(|claim| claim.verdict).collect() }
    }
}

impl DcgRequest {
    /// What the judge of DCG replied on the message of a round.
    pub fn of(round: u32, reply: DcgReply) -> Self {
        let questions = reply.questions.into_iter().map(|question| DcgQuestion {
            focal_point: question.focal_point,
            facts: question.facts,
            relevant: question.relevant,
            answerable: question.answerable,
        });
        Self { round, questions: questions.collect() }
    }
}

impl From<LcaLabel> for LcaClass {
    fn from(label: LcaLabel) -> Self {
        match label {
            LcaLabel::Complete => Self::Complete,
            LcaLabel::Underspecified => Self::Underspecified,
            LcaLabel::Neither => Self::Neither,
        }
    }
}
