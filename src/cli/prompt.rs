//! `prompt list` and `prompt show`.

use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;

use crate::case::{Act, Case, Move, Pack, PackSource, ProbeKind, Slip, Speaker, Turn, Variant};
use crate::cast::to_messages;
use crate::cli::args::PromptCommand;
use crate::cli::exit::{Exit, Failed};
use crate::model::{Message, Role};
use crate::prompt::{HistoryStyle, Origin, Prompts, Rendered, Template};
use crate::report::table::Table;
use crate::run::RunError;

/// `prompt`.
pub fn prompt(command: &PromptCommand, json: bool) -> Result<Exit, Failed> {
    match command {
        PromptCommand::List { prompts } => list(&load(prompts.as_deref())?, json),
        PromptCommand::Show { case, role, pack, variant, prompts } => {
            let prompts = load(prompts.as_deref())?;
            let pack = Pack::load(&PackSource::named(pack)).map_err(RunError::from)?;
            let case = case_of(&pack, case)?;
            let variant = if variant == "complete" { Variant::Complete } else { Variant::Underspecified };
            show(&prompts, case, variant, role, json)
        }
    }
}

fn load(overrides: Option<&Path>) -> Result<Prompts, Failed> {
    Ok(Prompts::load(overrides).map_err(RunError::from)?)
}

/// The case of that id.
///
/// # Errors
/// When the pack has none: with the ids it has.
pub fn case_of<'a>(pack: &'a Pack, id: &str) -> Result<&'a Case, Failed> {
    pack.case(id).ok_or_else(|| {
        let ids: Vec<&str> = pack.cases.iter().take(12).map(|case| case.id.as_str()).collect();
        let more = if pack.cases.len() > ids.len() { ", …" } else { "" };
        Failed::usage(
            format!("pack {} has no case `{id}`", pack.meta.name),
            format!("there are: {}{more}", ids.join(", ")),
        )
    })
}

fn list(prompts: &Prompts, json: bool) -> Result<Exit, Failed> {
    let all = prompts.list();
    if json {
        super::print_json(&all)?;
        return Ok(Exit::Done);
    }
    let mut table = Table::new(&["prompt", "in", "version", "hash", "from", "about"]).numbers(&[2]);
    for info in &all {
        let from = match &info.origin {
            Origin::Embedded => "built in".to_owned(),
            Origin::File(path) => path.display().to_string(),
        };
        table.row([
            info.template.name(),
            info.language.code(),
            &info.version.to_string(),
            &info.hash[..12],
            &from,
            &info.about,
        ]);
    }
    super::print_text(&format!("{table}\n"))?;
    Ok(Exit::Done)
}

/// A prompt as it would be sent.
#[derive(Serialize)]
struct Shown {
    prompt: &'static str,
    case: String,
    messages: Vec<Message>,
}

fn show(prompts: &Prompts, case: &Case, variant: Variant, role: &str, json: bool) -> Result<Exit, Failed> {
    let mut shown = Vec::new();
    let one = Template::from_name(role).is_some();
    for template in templates(role)? {
        // A case need have no probe; who asks for this prompt by its name is told.
        if template == Template::JudgeFidelity && !one && case.probe_outlines().is_empty() {
            continue;
        }
        let messages = to_messages(render(prompts, template, case, variant)?);
        shown.push(Shown { prompt: template.name(), case: case.id.clone(), messages });
    }
    if json {
        super::print_json(&shown)?;
        return Ok(Exit::Done);
    }
    let mut text = String::new();
    for Shown { prompt, case, messages } in &shown {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "═══ {prompt} on {case} ═══");
        for message in messages {
            let role = match message.role {
                Role::System => "system",
                Role::User => "user",
                Role::Assistant => "assistant",
            };
            let _ = writeln!(text, "─── {role}\n{}\n", message.content);
        }
    }
    super::print_text(&text)?;
    Ok(Exit::Done)
}

/// A role's templates, or one by its name.
fn templates(role: &str) -> Result<Vec<Template>, Failed> {
    if let Some(one) = Template::from_name(role) {
        return Ok(vec![one]);
    }
    let of_role: Vec<Template> = Template::ALL
        .into_iter()
        .filter(|t| t.name().split('/').next() == Some(role) || t.role() == role)
        .collect();
    if of_role.is_empty() {
        let known: Vec<&str> = Template::ALL.into_iter().map(Template::name).collect();
        return Err(Failed::usage(
            format!("no role or prompt `{role}`"),
            format!("roles: assistant, user, gate, classifier, judge; prompts: {}", known.join(", ")),
        ));
    }
    Ok(of_role)
}

/// Renders a template on a case. Roles that answer a message get the case's own question for its
/// first missing fact, so that what they would be sent can be seen whole.
fn render(prompts: &Prompts, template: Template, case: &Case, variant: Variant) -> Result<Rendered, Failed> {
    let reader = case.for_reader();
    let message = reader
        .key_facts
        .iter()
        .find(|fact| fact.missing)
        .and_then(|fact| fact.question)
        .unwrap_or("?")
        .to_owned();
    let talk = [Turn::new(Speaker::Assistant, message.clone())];
    let rendered = match template {
        Template::AssistantLexawn | Template::AssistantForcedQuestion | Template::AssistantDirect => {
            prompts.assistant(template, &case.for_assistant(variant, &[]), HistoryStyle::Chat, false)
        }
        Template::AssistantForcedVerdict => {
            let view = case.for_assistant(variant, &[]);
            prompts.assistant(Template::AssistantLexawn, &view, HistoryStyle::Chat, true)
        }
        Template::UserSinglePrompt => prompts.user(template, &case.for_user(variant, &talk), &[]),
        Template::UserProfile
        | Template::UserWithhold
        | Template::UserMisstate
        | Template::UserCorrect
        | Template::UserFollowUp
        | Template::UserDelayed
        | Template::UserSelfCorrection
        | Template::UserReluctant => {
            let view = case.for_user_moving(variant, &talk, &shown_move(template, case), true);
            prompts.user(Template::UserSinglePrompt, &view, &[template])
        }
        Template::UserSelect => prompts.render(template, &case.for_user(variant, &talk)),
        Template::UserSpeak => {
            let missing = case.answer_key().missing.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
            let view = case.for_speaking_user(variant, &talk, &missing, &Move::ANSWER, false);
            prompts.speaking_user(template, &view)
        }
        Template::Checker => {
            let talk = [talk[0].clone(), Turn::new(Speaker::User, "…")];
            prompts.render(template, &case.for_disclosure_checker(variant, &talk))
        }
        Template::Gate => prompts.render(template, &case.for_gate(variant, &[], &message)),
        Template::Classifier => prompts.render(template, &case.for_classifier(&message)),
        Template::JudgeLca => prompts.render(template, &case.for_lca_judge(variant, &message)),
        Template::JudgeDcg => prompts.render(template, &case.for_dcg_judge(&[], &message)),
        Template::JudgeLjp => prompts.render(template, &case.for_ljp_judge(&message)),
        Template::JudgeFidelity => {
            // The case's first probe asked directly, and answered with what an answer must hold.
            let probe = reader.probes.first().ok_or_else(|| {
                Failed::usage(format!("{} has no probe", case.id), "name a case with one: docs/cases.md")
            })?;
            let view = case
                .for_fidelity_assessor(&probe.target, ProbeKind::Direct, &probe.minimum_answer)
                .ok_or_else(|| Failed::error(format!("{} has no such probe", case.id)))?;
            prompts.render(template, &view)
        }
    };
    Ok(rendered.map_err(RunError::from)?)
}

/// A move about the case's first missing fact, such as the template is for.
fn shown_move(template: Template, case: &Case) -> Move {
    let first = case.answer_key().missing.first().map(|id| (*id).to_owned());
    let act = match template {
        Template::UserMisstate => Act::Misstate,
        Template::UserCorrect => Act::Correct,
        Template::UserFollowUp => Act::FollowUp,
        _ => Act::Withhold,
    };
    Move::slipped(act, first.into_iter().collect(), Slip::Mistaken)
}
