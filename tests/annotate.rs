//! People label what a judge has labelled: sheets, labels, consensus, calibration, the terminal.

#[path = "support/program.rs"]
mod program;

mod annotate {
    mod bench;
    mod blind;
    mod guidelines;
    #[path = "../canary/pack.rs"]
    mod pack;
    mod round_trip;
    mod stale;
    mod terminal;
}
