//! JSON as lines, so that it reads like any other answer: keys are headings, members of lists items.
//!
//! What breaks off is read as far as it goes, and nothing is repaired.

use super::plain::Placed;

/// Whether an answer is JSON, fences around it left out.
pub(super) fn is_json(chars: &[Placed]) -> bool {
    body(chars).is_some()
}

/// The part of the characters that is JSON: from its first brace on, which begins a line. A sentence
/// that announces it may stand before.
fn body(chars: &[Placed]) -> Option<usize> {
    /// Lines before it that name no factor.
    const LINES_MAX: usize = 6;
    let mut begin = 0;
    for _ in 0..=LINES_MAX {
        let end = chars[begin..].iter().position(|p| p.c == '\n').map_or(chars.len(), |n| begin + n);
        let first = begin + chars[begin..end].iter().take_while(|p| p.c.is_whitespace()).count();
        let mut signs = chars[first..].iter().map(|p| p.c).filter(|c| !c.is_whitespace());
        let opens = match signs.next()? {
            '{' => signs.next() == Some('"'),
            '[' => signs.next() == Some('{'),
            _ => false,
        };
        if opens && first < end {
            return Some(first);
        }
        let named = chars[begin..end].iter().zip(chars[(begin + 1).min(end)..end].iter());
        if named.clone().any(|(f, digit)| f.c == 'F' && digit.c.is_ascii_digit()) {
            return None;
        }
        begin = (end + 1).min(chars.len());
    }
    None
}

/// A container that is open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    /// An object whose members are lines of their own.
    Object,
    /// An object written on one line, since it holds no other object.
    Flat,
    List,
    /// A list within a flat object, or of a key that is on its line.
    Inline,
}

/// The lines, ended by line feeds that stand at the place of what precedes them.
pub(super) fn unfold(chars: &[Placed]) -> Vec<Placed> {
    let Some(begin) = body(chars) else { return chars.to_vec() };
    // What announces it stays; a mark of a fence is no line.
    let mut out: Vec<Placed> = chars[..begin].to_vec();
    let mut open: Vec<Open> = Vec::new();
    // The key read last says that its value is a factor's number.
    let mut numbers = false;
    let mut i = begin;
    while i < chars.len() {
        let Placed { c, at } = chars[i];
        let one_line = open.last().is_some_and(|o| matches!(o, Open::Flat | Open::Inline));
        match c {
            '{' => {
                let in_list = open.last() == Some(&Open::List);
                if (in_list && flat(&chars[i..])) || (!one_line && grouped(&chars[i..])) {
                    new_item(&mut out, at, open.len());
                    open.push(Open::Flat);
                } else {
                    open.push(if one_line { Open::Flat } else { Open::Object });
                }
            }
            '[' => open.push(if one_line { Open::Inline } else { Open::List }),
            '}' | ']' => {
                open.pop();
                if open.is_empty() {
                    // What follows it is text.
                    out.push(Placed { c: '\n', at });
                    out.extend(&chars[i + 1..]);
                    return out;
                }
                if one_line {
                    out.push(Placed { c: ' ', at });
                }
            }
            ',' if one_line => {
                // What a member affirms or denies is said of it alone.
                let answered = ["true", "false"].iter().any(|word| ends_with(&chars[..i], word));
                out.extend([Placed { c: if answered { ';' } else { ',' }, at }, Placed { c: ' ', at }]);
            }
            '"' => {
                let end = close(chars, i);
                let inside = &chars[i + 1..end.min(chars.len())];
                let after = chars[(end + 1).min(chars.len())..].iter().find(|p| !matches!(p.c, ' ' | '\n'));
                let is_key = after.is_some_and(|p| p.c == ':');
                if !one_line && (is_key || open.last() == Some(&Open::List)) {
                    new_item(&mut out, at, open.len());
                }
                let answer = if is_key { answered(chars, end) } else { None };
                if answer == Some(false) {
                    out.extend("not ".chars().map(|c| Placed { c, at }));
                }
                // `"precedent": true`
                if answer.is_some() && names_case(inside) {
                    out.extend("in ".chars().map(|c| Placed { c, at }));
                }
                if is_key {
                    numbers = names_factor(inside);
                    text(&mut out, &spaced(inside));
                } else {
                    text(&mut out, inside);
                }
                if is_key {
                    // On one line a colon would part what belongs together.
                    out.extend([Placed { c: if one_line { ' ' } else { ':' }, at }, Placed { c: ' ', at }]);
                }
                i = end;
            }
            c if c.is_ascii_digit() && (open.last() == Some(&Open::List) || numbers) => {
                // A list of numbers is one of factors.
                if open.last() == Some(&Open::List) {
                    new_item(&mut out, at, open.len());
                }
                out.push(Placed { c: 'F', at });
                while chars.get(i).is_some_and(|p| p.c.is_ascii_digit()) {
                    out.push(chars[i]);
                    i += 1;
                }
                continue;
            }
            _ => {}
        }
        i += 1;
    }
    out
}

/// Whether the characters end in a word.
fn ends_with(chars: &[Placed], word: &str) -> bool {
    chars.len() >= word.len() && chars[chars.len() - word.len()..].iter().map(|p| p.c).eq(word.chars())
}

/// Whether the values of a key are factors: `"factor": 4`, `"id": 4`.
fn names_factor(key: &[Placed]) -> bool {
    let key: String =
        key.iter().map(|p| p.c.to_ascii_lowercase()).filter(char::is_ascii_alphabetic).collect();
    matches!(
        key.as_str(),
        "factor" | "id" | "number" | "no" | "num" | "factorid" | "factornumber" | "factors"
    )
}

/// A key in one word, parted where a capital begins: `sharedFactors`, `inTSC1NotInCurrent`.
fn spaced(key: &[Placed]) -> Vec<Placed> {
    let mut out: Vec<Placed> = Vec::with_capacity(key.len());
    for (i, placed) in key.iter().enumerate() {
        let before = i.checked_sub(1).map(|n| key[n].c);
        let begins = placed.c.is_ascii_uppercase()
            && before.is_some_and(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
            || placed.c.is_ascii_uppercase()
                && before.is_some_and(|c| c.is_ascii_uppercase())
                && key.get(i + 1).is_some_and(|next| next.c.is_ascii_lowercase());
        if begins {
            out.push(Placed { c: ' ', at: placed.at });
        }
        out.push(*placed);
    }
    out
}

/// A new line that begins an item at this depth.
fn new_item(out: &mut Vec<Placed>, at: usize, depth: usize) {
    out.push(Placed { c: '\n', at });
    const DEPTH_MAX: usize = 40;
    out.extend((0..depth.min(DEPTH_MAX) * 2).map(|_| Placed { c: ' ', at }));
    out.extend([Placed { c: '-', at }, Placed { c: ' ', at }]);
}

/// The index of the quotation mark that ends the string which begins at `i`, or the end of the text.
fn close(chars: &[Placed], i: usize) -> usize {
    let mut end = i + 1;
    while end < chars.len() && chars[end].c != '"' {
        end += if chars[end].c == '\\' { 2 } else { 1 };
    }
    end.min(chars.len())
}

/// What the value after the key that ends here says, where it says yes or no.
fn answered(chars: &[Placed], end: usize) -> Option<bool> {
    let rest = chars[(end + 1).min(chars.len())..].iter().map(|p| p.c).filter(|c| !c.is_whitespace());
    let value: String = rest.skip(1).take(5).collect::<String>().to_lowercase();
    if value.starts_with("false") || value.starts_with("\"no\"") {
        Some(false)
    } else if value.starts_with("true") || value.starts_with("\"yes\"") {
        Some(true)
    } else {
        None
    }
}

/// Whether a key is the name of a case and nothing else.
fn names_case(key: &[Placed]) -> bool {
    let key: String =
        key.iter().map(|p| p.c.to_ascii_lowercase()).filter(char::is_ascii_alphanumeric).collect();
    matches!(
        key.as_str(),
        "currentcase" | "current" | "cc" | "precedent" | "citedcase" | "citedprecedent" | "tsc1" | "tsc2"
    )
}

/// The inside of a string, its line feeds as spaces.
fn text(out: &mut Vec<Placed>, inside: &[Placed]) {
    let mut i = 0;
    while i < inside.len() {
        let placed = inside[i];
        if placed.c == '\\' {
            let c = match inside.get(i + 1).map(|p| p.c) {
                Some('n' | 't' | 'r') | None => ' ',
                Some(c) => c,
            };
            out.push(Placed { c, at: placed.at });
            i += 2;
        } else {
            out.push(if placed.c == '\n' { Placed { c: ' ', at: placed.at } } else { placed });
            i += 1;
        }
    }
}

/// Whether the object that begins here holds factors in one member and in another the cases that have
/// them: `{"factors": ["F4", "F6"], "present_in": ["TSC1"]}`.
fn grouped(chars: &[Placed]) -> bool {
    const PLACES: [&str; 12] = [
        "presentin",
        "in",
        "cases",
        "case",
        "foundin",
        "appearsin",
        "where",
        "appliesto",
        "incases",
        "incase",
        "sharedby",
        "sharedbetween",
    ];
    let (mut place, mut lists, mut i) = (false, false, 1);
    while i < chars.len() {
        match chars[i].c {
            '"' => {
                let end = close(chars, i);
                let after = chars[(end + 1).min(chars.len())..].iter().find(|p| !matches!(p.c, ' ' | '\n'));
                if after.is_some_and(|p| p.c == ':') {
                    let key: String = chars[i + 1..end.min(chars.len())]
                        .iter()
                        .map(|p| p.c.to_ascii_lowercase())
                        .filter(char::is_ascii_alphabetic)
                        .collect();
                    place |= PLACES.contains(&key.as_str());
                    lists |= matches!(key.as_str(), "factors" | "factor");
                }
                i = end;
            }
            '{' => return false,
            '}' => return place && lists,
            _ => {}
        }
        i += 1;
    }
    false
}

/// Whether the object that begins here holds no other object, and no text of sentences.
fn flat(chars: &[Placed]) -> bool {
    let mut i = 1;
    while i < chars.len() {
        match chars[i].c {
            '"' => {
                let end = close(chars, i);
                if chars[i..end.min(chars.len())].last().is_some_and(|p| p.c == '.') {
                    return false;
                }
                i = end;
            }
            '{' => return false,
            // A list of factors is one of its own key.
            '[' if chars[i + 1..]
                .iter()
                .find(|p| !matches!(p.c, ' ' | '\n' | '"'))
                .is_some_and(|p| p.c == 'F' || p.c.is_ascii_digit()) =>
            {
                return false;
            }
            '}' => return true,
            _ => {}
        }
        i += 1;
    }
    true
}
