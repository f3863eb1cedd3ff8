//! Asking one user, and having its reply assessed; having one question judged.

use super::record::{Lost, QuestionRecord, ReplyRecord, Silent};
use super::study::ProbeStudy;
use super::unit::{ProbeQuestion, ProbeUnit};
use crate::case::{Case, Fault, ProbeKind, Speaker, Turn, Variant};
use crate::cast::{Brief, Halt, Matter, Scene, Stage};

/// A history from which the missing facts are absent: every probe starts from it.
const VARIANT: Variant = Variant::Underspecified;

/// What one request brought.
#[derive(Clone, Debug)]
pub struct Probed {
    /// The reply and its assessment, or what is missing of them.
    pub record: ReplyRecord,
    /// Asks made for it.
    pub asked: u64,
    /// Those of them that were not answered from the journal.
    pub fresh: u64,
}

/// What the judge said of one question.
#[derive(Clone, Debug)]
pub struct Accepted {
    /// The question, and whether it is accepted.
    pub record: QuestionRecord,
    /// Asks made for it.
    pub asked: u64,
    /// Those of them that were not answered from the journal.
    pub fresh: u64,
}

/// Asks a user, who has heard the original history and nothing since, one question, and has the reply
/// assessed; `anew` says that an earlier attempt ended in a fault. `None` where the study has no such unit.
///
/// # Errors
/// When all must end (journal or prompt); a fault of a role is in the record.
pub async fn probe_user(
    stage: &Stage,
    study: &ProbeStudy,
    unit: &ProbeUnit,
    anew: bool,
) -> Result<Option<Probed>, Halt> {
    let (Some(case), Some(user)) = (study.pack.case(&unit.case), study.user(&unit.user)) else {
        return Ok(None);
    };
    let Some(question) = case.probe_question(&unit.target, unit.kind) else { return Ok(None) };
    // What D takes away is not in this case at all, so that no way of asking the user can tell it.
    let withheld = match unit.kind {
        ProbeKind::Withheld => match case.withholding(&unit.target) {
            Some(withheld) => Some(withheld),
            None => return Ok(None),
        },
        ProbeKind::Direct | ProbeKind::Indirect | ProbeKind::Broad => None,
    };
    let known = withheld.as_ref().unwrap_or(case);
    let Some(mut record) = planned_reply(study, unit) else { return Ok(None) };
    let matter = Matter { case: known, variant: VARIANT };
    let mut scene = Scene::new(stage, matter.subject(), unit.repeat, unit.scope()).anew(anew);
    let talk = [Turn::new(Speaker::Assistant, question)];
    match user.reply(&mut scene, matter, "r1/user", &talk, &Brief::ANSWER).await {
        Ok(turn) => record.reply = Some(turn.text),
        Err(halt) => record.lost = Some(lost(Silent::User, halt.filter_is(Fault::SimulatorFault))?),
    }
    if let Some(reply) = &record.reply {
        let path = format!("judge/{}/fidelity/d1", study.assessor.seat.name());
        let probe = (unit.target.as_str(), unit.kind);
        match study.assessor.assess(&mut scene, case, &path, probe, reply).await {
            Ok(assessment) => record.assessment = Some(assessment),
            Err(halt) => record.lost = Some(lost(Silent::Assessor, halt)?),
        }
    }
    Ok(Some(Probed { record, asked: scene.calls().len() as u64, fresh: scene.fresh_calls() }))
}

/// Has the DCG judge say whether it accepts a question, before anybody answers it; `anew` as above. `None`
/// where the study has no such question.
///
/// # Errors
/// When all must end (journal or prompt); a fault of the judge is in the record.
pub async fn accept(
    stage: &Stage,
    study: &ProbeStudy,
    question: &ProbeQuestion,
    anew: bool,
) -> Result<Option<Accepted>, Halt> {
    let Some(case) = study.pack.case(&question.case) else { return Ok(None) };
    let Some(text) = case.probe_question(&question.target, question.kind) else { return Ok(None) };
    let Some(mut record) = planned_question(study, question) else { return Ok(None) };
    let matter = Matter { case, variant: VARIANT };
    let mut scene = Scene::new(stage, matter.subject(), 1, question.scope()).anew(anew);
    let path = format!("judge/{}/dcg/r1/d1", study.judge.seat.name());
    match study.judge.dcg(&mut scene, matter, &path, &[], text).await {
        Ok(reply) => {
            record.accepted = Some(reply.questions.iter().any(|asked| asked.relevant && asked.answerable));
        }
        Err(halt) => record.lost = Some(lost(Silent::Judge, halt)?),
    }
    Ok(Some(Accepted { record, asked: scene.calls().len() as u64, fresh: scene.fresh_calls() }))
}

/// A request that nobody was asked yet; `None` where the study has no such unit.
pub fn planned_reply(study: &ProbeStudy, unit: &ProbeUnit) -> Option<ReplyRecord> {
    let case = study.pack.case(&unit.case)?;
    let (class, types) = groups(case, &unit.target);
    Some(ReplyRecord {
        unit: unit.clone(),
        class,
        types,
        language: case.language,
        question: case.probe_question(&unit.target, unit.kind)?.to_owned(),
        reply: None,
        assessment: None,
        lost: None,
    })
}

/// A question that nobody has judged yet; `None` where the study has no such question.
pub fn planned_question(study: &ProbeStudy, question: &ProbeQuestion) -> Option<QuestionRecord> {
    let case = study.pack.case(&question.case)?;
    let (class, types) = groups(case, &question.target);
    Some(QuestionRecord { question: question.clone(), class, types, accepted: None, lost: None })
}

/// The class of the case, and the types of the focal points that the fact decides.
fn groups(case: &Case, target: &str) -> (String, Vec<String>) {
    let outline = case.probe_outlines().into_iter().find(|outline| outline.target == target);
    let types = outline.map(|outline| outline.types.into_iter().map(str::to_owned).collect());
    (case.class.clone(), types.unwrap_or_default())
}

/// What a role's fault leaves behind; anything else ends everything.
fn lost(by: Silent, halt: Halt) -> Result<Lost, Halt> {
    match halt {
        Halt::Fault { fault, why } => Ok(Lost { by, fault, why }),
        halt => Err(halt),
    }
}
