//! The class of an error: a specific code or type first, then the status; the message only where
//! servers give nothing better.

use super::Class;

/// What tells errors apart.
#[derive(Debug, Default)]
pub(super) struct Signs {
    /// Codes, types and status words, the most telling first.
    pub(super) codes: Vec<String>,
    /// What the server says.
    pub(super) message: String,
    /// What the server behind a router said.
    pub(super) upstream: Option<String>,
    /// The input was flagged.
    pub(super) flagged: bool,
    /// The envelope says that it is an error.
    pub(super) marked: bool,
}

/// The class, and whether the same request may well succeed later.
pub(super) fn classify(http_status: u16, signs: &Signs) -> (Class, bool) {
    let status = effective_status(http_status, signs);
    let class = signs
        .codes
        .iter()
        .find_map(|code| of_code(code))
        .or_else(|| of_message(status, signs))
        .unwrap_or_else(|| of_status(status, signs));
    let retryable = match class {
        Class::RateLimited | Class::Overloaded | Class::Timeout | Class::BadReply => true,
        // 501: what is not implemented will not be a moment later.
        Class::Server => status != 501,
        Class::Auth
        | Class::Quota
        | Class::ContentFilter
        | Class::ContextLength
        | Class::NotFound
        | Class::BadRequest => false,
    };
    (class, retryable)
}

/// An error code within a 2xx counts as a status.
fn effective_status(http_status: u16, signs: &Signs) -> u16 {
    if !(200..300).contains(&http_status) {
        return http_status;
    }
    let coded = signs.codes.iter().filter_map(|code| code.parse().ok());
    coded.into_iter().find(|code| (400..600).contains(code)).unwrap_or(http_status)
}

/// Codes and types that name a class, compared without case and punctuation.
fn of_code(code: &str) -> Option<Class> {
    let code: String =
        code.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    let has = |parts: &[&str]| parts.iter().any(|part| code.contains(part));
    let is = |names: &[&str]| names.contains(&code.as_str());
    if has(&["throttl", "ratelimit", "toomanyrequests", "requestlimitexceeded", "resourceexhausted"]) {
        Some(Class::RateLimited)
    } else if has(&["contextlength", "contextsize", "contextwindow", "prompttoolong", "inputtoolong"]) {
        Some(Class::ContextLength)
    } else if has(&[
        "contentfilter",
        "contentpolicy",
        "contentmoderation",
        "moderation",
        "datainspection",
        "responsibleai",
        "sensitive",
        "safety",
        "promptblocked",
        "policyviolation",
    ]) {
        Some(Class::ContentFilter)
    } else if has(&["quota", "insufficientbalance", "insufficientcredit", "insufficientfund", "balancenot"])
        || has(&["billing", "paymentrequired", "accountoverdue", "arrearage"])
    {
        Some(Class::Quota)
    } else if has(&["overload", "capacityexceeded", "nocapacity"])
        || is(&["unavailable", "serviceunavailable", "serviceunavailableerror", "slowdown"])
    {
        Some(Class::Overloaded)
    } else if has(&["apikey", "authentication", "unauthorized", "unauthenticated", "permission"])
        || is(&["forbidden", "accessdenied", "invalidtoken", "tokenexpired", "accountdeactivated"])
    {
        Some(Class::Auth)
    } else if has(&["notfound", "invalidmodel", "unknownmodel", "nosuchmodel", "modelnotexist"])
        || is(&["modelnotsupported", "modelnotavailable", "unknownurl"])
    {
        Some(Class::NotFound)
    } else if has(&["timeout", "timedout", "deadlineexceeded"]) {
        Some(Class::Timeout)
    } else {
        None
    }
}

const CONTEXT: &[&str] = &[
    "context length",
    "maximum context",
    "context size",
    "context window",
    "context limit",
    "maximum prompt length",
    "maximum input length",
    "range of input length",
    "prompt is too long",
    "prompt too long",
    "input is too long",
    "input too long",
    "too many tokens",
    "exceeds the maximum number of tokens",
    "exceeds the maximum allowed length",
    "max_new_tokens` must be <=",
    "reduce the length of",
    "上下文长度",
    "输入过长",
    "超过最大长度",
];

const SAFETY: &[&str] = &[
    "flagged",
    "moderation",
    "content management policy",
    "content policy",
    "content filter",
    "content safety",
    "safety system",
    "usage policy",
    "inappropriate content",
    "sensitive content",
    "unsafe content",
    "content exists risk",
    "high risk",
    "敏感",
    "违规",
    "内容安全",
];

const QUOTA: &[&str] = &[
    "insufficient balance",
    "insufficient credit",
    "insufficient fund",
    "insufficient quota",
    "credit balance",
    "more credits",
    "not enough credits",
    "out of credits",
    "exceeded your current quota",
    "余额不足",
    "额度不足",
    "额度已用尽",
    "欠费",
];

const OVERLOADED: &[&str] = &["overload", "过载", "访问量过大"];

/// What only the message tells: context length, content safety, quota, "overloaded".
fn of_message(status: u16, signs: &Signs) -> Option<Class> {
    let said = format!("{} {}", signs.message, signs.upstream.as_deref().unwrap_or("")).to_lowercase();
    let says = |phrases: &[&str]| phrases.iter().any(|phrase| said.contains(phrase));
    let plain_request = matches!(status, 200..=299 | 400 | 413 | 422);
    if plain_request && says(CONTEXT) {
        Some(Class::ContextLength)
    } else if (plain_request || status == 403) && (signs.flagged || says(SAFETY)) {
        Some(Class::ContentFilter)
    } else if (plain_request || matches!(status, 403 | 429)) && says(QUOTA) {
        Some(Class::Quota)
    } else if (plain_request || matches!(status, 429 | 500 | 502)) && says(OVERLOADED) {
        Some(Class::Overloaded)
    } else {
        None
    }
}

fn of_status(status: u16, signs: &Signs) -> Class {
    match status {
        401 | 403 => Class::Auth,
        402 => Class::Quota,
        404 => Class::NotFound,
        408 | 504 | 524 => Class::Timeout,
        429 => Class::RateLimited,
        498 | 503 | 529 => Class::Overloaded,
        400..=499 => Class::BadRequest,
        200..=299 if signs.marked => of_marked(signs),
        200..=299 => Class::BadReply,
        // A redirect which is not followed: the address is another.
        300..=399 => Class::NotFound,
        _ => Class::Server,
    }
}

/// An error within a 2xx which has no status of its own.
fn of_marked(signs: &Signs) -> Class {
    let request = ["invalid_request", "invalid_argument", "bad_request", "badrequest", "validation"];
    let names_request = |code: &String| {
        let code = code.to_ascii_lowercase();
        request.iter().any(|part| code.contains(part))
    };
    if signs.codes.iter().any(names_request) { Class::BadRequest } else { Class::Server }
}
