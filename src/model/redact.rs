//! Secrets taken out of what servers and connections say, before it reaches a message or a record:
//! names and passwords in addresses, keys among their parameters, bearer tokens.

/// What stands in the place of a secret.
const INSTEAD: &str = "[key]";

/// Words in the name of a parameter that make its value a secret.
const SECRET_NAMES: [&str; 6] = ["key", "token", "secret", "sig", "password", "credential"];

/// The text without the secrets that can be told by their place.
pub(super) fn redacted(text: &str) -> String {
    let text = without_userinfo(text);
    let text = without_parameters(&text);
    without_bearer(&text)
}

/// `https://user:password@host` -> `https://[key]@host`
fn without_userinfo(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("://") {
        let (before, after) = rest.split_at(at + 3);
        out.push_str(before);
        let authority = after.find(|c: char| matches!(c, '/' | '?' | '#' | '"' | '\'') || c.is_whitespace());
        let authority = &after[..authority.unwrap_or(after.len())];
        rest = match authority.rfind('@') {
            Some(end) => {
                out.push_str(INSTEAD);
                &after[end..]
            }
            None => after,
        };
    }
    out + rest
}

/// `?api_key=abc&x=1` -> `?api_key=[key]&x=1`
fn without_parameters(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['?', '&']) {
        let (before, after) = rest.split_at(at + 1);
        out.push_str(before);
        let end_of = |text: &str| {
            text.find(|c: char| matches!(c, '&' | '#' | '"' | '\'' | ')' | '<') || c.is_whitespace())
                .unwrap_or(text.len())
        };
        let pair = &after[..end_of(after)];
        let named = pair.split_once('=').filter(|(name, value)| {
            let name = name.to_ascii_lowercase();
            !value.is_empty() && SECRET_NAMES.iter().any(|word| name.contains(word))
        });
        rest = match named {
            Some((name, _)) => {
                out.push_str(name);
                out.push('=');
                out.push_str(INSTEAD);
                &after[pair.len()..]
            }
            None => after,
        };
    }
    out + rest
}

/// `Bearer abc` -> `Bearer [key]`
fn without_bearer(text: &str) -> String {
    const BEARER: &str = "Bearer ";
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(BEARER) {
        let (before, after) = rest.split_at(at + BEARER.len());
        out.push_str(before);
        let token =
            |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '~' | '+' | '/' | '=');
        let end = after.find(|c| !token(c)).unwrap_or(after.len());
        rest = if end >= 8 {
            out.push_str(INSTEAD);
            &after[end..]
        } else {
            after
        };
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::redacted;

    #[test]
    fn secrets_are_told_by_their_place() {
        for (text, expected) in [
            ("at https://me:pw@h.example:8/v1?x=1", "at https://[key]@h.example:8/v1?x=1"),
            ("(http://tok3n@h/)", "(http://[key]@h/)"),
            ("write to a@b.example about http://h/", "write to a@b.example about http://h/"),
            ("https://h/v1?api_key=abc&x=1", "https://h/v1?api_key=[key]&x=1"),
            ("https://h/v1?x=1&Access-Token=abc.", "https://h/v1?x=1&Access-Token=[key]"),
            ("https://h/?X-Goog-Signature=ab%2Fc \"b\"", "https://h/?X-Goog-Signature=[key] \"b\""),
            ("why? key=5 & so", "why? key=5 & so"),
            ("Authorization: Bearer sk-12345678, refused", "Authorization: Bearer [key], refused"),
            ("Bearer tokens are refused", "Bearer tokens are refused"),
            ("余额不足 ?", "余额不足 ?"),
        ] {
            assert_eq!(redacted(text), expected);
        }
    }

    proptest! {
        #[test]
        fn what_holds_no_address_stays(text in "[a-z ,.0-9余额:/@]{0,60}") {
            prop_assume!(!text.contains("://"));
            prop_assert_eq!(redacted(&text), text);
        }
    }
}
