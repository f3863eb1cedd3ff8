use lexconsult::case::view::Assistant;
use lexconsult::case::{Case, Variant};

fn anew<'a>(case: &'a Case, view: &Assistant<'a>) -> Assistant<'a> {
    let _ = view.talk.len();
    case.for_assistant(Variant::Complete, &[])
}

fn main() {
    let _ = anew;
}
