use lexconsult::case::view::{LcaJudge, Majority};
use lexconsult::case::{Case, Language, Variant, Verdict};

fn from_the_case(case: &Case) -> LcaJudge<'_> {
    case.for_lca_judge(Variant::Complete, "message")
}

fn from_the_pack(verdict: Verdict) -> Majority<'static> {
    Majority::new(Language::Zh, verdict)
}

fn main() {
    let _ = (from_the_case, from_the_pack);
}
