//! Built-in players: pure functions from a view to the text that a model would have given.
//!
//! They are controls with scores known in advance, they make a first run work without any model, and
//! they drive the tests. What they produce is marked *rules, not models* wherever it is reported.

pub mod assessors;
pub mod assistants;
pub mod gates;
pub mod judges;
mod message;
mod requests;
#[cfg(test)]
mod testing;
pub mod users;
mod verdicts;

pub use assistants::Occasion;
pub use requests::count_questions;
use requests::sentences as message_sentences;

use std::borrow::Cow;

use crate::case::Language;
use crate::cast::seat::Named;

macro_rules! players {
    ($(#[$doc:meta])* $type:ident { $($(#[$about:meta])* $player:ident = $name:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $type {
            $($(#[$about])* $player,)+
        }

        impl $type {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$player),+];

            /// The player of that name, as it stands after `builtin/`.
            pub fn parse(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|player| player.name() == name)
            }

        }

        impl Named for $type {
            fn name(&self) -> Cow<'static, str> {
                Cow::Borrowed(match self {
                    $(Self::$player => $name,)+
                })
            }
        }
    };
}

players! {
    /// The built-in assistants.
    AssistantPlayer {
        /// [`assistants::never_ask`].
        NeverAsk = "never-ask",
        /// [`assistants::always_ask`].
        AlwaysAsk = "always-ask",
        /// [`assistants::oracle`].
        Oracle = "oracle",
        /// [`assistants::majority`].
        Majority = "majority",
        /// [`assistants::random`].
        Random = "random",
        /// [`assistants::listener`].
        Listener = "listener",
    }
}

players! {
    /// The built-in user simulators.
    UserPlayer {
        /// [`users::lexical`].
        Lexical = "lexical",
        /// [`users::leaky`].
        Leaky = "leaky",
        /// [`users::evasive`].
        Evasive = "evasive",
    }
}

players! {
    /// The built-in gate.
    GatePlayer {
        /// [`gates::lexical`].
        Lexical = "lexical",
    }
}

players! {
    /// The built-in disclosure checker.
    CheckerPlayer {
        /// [`Case::findings_by_words`](crate::case::Case::findings_by_words).
        Lexical = "lexical",
    }
}

players! {
    /// The built-in judge and classifier.
    JudgePlayer {
        /// The functions of [`judges`].
        Rules = "rules",
    }
}

impl AssistantPlayer {
    /// What it does, in a few words.
    pub fn about(self, language: Language) -> &'static str {
        let (en, zh) = match self {
            Self::NeverAsk => ("never asks; decides every claim Supported", "从不追问，每项请求均判支持"),
            Self::AlwaysAsk => (
                "asks a broad question whenever it may; decides every claim Supported when it must",
                "凡可追问即作宽泛提问；必须判断时每项请求均判支持",
            ),
            Self::Oracle => (
                "is handed the truth; asks for each missing fact, and decides rightly whatever it is told",
                "预知真相：逐项追问欠缺事实，无论得到什么回答都判断正确",
            ),
            Self::Majority => (
                "never asks; decides every claim by the commonest verdict of the pack",
                "从不追问，每项请求均按案例集最常见的结论判断",
            ),
            Self::Random => {
                ("asks in half of the turns in which it may; decides by a draw", "可追问时半数追问；抽签判断")
            }
            Self::Listener => (
                "is handed the truth; asks for one missing fact a turn; decides a claim rightly once the user has told its facts, else as wrongly as can be",
                "预知真相：每轮追问一项欠缺事实；用户说出某请求的事实后判断正确，否则判得与真相相差最远",
            ),
        };
        match language {
            Language::En => en,
            Language::Zh => zh,
        }
    }
}

impl UserPlayer {
    /// What it does, in a few words.
    pub fn about(self, language: Language) -> &'static str {
        let (en, zh) = match self {
            Self::Lexical => ("tells the facts it is asked for", "问什么答什么"),
            Self::Leaky => ("tells all it knows, whatever is asked", "无论问什么都把所知全说出来"),
            Self::Evasive => ("tells nothing, whatever is asked", "无论问什么都不说"),
        };
        match language {
            Language::En => en,
            Language::Zh => zh,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for player in AssistantPlayer::ALL {
            assert_eq!(AssistantPlayer::parse(&player.name()), Some(*player));
        }
        assert_eq!(UserPlayer::parse("leaky"), Some(UserPlayer::Leaky));
        assert_eq!(GatePlayer::parse("lexical"), Some(GatePlayer::Lexical));
        assert_eq!(JudgePlayer::parse("rules"), Some(JudgePlayer::Rules));
        assert_eq!(AssistantPlayer::parse("builtin/oracle"), None);
        assert_eq!(AssistantPlayer::ALL.len(), 6);
        assert_eq!(UserPlayer::ALL.len(), 3);
    }
}
