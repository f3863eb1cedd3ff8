use lexconsult::case::{Case, Variant, view};

fn write<T: serde::Serialize>(_: &T) {}

fn views_are_written(case: &Case) {
    let view: view::Assistant<'_> = case.for_assistant(Variant::Complete, &[]);
    write(&view);
}

fn main() {
    let _ = views_are_written;
}
