//! How the user is asked: in one call or two, told the condition or a move, told a profile or none; and
//! the checker that reads a finished talk.

use std::sync::Arc;

use lexconsult::case::{How, Move, Pack, PackSource, Speaker, Turn, Variant};
use lexconsult::cast::{Condition, ConditionMode, UserDesign};
use lexconsult::model::Request;
use lexconsult::prompt::{Prompts, Template};

use super::pack::FACTS;
use super::stage::{Script, Setting, asked_for, play, word_of};

fn system(request: &Request) -> &str {
    &request.messages[0].content
}

/// Selects what the last message asks for, and speaks of whatever it was given.
fn in_two() -> Script {
    in_two_selecting_also(&[])
}

/// The same, with facts that nobody asked for.
fn in_two_selecting_also(more: &'static [&'static str]) -> Script {
    Arc::new(move |request| {
        let text = system(request);
        if text.contains(&word_of(Template::UserSelect)) {
            let message = request.messages[1].content.rsplit("Lawyer ---\n").next().expect("a message");
            let message = message.split("===").next().expect("it ends");
            let mut facts: Vec<String> = asked_for(message).into_iter().map(Into::into).collect();
            facts.extend(more.iter().map(|fact| (*fact).to_owned()));
            facts.sort_unstable();
            facts.dedup();
            return Some(serde_json::json!({ "facts": facts }).to_string());
        }
        assert!(text.contains(&word_of(Template::UserSpeak)));
        let told: Vec<&str> = FACTS
            .iter()
            .map(|(_, fact, ..)| *fact)
            .filter(|fact| text.contains(&format!("- {fact}\n")))
            .collect();
        Some(if told.is_empty() { "Hm.".to_owned() } else { told.join(", ") })
    })
}

fn setting(condition: Condition, messages: &[&str]) -> Setting {
    let design = UserDesign::SelectThenSpeak;
    Setting { user: in_two(), design, ..Setting::saying(messages).under(condition) }
}

/// The facts, as their letters, that each speaker was given, and the false words it was given.
async fn given(setting: Setting) -> Vec<(String, bool)> {
    let stage = play(setting).await;
    assert_eq!(stage.one().why, None);
    let speaking = word_of(Template::UserSpeak);
    let to_speak = stage.to("user").into_iter().filter(|request| system(request).contains(&speaking));
    to_speak
        .map(|request| {
            let text = system(request);
            let facts = FACTS.iter().filter(|(_, fact, ..)| text.contains(&format!("- {fact}\n")));
            let letters: Vec<&str> = facts.map(|(id, ..)| *id).collect();
            let false_words = FACTS[..2].iter().any(|(_, _, mistaken, _)| text.contains(mistaken));
            (letters.join(" "), false_words)
        })
        .collect()
}

#[tokio::test]
async fn who_speaks_is_given_what_was_selected_and_no_other_fact() {
    let given = |condition, messages| async move { given(setting(condition, messages)).await };
    let plain = |facts: &str| (facts.to_owned(), false);
    assert_eq!(
        given(Condition::Standard, &["A?", "B? T?", "Anything else?"]).await,
        [plain("a"), plain("b t"), plain("")]
    );
    // What is withheld is not given until it is followed up.
    assert_eq!(given(Condition::Delayed, &["A? T?", "B?", "A?"]).await, [plain("t"), plain("b"), plain("a")]);
    // What is misstated is given in its false words only; the correction has the fact, and both.
    assert_eq!(
        given(Condition::SelfCorrection, &["A?", "T?", "B?"]).await,
        [(String::new(), true), ("a t".to_owned(), true), plain("b")]
    );
}

#[tokio::test]
async fn who_speaks_is_never_given_what_is_kept_back_whatever_was_selected() {
    let plain = |facts: &str| (facts.to_owned(), false);
    let setting = setting(Condition::Delayed, &["A?", "B?", "A?"]);
    let setting = Setting { user: in_two_selecting_also(&["a"]), ..setting };
    assert_eq!(given(setting).await, [plain(""), plain("b"), plain("a")]);
}

#[tokio::test]
async fn a_selection_that_names_no_known_fact_is_a_fault_of_the_simulator() {
    let user: Script = Arc::new(|_| Some(r#"{"facts": ["z"]}"#.to_owned()));
    let stage = play(Setting { user, ..setting(Condition::Standard, &["A?"]) }).await;
    assert_eq!(stage.one().stop.name(), "simulator_fault");
    assert_eq!(stage.to("user").len(), 3, "it was asked again twice");
}

#[tokio::test]
async fn told_the_condition_from_the_start_the_user_is_told_no_move() {
    for (condition, template) in [
        (Condition::Delayed, Template::UserDelayed),
        (Condition::SelfCorrection, Template::UserSelfCorrection),
        (Condition::Reluctant, Template::UserReluctant),
    ] {
        let setting = Setting { mode: ConditionMode::PromptOnly, ..Setting::saying(&["T?", "A?", "A?"]) };
        let stage = play(setting.under(condition)).await;
        let requests = stage.to("user");
        assert_eq!(requests.len(), 3);
        for request in requests {
            assert!(system(request).contains(&word_of(template)), "{condition}");
            for other in [Template::UserWithhold, Template::UserMisstate, Template::UserCorrect] {
                assert!(!system(request).contains(&word_of(other)));
            }
            // Which facts count as missing it is not told.
            for (_, _, mistaken, incomplete) in &FACTS[..2] {
                assert!(!system(request).contains(mistaken) && !system(request).contains(incomplete));
            }
        }
        // The gate still says where the condition should take hold.
        let came_to = stage.one().disturbance.clone().expect("there was a condition");
        assert_eq!(came_to.disrupted, Some(2), "{condition}");
    }
}

#[tokio::test]
async fn a_standard_user_is_asked_alike_in_either_mode() {
    let mut systems = Vec::new();
    for mode in [ConditionMode::Triggered, ConditionMode::PromptOnly] {
        let stage = play(Setting { mode, ..Setting::saying(&["A?"]) }).await;
        systems.push(system(stage.to("user")[0]).to_owned());
    }
    assert_eq!(systems[0], systems[1]);
}

#[tokio::test]
async fn a_company_speaks_through_its_representative() {
    for design in [UserDesign::SinglePrompt, UserDesign::SelectThenSpeak] {
        let user = if design == UserDesign::SelectThenSpeak { in_two() } else { Setting::saying(&[]).user };
        for profile in [false, true] {
            let setting = Setting { design, profile, user: user.clone(), ..Setting::saying(&["A?"]) };
            let stage = play(setting).await;
            let requests = stage.to("user");
            let text = system(requests.last().expect("asked"));
            assert!(text.contains("you are the person who speaks for it there"));
            assert_eq!(text.contains("caretaker of the garden club"), profile);
            assert_eq!(text.contains("an organisation, and you speak for it"), profile);
            for (name, request) in stage.asked.iter().filter(|(name, _)| *name != "user") {
                assert!(!system(request).contains("caretaker of the garden club"), "{name}");
            }
        }
    }
}

#[test]
fn a_minor_speaks_through_a_parent() {
    let pack = Pack::load(&PackSource::named("starter")).expect("in the binary");
    let case = pack.case("zh-child-support-01").expect("in the pack");
    let prompts = Prompts::load(None).expect("the shipped prompts load");
    let talk = [Turn::new(Speaker::Assistant, "您好。")];
    let view = case.for_user_moving(Variant::Underspecified, &talk, &Move::ANSWER, true);
    let who = view.profile.and_then(|profile| profile.representative.as_deref()).expect("a parent");
    let rendered = prompts.user(Template::UserSinglePrompt, &view, &[Template::UserProfile]);
    let system = rendered.expect("rendered").system;
    assert!(system.contains(&format!("当事人一方是未成年人，由你替它说话，你的身份是：{who}")), "{system}");
    assert!(system.contains("当事人一方是公司、其他单位或未成年人的，你就是记录里替它说话的那个人"));
}

fn checker(reply: &'static str) -> Option<Script> {
    Some(Arc::new(move |_| Some(reply.to_owned())))
}

#[tokio::test]
async fn the_checker_reads_the_finished_talk_and_makes_the_ledger() {
    let reply = r#"{"disclosures": [
        {"turn": 1, "fact": "a", "how": "told"}, {"turn": 1, "fact": "t", "how": "told"},
        {"turn": 2, "fact": "b", "how": "implied"}
    ]}"#;
    let plain = play(Setting::saying(&["A?", "T?"])).await;
    let stage = play(Setting { checker: checker(reply), ..Setting::saying(&["A?", "T?"]) }).await;
    let transcript = stage.one();
    let ledger: Vec<_> = transcript.ledger.iter().map(|e| (e.fact.as_str(), e.round, e.how)).collect();
    assert_eq!(ledger, [("a", 1, How::Elicited), ("b", 2, How::Implied)]);
    assert_eq!(transcript.ledger_by.as_deref(), Some("checker"));
    // It changes nothing in the play, and comes after it.
    assert_eq!(transcript.turns, plain.one().turns);
    assert_eq!(stage.asked.last().map(|(name, _)| *name), Some("checker"));
    assert_eq!(stage.to("checker").len(), 1);
    let asked = &stage.to("checker")[0].messages[1].content;
    assert!(asked.contains("Client, reply 1 ---\nalpha happened.\n"), "{asked}");
    assert!(asked.contains("Client, reply 2 ---\ntau happened.\n"), "{asked}");
    assert!(!asked.contains("[VERDICT]") && !asked.contains("Supported"), "what follows the last reply");
}

#[tokio::test]
async fn a_checker_that_fails_takes_the_ledger_and_not_the_play() {
    let stage = play(Setting { checker: checker("no object"), ..Setting::saying(&["A?"]) }).await;
    let transcript = stage.one();
    assert_eq!(transcript.stop.name(), "decided");
    assert!(transcript.ledger.is_empty());
    assert!(transcript.ledger_fault.as_ref().is_some_and(|why| why.contains("checker")));
    assert_eq!(stage.to("checker").len(), 3);
}

#[tokio::test]
async fn nobody_is_checked_who_said_nothing() {
    let stage = play(Setting { checker: checker("{}"), ..Setting::saying(&["VERDICT"]) }).await;
    assert!(stage.to("checker").is_empty());
    assert_eq!(stage.one().ledger_by, None);
}
