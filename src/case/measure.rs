//! Measures of text without a model: length, runs of words or characters, and the numbers in it.

use std::collections::BTreeSet;

use super::label::Language;
use super::lexical::normalise;

/// Length of a text: characters without white space (Chinese) or words (English).
pub(super) fn length(text: &str, language: Language) -> usize {
    match language {
        Language::Zh => text.chars().filter(|c| !c.is_whitespace()).count(),
        Language::En => text.split_whitespace().count(),
    }
}

/// All runs of `n` characters (Chinese) or words (English) of a text, punctuation left out.
pub(super) fn runs(text: &str, language: Language, n: usize) -> BTreeSet<String> {
    let text = normalise(text, language);
    match language {
        Language::Zh => {
            let letters: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).collect();
            letters.windows(n).map(|run| run.iter().collect()).collect()
        }
        Language::En => {
            let words: Vec<&str> =
                text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
            words.windows(n).map(|run| run.join(" ")).collect()
        }
    }
}

/// Share of Chinese characters among the letters of a text; `None` without letters.
pub(super) fn han_share(text: &str) -> Option<f64> {
    let han = text.chars().filter(|&c| is_han(c)).count();
    let latin = text.chars().filter(char::is_ascii_alphabetic).count();
    (han + latin > 0).then(|| han as f64 / (han + latin) as f64)
}

pub(super) fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{20000}'..='\u{323af}')
}

/// Values below this are told apart by their unit, values from it on count whatever the unit.
const BARE_FROM: f64 = 100.0;
/// Number words up to this are too common to mean anything ("one day", 有两次).
const WORD_ABOVE: f64 = 2.0;

/// The numbers, amounts and dates in a text, as comparable keys: `30000` for 3万, ３０，０００ or
/// 三万; `6月20日` for 6月20号 and for June 20; `5天` for 5 天. A small number without a known unit
/// says too little and is left out.
pub(super) fn numbers(text: &str, language: Language) -> BTreeSet<String> {
    let text = normalise(text, language);
    match language {
        Language::Zh => zh_numbers(&text),
        Language::En => en_numbers(&text),
    }
}

/// What may follow a small number in Chinese text, and the name under which it counts.
const ZH_UNITS: [(&str, &str); 27] = [
    ("个月", "个月"),
    ("个小时", "小时"),
    ("小时", "小时"),
    ("周岁", "岁"),
    ("平米", "平方米"),
    ("平方米", "平方米"),
    ("公里", "公里"),
    ("月", "月"),
    ("日", "日"),
    ("号", "日"),
    ("天", "天"),
    ("年", "年"),
    ("岁", "岁"),
    ("元", "元"),
    ("块", "元"),
    ("%", "%"),
    ("成", "成"),
    ("分", "分"),
    ("次", "次"),
    ("期", "期"),
    ("人", "人"),
    ("台", "台"),
    ("件", "件"),
    ("吨", "吨"),
    ("米", "米"),
    ("张", "张"),
    ("套", "套"),
];

fn zh_numbers(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    // The last month, and how much text was left behind it.
    let mut last_month: Option<(String, usize)> = None;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some((value, len, _)) = rest.strip_prefix(PERCENT).and_then(zh_number) {
            found.insert(format!("{}%", key(value)));
            rest = &rest[PERCENT.len() + len..];
            continue;
        }
        let Some((value, len, in_digits)) = zh_number(rest) else {
            rest = &rest[c.len_utf8()..];
            continue;
        };
        let month = last_month.take().filter(|&(_, left)| left == rest.len()).map(|(month, _)| month);
        rest = &rest[len..];
        let unit = ZH_UNITS.iter().find(|(word, _)| rest.starts_with(word));
        match unit {
            Some((word, "月")) => {
                let month = format!("{}月", key(value));
                last_month = Some((month.clone(), rest.len() - word.len()));
                found.insert(month);
            }
            Some((_, "日")) => {
                found.insert(format!("{}{}日", month.unwrap_or_default(), key(value)));
            }
            _ if value >= BARE_FROM => {
                found.insert(key(value));
            }
            Some((_, unit)) if in_digits || value > WORD_ABOVE => {
                found.insert(format!("{}{unit}", key(value)));
            }
            // `9月12` is a date without 号 as well.
            _ => found.extend(month.map(|month| format!("{month}{}日", key(value)))),
        }
    }
    found
}

const PERCENT: &str = "百分之";

/// A value as text, to the hundredth, so that 24.65万 and 246500 are the same.
fn key(value: f64) -> String {
    ((value * 100.0).round() / 100.0).to_string()
}

/// The number at the beginning of a text: value, bytes, and whether it is written in digits.
fn zh_number(text: &str) -> Option<(f64, usize, bool)> {
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return zh_words(text).map(|(value, len)| (value, len, false));
    }
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let digits = text[..digits].trim_end_matches('.').len();
    let value: f64 = text[..digits].parse().ok()?;
    let (scale, scale_len) = zh_scale(&text[digits..]);
    let len = digits + scale_len;
    let (rest, rest_len) =
        if scale > 1.0 { shorthand(&text[len..], scale) } else { small_money(&text[len..]) };
    Some((value * scale + rest, len + rest_len, true))
}

/// 万, 千, 百, 亿 after digits.
fn zh_scale(text: &str) -> (f64, usize) {
    let mut scale = 1.0;
    let mut len = 0;
    for c in text.chars() {
        scale *= match c {
            '百' => 1e2,
            '千' => 1e3,
            '万' => 1e4,
            '亿' => 1e8,
            _ => break,
        };
        len += c.len_utf8();
    }
    (scale, len)
}

/// The 5 of 3万5, which is 35,000: a digit alone after a scale; value and bytes.
fn shorthand(text: &str, scale: f64) -> (f64, usize) {
    let Some(digit) = text.chars().next().and_then(|c| c.to_digit(10)) else { return (0.0, 0) };
    let after = &text[1..];
    let counts = after.starts_with(|c: char| c.is_ascii_digit() || "./-百千万亿".contains(c))
        || ZH_UNITS.iter().any(|(word, unit)| *unit != "元" && after.starts_with(word));
    if counts { (0.0, 0) } else { (f64::from(digit) * scale / 10.0, 1) }
}

/// The 6毛2 of 8块6毛2; value in yuan and bytes, 块 included.
fn small_money(text: &str) -> (f64, usize) {
    let Some(yuan) = text.chars().next().filter(|c| "块元".contains(*c)) else { return (0.0, 0) };
    let mut value = 0.0;
    let mut len = yuan.len_utf8();
    for (units, scale) in [("毛角", 0.1), ("分", 0.01)] {
        let mut chars = text[len..].chars();
        let Some(digit) = chars.next().and_then(|c| c.to_digit(10)) else { break };
        match chars.next() {
            Some(unit) if units.contains(unit) => len += 1 + unit.len_utf8(),
            // 分 is often left out.
            next if value > 0.0 && !next.is_some_and(|c| c.is_ascii_digit()) => len += 1,
            _ => break,
        }
        value += f64::from(digit) * scale;
    }
    if value > 0.0 { (value, len) } else { (0.0, 0) }
}

/// A number in Chinese characters: 三万五千, 三万五, 二十八, 二〇二四.
fn zh_words(text: &str) -> Option<(f64, usize)> {
    let (mut total, mut section, mut digit): (f64, f64, Option<f64>) = (0.0, 0.0, None);
    // What a last digit without a scale of its own counts: 1,000 after 万, 1 after 零 or 十.
    let mut ones = 1.0;
    let mut plain = String::new();
    let (mut len, mut scaled) = (0, false);
    for c in text.chars() {
        if let Some(value) = zh_digit(c) {
            if value == 0 {
                ones = 1.0;
            }
            digit = Some(f64::from(value));
            plain.push(char::from(b'0' + value));
        } else {
            let scale = match c {
                '十' => 10.0,
                '百' if len > 0 => 1e2,
                '千' if len > 0 => 1e3,
                '万' if len > 0 => 1e4,
                '亿' if len > 0 => 1e8,
                _ => break,
            };
            if scale < 1e4 {
                section += digit.take().unwrap_or(if c == '十' { 1.0 } else { 0.0 }) * scale;
            } else {
                total = (total + section + digit.take().unwrap_or(0.0)) * scale;
                section = 0.0;
            }
            ones = scale / 10.0;
            scaled = true;
        }
        len += c.len_utf8();
    }
    if len == 0 {
        return None;
    }
    let value = if scaled { total + section + digit.unwrap_or(0.0) * ones } else { plain.parse().ok()? };
    Some((value, len))
}

fn zh_digit(c: char) -> Option<u8> {
    let at = "零一二三四五六七八九".chars().position(|digit| digit == c);
    match c {
        '〇' => Some(0),
        '两' => Some(2),
        _ => at.and_then(|at| u8::try_from(at).ok()),
    }
}

const EN_MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const EN_MONTHS_WHOLE: [&str; 12] = [
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
const EN_WORDS: [(&str, f64); 28] = [
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
const EN_UNITS: [&str; 15] = [
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

fn en_numbers(text: &str) -> BTreeSet<String> {
    let tokens: Vec<&str> = text
        .split(|c: char| !(c.is_alphanumeric() || ".$£%".contains(c)))
        .map(|token| token.trim_end_matches('.'))
        .filter(|token| !token.is_empty())
        .collect();
    let mut found = BTreeSet::new();
    let mut i = 0;
    while i < tokens.len() {
        let Some((value, used, in_digits)) = en_number(&tokens[i..]) else {
            i += 1;
            continue;
        };
        let money = tokens[i].starts_with(['$', '£']);
        let percent = tokens[i].ends_with('%');
        let before = i.checked_sub(1).and_then(|k| en_month(tokens[k]));
        let after = match tokens.get(i + used) {
            Some(&"of") => tokens.get(i + used + 1).and_then(|token| en_month(token)),
            token => token.and_then(|token| en_month(token)),
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
        } else if let Some(unit) = unit.filter(|unit| EN_UNITS.contains(unit))
            && (in_digits || value > WORD_ABOVE)
        {
            let unit = if matches!(unit, "dollar" | "pound") { "money" } else { unit };
            found.insert(format!("{}{unit}", key(value)));
        }
    }
    found
}

/// The number at the beginning of `tokens`: value, tokens used, and whether it is in digits.
fn en_number(tokens: &[&str]) -> Option<(f64, usize, bool)> {
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
    let word = |token: &str| EN_WORDS.iter().find(|(word, _)| *word == token).map(|&(_, value)| value);
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
fn en_month(token: &str) -> Option<usize> {
    let at = EN_MONTHS_WHOLE
        .iter()
        .position(|month| *month == token)
        .or_else(|| EN_MONTHS.iter().position(|month| *month == token || token == "sept" && *month == "sep"));
    at.map(|at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zh(text: &str) -> Vec<String> {
        numbers(text, Language::Zh).into_iter().collect()
    }

    fn en(text: &str) -> Vec<String> {
        numbers(text, Language::En).into_iter().collect()
    }

    #[test]
    fn an_amount_is_the_same_however_it_is_written() {
        for text in ["还了3万元", "还了三万", "还了30,000块", "还了３００００元"] {
            assert_eq!(zh(text), ["30000"], "{text}");
        }
        for text in ["3.5万", "3万5", "三万五", "三万五千块", "35000"] {
            assert_eq!(zh(text), ["35000"], "{text}");
        }
        assert_eq!(zh("一千零五"), ["1005"]);
        assert_eq!(zh("一百二"), ["120"]);
        assert_eq!(zh("2758块6毛2"), ["2758.62"]);
        assert_eq!(zh("2758元"), ["2758"]);
        assert_eq!(zh("3万1月20日还的"), ["1月", "1月20日", "30000"]);
        assert_eq!(zh("二〇二四年"), ["2024"]);
        for text in ["paid $1,200", "1200 dollars", "twelve hundred dollars", "$1.2k"] {
            assert_eq!(en(text), ["1200"], "{text}");
        }
    }

    #[test]
    fn dates_are_month_and_day_together() {
        assert_eq!(zh("2023年9月12日"), ["2023", "9月", "9月12日"]);
        assert_eq!(zh("九月十二号"), ["9月", "9月12日"]);
        assert_eq!(zh("12号"), ["12日"]);
        assert_eq!(zh("9月12就还了"), ["9月", "9月12日"]);
        assert_eq!(zh("9月我搬家，住12楼"), ["9月"]);
        for text in ["on June 20", "20 June", "the 20th of June", "Jun 20th"] {
            assert_eq!(en(text), ["6月20日"], "{text}");
        }
    }

    #[test]
    fn small_numbers_count_with_their_unit_only() {
        assert_eq!(zh("住3楼，等了15天，占20%"), ["15天", "20%"]);
        assert_eq!(zh("百分之二十"), ["20%"]);
        assert_eq!(zh("有一天他来过两次"), Vec::<String>::new());
        assert_eq!(zh("三个月、5个月"), ["3个月", "5个月"]);
        assert_eq!(en("I waited 15 days, twenty-one weeks and one day for room 7"), ["15day", "21week"]);
        assert_eq!(en("about $45 or 8%"), ["45money", "8percent"]);
    }

    #[test]
    fn runs_leave_punctuation_out() {
        let zh = runs("他还，了钱！", Language::Zh, 3);
        assert_eq!(zh.into_iter().collect::<Vec<_>>(), ["他还了", "还了钱"]);
        let en = runs("He paid; it back.", Language::En, 3);
        assert_eq!(en.into_iter().collect::<Vec<_>>(), ["he paid it", "paid it back"]);
        assert!(runs("a b", Language::En, 3).is_empty());
    }

    #[test]
    fn length_is_in_characters_or_words() {
        assert_eq!(length("您好， 律师", Language::Zh), 5);
        assert_eq!(length("Hello,  my friend", Language::En), 3);
    }

    #[test]
    fn letters_tell_the_script() {
        assert_eq!(han_share("借款 loan"), Some(2.0 / 6.0));
        assert_eq!(han_share("12 345"), None);
    }
}
