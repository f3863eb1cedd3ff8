use lexconsult::case::Language;
use lexconsult::case::view::LcaJudge;

fn by_hand(secret: &str) -> LcaJudge<'_> {
    LcaJudge { language: Language::Zh, history: Vec::new(), claims: Vec::new(), message: secret }
}

fn main() {
    let _ = by_hand;
}
