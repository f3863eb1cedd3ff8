//! Who argues: one for all three plies in one message, or two parties in turn.

use super::control::Control;
use super::factor::Side;
use super::ply::role;
use super::unit::against;
use crate::cast::Seat;

/// Who argues in a unit.
#[derive(Clone)]
pub struct Arguer {
    /// The plaintiff's seat, or that of whoever writes all three plies.
    plaintiff: Seat<Control>,
    /// The defendant's, where the argument is a dialogue.
    defendant: Option<Seat<Control>>,
}

impl Arguer {
    /// Somebody who writes all three plies in one message.
    pub fn alone(seat: Seat<Control>) -> Self {
        Self { plaintiff: seat, defendant: None }
    }

    /// Two parties who write in turn.
    pub fn pair(plaintiff: Seat<Control>, defendant: Seat<Control>) -> Self {
        Self { plaintiff, defendant: Some(defendant) }
    }

    /// Whether it is a dialogue.
    pub fn is_pair(&self) -> bool {
        self.defendant.is_some()
    }

    /// The seat of a side; both sides' where one writes everything.
    pub fn seat(&self, side: Side) -> &Seat<Control> {
        match (side, &self.defendant) {
            (Side::Defendant, Some(defendant)) => defendant,
            _ => &self.plaintiff,
        }
    }

    /// Its seats, each with the role as the journal names it.
    pub(super) fn roles(&self) -> Vec<(&'static str, &Seat<Control>)> {
        match &self.defendant {
            None => vec![("assistant", &self.plaintiff)],
            Some(defendant) => {
                vec![(role(Side::Plaintiff), &self.plaintiff), (role(Side::Defendant), defendant)]
            }
        }
    }

    /// The name of the model that writes everything, or of the plaintiff.
    pub fn assistant(&self) -> String {
        self.plaintiff.name()
    }

    /// The defendant's name, in a dialogue.
    pub fn opponent(&self) -> Option<String> {
        self.defendant.as_ref().map(Seat::name)
    }

    /// The name under which its scores are listed: see [`against`].
    pub fn name(&self) -> String {
        against(&self.assistant(), self.opponent().as_deref())
    }

    /// Whether a control sits in any of its seats.
    pub fn is_rule(&self) -> bool {
        self.plaintiff.is_rule() || self.defendant.as_ref().is_some_and(Seat::is_rule)
    }

    /// Whether a control sits in each of its seats.
    pub fn is_all_rules(&self) -> bool {
        self.plaintiff.is_rule() && self.defendant.as_ref().is_none_or(Seat::is_rule)
    }

    /// The file from which its messages came, where nobody is asked.
    pub fn answers_file(&self) -> Option<&str> {
        self.plaintiff.answers_file()
    }
}
