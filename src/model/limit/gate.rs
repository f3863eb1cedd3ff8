//! The gate before an endpoint: whoever holds a permit may exchange. A permit is held while the server
//! is at work, never during a wait.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::Instant;

use super::level::{CEILING, Ended, Level};
use super::levels::Levels;
use super::pace::Pace;

/// A server that asks for a longer wait than this, in milliseconds, means everybody; a shorter one is
/// for the request that was refused.
const MEANS_ALL_MS: u64 = 5000;
/// No wait that a server asks for is longer than this.
const HOLD_MAX: Duration = Duration::from_secs(60);

/// What an endpoint may be given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::model) struct Limits {
    /// Exchanges at a time; `None` finds the level.
    pub(in crate::model) connections: Option<usize>,
    /// Exchanges at a time that the process has file descriptors for.
    pub(in crate::model) files: Option<usize>,
    /// Requests a minute.
    pub(in crate::model) requests_per_minute: Option<u64>,
    /// Tokens a minute, prompts and replies together.
    pub(in crate::model) tokens_per_minute: Option<u64>,
}

/// The gate of one endpoint.
pub(in crate::model) struct Gate {
    state: Mutex<State>,
    permits: Semaphore,
    levels: Arc<Levels>,
    epoch: Instant,
}

struct State {
    level: Level,
    pace: Pace,
    /// Exchanges on their way.
    flying: usize,
    /// Permits out beyond the level: taken in as they come back.
    beyond: usize,
    /// Tokens of a reply, a running mean.
    reply_tokens: f64,
}

/// The time until which nothing is asked of one model, because its server said so.
#[derive(Default)]
pub(in crate::model) struct Hold(Mutex<Option<Instant>>);

impl Hold {
    /// The server refused, and asks to wait for so long. A minute is the most.
    pub(in crate::model) fn asked(&self, wait_ms: u64) {
        if wait_ms <= MEANS_ALL_MS {
            return;
        }
        let until = Instant::now() + Duration::from_millis(wait_ms).min(HOLD_MAX);
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *held = (*held).max(Some(until));
    }

    fn remaining(&self) -> Option<Duration> {
        let until = (*self.0.lock().unwrap_or_else(PoisonError::into_inner))?;
        Some(until.saturating_duration_since(Instant::now())).filter(|wait| !wait.is_zero())
    }
}

impl Gate {
    /// A gate whose level is part of a sum.
    pub(in crate::model) fn new(limits: Limits, levels: Arc<Levels>) -> Self {
        let level = match limits.connections {
            Some(told) => Level::told(told.min(Semaphore::MAX_PERMITS)),
            None => Level::found(limits.files.map_or(CEILING, |files| files.min(CEILING))),
        };
        levels.change(0, level.allowed());
        Self {
            permits: Semaphore::new(level.allowed()),
            state: Mutex::new(State {
                level,
                pace: Pace::new(limits.requests_per_minute, limits.tokens_per_minute),
                flying: 0,
                beyond: 0,
                reply_tokens: 256.0,
            }),
            levels,
            epoch: Instant::now(),
        }
    }

    /// Waits for a place. `prompt_tokens` estimates what the request will cost, where that matters.
    pub(in crate::model) async fn enter(
        &self,
        hold: &Hold,
        prompt_tokens: impl FnOnce() -> u64,
    ) -> Permit<'_> {
        let (booked, pause) = self.book(prompt_tokens);
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
        loop {
            if let Some(wait) = hold.remaining() {
                tokio::time::sleep(wait).await;
            }
            // The semaphore is never closed, so an error cannot happen; a missing permit would only
            // mean a busier server.
            let permit = self.permits.acquire().await.ok();
            if hold.remaining().is_none() {
                let mut state = self.state();
                state.flying += 1;
                let beside = state.flying;
                let began = self.epoch.elapsed();
                return Permit {
                    gate: self,
                    permit,
                    began,
                    beside,
                    booked,
                    ended: Ended::Untold,
                    spent: None,
                };
            }
        }
    }

    /// Exchanges at a time, now.
    #[cfg(test)]
    fn allowed(&self) -> usize {
        self.state().level.allowed()
    }

    fn book(&self, prompt_tokens: impl FnOnce() -> u64) -> (u64, Duration) {
        let mut state = self.state();
        if !state.pace.is_limited() {
            return (0, Duration::ZERO);
        }
        let tokens = prompt_tokens() + state.reply_tokens as u64;
        let pause = state.pace.book(tokens, self.epoch.elapsed());
        (tokens, pause)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tokens that an exchange took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::model) struct Tokens {
    /// Of the prompt.
    pub(in crate::model) prompt: u64,
    /// Of the reply.
    pub(in crate::model) reply: u64,
}

/// Leave to exchange. Dropped without a word, it tells nothing of the endpoint's room.
pub(in crate::model) struct Permit<'a> {
    gate: &'a Gate,
    permit: Option<SemaphorePermit<'a>>,
    began: Duration,
    beside: usize,
    booked: u64,
    ended: Ended,
    spent: Option<Tokens>,
}

impl Permit<'_> {
    /// Gives the place back and says how the exchange ended, and what it took where the server says.
    pub(in crate::model) fn leave(mut self, ended: Ended, spent: Option<Tokens>) {
        self.ended = ended;
        self.spent = spent;
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let gate = self.gate;
        let mut state = gate.state();
        state.flying -= 1;
        if let Some(Tokens { prompt, reply }) = self.spent {
            state.reply_tokens += (reply as f64 - state.reply_tokens) / 16.0;
            let booked = self.booked;
            state.pace.settle(booked, prompt + reply);
        }
        let before = state.level.allowed();
        state.level.take(self.ended, self.began, self.beside, gate.epoch.elapsed());
        let after = state.level.allowed();
        if after > before {
            let covered = state.beyond.min(after - before);
            state.beyond -= covered;
            gate.permits.add_permits(after - before - covered);
        } else {
            state.beyond += before - after;
            state.beyond -= gate.permits.forget_permits(state.beyond);
        }
        if let Some(permit) = self.permit.take() {
            if state.beyond > 0 {
                state.beyond -= 1;
                permit.forget();
            } else {
                drop(permit);
            }
        }
        drop(state);
        gate.levels.change(before, after);
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    fn gate(limits: Limits) -> Gate {
        Gate::new(limits, Arc::default())
    }

    fn told(connections: usize) -> Gate {
        gate(Limits { connections: Some(connections), ..Limits::default() })
    }

    fn enters(gate: &Gate) -> Option<Permit<'_>> {
        // The hold must outlive the permit's wait, not the permit.
        let hold = Hold::default();
        gate.enter(&hold, || 0).now_or_never()
    }

    #[tokio::test(start_paused = true)]
    async fn a_cut_takes_in_permits_as_they_come_back() {
        let gate = told(10);
        let mut held: Vec<_> = (0..10).map(|_| enters(&gate).expect("room")).collect();
        assert!(enters(&gate).is_none());
        held.pop().expect("ten").leave(Ended::Refused, None);
        assert_eq!(gate.allowed(), 8);
        assert!(enters(&gate).is_none(), "nine are on their way, eight are allowed");
        held.pop();
        assert!(enters(&gate).is_none(), "eight are");
        held.pop();
        let ninth = enters(&gate).expect("seven are");
        assert!(enters(&gate).is_none());
        drop((held, ninth));
        let held: Vec<_> = std::iter::from_fn(|| enters(&gate)).collect();
        assert_eq!(held.len(), 8);
    }

    #[tokio::test(start_paused = true)]
    async fn a_cut_takes_free_permits_at_once() {
        let gate = told(10);
        enters(&gate).expect("room").leave(Ended::TimedOut, None);
        let held: Vec<_> = std::iter::from_fn(|| enters(&gate)).collect();
        assert_eq!(held.len(), 5);
    }

    #[tokio::test(start_paused = true)]
    async fn a_level_that_grows_lets_more_in_and_tells_the_watcher() {
        let levels: Arc<Levels> = Arc::default();
        let gate = Gate::new(Limits::default(), Arc::clone(&levels));
        assert_eq!(levels.total(), 10);
        assert!(levels.grown().now_or_never().is_some(), "the level was not there before");
        let held: Vec<_> = std::iter::from_fn(|| enters(&gate)).collect();
        assert_eq!(held.len(), 10);
        held.into_iter().for_each(|permit| permit.leave(Ended::Served, None));
        assert_eq!(
            (gate.allowed(), levels.total()),
            (12, 12),
            "by those that began at seven eighths and more"
        );
        assert!(levels.grown().now_or_never().is_some());
        assert!(levels.grown().now_or_never().is_none(), "told once");
        assert_eq!(std::iter::from_fn(|| enters(&gate)).collect::<Vec<_>>().len(), 12);
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_gives_up_waiting_takes_no_place_with_him() {
        let gate = told(1);
        let first = enters(&gate).expect("room");
        let hold = Hold::default();
        {
            let mut waiting = Box::pin(gate.enter(&hold, || 0));
            assert!(waiting.as_mut().now_or_never().is_none());
            drop(first);
            // The place is his now, and he leaves without having taken it.
        }
        assert!(enters(&gate).is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn a_long_wait_holds_everybody_and_a_short_one_nobody() {
        let gate = told(4);
        let hold = Hold::default();
        hold.asked(MEANS_ALL_MS);
        assert!(gate.enter(&hold, || 0).now_or_never().is_some());
        hold.asked(30_000);
        let begun = Instant::now();
        let _ = gate.enter(&hold, || 0).await;
        assert_eq!(begun.elapsed().as_secs(), 30);
        hold.asked(u64::MAX);
        hold.asked(10_000);
        let begun = Instant::now();
        let _ = gate.enter(&hold, || 0).await;
        assert_eq!(begun.elapsed().as_secs(), 60, "a minute at most, and a shorter wait takes nothing back");
        assert_eq!(gate.allowed(), 4);
    }

    #[tokio::test(start_paused = true)]
    async fn requests_and_tokens_a_minute_are_kept() {
        let gate = gate(Limits {
            requests_per_minute: Some(120),
            tokens_per_minute: Some(60_000),
            ..Limits::default()
        });
        let hold = Hold::default();
        let begun = Instant::now();
        for _ in 0..5 {
            gate.enter(&hold, || 0).await.leave(Ended::Served, None);
        }
        assert_eq!(begun.elapsed().as_secs(), 2, "one in half a second");
        gate.enter(&hold, || 0).await.leave(Ended::Served, Some(Tokens { prompt: 9000, reply: 1256 }));
        let begun = Instant::now();
        gate.enter(&hold, || 0).await.leave(Ended::Served, None);
        assert!((9..=11).contains(&begun.elapsed().as_secs()), "{:?}", begun.elapsed());
    }
}
