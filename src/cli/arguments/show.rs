//! `show` of a run of arguments: which to look at, and what was argued, read and scored.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;

use crate::case::{Fault, Stop};
use crate::cli::args::ShowArgs;
use crate::cli::arguments::Chosen;
use crate::cli::exit::{Exit, Failed};
use crate::cli::show::{asks_of, describe_call};
use crate::model::journal::{Call, Journal};
use crate::report::number::decimal;
use crate::run::{
    Environment, RunError, RunFolder, each_unit, read_triples_snapshot, shelves, standing_judgement,
};
use crate::suite::threeply::{
    Abstention, Answered, Argued, ArgumentScore, Arguments, Case, DIALOGUE, Entry, Flag, Label, Numbers,
    Omission, Ply, PlyLabel, Reading, Said, Side, Triple, Unit, review_queue, score_argument,
};
use crate::suite::{JudgeOutcome, Judgement, PlayRecord, UnitState, judges_of};

/// An argument with what extractors made of it.
#[derive(Serialize)]
struct Shown {
    triple: Triple,
    record: PlayRecord<Arguments>,
    judgements: Vec<Judgement<Arguments>>,
    /// Under the leading extractor.
    score: Option<ArgumentScore>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    calls: Vec<Call>,
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Document {
    /// What to look at, gravest first, under the leading extractor.
    review_queue: Vec<Entry>,
    arguments: Vec<Shown>,
}

/// Arguments listed in the queue, in words.
const QUEUE_SHOWN: usize = 10;

/// `show RUN`.
pub fn show(args: &ShowArgs, run: &Path, json: bool) -> Result<Exit, Failed> {
    let folder = RunFolder::reading(run)?;
    let (_, settings, triples, prompts) = read_triples_snapshot(run)?;
    let study = Chosen::new(&settings, triples).cast(&settings, &Environment::Offline)?;
    let (plays, judgements) = shelves::<Arguments>(&folder)?;
    let judges = judges_of(&study);
    let leading = judges.first().map(|judge| judge.name.as_str()).unwrap_or_default();
    let mut scores: Vec<(Unit, ArgumentScore)> = Vec::new();
    each_unit(&study, &prompts, &plays, &judgements, leading, &mut |unit, state| {
        if let Some(triple) = study.triple(unit).filter(|_| wanted(args, unit)) {
            scores.extend(scored(unit, triple, state).map(|score| (unit.clone(), score)));
        }
    });
    let queue = review_queue(&scores.iter().map(|(_, score)| score.clone()).collect::<Vec<_>>());
    let journal =
        if args.calls { Some(Journal::reading(&folder.calls()).map_err(RunError::from)?) } else { None };
    // What is to be looked at comes first.
    let rank = |unit: &Unit| {
        let name = named(unit);
        queue.iter().position(|entry| entry.id == name).unwrap_or(queue.len())
    };
    let mut units: Vec<Unit> = study.all_units().into_iter().filter(|unit| wanted(args, unit)).collect();
    units.sort_by_key(rank);
    let (mut shown, mut more) = (Vec::new(), 0_usize);
    for unit in units {
        let id = unit.id();
        let (Some(record), Some(triple)) = (plays.read(&id)?, study.triple(&unit)) else { continue };
        if shown.len() == args.limit {
            more += 1;
            continue;
        }
        let mut made = Vec::new();
        for judge in &judges {
            let shelves = (&plays, &judgements);
            made.extend(standing_judgement(&study, &prompts, shelves, &unit, &judge.name)?);
        }
        let seqs = record.transcript.calls.iter().chain(made.iter().flat_map(|made| &made.calls));
        let calls = asks_of(journal.as_ref(), seqs.copied())?;
        let score = scores.iter().find(|(of, _)| *of == unit).map(|(_, score)| score.clone());
        shown.push(Shown { triple: triple.clone(), record, judgements: made, score, calls });
    }
    if json {
        super::super::print_json(&Document { review_queue: queue, arguments: shown })?;
        return Ok(Exit::Done);
    }
    super::super::print_text(&described(run, &queue, &shown, more))?;
    Ok(Exit::Done)
}

fn wanted(args: &ShowArgs, unit: &Unit) -> bool {
    let is = |wanted: &Option<String>, name: &str| wanted.as_deref().is_none_or(|wanted| wanted == name);
    is(&args.case, &unit.triple)
        && is(&args.task, unit.mode.name())
        && args.model.as_deref().is_none_or(|model| {
            model == unit.name() || model == unit.assistant || unit.opponent.as_deref() == Some(model)
        })
        && args.setup.as_deref().is_none_or(|setup| unit.is_dialogue() && setup == DIALOGUE)
        && args.repeat.is_none_or(|repeat| repeat == unit.repeat)
}

/// As the queue names it.
fn named(unit: &Unit) -> String {
    format!("{} · repeat {} · {}", unit.triple, unit.repeat, unit.name())
}

fn scored(unit: &Unit, triple: &Triple, state: &UnitState<Label>) -> Option<ArgumentScore> {
    let reading = match state {
        UnitState::Lost(_) => return None,
        UnitState::Absent(absence) => Reading::of_absent(unit, *absence),
        UnitState::Labelled(label, _) => Reading::from(label.clone()),
    };
    let score = score_argument(&Argued { triple, reading: Some(reading) });
    Some(ArgumentScore { id: named(unit), ..score })
}

/// Writing to a string cannot fail, here and below.
fn described(run: &Path, queue: &[Entry], shown: &[Shown], more: usize) -> String {
    let mut text = String::new();
    if !queue.is_empty() {
        let _ = writeln!(text, "To be looked at, gravest first ({} in all):", queue.len());
        for Entry { id, reasons } in queue.iter().take(QUEUE_SHOWN) {
            let reasons: Vec<&str> = reasons.iter().map(|reason| reason.words()).collect();
            let _ = writeln!(text, "  {id}: {}", reasons.join(", "));
        }
        text.push('\n');
    }
    for argument in shown {
        describe(&mut text, argument);
    }
    let _ = match (shown.len(), more) {
        (0, _) => writeln!(
            text,
            "no argument of this run fits; `lexconsult plan --why {}` says what is owed",
            run.display()
        ),
        (_, 0) => Ok(()),
        (_, more) => writeln!(
            text,
            "{more} more fit; see them with --limit, or choose with --case, --task, --model, --repeat"
        ),
    };
    text
}

fn describe(text: &mut String, shown: &Shown) {
    let Shown { triple, record, judgements, score, calls } = shown;
    let PlayRecord { play, transcript, .. } = record;
    let _ = writeln!(text, "═══ {} · {}", named(play), play.mode);
    for case in Case::ALL {
        let won = triple.outcome(case).map(|side| format!(", won by the {side}")).unwrap_or_default();
        let _ = writeln!(text, "{case}{won}: {}", numbers(triple.factors_of(case)));
    }
    let Answered { text: said, reasoning, cut, plies, stop, why, .. } = transcript;
    for (ply, said) in Ply::ALL.into_iter().zip(plies) {
        describe_ply(text, play, ply, said);
    }
    if !play.is_dialogue() {
        describe_text(text, "argument", said, reasoning.as_deref(), *cut);
    }
    let fault = match stop {
        Stop::Fault(Fault::JudgeFault | Fault::SimulatorFault | Fault::Infrastructure | Fault::Budget) => {
            "fault, "
        }
        _ => "",
    };
    let why = why.as_deref().map(|why| format!(": {why}")).unwrap_or_default();
    let _ = writeln!(text, "─── end: {fault}{}{why}", stop.name());
    for judgement in judgements {
        let read = match &judgement.outcome {
            JudgeOutcome::Fault { fault, why } => format!("{}: {why}", fault.name()),
            JudgeOutcome::Label(label) => reading(label),
        };
        let _ = writeln!(text, "    {} reads: {read}", judgement.judge);
        if let JudgeOutcome::Label(label) = &judgement.outcome {
            for ply in &label.plies {
                let _ = writeln!(text, "        {}: {}", ply.ply.heading(), reading_of_ply(ply));
            }
        }
    }
    if let Some(score) = score {
        describe_score(text, score);
    }
    for call in calls {
        describe_call(text, call);
    }
    text.push('\n');
}

fn describe_ply(text: &mut String, play: &Unit, ply: Ply, said: &Said) {
    let by = match (ply.side(), &play.opponent) {
        (Side::Defendant, Some(opponent)) => opponent,
        _ => &play.assistant,
    };
    let what = format!("{} · {by}", ply.heading());
    describe_text(text, &what, &said.text, said.reasoning.as_deref(), said.cut);
    if let Some(absence) = said.absent {
        let _ = writeln!(text, "    no text: {}", absence.name());
    }
}

/// Each line of what was said is marked as such, so that no message can pass for the harness.
fn describe_text(text: &mut String, what: &str, said: &str, reasoning: Option<&str>, cut: bool) {
    if let Some(reasoning) = reasoning {
        let _ = writeln!(text, "─── reasoning\n│ {}", reasoning.replace('\n', "\n│ "));
    }
    let cut = if cut { "  [cut by the length limit]" } else { "" };
    let _ = writeln!(text, "─── {what}{cut}\n│ {}", said.replace('\n', "\n│ "));
}

fn numbers(factors: &BTreeSet<u32>) -> String {
    if factors.is_empty() {
        return "none".to_owned();
    }
    factors.iter().map(|number| format!("F{number}")).collect::<Vec<_>>().join(" ")
}

fn reading(label: &Label) -> String {
    let cited = |side: Option<Case>| side.map_or_else(|| "none".to_owned(), |case| case.to_string());
    let mut parts = vec![
        format!("{}: {}", Case::Current, numbers(&label.current)),
        format!("{}: {}", Case::Tsc1, numbers(&label.tsc1)),
        format!("{}: {}", Case::Tsc2, numbers(&label.tsc2)),
        format!("cited {} and {}", cited(label.cited.plaintiff), cited(label.cited.defendant)),
        abstention(label.abstention).to_owned(),
    ];
    if label.unattributed > 0 {
        parts.push(format!("{} unattributed", label.unattributed));
    }
    parts.extend(label.flags.iter().map(|(flag, n)| format!("{} ({n})", oddity(*flag))));
    parts.join("; ")
}

fn reading_of_ply(label: &PlyLabel) -> String {
    let asserted = [(Case::Current, &label.current), (Case::Tsc1, &label.tsc1), (Case::Tsc2, &label.tsc2)];
    let asserted = asserted.map(|(case, factors)| format!("{case}: {}", numbers(factors))).join("; ");
    format!("{asserted}; {}", abstention(label.abstention))
}

fn abstention(abstention: Abstention) -> &'static str {
    match abstention {
        Abstention::No => "does not abstain",
        Abstention::Lenient => "declines in other words",
        Abstention::Strict => "abstains",
    }
}

fn oddity(flag: Flag) -> &'static str {
    match flag {
        Flag::NameMismatch => "a number with another name",
        Flag::UnknownNumber => "a number of no factor",
        Flag::WrongSide => "a wrong side mark",
        Flag::Truncated => "cut short",
        Flag::ReasoningBefore => "reasoning before the answer",
        Flag::ReasoningSaysStop => "argues against its reasoning",
        Flag::NearMissAbstention => "nearly the required sentence",
    }
}

fn both_numbers(numbers: Numbers) -> String {
    let abstained = if numbers.abstained { ", taken as an abstention" } else { "" };
    format!("acc_h {}, rec_u {}{abstained}", decimal(numbers.acc_h, 3), decimal(numbers.rec_u, 3))
}

fn describe_score(text: &mut String, score: &ArgumentScore) {
    for (policy, numbers) in [("paper", score.paper), ("strict", score.strict)] {
        if let Some(numbers) = numbers {
            let _ = writeln!(text, "    {policy}: {}", both_numbers(numbers));
        }
    }
    for side in &score.sides {
        for (policy, numbers) in [("paper", side.paper), ("strict", side.strict)] {
            let _ = writeln!(text, "    {policy}, the {} alone: {}", side.side, both_numbers(numbers));
        }
    }
    let Some(errors) = &score.errors else { return };
    let given = |list: &[(Case, u32)]| -> String {
        list.iter().map(|(case, number)| format!("F{number} to {case}")).collect::<Vec<_>>().join(", ")
    };
    let omitted = |list: &[Omission]| -> String {
        let each = list
            .iter()
            .map(|omission| format!("F{} of {} by the {}", omission.number, omission.case, omission.side));
        each.collect::<Vec<_>>().join(", ")
    };
    for (what, list) in [
        ("misattributed", given(&errors.misattributions)),
        ("invented", given(&errors.inventions)),
        ("shared and left out", omitted(&errors.omitted_shared)),
        ("distinguishing and left out", omitted(&errors.omitted_distinguishing)),
    ] {
        if !list.is_empty() {
            let _ = writeln!(text, "    {what}: {list}");
        }
    }
}
