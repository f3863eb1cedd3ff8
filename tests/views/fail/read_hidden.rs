use lexconsult::case::{Case, Hidden};

fn closed_field(case: &Case) -> bool {
    let _ = &case.hidden;
    true
}

fn inside(hidden: &Hidden<String>) -> &str {
    hidden.open()
}

fn content(hidden: Hidden<String>) -> String {
    hidden.0
}

fn main() {
    let _ = (closed_field, inside, content);
}
