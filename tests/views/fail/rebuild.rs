use lexconsult::case::view::Assistant;

fn from_another<'a>(view: Assistant<'a>) -> Assistant<'a> {
    Assistant { talk: Vec::new(), ..view }
}

fn main() {
    let _ = from_another;
}
