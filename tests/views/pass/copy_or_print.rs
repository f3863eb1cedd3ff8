use lexconsult::case::Hidden;

fn the_word_hidden(hidden: &Hidden<String>) -> String {
    format!("{hidden:?}")
}

fn main() {
    let _ = the_word_hidden;
}
