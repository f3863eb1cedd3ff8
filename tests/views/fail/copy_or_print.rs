use lexconsult::case::Hidden;

fn copied(hidden: &Hidden<String>) -> Hidden<String> {
    Hidden::clone(hidden)
}

fn printed(hidden: &Hidden<String>) -> String {
    format!("{hidden}")
}

fn looked_through(hidden: &Hidden<String>) -> &str {
    hidden
}

fn main() {
    let _ = (copied, printed, looked_through);
}
