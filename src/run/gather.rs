//! Many asks in flight, one who takes what they bring: for work that keeps no records of its own, and whose
//! every answer lies in the journal.

use std::future::Future;
use std::sync::Arc;

use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::case::Fault;
use crate::cast::Halt;
use crate::model::{Budget, Levels};
use crate::run::{Drain, Limits, RunError};

/// What is to be gathered, and within which bounds.
pub struct Gathering {
    /// Bounds on what is done at once.
    pub limits: Limits,
    /// What it may cost.
    pub budget: Option<Arc<Budget>>,
    /// Turns true when no further unit is to begin.
    pub stop: watch::Receiver<bool>,
}

/// How a gathering ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Gathered {
    /// Units that were never begun.
    pub left: usize,
    /// Why not all were begun, or why what was begun could not be asked to its end.
    pub drained: Option<Drain>,
}

impl Gathering {
    /// Bounds by what the endpoints take, with neither a limit of cost nor anybody who stops it.
    pub fn within(levels: Arc<Levels>) -> Self {
        // Nobody holds the sender: it stays false.
        let (_, stop) = watch::channel(false);
        Self { limits: Limits { levels }, budget: None, stop }
    }

    /// Does `work` on every unit, many at a time, and hands what each brings to `take` as it comes, with the
    /// unit's place in `units`. Once `take` or a unit fails, or the gathering is stopped or out of money, no
    /// further unit is begun; those in flight are heard out, for their asks are paid for.
    ///
    /// # Errors
    /// The first failure of a unit or of `take`.
    pub async fn each<U, T, F>(
        &self,
        units: Vec<U>,
        work: impl Fn(U) -> F,
        mut take: impl FnMut(usize, T) -> Result<(), RunError>,
    ) -> Result<Gathered, RunError>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, Halt>> + Send + 'static,
    {
        let mut waiting = units.into_iter().enumerate();
        let mut tasks: JoinSet<(usize, Result<T, Halt>)> = JoinSet::new();
        let mut gathered = Gathered::default();
        let mut must_end = None;
        loop {
            if gathered.drained.is_none() {
                gathered.drained = self.drain(waiting.len());
            }
            let may_begin = |tasks: &JoinSet<_>| tasks.len() < self.limits.in_flight();
            while must_end.is_none() && gathered.drained.is_none() && may_begin(&tasks) {
                let Some((at, unit)) = waiting.next() else { break };
                let working = work(unit);
                tasks.spawn(async move { (at, working.await) });
            }
            let more = must_end.is_none() && gathered.drained.is_none() && waiting.len() > 0;
            let joined = tokio::select! {
                joined = tasks.join_next() => joined,
                () = self.limits.levels.grown(), if more => continue,
            };
            let Some(joined) = joined else { break };
            let taken = match joined {
                Ok((at, Ok(brought))) => take(at, brought),
                Ok((_, Err(halt))) => Err(RunError::Halt(halt)),
                // A panic in a unit is a defect of the program, not of the unit.
                Err(error) => Err(RunError::Halt(Halt::Fault {
                    fault: Fault::Infrastructure,
                    why: format!("a unit ended abnormally: {error}"),
                })),
            };
            if let Err(error) = taken {
                must_end.get_or_insert(error);
            }
        }
        gathered.left = waiting.len();
        must_end.map_or(Ok(gathered), Err)
    }

    /// Why no further unit may begin. A budget that is reached also cuts short what is in flight.
    fn drain(&self, waiting: usize) -> Option<Drain> {
        match () {
            () if self.budget.as_ref().is_some_and(|budget| budget.is_reached()) => Some(Drain::OverBudget),
            () if waiting > 0 && *self.stop.borrow() => Some(Drain::Interrupted),
            () => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// No endpoint is open, so that the number in flight is that of players by rule.
    fn gathering() -> Gathering {
        Gathering::within(Arc::new(Levels::default()))
    }

    fn broken() -> Halt {
        Halt::Fault { fault: Fault::Budget, why: "broken".into() }
    }

    #[tokio::test]
    async fn every_unit_is_worked_on_once_within_the_bound() {
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let mut brought = vec![0; 100];
        let work = |unit: usize| {
            let (now, most) = (Arc::clone(&now), Arc::clone(&most));
            async move {
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                tokio::task::yield_now().await;
                now.fetch_sub(1, Ordering::SeqCst);
                Ok(unit)
            }
        };
        let take = |at: usize, unit: usize| {
            assert_eq!(at, unit);
            brought[at] += 1;
            Ok(())
        };
        let gathered = gathering().each((0..100).collect(), work, take).await.expect("gathered");
        assert_eq!(gathered, Gathered::default());
        assert_eq!(brought, vec![1; 100]);
        let most = most.load(Ordering::SeqCst);
        assert!(most > 1 && most <= gathering().limits.in_flight(), "{most}");
    }

    #[tokio::test]
    async fn a_failure_begins_nothing_further_and_what_is_in_flight_is_heard_out() {
        let begun = Arc::new(AtomicUsize::new(0));
        let mut taken = 0;
        let work = |unit: usize| {
            begun.fetch_add(1, Ordering::SeqCst);
            async move { if unit == 0 { Err(broken()) } else { Ok(unit) } }
        };
        let take = |_, _| {
            taken += 1;
            Ok(())
        };
        let error = gathering().each((0..1000).collect(), work, take).await.expect_err("must end");
        assert_eq!(error.to_string(), "broken");
        let begun = begun.load(Ordering::SeqCst);
        assert!(begun < 1000, "{begun}");
        assert_eq!(taken, begun - 1);
    }

    #[tokio::test]
    async fn one_who_cannot_take_ends_it() {
        let take = |_, _: usize| Err(RunError::Halt(broken()));
        let error = gathering().each(vec![1], |unit| async move { Ok(unit) }, take).await;
        assert!(error.is_err());
    }

    #[tokio::test]
    async fn stopped_it_begins_nothing_further() {
        let (sender, stop) = watch::channel(false);
        let mut stopped = gathering();
        stopped.stop = stop;
        let mut taken = 0;
        let take = |_, _| {
            taken += 1;
            let _ = sender.send(true);
            Ok(())
        };
        let units: Vec<usize> = (0..1000).collect();
        let gathered = stopped.each(units, |unit| async move { Ok(unit) }, take).await.expect("gathered");
        assert_eq!(gathered.drained, Some(Drain::Interrupted));
        assert_eq!(gathered.left, 1000 - taken);
        assert!(gathered.left > 0);
    }
}
