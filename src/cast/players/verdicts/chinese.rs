//! Chinese verdict words: 支持 and 驳回 with what is said before and after them.

use super::words::{Kind, Occurrence};

/// What a word before a verdict word does to it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Plain,
    Not,
    Part,
    Maybe,
    /// Asks whether; the verdict word says nothing.
    Whether,
}

/// Longer words before those which they end in.
const STEPS: [(&str, Step); 77] = [
    ("全部或者部分", Step::Maybe),
    ("全部或部分", Step::Maybe),
    ("部分诉讼请求", Step::Part),
    ("无论如何", Step::Plain),
    ("人民法院", Step::Plain),
    ("有较大可能", Step::Maybe),
    ("部分请求", Step::Part),
    ("部分诉求", Step::Part),
    ("极有可能", Step::Plain),
    ("很有可能", Step::Plain),
    ("有可能", Step::Maybe),
    ("大概率", Step::Plain),
    ("不可能", Step::Not),
    ("很可能", Step::Plain),
    ("极可能", Step::Plain),
    ("会不会", Step::Whether),
    ("能不能", Step::Whether),
    ("应不应", Step::Whether),
    ("不一定", Step::Maybe),
    ("不见得", Step::Maybe),
    ("大部分", Step::Part),
    ("一部分", Step::Part),
    ("酌情", Step::Plain),
    ("一并", Step::Plain),
    ("是否", Step::Whether),
    ("能否", Step::Whether),
    ("可否", Step::Whether),
    ("会否", Step::Whether),
    ("应否", Step::Whether),
    ("如何", Step::Whether),
    ("可能", Step::Maybe),
    ("或许", Step::Maybe),
    ("也许", Step::Maybe),
    ("未必", Step::Maybe),
    ("无法", Step::Not),
    ("难以", Step::Not),
    ("部分", Step::Part),
    ("不仅", Step::Plain),
    ("不但", Step::Plain),
    ("予以", Step::Plain),
    ("应当", Step::Plain),
    ("法院", Step::Plain),
    ("本院", Step::Plain),
    ("依法", Step::Plain),
    ("判决", Step::Plain),
    ("得到", Step::Plain),
    ("获得", Step::Plain),
    ("得以", Step::Plain),
    ("可以", Step::Plain),
    ("全部", Step::Plain),
    ("全额", Step::Plain),
    ("完全", Step::Plain),
    ("基本", Step::Plain),
    ("预计", Step::Plain),
    ("足以", Step::Plain),
    ("一般", Step::Plain),
    ("通常", Step::Plain),
    ("不", Step::Not),
    ("未", Step::Not),
    ("难", Step::Not),
    ("仅", Step::Part),
    ("只", Step::Part),
    ("应", Step::Plain),
    ("会", Step::Plain),
    ("将", Step::Plain),
    ("可", Step::Plain),
    ("能", Step::Plain),
    ("予", Step::Plain),
    ("获", Step::Plain),
    ("得", Step::Plain),
    ("被", Step::Plain),
    ("宜", Step::Plain),
    ("均", Step::Plain),
    ("都", Step::Plain),
    ("也", Step::Plain),
    ("仍", Step::Plain),
    ("再", Step::Plain),
];

const REST: [&str; 9] = ["其余", "其他", "其它", "超出", "超过", "剩余", "余下", "多余", "多出"];
const CLAUSE_ENDS: [char; 7] = [',', '。', ';', ':', '!', '?', '|'];

pub(super) fn occurrences(sentence: &str) -> Vec<Occurrence> {
    let supported =
        sentence.match_indices("支持").filter_map(|(at, word)| occurrence(sentence, at, word, true));
    let dismissed =
        sentence.match_indices("驳回").filter_map(|(at, word)| occurrence(sentence, at, word, false));
    supported.chain(dismissed).collect()
}

fn occurrence(sentence: &str, at: usize, word: &str, supports: bool) -> Option<Occurrence> {
    let end = at + word.len();
    let after = &sentence[end..];
    if !is_verdict_word(&sentence[..at], after, supports) {
        return None;
    }
    let (mut negated, mut part, mut hedged, mut rest) = (false, false, false, false);
    let mut before = &sentence[..at];
    while let Some((text, step)) = STEPS.iter().find(|(text, _)| before.ends_with(text)) {
        let left = &before[..before.len() - text.len()];
        match step {
            Step::Plain => {}
            Step::Not => negated = !negated,
            Step::Maybe => hedged = true,
            Step::Whether => return None,
            Step::Part if supports && !negated => part = true,
            // What is dismissed: a part, the rest, or a part that the words before it name.
            Step::Part if REST.iter().any(|word| left.ends_with(word)) => rest = true,
            Step::Part if left.ends_with(CLAUSE_ENDS) || left.trim().is_empty() => part = true,
            Step::Part => break,
        }
        before = left;
    }
    let clause = before.rsplit(CLAUSE_ENDS).next().unwrap_or_default();
    let named: String = after.split(CLAUSE_ENDS).next().unwrap_or_default().chars().take(8).collect();
    rest |= REST.iter().any(|word| clause.contains(word) || !supports && named.contains(word));
    part |= supports && !negated && ["其中", "部分", "一部分"].iter().any(|word| after.starts_with(word));
    match chance(after) {
        Some(Chance::Good) => hedged = false,
        Some(Chance::Poor) => negated = !negated,
        Some(Chance::Unsaid) => hedged = true,
        None => {}
    }
    let kind = match (supports, negated) {
        _ if hedged => Kind::Hedged,
        _ if part => Kind::Partial,
        (true, false) => Kind::Supported,
        (true, true) | (false, false) if rest => Kind::RestDismissed,
        (true, true) | (false, false) => Kind::Dismissed,
        (false, true) => return None,
    };
    Some(Occurrence { start: before.len(), end, kind })
}

enum Chance {
    Good,
    Poor,
    Unsaid,
}

/// How likely the verdict is said to be, as in `支持的可能性不大`.
fn chance(after: &str) -> Option<Chance> {
    const NAMES: [&str; 4] = ["的可能性", "的概率", "的几率", "的希望"];
    let rest = NAMES.iter().find_map(|name| after.strip_prefix(name))?;
    let said = rest.split(CLAUSE_ENDS).next().unwrap_or_default();
    let says = |words: &[&str]| words.iter().any(|word| said.contains(word));
    Some(match () {
        () if says(&["小", "低", "不大", "不高", "渺茫"]) => Chance::Poor,
        () if says(&["大", "高"]) => Chance::Good,
        () => Chance::Unsaid,
    })
}

/// Support by evidence or law is no verdict, nor is a defence that is rejected.
fn is_verdict_word(before: &str, after: &str, supports: bool) -> bool {
    if supports {
        const SUPPORTERS: [&str; 7] = ["证据", "法律", "事实", "依据", "法理", "资金", "技术"];
        !SUPPORTERS.iter().any(|word| before.ends_with(word)) && !after.starts_with("与否")
    } else {
        const OTHERS: [&str; 5] = ["抗辩", "被告", "对方", "上诉", "异议"];
        const AVOIDED: [&str; 3] = ["避免", "防止", "以免"];
        !OTHERS.iter().any(|word| after.starts_with(word))
            && !AVOIDED.iter().any(|word| before.trim_end_matches('被').ends_with(word))
    }
}

pub(super) fn is_conditional(sentence: &str) -> bool {
    const CUES: [&str; 15] = [
        "如果",
        "假如",
        "假设",
        "假使",
        "倘",
        "只要",
        "除非",
        "取决于",
        "前提",
        "否则",
        "而定",
        "的话,",
        "的话就",
        "尚待",
        "有待",
    ];
    let without =
        |words: &[&str]| words.iter().fold(sentence.to_owned(), |text, word| text.replace(word, "\u{fffc}"));
    CUES.iter().any(|cue| sentence.contains(cue))
        || without(&["若干", "若无其事"]).contains('若')
        || without(&[
            "如下", "例如", "比如", "诸如", "如期", "如实", "如约", "如上", "如此", "如数", "不如", "如前",
            "如何", "原则", "规则", "法则", "准则", "细则", "总则",
        ])
        .split_once('如')
        .is_some_and(|(_, then)| then.contains('则'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(sentence: &str) -> Vec<Kind> {
        occurrences(sentence).iter().map(|o| o.kind).collect()
    }

    #[test]
    fn words_before_and_after_change_the_verdict() {
        for (sentence, kind) in [
            ("支持", Kind::Supported),
            ("应予支持", Kind::Supported),
            ("法院大概率会全部支持", Kind::Supported),
            ("部分支持", Kind::Partial),
            ("本金部分支持", Kind::Partial),
            ("部分诉讼请求可以得到支持", Kind::Partial),
            ("仅支持18万元", Kind::Partial),
            ("支持其中3万元", Kind::Partial),
            ("部分不予支持", Kind::Partial),
            ("不支持", Kind::Dismissed),
            ("难以获得支持", Kind::Dismissed),
            ("不可能得到法院支持", Kind::Dismissed),
            ("违约金部分不予支持", Kind::Dismissed),
            ("驳回", Kind::Dismissed),
            ("依法予以驳回", Kind::Dismissed),
            ("超过部分不予支持", Kind::RestDismissed),
            ("其余请求予以驳回", Kind::RestDismissed),
            ("驳回原告其他诉讼请求", Kind::RestDismissed),
            ("得到支持的可能性不大", Kind::Dismissed),
            ("得到支持的可能性很大", Kind::Supported),
            ("有支持的可能性", Kind::Hedged),
            ("可能支持", Kind::Hedged),
            ("未必会支持", Kind::Hedged),
            ("全部或部分支持", Kind::Hedged),
        ] {
            assert_eq!(kinds(sentence), [kind], "{sentence}");
        }
    }

    #[test]
    fn what_is_no_verdict_is_passed_over() {
        for sentence in
            ["是否应予支持", "能否得到支持", "缺乏证据支持", "支持与否", "不会驳回", "驳回被告的抗辩"]
        {
            assert_eq!(kinds(sentence), [], "{sentence}");
        }
    }

    #[test]
    fn conditions_are_seen() {
        for sentence in
            ["如果还过款,则部分支持", "若无证据,驳回", "支持与否取决于证据", "如对方抗辩时效,则驳回"]
        {
            assert!(is_conditional(sentence), "{sentence}");
        }
        for sentence in ["支持,理由如下:按照诚信原则", "赔偿若干费用,支持", "支持"] {
            assert!(!is_conditional(sentence), "{sentence}");
        }
    }
}
