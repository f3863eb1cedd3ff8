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
            fn name(&self) -> &'static str {
                match self {
                    $(Self::$player => $name,)+
                }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for player in AssistantPlayer::ALL {
            assert_eq!(AssistantPlayer::parse(player.name()), Some(*player));
        }
        assert_eq!(UserPlayer::parse("leaky"), Some(UserPlayer::Leaky));
        assert_eq!(GatePlayer::parse("lexical"), Some(GatePlayer::Lexical));
        assert_eq!(JudgePlayer::parse("rules"), Some(JudgePlayer::Rules));
        assert_eq!(AssistantPlayer::parse("builtin/oracle"), None);
        assert_eq!(AssistantPlayer::ALL.len(), 6);
        assert_eq!(UserPlayer::ALL.len(), 3);
    }
}
