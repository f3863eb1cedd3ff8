//! Arguments that others generated.

use std::collections::BTreeMap;

use crate::case::{Absence, Stop};
use crate::run::{Answers, RunError};
use crate::suite::threeply::{Answered, Arguments, Unit};

const FORM: &str = "write one object a line: {\"id\": TRIPLE, \"repeat\": 1, \"messages\": [\"…\"]}; docs/threeply.md shows it";

impl Answers {
    /// The triples that are answered, each with the argument.
    ///
    /// # Errors
    /// A line that fits no unit of the study, or two; more than one message.
    pub fn arguments(&self, study: &Arguments) -> Result<Vec<(Unit, Answered)>, RunError> {
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        let mut answered = Vec::new();
        for line in self.lines() {
            let refuse = |what: String, mend: &str| self.refused(line.at, what, mend);
            let Some(triple) = study.named(line.id) else {
                return Err(refuse(
                    format!("id: no triple `{}` among those of the run", line.id),
                    "give the triples that were argued: --triples FILE, or how they were drawn",
                ));
            };
            if !(1..=study.repeats).contains(&line.repeat) {
                let what = format!("repeat: {} is not among the run's {}", line.repeat, study.repeats);
                return Err(refuse(what, "count repeats from 1, or give --repeats"));
            }
            if line.task.is_some() || line.setup.is_some() || line.variant.is_some() {
                return Err(refuse("`task`, `setup` and `variant` are LexPilot's".to_owned(), FORM));
            }
            let unit = Unit {
                triple: triple.id.clone(),
                mode: triple.mode,
                repeat: line.repeat,
                assistant: line.model.to_owned(),
            };
            if let Some(earlier) = seen.insert(unit.id(), line.at) {
                return Err(refuse(
                    format!("answers the same triple as line {earlier}"),
                    "leave one of them out",
                ));
            }
            let text = match line.messages {
                [message] => message.as_str().or_else(|| message.get("content")?.as_str()),
                _ => None,
            };
            let Some(text) = text else {
                return Err(refuse("messages: an argument is one message".to_owned(), FORM));
            };
            let stop = if text.trim().is_empty() { Stop::Silent(Absence::Silent) } else { Stop::Answered };
            let transcript = Answered {
                text: text.to_owned(),
                reasoning: None,
                cut: false,
                stop,
                why: None,
                calls: Vec::new(),
            };
            answered.push((unit, transcript));
        }
        Ok(answered)
    }
}
