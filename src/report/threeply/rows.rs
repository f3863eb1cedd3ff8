//! The tables of a run of arguments: units, turns, judgements, calls.

use std::collections::BTreeSet;

use crate::report::export::{
    self, ExportColumn, ExportError, Sink, TableName, Value, number, text, whole, yes,
};
use crate::report::seam::ReadRun;
use crate::report::threeply::{ArgumentRun, named, reading_of};
use crate::run::{each_unit, standing_judgement};
use crate::suite::threeply::{
    Abstention, Argued, ArgumentScore, Arguments, Case, Label, Ply, Reason, Unit, score_argument,
};
use crate::suite::{JudgeOutcome, Judgement, PlayRecord, Suite, UnitState};

/// What every row about an argument begins with.
const PLAY: [ExportColumn; 6] =
    [text("play"), text("triple"), text("mode"), whole("complexity"), whole("repeat"), text("assistant")];

/// The columns of a table; nobody discloses anything in arguments.
pub fn columns(table: TableName) -> Option<Vec<ExportColumn>> {
    let own: &[ExportColumn] = match table {
        TableName::Units => &[
            text("stop"),
            text("lost"),
            text("absent"),
            text("judge"),
            text("abstention"),
            number("acc_h"),
            number("acc_h_strict"),
            number("rec_u"),
            number("rec_u_strict"),
            yes("plaintiff_cites_right"),
            yes("defendant_cites_right"),
            yes("empty"),
            whole("misattributions"),
            whole("inventions"),
            whole("omitted_shared"),
            whole("omitted_distinguishing"),
            yes("spurious_argument"),
            yes("near_miss_abstention"),
            yes("reasoning_says_stop"),
            whole("unattributed"),
            whole("review_rank"),
            text("review_reasons"),
        ],
        TableName::Turns => &[text("ply"), text("party"), text("text"), text("reasoning"), yes("cut")],
        TableName::Disclosures => return None,
        TableName::Judgements => &[
            text("judge"),
            text("fault"),
            text("abstention"),
            text("plaintiff_cites"),
            text("defendant_cites"),
            text("case"),
            text("asserted"),
            text("truth"),
            text("invented"),
            text("flags"),
            whole("unattributed"),
        ],
        TableName::Calls => return Some(export::call_columns()),
    };
    Some(PLAY.iter().chain(own).copied().collect())
}

/// Hands the rows of a table over, in the study's order.
///
/// # Errors
/// When the run cannot be read, or a row cannot be written.
pub fn each_row(run: &ArgumentRun, table: TableName, sink: &mut dyn Sink) -> Result<(), ExportError> {
    if table == TableName::Calls {
        export::calls(run.path(), sink)?;
        return Ok(sink.end()?);
    }
    let queue = run.queue();
    let (plays, judgements) = run.shelves()?;
    let mut failed: Option<ExportError> = None;
    each_unit(&run.study, &run.prompts, &plays, &judgements, &run.judge(), &mut |unit, state| {
        if failed.is_some() {
            return;
        }
        let missing = matches!(state, UnitState::Lost("not_played" | "not_answered"));
        let done = match table {
            TableName::Units => {
                let stop = plays.place(&unit.id()).filter(|_| !missing).map(|place| place.note.stop.name());
                let name = named(unit);
                let rank = queue.iter().position(|entry| entry.id == name);
                let reasons = rank.map(|rank| queue[rank].reasons.as_slice()).unwrap_or_default();
                sink.row(of_unit(run, unit, state, stop, rank, reasons)).map_err(ExportError::from)
            }
            _ if missing => Ok(()),
            TableName::Turns => match plays.read(&unit.id()) {
                Ok(Some(record)) => turns(run, &record, sink),
                Ok(None) => Ok(()),
                Err(error) => Err(error.into()),
            },
            TableName::Judgements => run.judges().iter().try_for_each(|judge| {
                let shelves = (&plays, &judgements);
                match standing_judgement(&run.study, &run.prompts, shelves, unit, judge)? {
                    Some(judgement) => judged(run, unit, &judgement, sink),
                    None => Ok(()),
                }
            }),
            TableName::Disclosures | TableName::Calls => Ok(()),
        };
        failed = done.err();
    });
    match failed {
        Some(error) => Err(error),
        None => Ok(sink.end()?),
    }
}

fn begin(run: &ArgumentRun, unit: &Unit) -> Vec<Value> {
    vec![
        unit.id().into(),
        unit.triple.as_str().into(),
        unit.mode.name().into(),
        run.study.triple(unit).map(|triple| triple.complexity).into(),
        unit.repeat.into(),
        Arguments::place(unit).model.into(),
    ]
}

fn of_unit(
    run: &ArgumentRun,
    unit: &Unit,
    state: &UnitState<Label>,
    stop: Option<&'static str>,
    rank: Option<usize>,
    reasons: &[Reason],
) -> Vec<Value> {
    let (lost, absent) = match state {
        UnitState::Lost(reason) => (Some(*reason), None),
        UnitState::Absent(absence) => (None, Some(absence.name())),
        UnitState::Labelled(_, absence) => (None, absence.map(|absence| absence.name())),
    };
    let triple = run.study.triple(unit);
    let score: Option<ArgumentScore> = triple
        .zip(reading_of(unit, state))
        .map(|(triple, reading)| score_argument(&Argued { triple, reading: Some(reading) }));
    let score = score.as_ref();
    let errors = score.and_then(|score| score.errors.as_ref());
    let count = |n: usize| n as u64;
    let mut row = begin(run, unit);
    row.extend([
        stop.into(),
        lost.into(),
        absent.into(),
        run.judge().into(),
        score.and_then(|score| score.abstention).map(abstention_name).into(),
        score.and_then(|score| score.paper?.acc_h).into(),
        score.and_then(|score| score.strict?.acc_h).into(),
        score.and_then(|score| score.paper?.rec_u).into(),
        score.and_then(|score| score.strict?.rec_u).into(),
        score.and_then(|score| score.plaintiff_cites_right).into(),
        score.and_then(|score| score.defendant_cites_right).into(),
        score.map(|score| score.empty).into(),
        errors.map(|errors| count(errors.misattributions.len())).into(),
        errors.map(|errors| count(errors.inventions.len())).into(),
        errors.map(|errors| count(errors.omitted_shared.len())).into(),
        errors.map(|errors| count(errors.omitted_distinguishing.len())).into(),
        errors.map(|errors| errors.spurious_argument).into(),
        errors.map(|errors| errors.near_miss_abstention).into(),
        errors.map(|errors| errors.reasoning_says_stop).into(),
        score.map(|score| count(score.unattributed)).into(),
        rank.map(|rank| count(rank) + 1).into(),
        rank.map(|_| reasons.iter().map(|reason| reason.words()).collect::<Vec<_>>().join("; ")).into(),
    ]);
    row
}

/// As in files.
fn abstention_name(abstention: Abstention) -> &'static str {
    match abstention {
        Abstention::Strict => "strict",
        Abstention::Lenient => "lenient",
        Abstention::No => "no",
    }
}

fn case_name(case: Case) -> &'static str {
    match case {
        Case::Current => "current",
        Case::Tsc1 => "tsc1",
        Case::Tsc2 => "tsc2",
    }
}

/// A row an answer, or in a dialogue a row a ply.
fn turns(run: &ArgumentRun, record: &PlayRecord<Arguments>, sink: &mut dyn Sink) -> Result<(), ExportError> {
    let answered = &record.transcript;
    let mut push = |ply: Option<Ply>, text: &str, reasoning: Option<&str>, cut: bool| {
        let mut row = begin(run, &record.play);
        let party = ply.map(|ply| ply.side().to_string());
        row.extend([ply.map(Ply::heading).into(), party.into(), text.into(), reasoning.into(), cut.into()]);
        sink.row(row).map_err(ExportError::from)
    };
    if answered.plies.is_empty() {
        return push(None, &answered.text, answered.reasoning.as_deref(), answered.cut);
    }
    for (ply, said) in Ply::ALL.iter().zip(&answered.plies) {
        push(Some(*ply), &said.text, said.reasoning.as_deref(), said.cut)?;
    }
    Ok(())
}

/// A row a case of the triple, or one where the extractor failed.
fn judged(
    run: &ArgumentRun,
    unit: &Unit,
    judgement: &Judgement<Arguments>,
    sink: &mut dyn Sink,
) -> Result<(), ExportError> {
    let judge = judgement.judge.as_str();
    let label = match &judgement.outcome {
        JudgeOutcome::Fault { fault, .. } => {
            let mut row = begin(run, unit);
            row.extend([judge.into(), fault.name().into()]);
            row.extend(std::iter::repeat_n(Value::Null, 9));
            return Ok(sink.row(row)?);
        }
        JudgeOutcome::Label(label) => label,
    };
    let numbers =
        |numbers: &BTreeSet<u32>| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let flags: Vec<String> = label
        .flags
        .iter()
        // A flag is a word: serialising it cannot fail.
        .map(|(flag, n)| {
            let name = serde_json::to_value(flag).ok();
            let name = name.as_ref().and_then(serde_json::Value::as_str).unwrap_or_default();
            format!("{name}:{n}")
        })
        .collect();
    for case in Case::ALL {
        let asserted = match case {
            Case::Current => &label.current,
            Case::Tsc1 => &label.tsc1,
            Case::Tsc2 => &label.tsc2,
        };
        let truth = run.study.triple(unit).map(|triple| triple.factors_of(case));
        let mut row = begin(run, unit);
        row.extend([
            judge.into(),
            Value::Null,
            abstention_name(label.abstention).into(),
            label.cited.plaintiff.map(case_name).into(),
            label.cited.defendant.map(case_name).into(),
            case_name(case).into(),
            numbers(asserted).into(),
            truth.map(numbers).into(),
            truth.map(|truth| numbers(&asserted.difference(truth).copied().collect())).into(),
            flags.join(" ").into(),
            (label.unattributed as u64).into(),
        ]);
        sink.row(row)?;
    }
    Ok(())
}
