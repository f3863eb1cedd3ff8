use lexconsult::case::Language;
use lexconsult::case::view::Classifier;

fn by_hand(secret: &str) -> Classifier<'_> {
    Classifier { language: Language::Zh, claims: Vec::new(), message: secret }
}

fn main() {
    let _ = by_hand;
}
