//! Text from files and models as it may be shown where nobody words it anew: in a terminal, in a cell of
//! a sheet. Reports make the same visible by name (`report/document/visible.rs`).

/// The text with control characters, and marks that turn the direction of writing, made visible; line
/// ends and tabs stay.
pub fn printable(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\n' | '\t' => c,
            // Directional marks can make a line read as another one.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
            c if c.is_control() => '\u{fffd}',
            c => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn what_is_shown_cannot_steer_the_terminal() {
        assert_eq!(printable("a\u{1b}[31mb\u{202e}c\n借条"), "a\u{fffd}[31mb\u{fffd}c\n借条");
    }
}
