//! The tables of a run of consultations: units, turns, disclosures, judgements, calls.

use crate::case::Speaker;
use crate::report::export::{
    self, ExportColumn, ExportError, Sink, TableName, Value, number, text, whole, yes,
};
use crate::report::lexpilot::evidence::Evidence;
use crate::report::lexpilot::units::{Slice, weigh};
use crate::report::seam::ReadRun;
use crate::run::{Shelf, each_unit, standing_judgement};
use crate::suite::lexpilot::{JudgeOutcome, Judgement, Label, LcaClass, Play, PlayRecord, UnitState};

/// What every row about a play begins with.
const PLAY: [ExportColumn; 9] = [
    text("play"),
    text("case"),
    text("task"),
    text("setup"),
    text("variant"),
    text("condition"),
    whole("repeat"),
    text("assistant"),
    text("user"),
];

/// The columns of a table.
pub fn columns(table: TableName) -> Vec<ExportColumn> {
    let own: &[ExportColumn] = match table {
        TableName::Units => &[
            text("class"),
            text("cause"),
            whole("provisions"),
            text("stop"),
            text("lost"),
            text("absent"),
            text("judge"),
            text("label"),
            number("right"),
        ],
        TableName::Turns => &[
            whole("turn"),
            whole("round"),
            text("speaker"),
            text("text"),
            text("as_written"),
            yes("decides_all"),
            text("requested"),
            yes("cut"),
        ],
        TableName::Disclosures => &[text("fact"), whole("round"), text("how")],
        TableName::Judgements => &[
            text("judge"),
            text("fault"),
            whole("round"),
            whole("item"),
            text("label"),
            text("truth"),
            text("focal_point"),
            text("facts"),
            yes("relevant"),
            yes("answerable"),
        ],
        TableName::Calls => return export::call_columns(),
    };
    PLAY.iter().chain(own).copied().collect()
}

/// Hands the rows of a table over, in the study's order.
///
/// # Errors
/// When the run cannot be read, or a row cannot be written.
pub fn each_row(run: &Evidence, table: TableName, sink: &mut dyn Sink) -> Result<(), ExportError> {
    if table == TableName::Calls {
        export::calls(run.path(), sink)?;
        return Ok(sink.end()?);
    }
    let mut failed: Option<ExportError> = None;
    let judge = run.judge();
    let (plays, judged) = run.shelves()?;
    each_unit(&run.study, &run.prompts, &plays, &judged, &judge, &mut |play, state| {
        if failed.is_none() {
            let done = match table {
                TableName::Units => unit(run, &plays, play, state, sink),
                _ if matches!(state, UnitState::Lost("not_played")) => Ok(()),
                TableName::Turns => of_record(&plays, play, sink, turns),
                TableName::Disclosures => of_record(&plays, play, sink, disclosures),
                TableName::Judgements => judgements(run, (&plays, &judged), play, sink),
                TableName::Calls => Ok(()),
            };
            failed = done.err();
        }
    });
    match failed {
        Some(error) => Err(error),
        None => Ok(sink.end()?),
    }
}

fn begin(play: &Play) -> Vec<Value> {
    vec![
        play.id().into(),
        play.case.as_str().into(),
        play.task.name().into(),
        play.setup.map(|setup| setup.name()).into(),
        play.variant.name().into(),
        play.condition.map(|condition| condition.name()).into(),
        play.repeat.into(),
        play.assistant.as_str().into(),
        play.user.as_deref().into(),
    ]
}

fn unit(
    run: &Evidence,
    plays: &Shelf<PlayRecord>,
    play: &Play,
    state: &UnitState,
    sink: &mut dyn Sink,
) -> Result<(), ExportError> {
    let mut row = begin(play);
    let case = run.study.case(play);
    let key = case.map(|case| case.answer_key());
    let not_played = matches!(state, UnitState::Lost("not_played"));
    let stop = plays.place(&play.id()).filter(|_| !not_played).map(|place| place.note.stop.name());
    let (lost, absent, label) = match state {
        UnitState::Lost(reason) => (Some(*reason), None, None),
        UnitState::Absent(absence) => (None, Some(absence.name()), None),
        UnitState::Labelled(label, absence) => {
            (None, absence.map(|absence| absence.name()), Some(in_short(label)))
        }
    };
    row.extend([
        case.map(|case| case.class.as_str()).into(),
        case.map(|case| case.cause.as_str()).into(),
        key.as_ref().map(|key| key.provisions as u64).into(),
        stop.into(),
        lost.into(),
        absent.into(),
        run.judge().into(),
        label.into(),
        key.and_then(|key| weigh(play.task, play.variant, state, &key))
            .map(|counts| Slice::of(play).right(&counts))
            .into(),
    ]);
    Ok(sink.row(row)?)
}

/// A label in a few words: the class; `success` or `failure`; the verdicts.
fn in_short(label: &Label) -> String {
    match label {
        Label::Lca { class, .. } => class_name(*class).to_owned(),
        Label::Dcg { requests } => {
            let success = requests.iter().any(|request| request.passes());
            if success { "success" } else { "failure" }.to_owned()
        }
        Label::Ljp { verdicts } => {
            let names = verdicts.iter().map(|verdict| verdict.map_or("none", verdict_name));
            names.collect::<Vec<_>>().join(" ")
        }
    }
}

fn class_name(class: LcaClass) -> &'static str {
    match class {
        LcaClass::Complete => "complete",
        LcaClass::Underspecified => "underspecified",
        LcaClass::Neither => "neither",
    }
}

fn verdict_name(verdict: crate::case::Verdict) -> &'static str {
    match verdict {
        crate::case::Verdict::Dismissed => "dismissed",
        crate::case::Verdict::PartiallySupported => "partially_supported",
        crate::case::Verdict::Supported => "supported",
    }
}

type OfRecord = fn(&PlayRecord, &mut dyn Sink) -> Result<(), ExportError>;

fn of_record(
    plays: &Shelf<PlayRecord>,
    play: &Play,
    sink: &mut dyn Sink,
    rows: OfRecord,
) -> Result<(), ExportError> {
    match plays.read(&play.id())? {
        Some(record) => rows(&record, sink),
        None => Ok(()),
    }
}

fn turns(record: &PlayRecord, sink: &mut dyn Sink) -> Result<(), ExportError> {
    for (at, spoken) in record.transcript.turns.iter().enumerate() {
        let mut row = begin(&record.play);
        row.extend([
            (at as u64 + 1).into(),
            spoken.round.into(),
            match spoken.turn.speaker {
                Speaker::User => "user",
                Speaker::Assistant => "assistant",
            }
            .into(),
            spoken.turn.text.as_str().into(),
            spoken.turn.as_written.as_deref().into(),
            spoken.reading.map(|reading| reading.decides_all).into(),
            spoken.requested.as_ref().map(|facts| facts.join(" ")).into(),
            spoken.cut.into(),
        ]);
        sink.row(row)?;
    }
    Ok(())
}

fn disclosures(record: &PlayRecord, sink: &mut dyn Sink) -> Result<(), ExportError> {
    for entry in &record.transcript.ledger {
        let mut row = begin(&record.play);
        row.extend([entry.fact.as_str().into(), entry.round.into(), entry.how.name().into()]);
        sink.row(row)?;
    }
    Ok(())
}

fn judgements(
    run: &Evidence,
    shelves: (&Shelf<PlayRecord>, &Shelf<Judgement>),
    play: &Play,
    sink: &mut dyn Sink,
) -> Result<(), ExportError> {
    for judge in &run.study.judges {
        let name = judge.seat.name();
        if let Some(judgement) = standing_judgement(&run.study, &run.prompts, shelves, play, &name)? {
            judgement_rows(run, play, &judgement, sink)?;
        }
    }
    Ok(())
}

fn judgement_rows(
    run: &Evidence,
    play: &Play,
    judgement: &Judgement,
    sink: &mut dyn Sink,
) -> Result<(), ExportError> {
    let mut push = |fault: Option<&str>, rest: [Value; 8]| -> Result<(), ExportError> {
        let mut row = begin(play);
        row.extend([judgement.judge.as_str().into(), fault.into()]);
        row.extend(rest);
        Ok(sink.row(row)?)
    };
    let null = || Value::Null;
    match &judgement.outcome {
        JudgeOutcome::Fault { fault, .. } => push(Some(fault.name()), std::array::from_fn(|_| null())),
        JudgeOutcome::Label(Label::Lca { class, .. }) => {
            let truth = play.variant.name().into();
            push(None, [null(), null(), class_name(*class).into(), truth, null(), null(), null(), null()])
        }
        JudgeOutcome::Label(Label::Dcg { requests }) => {
            for request in requests {
                for (at, question) in request.questions.iter().enumerate() {
                    let accepted = question.relevant && question.answerable;
                    let rest = [
                        request.round.into(),
                        (at as u64 + 1).into(),
                        if accepted { "accepted" } else { "not_accepted" }.into(),
                        null(),
                        question.focal_point.as_deref().into(),
                        question.facts.join(" ").into(),
                        question.relevant.into(),
                        question.answerable.into(),
                    ];
                    push(None, rest)?;
                }
            }
            Ok(())
        }
        JudgeOutcome::Label(Label::Ljp { verdicts }) => {
            let truth = run.study.case(play).map(|case| case.answer_key().verdicts).unwrap_or_default();
            for (at, verdict) in verdicts.iter().enumerate() {
                let truth = truth.get(at).map(|verdict| verdict_name(*verdict));
                let label: Value = verdict.map(verdict_name).into();
                let item: Value = (at as u64 + 1).into();
                push(None, [null(), item, label, truth.into(), null(), null(), null(), null()])?;
            }
            Ok(())
        }
    }
}
