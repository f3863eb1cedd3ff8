//! The tests' own agent, `agent.sh`, and the log it keeps of what it is asked.

use std::fs;
use std::path::Path;

use lexconsult::model::Message;
use serde::Deserialize;

/// A request as the agent's log has it.
#[derive(Deserialize)]
struct Logged {
    messages: Vec<Message>,
}

/// Puts the agent where `cmd/sh agent.sh …` finds it.
pub fn place(folder: &Path) {
    fs::write(folder.join("agent.sh"), include_str!("agent.sh")).expect("the folder can be written");
}

/// The name by which the program calls an agent of this name and manner.
pub fn agent(name: &str, manner: &str) -> String {
    format!("cmd/sh agent.sh {name} {manner}").trim_end().to_owned()
}

/// What the agent of this name was asked, in order; nothing if it never was.
pub fn asked(logs: &Path, name: &str) -> Vec<Vec<Message>> {
    let log = logs.join(format!("{name}.log"));
    if !log.exists() {
        return Vec::new();
    }
    let text = fs::read_to_string(log).expect("the log can be read");
    let messages = |line: &str| serde_json::from_str::<Logged>(line).expect("a request a line").messages;
    text.lines().map(messages).collect()
}
