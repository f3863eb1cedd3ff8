//! Reports, comparisons and exports of runs, as a person or a program meets them.

#[path = "support/folders.rs"]
mod folders;
#[path = "support/many.rs"]
mod many;
#[path = "support/peak.rs"]
mod peak;
#[path = "support/program.rs"]
mod program;

mod reports {
    mod census;
    mod comparing;
    mod exporting;
    mod fidelity;
    mod hostile;
    mod reading;
    mod runs;
    mod size;
}
