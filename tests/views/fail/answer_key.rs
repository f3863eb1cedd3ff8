use lexconsult::case::view::FidelityAssessor;
use lexconsult::prompt::{Prompts, Template};

fn told_to_the_user(prompts: &Prompts, key: &FidelityAssessor<'_>) {
    let _ = prompts.user(Template::UserSinglePrompt, key, &[]);
}

fn main() {
    let _ = told_to_the_user;
}
