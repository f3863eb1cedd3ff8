//! The closed sets of labels that cases, tasks and scores share.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a court decides on one claim, in the fixed order of the quadratic weights
/// (LexPilot 6.4): `Dismissed` < `PartiallySupported` < `Supported`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The claim fails whole.
    Dismissed,
    /// The claim succeeds in part.
    PartiallySupported,
    /// The claim succeeds whole.
    Supported,
}

impl Verdict {
    /// All verdicts, in order.
    pub const ALL: [Self; 3] = [Self::Dismissed, Self::PartiallySupported, Self::Supported];

    /// 0, 1 or 2: the position in the fixed order.
    pub fn code(self) -> usize {
        self as usize
    }

    /// The verdict at the greatest distance; `PartiallySupported` goes down to `Dismissed`.
    pub fn farthest(self) -> Self {
        match self {
            Self::Dismissed => Self::Supported,
            Self::PartiallySupported | Self::Supported => Self::Dismissed,
        }
    }

    /// The word by which people and prompts name it.
    pub fn word(self, language: Language) -> &'static str {
        match (language, self) {
            (Language::Zh, Self::Dismissed) => "驳回",
            (Language::Zh, Self::PartiallySupported) => "部分支持",
            (Language::Zh, Self::Supported) => "支持",
            (Language::En, Self::Dismissed) => "Dismissed",
            (Language::En, Self::PartiallySupported) => "Partially Supported",
            (Language::En, Self::Supported) => "Supported",
        }
    }
}

/// The language of a case; its prompts and reports follow it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// Chinese.
    Zh,
    /// English.
    En,
}

impl Language {
    /// `zh` or `en`, as in files and folder names.
    pub fn code(self) -> &'static str {
        match self {
            Self::Zh => "zh",
            Self::En => "en",
        }
    }
}

/// Which of the paired histories a consultation starts from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Variant {
    /// Every key fact is told.
    Complete,
    /// The missing facts are nowhere told or inferable.
    Underspecified,
}

impl Variant {
    /// As written in identities and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Underspecified => "underspecified",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word(Language::En))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_ordered_as_the_weights_need() {
        assert!(Verdict::Dismissed < Verdict::PartiallySupported);
        assert!(Verdict::PartiallySupported < Verdict::Supported);
        assert_eq!(Verdict::ALL.map(Verdict::code), [0, 1, 2]);
    }

    #[test]
    fn partially_supported_goes_down_when_the_farthest_is_asked() {
        assert_eq!(
            Verdict::ALL.map(Verdict::farthest),
            [Verdict::Supported, Verdict::Dismissed, Verdict::Dismissed]
        );
    }
}
