//! How a consultation goes: who tells whether a message decides, when it ends, who sees which marker.

use lexconsult::case::{Speaker, Stop};
use lexconsult::dialogue::ReadBy;
use lexconsult::suite::lexpilot::PlayRecord;

use super::bench::Bench;

const INTERACTION: [&str; 4] = ["--task", "ljp", "--setup", "interaction"];

/// Each reading of a play with what told it.
fn readings(play: &PlayRecord) -> Vec<(bool, ReadBy)> {
    let spoken = play.transcript.turns.iter().filter_map(|spoken| spoken.reading);
    spoken.map(|reading| (reading.decides_all, reading.by)).collect()
}

fn speakers(play: &PlayRecord) -> String {
    let initial = |speaker| match speaker {
        Speaker::Assistant => 'a',
        Speaker::User => 'u',
    };
    play.transcript.turns.iter().map(|spoken| initial(spoken.turn.speaker)).collect()
}

#[test]
fn a_message_that_decides_ends_the_dialogue() {
    let bench = Bench::new();
    bench.play("decides", &INTERACTION, 0);
    assert_eq!(bench.counts(), [2, 0, 2]);
    for play in bench.plays() {
        assert_eq!(play.transcript.stop, Stop::Decided);
        assert_eq!(speakers(&play), "a");
        assert_eq!(readings(&play), [(true, ReadBy::Marker)]);
    }
}

#[test]
fn three_rounds_and_then_the_verdicts_are_due() {
    let bench = Bench::new();
    bench.play("asks", &INTERACTION, 0);
    assert_eq!(bench.counts(), [2 * 4, 2 * 3, 2]);
    for play in bench.plays() {
        assert_eq!(play.transcript.stop, Stop::RoundsSpent);
        assert_eq!(speakers(&play), "auauaua");
        assert_eq!(readings(&play), [(false, ReadBy::Marker); 3]);
        let rounds: Vec<u32> = play.transcript.turns.iter().map(|spoken| spoken.round).collect();
        assert_eq!(rounds, [1, 1, 2, 2, 3, 3, 4]);
    }
    // The instruction stands apart, below the user's last words, and in no other request.
    let asked = bench.asked("assistant");
    let due = |request: &&Vec<lexconsult::model::Message>| {
        request.last().is_some_and(|last| last.content.contains("\n\n---\n\n"))
    };
    let last: Vec<_> = asked.iter().filter(due).collect();
    assert_eq!(last.len(), 2);
    for request in last {
        let own: Vec<&str> =
            request.iter().rev().skip(1).step_by(2).map(|m| m.content.as_str()).take(3).collect();
        assert!(own.iter().all(|message| message.starts_with("[ASK]\nWhich paper")), "{own:?}");
        let told = &request.last().expect("it is not empty").content;
        assert!(told.starts_with("It is as paper"), "{told}");
    }
}

#[test]
fn the_marker_is_kept_for_its_author_and_shown_to_nobody_else() {
    let bench = Bench::new();
    bench.play("asks", &[], 0);
    for name in ["user", "judge"] {
        for request in bench.asked(name) {
            let shown = request.iter().any(|message| message.content.contains("[ASK]\n"));
            assert!(!shown, "{name} is shown a marker: {request:?}");
        }
    }
    let marked = bench.plays().into_iter().flat_map(|play| play.transcript.turns);
    let written: Vec<String> = marked.filter_map(|spoken| spoken.turn.as_written).collect();
    assert!(written.iter().any(|message| message.starts_with("[ASK]\n")), "{written:?}");
}

#[test]
fn a_message_without_a_marker_goes_to_the_classifier() {
    let bench = Bench::new();
    bench.play("unmarked", &[&INTERACTION[..], &["--repeats", "2"]].concat(), 0);
    let plays = bench.plays();
    assert!(plays.iter().all(|play| readings(play).iter().all(|(_, by)| *by == ReadBy::Classifier)));
    let read: usize = plays.iter().map(|play| readings(play).len()).sum();
    let calls = bench.calls();
    let classified = calls.iter().filter(|call| call.path.ends_with("/classifier")).count();
    assert_eq!(classified, read);
    // The classifier sees the message and the claims: none of the talk, no fact.
    let requests = bench.asked("user");
    let of_classifier = requests.iter().filter(|request| request[0].content.contains("\"decides_all\""));
    assert_eq!(of_classifier.clone().count(), read);
    assert!(of_classifier.into_iter().all(|request| request.len() == 2));

    // Where the message has a marker, nobody else is asked.
    let bench = Bench::new();
    bench.play("", &INTERACTION, 0);
    assert!(bench.calls().iter().all(|call| !call.path.contains("classifier")));
}

#[test]
fn two_questions_are_always_asked_in_dcg() {
    let bench = Bench::new();
    bench.play("decides", &["--task", "dcg"], 0);
    assert_eq!(bench.counts(), [4, 2, 4]);
    for play in bench.plays() {
        assert_eq!((speakers(&play).as_str(), play.transcript.stop), ("aua", Stop::RoundsSpent));
        assert_eq!(readings(&play), []);
    }
}
