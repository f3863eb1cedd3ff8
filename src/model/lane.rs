//! What is learned of one model of an endpoint while it is asked: until when its server wants to be
//! left alone, and how far it can be held to the form of a reply.

use std::sync::{Mutex, PoisonError};

use super::exchange::Structured;
use super::limit::Hold;

/// A model of an endpoint; all who ask it share this.
pub(super) struct Lane {
    /// Until when nothing is asked of it.
    pub(super) hold: Hold,
    structured: Mutex<Structured>,
}

impl Lane {
    /// Nothing is learned yet; the provider's table says where to begin.
    pub(super) fn new(structured: Option<Structured>) -> Self {
        Self { hold: Hold::default(), structured: Mutex::new(structured.unwrap_or(Structured::JsonSchema)) }
    }

    /// How the server is held to a form.
    pub(super) fn structured(&self) -> Structured {
        *self.structured.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The server does not take a form in this way; whether there is a looser one to try.
    pub(super) fn step_down(&self, refused: Structured) -> bool {
        let mut structured = self.structured.lock().unwrap_or_else(PoisonError::into_inner);
        // Somebody else may have been told the same meanwhile.
        if *structured == refused {
            *structured = refused.looser();
        }
        *structured != refused
    }
}

/// Whether a refusal is about the form of the reply. Servers say so in many words; what they have in
/// common is the name of what they do not know.
pub(super) fn is_about_form(status: u16, body: &[u8]) -> bool {
    const NAMES: [&str; 10] = [
        "response_format",
        "response format",
        "responseformat",
        "json_schema",
        "json schema",
        "json_object",
        "structured output",
        "structured_output",
        "response_schema",
        "guided_",
    ];
    if !matches!(status, 400 | 404 | 415 | 422 | 500 | 501) {
        return false;
    }
    let said = String::from_utf8_lossy(body).to_lowercase();
    NAMES.iter().any(|name| said.contains(name))
}

/// Whether a refusal means that the model did not keep to the form this once, which another draw may.
pub(super) fn is_missed_form(body: &[u8]) -> bool {
    String::from_utf8_lossy(body).contains("json_validate_failed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_form_is_not_asked_for_again() {
        let lane = Lane::new(None);
        assert_eq!(lane.structured(), Structured::JsonSchema);
        assert!(lane.step_down(Structured::JsonSchema));
        assert!(lane.step_down(Structured::JsonSchema), "a second one that was told the same");
        assert_eq!(lane.structured(), Structured::JsonObject);
        assert!(lane.step_down(Structured::JsonObject));
        assert_eq!(lane.structured(), Structured::Prompted);
        assert!(!lane.step_down(Structured::Prompted));
        assert_eq!(Lane::new(Some(Structured::JsonObject)).structured(), Structured::JsonObject);
    }

    #[test]
    fn a_missed_form_is_no_refusal_of_it() {
        let body = br#"{"error":{"message":"Failed to generate JSON","code":"json_validate_failed"}}"#;
        assert!(is_missed_form(body));
        assert!(!is_about_form(400, body));
    }

    #[test]
    fn refusals_of_a_form_are_told_from_others() {
        for (status, body, is) in [
            (400, r#"{"error":{"message":"This response_format type is unavailable now"}}"#, true),
            (400, r#"{"error":{"message":"x","param":"response_format"}}"#, true),
            (400, r#"{"error":"'response_format.type' must be 'json_schema'"}"#, true),
            (
                422,
                r#"{"detail":[{"loc":["body","response_format"],"msg":"extra fields not permitted"}]}"#,
                true,
            ),
            (500, "Structured output is not supported by this model", true),
            (400, r#"{"error":{"message":"maximum context length is 8192"}}"#, false),
            (429, r#"{"error":{"message":"response_format"}}"#, false),
        ] {
            assert_eq!(is_about_form(status, body.as_bytes()), is, "{status} {body}");
        }
    }
}
