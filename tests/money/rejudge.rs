//! Other judges on saved answers: nobody else is asked, or even opened.

use std::time::Duration;

use super::served::{PRICES, RUN, Served};
use crate::program::program;

/// The judge's provider alone; the others are asked at a port where nobody listens, with a key that is
/// not there.
fn assistants_gone(served: &Served) {
    let text = format!(
        "[providers.lab]\nbase_url = \"http://127.0.0.1:9/v1\"\nkey_env = \"NO_SUCH_KEY\"\n[providers.court]\nbase_url = \"{}\"\n{PRICES}",
        served.address()
    );
    std::fs::write(served.path().join("lexconsult.toml"), text).expect("the folder can be written");
}

#[tokio::test(flavor = "multi_thread")]
async fn judges_alone_are_opened_and_asked() {
    let served = Served::new(PRICES, Duration::ZERO).await;
    let first = served.play(&["--repeats", "2"], 0);
    let before = served.calls();
    assistants_gone(&served);
    // A resume opens everybody.
    let resumed =
        program(served.path(), &["resume", RUN, "--judge", "court/judge"]).output().expect("starts");
    assert_eq!(resumed.status.code(), Some(2), "{}", String::from_utf8_lossy(&resumed.stderr));

    let judges =
        ["rejudge", RUN, "--json", "--display", "none", "--judge", "court/judge", "--judge", "builtin/rules"];
    let scores = crate::scores::scores(&served.command(&judges, 0));
    let [assistant, user, judge] = before;
    assert_eq!(served.calls(), [assistant, user, 2 * judge], "judge calls alone");
    let names: Vec<&str> = scores.estimates.iter().map(|estimate| estimate.judge.as_str()).collect();
    assert_eq!(names.first(), Some(&"court/judge"), "the leading judge changes");
    assert!(names.contains(&"builtin/rules") && !names.contains(&"lab/judge"));
    assert!(scores.coverage.is_complete());
    let points = |scores: &lexconsult::run::ScoreFile, judge: &str| -> Vec<Option<f64>> {
        scores.estimates.iter().filter(|e| e.judge == judge).map(|e| e.point).collect()
    };
    assert_eq!(points(&scores, "court/judge"), points(&first, "lab/judge"));
    assert!(served.path().join(RUN).join("snapshots/002").exists(), "a further snapshot");

    // Again, nothing is owed; and back, the first judge's labels stand.
    served.command(&judges, 0);
    assert_eq!(served.calls(), [assistant, user, 2 * judge]);
    served.settings(&served.address(), PRICES);
    let back = crate::scores::scores(&served.command(&["rejudge", RUN, "--json", "--judge", "lab/judge"], 0));
    assert_eq!(back.estimates, first.estimates);
    assert_eq!(served.calls(), [assistant, user, 2 * judge]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_not_played_stays_so() {
    let served = Served::new(PRICES, Duration::ZERO).await;
    served.play(&["--repeats", "1", "--limit", "1"], 0);
    // The second case is wanted, and its plays are owed.
    served.settings("http://127.0.0.1:9/v1", PRICES);
    let lost = ["resume", RUN, "--limit", "all", "--max-retries", "0", "--json", "--display", "none"];
    crate::scores::scores(&served.command(&lost, 3));
    let before = served.calls();
    let judged = ["rejudge", RUN, "--judge", "builtin/rules", "--json", "--display", "none"];
    let scores = crate::scores::scores(&served.command(&judged, 3));
    assert_eq!(scores.coverage.lost.values().sum::<u64>(), 3, "{:?}", scores.coverage);
    assert_eq!(scores.coverage.played, 3);
    assert_eq!(served.calls(), before);
}
