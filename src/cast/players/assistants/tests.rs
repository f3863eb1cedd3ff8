use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::*;
use crate::case::{Case, Turn, Variant};
use crate::cast::players::testing::{EN, ZH, assistant, consult, starter, tiny, untold, user, verdicts};
use crate::cast::players::{judges, users};
use crate::cast::reading::{LcaLabel, Said, marker, read_dcg, read_lca};

const UNDERSPECIFIED: Variant = Variant::Underspecified;

fn occasion(forced: bool) -> Occasion {
    if forced { Occasion::MustDecide } else { Occasion::MayAsk }
}

fn as_oracle(case: &Case, talk: &[Turn], occasion: Occasion) -> String {
    oracle(&case.for_oracle(UNDERSPECIFIED, talk), occasion)
}

fn as_listener(case: &Case, talk: &[Turn], occasion: Occasion) -> String {
    listener(&case.for_listener(UNDERSPECIFIED, talk), occasion)
}

fn truth(case: &Case) -> Vec<Option<Verdict>> {
    case.answer_key().verdicts.into_iter().map(Some).collect()
}

/// The truth where no missing fact is needed, else what is farthest from it.
fn uninformed(case: &Case) -> Vec<Option<Verdict>> {
    let view = case.for_listener(UNDERSPECIFIED, &[]);
    let verdict = |claim: &view::KnownClaim| match claim.untold_needs.is_empty() {
        true => claim.verdict,
        false => claim.verdict.farthest(),
    };
    view.claims.iter().map(|claim| Some(verdict(claim))).collect()
}

#[test]
fn messages_have_the_form_that_the_prompts_ask_for() {
    let pack = tiny();
    let (zh, en) = (pack.case(ZH).expect("there"), pack.case(EN).expect("there"));
    let first = |case: &Case| case.for_assistant(UNDERSPECIFIED, &[]).language;
    assert_eq!(first(zh), Language::Zh);
    assert_eq!(as_oracle(zh, &[], Occasion::MustDecide), "【结论】\n1. 部分支持\n2. 驳回");
    assert_eq!(as_oracle(en, &[], Occasion::MustDecide), "[VERDICT]\n1. Partially Supported\n2. Dismissed");
    assert_eq!(as_oracle(zh, &[], Occasion::MayAsk), "【追问】\n借钱之后他还过钱吗？哪天、多少？");
    assert_eq!(never_ask(&zh.for_assistant(UNDERSPECIFIED, &[])), "【结论】\n全部诉讼请求：支持");
    assert_eq!(
        majority(&view::Majority::new(Language::En, Verdict::PartiallySupported), Occasion::MustAsk),
        "[VERDICT]\nAll claims: Partially Supported"
    );
    assert_eq!(
        always_ask(&en.for_assistant(UNDERSPECIFIED, &[]), Occasion::MayAsk),
        "[ASK]\nIs there anything else you would like to add?"
    );
}

#[test]
fn the_oracle_asks_for_each_fact_once_and_then_decides() {
    for case in &starter().cases {
        let mut talk = Vec::new();
        for fact in untold(case) {
            let message = as_oracle(case, &talk, Occasion::MayAsk);
            assert_eq!(marker(&message).text, fact.question, "{}", case.id);
            talk.extend([assistant(&message), user("……")]);
        }
        let message = as_oracle(case, &talk, Occasion::MayAsk);
        assert_eq!(marker(&message).said, Some(Said::Decides));
        assert_eq!(verdicts(case, &message), truth(case), "{}", case.id);
        let again = as_oracle(case, &talk, Occasion::MustAsk);
        assert_eq!(marker(&again).text, untold(case)[0].question);
    }
}

#[test]
fn the_oracle_is_right_in_every_task() {
    for case in &starter().cases {
        for (variant, label) in
            [(Variant::Complete, LcaLabel::Complete), (UNDERSPECIFIED, LcaLabel::Underspecified)]
        {
            let message = marker(&oracle(&case.for_oracle(variant, &[]), Occasion::MayAsk)).text;
            let reply = read_lca(&judges::lca(&case.for_lca_judge(variant, &message)));
            assert_eq!(reply.map(|r| r.label), Ok(label), "{} {}", case.id, variant.name());
        }
        for answer in [users::lexical, users::leaky, users::evasive] {
            let (talk, last) = consult(case, |talk, forced| as_oracle(case, talk, occasion(forced)), answer);
            assert!(talk.len() <= 6);
            assert_eq!(verdicts(case, &last), truth(case), "{}", case.id);
        }
    }
}

#[test]
fn the_oracles_questions_meet_both_criteria() {
    for case in &starter().cases {
        let key = case.answer_key();
        let focal_points: Vec<&str> = key.focal_points.iter().map(|focal| focal.id).collect();
        let mut talk = Vec::new();
        let mut accepted = Vec::new();
        for _ in 0..2 {
            let message = as_oracle(case, &talk, Occasion::MustAsk);
            let question = marker(&message).text;
            let reply = judges::dcg(&case.for_dcg_judge(&talk, &question));
            let reply = read_dcg(&reply, &focal_points, &focal_points, &key.missing).expect("readable");
            assert_eq!(reply.questions.len(), 1, "{}: {question}", case.id);
            accepted.push(reply.questions[0].relevant && reply.questions[0].answerable);
            talk.push(assistant(&message));
            let answer = users::lexical(&case.for_user(UNDERSPECIFIED, &talk));
            talk.push(user(&answer));
        }
        assert!(accepted[0], "{}", case.id);
        assert_eq!(accepted[1], key.missing.len() > 1, "{}", case.id);
    }
}

#[test]
fn the_listener_measures_what_the_user_tells() {
    for case in &starter().cases {
        let run = |answer: fn(&view::User) -> String| {
            consult(case, |talk, forced| as_listener(case, talk, occasion(forced)), answer)
        };
        let (talk, last) = run(users::lexical);
        assert_eq!(talk.len(), 2 * untold(case).len(), "{}", case.id);
        assert_eq!(verdicts(case, &last), truth(case), "{}", case.id);
        let (talk, last) = run(users::leaky);
        assert_eq!(talk.len(), 2, "{}", case.id);
        assert_eq!(verdicts(case, &last), truth(case), "{}", case.id);
        let (talk, last) = run(users::evasive);
        assert_eq!(talk.len(), 6, "{}", case.id);
        assert_eq!(verdicts(case, &last), uninformed(case), "{}", case.id);
        assert_eq!(verdicts(case, &as_listener(case, &[], Occasion::MustDecide)), uninformed(case));
        let gold = listener(&case.for_listener(Variant::Complete, &[]), Occasion::MayAsk);
        assert_eq!(verdicts(case, &gold), truth(case));
    }
}

#[test]
fn the_listener_asks_again_when_all_was_asked_and_little_told() {
    let pack = starter();
    let case = pack.cases.iter().find(|case| untold(case).len() >= 2).expect("some case misses two facts");
    let facts = untold(case);
    let mut talk = Vec::new();
    let mut asked = Vec::new();
    for _ in 0..=facts.len() {
        let message = as_listener(case, &talk, Occasion::MayAsk);
        asked.push(marker(&message).text);
        talk.extend([assistant(&message), user("……")]);
    }
    let mut expected: Vec<String> = facts.iter().map(|fact| fact.question.to_owned()).collect();
    expected.push(facts[0].question.to_owned());
    assert_eq!(asked, expected);
}

#[test]
fn the_listener_hears_the_user_only() {
    let pack = tiny();
    let case = pack.case(ZH).expect("there");
    let told = "2023年9月12日他还了2万";
    let ask_again = as_listener(case, &[assistant(told), user("嗯")], Occasion::MayAsk);
    assert_eq!(marker(&ask_again).said, Some(Said::Asks));
    let parts = [assistant("？"), user("还过2万"), assistant("哪天？"), user("9月12号")];
    let message = as_listener(case, &parts, Occasion::MayAsk);
    assert_eq!(message, "【结论】\n1. 部分支持\n2. 驳回");
    let message = as_listener(case, &[assistant("？"), user(told)], Occasion::MustAsk);
    assert_eq!(marker(&message).text, lexical::broad_question(Language::Zh));
}

#[test]
fn broad_questions_ask_for_no_fact() {
    for case in &starter().cases {
        let view = case.for_gate(UNDERSPECIFIED, &[], "");
        for fact in &view.key_facts {
            let question = lexical::broad_question(case.language);
            assert!(!lexical::asks_for(question, fact.cues, case.language), "{} {}", case.id, fact.id);
        }
    }
}

#[test]
fn random_draws_are_fixed_by_the_seed_and_cover_everything() {
    let pack = tiny();
    let view = pack.case(EN).expect("there").for_assistant(UNDERSPECIFIED, &[]);
    let draw = |seed: u64| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        (0..60).map(|_| random(&view, Occasion::MayAsk, &mut rng)).collect::<Vec<_>>()
    };
    assert_eq!(draw(7), draw(7));
    assert_ne!(draw(7), draw(8));
    let mut kinds = draw(7);
    kinds.sort();
    kinds.dedup();
    assert_eq!(
        kinds,
        [
            "[ASK]\nIs there anything else you would like to add?",
            "[VERDICT]\nAll claims: Dismissed",
            "[VERDICT]\nAll claims: Partially Supported",
            "[VERDICT]\nAll claims: Supported",
        ]
    );
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for _ in 0..20 {
        let decided = random(&view, Occasion::MustDecide, &mut rng);
        assert_eq!(marker(&decided).said, Some(Said::Decides));
        let asked = random(&view, Occasion::MustAsk, &mut rng);
        assert_eq!(asked, lexical::broad_question(Language::En));
    }
}
