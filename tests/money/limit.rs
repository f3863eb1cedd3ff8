//! A limit is kept within the bound that is printed, and what it left out is paid by a resume.

use std::time::Duration;

use super::served::{PRICES, RUN, STUDY, Served};
use crate::program::program;

const SLOW: Duration = Duration::from_millis(20);

/// The number after the last occurrence of these words.
fn number_after(text: &str, words: &str) -> f64 {
    let rest = text.rsplit_once(words).unwrap_or_else(|| panic!("`{words}` is not in:\n{text}")).1;
    let number: String = rest.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
    number.trim_end_matches('.').parse().unwrap_or_else(|_| panic!("no number after `{words}` in:\n{text}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limit_is_kept_and_a_higher_one_pays_only_the_rest() {
    let whole = Served::new(PRICES, Duration::ZERO).await;
    let undisturbed = whole.play(&["--repeats", "6"], 0);
    let (bill, calls) = (whole.bill(), whole.calls());

    let served = Served::new(PRICES, SLOW).await;
    let limit = bill * 0.6;
    let given = format!("{limit}");
    let arguments = [
        &["run"],
        &STUDY[..],
        &["--name", "r", "--repeats", "6", "--max-connections", "4", "--cost-limit", &given],
    ]
    .concat();
    let text = served.command(&arguments, 3);
    let overshoot = match text.contains("could not have passed it") {
        true => 0.0,
        false => number_after(&text, "could have passed it by USD "),
    };
    assert!(text.contains("Cost limit of USD") && text.contains("reached"), "{text}");
    assert!(served.bill() <= limit + overshoot + 1e-3, "{} spent, {limit} + {overshoot}", served.bill());
    assert!(served.bill() > limit * 0.5, "{} of {limit} spent", served.bill());
    assert!(text.contains("budget") && text.contains("not_played"), "{text}");
    assert!(text.contains(&format!("lexconsult resume {RUN}")), "{text}");

    // The same limit again asks nobody.
    let so_far = served.calls();
    served.command(&["resume", RUN, "--cost-limit", &format!("{}", served.bill())], 3);
    assert_eq!(served.calls(), so_far);
    let resumed = served.resume(&["--cost-limit", "1000"], 0);
    assert_eq!(served.calls(), calls, "nothing is paid twice");
    assert_eq!(resumed.estimates, undisturbed.estimates);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limit_needs_the_price_of_every_model_that_is_asked() {
    let served = Served::new("", Duration::ZERO).await;
    let arguments = [&["run"], &STUDY[..], &["--name", "r", "--cost-limit", "1"]].concat();
    let output = program(served.path(), &arguments).output().expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    for part in ["lab/assistant, lab/judge, lab/user", "lexconsult.toml", "[prices.\"lab/assistant\"]"] {
        assert!(said.contains(part), "`{part}` is not in: {said}");
    }
    assert!(!served.path().join("results").exists(), "no run is begun");
    for bad in ["-1", "NaN", "inf"] {
        let given = format!("--cost-limit={bad}");
        let arguments = [&["run"], &STUDY[..], &[given.as_str()]].concat();
        let output = program(served.path(), &arguments).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{bad}");
    }
    // Who costs nothing needs no price.
    let free = ["run", "--model", "builtin/oracle", "--limit", "1", "--repeats", "1", "--resamples", "10"];
    served.command(&[&free[..], &["--cost-limit", "0", "--name", "free"]].concat(), 0);
    assert_eq!(served.calls(), [0, 0, 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_no_server_told_is_not_forgotten_by_a_resume() {
    let served = Served::new(PRICES, Duration::ZERO).await;
    served.tell_nothing();
    let limit = ["--max-connections", "1", "--cost-limit", "0.6"];
    let arguments = [&["run"], &STUDY[..], &["--name", "r", "--repeats", "6"], &limit[..]].concat();
    let text = served.command(&arguments, 3);
    assert!(text.contains("Cost limit of USD 0.6000 reached"), "{text}");
    let spent = number_after(&text, "reached: USD ");
    let so_far = served.calls();
    assert!(so_far.iter().sum::<u64>() > 0 && spent > 0.0, "{text}");
    for _ in 0..2 {
        let text = served.command(&[&["resume", RUN, "--display", "none"], &limit[..]].concat(), 3);
        assert!((number_after(&text, "reached: USD ") - spent).abs() < 1e-3, "{text}");
        assert_eq!(served.calls(), so_far, "the limit is spent once");
    }
}
