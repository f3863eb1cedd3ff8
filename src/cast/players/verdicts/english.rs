//! English verdict words: `supported`, `dismissed` and their kin, with what is said around them.

use super::words::{Kind, Occurrence};

const SUPPORTED: [&str; 6] = ["supported", "granted", "upheld", "allowed", "sustained", "awarded"];
const DISMISSED: [&str; 6] = ["dismissed", "denied", "rejected", "refused", "disallowed", "unsupported"];
const SUCCEEDS: [&str; 4] = ["succeed", "succeeds", "prevail", "prevails"];
const FAILS: [&str; 3] = ["fail", "fails", "failing"];
/// What a court does; they count only after `will`, `would` and the like, or before a claim.
const SUPPORT: [&str; 8] = ["support", "grant", "uphold", "allow", "award", "supports", "grants", "upholds"];
const DISMISS: [&str; 7] = ["dismiss", "deny", "reject", "refuse", "dismisses", "denies", "rejects"];

const MODAL: [&str; 6] = ["will", "would", "should", "shall", "must", "likely"];
const PLAIN: [&str; 26] = [
    "is",
    "are",
    "be",
    "been",
    "being",
    "was",
    "were",
    "to",
    "can",
    "fully",
    "entirely",
    "wholly",
    "completely",
    "probably",
    "highly",
    "very",
    "most",
    "therefore",
    "thus",
    "accordingly",
    "also",
    "both",
    "all",
    "only",
    "thereby",
    "hence",
];
const PARTLY: [&str; 5] = ["partially", "partly", "partial", "mostly", "largely"];
const NOT: [&str; 4] = ["not", "never", "cannot", "unlikely"];
const MAYBE: [&str; 6] = ["may", "might", "could", "possibly", "perhaps", "maybe"];
const REST: [&str; 7] = ["rest", "remainder", "remaining", "balance", "excess", "otherwise", "other"];

struct Word<'a> {
    text: &'a str,
    start: usize,
    end: usize,
}

pub(super) fn occurrences(sentence: &str) -> Vec<Occurrence> {
    let words = words(sentence);
    if words.iter().any(|word| word.text == "whether") {
        return Vec::new();
    }
    (0..words.len()).filter_map(|i| occurrence(sentence, &words, i)).collect()
}

fn words(sentence: &str) -> Vec<Word<'_>> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '\'';
    let mut out: Vec<Word> = Vec::new();
    for (i, c) in sentence.char_indices().filter(|&(_, c)| is_part(c)) {
        match out.last_mut() {
            Some(last) if last.end == i => last.end = i + c.len_utf8(),
            _ => out.push(Word { text: "", start: i, end: i + c.len_utf8() }),
        }
    }
    for word in &mut out {
        word.text = &sentence[word.start..word.end];
    }
    out
}

fn occurrence(sentence: &str, words: &[Word], at: usize) -> Option<Occurrence> {
    let text = words[at].text;
    let is = |list: &[&str]| list.contains(&text);
    let (passive, active, court) =
        (is(&SUPPORTED) || is(&DISMISSED), is(&SUCCEEDS) || is(&FAILS), is(&SUPPORT) || is(&DISMISS));
    if !(passive || active || court) {
        return None;
    }
    let (mut negated, mut part, mut hedged, mut modal) = (false, false, false, false);
    let mut first = at;
    while first > 0 && touches(sentence, &words[first - 1], &words[first]) {
        let before = words[first - 1].text;
        match before {
            _ if MODAL.contains(&before) => modal = true,
            _ if PLAIN.contains(&before) => {}
            _ if PARTLY.contains(&before) => part = true,
            _ if NOT.contains(&before) || before.ends_with("n't") => {
                negated = !negated;
                modal = true;
            }
            _ if MAYBE.contains(&before) => hedged = true,
            _ => break,
        }
        first -= 1;
    }
    let start = words[first].start;
    let attached = first < at
        || first == 0
        || !touches(sentence, &words[first - 1], &words[first])
        || words[first - 1].text.starts_with("claim")
        || words[first - 1].text.bytes().all(|b| b.is_ascii_digit());
    let next = |k: usize| words.get(at + k).map_or("", |word| word.text);
    let takes_claim = next(1).starts_with("claim")
        || matches!(next(1), "the" | "your")
            && (next(2).starts_with("claim") || next(3).starts_with("claim"));
    let by_something = text == "supported" && next(1) == "by" && !sentence[..start].trim().is_empty();
    if by_something || court && !(modal || hedged || takes_claim) || !(attached || takes_claim) {
        return None;
    }
    let following = following(sentence, &words[at..]);
    part |= ["only", "but only", "up to", "to the extent"].iter().any(|words| following.starts_with(words))
        || PARTLY.contains(&next(1))
        || format!("{following} ").contains("in part ");
    let end = match (next(1), next(2)) {
        ("in", "part" | "full") => words[at + 2].end,
        (after, _) if PARTLY.contains(&after) => words[at + 1].end,
        _ => words[at].end,
    };
    match chance(&words[..first]) {
        Some(Chance::Good) => {}
        Some(Chance::Poor) => negated = !negated,
        Some(Chance::Unsaid) => hedged = true,
        None => {}
    }
    let clause = sentence[..start].rsplit([',', ';', ':', '.', '|']).next().unwrap_or_default();
    let rest = self::words(clause).iter().any(|word| REST.contains(&word.text));
    let supports = is(&SUPPORTED) || is(&SUCCEEDS) || is(&SUPPORT);
    let kind = match (supports, negated) {
        _ if hedged => Kind::Hedged,
        (true, false) | (false, false) if part => Kind::Partial,
        (true, false) => Kind::Supported,
        (true, true) | (false, false) if rest => Kind::RestDismissed,
        (true, true) | (false, false) => Kind::Dismissed,
        (false, true) => return None,
    };
    Some(Occurrence { start, end, kind })
}

enum Chance {
    Good,
    Poor,
    Unsaid,
}

/// How likely the verdict is said to be, as in `little chance of being granted`.
fn chance(before: &[Word]) -> Option<Chance> {
    const NAMES: [&str; 5] = ["chance", "prospect", "prospects", "likelihood", "probability"];
    const GOOD: [&str; 6] = ["good", "strong", "high", "excellent", "great", "every"];
    const POOR: [&str; 6] = ["no", "little", "slim", "small", "low", "poor"];
    let [.., how, name, of] = before else { return None };
    if of.text != "of" || !NAMES.contains(&name.text) {
        return None;
    }
    Some(match how.text {
        how if GOOD.contains(&how) => Chance::Good,
        how if POOR.contains(&how) => Chance::Poor,
        _ => Chance::Unsaid,
    })
}

/// At most four words that follow the first one without a mark between them.
fn following(sentence: &str, words: &[Word]) -> String {
    let after = words.windows(2).take(4).take_while(|pair| touches(sentence, &pair[0], &pair[1]));
    after.map(|pair| pair[1].text).collect::<Vec<_>>().join(" ")
}

/// Whether nothing but a blank stands between two words.
fn touches(sentence: &str, left: &Word, right: &Word) -> bool {
    sentence[left.end..right.start].trim().is_empty()
}

pub(super) fn is_conditional(sentence: &str) -> bool {
    const CUES: [&str; 9] =
        ["if", "unless", "depends", "depending", "depend", "assuming", "once", "until", "pending"];
    const PHRASES: [&str; 4] = ["provided that", "subject to", "on condition", "hinges on"];
    let words = words(sentence);
    let cue =
        |i: usize| CUES.contains(&words[i].text) && !(i > 0 && matches!(words[i - 1].text, "even" | "as"));
    sentence.starts_with("otherwise")
        || (0..words.len()).any(cue)
        || PHRASES.iter().any(|phrase| sentence.contains(phrase))
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
            ("supported", Kind::Supported),
            ("the claim will likely be granted in full", Kind::Supported),
            ("claim 1 succeeds", Kind::Supported),
            ("the court would uphold it", Kind::Supported),
            ("partially supported", Kind::Partial),
            ("granted in part", Kind::Partial),
            ("supported only as to $800", Kind::Partial),
            ("the court will grant it in part", Kind::Partial),
            ("it will be granted to the tenant", Kind::Supported),
            ("it will be granted to the extent of $800", Kind::Partial),
            ("not supported", Kind::Dismissed),
            ("the deposit claim won't be supported", Kind::Dismissed),
            ("it is unlikely to succeed", Kind::Dismissed),
            ("dismissed", Kind::Dismissed),
            ("this claim fails", Kind::Dismissed),
            ("the rest is dismissed", Kind::RestDismissed),
            ("it may be supported", Kind::Hedged),
            ("little chance of being granted", Kind::Dismissed),
            ("a good chance of being granted", Kind::Supported),
            ("the court dismisses claim 3", Kind::Dismissed),
            ("partially support your claim", Kind::Partial),
        ] {
            assert_eq!(kinds(sentence), [kind], "{sentence}");
        }
    }

    #[test]
    fn what_is_no_verdict_is_passed_over() {
        for sentence in [
            "whether it will be supported",
            "the evidence to support it",
            "your account is supported by the receipts",
            "he denied the debt",
            "it will not be dismissed",
            "the landlord allowed it",
        ] {
            assert_eq!(kinds(sentence), [], "{sentence}");
        }
    }

    #[test]
    fn conditions_are_seen() {
        assert!(is_conditional("supported if the lease was written"));
        assert!(is_conditional("that depends on the date"));
        assert!(is_conditional("otherwise it will be granted"));
        assert!(!is_conditional("supported, even if he objects"));
        assert!(!is_conditional("the tenant provided receipts"));
    }
}
