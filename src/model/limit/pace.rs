//! Limits a minute: when the next request may go. Pure: times come in as spans since some beginning.
//!
//! Requests are spread evenly. A minute therefore holds no more than the limit and one more, however
//! the server counts its minutes.

use std::time::Duration;

const MINUTE_S: f64 = 60.0;

/// How fast an endpoint may be asked.
#[derive(Clone, Debug, Default)]
pub(super) struct Pace {
    requests: Option<Line>,
    tokens: Option<Line>,
}

/// A limit, and when it has room again.
#[derive(Clone, Debug)]
struct Line {
    per_minute: f64,
    /// In seconds.
    free_at: f64,
}

impl Line {
    fn new(per_minute: u64) -> Self {
        Self { per_minute: per_minute.max(1) as f64, free_at: 0.0 }
    }

    fn spend(&mut self, amount: f64, now: f64) {
        self.free_at = self.free_at.max(now) + amount * MINUTE_S / self.per_minute;
    }
}

impl Pace {
    /// `None` is no limit.
    pub(super) fn new(requests_per_minute: Option<u64>, tokens_per_minute: Option<u64>) -> Self {
        Self { requests: requests_per_minute.map(Line::new), tokens: tokens_per_minute.map(Line::new) }
    }

    /// Whether anything is limited at all.
    pub(super) fn is_limited(&self) -> bool {
        self.requests.is_some() || self.tokens.is_some()
    }

    /// Takes a place for a request that will cost about `tokens`, and says how long it has to wait.
    pub(super) fn book(&mut self, tokens: u64, now: Duration) -> Duration {
        let now_s = now.as_secs_f64();
        let lines = [
            self.requests.as_mut().map(|line| (line, 1.0)),
            self.tokens.as_mut().map(|line| (line, tokens as f64)),
        ];
        let lines = lines.into_iter().flatten();
        let mut at = now_s;
        for (line, amount) in lines {
            at = at.max(line.free_at);
            line.spend(amount, now_s);
        }
        Duration::from_secs_f64(at - now_s)
    }

    /// Puts right what a request really cost.
    pub(super) fn settle(&mut self, booked: u64, spent: u64) {
        if let Some(line) = &mut self.tokens {
            line.free_at += (spent as f64 - booked as f64) * MINUTE_S / line.per_minute;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn requests_are_spread_over_the_minute() {
        let mut pace = Pace::new(Some(60), None);
        let waits: Vec<Duration> = (0..4).map(|_| pace.book(1000, SECOND)).collect();
        assert_eq!(waits, [Duration::ZERO, SECOND, SECOND * 2, SECOND * 3]);
        assert_eq!(pace.book(1000, SECOND * 100), Duration::ZERO, "what was not used is gone");
        assert_eq!(pace.book(1000, SECOND * 100), SECOND);
    }

    #[test]
    fn tokens_are_paid_for_before_the_next_request() {
        let mut pace = Pace::new(None, Some(6000));
        assert_eq!(pace.book(500, SECOND), Duration::ZERO);
        assert_eq!(pace.book(100, SECOND), SECOND * 5);
        // The first took more than was thought, the second nothing.
        pace.settle(500, 800);
        pace.settle(100, 0);
        assert_eq!(pace.book(100, SECOND), SECOND * 8);
    }

    #[test]
    fn without_limits_nothing_waits() {
        let mut pace = Pace::new(None, None);
        assert!(!pace.is_limited());
        assert_eq!(pace.book(u64::MAX, SECOND), Duration::ZERO);
    }

    proptest! {
        #[test]
        fn no_minute_holds_more_than_the_limit_and_one(
            limit in 1_u64..200,
            gaps in prop::collection::vec(0_u64..3000, 1..300),
        ) {
            let mut pace = Pace::new(Some(limit), None);
            let mut now = Duration::ZERO;
            let mut sent = Vec::new();
            for gap in gaps {
                now += Duration::from_millis(gap);
                sent.push(now + pace.book(1, now));
            }
            for (at, from) in sent.iter().enumerate() {
                let within = sent[at..].iter().take_while(|time| **time < *from + SECOND * 60).count();
                prop_assert!(within as u64 <= limit + 1, "{within} in a minute");
            }
        }
    }
}
