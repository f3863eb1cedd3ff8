//! The numbers by which messages name claims: `1.`, `第一项诉讼请求`, `Claim 2`.

/// How surely a number at the start of a line is a claim's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// `诉讼请求一`, `Claim 1`.
    Named,
    /// `1.`, `(1)`, `①`.
    Bare,
    /// `一、`, which more often heads a section.
    Heading,
}

/// Claim numbers (from 1) and the bytes they take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Label {
    pub numbers: Vec<usize>,
    pub form: Form,
    pub end: usize,
}

const NOUNS_ZH: [&str; 6] = ["诉讼请求", "请求事项", "诉求", "诉请", "请求", "主张"];
/// What may follow `第二项` where it is said of a claim.
const VERBS_ZH: [&str; 21] = [
    "应",
    "会",
    "可",
    "能",
    "则",
    "将",
    "均",
    "都",
    "也",
    "不",
    "难",
    "无法",
    "得到",
    "获",
    "予",
    "支持",
    "驳回",
    "部分支持",
    "大概率",
    "很可能",
    "无论",
];
const OPENERS: [&str; 12] =
    ["关于", "对于", "针对", "至于", "您的", "你的", "原告的", "the ", "your ", "on ", "for ", "as to "];
const ORDINALS: [&str; 8] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
const HAN_DIGITS: [char; 10] = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];
/// A numeral before these counts something else than claims.
const COUNTED: [char; 37] = [
    '名', '位', '人', '套', '间', '台', '辆', '份', '处', '层', '天', '周', '并', '定', '直', '起', '般',
    '次', '切', '致', '旦', '万', '千', '百', '元', '年', '月', '日', '个', '倍', '方', '审', '样', '些',
    '笔', '%', '条',
];

/// The claims that a folded line begins by naming.
pub(super) fn leading(line: &str, claims: usize) -> Option<Label> {
    let body = line.trim_start_matches(|c: char| {
        c.is_whitespace() || matches!(c, '-' | '•' | '·' | '>' | '|' | '_' | '(' | '[' | '【' | '+')
    });
    let skipped = line.len() - body.len();
    let mut opened = body;
    while let Some(rest) = OPENERS.iter().find_map(|opener| opened.strip_prefix(opener)) {
        opened = rest;
    }
    let openers = body.len() - opened.len();
    let label = named(opened, claims)
        .map(|(numbers, length)| Label { numbers, form: Form::Named, end: openers + length })
        .or_else(|| bare(body, claims))?;
    Some(Label { end: label.end + skipped, ..label })
}

/// The named claims anywhere in a sentence, each with where its label starts.
pub(super) fn within(sentence: &str, claims: usize) -> Vec<(usize, Label)> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(c) = sentence[at..].chars().next() {
        let begins_word = !sentence[..at].ends_with(|c: char| c.is_ascii_alphanumeric());
        let found = if begins_word { named(&sentence[at..], claims) } else { None };
        match found {
            Some((numbers, length)) => {
                out.push((at, Label { numbers, form: Form::Named, end: at + length }));
                at += length;
            }
            None => at += c.len_utf8(),
        }
    }
    out
}

/// Whether the text speaks of all claims at once.
pub(super) fn names_all(line: &str) -> bool {
    const ALL: [&str; 22] = [
        "全部诉讼请求",
        "所有诉讼请求",
        "各项诉讼请求",
        "全部诉求",
        "所有诉求",
        "各项诉求",
        "全部请求",
        "所有请求",
        "各项请求",
        "诉讼请求全部",
        "诉讼请求均",
        "请求均",
        "诉求均",
        "all claims",
        "all the claims",
        "all of the claims",
        "all your claims",
        "all of your claims",
        "every claim",
        "each claim",
        "both claims",
        "all three claims",
    ];
    const NOT_ALL: [&str; 6] = ["不是所有", "不是全部", "并非所有", "并非全部", "not all", "not every"];
    ALL.iter().any(|phrase| line.contains(phrase)) && !NOT_ALL.iter().any(|phrase| line.contains(phrase))
}

/// A line that numbers several claims, as in `1. 支持；2. 驳回`, in its parts; else the whole line.
pub(super) fn parts(line: &str, claims: usize) -> Vec<&str> {
    const VERDICTS: [&str; 4] = ["支持", "驳回", "supported", "dismissed"];
    let first = leading(line, claims).filter(|label| label.form == Form::Bare);
    let (mut expected, mut cuts) = match &first {
        Some(label) => (label.numbers.iter().max().map_or(1, |last| last + 1), vec![0]),
        None => (1, Vec::new()),
    };
    let from = first.map_or(0, |label| label.end);
    for (at, c) in line.char_indices().filter(|(at, _)| *at >= from) {
        let Some(rest) = line[at..].strip_prefix(&expected.to_string()) else { continue };
        let after = rest.strip_prefix(['.', '、', ')', ':']);
        let numbers = c.is_ascii_digit()
            && after.is_some_and(|after| !after.starts_with(|c: char| c.is_ascii_digit()))
            && expected <= claims;
        let before = &line[..at];
        let bounded = before.trim_end_matches('(').ends_with([' ', ';', '。', ',', ':', ')', '.'])
            || VERDICTS.iter().any(|word| before.ends_with(word));
        if numbers && bounded {
            cuts.push(at);
            expected += 1;
        }
    }
    if cuts.len() < 2 {
        return vec![line];
    }
    cuts.push(line.len());
    if cuts[0] > 0 {
        cuts.insert(0, 0);
    }
    cuts.windows(2).map(|pair| &line[pair[0]..pair[1]]).collect()
}

/// A number at the start of a line that is no claim's.
pub(super) fn is_foreign(line: &str, claims: usize) -> bool {
    leading(line, claims).is_none() && leading(line, 99).is_some()
}

/// `诉讼请求1、2`, `第一项(诉讼)请求`, `claim 1`, `claims 1 and 2`, `first claim`.
fn named(text: &str, claims: usize) -> Option<(Vec<usize>, usize)> {
    named_zh(text, claims).or_else(|| named_en(text, claims))
}

fn named_zh(text: &str, claims: usize) -> Option<(Vec<usize>, usize)> {
    if let Some(rest) = NOUNS_ZH.iter().find_map(|noun| text.strip_prefix(noun)) {
        let rest = rest.strip_prefix('第').unwrap_or(rest).trim_start_matches(['(', ' ']);
        let (numbers, rest) = list(rest, claims)?;
        let rest = rest.strip_prefix('项').unwrap_or(rest);
        return Some((numbers, text.len() - rest.len()));
    }
    let (numbers, rest) = list(text.strip_prefix('第')?, claims)?;
    let rest = rest.strip_prefix(['项', '个'])?;
    let rest = rest.strip_prefix('的').unwrap_or(rest);
    let noun = NOUNS_ZH.iter().find(|noun| rest.starts_with(**noun));
    let stands_alone = rest.chars().next().is_none_or(|c| !c.is_alphanumeric())
        || VERBS_ZH.iter().any(|verb| rest.starts_with(verb));
    (noun.is_some() || stands_alone)
        .then(|| (numbers, text.len() - rest.len() + noun.map_or(0, |noun| noun.len())))
}

fn named_en(text: &str, claims: usize) -> Option<(Vec<usize>, usize)> {
    for (i, ordinal) in ORDINALS.iter().enumerate().take(claims) {
        if let Some(rest) = text.strip_prefix(ordinal).and_then(|rest| rest.strip_prefix(" claim")) {
            return Some((vec![i + 1], text.len() - rest.len()));
        }
    }
    let rest = text.strip_prefix("claim")?;
    let plural = rest.strip_prefix('s');
    let rest = plural.unwrap_or(rest).trim_start_matches(' ');
    let rest = ["no.", "number", "#", "("].iter().find_map(|word| rest.strip_prefix(word)).unwrap_or(rest);
    let rest = rest.trim_start_matches(' ');
    if plural.is_some() {
        let (numbers, rest) = list(rest, claims)?;
        return Some((numbers, text.len() - rest.len()));
    }
    let (number, rest) = numeral(rest, claims)?;
    Some((vec![number], text.len() - rest.len()))
}

/// `1.`, `2、`, `(3)`, `①`, `| 1 |`; `一、` as a heading.
fn bare(text: &str, claims: usize) -> Option<Label> {
    let circled = text.chars().next().filter(|c| ('①'..='⑳').contains(c));
    if let Some((numbers, rest)) = list(text, claims).filter(|(numbers, _)| numbers.len() > 1) {
        let shared = rest.strip_prefix('项').unwrap_or(rest);
        if shared.starts_with(['均', '都', '皆']) {
            return Some(Label { numbers, form: Form::Bare, end: text.len() - shared.len() });
        }
    }
    let (number, rest) = numeral(text, claims)?;
    let form = if text.starts_with(HAN_DIGITS) { Form::Heading } else { Form::Bare };
    let trimmed = rest.trim_start_matches([' ', ')', ']', '】']);
    let closed = trimmed.len() < rest.trim_start_matches(' ').len();
    let after = trimmed.strip_prefix(['.', '、', ':', '|', ',', '-', '–', '—']);
    let decimal = rest.starts_with('.') && rest[1..].starts_with(|c: char| c.is_ascii_digit());
    if decimal || !(closed || after.is_some() || circled.is_some()) {
        return None;
    }
    Some(Label { numbers: vec![number], form, end: text.len() - after.unwrap_or(trimmed).len() })
}

/// Numbers joined by commas, words or a dash (a range).
fn list(text: &str, claims: usize) -> Option<(Vec<usize>, &str)> {
    const JOINTS: [&str; 9] = ["、", "以及", "和", "与", "及", ", and ", ",", " and ", "&"];
    const RANGES: [&str; 6] = ["至", "到", "-", "~", " to ", "–"];
    let (first, mut rest) = numeral(text, claims)?;
    let mut numbers = vec![first];
    loop {
        let joint = JOINTS.iter().find_map(|joint| Some((false, rest.strip_prefix(joint)?)));
        let range = || RANGES.iter().find_map(|range| Some((true, rest.strip_prefix(range)?)));
        let Some((is_range, next)) = joint.or_else(range) else { break };
        let next = next.trim_start_matches([' ', '第']);
        let Some((number, after)) = numeral(next, claims) else { break };
        match numbers.last() {
            Some(&last) if is_range && last < number => numbers.extend(last + 1..=number),
            _ => numbers.push(number),
        }
        rest = after;
    }
    Some((numbers, rest))
}

/// A claim's number at the start of the text, and what follows it.
fn numeral(text: &str, claims: usize) -> Option<(usize, &str)> {
    let first = text.chars().next()?;
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, rest) = if let Some(place) = HAN_DIGITS.iter().position(|&digit| digit == first) {
        (place + 1, &text[first.len_utf8()..])
    } else if ('①'..='⑳').contains(&first) {
        (first as usize - '①' as usize + 1, &text[first.len_utf8()..])
    } else {
        (text[..digits].parse().ok()?, &text[digits..])
    };
    let counts_else = rest.starts_with(COUNTED)
        || rest.starts_with(HAN_DIGITS)
        || rest.starts_with(|c: char| c.is_ascii_alphanumeric());
    ((1..=claims).contains(&number) && !counts_else).then_some((number, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, numbers: &[usize], form: Form, rest: &str) {
        let label = leading(line, 3).unwrap_or_else(|| panic!("no label in {line:?}"));
        assert_eq!((&label.numbers[..], label.form, &line[label.end..]), (numbers, form, rest), "{line}");
    }

    #[test]
    fn lines_name_claims_in_many_ways() {
        check("1. 支持", &[1], Form::Bare, " 支持");
        check("2、利息:驳回", &[2], Form::Bare, "利息:驳回");
        check("(3)支持", &[3], Form::Bare, "支持");
        check("- 1) supported", &[1], Form::Bare, "supported");
        check("| 1 | 本金 | 支持 |", &[1], Form::Bare, " 本金 | 支持 |");
        check("1、2、3均支持", &[1, 2, 3], Form::Bare, "均支持");
        check("③支持", &[3], Form::Bare, "支持");
        check("一、支持", &[1], Form::Heading, "支持");
        check("第一项诉讼请求:支持", &[1], Form::Named, ":支持");
        check("关于您的第二项:驳回", &[2], Form::Named, ":驳回");
        check("诉讼请求1:支持", &[1], Form::Named, ":支持");
        check("诉求三应予支持", &[3], Form::Named, "应予支持");
        check("诉讼请求1、2均支持", &[1, 2], Form::Named, "均支持");
        check("第一至三项请求:支持", &[1, 2, 3], Form::Named, ":支持");
        check("claim 2: dismissed", &[2], Form::Named, ": dismissed");
        check("claims 1 and 3: supported", &[1, 3], Form::Named, ": supported");
        check("your first claim succeeds", &[1], Form::Named, " succeeds");
    }

    #[test]
    fn numbers_of_other_things_are_passed_over() {
        for line in [
            "1.5万元应予支持",
            "4. 支持",
            "2021年3月",
            "请求3000元",
            "请求一并支持",
            "第一,支持",
            "30. 支持",
            "claimant",
        ] {
            assert_eq!(leading(line, 3), None, "{line}");
        }
        assert_eq!(leading("诉讼请求1、2万元违约金", 3).map(|l| l.numbers), Some(vec![1]));
    }

    #[test]
    fn a_line_that_numbers_several_claims_is_taken_apart() {
        assert_eq!(parts("1.支持2.部分支持3.驳回", 3), ["1.支持", "2.部分支持", "3.驳回"]);
        assert_eq!(parts("结论:1.本金:支持;2.利息:驳回", 3), ["结论:", "1.本金:支持;", "2.利息:驳回"]);
        assert_eq!(parts("1. supported, 2. dismissed", 2), ["1. supported, ", "2. dismissed"]);
        for line in ["1.本金20万元:支持", "诉讼请求1、2、3均支持", "支持", "1.支持2.5万元", ""]
        {
            assert_eq!(parts(line, 3), [line]);
        }
    }

    #[test]
    fn labels_are_found_within_sentences() {
        let found = within("法院会支持您的第一项诉求,诉讼请求二则会驳回", 3);
        assert_eq!(found.iter().map(|(_, l)| l.numbers[0]).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(within("the court will uphold claim 2", 3).len(), 1);
        assert_eq!(within("they reclaim 2 of them", 3).len(), 0);
    }
}
