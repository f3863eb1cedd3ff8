//! Text as the parser reads it: signs made alike, decoration left out, each character with its place.

/// A character and the byte at which it stands in the original.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Placed {
    pub c: char,
    pub at: usize,
}

/// The characters of `text[from..to]`, made alike: dashes, quotation marks and widths are ASCII, marks
/// of emphasis and characters without width are left out.
pub(super) fn plain(text: &str, from: usize, to: usize) -> Vec<Placed> {
    let part = text.get(from..to).unwrap_or_default();
    let part = &broken_lines(part);
    leaders(part.iter().filter_map(|(i, c)| alike(*c).map(|c| Placed { c, at: from + i })).collect())
}

/// The characters with their bytes, `<br>` as the end of a line; within the row of a table, which is one
/// line, as the end of a sentence or as a comma.
fn broken_lines(text: &str) -> Vec<(usize, char)> {
    const BREAKS: [&str; 4] = ["<br>", "<br/>", "<br />", "<BR>"];
    let mut out: Vec<(usize, char)> = Vec::with_capacity(text.len());
    let mut row = false;
    let mut i = 0;
    while let Some(c) = text[i..].chars().next() {
        if let Some(tag) = BREAKS.iter().find(|tag| text[i..].starts_with(**tag)) {
            let before = out.iter().rev().map(|(_, c)| *c).find(|c| !matches!(c, ' ' | '*' | '`' | '_'));
            match (row, before) {
                (false, _) => out.push((i, '\n')),
                (true, Some('.' | '!' | '?' | ':' | ';' | ',' | '|')) => out.push((i, ' ')),
                (true, _) => out.extend([(i, ','), (i, ' ')]),
            }
            i += tag.len();
            continue;
        }
        if c == '|' && out.iter().rev().map(|(_, c)| *c).take_while(|c| *c != '\n').all(|c| c == ' ') {
            row = true;
        }
        row &= c != '\n';
        out.push((i, c));
        i += c.len_utf8();
    }
    out
}

/// Dots that lead from a label to its value as one colon: `Shared ........ F2`.
fn leaders(chars: Vec<Placed>) -> Vec<Placed> {
    let mut out: Vec<Placed> = Vec::with_capacity(chars.len());
    let mut i = 0;
    while i < chars.len() {
        let run = chars[i..].iter().take_while(|placed| placed.c == '.').count();
        let parted = i > 0 && chars[i - 1].c == ' ' && chars.get(i + run).is_some_and(|next| next.c == ' ');
        if run > 0 && parted && (run == 1 || run > 3) {
            out.push(Placed { c: ':', at: chars[i].at });
            i += run;
        } else {
            out.extend(&chars[i..i + run.max(1)]);
            i += run.max(1);
        }
    }
    out
}

fn alike(c: char) -> Option<char> {
    Some(match c {
        '*' | '`' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' | '\u{ad}' | '\r' => return None,
        '_' | '\t' | '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => ' ',
        '\u{2010}'..='\u{2013}' | '\u{2212}' | '\u{ff0d}' => '-',
        '\u{2018}' | '\u{2019}' | '\u{2032}' | '\u{ff07}' => '\'',
        '\u{201c}' | '\u{201d}' | '\u{ab}' | '\u{bb}' | '\u{300c}' | '\u{300d}' => '"',
        '\u{3001}' => ',',
        '\u{3002}' => '.',
        '\u{3010}' => '[',
        '\u{3011}' => ']',
        // The widths of ASCII.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        c => c,
    })
}

/// The text of a run of characters, in lower case.
pub(super) fn lower(chars: &[Placed]) -> String {
    chars.iter().map(|placed| placed.c).collect::<String>().to_lowercase()
}

/// The end of the character of the original that `end` lies in: a sign that was made alike may have
/// been longer than what stands for it.
pub(super) fn whole(original: &str, end: usize) -> usize {
    (end..original.len()).find(|at| original.is_char_boundary(*at)).unwrap_or(original.len())
}
