use lexconsult::case::view::{SpeakingUser, User};
use lexconsult::prompt::{Prompts, Template};

fn speak(prompts: &Prompts, everything: &User<'_>) {
    let _ = prompts.speaking_user(Template::UserSpeak, everything);
}

fn widened<'a>(selected: SpeakingUser<'a>, everything: User<'a>) -> SpeakingUser<'a> {
    SpeakingUser { key_facts: everything.key_facts, ..selected }
}

fn main() {
    let _ = (speak, widened);
}
