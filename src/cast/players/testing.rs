//! Packs and plain consultations for the players' tests.

use std::path::Path;

use super::judges;
use crate::case::view::{self, UntoldFact};
use crate::case::{Case, Pack, PackSource, Speaker, Turn, Variant, Verdict};
use crate::cast::reading::{Said, marker, read_ljp};

/// The pack that is in the binary.
pub(super) fn starter() -> Pack {
    Pack::load(&PackSource::named("starter")).expect("the starter pack is well formed")
}

/// Two cases with one missing fact each, `k3`.
pub(super) fn tiny() -> Pack {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/packs/tiny");
    Pack::load(&PackSource::Path(folder)).expect("the tiny pack is well formed")
}

pub(super) const ZH: &str = "tiny-zh-lending";
pub(super) const EN: &str = "tiny-en-deposit";

/// What the underspecified history leaves untold.
pub(super) fn untold(case: &Case) -> Vec<UntoldFact<'_>> {
    case.for_oracle(Variant::Underspecified, &[]).untold
}

/// A turn as other roles hear it.
pub(super) fn assistant(message: &str) -> Turn {
    Turn::new(Speaker::Assistant, marker(message).text)
}

pub(super) fn user(text: &str) -> Turn {
    Turn::new(Speaker::User, text)
}

/// The verdicts that the rule judge reads in a message.
pub(super) fn verdicts(case: &Case, message: &str) -> Vec<Option<Verdict>> {
    let text = marker(message).text;
    read_ljp(&judges::ljp(&case.for_ljp_judge(&text)), case.claims.len(), &text)
        .expect("the judge by rule writes what can be read")
        .claims
        .into_iter()
        .map(|claim| claim.verdict)
        .collect()
}

/// At most three rounds, then the last message (LexPilot 6.4). The flag tells the assistant that it
/// must decide now.
pub(super) fn consult(
    case: &Case,
    assist: impl Fn(&[Turn], bool) -> String,
    answer: impl Fn(&view::User) -> String,
) -> (Vec<Turn>, String) {
    let mut talk = Vec::new();
    for _ in 0..3 {
        let message = assist(&talk, false);
        if marker(&message).said == Some(Said::Decides) {
            return (talk, message);
        }
        talk.push(assistant(&message));
        let reply = answer(&case.for_user(Variant::Underspecified, &talk));
        talk.push(user(&reply));
    }
    let message = assist(&talk, true);
    (talk, message)
}
