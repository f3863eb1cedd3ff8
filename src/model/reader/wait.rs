//! How long a server asks to wait.

use http::HeaderMap;
use jiff::Timestamp;
use jiff::fmt::rfc2822;

/// Beyond this a wait is a mistake of the server's, in milliseconds (some 285,000 years).
const WAIT_MAX_MS: f64 = (1_u64 << 53) as f64;

/// `retry-after-ms`, else `retry-after` in seconds or as a date, in milliseconds; `None` if
/// absent, negative or not to be read, and for a date without a time to measure it from.
pub(super) fn retry_after_ms(headers: &HeaderMap, at: Option<Timestamp>) -> Option<u64> {
    let header = |name: &str| headers.get(name)?.to_str().ok().map(str::trim);
    if let Some(ms) = header("retry-after-ms").and_then(|value| milliseconds(value, 1.0)) {
        return Some(ms);
    }
    let value = header("retry-after")?;
    milliseconds(value, 1000.0).or_else(|| until(value, at?))
}

fn milliseconds(value: &str, unit_ms: f64) -> Option<u64> {
    let ms = (value.parse::<f64>().ok()? * unit_ms).round();
    (0.0..=WAIT_MAX_MS).contains(&ms).then_some(ms as u64)
}

/// From now to an HTTP date; a date which has passed is no wait.
fn until(date: &str, at: Timestamp) -> Option<u64> {
    let then = rfc2822::parse(date).ok()?.timestamp();
    u64::try_from(then.as_millisecond().saturating_sub(at.as_millisecond())).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_are_milliseconds_then_seconds_then_a_date() {
        let at: Timestamp = "2026-11-29T21:40:00Z".parse().expect("a time");
        type Headers = &'static [(&'static str, &'static str)];
        let cases: [(Headers, Option<u64>); 10] = [
            (&[], None),
            (&[("retry-after", "5")], Some(5000)),
            (&[("retry-after", "1.5")], Some(1500)),
            (&[("retry-after", "0")], Some(0)),
            (&[("retry-after-ms", "1898"), ("retry-after", "2")], Some(1898)),
            (&[("retry-after-ms", "x"), ("retry-after", "2")], Some(2000)),
            (&[("retry-after", "-3")], None),
            (&[("retry-after", "soon")], None),
            (&[("retry-after", "inf")], None),
            (&[("retry-after", "Sun, 29 Nov 2026 21:40:30 GMT")], Some(30_000)),
        ];
        for (headers, expected) in cases {
            let map = headers
                .iter()
                .map(|(name, value)| {
                    (http::HeaderName::from_static(name), http::HeaderValue::from_static(value))
                })
                .collect();
            assert_eq!(retry_after_ms(&map, Some(at)), expected, "{headers:?}");
        }
    }
}
