//! The levels of all endpoints together, for whoever decides how much work is begun.

use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::Notify;

/// The sum of the levels of all endpoints and agents that are open.
#[derive(Debug, Default)]
pub struct Levels {
    total: AtomicUsize,
    /// Where a number of exchanges at a time was told, all of them together keep to it.
    told: Option<usize>,
    grown: Notify,
}

impl Levels {
    /// Nothing is open yet.
    pub(in crate::model) fn new(told: Option<usize>) -> Self {
        Self { told, ..Self::default() }
    }

    /// Exchanges that all of them together take at a time; 0 where none is open.
    pub fn total(&self) -> usize {
        let total = self.total.load(Ordering::Relaxed);
        total.min(self.told.unwrap_or(usize::MAX))
    }

    /// Returns when the sum has grown since it was last called. One watcher is told.
    pub async fn grown(&self) {
        self.grown.notified().await;
    }

    /// One level of the sum has changed.
    pub(in crate::model) fn change(&self, from: usize, to: usize) {
        if to > from {
            self.total.fetch_add(to - from, Ordering::Relaxed);
            self.grown.notify_one();
        } else {
            self.total.fetch_sub(from - to, Ordering::Relaxed);
        }
    }
}
