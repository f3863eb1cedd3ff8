use lexconsult::case::view::User;
use lexconsult::prompt::{Prompts, Template};

fn the_user_is_asked_with_its_own_view(prompts: &Prompts, known: &User<'_>) {
    let _ = prompts.user(Template::UserSinglePrompt, known, &[]);
}

fn main() {
    let _ = the_user_is_asked_with_its_own_view;
}
