//! Limits that a server states when it refuses a request, for whoever wants to set them beforehand.

use http::HeaderMap;

/// Most limits that are named.
const NAMED_MAX: usize = 8;

/// What the rate-limit headers of a refusal say, and what its message says; `None` if neither says
/// anything.
pub(super) fn limits(headers: &HeaderMap, message: &str) -> Option<String> {
    let mut stated: Vec<String> = headers
        .iter()
        .filter(|(name, _)| {
            let name = name.as_str();
            name.starts_with("x-ratelimit-") || name.starts_with("ratelimit") || name.contains("-ratelimit-")
        })
        .filter_map(|(name, value)| Some(format!("{name} {}", plain(value.to_str().ok()?))))
        .collect();
    stated.sort();
    stated.truncate(NAMED_MAX);
    if message.chars().any(|c| c.is_ascii_digit()) {
        stated.push(message.to_owned());
    }
    (!stated.is_empty()).then(|| stated.join("; "))
}

/// A header's value, cut.
fn plain(value: &str) -> String {
    value.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use http::{HeaderName, HeaderValue};

    use super::*;

    #[test]
    fn headers_and_messages_state_limits() {
        let headers = |list: &[(&'static str, &'static str)]| -> HeaderMap {
            let pair = |(name, value): &(&'static str, &'static str)| {
                (HeaderName::from_static(name), HeaderValue::from_static(value))
            };
            list.iter().map(pair).collect()
        };
        let known = headers(&[
            ("x-ratelimit-remaining-requests", "0"),
            ("x-ratelimit-limit-requests", "500"),
            ("set-cookie", "secret"),
        ]);
        assert_eq!(
            limits(&known, "slow down").as_deref(),
            Some("x-ratelimit-limit-requests 500; x-ratelimit-remaining-requests 0")
        );
        assert_eq!(limits(&headers(&[]), "Limit 30000 TPM").as_deref(), Some("Limit 30000 TPM"));
        assert_eq!(limits(&headers(&[("retry-after", "2")]), "slow down"), None);
    }
}
