//! What is said arrives as it was said, in turn, with the history told once and the key facts at hand.

use std::sync::Arc;

use lexconsult::case::{Fault, Speaker, Stop};
use lexconsult::cast::Condition;
use lexconsult::model::{Request, Role};

use super::pack::{FACTS, OPENING};
use super::stage::{Setting, last, play};

const CONDITIONS: [Condition; 4] =
    [Condition::Standard, Condition::Delayed, Condition::SelfCorrection, Condition::Reluctant];

#[tokio::test]
async fn text_around_markers_is_never_lost() {
    let messages = [
        // Glued to the marker, with full-width signs.
        "RAW 【追问】：A？（请说明，谢谢）",
        // After an opening sentence, and bold.
        "RAW 先说一句：好的，明白。\n**[ASK]** B?（何时，何地）",
        "RAW [ASK] T?\nlast line：，（）",
    ];
    let heard = [
        "A？（请说明，谢谢）",
        "先说一句：好的，明白。\n**[ASK]** B?（何时，何地）",
        "T?\nlast line：，（）",
    ];
    for condition in CONDITIONS {
        let stage = play(Setting::saying(&messages).under(condition)).await;
        let turns: Vec<_> = stage.one().messages().map(|(_, spoken)| &spoken.turn).collect();
        for ((turn, written), heard) in turns.iter().zip(messages).zip(heard) {
            assert_eq!(turn.text, heard);
            assert_eq!(turn.own_text(), &written["RAW ".len()..]);
        }
        // Others hear it without the marker, the lawyer's own past keeps it.
        let to_user: Vec<_> = stage.to("user").iter().map(|request| last(request).content.clone()).collect();
        assert_eq!(to_user, heard);
        let to_lawyer = stage.to("assistant");
        let own = to_lawyer.last().expect("asked").messages.iter().filter(|m| m.role == Role::Assistant);
        let own: Vec<&str> = own.skip(1).map(|message| message.content.as_str()).collect();
        assert_eq!(own, messages.map(|message| &message["RAW ".len()..]));
    }
}

#[tokio::test]
async fn a_reply_is_delivered_as_it_was_generated() {
    for reply in [
        "  【结论】好的：就这样，（完）\n\n[STOP]alpha happened.  ",
        "<think>what would he want</think>\nI do not know：，（）",
        "当事人：我说不清。\n---\n[ASK] [VERDICT]",
    ] {
        let user = Arc::new(move |_: &Request| Some(reply.to_owned()));
        for condition in CONDITIONS {
            let stage =
                play(Setting { user: user.clone(), ..Setting::saying(&["A?", "B?", "T?"]) }.under(condition))
                    .await;
            let replies: Vec<&str> = stage
                .one()
                .turns
                .iter()
                .filter(|spoken| spoken.turn.speaker == Speaker::User)
                .map(|spoken| spoken.turn.text.as_str())
                .collect();
            assert_eq!(replies, [reply; 3]);
            let to_lawyer = stage.to("assistant");
            let heard: Vec<&str> = to_lawyer[1..].iter().map(|r| last(r).content.as_str()).collect();
            assert_eq!(heard[..2], [reply; 2]);
            // When the rounds are spent the instruction stands below it, set apart.
            assert!(heard[2].starts_with(&format!("{reply}\n\n---\n\n")));
        }
    }
}

#[tokio::test]
async fn an_empty_reply_is_asked_for_again_and_then_a_fault_of_the_simulator() {
    for condition in CONDITIONS {
        let silent = Setting { user: Arc::new(|_| Some(" \n".to_owned())), ..Setting::saying(&["A?"]) };
        let stage = play(silent.under(condition)).await;
        assert_eq!(stage.one().stop, Stop::Fault(Fault::SimulatorFault));
        let asked = stage.to("user");
        assert_eq!(asked.len(), 3);
        assert!(asked.iter().all(|request| request == &asked[0]));
        let asked_again: Vec<u64> = stage.one().calls.clone();
        assert_eq!(asked_again.len(), 2 + 3, "each ask is a line of the journal");
        assert!(stage.one().turns.iter().all(|spoken| spoken.turn.speaker == Speaker::Assistant));
    }
}

#[tokio::test]
async fn a_gate_that_fails_ends_what_hangs_on_it_and_nothing_else() {
    let broken = || Setting { gate: Arc::new(|_| Some("none".to_owned())), ..Setting::saying(&["A?"]) };
    let standard = play(broken()).await;
    assert_eq!(standard.one().stop, Stop::Decided);
    assert!(standard.one().turns[0].requested.is_none());
    for condition in &CONDITIONS[1..] {
        let stage = play(broken().under(*condition)).await;
        assert_eq!(stage.one().stop, Stop::Fault(Fault::SimulatorFault), "{condition}");
    }
}

#[tokio::test]
async fn roles_alternate_the_opening_comes_once_and_the_facts_are_there_in_the_last_round() {
    for condition in CONDITIONS {
        let stage = play(Setting::saying(&["A?", "B?", "A? B?"]).under(condition)).await;
        for (name, request) in &stage.asked {
            let roles: Vec<Role> = request.messages.iter().map(|message| message.role).collect();
            assert_eq!(roles[0], Role::System);
            assert!(roles[1..].iter().step_by(2).all(|role| *role == Role::User), "{name}");
            assert!(roles[1..].iter().skip(1).step_by(2).all(|role| *role == Role::Assistant), "{name}");
            assert_eq!(roles.len() % 2, 0, "{name}: it ends with the other side");
            let all: String = request.messages.iter().map(|message| message.content.as_str()).collect();
            assert_eq!(all.matches(OPENING).count(), 1, "{name}");
        }
        let to_user = stage.to("user");
        assert_eq!(to_user.len(), 3);
        for request in to_user {
            for (_, fact, ..) in FACTS {
                assert!(request.messages[0].content.contains(&format!("- {fact}\n")), "{fact}");
            }
        }
        // The forced instruction is there when, and only when, the rounds are spent.
        let forced = |request: &&Request| last(request).content.contains("zpassistantforcedverdictpz");
        let forced: Vec<bool> = stage.to("assistant").iter().map(forced).collect();
        assert_eq!(forced, [false, false, false, true]);
    }
}
