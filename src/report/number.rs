//! Numbers as they are printed.

/// A value to `places` decimals, rounded half up on its decimal value (so 0.5625 prints as 0.563);
/// `n/a` where undefined.
pub fn decimal(value: Option<f64>, places: usize) -> String {
    value.map_or_else(|| "n/a".to_owned(), |value| half_up(value, places))
}

/// An interval, or `n/a` where an end is undefined.
pub fn interval(low: Option<f64>, high: Option<f64>, places: usize) -> String {
    match (low, high) {
        (Some(low), Some(high)) => format!("[{}, {}]", half_up(low, places), half_up(high, places)),
        _ => "n/a".to_owned(),
    }
}

/// A count with its thousands apart.
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A count with its noun, as in `1 error` and `0 errors`.
pub fn of(n: usize, one: &str, many: &str) -> String {
    format!("{} {}", count(n as u64), if n == 1 { one } else { many })
}

fn half_up(value: f64, places: usize) -> String {
    // The shortest decimal that reads back as the value is the value people mean; rounding it by
    // hand avoids the binary half-to-even.
    let shortest = format!("{}", value.abs());
    let (whole, fraction) = shortest.split_once('.').unwrap_or((&shortest, ""));
    let mut digits: Vec<u8> =
        whole.bytes().chain(fraction.bytes().chain(std::iter::repeat(b'0')).take(places)).collect();
    let up = fraction.as_bytes().get(places).is_some_and(|digit| *digit >= b'5');
    if up {
        let mut at = digits.len();
        loop {
            if at == 0 {
                digits.insert(0, b'1');
                break;
            }
            at -= 1;
            if digits[at] == b'9' {
                digits[at] = b'0';
            } else {
                digits[at] += 1;
                break;
            }
        }
    }
    let text: String = digits.into_iter().map(char::from).collect();
    let (whole, fraction) = text.split_at(text.len() - places);
    let sign = if value < 0.0 && text.bytes().any(|digit| digit != b'0') { "-" } else { "" };
    if places == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_rounded_up_on_the_decimal_value() {
        assert_eq!(decimal(Some(0.5625), 3), "0.563");
        assert_eq!(decimal(Some(1.005), 2), "1.01");
        assert_eq!(decimal(Some(0.9996), 3), "1.000");
        assert_eq!(decimal(Some(-0.0345), 3), "-0.035");
        assert_eq!(decimal(Some(-0.0001), 3), "0.000");
        assert_eq!(decimal(Some(9.5), 0), "10");
        assert_eq!(decimal(Some(1e-9), 3), "0.000");
        assert_eq!(decimal(None, 3), "n/a");
        assert_eq!(interval(Some(-0.083), Some(0.028), 3), "[-0.083, 0.028]");
        assert_eq!(interval(None, Some(1.0), 3), "n/a");
    }

    #[test]
    fn counts_have_their_thousands_apart() {
        assert_eq!([7, 1234, 1_000_000].map(count), ["7", "1,234", "1,000,000"]);
        assert_eq!([0, 1, 2].map(|n| of(n, "case", "cases")), ["0 cases", "1 case", "2 cases"]);
    }
}
