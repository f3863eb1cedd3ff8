//! What a run costs, what it may cost, what it would cost; and who is asked when only judges are.

#[path = "support/program.rs"]
mod program;

mod scores {
    use lexconsult::run::ScoreFile;

    /// The scores that a command printed.
    pub fn scores(json: &str) -> ScoreFile {
        serde_json::from_str(json).expect("`--json` prints the scores")
    }
}

mod money {
    mod answers;
    mod bill;
    mod limit;
    mod plan;
    mod rejudge;
    mod served;
}
