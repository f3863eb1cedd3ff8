//! Numbers in English text.

use std::collections::BTreeSet;

use super::{BARE_FROM, WORD_ABOVE, key};

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTHS_WHOLE: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const WORDS: [(&str, f64); 28] = [
    ("zero", 0.0),
    ("one", 1.0),
    ("two", 2.0),
    ("three", 3.0),
    ("four", 4.0),
    ("five", 5.0),
    ("six", 6.0),
    ("seven", 7.0),
    ("eight", 8.0),
    ("nine", 9.0),
    ("ten", 10.0),
    ("eleven", 11.0),
    ("twelve", 12.0),
    ("thirteen", 13.0),
    ("fourteen", 14.0),
    ("fifteen", 15.0),
    ("sixteen", 16.0),
    ("seventeen", 17.0),
    ("eighteen", 18.0),
    ("nineteen", 19.0),
    ("twenty", 20.0),
    ("thirty", 30.0),
    ("forty", 40.0),
    ("fifty", 50.0),
    ("sixty", 60.0),
    ("seventy", 70.0),
    ("eighty", 80.0),
    ("ninety", 90.0),
];
const UNITS: [&str; 15] = [
    "day",
    "week",
    "month",
    "year",
    "hour",
    "minute",
    "dollar",
    "pound",
    "percent",
    "mile",
    "time",
    "person",
    "item",
    "payment",
    "kilometre",
];

pub(super) fn numbers(text: &str) -> BTreeSet<String> {
    let tokens: Vec<&str> = text
        .split(|c: char| !(c.is_alphanumeric() || ".$£%".contains(c)))
        .map(|token| token.trim_end_matches('.'))
        .filter(|token| !token.is_empty())
        .collect();
    let mut found = BTreeSet::new();
    let mut i = 0;
    while i < tokens.len() {
        let Some((value, used, in_digits)) = number(&tokens[i..]) else {
            i += 1;
            continue;
        };
        let money = tokens[i].starts_with(['$', '£']);
        let percent = tokens[i].ends_with('%');
        let before = i.checked_sub(1).and_then(|k| month(tokens[k]));
        let after = match tokens.get(i + used) {
            Some(&"of") => tokens.get(i + used + 1).and_then(|token| month(token)),
            token => token.and_then(|token| month(token)),
        };
        i += used;
        let unit = tokens.get(i).map(|token| token.strip_suffix('s').unwrap_or(token));
        if value < 32.0
            && !money
            && let Some(month) = before.or(after)
        {
            found.insert(format!("{month}月{}日", key(value)));
        } else if value >= BARE_FROM {
            found.insert(key(value));
        } else if money {
            found.insert(format!("{}money", key(value)));
        } else if percent {
            found.insert(format!("{}percent", key(value)));
        } else if let Some(unit) = unit.filter(|unit| UNITS.contains(unit))
            && (in_digits || value > WORD_ABOVE)
        {
            let unit = if matches!(unit, "dollar" | "pound") { "money" } else { unit };
            found.insert(format!("{}{unit}", key(value)));
        }
    }
    found
}

/// The number at the beginning of `tokens`: value, tokens used, and whether it is in digits.
fn number(tokens: &[&str]) -> Option<(f64, usize, bool)> {
    let first = *tokens.first()?;
    let bare = first.trim_start_matches(['$', '£']).trim_end_matches('%');
    let bare = ["st", "nd", "rd", "th"].iter().find_map(|end| bare.strip_suffix(end)).unwrap_or(bare);
    if bare.starts_with(|c: char| c.is_ascii_digit()) {
        let (digits, scale) = match bare.strip_suffix('k') {
            Some(thousands) => (thousands, 1e3),
            None => (bare, 1.0),
        };
        return digits.parse::<f64>().ok().map(|value| (value * scale, 1, true));
    }
    let word = |token: &str| WORDS.iter().find(|(word, _)| *word == token).map(|&(_, value)| value);
    let mut value = word(first)?;
    let mut used = 1;
    if value >= 20.0
        && let Some(ones) = tokens.get(used).and_then(|token| word(token)).filter(|&ones| ones < 10.0)
    {
        value += ones;
        used += 1;
    }
    while let Some(scale) = tokens.get(used).and_then(|token| match *token {
        "hundred" => Some(1e2),
        "thousand" => Some(1e3),
        _ => None,
    }) {
        value *= scale;
        used += 1;
    }
    Some((value, used, false))
}

/// The number of a month, by its name or the first three letters of it.
fn month(token: &str) -> Option<usize> {
    let at = MONTHS_WHOLE
        .iter()
        .position(|month| *month == token)
        .or_else(|| MONTHS.iter().position(|month| *month == token || token == "sept" && *month == "sep"));
    at.map(|at| at + 1)
}
