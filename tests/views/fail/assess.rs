use lexconsult::case::ProbeKind;
use lexconsult::case::view::{FidelityAssessor, User};
use lexconsult::prompt::{Prompts, Template};

fn answer_key_for_the_user(prompts: &Prompts, key: &FidelityAssessor<'_>) {
    let _ = prompts.user(Template::UserSinglePrompt, key, &[]);
}

fn widened<'a>(known: User<'a>, key: &FidelityAssessor<'a>) -> User<'a> {
    User { talk: key.history.clone(), ..known }
}

fn by_hand<'a>(key: FidelityAssessor<'a>, secret: &'a str) -> FidelityAssessor<'a> {
    FidelityAssessor { kind: ProbeKind::Broad, minimum_answer: Some(secret), ..key }
}

fn main() {
    let _ = (answer_key_for_the_user, widened, by_hand);
}
