//! `lexconsult probe`, through the program.

#[path = "support/agents.rs"]
mod agents;
#[path = "support/program.rs"]
mod program;
#[path = "support/running.rs"]
mod running;

mod probe {
    mod command_line;
    mod packs;
    mod resuming;
    mod scripted;
    mod sheets;
    mod told;
}
