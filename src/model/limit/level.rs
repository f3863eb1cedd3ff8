//! The level: how many exchanges an endpoint is given at a time. Pure: times come in as spans since
//! some beginning.
//!
//! It grows as long as all of it is used: by one an exchange until the first refusal (so it doubles
//! in a round trip), then by steps, and slowly where the last refusal came. A refusal takes a fifth
//! of it, a timeout half. What was begun before the last cut tells nothing of the level after it, so
//! a burst of refusals is one cut.

use std::time::Duration;

/// Where a level begins that nobody has set.
const START: f64 = 10.0;
/// The highest level that finds itself.
pub(in crate::model) const CEILING: usize = 1000;
/// What a refusal leaves of the level.
const AFTER_REFUSAL: f64 = 0.8;
/// What a timeout leaves of it.
const AFTER_TIMEOUT: f64 = 0.5;
/// Exchanges that one more is tried after at the earliest, where the last refusal came: so refusals
/// stay below one in a hundred, however low the endpoint's limit is.
const PATIENCE: f64 = 128.0;
/// Round trips in which the level comes back to where it was refused, at least two a round trip.
const RETURN: f64 = 16.0;

/// How an exchange ended, as far as the level is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::model) enum Ended {
    /// The server did its part, whatever it answered.
    Served,
    /// The server has no room: too many requests, or overloaded.
    Refused,
    /// No answer in time.
    TimedOut,
    /// Nothing that tells of the server's room: no connection, a failure, an ask given up.
    Untold,
}

/// How many exchanges at a time.
#[derive(Clone, Debug)]
pub(super) struct Level {
    level: f64,
    ceiling: f64,
    /// Where the last refusal came; `None` before the first, and when the level got past it.
    refused_at: Option<f64>,
    /// No refusal yet: the level doubles in a round trip.
    doubling: bool,
    cut_at: Option<Duration>,
}

impl Level {
    /// A level that finds itself, up to `ceiling`.
    pub(super) fn found(ceiling: usize) -> Self {
        let ceiling = ceiling.max(1) as f64;
        Self { level: START.min(ceiling), ceiling, refused_at: None, doubling: true, cut_at: None }
    }

    /// A level that begins at its ceiling.
    pub(super) fn told(ceiling: usize) -> Self {
        let ceiling = ceiling.max(1) as f64;
        Self { level: ceiling, ..Self::found(ceiling as usize) }
    }

    /// Exchanges at a time, at least one.
    pub(super) fn allowed(&self) -> usize {
        self.level as usize
    }

    /// Takes in how an exchange ended that began at `began`, when `beside` were on their way with it.
    pub(super) fn take(&mut self, ended: Ended, began: Duration, beside: usize, now: Duration) {
        match ended {
            Ended::Served => self.grow(beside),
            Ended::Refused => self.cut(AFTER_REFUSAL, began, now),
            Ended::TimedOut => self.cut(AFTER_TIMEOUT, began, now),
            Ended::Untold => {}
        }
    }

    fn grow(&mut self, beside: usize) {
        // A level that is not used has not been tried.
        if (beside as f64) < self.level.floor() * 7.0 / 8.0 {
            return;
        }
        let step = match self.refused_at {
            None if self.doubling => 1.0,
            Some(refused) if self.level < refused - near(refused) => (refused / RETURN).max(2.0) / self.level,
            Some(refused) if self.level < refused + near(refused) => 1.0 / self.level.max(PATIENCE),
            Some(_) | None => {
                self.refused_at = None;
                2.0 / self.level.max(2.0)
            }
        };
        self.level = (self.level + step).min(self.ceiling);
    }

    fn cut(&mut self, leaves: f64, began: Duration, now: Duration) {
        if self.cut_at.is_some_and(|cut| began <= cut) {
            return;
        }
        self.refused_at = Some(self.level);
        self.doubling = false;
        self.cut_at = Some(now);
        self.level = (self.level * leaves).max(1.0);
    }
}

/// How far from the last refusal the level grows slowly.
fn near(refused: f64) -> f64 {
    (refused / 50.0).max(1.0)
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;

    use proptest::prelude::*;

    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn it_doubles_in_a_round_trip_until_the_first_refusal() {
        let mut level = Level::found(CEILING);
        assert_eq!(level.allowed(), 10);
        for round in 1..=3 {
            for _ in 0..level.allowed() {
                level.take(Ended::Served, MS * round, level.allowed(), MS * (round + 1));
            }
            assert_eq!(level.allowed(), 10 << round);
        }
        level.take(Ended::Refused, MS * 10, 80, MS * 11);
        assert_eq!(level.allowed(), 64);
        for _ in 0..64 {
            level.take(Ended::Served, MS * 12, level.allowed(), MS * 13);
        }
        assert!((66..=70).contains(&level.allowed()), "steps from here on: {level:?}");
    }

    #[test]
    fn a_burst_of_refusals_is_one_cut() {
        let mut level = Level::told(100);
        for at in 0..100 {
            level.take(Ended::Refused, MS * 5, 100, MS * (10 + at));
        }
        assert_eq!(level.allowed(), 80);
        level.take(Ended::Refused, MS * 11, 80, MS * 200);
        assert_eq!(level.allowed(), 64, "this one was begun after the cut");
    }

    #[test]
    fn a_timeout_takes_half() {
        let mut level = Level::told(100);
        level.take(Ended::TimedOut, MS, 100, MS * 2);
        assert_eq!(level.allowed(), 50);
    }

    #[test]
    fn a_level_that_is_not_used_does_not_grow() {
        let mut level = Level::found(CEILING);
        for at in 0..1000 {
            level.take(Ended::Served, MS * at, 5, MS * (at + 1));
            level.take(Ended::Untold, MS * at, 10, MS * (at + 1));
        }
        assert_eq!(level.allowed(), 10);
    }

    #[test]
    fn a_level_that_was_told_is_the_ceiling() {
        let mut level = Level::told(3);
        for at in 0..100 {
            level.take(Ended::Served, MS * at, 3, MS * (at + 1));
        }
        assert_eq!(level.allowed(), 3);
        assert_eq!(Level::told(5000).allowed(), 5000);
        assert_eq!(Level::told(0).allowed(), 1);
    }

    /// What an endpoint gave, over the rounds after the warm-up.
    #[derive(Debug)]
    struct Served {
        served: u64,
        refused: u64,
        /// Served over the most that the endpoint could have served.
        share: f64,
    }

    /// Plays an endpoint with room for `room`, which takes `TRIP` to answer and refuses at once; work
    /// is never short. `room` may change with time.
    fn play(level: &mut Level, room: impl Fn(Duration) -> usize, from: Duration, until: Duration) -> Served {
        const TRIP: Duration = Duration::from_millis(200);
        let mut now = Duration::ZERO;
        let mut flying: BinaryHeap<Reverse<(Duration, Duration, usize)>> = BinaryHeap::new();
        let (mut served, mut refused, mut most) = (0, 0, 0.0);
        while now < until {
            while flying.len() < level.allowed() {
                if flying.len() < room(now) {
                    // Answers are spread a little, as they are in fact.
                    let spread = Duration::from_micros((flying.len() as u64 * 7919) % 20_000);
                    flying.push(Reverse((now + TRIP + spread, now, flying.len() + 1)));
                } else {
                    refused += u64::from(now >= from);
                    level.take(Ended::Refused, now, flying.len() + 1, now + MS / 1000);
                    // Whoever was refused waits; the next one comes a little later.
                    now += MS;
                    break;
                }
            }
            let Some(Reverse((at, began, beside))) = flying.pop() else { continue };
            if at > now {
                if now >= from {
                    most += (at - now).as_secs_f64() * room(now) as f64;
                }
                now = at;
            }
            served += u64::from(now >= from);
            level.take(Ended::Served, began, beside, now);
        }
        let share = served as f64 * (TRIP + Duration::from_millis(10)).as_secs_f64() / most;
        Served { served, refused, share }
    }

    #[test]
    fn an_endpoint_with_room_for_forty_is_filled_without_being_told() {
        for room in [4, 7, 40, 97, 400] {
            let mut level = Level::found(CEILING);
            let warm = Duration::from_secs(60);
            let got = play(&mut level, |_| room, warm, warm * 5);
            let refused = got.refused as f64 / (got.served + got.refused) as f64;
            assert!(got.share > 0.9, "room for {room}: {got:?}");
            assert!(refused < 0.02, "room for {room}: {got:?}");
            assert!(got.refused > 0, "room for {room}: the level never went up to it: {got:?}");
        }
    }

    #[test]
    fn a_level_follows_an_endpoint_whose_room_changes() {
        let mut level = Level::found(CEILING);
        let change = Duration::from_secs(100);
        let room = |now: Duration| if now < change { 20 } else { 60 };
        play(&mut level, room, Duration::ZERO, change);
        assert!((14..=22).contains(&level.allowed()), "{level:?}");
        let mut level = level.clone();
        level.cut_at = None;
        play(&mut level, |_| 60, Duration::ZERO, Duration::from_secs(60));
        assert!((45..=62).contains(&level.allowed()), "{level:?}");
    }

    fn ended() -> impl Strategy<Value = Ended> {
        prop_oneof![
            8 => Just(Ended::Served),
            2 => Just(Ended::Refused),
            1 => Just(Ended::TimedOut),
            1 => Just(Ended::Untold),
        ]
    }

    proptest! {
        #[test]
        fn a_level_stays_between_one_and_its_ceiling(
            ceiling in 1_usize..2000,
            told in any::<bool>(),
            events in prop::collection::vec((ended(), 0_u32..50, 0_usize..2000), 0..300),
        ) {
            let mut level = if told { Level::told(ceiling) } else { Level::found(ceiling) };
            let mut now = Duration::ZERO;
            for (ended, took, beside) in events {
                let began = now;
                now += MS * took;
                let before = level.allowed();
                level.take(ended, began, beside, now);
                prop_assert!((1..=ceiling).contains(&level.allowed()));
                match ended {
                    Ended::Served => prop_assert!(level.allowed() >= before),
                    Ended::Untold => prop_assert_eq!(level.allowed(), before),
                    Ended::Refused | Ended::TimedOut => prop_assert!(level.allowed() <= before),
                }
            }
        }
    }
}
