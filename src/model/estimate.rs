//! How many tokens texts come to, where no server tells.

use super::exchange::Request;
use super::price::Tokens;

/// Tokens of a reply whose length nobody limits.
const REPLY_MAX: u64 = 8192;

/// Least and most tokens that a text may come to: one for six ASCII characters to one for two, and one
/// for three others to two for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// Least.
    pub least: u64,
    /// Most.
    pub most: u64,
}

fn tokens(text: &str) -> Estimate {
    // Counted byte by byte without a branch: long prompts are estimated at each ask.
    let ascii = text.bytes().filter(u8::is_ascii).count() as u64;
    let other = text.chars().count() as u64 - ascii;
    Estimate { least: ascii / 6 + other / 3, most: ascii.div_ceil(2) + 2 * other }
}

pub(super) fn tokens_at_most(text: &str) -> u64 {
    tokens(text).most
}

/// Tokens of a request: its texts; at most its schema, too, and sixteen a message.
pub fn prompt_tokens(request: &Request) -> Estimate {
    let texts = request.messages.iter().map(|message| tokens(&message.content));
    let (least, most) = texts.fold((0, 0), |(least, most), text| (least + text.least, most + text.most + 16));
    let schema = request.schema.as_ref().map_or(0, |schema| tokens_at_most(schema.form.get()));
    Estimate { least: least.max(1), most: most + schema }
}

/// The most that an answered request is charged for: its prompt, and a reply as long as allowed.
pub fn request_at_most(request: &Request) -> Tokens {
    let completion = request.params.max_tokens.map_or(REPLY_MAX, u64::from);
    Tokens { prompt: prompt_tokens(request).most, completion, ..Tokens::default() }
}

/// What an exchange is taken to have been charged for whose server told no tokens: as much as the texts
/// can come to, and no more than `at_most` allowed for.
pub fn untold<'a>(at_most: &Tokens, reply: impl IntoIterator<Item = &'a Option<String>>) -> Tokens {
    let texts: u64 = reply.into_iter().flatten().map(|text| tokens_at_most(text)).sum();
    Tokens { completion: texts.min(at_most.completion), ..*at_most }
}
