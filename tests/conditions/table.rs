//! The table of LexPilot E.5 as this project reads it, every feasible dialogue of three rounds written
//! out in `table.txt`: what is said, what the user was to do, the ledger, the end, the scored message.

use lexconsult::case::{Act, How, Slip, Speaker};
use lexconsult::cast::Condition;
use lexconsult::dialogue::Transcript;

use super::stage::{Setting, play};

const TABLE: &str = include_str!("table.txt");

fn written_out(transcript: &Transcript) -> String {
    let mut lines = Vec::new();
    for spoken in &transcript.turns {
        let mut line = match spoken.turn.speaker {
            Speaker::Assistant => format!("{} lawyer: {}", spoken.round, spoken.turn.text),
            Speaker::User => format!("{} client: {}", spoken.round, spoken.turn.text),
        };
        if let Some(reading) = spoken.reading {
            line += if reading.decides_all { " [decides]" } else { " [asks]" };
        }
        if let Some(requested) = &spoken.requested {
            let facts = if requested.is_empty() { "nothing".to_owned() } else { requested.join(" ") };
            line += &format!(" [asks for {facts}]");
        }
        if let Some(moved) = &spoken.moved {
            let about: String = moved.targets.iter().map(|target| format!(" {target}")).collect();
            let slip = moved.slip.map(|slip| format!(" ({})", slip.name())).unwrap_or_default();
            assert_eq!(slip.is_empty(), !matches!(moved.act, Act::Misstate | Act::Correct));
            line += &format!(" [{}{about}{slip}]", moved.act.name());
        }
        lines.push(line);
    }
    let ledger: Vec<String> = transcript
        .ledger
        .iter()
        .map(|entry| {
            let how = match entry.how {
                How::Elicited => "elicited",
                How::Volunteered => "volunteered",
                How::Implied => "implied",
                How::Distorted => "distorted",
                How::Corrected => "corrected",
            };
            format!("{} {how} in {}", entry.fact, entry.round)
        })
        .collect();
    let came_to = transcript.disturbance.as_ref().expect("there was a condition");
    let mut said = match came_to.disrupted {
        Some(round) => vec![format!("disrupted in {round} on {}", came_to.facts.join(" "))],
        None => vec!["not disrupted".to_owned()],
    };
    said.extend(came_to.followed_up.map(|round| format!("followed up in {round}")));
    said.extend(came_to.corrected.map(|round| format!("corrected in {round}")));
    said.extend(came_to.uncorrected.then(|| "uncorrected".to_owned()));
    lines.push(format!("ledger: {}", if ledger.is_empty() { "empty".to_owned() } else { ledger.join("; ") }));
    lines.push(format!("came to: {}", said.join("; ")));
    lines.push(format!("stop: {}", transcript.stop.name()));
    lines.push(format!("scored: {}", transcript.final_message().expect("there is a message")));
    lines.join("\n")
}

#[tokio::test]
async fn every_feasible_dialogue_is_played_as_written_out() {
    let rows: Vec<&str> = TABLE.trim_end().split("\n\n").collect();
    assert_eq!(rows.len(), 65);
    for row in rows {
        let (title, rest) = row.split_once('\n').expect("a title");
        let (script, expected) = rest.split_once('\n').expect("a script");
        let script = script.strip_prefix("script: ").expect("a script");
        let messages: Vec<&str> =
            script.split(" / ").map(|message| if message == "V" { "VERDICT" } else { message }).collect();
        let mut setting = Setting::saying(&messages).under(match title {
            _ if title.starts_with("== delayed") => Condition::Delayed,
            _ if title.starts_with("== self-correction") => Condition::SelfCorrection,
            _ => panic!("{title}"),
        });
        setting.mistaken_share = if title.contains(Slip::Incomplete.name()) { 0.0 } else { 1.0 };
        let stage = play(setting).await;
        assert_eq!(stage.one().why, None, "{title}");
        assert_eq!(written_out(stage.one()), expected, "{title}");
    }
}

#[tokio::test]
async fn a_reluctant_user_is_asked_twice_for_each_fact() {
    let stage = play(Setting::saying(&["A?", "B? A?", "B?"]).under(Condition::Reluctant)).await;
    let expected = "\
1 lawyer: A? [asks] [asks for a]
1 client: That is a long story. [withhold a]
2 lawyer: B? A? [asks] [asks for a b]
2 client: That is a long story. alpha happened. [withhold b]
3 lawyer: B? [asks] [asks for b]
3 client: All right: beta happened. [follow_up b]
4 lawyer: 1. Supported, message 4
ledger: a elicited in 2; b elicited in 3
came to: disrupted in 1 on a; followed up in 2
stop: rounds_spent
scored: 1. Supported, message 4";
    assert_eq!(written_out(stage.one()), expected);
}

#[tokio::test]
async fn a_silent_lawyer_leaves_a_misstatement_uncorrected() {
    let stage = play(Setting::saying(&["A?", "RAW "]).under(Condition::SelfCorrection)).await;
    let transcript = stage.one();
    assert_eq!(transcript.stop.name(), "silent");
    assert!(transcript.disturbance.as_ref().is_some_and(|came_to| came_to.uncorrected));
    assert!(transcript.final_message().is_err());
}
