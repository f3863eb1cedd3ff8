use lexconsult::case::Case;

fn open_field(case: &Case) -> &str {
    &case.cause
}

fn main() {
    let _ = open_field;
}
