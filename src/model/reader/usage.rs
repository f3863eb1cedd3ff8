//! Tokens, as servers variously count them.

use super::json::Object;
use crate::model::exchange::Usage;

/// Reads a `usage` object.
pub(super) fn usage(usage: &Object<'_>) -> Usage {
    let first = |keys: &[&str]| keys.iter().find_map(|key| usage.count(key));
    let within = |details: &str, key: &str| usage.object(details).and_then(|inner| inner.count(key));
    let prompt_tokens = first(&["prompt_tokens", "input_tokens"]);
    let told = first(&["completion_tokens", "output_tokens"]);
    // Some count their thinking in the total alone.
    let beyond_prompt =
        usage.count("total_tokens").zip(prompt_tokens).map(|(all, prompt)| all.saturating_sub(prompt));
    Usage {
        prompt_tokens,
        completion_tokens: told.max(beyond_prompt.filter(|beyond| *beyond > 0)),
        reasoning_tokens: within("completion_tokens_details", "reasoning_tokens")
            .or_else(|| first(&["reasoning_tokens"])),
        cached_tokens: within("prompt_tokens_details", "cached_tokens")
            .or_else(|| first(&["prompt_cache_hit_tokens", "cache_read_input_tokens", "cached_tokens"])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinking_that_only_the_total_counts_is_part_of_the_reply() {
        let completion = |text: &str| usage(&Object::parse(text).expect("an object")).completion_tokens;
        let apart = r#"{"prompt_tokens": 100, "completion_tokens": 50, "total_tokens": 190,
            "completion_tokens_details": {"reasoning_tokens": 40}}"#;
        assert_eq!(completion(apart), Some(90));
        let bare = r#"{"prompt_tokens": 100, "completion_tokens": 50, "total_tokens": 1150}"#;
        assert_eq!(completion(bare), Some(1050));
        let plain = r#"{"prompt_tokens": 100, "completion_tokens": 50, "total_tokens": 150}"#;
        assert_eq!(completion(plain), Some(50));
        assert_eq!(completion(r#"{"prompt_tokens": 100, "total_tokens": 100}"#), None);
    }
}
