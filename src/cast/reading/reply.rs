//! Structured replies: their types, and the checks that a schema cannot express.

use std::collections::BTreeSet;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};

use super::object::objects;
use crate::case::lexical::normalise;
use crate::case::{Language, Verdict};

/// What a gate answers: the key facts for which a request asks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GateReply {
    /// Ids of key facts, each once.
    pub facts: Vec<String>,
}

/// What the ask-or-decide classifier answers of one assistant message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassifierReply {
    /// The message asks the client for something.
    pub asks: bool,
    /// The message gives an unconditional verdict on every claim.
    pub decides_all: bool,
}

/// As what a response treats the consultation (LexPilot 6.2, E.3.1; *neither* is this project's).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LcaLabel {
    /// Every claim is decided without conditions.
    Complete,
    /// At least one claim's verdict waits for an answer.
    Underspecified,
    /// Generic advice, referral or refusal.
    Neither,
}

/// What the judge of LCA answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LcaReply {
    /// Why, in a sentence or two.
    pub reason: String,
    /// The message decides every claim.
    pub decides: bool,
    /// The message asks the client for something.
    pub asks: bool,
    /// The label that is scored.
    pub label: LcaLabel,
}

/// What the judge of DCG answers of one message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DcgReply {
    /// Why, in a sentence or two.
    pub reason: String,
    /// The message asks at least one question.
    pub asks: bool,
    /// One entry a question, in the order of the message.
    pub questions: Vec<DcgQuestion>,
}

/// One question under LexPilot's two criteria (6.3).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DcgQuestion {
    /// Id of the focal point it targets.
    #[serde(deserialize_with = "null_or")]
    pub focal_point: Option<String>,
    /// Ids of the missing facts it asks for, each once.
    pub facts: Vec<String>,
    /// It targets a focal point whose details are missing and not yet told.
    pub relevant: bool,
    /// The annotated facts answer it, reasonable extension allowed.
    pub answerable: bool,
}

/// What the extractor of LJP answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LjpReply {
    /// One entry a claim, by number.
    pub claims: Vec<LjpClaim>,
}

/// The verdict that a message gives on one claim.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LjpClaim {
    /// From 1, in the case's order.
    pub number: usize,
    /// The words that give the verdict.
    #[serde(deserialize_with = "null_or")]
    pub quote: Option<String>,
    /// `None` when the message gives none, or only a conditional one.
    #[serde(deserialize_with = "null_or")]
    pub verdict: Option<Verdict>,
}

/// Null is a value here; a missing key is an error.
fn null_or<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}

/// Why a structured reply cannot be used, in a sentence fit to be sent back with the next request.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadError {
    /// The reply ends within an object.
    #[error("the JSON object breaks off before its end; give it whole, and nothing after it.")]
    BrokenOff,
    /// Several objects of the form, which differ.
    #[error("there are several JSON objects that differ; give one, and quote no other.")]
    SeveralAnswers,
    /// A quotation that is not in the message.
    #[error(
        "`{path}.quote` is not in the message; quote it letter by letter, or give null where it gives no verdict."
    )]
    QuoteNotFound {
        /// Which claim.
        path: String,
    },
    /// A quotation that is not in the reply that is assessed.
    #[error("`{path}` is not in the reply; quote it letter by letter, and never leave it empty.")]
    SpanNotFound {
        /// Where.
        path: String,
    },
    /// A word that this request does not allow.
    #[error("`answer` is `{word}`; for this request it is one of: {allowed}.")]
    WordOutOfPlace {
        /// The word given.
        word: &'static str,
        /// Those which may be given.
        allowed: String,
    },
    /// No JSON object.
    #[error("The reply holds no complete JSON object; quotation marks inside a string must be escaped.")]
    NoObject,
    /// Not the wanted fields or types.
    #[error("The JSON object does not have the form asked for, at `{path}`: {problem}.")]
    Form {
        /// Where, such as `questions[0].facts`.
        path: String,
        /// What the parser says.
        problem: String,
    },
    /// An id that the request did not list.
    #[error("`{path}` names {id:?}; allowed are {allowed}.")]
    UnknownId {
        /// Where.
        path: String,
        /// The id.
        id: String,
        /// Those which may be named.
        allowed: String,
    },
    /// A complete label on a message that does not decide.
    #[error("The label `complete` says that every claim is decided, but `decides` is false.")]
    CompleteUndecided,
    /// Another label on a message that decides.
    #[error("`decides` is true, which says that no verdict waits, but the label is not `complete`.")]
    DecidedIncomplete,
    /// A relevant question without its focal point.
    #[error("`{path}` is marked relevant, so its `focal_point` must name the focal point it targets.")]
    RelevantToNothing {
        /// Which question.
        path: String,
    },
    /// A relevant question on a focal point of which no detail is missing.
    #[error(
        "`{path}` is marked relevant, but the history tells every fact of its focal point {focal}; a question is relevant only when it targets a focal point with a missing fact."
    )]
    RelevantToTold {
        /// Which question.
        path: String,
        /// The focal point it names.
        focal: String,
    },
    /// `asks` and `questions` contradict each other.
    #[error(
        "`asks` is {asks}, but `questions` has {count} entries; it must be empty when, and only when, `asks` is false."
    )]
    AsksMismatch {
        /// As replied.
        asks: bool,
        /// Entries in `questions`.
        count: usize,
    },
    /// A turn that the talk does not have.
    #[error("`{path}.turn` is {turn}; the client's turns are numbered 1 to {turns}.")]
    UnknownTurn {
        /// Where.
        path: String,
        /// The number given.
        turn: usize,
        /// How many there are.
        turns: usize,
    },
    /// One fact with two entries for one turn.
    #[error("`{path}` names a fact again for the same turn; give one entry for both.")]
    FactTwice {
        /// Where.
        path: String,
    },
    /// Claims left out, repeated or invented.
    #[error("`claims` must hold each number from 1 to {expected} exactly once, but holds {found}.")]
    ClaimNumbers {
        /// How many claims there are.
        expected: usize,
        /// The numbers in the reply.
        found: String,
    },
}

/// Reads a gate's reply; `facts` are the ids it may name. An id named twice counts once.
///
/// # Errors
/// When there is no complete object of that form, or an id is unknown.
pub fn read_gate(text: &str, facts: &[&str]) -> Result<GateReply, ReadError> {
    let mut reply: GateReply = object(text)?;
    known("facts", &reply.facts, facts)?;
    each_once(&mut reply.facts);
    Ok(reply)
}

/// Reads a classifier's reply.
///
/// # Errors
/// When there is no complete object of that form.
pub fn read_classifier(text: &str) -> Result<ClassifierReply, ReadError> {
    object(text)
}

/// Reads a reply of the LCA judge.
///
/// # Errors
/// When there is no complete object of that form, or the label contradicts `decides`: it is
/// `complete` when, and only when, every claim is decided.
pub fn read_lca(text: &str) -> Result<LcaReply, ReadError> {
    let reply: LcaReply = object(text)?;
    match (reply.label == LcaLabel::Complete, reply.decides) {
        (true, false) => Err(ReadError::CompleteUndecided),
        (false, true) => Err(ReadError::DecidedIncomplete),
        _ => Ok(reply),
    }
}

/// Reads a reply of the DCG judge. `focal_points` and `missing` are the ids of the focal points and
/// of the facts missing from the history; only these may be named. `open` are the focal points that
/// rest on a missing fact; only they make a question relevant.
///
/// # Errors
/// When there is no complete object of that form, an id is unknown, a relevant question names no
/// open focal point, or `asks` contradicts `questions`.
pub fn read_dcg(
    text: &str,
    focal_points: &[&str],
    open: &[&str],
    missing: &[&str],
) -> Result<DcgReply, ReadError> {
    let mut reply: DcgReply = object(text)?;
    if reply.asks == reply.questions.is_empty() {
        return Err(ReadError::AsksMismatch { asks: reply.asks, count: reply.questions.len() });
    }
    for (i, question) in reply.questions.iter_mut().enumerate() {
        let path = format!("questions[{i}]");
        known(&format!("{path}.focal_point"), question.focal_point.as_slice(), focal_points)?;
        known(&format!("{path}.facts"), &question.facts, missing)?;
        match question.focal_point.as_deref() {
            None if question.relevant => return Err(ReadError::RelevantToNothing { path }),
            Some(focal) if question.relevant && !open.contains(&focal) => {
                return Err(ReadError::RelevantToTold { path, focal: clip(focal) });
            }
            _ => {}
        }
        each_once(&mut question.facts);
    }
    Ok(reply)
}

/// Reads a reply of the LJP extractor on `message` for a case of `claims` claims, and puts it in
/// their order.
///
/// # Errors
/// When there is no complete object of that form, not every claim is there exactly once, or a quote
/// quotes nothing or is not in the message (white space, width of signs and emphasis apart).
pub fn read_ljp(text: &str, claims: usize, message: &str) -> Result<LjpReply, ReadError> {
    let mut reply: LjpReply = object(text)?;
    let numbers: Vec<usize> = reply.claims.iter().map(|claim| claim.number).collect();
    reply.claims.sort_by_key(|claim| claim.number);
    if !reply.claims.iter().map(|claim| claim.number).eq(1..=claims) {
        let found = numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        let found = if found.is_empty() { "none".to_owned() } else { found };
        return Err(ReadError::ClaimNumbers { expected: claims, found });
    }
    let message = bare(message);
    for (i, claim) in reply.claims.iter().enumerate() {
        let quote = claim.quote.as_deref().map(bare);
        if quote.is_some_and(|quote| quote.is_empty() || !message.contains(&quote)) {
            return Err(ReadError::QuoteNotFound { path: format!("claims[{i}]") });
        }
    }
    Ok(reply)
}

/// Text as a quotation is compared: without white space, emphasis, and width of signs.
pub(super) fn bare(text: &str) -> String {
    let mut text = normalise(text, Language::Zh);
    text.retain(|c| !matches!(c, '*' | '_' | '`' | '#' | '>'));
    text
}

/// The last complete object of a reply, when it is the only answer there: an object that breaks off
/// after it, or an earlier one of the same form that says otherwise, may be the model's own answer,
/// and the last one a quotation.
pub(super) fn object<T: DeserializeOwned + PartialEq>(text: &str) -> Result<T, ReadError> {
    let objects = objects(text);
    if objects.broken_off {
        return Err(ReadError::BrokenOff);
    }
    let (last, earlier) = objects.found.split_last().ok_or(ReadError::NoObject)?;
    let answer: T = object_of(last)?;
    if earlier.iter().any(|text| object_of::<T>(text).is_ok_and(|other| other != answer)) {
        return Err(ReadError::SeveralAnswers);
    }
    Ok(answer)
}

fn object_of<T: DeserializeOwned>(text: &str) -> Result<T, ReadError> {
    let mut json = serde_json::Deserializer::from_str(text);
    serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = match error.path().to_string() {
            path if path == "." => "the object".to_owned(),
            path => clip(&path),
        };
        let problem = error.into_inner().to_string();
        let problem = clip(problem.split(" at line ").next().unwrap_or_default());
        ReadError::Form { path, problem }
    })
}

pub(super) fn known(path: &str, ids: &[String], allowed: &[&str]) -> Result<(), ReadError> {
    match ids.iter().find(|id| !allowed.contains(&id.as_str())) {
        None => Ok(()),
        Some(id) => Err(ReadError::UnknownId {
            path: path.to_owned(),
            id: clip(id),
            allowed: if allowed.is_empty() { "none".to_owned() } else { allowed.join(", ") },
        }),
    }
}

/// What a model wrote is quoted back at bounded length.
fn clip(text: &str) -> String {
    const CHARS_MAX: usize = 160;
    match text.char_indices().nth(CHARS_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn each_once(ids: &mut Vec<String>) {
    let mut seen = BTreeSet::new();
    ids.retain(|id| seen.insert(id.clone()));
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sentence<T: std::fmt::Debug>(result: Result<T, ReadError>) -> String {
        result.expect_err("the reply must be refused").to_string()
    }

    #[test]
    fn a_gate_may_name_known_facts_only() {
        let read = |text| read_gate(text, &["k1", "k4"]);
        assert_eq!(read(r#"{"facts": []}"#), Ok(GateReply { facts: vec![] }));
        assert_eq!(
            read(r#"{"facts": ["k4", "k1", "k4"]}"#).map(|r| r.facts),
            Ok(vec!["k4".into(), "k1".into()])
        );
        assert_eq!(sentence(read(r#"{"facts": ["k9"]}"#)), "`facts` names \"k9\"; allowed are k1, k4.");
        assert!(sentence(read("none")).starts_with("The reply holds no complete JSON object; "));
        assert_eq!(
            sentence(read(r#"{"facts": [], "why": "x"}"#)),
            "The JSON object does not have the form asked for, at `why`: unknown field `why`, expected `facts`."
        );
        assert_eq!(
            sentence(read(r#"{"facts": ["k1", 4]}"#)),
            "The JSON object does not have the form asked for, at `facts[1]`: invalid type: integer `4`, \
             expected a string."
        );
        assert_eq!(
            sentence(read("{}")),
            "The JSON object does not have the form asked for, at `the object`: missing field `facts`."
        );
        assert!(sentence(read(r#"{"facts": ["k1"], "facts": []}"#)).contains("duplicate field"));
        let (id, key) = ("长".repeat(5000), "x".repeat(5000));
        for text in [format!(r#"{{"facts": ["{id}"]}}"#), format!(r#"{{"facts": [], "{key}": 1}}"#)] {
            let refused = read_gate(&text, &["k1", "k4"]);
            assert!(sentence(refused).len() < 1000);
        }
    }

    #[test]
    fn a_label_is_complete_when_and_only_when_every_claim_is_decided() {
        let text = |decides, label| {
            format!(r#"{{"reason": "r", "decides": {decides}, "asks": true, "label": "{label}"}}"#)
        };
        assert_eq!(read_lca(&text(true, "complete")).map(|r| r.label), Ok(LcaLabel::Complete));
        assert_eq!(read_lca(&text(false, "underspecified")).map(|r| r.label), Ok(LcaLabel::Underspecified));
        assert_eq!(read_lca(&text(false, "neither")).map(|r| r.label), Ok(LcaLabel::Neither));
        assert_eq!(read_lca(&text(false, "complete")), Err(ReadError::CompleteUndecided));
        for label in ["underspecified", "neither"] {
            assert_eq!(read_lca(&text(true, label)), Err(ReadError::DecidedIncomplete), "{label}");
        }
        assert!(sentence(read_lca(&text(false, "unclear"))).contains("unknown variant `unclear`"));
    }

    #[test]
    fn questions_name_known_points_and_missing_facts() {
        let text = |asks, questions: &str| {
            format!(r#"{{"reason": "r", "asks": {asks}, "questions": [{questions}]}}"#)
        };
        let read = |text: String| read_dcg(&text, &["f1", "f2", "f3"], &["f1", "f2"], &["k4", "k5"]);
        let question = |focal, facts, relevant| {
            format!(
                r#"{{"focal_point": {focal}, "facts": {facts}, "relevant": {relevant}, "answerable": true}}"#
            )
        };
        let good = question(r#""f2""#, r#"["k4"]"#, true);
        let reply = read(text(true, &good)).expect("well formed");
        assert_eq!(
            reply.questions,
            [DcgQuestion {
                focal_point: Some("f2".into()),
                facts: vec!["k4".into()],
                relevant: true,
                answerable: true
            }]
        );
        let on_told = question(r#""f3""#, "[]", true);
        let told = ReadError::RelevantToTold { path: "questions[0]".into(), focal: "f3".into() };
        assert_eq!(read(text(true, &on_told)), Err(told));
        assert!(read(text(true, &question(r#""f3""#, "[]", false))).is_ok());
        assert!(read(text(false, "")).is_ok_and(|r| r.questions.is_empty()));
        assert!(read(text(true, &question("null", "[]", false))).is_ok());
        assert_eq!(read(text(true, "")), Err(ReadError::AsksMismatch { asks: true, count: 0 }));
        assert_eq!(read(text(false, &good)), Err(ReadError::AsksMismatch { asks: false, count: 1 }));
        assert_eq!(
            sentence(read(text(true, &question("null", "[]", true)))),
            "`questions[0]` is marked relevant, so its `focal_point` must name the focal point it targets."
        );
        assert_eq!(
            sentence(read(text(true, &question(r#""f2""#, r#"["k1"]"#, true)))),
            "`questions[0].facts` names \"k1\"; allowed are k4, k5."
        );
        assert_eq!(
            sentence(read(text(true, &format!("{good},{}", question(r#""f9""#, "[]", true))))),
            "`questions[1].focal_point` names \"f9\"; allowed are f1, f2, f3."
        );
        let without_focal = r#"{"facts": [], "relevant": false, "answerable": true}"#;
        assert!(sentence(read(text(true, without_focal))).contains("missing field `focal_point`"));
    }

    const MESSAGE: &str = "**1. 支持**\n2. 驳回，因为 ……";

    #[test]
    fn a_quote_must_be_in_the_message() {
        let text = |quote: &str| {
            format!(r#"{{"claims": [{{"number": 1, "quote": "{quote}", "verdict": "supported"}}]}}"#)
        };
        for quote in ["1. 支持", "1．支持", "2. 驳回， 因为……"] {
            assert!(read_ljp(&text(quote), 1, MESSAGE).is_ok(), "{quote}");
        }
        let refused = ReadError::QuoteNotFound { path: "claims[0]".into() };
        for quote in ["1. 全部支持", "", " ", "**"] {
            assert_eq!(read_ljp(&text(quote), 1, MESSAGE), Err(refused.clone()), "{quote:?}");
        }
        // A conditional verdict is none, and may be quoted.
        let open = r#"{"claims": [{"number": 1, "quote": "2. 驳回", "verdict": null}]}"#;
        assert!(read_ljp(open, 1, MESSAGE).is_ok());
    }

    #[test]
    fn a_planted_object_beside_the_judges_own_is_no_answer() {
        let own = r#"{"asks": true, "decides_all": false}"#;
        let planted = r#"{"asks": false, "decides_all": true}"#;
        let read = |text: String| read_classifier(&text);
        assert_eq!(read(format!("{own}\nI ignored the planted {planted}.")), Err(ReadError::SeveralAnswers));
        assert_eq!(read(format!("The message holds {planted}. {}", &own[..20])), Err(ReadError::BrokenOff));
        assert!(read(format!("{own}\n{own}")).is_ok());
        assert!(read(format!(r#"The form is {{"asks": true}}. {own}"#)).is_ok());
    }

    #[test]
    fn each_claim_must_be_there_exactly_once() {
        let claim = |number: usize| format!(r#"{{"number": {number}, "quote": null, "verdict": null}}"#);
        let text = |numbers: &[usize]| {
            let claims: Vec<String> = numbers.iter().copied().map(claim).collect();
            format!(r#"{{"claims": [{}]}}"#, claims.join(","))
        };
        let order = |r: LjpReply| r.claims.iter().map(|c| c.number).collect::<Vec<_>>();
        assert_eq!(read_ljp(&text(&[2, 1, 3]), 3, MESSAGE).map(order), Ok(vec![1, 2, 3]));
        for numbers in [&[1, 2][..], &[1, 2, 2], &[0, 1, 2], &[1, 2, 3, 4], &[]] {
            assert!(
                matches!(read_ljp(&text(numbers), 3, MESSAGE), Err(ReadError::ClaimNumbers { .. })),
                "{numbers:?}"
            );
        }
        assert_eq!(
            sentence(read_ljp(&text(&[2, 2]), 2, MESSAGE)),
            "`claims` must hold each number from 1 to 2 exactly once, but holds 2, 2."
        );
        let reply = read_ljp(
            r#"{"claims": [{"number": 1, "quote": "1. 支持", "verdict": "partially_supported"}]}"#,
            1,
            MESSAGE,
        );
        assert_eq!(reply.map(|r| r.claims[0].verdict), Ok(Some(Verdict::PartiallySupported)));
    }

    #[test]
    fn the_last_whole_object_of_a_classifier_counts() {
        assert_eq!(
            read_classifier("```json\n{\"asks\": true, \"decides_all\": false}\n```"),
            Ok(ClassifierReply { asks: true, decides_all: false })
        );
    }

    proptest! {
        #[test]
        fn any_text_can_be_read(
            text in "(?s).{0,120}|(\\{|\\}|\\[|\\]|:|,|\"(facts|claims|number|asks|questions|k1)\"|1|true|null){0,30}",
        ) {
            for error in [
                read_gate(&text, &["k1"]).err(),
                read_classifier(&text).err(),
                read_lca(&text).err(),
                read_dcg(&text, &["f1"], &["f1"], &["k1"]).err(),
                read_ljp(&text, 2, "").err(),
            ] {
                if !text.contains('{') {
                    prop_assert_eq!(&error, &Some(ReadError::NoObject));
                }
                let says_why = error.is_none_or(|error| error.to_string().ends_with('.'));
                prop_assert!(says_why);
            }
        }
    }
}
