use lexconsult::case::{Case, Hidden, Pack};

fn write<T: serde::Serialize>(_: &T) {}

fn cases_are_not_written(case: &Case, hidden: &Hidden<String>, pack: &Pack) {
    write(case);
    write(hidden);
    write(pack);
}

fn main() {
    let _ = cases_are_not_written;
}
