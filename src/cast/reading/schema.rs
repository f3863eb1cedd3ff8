//! The forms of structured replies, for endpoints that can be held to one. They say no more than the
//! types beside them; what a schema cannot express is checked when the reply is read.

use serde_json::value::RawValue;

use crate::model::Schema;

/// Of [`super::GateReply`].
pub fn gate() -> Schema {
    schema("gate", GATE)
}

/// Of [`super::ClassifierReply`].
pub fn classifier() -> Schema {
    schema("ask_or_decide", CLASSIFIER)
}

/// Of [`super::LcaReply`].
pub fn lca() -> Schema {
    schema("judge_lca", LCA)
}

/// Of [`super::DcgReply`].
pub fn dcg() -> Schema {
    schema("judge_dcg", DCG)
}

/// Of [`super::LjpReply`].
pub fn ljp() -> Schema {
    schema("judge_ljp", LJP)
}

/// Of [`super::GateReply`], where a user selects what to tell.
pub fn selection() -> Schema {
    schema("selection", GATE)
}

/// Of [`super::DisclosuresReply`].
pub fn disclosures() -> Schema {
    schema("disclosures", DISCLOSURES)
}

/// Of [`super::FidelityReply`].
pub fn fidelity() -> Schema {
    schema("judge_fidelity", FIDELITY)
}

const GATE: &str = r#"{"type":"object","properties":{"facts":{"type":"array","items":{"type":"string"}}},"required":["facts"],"additionalProperties":false}"#;

const CLASSIFIER: &str = r#"{"type":"object","properties":{"asks":{"type":"boolean"},"decides_all":{"type":"boolean"}},"required":["asks","decides_all"],"additionalProperties":false}"#;

const LCA: &str = r#"{"type":"object","properties":{"reason":{"type":"string"},"decides":{"type":"boolean"},"asks":{"type":"boolean"},"label":{"type":"string","enum":["complete","underspecified","neither"]}},"required":["reason","decides","asks","label"],"additionalProperties":false}"#;

const DCG: &str = r#"{"type":"object","properties":{"reason":{"type":"string"},"asks":{"type":"boolean"},"questions":{"type":"array","items":{"type":"object","properties":{"focal_point":{"type":["string","null"]},"facts":{"type":"array","items":{"type":"string"}},"relevant":{"type":"boolean"},"answerable":{"type":"boolean"}},"required":["focal_point","facts","relevant","answerable"],"additionalProperties":false}}},"required":["reason","asks","questions"],"additionalProperties":false}"#;

const LJP: &str = r#"{"type":"object","properties":{"claims":{"type":"array","items":{"type":"object","properties":{"number":{"type":"integer"},"quote":{"type":["string","null"]},"verdict":{"anyOf":[{"type":"string","enum":["supported","partially_supported","dismissed"]},{"type":"null"}]}},"required":["number","quote","verdict"],"additionalProperties":false}}},"required":["claims"],"additionalProperties":false}"#;

const DISCLOSURES: &str = r#"{"type":"object","properties":{"disclosures":{"type":"array","items":{"type":"object","properties":{"turn":{"type":"integer"},"fact":{"type":"string"},"how":{"type":"string","enum":["told","implied","distorted"]}},"required":["turn","fact","how"],"additionalProperties":false}}},"required":["disclosures"],"additionalProperties":false}"#;

const FIDELITY: &str = r#"{"type":"object","properties":{"reason":{"type":"string"},"answer":{"type":"string","enum":["sufficient","insufficient","uncertain","not_uncertain","none_due"]},"over_disclosed":{"type":"array","items":{"type":"object","properties":{"fact":{"type":"string"},"quote":{"type":"string"}},"required":["fact","quote"],"additionalProperties":false}},"errors":{"type":"array","items":{"type":"object","properties":{"kind":{"type":"string","enum":["unsupported","contradicting","confused"]},"quote":{"type":"string"}},"required":["kind","quote"],"additionalProperties":false}}},"required":["reason","answer","over_disclosed","errors"],"additionalProperties":false}"#;

fn schema(name: &str, form: &'static str) -> Schema {
    // The constants above are JSON; a test reads each.
    let form = RawValue::from_string(form.to_owned()).expect("a schema of this file is JSON");
    Schema { name: name.to_owned(), form }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::*;
    use crate::case::ProbeKind;

    fn form(schema: &crate::model::Schema) -> Value {
        serde_json::from_str(schema.form.get()).expect("a schema is JSON")
    }

    fn all() -> [crate::model::Schema; 8] {
        let (selection, disclosures) = (schema::selection(), schema::disclosures());
        let (gate, classifier) = (schema::gate(), schema::classifier());
        let fidelity = schema::fidelity();
        [gate, classifier, selection, disclosures, fidelity, schema::lca(), schema::dcg(), schema::ljp()]
    }

    /// What strict modes demand of every object in a schema.
    fn is_strict(form: &Value) -> bool {
        let inner: Vec<&Value> = match form {
            Value::Object(fields) => fields.values().collect(),
            Value::Array(items) => items.iter().collect(),
            _ => return true,
        };
        let object = form["type"] != "object" || {
            let properties: Vec<&String> =
                form["properties"].as_object().into_iter().flat_map(|fields| fields.keys()).collect();
            let required = form["required"].as_array().map_or(0, Vec::len);
            let all = properties
                .iter()
                .all(|name| form["required"].as_array().is_some_and(|list| list.contains(&json!(name))));
            all && required == properties.len() && form["additionalProperties"] == json!(false)
        };
        object && inner.into_iter().all(is_strict)
    }

    #[test]
    fn strict_modes_take_every_schema() {
        for schema in all() {
            let form = form(&schema);
            assert!(is_strict(&form), "{}", schema.name);
            assert!(jsonschema::validator_for(&form).is_ok(), "{}", schema.name);
            assert!(schema.name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{}", schema.name);
        }
    }

    #[test]
    fn a_schema_takes_what_the_reader_takes_and_refuses_what_it_refuses() {
        let claim =
            |verdict: Value| json!({ "claims": [{ "number": 1, "quote": null, "verdict": verdict }] });
        let question = |focal: Value| {
            json!({ "reason": "r", "asks": true, "questions": [
                { "focal_point": focal, "facts": [], "relevant": false, "answerable": true }
            ] })
        };
        let lca = |label: &str| json!({ "reason": "r", "decides": label == "complete", "asks": true, "label": label });
        let mut cases = vec![
            (schema::gate(), json!({ "facts": [] }), true),
            (schema::gate(), json!({ "facts": ["k1"] }), true),
            (schema::gate(), json!({ "facts": ["k1"], "why": "x" }), false),
            (schema::gate(), json!({}), false),
            (schema::selection(), json!({ "facts": ["k1"] }), true),
            (schema::disclosures(), json!({ "disclosures": [] }), true),
            (
                schema::disclosures(),
                json!({ "disclosures": [{ "turn": 1, "fact": "k1", "how": "told" }] }),
                true,
            ),
            (
                schema::disclosures(),
                json!({ "disclosures": [{ "turn": 1, "fact": "k1", "how": "said" }] }),
                false,
            ),
            (
                schema::disclosures(),
                json!({ "disclosures": [{ "turn": "1", "fact": "k1", "how": "told" }] }),
                false,
            ),
            (schema::classifier(), json!({ "asks": true, "decides_all": false }), true),
            (schema::classifier(), json!({ "asks": true }), false),
            (schema::lca(), lca("unclear"), false),
            (schema::dcg(), question(json!("f1")), true),
            (schema::dcg(), question(Value::Null), true),
            (schema::dcg(), question(json!(3)), false),
            (schema::dcg(), json!({ "reason": "r", "asks": false, "questions": [] }), true),
            (schema::ljp(), claim(Value::Null), true),
            (schema::ljp(), claim(json!("won")), false),
            (schema::ljp(), json!({ "claims": [{ "number": 1, "verdict": "supported" }] }), false),
        ];
        let assessment = |answer: &str, kind: &str| {
            json!({ "reason": "r", "answer": answer, "over_disclosed": [{ "fact": "k1", "quote": "said" }],
                "errors": [{ "kind": kind, "quote": "said" }] })
        };
        for kind in ["unsupported", "contradicting", "confused", "wrong"] {
            cases.push((schema::fidelity(), assessment("sufficient", kind), kind != "wrong"));
        }
        cases.push((schema::fidelity(), assessment("good", "confused"), false));
        for label in ["complete", "underspecified", "neither"] {
            cases.push((schema::lca(), lca(label), true));
        }
        for verdict in ["supported", "partially_supported", "dismissed"] {
            cases.push((schema::ljp(), claim(json!(verdict)), true));
        }
        for (schema, reply, taken) in cases {
            let text = reply.to_string();
            assert_eq!(jsonschema::is_valid(&form(&schema), &reply), taken, "{} {text}", schema.name);
            let read = match schema.name.as_str() {
                "gate" | "selection" => read_gate(&text, &["k1"]).is_ok(),
                "disclosures" => read_disclosures(&text, &["k1"], 1).is_ok(),
                "ask_or_decide" => read_classifier(&text).is_ok(),
                "judge_lca" => read_lca(&text).is_ok(),
                "judge_fidelity" => read_fidelity(&text, ProbeKind::Direct, &["k1"], "It was said.").is_ok(),
                "judge_dcg" => read_dcg(&text, &["f1"], &["f1"], &[]).is_ok(),
                _ => read_ljp(&text, 1, "").is_ok(),
            };
            assert_eq!(read, taken, "{} {text}", schema.name);
        }
    }

    #[test]
    fn reasons_come_before_what_they_explain() {
        for (schema, then) in
            [(schema::lca(), "asks"), (schema::dcg(), "asks"), (schema::fidelity(), "answer")]
        {
            let text = schema.form.get();
            let at = |name: &str| text.find(&format!("\"{name}\":")).unwrap_or(usize::MAX);
            assert!(at("reason") < at(then), "{}", schema.name);
        }
    }
}
