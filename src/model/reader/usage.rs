//! Tokens, as servers variously count them.

use super::json::Object;
use crate::model::exchange::Usage;

/// Reads a `usage` object.
pub(super) fn usage(usage: &Object<'_>) -> Usage {
    let first = |keys: &[&str]| keys.iter().find_map(|key| usage.count(key));
    let within = |details: &str, key: &str| usage.object(details).and_then(|inner| inner.count(key));
    Usage {
        prompt_tokens: first(&["prompt_tokens", "input_tokens"]),
        completion_tokens: first(&["completion_tokens", "output_tokens"]),
        total_tokens: usage.count("total_tokens"),
        reasoning_tokens: within("completion_tokens_details", "reasoning_tokens")
            .or_else(|| first(&["reasoning_tokens"])),
        cached_tokens: within("prompt_tokens_details", "cached_tokens")
            .or_else(|| first(&["prompt_cache_hit_tokens", "cache_read_input_tokens", "cached_tokens"])),
    }
}
