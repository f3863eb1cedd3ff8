//! What a run owes, through which field, and that nothing else is asked; what is lost, to whom, and how
//! it is made good.

#[path = "support/agents.rs"]
mod agents;
#[path = "support/folders.rs"]
mod folders;
#[path = "support/program.rs"]
mod program;
#[path = "support/running.rs"]
mod running;
#[path = "support/scores.rs"]
mod scores;

mod owed {
    pub mod bench;
    mod beside;
    mod earlier;
    mod faults;
    mod folder;
    mod judging;
    mod playing;
    mod talk;
    mod told;
}
