//! `show`: a case, or what was said in a run.

use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;

use crate::case::{Act, Fault, Pack, PackSource, Reader, ReaderTurn, Speaker, Stop};
use crate::cli::args::ShowArgs;
use crate::cli::arguments::{self, is_run_of_arguments};
use crate::cli::exit::{Exit, Failed};
use crate::cli::prompt::case_of;
use crate::dialogue::condition::Disturbance;
use crate::model::journal::{Asked, Call, Journal, Outcome};
use crate::run::{Environment, RunError, RunFolder, cast, read_snapshot, shelves, standing_judgement};
use crate::suite::lexpilot::{Condition, Course, JudgeOutcome, Judgement, Label, Play, PlayRecord, Study};

/// `show`.
pub fn show(args: &ShowArgs, json: bool) -> Result<Exit, Failed> {
    let path = Path::new(&args.what);
    if path.join("run.json").exists() || path.is_dir() {
        return match is_run_of_arguments(path, None)? {
            true => arguments::show(args, path, json),
            false => plays(args, path, json),
        };
    }
    let pack = Pack::load(&PackSource::named(&args.pack)).map_err(RunError::from)?;
    let case = case_of(&pack, &args.what).map_err(|failed| Failed {
        message: format!("{}, nor is it the folder of a run", failed.message),
        ..failed
    })?;
    if json {
        super::print_json(&case.for_reader())?;
    } else {
        super::print_text(&describe_case(&case.for_reader()))?;
    }
    Ok(Exit::Done)
}

/// A play with what judges made of it.
#[derive(Serialize)]
struct ShownPlay {
    record: PlayRecord,
    judgements: Vec<Judgement>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    calls: Vec<Call>,
}

fn plays(args: &ShowArgs, run: &Path, json: bool) -> Result<Exit, Failed> {
    let folder = RunFolder::reading(run)?;
    let (_, settings, pack, prompts) = read_snapshot(run)?;
    let study = cast(&settings, pack, &Environment::Offline)?;
    let (plays, judgements) = shelves::<Study>(&folder)?;
    let journal =
        if args.calls { Some(Journal::reading(&folder.calls()).map_err(RunError::from)?) } else { None };
    let mut shown = Vec::new();
    let mut more = 0_usize;
    for play in study.plays().into_iter().filter(|play| wanted(args, play)) {
        let id = play.id();
        let Some(record) = plays.read(&id)? else { continue };
        if shown.len() == args.limit {
            more += 1;
            continue;
        }
        let mut made = Vec::new();
        for judge in &study.judges {
            let (shelves, name) = ((&plays, &judgements), judge.seat.name());
            made.extend(standing_judgement(&study, &prompts, shelves, &play, &name)?);
        }
        let seqs = record.transcript.calls.iter().chain(made.iter().flat_map(|judgement| &judgement.calls));
        let calls = asks_of(journal.as_ref(), seqs.copied())?;
        shown.push(ShownPlay { record, judgements: made, calls });
    }
    if json {
        super::print_json(&shown)?;
        return Ok(Exit::Done);
    }
    let mut text = String::new();
    for play in &shown {
        describe_play(&mut text, play);
    }
    // Writing to a string cannot fail.
    let _ = match (shown.len(), more) {
        (0, _) => writeln!(
            text,
            "no play of this run fits; `lexconsult plan --why {}` says what is owed",
            run.display()
        ),
        (_, 0) => Ok(()),
        (_, more) => writeln!(
            text,
            "{more} more fit; see them with --limit, or choose with --case, --task, --setup, --model, --repeat"
        ),
    };
    super::print_text(&text)?;
    Ok(Exit::Done)
}

/// The asks with these numbers, where a journal is given.
pub fn asks_of(journal: Option<&Journal>, seqs: impl Iterator<Item = u64>) -> Result<Vec<Call>, Failed> {
    let Some(journal) = journal else { return Ok(Vec::new()) };
    Ok(seqs.map(|seq| journal.call(seq)).collect::<Result<_, _>>().map_err(RunError::from)?)
}

fn wanted(args: &ShowArgs, play: &Play) -> bool {
    let is = |wanted: &Option<String>, name: &str| wanted.as_deref().is_none_or(|wanted| wanted == name);
    is(&args.case, &play.case)
        && is(&args.task, play.task.name())
        && (args.setup.is_none() || play.setup.is_some_and(|setup| is(&args.setup, setup.name())))
        && is(&args.model, &play.assistant)
        && args.repeat.is_none_or(|repeat| repeat == play.repeat)
}

fn describe_play(text: &mut String, shown: &ShownPlay) {
    let PlayRecord { play, transcript, .. } = &shown.record;
    let condition = play.condition.filter(|condition| *condition != Condition::Standard);
    let condition = condition.map(|condition| format!(", {condition}")).unwrap_or_default();
    let setup = play.setup.map(|setup| format!(" {setup}{condition}")).unwrap_or_default();
    // Writing to a string cannot fail, here and below.
    let _ = writeln!(
        text,
        "═══ {} · {}{setup} · {} history · repeat {} · {}",
        play.case,
        play.task,
        play.variant.name(),
        play.repeat,
        play.assistant
    );
    for spoken in &transcript.turns {
        let who = match spoken.turn.speaker {
            Speaker::User => "user",
            Speaker::Assistant => "assistant",
        };
        let mut notes = Vec::new();
        if let Some(reading) = &spoken.reading {
            let by = match reading.by {
                crate::dialogue::ReadBy::Marker => "marker",
                crate::dialogue::ReadBy::Classifier => "classifier",
            };
            notes.push(format!("{} by {by}", if reading.decides_all { "decides" } else { "asks" }));
        }
        if let Some(requested) = &spoken.requested {
            notes.push(match requested.is_empty() {
                true => "asks for no key fact".to_owned(),
                false => format!("asks for {}", requested.join(", ")),
            });
        }
        if spoken.cut {
            notes.push("cut by the length limit".to_owned());
        }
        if let Some(moved) = spoken.moved.as_ref().filter(|moved| moved.act != Act::Answer) {
            notes.push(format!("to {} {}", act(moved.act), moved.targets.join(", ")));
        }
        if spoken.turn.speaker == Speaker::User {
            let told = transcript.ledger.iter().filter(|entry| entry.round == spoken.round);
            notes.extend(told.map(|entry| format!("{} {}", entry.fact, entry.how.name())));
        }
        let notes = if notes.is_empty() { String::new() } else { format!("  [{}]", notes.join("; ")) };
        // Each line of what was said is marked as such, so that no message can pass for the harness.
        let said = spoken.turn.text.replace('\n', "\n│ ");
        let _ = writeln!(text, "─── {} {who}{notes}\n│ {said}", spoken.round);
    }
    let why = transcript.why.as_deref().map(|why| format!(": {why}")).unwrap_or_default();
    let stop = match transcript.stop {
        Stop::Fault(Fault::JudgeFault | Fault::SimulatorFault | Fault::Infrastructure | Fault::Budget) => {
            "fault, "
        }
        _ => "",
    };
    let _ = writeln!(text, "─── end: {stop}{}{why}", transcript.stop.name());
    if let Some(came_to) = &transcript.disturbance {
        let _ = writeln!(text, "    the user's condition: {}", disturbed(came_to));
        let kept = match Course::of(play, transcript).and_then(|course| course.breaches()) {
            None => None,
            Some(breaches) if breaches.is_empty() => Some("kept to".to_owned()),
            Some(breaches) => {
                let ways: Vec<&str> = breaches.iter().map(|breach| breach.name()).collect();
                Some(format!("not kept to: it {}", ways.join(", and ")))
            }
        };
        let _ = kept.map(|kept| writeln!(text, "    it was {kept}"));
    }
    if let Some(by) = &transcript.ledger_by {
        let fault = transcript.ledger_fault.as_deref().map(|why| format!(", which failed: {why}"));
        let _ = writeln!(text, "    disclosures read by {by}{}", fault.unwrap_or_default());
    }
    for judgement in &shown.judgements {
        let _ = writeln!(text, "    {} says: {}", judgement.judge, label(&judgement.outcome));
    }
    for call in &shown.calls {
        describe_call(text, call);
    }
    text.push('\n');
}

fn act(act: Act) -> &'static str {
    match act {
        Act::Answer => "answer",
        Act::Withhold => "withhold",
        Act::Misstate => "misstate",
        Act::Correct => "correct",
        Act::FollowUp => "tell at last",
    }
}

fn disturbed(came_to: &Disturbance) -> String {
    let Some(round) = came_to.disrupted else { return "never took hold".to_owned() };
    let slip = came_to.slip.map(|slip| format!(" ({})", slip.name())).unwrap_or_default();
    let mut parts = vec![format!("took hold in round {round} on {}{slip}", came_to.facts.join(", "))];
    parts.extend(came_to.followed_up.map(|round| format!("followed up in round {round}")));
    parts.extend(came_to.corrected.map(|round| format!("corrected in round {round}")));
    parts.extend(came_to.uncorrected.then(|| "never corrected".to_owned()));
    parts.join(", ")
}

fn label(outcome: &JudgeOutcome) -> String {
    match outcome {
        JudgeOutcome::Fault { fault, why } => format!("{}: {why}", fault.name()),
        JudgeOutcome::Label(Label::Lca { class, mixed }) => {
            format!("{class:?}{}", if *mixed { " (both decides and asks)" } else { "" }).to_lowercase()
        }
        JudgeOutcome::Label(Label::Dcg { requests }) => {
            let rounds: Vec<String> = requests
                .iter()
                .map(|request| {
                    let verdict = if request.passes() { "accepted" } else { "not accepted" };
                    format!("round {}: {} question(s), {verdict}", request.round, request.questions.len())
                })
                .collect();
            rounds.join("; ")
        }
        JudgeOutcome::Label(Label::Ljp { verdicts }) => verdicts
            .iter()
            .map(|verdict| verdict.map_or_else(|| "no verdict".to_owned(), |verdict| verdict.to_string()))
            .collect::<Vec<_>>()
            .join(", "),
    }
}

/// An ask as it was made, and what was answered.
pub fn describe_call(text: &mut String, call: &Call) {
    let _ = writeln!(text, "··· call {} {} to {}", call.seq, call.path, call.model);
    if let Asked::Chat { messages, .. } = &call.request {
        for message in messages {
            let _ = writeln!(text, "  {:?}: {}", message.role, message.content.replace('\n', "\n    "));
        }
    }
    let _ = match &call.outcome {
        Outcome::Answer(answer) => {
            writeln!(text, "  -> {}", answer.text.as_deref().unwrap_or("(no text)").replace('\n', "\n    "))
        }
        Outcome::Failure { message, .. } => writeln!(text, "  -> failed: {message}"),
    };
}

/// Writing to a string cannot fail, here and below.
fn describe_case(case: &Reader<'_>) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "═══ {} · {} · {} · {}", case.id, case.cause, case.class, case.province);
    let _ = writeln!(text, "reviewed by {}", case.review.state);
    let _ = writeln!(text, "\n─── claims");
    for claim in &case.claims {
        let _ = writeln!(text, "{}  {}", claim.id, claim.text);
        let verdict = claim.verdict.word(case.language);
        let _ = writeln!(text, "    {verdict}: {} [{}]", claim.reasoning, claim.needs.join(", "));
    }
    let _ = writeln!(text, "\n─── points of dispute");
    for focal in case.focal_points {
        let _ = writeln!(text, "{}  {}", focal.id, focal.text);
        let _ = writeln!(text, "    {} [{}]", focal.kind, focal.facts.join(", "));
    }
    let _ = writeln!(text, "\n─── key facts");
    for fact in &case.key_facts {
        let standing = if fact.missing { "missing" } else { "told" };
        let _ = writeln!(text, "{}  {standing}: {}", fact.id, fact.text);
        if fact.missing {
            for (label, value) in [("asked by", fact.question), ("decisive", fact.why_decisive)] {
                let _ = value.map(|value| writeln!(text, "    {label}: {value}"));
            }
        }
    }
    for (label, history) in [("complete", &case.complete), ("underspecified", &case.underspecified)] {
        let _ = writeln!(text, "\n─── {label} history");
        for ReaderTurn { speaker, text: said } in history {
            let who = match speaker {
                Speaker::User => "user",
                Speaker::Assistant => "assistant",
            };
            let _ = writeln!(text, "{who}: {said}");
        }
    }
    if !case.provisions.is_empty() {
        let _ = writeln!(text, "\n─── provisions\n{}", case.provisions.join("\n"));
    }
    text
}
