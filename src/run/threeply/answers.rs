//! Arguments that others generated.

use std::collections::BTreeMap;

use crate::case::Stop;
use crate::run::{Answers, RunError};
use crate::suite::threeply::{Answered, Arguer, Arguments, Said, Unit, stop_of};

const FORM: &str = "write one object a line: {\"id\": TRIPLE, \"repeat\": 1, \"messages\": [\"…\"]}; docs/threeply.md shows it";
const DIALOGUE_FORM: &str = "write one object a line: {\"id\": TRIPLE, \"repeat\": 1, \"messages\": [\"…\", \"…\", \"…\"]}, a message a ply; docs/threeply.md shows it";

impl Answers {
    /// The triples that are answered, each with the argument: one message, or in a study of dialogues three,
    /// one a ply. In a dialogue a line's model wrote the plaintiff's plies, and the study's opponent the
    /// defendant's.
    ///
    /// # Errors
    /// A line that fits no unit of the study, or two; another number of messages.
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
            let of_line = |arguer: &&Arguer| arguer.assistant() == line.model;
            let mut arguers = study.arguers.iter().filter(of_line);
            let (Some(arguer), None) = (arguers.next(), arguers.next()) else {
                return Err(refuse(
                    format!("model: {} is not one of the run's, or has several opponents in it", line.model),
                    "name one --opponent for a file of dialogues",
                ));
            };
            let unit = Unit::of(triple, line.repeat, arguer);
            if let Some(earlier) = seen.insert(unit.id(), line.at) {
                return Err(refuse(
                    format!("answers the same triple as line {earlier}"),
                    "leave one of them out",
                ));
            }
            let texts: Option<Vec<&str>> = line
                .messages
                .iter()
                .map(|message| message.as_str().or_else(|| message.get("content")?.as_str()))
                .collect();
            let transcript = match (texts.as_deref(), unit.is_dialogue()) {
                (Some([text]), false) => {
                    let Said { text, absent, .. } = Said::of(Some((*text).to_owned()), None, None);
                    Answered { text, ..written(Vec::new(), absent.map_or(Stop::Answered, Stop::Silent)) }
                }
                (Some(texts @ [_, _, _]), true) => {
                    let said = |text: &&str| Said::of(Some((*text).to_owned()), None, None);
                    let plies: Vec<Said> = texts.iter().map(said).collect();
                    let stop = stop_of(&plies);
                    written(plies, stop)
                }
                (Some([_, _, _]), false) => {
                    let what = "messages: an argument is one message, and these are three".to_owned();
                    return Err(refuse(what, "give --dialogue if they are the plies of a dialogue"));
                }
                (_, false) => return Err(refuse("messages: an argument is one message".to_owned(), FORM)),
                (_, true) => {
                    let what = "messages: a dialogue is three, one a ply".to_owned();
                    return Err(refuse(what, DIALOGUE_FORM));
                }
            };
            answered.push((unit, transcript));
        }
        Ok(answered)
    }
}

/// What a file tells of an answer.
fn written(plies: Vec<Said>, stop: Stop) -> Answered {
    Answered { text: String::new(), reasoning: None, cut: false, plies, stop, why: None, calls: Vec::new() }
}
