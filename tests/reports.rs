//! Reports, comparisons and exports of runs, as a person or a program meets them.

#[path = "support/program.rs"]
mod program;

mod reports {
    mod comparing;
    mod exporting;
    mod hostile;
    mod reading;
    mod runs;
    mod size;
}
