//! A text as lines: headings, items, rows of tables, sentences. JSON becomes lines, too.

use super::plain::{Placed, lower, whole};

/// A line of the answer.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub chars: Vec<Placed>,
    /// How deep it lies: marks of a heading, columns of white space before an item.
    pub depth: i32,
    /// It begins with a bullet or a number.
    pub item: bool,
    /// It is written as a heading, whatever it says.
    pub marked: bool,
    /// Cells, where it is the row of a table.
    pub cells: Option<Vec<Vec<Placed>>>,
    /// Blank lines before it.
    pub apart: bool,
}

/// The lines of an answer that are not blank.
pub(super) fn lines(original: &str, chars: &[Placed]) -> Vec<Line> {
    let mut found = Vec::new();
    let mut apart = false;
    let chars = &joined(chars);
    for chars in chars.split(|placed| placed.c == '\n') {
        let blank = |placed: &Placed| placed.c == ' ';
        if chars.iter().all(blank) {
            apart = true;
            continue;
        }
        found.push(line(original, chars, apart));
        apart = false;
    }
    open_tables(&mut found);
    found
}

/// The characters with lines joined that were only wrapped: running text that goes on in the next line.
fn joined(chars: &[Placed]) -> Vec<Placed> {
    /// A shorter line was not wrapped for its width.
    const WIDTH_LEAST: usize = 40;
    let mut out = chars.to_vec();
    let mut start = 0;
    for i in 0..chars.len() {
        if chars[i].c != '\n' {
            continue;
        }
        let before = &chars[start..i];
        start = i + 1;
        let next: Vec<Placed> =
            chars[start..].iter().take_while(|placed| placed.c != '\n').copied().collect();
        let Some(first) = next.iter().find(|placed| placed.c != ' ') else { continue };
        let Some(last) = before.iter().rev().find(|placed| placed.c != ' ') else { continue };
        let table = before.iter().chain(&next).any(|placed| placed.c == '|');
        let fresh = bullet(&next, 0).or_else(|| number(&next, 0)).is_some();
        let listed = before.iter().any(|placed| placed.c == ':') && before.len() < WIDTH_LEAST;
        let goes_on = last.c == ',' || last.c.is_alphanumeric() || matches!(last.c, ')' | ';' | '-');
        let continues = first.c.is_lowercase() || last.c == ',' || ends_open(before);
        let indent = |line: &[Placed]| line.iter().take_while(|placed| placed.c == ' ').count();
        let item = bullet(before, indent(before)).or_else(|| number(before, indent(before))).is_some();
        let key = next.iter().rev().find(|placed| placed.c != ' ').is_some_and(|placed| placed.c == ':');
        // `tsc2: [F3, F16]`
        let first_word =
            next.iter().skip_while(|placed| placed.c == ' ').take_while(|placed| placed.c != ' ');
        let key = key || first_word.last().is_some_and(|placed| placed.c == ':');
        let fresh = fresh || key || (item && indent(&next) <= indent(before));
        if !table && !fresh && !listed && goes_on && continues && before.len() >= WIDTH_LEAST {
            out[i].c = ' ';
        }
    }
    out
}

/// Whether a line ends in a word that ends no sentence.
fn ends_open(line: &[Placed]) -> bool {
    let text = lower(line);
    let last = text.trim_end().rsplit(' ').next().unwrap_or_default();
    matches!(
        last,
        "and"
            | "or"
            | "the"
            | "in"
            | "of"
            | "with"
            | "to"
            | "has"
            | "have"
            | "had"
            | "current"
            | "also"
            | "both"
    )
}

/// Rows of a table that is written without strokes at its sides: what stands around a rule.
fn open_tables(lines: &mut [Line]) {
    let stroked = |line: &Line| line.chars.iter().any(|placed| placed.c == '|');
    let mut in_table = false;
    for i in 0..lines.len() {
        let rule = |line: &Line| {
            stroked(line) && line.chars.iter().all(|placed| matches!(placed.c, '-' | '|' | ':' | ' '))
        };
        let strokes = |line: &Line| line.chars.iter().filter(|placed| placed.c == '|').count();
        // Rows of the same many cells.
        let rows = strokes(&lines[i]) > 1
            && lines.get(i + 1).is_some_and(|next| strokes(next) == strokes(&lines[i]))
            && lines.get(i + 2).is_some_and(|next| strokes(next) == strokes(&lines[i]));
        in_table =
            stroked(&lines[i]) && (in_table || rows || rule(&lines[i]) || lines.get(i + 1).is_some_and(rule));
        if in_table && lines[i].cells.is_none() {
            let cells = lines[i].chars.split(|placed| placed.c == '|').map(<[Placed]>::to_vec);
            lines[i].cells = Some(cells.collect());
        }
    }
}

fn line(original: &str, chars: &[Placed], apart: bool) -> Line {
    let mut i = 0;
    let mut depth = 0;
    let mut quoted = 0;
    while let Some(placed) = chars.get(i).filter(|placed| matches!(placed.c, ' ' | '>')) {
        depth += 1;
        if placed.c == '>' {
            quoted = depth;
        }
        i += 1;
    }
    // A block quote is no depth.
    depth -= quoted;
    let marks = chars[i..].iter().take_while(|placed| placed.c == '#').count();
    let mut marked = marks > 0;
    let mut item = false;
    if marked {
        depth = i32::try_from(marks).unwrap_or(6) - 20;
        i += marks;
    } else if let Some(after) = bullet(chars, i).or_else(|| number(chars, i)) {
        item = true;
        i = after;
    }
    while chars.get(i).is_some_and(|placed| placed.c == ' ') {
        i += 1;
    }
    let body = &chars[i..];
    let raw = body.first().map_or("", |first| {
        // The bold marks stand before the first character that was kept.
        let begin = original[..first.at].rfind('\n').map_or(0, |at| at + 1);
        let from = original[begin..first.at].rfind("**").map_or(first.at, |at| begin + at);
        let end = body.last().map_or(from, |last| whole(original, last.at + 1));
        original.get(from..).map_or("", |rest| {
            let line = rest.find('\n').unwrap_or(rest.len());
            &rest[..line.max(end.saturating_sub(from)).min(rest.len())]
        })
    });
    let raw = raw.trim_end().trim_end_matches(':').trim_end();
    let bold = raw.len() > 4
        && raw.starts_with("**")
        && raw.ends_with("**")
        && raw[2..raw.len() - 2].find("**").is_none();
    marked |= bold
        && !item
        && body.iter().rev().find(|placed| placed.c != ' ').is_none_or(|placed| placed.c != '.');
    if !item && !marked {
        // A line of running text or a heading by its colon.
        depth = if depth > 0 { depth } else { -1 };
    } else if marked && marks == 0 {
        depth = -1;
    }
    let cells = body.first().is_some_and(|first| first.c == '|').then(|| {
        let inner = body.split(|placed| placed.c == '|').map(<[Placed]>::to_vec);
        let mut cells: Vec<Vec<Placed>> = inner.skip(1).collect();
        if cells.last().is_some_and(|last| last.iter().all(|placed| placed.c == ' ')) {
            cells.pop();
        }
        cells
    });
    Line { chars: body.to_vec(), depth, item, marked, cells, apart }
}

fn bullet(chars: &[Placed], at: usize) -> Option<usize> {
    let mark = chars.get(at)?.c;
    let listed = matches!(
        mark,
        '-' | '+' | '\u{2022}' | '\u{25e6}' | '\u{25aa}' | '\u{00b7}' | '\u{2023}' | '\u{25cf}'
    );
    // A star is left out as emphasis, and the space after it stays as depth.
    (listed && chars.get(at + 1).is_some_and(|next| next.c == ' ')).then_some(at + 2)
}

/// `1.`, `2)`, `(a)`, `iv.`
fn number(chars: &[Placed], at: usize) -> Option<usize> {
    let open = usize::from(chars.get(at)?.c == '(');
    let run = chars[at + open..].iter().take_while(|placed| placed.c.is_ascii_alphanumeric()).count();
    let text = lower(&chars[at + open..at + open + run]);
    let counts = !text.is_empty() && text.len() <= 2 && text.chars().all(|c| c.is_ascii_digit())
        || matches!(text.as_str(), "a" | "b" | "c" | "d" | "e")
        || (1..=5).contains(&text.len()) && text.chars().all(|c| matches!(c, 'i' | 'v' | 'x'));
    let end = at + open + run;
    // `(f)`
    let counts = counts || (open == 1 && run == 1 && chars.get(end).is_some_and(|next| next.c == ')'));
    (counts && matches!(chars.get(end)?.c, '.' | ')') && chars.get(end + 1).is_none_or(|next| next.c == ' '))
        .then_some(end + 1)
}

/// Sentences of a line: parts that end in a full stop, or a sign of question or exclamation.
pub(super) fn sentences(chars: &[Placed]) -> Vec<Vec<Placed>> {
    let mut found = Vec::new();
    let mut start = 0;
    for i in 0..chars.len() {
        let ends = matches!(chars[i].c, '.' | '!' | '?')
            && chars.get(i + 1).is_none_or(|next| {
                // A full stop of full width needs no space after it.
                let wide = next.at > chars[i].at + 1;
                wide || matches!(next.c, ' ' | '"' | '\'' | ')' | ']') || !next.c.is_ascii()
            });
        // `F1... which`
        let pauses = ends
            && i > 0
            && chars[i - 1].c == '.'
            && chars[i + 1..].iter().find(|next| next.c != ' ').is_some_and(|next| next.c.is_lowercase());
        if ends && !pauses && !abbreviates(&chars[start..i], &chars[i + 1..]) {
            found.push(chars[start..=i].to_vec());
            start = i + 1;
        }
    }
    if start < chars.len() {
        found.push(chars[start..].to_vec());
    }
    found.retain(|sentence| sentence.iter().any(|placed| placed.c != ' '));
    found
}

/// Whether the full stop between these ends no sentence.
fn abbreviates(before: &[Placed], after: &[Placed]) -> bool {
    let word: Vec<Placed> = {
        let mut tail: Vec<Placed> =
            before.iter().rev().take_while(|placed| placed.c != ' ').copied().collect();
        tail.reverse();
        tail
    };
    let word = lower(&word);
    // `factor no. 4`, but not `F4 no. F6 yes.`
    let counts = after.iter().find(|placed| placed.c != ' ').is_some_and(|placed| placed.c.is_ascii_digit());
    if matches!(word.as_str(), "no" | "nos") {
        return counts;
    }
    matches!(
        word.as_str(),
        "v" | "vs" | "e.g" | "i.e" | "cf" | "inc" | "co" | "corp" | "(e.g" | "(i.e" | "pl" | "def"
    )
}
