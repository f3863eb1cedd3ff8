//! The numbers, amounts and dates in a text, so that two ways to write one compare equal.

mod en;
mod zh;

use std::collections::BTreeSet;

use super::label::Language;
use super::lexical::normalise;

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
        Language::Zh => zh::numbers(&text),
        Language::En => en::numbers(&text),
    }
}

/// A value as text, to the hundredth, so that 24.65万 and 246500 are the same.
fn key(value: f64) -> String {
    ((value * 100.0).round() / 100.0).to_string()
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
    fn a_number_has_one_decimal_point() {
        assert_eq!(zh("见1.2.3条，赔3.5元"), ["3.5元"]);
        assert_eq!(zh("赔3.5."), Vec::<String>::new());
        assert_eq!(zh(&"1.".repeat(50_000)), Vec::<String>::new());
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

    proptest::proptest! {
        /// Any text can be read, and numbers count the same in full-width form.
        #[test]
        fn any_text_has_its_numbers(text in "[0-9一二十百万千两零.,块毛月号日个$£%a-z ]{0,40}") {
            let _ = en(&text);
            let wide: String = text
                .chars()
                .map(|c| if c.is_ascii_digit() { char::from_u32(c as u32 + 0xfee0).unwrap_or(c) } else { c })
                .collect();
            proptest::prop_assert_eq!(zh(&text), zh(&wide));
        }

        #[test]
        fn an_amount_in_ten_thousands_is_the_amount_in_yuan(tenths in 10_u32..100_000) {
            let in_wan = format!("{}.{}万元", tenths / 10, tenths % 10);
            proptest::prop_assert_eq!(zh(&in_wan), zh(&format!("{}元", tenths * 1000)));
        }
    }
}
