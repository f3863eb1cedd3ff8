//! Messages of consultations that others generated: to which units they belong, and what they come to.

use std::collections::BTreeMap;

use crate::case::{Absence, Speaker, Stop, Turn};
use crate::cast::reading::{Said, marker};
use crate::dialogue::{ReadBy, Reading, Spoken, Transcript};
use crate::run::answers::{FORM, Line};
use crate::run::{Answers, RunError};
use crate::suite::lexpilot::{DCG_ROUNDS, LJP_ROUNDS, Play, Setup, Study, Task};

impl Answers {
    /// The units that are answered, each with what was said.
    ///
    /// # Errors
    /// A line that fits no unit of the study, or two; messages that are none of its task's.
    pub fn units(&self, study: &Study) -> Result<Vec<(Play, Transcript)>, RunError> {
        let plays = study.plays();
        let mut answered: BTreeMap<String, usize> = BTreeMap::new();
        let mut units = Vec::new();
        for line in self.lines() {
            let refuse = |what: String, mend: &str| self.refused(line.at, what, mend);
            let play = unit(study, &plays, &line).map_err(|(what, mend)| refuse(what, &mend))?;
            if let Some(earlier) = answered.insert(play.id(), line.at) {
                return Err(refuse(
                    format!("answers the same unit as line {earlier}"),
                    "leave one of them out",
                ));
            }
            let said = turns(line.messages).map_err(|what| refuse(what, FORM))?;
            ends_where_decided(play, &said).map_err(|what| {
                refuse(what, "leave out what follows it, or its marker where it does not decide every claim; docs/runs.md")
            })?;
            ends_with_its_verdict(play, &said).map_err(|what| {
                refuse(what, "go on to the message that decides, or to the last round, or leave the line out, which counts as not answered; docs/runs.md")
            })?;
            let transcript = transcript(play, said).map_err(|what| refuse(what, FORM))?;
            units.push((play.clone(), transcript));
        }
        Ok(units)
    }
}

/// The one unit that a line answers, or what is wrong and how to mend it.
fn unit<'p>(study: &Study, plays: &'p [Play], line: &Line<'_>) -> Result<&'p Play, (String, String)> {
    if !study.cases().iter().any(|case| case.id == line.id) {
        let what = format!("id: no case `{}` in the selection", line.id);
        return Err((what, "name a case of the pack, or take a --limit back".to_owned()));
    }
    if !(1..=study.repeats).contains(&line.repeat) {
        let what = format!("repeat: {} is not among the run's {}", line.repeat, study.repeats);
        return Err((what, "count repeats from 1, or give --repeats".to_owned()));
    }
    let fits = |play: &&Play| {
        play.case == line.id
            && play.repeat == line.repeat
            && play.assistant == line.model
            && line.task.is_none_or(|task| play.task == task)
            && line.setup.is_none_or(|setup| play.setup == Some(setup))
            && line.variant.is_none_or(|variant| play.variant == variant)
    };
    let found: Vec<&Play> = plays.iter().filter(fits).collect();
    match found[..] {
        [] => {
            let what = "task, setup or variant: no unit of the selection is such".to_owned();
            Err((what, "see which there are: lexconsult plan".to_owned()))
        }
        [play] => Ok(play),
        [first, second, ..] => {
            let open = match (first.task == second.task, first.setup == second.setup) {
                (false, _) => "task",
                (true, false) => "setup",
                (true, true) => "variant",
            };
            let what = format!("{open}: missing, and the selection leaves it open");
            Err((what, format!("add `{open}` to the line, or narrow the selection by flags")))
        }
    }
}

/// A message is a text of the assistant, or an object with `role` and `content`.
fn turns(messages: &[serde_json::Value]) -> Result<Vec<(Speaker, &str)>, String> {
    fn turn(at: usize, message: &serde_json::Value) -> Result<(Speaker, &str), String> {
        let bad = |why: &str| format!("messages[{at}]: {why}");
        if let Some(text) = message.as_str() {
            return Ok((Speaker::Assistant, text));
        }
        let speaker = match message.get("role").and_then(|role| role.as_str()) {
            Some("assistant") => Speaker::Assistant,
            Some("user") => Speaker::User,
            _ => return Err(bad("neither a text nor an object with a `role` of `assistant` or `user`")),
        };
        let content = message.get("content").and_then(|content| content.as_str());
        Ok((speaker, content.ok_or_else(|| bad("`content` is no text"))?))
    }
    messages.iter().enumerate().map(|(at, message)| turn(at, message)).collect()
}

/// Refuses a consultation that goes on after a message that decides every claim: played, it ends there.
fn ends_where_decided(play: &Play, said: &[(Speaker, &str)]) -> Result<(), String> {
    if play.setup != Some(Setup::Interaction) {
        return Ok(());
    }
    let decides = |(speaker, text): &(Speaker, &str)| {
        *speaker == Speaker::Assistant && marker(text).said == Some(Said::Decides)
    };
    match said.iter().position(decides) {
        Some(at) if at + 1 < said.len() => Err(format!(
            "messages[{}]: the talk has ended with messages[{at}], which decides every claim",
            at + 1
        )),
        _ => Ok(()),
    }
}

/// Refuses a consultation that ends with a question although rounds are left: the user has not answered,
/// and nobody has failed to decide.
fn ends_with_its_verdict(play: &Play, said: &[(Speaker, &str)]) -> Result<(), String> {
    let asked = said.iter().filter(|(speaker, _)| *speaker == Speaker::Assistant).count() as u32;
    let Some((Speaker::Assistant, text)) = said.last() else { return Ok(()) };
    let marked = marker(text);
    let asks = marked.said == Some(Said::Asks) && !marked.text.trim().is_empty();
    if play.setup != Some(Setup::Interaction) || asked > LJP_ROUNDS || !asks {
        return Ok(());
    }
    Err(format!("messages[{}]: asks, and nothing follows in round {asked} of {LJP_ROUNDS}", said.len() - 1))
}

fn transcript(play: &Play, said: Vec<(Speaker, &str)>) -> Result<Transcript, String> {
    let asked = said.iter().filter(|(speaker, _)| *speaker == Speaker::Assistant).count() as u32;
    let (most, talks) = match (play.task, play.setup) {
        (Task::Dcg, _) => (DCG_ROUNDS, true),
        (Task::Ljp, Some(Setup::Interaction)) => (LJP_ROUNDS + 1, true),
        _ => (1, false),
    };
    if !(1..=most).contains(&asked) || (!talks && said.len() > 1) {
        return Err(format!("messages: {asked} of the assistant, and this unit has 1 to {most}"));
    }
    let whole = play.setup == Some(Setup::Interaction);
    for (at, (speaker, text)) in said.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| said[before].0);
        let follows = match speaker {
            Speaker::User => before == Some(Speaker::Assistant),
            Speaker::Assistant => before != Some(Speaker::Assistant) || !whole,
        };
        if !follows {
            return Err(format!("messages[{at}]: the talk begins with the assistant, and takes turns"));
        }
        if text.trim().is_empty() && at + 1 < said.len() {
            return Err(format!("messages[{at}]: a talk ends with a message without text"));
        }
    }
    if said.last().is_some_and(|(speaker, _)| *speaker == Speaker::User) {
        return Err("messages: the last one is the user's; end with the assistant's".to_owned());
    }
    let mut spoken = Vec::new();
    let (mut round, mut stop) = (0, None);
    for (speaker, text) in said {
        round += u32::from(speaker == Speaker::Assistant);
        let marked = marker(text);
        if speaker == Speaker::Assistant && marked.text.trim().is_empty() {
            stop = Some(Stop::Silent(Absence::Silent));
            break;
        }
        let (turn, reading) = match speaker {
            Speaker::User => (Turn::new(speaker, text), None),
            Speaker::Assistant => {
                let as_written = (marked.text != text).then(|| text.to_owned());
                let decides = |said| Reading { decides_all: said == Said::Decides, by: ReadBy::Marker };
                let reading = marked.said.map(decides).filter(|_| whole);
                (Turn { speaker, text: marked.text, as_written }, reading)
            }
        };
        spoken.push(Spoken { round, turn, reading, requested: None, moved: None, cut: false });
    }
    // A talk that ends before its rounds are spent ends with what the assistant had to say.
    let ended = match (talks, round == most, whole) {
        (false, ..) | (true, false, false) => Stop::Answered,
        (true, false, true) => Stop::Decided,
        (true, true, _) => Stop::RoundsSpent,
    };
    Ok(Transcript {
        turns: spoken,
        stop: stop.unwrap_or(ended),
        why: None,
        ledger: Vec::new(),
        ledger_by: None,
        // Nobody read along.
        ledger_fault: whole.then(|| "the messages came from a file".to_owned()),
        ledger_lost: None,
        gate_lost: None,
        disturbance: None,
        calls: Vec::new(),
    })
}
