//! A pack in which every field that some role must not see carries a word of its own.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use lexconsult::case::{Language, Pack, PackSource};
use serde_json::{Value, json};

/// Where a word stands in a case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Place {
    /// Name, title, licence and canary of the pack; names of classes and types; ids of cases and
    /// claims, class, cause, province, provenance, review, provisions: for no role.
    Frame,
    /// Who the user is, and how that person speaks.
    Profile,
    /// The annotated text of a claim.
    ClaimText,
    /// Why the court decided as it did.
    Reasoning,
    FocalId,
    FocalKind,
    FocalText,
    MissingId,
    ToldId,
    /// The text of a fact that the history tells, and of one that it leaves out.
    ToldText,
    MissingText,
    /// The question that elicits a missing fact, and the word in it.
    MissingQuestion,
    /// Marks and words by which a fact is recognised, and the question for a told one.
    Cue,
    WhyDecisive,
    Mistaken,
    Incomplete,
    /// A turn of the complete history.
    Complete,
    /// A turn of the underspecified history.
    Underspecified,
    /// What a probe asks, in its three ways.
    ProbeDirect,
    ProbeIndirect,
    ProbeBroad,
    /// What an answer to it must hold.
    ProbeAnswer,
    /// What else is noted of it, for no role.
    ProbeNote,
}

/// A word and where it stands.
pub struct Secret {
    pub word: String,
    pub place: Place,
    /// Index of the case, from 0; `None` for the pack.
    pub case: Option<usize>,
}

/// Makes words that occur nowhere else, none a part of another.
#[derive(Default)]
pub struct Words(usize);

impl Words {
    pub fn next(&mut self) -> String {
        const LETTERS: &[u8] = b"bcdfghjklmnprstvwx";
        let n = self.0;
        self.0 += 1;
        let letter = |at: u32| char::from(LETTERS[n / LETTERS.len().pow(at) % LETTERS.len()]);
        assert!(n < LETTERS.len().pow(4), "out of words");
        format!("zq{}{}{}{}qz", letter(3), letter(2), letter(1), letter(0))
    }
}

/// What one pack has otherwise than the next.
#[derive(Clone, Copy, Default)]
pub struct Shape {
    /// The verdicts go round by so many places.
    pub verdicts_turned: usize,
    /// Other facts count as missing.
    pub others_missing: bool,
    /// The underspecified history stands in both places.
    pub one_history: bool,
}

/// The cases' languages, in the order of the cases.
pub const LANGUAGES: [Language; 4] = [Language::Zh, Language::En, Language::Zh, Language::En];
/// Claims a case.
pub const CLAIMS: usize = 2;
/// Key facts a case.
pub const FACTS: usize = 5;
const VERDICTS: [&str; 3] = ["dismissed", "partially_supported", "supported"];

/// The pack and the words in it.
pub struct CanaryPack {
    pub pack: Arc<Pack>,
    pub secrets: Vec<Secret>,
}

/// Writes the pack into `folder` and loads it. The same shape gives the same words.
pub fn write(folder: &Path, shape: Shape, words: &mut Words) -> CanaryPack {
    let mut secrets = Vec::new();
    let mut sown = Sower { words, secrets: &mut secrets, case: None };
    let (class, cause) = (sown.sow(Place::Frame), sown.sow(Place::Frame));
    let classes = json!({"classes": [{
        "id": class, "zh": sown.sow(Place::Frame), "en": sown.sow(Place::Frame), "causes": [cause],
    }]});
    let kinds: Vec<String> = (0..2).map(|_| sown.sow(Place::FocalKind)).collect();
    let kind = |id: &String, sown: &mut Sower<'_>| {
        json!({
            "id": id, "zh": sown.sow(Place::FocalKind), "en": sown.sow(Place::FocalKind),
            "about_zh": sown.sow(Place::FocalKind), "about_en": sown.sow(Place::FocalKind),
        })
    };
    let types = json!({"types": kinds.iter().map(|id| kind(id, &mut sown)).collect::<Vec<_>>()});
    let meta = json!({
        "name": sown.sow(Place::Frame), "version": 1, "taxonomies": ["own"],
        "title": {"zh": sown.sow(Place::Frame), "en": sown.sow(Place::Frame)},
        "about": {"zh": sown.sow(Place::Frame), "en": sown.sow(Place::Frame)},
        "licence": sown.sow(Place::Frame), "canary": sown.sow(Place::Frame),
    });
    let lines: Vec<String> = LANGUAGES
        .iter()
        .enumerate()
        .map(|(at, language)| {
            sown.case = Some(at);
            case(at, *language, shape, (&class, &cause), &kinds, &mut sown).to_string()
        })
        .collect();
    fs::create_dir_all(folder.join("taxonomies")).expect("created");
    let files = [
        ("pack.yaml", meta.to_string()),
        ("focal-types.yaml", types.to_string()),
        ("taxonomies/own.yaml", classes.to_string()),
        ("cases.jsonl", lines.join("\n")),
    ];
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("written");
    }
    let pack = Pack::load(&PackSource::Path(folder.to_owned())).expect("the pack is well formed");
    CanaryPack { pack: Arc::new(pack), secrets }
}

struct Sower<'a> {
    words: &'a mut Words,
    secrets: &'a mut Vec<Secret>,
    case: Option<usize>,
}

impl Sower<'_> {
    /// A fresh word for a place.
    fn sow(&mut self, place: Place) -> String {
        let word = self.words.next();
        self.secrets.push(Secret { word: word.clone(), place, case: self.case });
        word
    }

    /// A fresh word within a text of the case's language.
    fn text(&mut self, place: Place, language: Language) -> String {
        let word = self.sow(place);
        match language {
            Language::Zh => format!("双方在这一点上各有说法，其中提到的是{word}这一情况"),
            Language::En => format!("the parties differ on this, and what was mentioned is {word}"),
        }
    }
}

/// The id that makes the cases sort in their order.
pub fn case_id(at: usize, word: &str) -> String {
    format!("{at}-{word}")
}

fn case(
    at: usize,
    language: Language,
    shape: Shape,
    (class, cause): (&str, &str),
    kinds: &[String],
    sown: &mut Sower<'_>,
) -> Value {
    let facts = facts(language, shape, sown);
    let ids: Vec<&str> = facts.iter().map(|fact| fact.id.as_str()).collect();
    let claims: Vec<Claim> = (0..CLAIMS).map(|claim| Claim::sow(at + claim, language, shape, sown)).collect();
    let needs: [&[&str]; CLAIMS] = [&ids[..3], &ids[2..]];
    let focal = |i: usize, sown: &mut Sower<'_>| {
        json!({
            "id": sown.sow(Place::FocalId), "type": kinds[i], "text": sown.text(Place::FocalText, language),
            "facts": needs[i], "provisions": [1],
        })
    };
    let underspecified = history(Place::Underspecified, language, &claims, &[], sown);
    let said: Vec<&str> = facts.iter().filter_map(|fact| fact.said.as_deref()).collect();
    let complete = history(Place::Complete, language, &claims, &said, sown);
    let missing: Vec<&str> = facts.iter().filter(|fact| fact.missing).map(|fact| fact.id.as_str()).collect();
    json!({
        "id": case_id(at, &sown.sow(Place::Frame)),
        "language": language.code(), "class": class, "cause": cause,
        "province": sown.sow(Place::Frame),
        "provenance": {"kind": "written", "note": sown.sow(Place::Frame)},
        "review": {
            "state": format!("lawyer: {}", sown.sow(Place::Frame)),
            "sheet": format!("review/{}.md", sown.sow(Place::Frame)),
        },
        "provisions": [sown.sow(Place::Frame), sown.sow(Place::Frame)],
        "profile": {
            "plaintiff": "organisation", "representative": sown.sow(Place::Profile), "age": 43,
            "gender": sown.sow(Place::Profile), "occupation": sown.sow(Place::Profile),
            "traits": {
                "extraversion": "low", "agreeableness": "high", "conscientiousness": "low",
                "neuroticism": "high", "openness": "medium",
            },
            "voice": sown.sow(Place::Profile),
        },
        "claims": claims.iter().zip(needs).map(|(claim, needs)| json!({
            "id": claim.id, "text": claim.text, "verdict": claim.verdict, "needs": needs,
            "reasoning": claim.reasoning,
            "stated": {
                "complete": if shape.one_history { &claim.stated[1] } else { &claim.stated[0] },
                "underspecified": claim.stated[1],
            },
        })).collect::<Vec<_>>(),
        "focal_points": (0..2).map(|i| focal(i, sown)).collect::<Vec<_>>(),
        "key_facts": facts.iter().map(|fact| fact.json.clone()).collect::<Vec<_>>(),
        "history": {
            "complete": if shape.one_history { &underspecified } else { &complete },
            "underspecified": underspecified,
        },
        "probes": [{
            "target": missing[0], "direct": sown.text(Place::ProbeDirect, language),
            "indirect": sown.text(Place::ProbeIndirect, language),
            "broad": sown.text(Place::ProbeBroad, language),
            "minimum_answer": sown.text(Place::ProbeAnswer, language), "permitted": [missing[0]],
            "withheld": {"remove": [missing[0]], "eligible": true, "reason": sown.sow(Place::ProbeNote)},
        }],
    })
}

struct Claim {
    id: String,
    text: String,
    verdict: &'static str,
    reasoning: String,
    /// In the complete history and in the other.
    stated: [String; 2],
}

impl Claim {
    fn sow(nth: usize, language: Language, shape: Shape, sown: &mut Sower<'_>) -> Self {
        Self {
            id: sown.sow(Place::Frame),
            text: sown.text(Place::ClaimText, language),
            verdict: VERDICTS[(nth + shape.verdicts_turned) % VERDICTS.len()],
            reasoning: sown.text(Place::Reasoning, language),
            stated: [Place::Complete, Place::Underspecified].map(|place| sown.text(place, language)),
        }
    }
}

struct Fact {
    id: String,
    missing: bool,
    /// What the user says of it in the complete history, if it is missing.
    said: Option<String>,
    json: Value,
}

/// The third and the fifth are missing, or else the second and the fourth. Each shape draws the
/// same words.
fn facts(language: Language, shape: Shape, sown: &mut Sower<'_>) -> Vec<Fact> {
    let fact = |i: usize, sown: &mut Sower<'_>| {
        let missing = if shape.others_missing { [1, 3].contains(&i) } else { [2, 4].contains(&i) };
        let place = |if_missing, if_told| if missing { if_missing } else { if_told };
        let id = sown.sow(place(Place::MissingId, Place::ToldId));
        // Of one mark the fact's text has one form, the user's words another, and nobody the third.
        let text_place = place(Place::MissingText, Place::ToldText);
        let forms = [text_place, place(Place::Complete, Place::Cue), Place::Cue].map(|p| sown.sow(p));
        let asked = sown.sow(place(Place::MissingQuestion, Place::Cue));
        let words = [asked.clone(), sown.sow(Place::Cue), sown.sow(Place::Cue)];
        let text = match language {
            Language::Zh => format!("{}，具体内容写作{}", sown.text(text_place, language), forms[0]),
            Language::En => format!("{}, in full {}", sown.text(text_place, language), forms[0]),
        };
        let question = match language {
            Language::Zh => format!(
                "请问关于{asked}当时是怎么说的，{}？",
                sown.sow(place(Place::MissingQuestion, Place::Cue))
            ),
            Language::En => {
                format!("What about {asked} and {}?", sown.sow(place(Place::MissingQuestion, Place::Cue)))
            }
        };
        let mut json = json!({
            "id": id, "text": text, "in": if missing { "missing" } else { "told" },
            "asked_by": {"question": question, "words": words},
        });
        let more = [
            ("why_decisive", sown.text(Place::WhyDecisive, language)),
            ("mistaken", sown.text(place(Place::Mistaken, Place::Cue), language)),
            ("incomplete", sown.text(place(Place::Incomplete, Place::Cue), language)),
        ];
        if missing {
            json["marks"] = json!([forms.join("|")]);
            for (field, text) in more {
                json[field] = json!(text);
            }
        }
        Fact { id, missing, said: missing.then(|| forms[1].clone()), json }
    };
    (0..FACTS).map(|i| fact(i, sown)).collect()
}

fn history(place: Place, language: Language, claims: &[Claim], told: &[&str], sown: &mut Sower<'_>) -> Value {
    let stated = usize::from(place == Place::Underspecified);
    let quotes: Vec<&str> = claims.iter().map(|claim| claim.stated[stated].as_str()).collect();
    let (first, second) = (quotes.join("；"), told.join("；"));
    let turns: Vec<Value> = (0..5)
        .map(|i| {
            let text = sown.text(place, language);
            match i {
                0 => json!({"user": format!("{text}；{first}")}),
                2 if !told.is_empty() => json!({"user": format!("{text}；{second}")}),
                i if i % 2 == 0 => json!({"user": text}),
                _ => json!({"assistant": text}),
            }
        })
        .collect();
    json!(turns)
}
