//! When to try again, and how long to wait before: exponential backoff with full jitter, unless
//! the server names the wait itself. Knows neither HTTP nor the shapes of an API.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt};
use tokio::time::Instant;

use super::exchange::{Attempt, Failure, FailureKind, Structured, Usage};
use super::limit::Ended;

/// Upper bound of the first wait; each further one doubles it.
const FIRST: Duration = Duration::from_millis(500);
/// Upper bound of every wait of our own choosing.
const OWN_MAX: Duration = Duration::from_secs(30);
/// A server which asks for more gets no more than this: the run has other asks to get on with.
const ASKED_MAX: Duration = Duration::from_secs(60);

/// A try that failed.
#[derive(Debug)]
pub(super) struct Fall {
    /// Which way.
    pub(super) kind: FailureKind,
    /// What happened.
    pub(super) message: String,
    /// The same in a word, for the record of the try.
    pub(super) label: &'static str,
    /// Whether another try may succeed.
    pub(super) next: Next,
    /// How long the server asks to wait, in milliseconds.
    pub(super) asked_ms: Option<u64>,
    /// What it tells of the endpoint's room.
    pub(super) ended: Ended,
    /// Tokens that the server told of it.
    pub(super) usage: Option<Box<Usage>>,
}

/// Whether and when another try may succeed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// It would fail again.
    Never,
    /// After a wait, as long as there are tries left.
    Later,
    /// At once, asked in another way; it takes none of the tries. Who asks sees to it that this ends.
    AtOnce,
}

/// One try.
#[derive(Debug)]
pub(super) struct Tried<T> {
    /// When it began, after waiting for its turn.
    pub(super) began: Instant,
    /// HTTP status, if one came.
    pub(super) status: Option<u16>,
    /// How the endpoint was held to the form of the reply, where one was asked for.
    pub(super) structured: Option<Structured>,
    /// What came of it.
    pub(super) outcome: Result<T, Fall>,
}

/// How often to try, and the randomness of the waits.
pub(super) struct Retries {
    max: u32,
    rng: Mutex<ChaCha8Rng>,
}

impl Retries {
    /// At most `max` tries after the first.
    pub(super) fn new(max: u32, rng: ChaCha8Rng) -> Self {
        Self { max, rng: Mutex::new(rng) }
    }

    /// Tries until one try succeeds, fails for good, or was the last; every try is recorded.
    pub(super) async fn run<T, F>(&self, mut one: impl FnMut() -> F) -> Result<(T, Vec<Attempt>), Failure>
    where
        F: Future<Output = Tried<T>>,
    {
        let mut attempts = Vec::new();
        let mut pause = Duration::ZERO;
        let mut tries = 0;
        loop {
            tries += 1;
            let idle = Instant::now();
            if !pause.is_zero() {
                tokio::time::sleep(pause).await;
            }
            let Tried { began, status, structured, outcome } = one().await;
            attempts.push(Attempt {
                status,
                waited_ms: millis(began.saturating_duration_since(idle)),
                took_ms: millis(began.elapsed()),
                error: outcome.as_ref().err().map(|fall| fall.label.to_owned()),
                structured,
                usage: outcome.as_ref().err().and_then(|fall| fall.usage.as_deref().copied()),
            });
            let fall = match outcome {
                Ok(reply) => return Ok((reply, attempts)),
                Err(fall) => fall,
            };
            pause = Duration::ZERO;
            if fall.next == Next::AtOnce {
                tries -= 1;
                continue;
            }
            if fall.next == Next::Never || tries > self.max {
                return Err(Failure { kind: fall.kind, message: fall.message, attempts });
            }
            let mut rng = self.rng.lock().unwrap_or_else(PoisonError::into_inner);
            pause = wait(tries, fall.asked_ms, &mut *rng);
        }
    }
}

fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}

/// The wait before a further try, after `tries` which failed.
///
/// Full jitter spreads those who failed together. It is added to a wait which the server asks for,
/// so that nobody comes earlier than asked.
fn wait(tries: u32, asked_ms: Option<u64>, rng: &mut impl Rng) -> Duration {
    let doubled = FIRST.saturating_mul(2_u32.saturating_pow(tries.saturating_sub(1)));
    match asked_ms {
        Some(ms) => Duration::from_millis(ms).saturating_add(jitter(FIRST, rng)).min(ASKED_MAX),
        None => jitter(doubled.min(OWN_MAX), rng),
    }
}

fn jitter(most: Duration, rng: &mut impl Rng) -> Duration {
    most.mul_f64(rng.random_range(0.0..=1.0))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;

    use super::*;

    #[test]
    fn own_waits_are_spread_over_a_doubling_range() {
        let mut rng = ChaCha8Rng::from_seed([7; 32]);
        for (tries, most_ms) in [(1, 500), (2, 1000), (3, 2000), (5, 8000), (7, 30_000), (60, 30_000)] {
            let waits: Vec<Duration> = (0..200).map(|_| wait(tries, None, &mut rng)).collect();
            let most = Duration::from_millis(most_ms);
            assert!(waits.iter().all(|wait| *wait <= most), "after {tries}");
            assert!(waits.iter().any(|wait| *wait < most / 4), "after {tries}: not down to nothing");
            assert!(waits.iter().any(|wait| *wait > most / 4 * 3), "after {tries}: not up to the bound");
        }
    }

    #[test]
    fn a_server_waits_as_asked_but_not_beyond_a_minute() {
        let mut rng = ChaCha8Rng::from_seed([7; 32]);
        for _ in 0..100 {
            let asked = wait(4, Some(3000), &mut rng);
            assert!((Duration::from_millis(3000)..=Duration::from_millis(3500)).contains(&asked));
            assert_eq!(wait(1, Some(u64::MAX), &mut rng), Duration::from_secs(60));
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_waits() {
        let draw = || {
            let mut rng = ChaCha8Rng::from_seed([7; 32]);
            (1..6).map(|tries| wait(tries, None, &mut rng)).collect::<Vec<_>>()
        };
        assert_eq!(draw(), draw());
    }

    fn retries(max: u32) -> Retries {
        Retries::new(max, ChaCha8Rng::from_seed([7; 32]))
    }

    fn fallen(next: Next, asked_ms: Option<u64>) -> Tried<u32> {
        let fall = Fall {
            kind: FailureKind::Server,
            message: "the server failed".to_owned(),
            label: "server",
            next,
            asked_ms,
            ended: Ended::Untold,
            usage: None,
        };
        Tried { began: Instant::now(), status: Some(500), structured: None, outcome: Err(fall) }
    }

    #[tokio::test(start_paused = true)]
    async fn tries_end_after_the_last_and_every_wait_is_recorded() {
        let begun = Instant::now();
        let failure =
            retries(5).run(|| async { fallen(Next::Later, None) }).await.expect_err("all tries fail");
        assert_eq!(failure.kind, FailureKind::Server);
        assert_eq!(failure.attempts.len(), 6);
        assert_eq!(failure.attempts[0].waited_ms, 0);
        for (attempt, most_ms) in failure.attempts[1..].iter().zip([500, 1000, 2000, 4000, 8000]) {
            assert!((1..=most_ms + 1).contains(&attempt.waited_ms), "{attempt:?}");
        }
        let waited: u64 = failure.attempts.iter().map(|attempt| attempt.waited_ms).sum();
        assert!(millis(begun.elapsed()).abs_diff(waited) <= 6, "nothing else was waited for");
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_may_ask_for_a_minute_at_most() {
        let mut tries = 0;
        let begun = Instant::now();
        let (reply, attempts) = retries(5)
            .run(|| {
                tries += 1;
                let tried = match tries {
                    1 => fallen(Next::Later, Some(3_600_000)),
                    2 => fallen(Next::Later, Some(2000)),
                    _ => {
                        Tried { began: Instant::now(), status: Some(200), structured: None, outcome: Ok(42) }
                    }
                };
                async { tried }
            })
            .await
            .expect("the third try succeeds");
        assert_eq!(reply, 42);
        let waits: Vec<u64> = attempts.iter().map(|attempt| attempt.waited_ms).collect();
        assert_eq!(waits[1], 60_000);
        assert!((2000..=2501).contains(&waits[2]), "{waits:?}");
        assert!(begun.elapsed() < Duration::from_secs(63));
    }

    #[tokio::test(start_paused = true)]
    async fn what_would_fail_again_is_not_tried_again() {
        let begun = Instant::now();
        let failure =
            retries(5).run(|| async { fallen(Next::Never, Some(9000)) }).await.expect_err("it fails");
        assert_eq!(failure.attempts.len(), 1);
        assert!(begun.elapsed().is_zero());
    }

    #[tokio::test(start_paused = true)]
    async fn asking_in_another_way_takes_neither_time_nor_tries() {
        let mut tries = 0;
        let begun = Instant::now();
        let failure = retries(0)
            .run(|| {
                tries += 1;
                let tried = fallen(if tries <= 2 { Next::AtOnce } else { Next::Later }, None);
                async { tried }
            })
            .await
            .expect_err("the third try was the only one");
        assert_eq!(failure.attempts.len(), 3);
        assert!(begun.elapsed().is_zero());
    }
}
