use lexconsult::case::Language;
use lexconsult::case::view::View;

#[derive(serde::Serialize)]
struct Everything {
    verdicts: Vec<String>,
}

impl View for Everything {
    const ROLE: &'static str = "assistant";

    fn language(&self) -> Language {
        Language::Zh
    }
}

fn main() {}
