//! Text from models and packs is hostile: what steers a terminal, a browser or a reader's eye is made
//! visible, and lines without end are cut.

use crate::case::Language;
use crate::report::document::say;
use crate::report::number::count;

/// Characters of a line beyond which it is cut.
pub const LINE_CHARS_MAX: usize = 2_000;

/// Text as it may be shown: control characters, marks of direction and characters without width stand
/// as `[U+202E]`; a line of more than [`LINE_CHARS_MAX`] characters is cut, and says so.
pub fn visible(text: &str, language: Language) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            out.push('\n');
        }
        let mut characters = line.strip_suffix('\r').unwrap_or(line).chars();
        for c in characters.by_ref().take(LINE_CHARS_MAX) {
            push(&mut out, c);
        }
        let cut = characters.count();
        if cut > 0 {
            let n = count(cut as u64);
            let note = say(language, " [N more characters of this line are cut]", "［本行其余N个字符略去］");
            out.push_str(&note.replace('N', &n));
        }
    }
    out
}

/// As [`visible`], on one line.
pub fn on_one_line(text: &str, language: Language) -> String {
    visible(text, language).replace('\n', " ")
}

fn push(out: &mut String, c: char) {
    match c {
        '\t' => out.push(' '),
        c if steers(c) => out.push_str(&format!("[U+{:04X}]", u32::from(c))),
        c => out.push(c),
    }
}

/// Controls, marks of direction, separators that break lines, and what has no width or no glyph.
fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{180e}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{e0000}'..='\u{e01ef}' | '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}')
}
