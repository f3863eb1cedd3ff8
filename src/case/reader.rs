//! What a person at the terminal may see of a case: everything.
//!
//! This is no [`View`](super::view::View), so that it cannot be rendered into a prompt.

use serde::Serialize;

use super::consultation::{Case, KeyFact, Standing};
use super::label::{Language, Variant, Verdict};
use super::problem::Origin;
use super::schema::{FocalPoint, Probe, Profile, Provenance, Review};
use super::talk::{Speaker, Turn};

/// A whole case, for people's eyes.
#[derive(Serialize, Debug)]
pub struct Reader<'a> {
    /// Unique within its pack.
    pub id: &'a str,
    /// Language of everything in it.
    pub language: Language,
    /// Id of its class.
    pub class: &'a str,
    /// Cause of action.
    pub cause: &'a str,
    /// Province or jurisdiction.
    pub province: &'a str,
    /// Where it comes from.
    pub provenance: &'a Provenance,
    /// Who has reviewed it.
    pub review: &'a Review,
    /// The file it was read from.
    pub origin: &'a Origin,
    /// blake3 of the text it was read from, in hex.
    pub hash: &'a str,
    /// What the decision rests on.
    pub provisions: &'a [String],
    /// Who seeks advice.
    pub profile: &'a Profile,
    /// The claims with their verdicts.
    pub claims: Vec<ReaderClaim<'a>>,
    /// The points of dispute.
    pub focal_points: &'a [FocalPoint],
    /// The key facts.
    pub key_facts: Vec<ReaderFact<'a>>,
    /// The history in which every key fact is told.
    pub complete: Vec<ReaderTurn<'a>>,
    /// The history from which the missing facts are absent.
    pub underspecified: Vec<ReaderTurn<'a>>,
    /// Fidelity probes.
    pub probes: &'a [Probe],
}

/// A claim with the court's verdict.
#[derive(Serialize, Debug)]
pub struct ReaderClaim<'a> {
    /// Unique within the case.
    pub id: &'a str,
    /// What is asked of the court.
    pub text: &'a str,
    /// What the court decides.
    pub verdict: Verdict,
    /// Ids of the key facts it rests on.
    pub needs: &'a [String],
    /// Why it is so decided.
    pub reasoning: &'a str,
    /// The words that state it in the complete history.
    pub stated_complete: &'a str,
    /// The words that state it in the underspecified history.
    pub stated_underspecified: &'a str,
}

/// A key fact.
#[derive(Serialize, Debug)]
pub struct ReaderFact<'a> {
    /// Unique within the case.
    pub id: &'a str,
    /// The fact.
    pub text: &'a str,
    /// Whether the underspecified history leaves it out.
    pub missing: bool,
    /// A question that elicits it.
    pub question: Option<&'a str>,
    /// Words of such a question.
    pub words: &'a [String],
    /// Words that together tell it, each with its alternatives; empty unless missing.
    pub marks: &'a [Vec<String>],
    /// How it decides a claim; null unless missing.
    pub why_decisive: Option<&'a str>,
    /// What a user who gets it wrong would say; null unless missing.
    pub mistaken: Option<&'a str>,
    /// What a user who half tells it would say; null unless missing.
    pub incomplete: Option<&'a str>,
}

/// A turn of a history.
#[derive(Serialize, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReaderTurn<'a> {
    /// Who speaks.
    pub speaker: Speaker,
    /// What is said.
    pub text: &'a str,
}

impl Case {
    /// Everything of the case, for people.
    pub fn for_reader(&self) -> Reader<'_> {
        let private = self.private();
        Reader {
            id: &self.id,
            language: self.language,
            class: &self.class,
            cause: &self.cause,
            province: &self.province,
            provenance: &self.provenance,
            review: &self.review,
            origin: &self.origin,
            hash: &self.hash,
            provisions: &private.provisions,
            profile: &private.profile,
            claims: self
                .claims
                .iter()
                .zip(&private.truths)
                .map(|(claim, truth)| ReaderClaim {
                    id: &claim.id,
                    text: &claim.text,
                    verdict: truth.verdict,
                    needs: &truth.needs,
                    reasoning: &truth.reasoning,
                    stated_complete: &truth.stated_complete,
                    stated_underspecified: &truth.stated_underspecified,
                })
                .collect(),
            focal_points: &private.focal_points,
            key_facts: private.facts.iter().map(fact).collect(),
            complete: turns(self.history(Variant::Complete)),
            underspecified: turns(self.history(Variant::Underspecified)),
            probes: &private.probes,
        }
    }
}

fn fact(fact: &KeyFact) -> ReaderFact<'_> {
    let missing = match &fact.standing {
        Standing::Missing(missing) => Some(missing),
        Standing::Told => None,
    };
    ReaderFact {
        id: &fact.id,
        text: &fact.text,
        missing: missing.is_some(),
        question: fact.cues.question.as_deref(),
        words: &fact.cues.words,
        marks: &fact.cues.marks,
        why_decisive: missing.map(|missing| missing.why_decisive.as_str()),
        mistaken: missing.map(|missing| missing.mistaken.as_str()),
        incomplete: missing.map(|missing| missing.incomplete.as_str()),
    }
}

fn turns(turns: &[Turn]) -> Vec<ReaderTurn<'_>> {
    turns.iter().map(|turn| ReaderTurn { speaker: turn.speaker, text: &turn.text }).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EN, text_of, tiny};

    /// Every text of the file, wherever it stands.
    fn texts(value: &serde_json::Value, found: &mut Vec<String>) {
        match value {
            serde_json::Value::String(text) => found.push(text.clone()),
            serde_json::Value::Array(items) => items.iter().for_each(|item| texts(item, found)),
            serde_json::Value::Object(fields) => fields.values().for_each(|field| texts(field, found)),
            _ => {}
        }
    }

    #[test]
    fn a_person_sees_all_that_the_file_says() {
        let pack = tiny();
        let case = pack.case("tiny-en-deposit").expect("in the pack");
        let json = serde_json::to_value(case.for_reader()).expect("plain data");
        let mut shown = Vec::new();
        texts(&json, &mut shown);
        let mut written = Vec::new();
        texts(&serde_yaml::from_str(&text_of(EN)).expect("well-formed YAML"), &mut written);
        for text in written.iter().flat_map(|text| text.split('|')) {
            assert!(text == "told" || text == "missing" || shown.iter().any(|other| other == text), "{text}");
        }
        assert_eq!(json["key_facts"][2]["missing"], true);
        assert_eq!(json["claims"][0]["verdict"], "partially_supported");
        assert_eq!(json["profile"]["traits"]["extraversion"], "medium");
    }
}
