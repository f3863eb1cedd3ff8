use lexconsult::case::view::{Classifier, Majority};
use lexconsult::case::{Case, Language, Verdict};

fn from_the_case(case: &Case) -> Classifier<'_> {
    case.for_classifier("message")
}

fn from_the_pack(verdict: Verdict) -> Majority<'static> {
    Majority::new(Language::Zh, verdict)
}

fn main() {
    let _ = (from_the_case, from_the_pack);
}
