//! Numbers in Chinese text.

use std::collections::BTreeSet;

use super::{BARE_FROM, WORD_ABOVE, key};

/// What may follow a small number in Chinese text, and the name under which it counts.
const UNITS: [(&str, &str); 27] = [
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

pub(super) fn numbers(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    // The last month, and how much text was left behind it.
    let mut last_month: Option<(String, usize)> = None;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some((value, len, _)) = rest.strip_prefix(PERCENT).and_then(number) {
            found.insert(format!("{}%", key(value)));
            rest = &rest[PERCENT.len() + len..];
            continue;
        }
        let Some((value, len, in_digits)) = number(rest) else {
            rest = &rest[c.len_utf8()..];
            continue;
        };
        let month = last_month.take().filter(|&(_, left)| left == rest.len()).map(|(month, _)| month);
        rest = &rest[len..];
        let unit = UNITS.iter().find(|(word, _)| rest.starts_with(word));
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

/// The number at the beginning of a text: value, bytes, and whether it is written in digits.
fn number(text: &str) -> Option<(f64, usize, bool)> {
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return words(text).map(|(value, len)| (value, len, false));
    }
    let digits = digits(text);
    let value: f64 = text[..digits].parse().ok()?;
    let (scale, scale_len) = scale(&text[digits..]);
    let len = digits + scale_len;
    let (rest, rest_len) =
        if scale > 1.0 { shorthand(&text[len..], scale) } else { small_money(&text[len..]) };
    Some((value * scale + rest, len + rest_len, true))
}

/// Length of the digits at the beginning of a text, with one decimal point where digits follow it.
fn digits(text: &str) -> usize {
    let run = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let whole = run(text);
    let part = text[whole..].strip_prefix('.').map_or(0, run);
    if part > 0 { whole + 1 + part } else { whole }
}

/// 万, 千, 百, 亿 after digits.
fn scale(text: &str) -> (f64, usize) {
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
        || UNITS.iter().any(|(word, unit)| *unit != "元" && after.starts_with(word));
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
fn words(text: &str) -> Option<(f64, usize)> {
    let (mut total, mut section, mut digit): (f64, f64, Option<f64>) = (0.0, 0.0, None);
    // What a last digit without a scale of its own counts: 1,000 after 万, 1 after 零 or 十.
    let mut ones = 1.0;
    let mut plain = String::new();
    let (mut len, mut scaled) = (0, false);
    for c in text.chars() {
        if let Some(value) = digit_value(c) {
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

fn digit_value(c: char) -> Option<u8> {
    let at = "零一二三四五六七八九".chars().position(|digit| digit == c);
    match c {
        '〇' => Some(0),
        '两' => Some(2),
        _ => at.and_then(|at| u8::try_from(at).ok()),
    }
}
