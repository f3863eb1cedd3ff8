//! Playing and judging one unit: one message, and what an extractor makes of it or of a dialogue.

use super::control::Control;
use super::dialogue_reply::{dialogue_form, read_dialogue_extraction};
use super::extract::{Abstention, Flag, extract};
use super::prompts::{ARGUMENT_FILE, ArgumentPrompts, DIALOGUE_EXTRACTION_FILE, EXTRACTION_FILE};
use super::render::{RenderError, render_argument, render_dialogue_extraction, render_extraction};
use super::reply::{extraction_form, read_extraction};
use super::score::Reading;
use super::study::{Arguments, Parser, hash_of};
use super::triple::Triple;
use super::turns::{read_alone, read_plies};
use super::unit::{Answered, Label, Said, Unit};
use super::view::{ArgumentView, DialogueView, ExtractionView};
use crate::case::{Absence, Fault, Stop};
use crate::cast::{Halt, Named, Scene, Seat, Stage, Structured, Subject, to_messages};
use crate::model::{Finish, Model, Params};
use crate::prompt::PromptError;
use crate::suite::{FIRST_DRAW, JudgeOutcome, Judged, Played};

/// Has one unit answered.
///
/// # Errors
/// When the run must end (journal or prompt); a fault of the model is in what is brought back.
pub async fn answer(
    stage: &Stage<ArgumentPrompts>,
    study: &Arguments,
    unit: &Unit,
    triple: &Triple,
    arguer: &Seat<Control>,
    anew: bool,
) -> Result<Played<Answered>, Halt> {
    let hash = hash_of(triple);
    let subject = Subject { id: &triple.id, form: triple.mode.name(), hash: &hash };
    let mut scene = Scene::new(stage, subject, unit.repeat, unit.scope()).anew(anew);
    let view = ArgumentView::of(triple, study.name_precedent);
    let answered = match arguer {
        Seat::Rule(control) => {
            let shown = serde_json::to_string(&view)?;
            let say = || control.answer(triple);
            let text = scene.ask_player(PATH, &control.name(), "argue", &shown, &[], say).await;
            text.map(|text| heard(Some(text), None, None))
        }
        Seat::Model(model, params) => {
            let prompt = &stage.prompts.argument.text;
            let rendered = render_argument(prompt, &view).map_err(unrendered(ARGUMENT_FILE))?;
            let asked =
                scene.ask_model("assistant", PATH, model.as_ref(), *params, to_messages(rendered)).await;
            match asked {
                Ok(answer) => Ok(heard(answer.text, answer.reasoning, answer.finish.as_ref())),
                Err(Halt::Filtered(_)) => Ok(nothing(Stop::Silent(Absence::Refused))),
                Err(halt) => Err(halt),
            }
        }
    };
    let transcript = match answered {
        Ok(answered) => answered,
        Err(Halt::Fault { fault, why }) => Answered { why: Some(why), ..nothing(Stop::Fault(fault)) },
        Err(halt) => return Err(halt),
    };
    let transcript = Answered { calls: scene.calls().to_vec(), ..transcript };
    Ok(Played { transcript, spent: scene.spent().clone(), fresh: scene.fresh_calls() })
}

/// Where the one ask of a unit stands in its scope.
const PATH: &str = "r1/assistant";

/// An answer in which nothing is said.
pub(super) fn nothing(stop: Stop) -> Answered {
    Answered {
        text: String::new(),
        reasoning: None,
        cut: false,
        plies: Vec::new(),
        stop,
        why: None,
        calls: Vec::new(),
    }
}

fn heard(text: Option<String>, reasoning: Option<String>, finish: Option<&Finish>) -> Answered {
    let Said { text, reasoning, cut, absent } = Said::of(text, reasoning, finish);
    Answered { text, reasoning, cut, ..nothing(absent.map_or(Stop::Answered, Stop::Silent)) }
}

/// Has one extractor read one answer.
///
/// # Errors
/// When the run must end (journal or prompt); a fault of the extractor is in what is brought back.
pub async fn read(
    stage: &Stage<ArgumentPrompts>,
    unit: &Unit,
    extractor: &Seat<Parser>,
    answered: &Answered,
    anew: bool,
) -> Result<Judged<Label>, Halt> {
    let (model, params) = match extractor {
        // From the text alone: there is nothing to ask, and nothing to keep.
        Seat::Rule(Parser::BuiltIn) => {
            let reading = match answered.plies.is_empty() {
                true => Reading::from(&extract(&answered.text)),
                false => read_plies(&answered.plies),
            };
            let outcome = JudgeOutcome::Label(Label::from(flagged(reading, answered)));
            return Ok(Judged { outcome, calls: Vec::new(), spent: Default::default(), fresh: 0 });
        }
        Seat::Model(model, params) => (model, params),
    };
    let subject = Subject { id: &unit.triple, form: unit.mode.name(), hash: "" };
    let mut scene = Scene::new(stage, subject, unit.repeat, unit.scope()).anew(anew);
    let path = format!("judge/{}/extract/d{FIRST_DRAW}", model.name());
    let reading = extraction(&mut scene, &path, model.as_ref(), *params, answered).await;
    let outcome = match reading {
        Ok(reading) => JudgeOutcome::Label(Label::from(flagged(reading, answered))),
        Err(Halt::Fault { fault, why }) => JudgeOutcome::Fault { fault, why },
        Err(halt) => return Err(halt),
    };
    let (calls, spent) = (scene.calls().to_vec(), scene.spent().clone());
    Ok(Judged { outcome, calls, spent, fresh: scene.fresh_calls() })
}

/// Asks a model what an answer says: once, also of a dialogue.
async fn extraction(
    scene: &mut Scene<'_, ArgumentPrompts>,
    path: &str,
    model: &dyn Model,
    params: Params,
    answered: &Answered,
) -> Result<Reading, Halt> {
    let prompts = &scene.stage.prompts;
    let fault = Fault::JudgeFault;
    if let [first, second, third] = &answered.plies[..] {
        let view = DialogueView::of([&first.text, &second.text, &third.text]);
        let rendered = render_dialogue_extraction(&prompts.dialogue_extraction.text, &view)
            .map_err(unrendered(DIALOGUE_EXTRACTION_FILE))?;
        let ask = Structured { rendered, form: dialogue_form(), fault };
        let reply = scene.ask_structured(path, model, params, ask, read_dialogue_extraction).await?;
        return Ok(reply.reading(&answered.plies));
    }
    let rendered = render_extraction(&prompts.extraction.text, &ExtractionView::of(&answered.text))
        .map_err(unrendered(EXTRACTION_FILE))?;
    let ask = Structured { rendered, form: extraction_form(), fault };
    let reply = scene.ask_structured(path, model, params, ask, read_extraction).await?;
    Ok(reply.reading(&answered.text))
}

/// Adds what the texts alone do not show: reasoning that came apart, and that one was cut.
fn flagged(mut reading: Reading, answered: &Answered) -> Reading {
    if answered.plies.is_empty() {
        let (abstention, text) = (reading.abstention, answered.text.as_str());
        let (reasoning, cut) = (answered.reasoning.as_deref(), answered.cut);
        for flag in flags_beside(abstention, text, reasoning, cut) {
            reading.flags.insert(flag, 1);
        }
        return reading;
    }
    for (ply, said) in reading.plies.iter().zip(&answered.plies) {
        // Each once a ply: a ply in whose text the same is seen has it already.
        let seen = read_alone(ply.ply, &said.text).flags;
        for flag in flags_beside(ply.abstention, &said.text, said.reasoning.as_deref(), said.cut) {
            if !seen.contains_key(&flag) {
                *reading.flags.entry(flag).or_default() += 1;
            }
        }
    }
    reading
}

/// What is to be flagged of a text because of what came beside it.
fn flags_beside(abstention: Abstention, text: &str, reasoning: Option<&str>, cut: bool) -> Vec<Flag> {
    let mut flags = Vec::new();
    if let Some(reasoning) = reasoning {
        // As models write it that do not part it; a tag within it closes nothing.
        let whole = format!("<think>\n{}\n</think>\n{text}", reasoning.replace('<', " "));
        flags.push(Flag::ReasoningBefore);
        if abstention == Abstention::No && extract(&whole).flags.contains_key(&Flag::ReasoningSaysStop) {
            flags.push(Flag::ReasoningSaysStop);
        }
    }
    flags.extend(cut.then_some(Flag::Truncated));
    flags
}

/// A prompt that was tried when it was loaded, and does not render now.
pub(super) fn unrendered(file: &'static str) -> impl Fn(RenderError) -> Halt {
    move |error| {
        let line = match &error {
            RenderError::Template { line, .. } => *line,
            RenderError::Lacks(_) => 1,
        };
        Halt::Prompt(PromptError::Malformed {
            file: file.to_owned(),
            line,
            problem: error.to_string(),
            mend: "mend the file, or take the shipped one".to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_without_text_is_silence_and_says_why() {
        let stop = |text: &str, finish: &Finish| heard(Some(text.to_owned()), None, Some(finish)).stop;
        assert_eq!(stop("x", &Finish::Length), Stop::Answered);
        assert_eq!(stop(" ", &Finish::Length), Stop::Silent(Absence::Truncated));
        assert_eq!(stop("", &Finish::ContentFilter), Stop::Silent(Absence::Refused));
        assert_eq!(heard(None, None, None).stop, Stop::Silent(Absence::Silent));
        assert!(heard(Some("x".to_owned()), None, Some(&Finish::Length)).cut);
    }

    #[test]
    fn reasoning_that_came_apart_is_flagged_as_if_it_stood_before() {
        let argues = "Plaintiff's Argument:\nF4 Agreed-not-to-disclose (P) is present in TSC1.";
        let said = |text: &str, reasoning: &str| {
            let answered = heard(Some(text.to_owned()), Some(reasoning.to_owned()), Some(&Finish::Stop));
            flagged(Reading::from(&extract(&answered.text)), &answered).flags
        };
        let stop = "There is no common factor between the current case and either precedent, so I must stop.";
        assert!(said(argues, stop).contains_key(&Flag::ReasoningSaysStop));
        assert!(!said(argues, "F4 is shared.").contains_key(&Flag::ReasoningSaysStop));
        assert!(said(argues, "F4 is shared.").contains_key(&Flag::ReasoningBefore));
        let abstains = said(super::super::extract::abstention::ABSTENTION, stop);
        assert!(!abstains.contains_key(&Flag::ReasoningSaysStop));
    }
}
