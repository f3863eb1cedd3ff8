//! Mentions of factors: by number, by number and name, by name alone; with the side they are given.

use std::sync::LazyLock;

use super::super::factor::{Factor, Side, factor, factors};
use super::plain::Placed;

/// How the name beside a number agrees with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Name {
    /// No name stands there.
    None,
    /// Its own, allowing for spelling and abbreviation.
    Own,
    /// Its own, which stands without a number.
    Alone,
    /// That of another factor, or one that is none.
    Foreign,
    /// The beginning of its own name, at which the text ends.
    Cut,
}

/// A factor as an argument names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mention {
    pub number: u32,
    pub name: Name,
    /// The side that the argument gives it.
    pub side: Option<Side>,
    /// Index after its last character.
    pub end: usize,
}

/// The mention that begins at `at`, which is the beginning of a word. `listed`: the word before it was
/// a mention or the word "factors", so that a bare number is one, too.
pub(super) fn mention(chars: &[Placed], at: usize, listed: bool) -> Option<Mention> {
    let (number, end) = match numbered(chars, at) {
        Some(found) => found,
        None => match bare_number(chars, at).filter(|_| listed) {
            Some(found) => found,
            None => return name_alone(chars, at),
        },
    };
    let known = factor(number);
    let (name, end) = name_after(chars, end, known);
    let (side, end) = side_after(chars, end);
    Some(Mention { number, name, side, end })
}

/// `F4`, `f04`, `F-4`, `Factor 4`, `factor #4`.
fn numbered(chars: &[Placed], at: usize) -> Option<(u32, usize)> {
    let mut i = at;
    let word: String = chars[i..].iter().map(|p| p.c).take_while(char::is_ascii_alphabetic).collect();
    let whole_word = word.to_ascii_lowercase();
    match whole_word.as_str() {
        "f" => i += 1,
        "factor" | "factors" => {
            i += word.len();
            let spaces = spaces(chars, i);
            let next = chars.get(i + spaces).map(|p| p.c);
            if spaces == 0 && !matches!(next, Some('#' | '0'..='9')) {
                return None;
            }
            i += spaces;
            if next == Some('#') {
                i += 1;
            }
            // `factor no. 12`
            let number: String = chars[i..].iter().take(5).map(|p| p.c).collect();
            if let Some(mark) =
                ["no. ", "No. ", "nos. ", "Nos. "].iter().find(|mark| number.starts_with(**mark))
            {
                i += mark.len();
            }
        }
        _ => return None,
    }
    if matches!(chars.get(i).map(|p| p.c), Some('-' | '.' | ' ')) && digit(chars, i + 1) {
        i += 1;
    }
    // `F_{4}`
    let braced = i + spaces(chars, i);
    if chars.get(braced).is_some_and(|p| p.c == '{') && whole_word == "f" {
        let (number, end) = digits(chars, braced + 1)?;
        return chars.get(end).is_some_and(|p| p.c == '}').then_some((number, end + 1));
    }
    digits(chars, i)
}

/// A number of one or two digits that stands alone.
fn bare_number(chars: &[Placed], at: usize) -> Option<(u32, usize)> {
    let (number, end) = digits(chars, at)?;
    (end - at <= 2 && chars.get(end).is_none_or(|p| p.c != '%')).then_some((number, end))
}

fn digits(chars: &[Placed], at: usize) -> Option<(u32, usize)> {
    let end = at + chars[at.min(chars.len())..].iter().take_while(|p| p.c.is_ascii_digit()).count();
    let text: String = chars[at.min(end)..end].iter().map(|p| p.c).collect();
    let glued = chars.get(end).is_some_and(|p| p.c.is_alphanumeric());
    (!glued && end - at <= 4).then(|| text.parse().ok()).flatten().map(|number| (number, end))
}

fn digit(chars: &[Placed], at: usize) -> bool {
    chars.get(at).is_some_and(|p| p.c.is_ascii_digit())
}

fn spaces(chars: &[Placed], at: usize) -> usize {
    chars[at.min(chars.len())..].iter().take_while(|p| p.c == ' ').count()
}

/// The letters from `at` on with the index after each, up to a sign that no name contains.
fn letters(chars: &[Placed], at: usize) -> Vec<(char, usize)> {
    let mut found = Vec::new();
    for (i, placed) in chars.iter().enumerate().skip(at) {
        match placed.c {
            c if c.is_alphabetic() => found.extend(c.to_lowercase().map(|c| (c, i + 1))),
            ' ' | '-' => {}
            _ => break,
        }
        if found.len() > 40 {
            break;
        }
    }
    found
}

/// Letters of a factor's name.
fn bare(name: &str) -> Vec<char> {
    name.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect()
}

static NAMES: LazyLock<Vec<(Factor, Vec<char>)>> =
    LazyLock::new(|| factors().iter().map(|factor| (*factor, bare(factor.name))).collect());

/// The factor whose name the letters begin with: edits needed, and the index after the name.
fn best(letters: &[(char, usize)], chars: &[Placed], tolerance: usize) -> Option<(Factor, usize, usize)> {
    let mut best: Option<(Factor, usize, usize, usize)> = None;
    for (factor, name) in NAMES.iter() {
        let allowed = name.len() / tolerance;
        if name.first() != letters.first().map(|(c, _)| c) || letters.len() + allowed < name.len() {
            continue;
        }
        let longest = (name.len() + allowed).min(letters.len());
        let edits_of = edits(name, &letters[..longest], allowed);
        for length in name.len().saturating_sub(allowed).max(1)..=longest {
            let (edits, end) = (edits_of[length], letters[length - 1].1);
            // A name ends where a word ends.
            let glued = chars.get(end).is_some_and(|p| p.c.is_alphanumeric());
            let better = best
                .is_none_or(|(_, least, _, known)| edits < least || (edits == least && name.len() > known));
            if edits <= allowed && better && !glued {
                best = Some((*factor, edits, end, name.len()));
            }
        }
    }
    best.map(|(factor, edits, end, _)| (factor, edits, end))
}

/// Edits (insertions, deletions, replacements, exchanges of neighbours) from a name to each beginning of
/// the letters, by length; more than `allowed` where no beginning is that near.
fn edits(name: &[char], letters: &[(char, usize)], allowed: usize) -> Vec<usize> {
    let mut before = vec![0; letters.len() + 1];
    let mut row: Vec<usize> = (0..=letters.len()).collect();
    let mut next = vec![0; letters.len() + 1];
    for (i, x) in name.iter().enumerate() {
        next[0] = i + 1;
        let mut fewest = i + 1;
        for (j, (y, _)) in letters.iter().enumerate() {
            let mut least = (row[j] + usize::from(x != y)).min(next[j] + 1).min(row[j + 1] + 1);
            // Two neighbours exchanged.
            if i > 0 && j > 0 && *x == letters[j - 1].0 && name[i - 1] == *y {
                least = least.min(before[j - 1] + 1);
            }
            next[j + 1] = least;
            fewest = fewest.min(least);
        }
        std::mem::swap(&mut before, &mut row);
        std::mem::swap(&mut row, &mut next);
        // No beginning of the letters can be near enough any more; an exchange may still win one back.
        if fewest > allowed + 1 {
            return vec![allowed + 1; letters.len() + 1];
        }
    }
    row
}

/// The name that follows a number, and the index after it.
fn name_after(chars: &[Placed], at: usize, known: Option<Factor>) -> (Name, usize) {
    let mut begin = at;
    while chars.get(begin).is_some_and(|p| matches!(p.c, ' ' | ':' | '(' | '[' | '-' | '"' | '=')) {
        begin += 1;
    }
    let bracketed = chars[at..begin].iter().any(|p| matches!(p.c, '(' | '['));
    let letters = letters(chars, begin);
    if letters.is_empty() {
        return (Name::None, at);
    }
    if let Some((found, _, end)) = best(&letters, chars, 5) {
        let name = if known.is_none_or(|own| own.number == found.number) { Name::Own } else { Name::Foreign };
        // `F5 and F25 (Agreement-not-specific; Info-reverse-engineered)`: names of several.
        if bracketed
            && name == Name::Foreign
            && chars.get(end).is_some_and(|p| matches!(p.c, ';' | ','))
            && side_mark(chars, end).is_none()
        {
            return (Name::None, at);
        }
        return (name, closed(chars, end, bracketed));
    }
    let Some(own) = known else {
        return match invented(chars, begin) {
            Some(end) => (Name::None, closed(chars, end, bracketed)),
            None => (Name::None, at),
        };
    };
    let own_letters = bare(own.name);
    let run: Vec<char> = letters.iter().map(|(c, _)| *c).collect();
    let last = letters.last().map_or(begin, |(_, end)| *end);
    // The text ends within the name.
    if chars[last..].iter().all(|p| matches!(p.c, ' ' | '-' | '.')) && own_letters.starts_with(&run) {
        return (Name::Cut, chars.len());
    }
    match invented(chars, begin) {
        Some(end) => {
            let words = words(&chars[begin..end]);
            let own_words = words_of(own.name);
            let abbreviated =
                words.iter().all(|word| own_words.iter().any(|own| own.starts_with(word.as_str())));
            let name = if abbreviated { Name::Own } else { Name::Foreign };
            (name, closed(chars, end, bracketed))
        }
        None => (Name::None, at),
    }
}

/// After a bracket that the name closes.
fn closed(chars: &[Placed], end: usize, bracketed: bool) -> usize {
    match chars.get(end) {
        Some(p) if bracketed && matches!(p.c, ')' | ']') => end + 1,
        Some(p) if p.c == '"' => end + 1,
        _ => end,
    }
}

/// The end of something written as a name is: words joined by hyphens with a capital at the
/// beginning, or words before a side mark.
fn invented(chars: &[Placed], at: usize) -> Option<usize> {
    let mut end = at;
    while chars.get(end).is_some_and(|p| p.c.is_alphabetic() || p.c == '-') {
        end += 1;
    }
    let first = chars.get(at)?.c;
    if first.is_uppercase() && chars[at..end].iter().any(|p| p.c == '-') {
        return Some(end);
    }
    // `Breach of trust (P)`
    let mut words = 0;
    let mut i = at;
    while words < 5 && first.is_uppercase() {
        while chars.get(i).is_some_and(|p| p.c.is_alphabetic() || p.c == '-') {
            i += 1;
        }
        words += 1;
        if side_mark(chars, i).is_some() {
            return Some(i);
        }
        if chars.get(i).is_none_or(|p| p.c != ' ') {
            return None;
        }
        i += 1;
    }
    None
}

fn words(chars: &[Placed]) -> Vec<String> {
    words_of(&chars.iter().map(|p| p.c).collect::<String>())
}

fn words_of(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// The side mark that follows, if one does, and the index after it.
fn side_after(chars: &[Placed], at: usize) -> (Option<Side>, usize) {
    match side_mark(chars, at) {
        Some((side, end)) => (Some(side), end),
        None => (None, at),
    }
}

/// `(P)`, ` (d)`, `[pro-plaintiff]`, `(favors defendant)`, `, P]`, ` - P`.
fn side_mark(chars: &[Placed], at: usize) -> Option<(Side, usize)> {
    let begin = at + spaces(chars, at);
    let open = chars.get(begin)?.c;
    if !matches!(open, '(' | '[' | ',' | '/' | '{') {
        return None;
    }
    let close = (begin + 1..chars.len().min(begin + 30)).find(|i| matches!(chars[*i].c, ')' | ']' | '}'))?;
    let inside = words(&chars[begin + 1..close]);
    let plaintiff = |word: &String| matches!(word.as_str(), "p" | "plaintiff" | "pi");
    let defendant = |word: &String| matches!(word.as_str(), "d" | "defendant");
    let filler =
        |word: &String| matches!(word.as_str(), "pro" | "favors" | "favours" | "for" | "the" | "factor");
    if inside.is_empty() || !inside.iter().all(|word| plaintiff(word) || defendant(word) || filler(word)) {
        return None;
    }
    match (inside.iter().any(plaintiff), inside.iter().any(defendant)) {
        (true, false) => Some((Side::Plaintiff, close + 1)),
        (false, true) => Some((Side::Defendant, close + 1)),
        _ => None,
    }
}

/// A name without number, where it is unmistakable: several words, or one that is written as a name.
fn name_alone(chars: &[Placed], at: usize) -> Option<Mention> {
    let letters = letters(chars, at);
    // What is written as names are may be spelled worse.
    let written = chars[at].c.is_uppercase()
        && chars[at..].iter().take_while(|p| p.c.is_alphabetic() || p.c == '-').any(|p| p.c == '-');
    let (found, _, end) = best(&letters, chars, if written { 5 } else { 8 })?;
    let one_word = !found.name.contains('-');
    let (side, after) = side_after(chars, end);
    if one_word && side.is_none() && !chars[at].c.is_uppercase() {
        return None;
    }
    Some(Mention { number: found.number, name: Name::Alone, side, end: after })
}

#[cfg(test)]
mod tests {
    use super::super::plain::plain;
    use super::*;

    fn read(text: &str) -> Option<(u32, Name, Option<char>, &str)> {
        let chars = plain(text, 0, text.len());
        let found = mention(&chars, 0, false)?;
        let rest = chars.get(found.end).map_or("", |p| &text[p.at..]);
        Some((found.number, found.name, found.side.map(Side::letter), rest))
    }

    #[test]
    fn factors_are_read_by_number_whatever_the_spelling() {
        for (text, number, name, side, rest) in [
            ("F4 Agreed-not-to-disclose (P) and", 4, Name::Own, Some('P'), " and"),
            ("f04 (Agreed-Not-To-Disclose), F6", 4, Name::Own, None, ", F6"),
            ("F-3 (Employee-Sole-Developer)", 3, Name::Own, None, ""),
            ("F 3 is", 3, Name::None, None, " is"),
            ("Factor 12 [Outsider-Disclosures-Restricted, P] and", 12, Name::Own, Some('P'), " and"),
            ("factor #7 was", 7, Name::None, None, " was"),
            ("F7: Brougt tools (p).", 7, Name::Own, Some('P'), "."),
            ("F6 Securty-mesures (d)", 6, Name::Own, Some('D'), ""),
            ("F19 No‑security‑measures（D）。", 19, Name::Own, Some('D'), "。"),
            ("F16 Info-reverse-engineered (D)", 16, Name::Foreign, Some('D'), ""),
            ("F7 Bribed-employee (P)", 7, Name::Foreign, Some('P'), ""),
            ("F9 Breach-of-trust (P),", 9, Name::None, Some('P'), ","),
            ("F28 and", 28, Name::None, None, " and"),
            ("F6/F8", 6, Name::None, None, "/F8"),
            ("F12 Outsider-discl", 12, Name::Cut, None, ""),
            ("F4 in TSC1", 4, Name::None, None, " in TSC1"),
            ("F6 (Security)", 6, Name::None, None, " (Security)"),
            ("Knew-info-confidential was", 21, Name::Alone, None, " was"),
            ("no security measures here", 19, Name::Alone, None, " here"),
            ("Deception (P)", 26, Name::Alone, Some('P'), ""),
        ] {
            assert_eq!(read(text), Some((number, name, side, rest)), "{text}");
        }
        for text in ["found", "For 4", "factor in", "F4x", "deception was", "factors such as", "F"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
