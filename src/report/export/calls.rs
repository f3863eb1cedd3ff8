//! The table of calls: every ask of a run's journal, whatever its suite.

use std::path::Path;

use super::{ExportColumn, ExportError, Sink, Value, number, text, whole};
use crate::model::journal::{Answer, Asked, Call, Journal, Outcome};
use crate::model::{FailureKind, Finish};
use crate::run::RunError;

/// Its columns.
pub fn call_columns() -> Vec<ExportColumn> {
    vec![
        whole("seq"),
        text("scope"),
        text("path"),
        text("fingerprint"),
        text("model"),
        text("request"),
        text("failure"),
        text("text"),
        text("reasoning"),
        text("finish"),
        whole("prompt_tokens"),
        whole("completion_tokens"),
        whole("reasoning_tokens"),
        whole("cached_tokens"),
        number("cost"),
        text("currency"),
        whole("attempts"),
        text("asked_at"),
        text("answered_at"),
    ]
}

/// Hands over the rows of the table of calls of the run in this folder.
///
/// # Errors
/// When the journal cannot be read, or a row cannot be written.
pub fn calls(run: &Path, sink: &mut dyn Sink) -> Result<(), ExportError> {
    let journal = Journal::reading(&run.join("calls")).map_err(RunError::from)?;
    for seq in journal.seqs() {
        sink.row(call_row(&journal.call(seq).map_err(RunError::from)?)?)?;
    }
    journal.close().map_err(RunError::from)?;
    Ok(())
}

fn call_row(call: &Call) -> Result<Vec<Value>, ExportError> {
    let request: Value = match &call.request {
        Asked::Chat { messages, .. } => serde_json::to_string(messages).map_err(std::io::Error::from)?.into(),
        Asked::Continued { .. } | Asked::View => Value::Null,
    };
    let (failure, answer): (Option<String>, Option<&Answer>) = match &call.outcome {
        Outcome::Answer(answer) => (None, Some(answer)),
        Outcome::Failure { kind, message } => (Some(format!("{}: {message}", failure_name(*kind))), None),
    };
    let usage = answer.map(|answer| answer.usage).unwrap_or_default();
    Ok(vec![
        call.seq.into(),
        call.scope.as_str().into(),
        call.path.as_str().into(),
        call.fingerprint.0.as_str().into(),
        call.model.as_str().into(),
        request,
        failure.into(),
        answer.and_then(|answer| answer.text.as_deref()).into(),
        answer.and_then(|answer| answer.reasoning.as_deref()).into(),
        answer.and_then(|answer| answer.finish.as_ref()).map(finish_name).into(),
        usage.prompt_tokens.into(),
        usage.completion_tokens.into(),
        usage.reasoning_tokens.into(),
        usage.cached_tokens.into(),
        call.cost.map(|cost| cost.units()).into(),
        call.currency.as_deref().into(),
        (call.attempts.len() as u64).into(),
        call.asked_at.to_string().into(),
        call.answered_at.to_string().into(),
    ])
}

fn finish_name(finish: &Finish) -> String {
    match finish {
        Finish::Stop => "stop".to_owned(),
        Finish::Length => "length".to_owned(),
        Finish::ToolCalls => "tool_calls".to_owned(),
        Finish::ContentFilter => "content_filter".to_owned(),
        Finish::Refusal => "refusal".to_owned(),
        Finish::Other(other) => other.clone(),
    }
}

fn failure_name(kind: FailureKind) -> String {
    format!("{kind:?}").to_lowercase()
}
