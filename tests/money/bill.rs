//! What is counted agrees with what the server charged.

use std::time::Duration;

use lexconsult::model::journal::SpentLine;
use lexconsult::run::ScoreFile;

use super::served::{Charged, PRICES, RUN, STUDY, Served};

fn summed(scores: &ScoreFile, role: &str) -> Charged {
    let of_role = scores.spent.lines.iter().filter(|line| line.role == role);
    of_role.fold(Charged::default(), |sum, line: &SpentLine| Charged {
        calls: sum.calls + line.asks,
        prompt: sum.prompt + line.prompt_tokens,
        cached: sum.cached + line.cached_tokens,
        reply: sum.reply + line.completion_tokens,
        reasoning: sum.reasoning + line.reasoning_tokens,
    })
}

fn usd(scores: &ScoreFile) -> f64 {
    scores.spent.cost.get("USD").expect("a cost in USD").units()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_ask_is_on_the_bill_once_by_role_model_and_task() {
    let served = Served::new(PRICES, Duration::ZERO).await;
    let scores = served.play(&["--repeats", "3"], 0);
    for role in ["assistant", "user", "judge"] {
        assert_eq!(summed(&scores, role), served.charged(role), "{role}");
    }
    assert!((usd(&scores) - served.bill()).abs() < 1e-12, "{} for {}", usd(&scores), served.bill());
    let tasks: Vec<(&str, &str)> =
        scores.spent.lines.iter().map(|line| (line.role.as_str(), line.task.as_str())).collect();
    assert_eq!(
        tasks,
        [("assistant", "dcg"), ("assistant", "lca"), ("judge", "dcg"), ("judge", "lca"), ("user", "dcg")]
    );

    // A further process adds what it asks, and nothing of what it finds in the journal.
    let more = served.resume(&["--repeats", "4"], 0);
    assert!((usd(&more) - served.bill()).abs() < 1e-12);
    assert_eq!(summed(&more, "assistant"), served.charged("assistant"));
    let text = served.command(&["score", RUN], 0);
    assert!(text.contains(&format!("Cost: USD {:.4} (dcg USD ", served.bill())), "{text}");
    assert!(text.contains("reasoning"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn tries_that_failed_and_were_charged_are_on_the_bill() {
    let served = Served::new(PRICES, Duration::ZERO).await;
    served.break_off(2);
    let scores = served.play(&["--repeats", "1"], 0);
    let (told, charged) = (summed(&scores, "assistant"), served.charged("assistant"));
    assert_eq!((told.calls, charged.calls), (8, 10));
    assert_eq!(Charged { calls: 10, ..told }, charged);
    assert!((usd(&scores) - served.bill()).abs() < 1e-12);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_price_is_not_nothing_and_can_be_stated_later() {
    let served = Served::new("", Duration::ZERO).await;
    let scores = served.play(&["--repeats", "1"], 0);
    assert!(scores.spent.cost.is_empty() && scores.spent.unpriced == 5, "{:?}", scores.spent);
    assert!(scores.spent.lines.iter().all(|line| line.cost.is_none() && line.prompt_tokens > 0));
    let text = served.command(&["score", RUN], 0);
    assert!(text.contains("Cost: not known"), "{text}");
    assert!(
        text.contains("No price is known of lab/assistant: state it as [prices.\"lab/assistant\"]"),
        "{text}"
    );
    served.settings(&served.address(), PRICES);
    let text = served.command(&["score", RUN], 0);
    assert!(text.contains(&format!("Cost: USD {:.4}", served.bill())), "{text}");
    // What was paid at a price keeps it.
    served.resume(&["--repeats", "2"], 0);
    let bill = served.bill();
    served.settings(&served.address(), &PRICES.replace("1000.0", "1.0"));
    let dearer = served.command(&["score", RUN, "--json"], 0);
    let scores: ScoreFile = crate::scores::scores(&dearer);
    assert!(usd(&scores) < bill && usd(&scores) > bill / 2.0, "{} of {bill}", usd(&scores));
}

#[tokio::test(flavor = "multi_thread")]
async fn another_address_is_seen_and_costs_nothing() {
    let served = Served::new(PRICES, Duration::ZERO).await;
    let first = served.play(&["--repeats", "1"], 0);
    let calls = served.calls();
    served.settings(&served.address().replace("127.0.0.1", "localhost"), PRICES);
    let plan = served.command(&["plan", "--why", RUN], 0);
    assert!(plan.contains("none owed; 0 judgements owed"), "{plan}");
    assert!(plan.contains("changed: endpoint"), "{plan}");
    assert_eq!(served.resume(&[], 0).estimates, first.estimates);
    assert_eq!(served.calls(), calls);
    // Without a change there is nothing to see.
    served.settings(&served.address(), PRICES);
    assert!(!served.command(&["plan", "--why", RUN], 0).contains("endpoint"));
    assert!(STUDY.contains(&"lab/judge"));
}
