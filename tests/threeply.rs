//! 3-ply arguments: the parser on labelled arguments, the commands on triples, runs of messages and of
//! dialogues, the published figures.

#[path = "threeply/arguments.rs"]
mod arguments;
#[path = "threeply/command.rs"]
mod command;
#[path = "threeply/controls.rs"]
mod controls;
#[path = "threeply/dialogue.rs"]
mod dialogue;
#[path = "threeply/dialogue_served.rs"]
mod dialogue_served;
#[path = "threeply/earlier.rs"]
mod earlier;
#[path = "support/folders.rs"]
mod folders;
#[path = "threeply/plies.rs"]
mod plies;
#[path = "support/program.rs"]
mod program;
#[path = "threeply/prompts.rs"]
mod prompts;
#[path = "threeply/published.rs"]
mod published;
#[path = "threeply/reported.rs"]
mod reported;
#[path = "threeply/sentences.rs"]
mod sentences;
#[path = "threeply/served.rs"]
mod served;
