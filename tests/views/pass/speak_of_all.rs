use lexconsult::case::view::SpeakingUser;
use lexconsult::case::{Case, Move, Turn, Variant};
use lexconsult::prompt::{Prompts, Template};

fn speak(prompts: &Prompts, selected: &SpeakingUser<'_>) {
    let _ = prompts.speaking_user(Template::UserSpeak, selected);
}

fn selected<'a>(case: &'a Case, talk: &'a [Turn], ids: &[String]) -> SpeakingUser<'a> {
    case.for_speaking_user(Variant::Underspecified, talk, ids, &Move::ANSWER, false)
}

fn main() {
    let _ = (speak, selected);
}
