//! Progress on stderr: the only file that knows the progress bar.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tokio::sync::mpsc::UnboundedReceiver;

use crate::cli::args::Display;
use crate::run::{Drain, Event};

/// Between two lines of plain progress.
const PLAIN_EVERY: Duration = Duration::from_secs(5);

/// Shows events until their sender is gone.
pub async fn show(mut events: UnboundedReceiver<Event>, units: u64, display: Display) {
    let mut shown = Shown::of(units, display);
    let mut done = 0;
    let mut asks = 0;
    let mut faults: BTreeMap<&'static str, u64> = BTreeMap::new();
    while let Some(event) = events.recv().await {
        match event {
            Event::Finished { fresh, fault, .. } => {
                done += 1;
                asks += fresh;
                if let Some((fault, _)) = fault {
                    *faults.entry(fault.name()).or_default() += 1;
                }
                shown.update(done, units, asks, &faults);
            }
            Event::Draining(why) => shown.say(match why {
                Drain::Interrupted => {
                    "no further unit is begun; waiting for those in flight (again Ctrl-C: stop at once)"
                }
                Drain::OverBudget => {
                    "the cost limit would be passed: nothing more is asked; waiting for what is in flight"
                }
            }),
        }
    }
    if let Shown::Bar(bar) = shown {
        bar.finish_and_clear();
    }
}

/// One ask, or several that belong together, done.
#[derive(Clone, Copy, Debug)]
pub struct Tick {
    /// Asks that were new.
    pub fresh: u64,
    /// What failed, if something did.
    pub fault: Option<&'static str>,
}

/// Shows how far something has come that is no run, until the sender is gone.
pub async fn count(mut ticks: UnboundedReceiver<Tick>, units: u64, display: Display) {
    let mut shown = Shown::of(units, display);
    let (mut done, mut asks) = (0, 0);
    let mut faults: BTreeMap<&'static str, u64> = BTreeMap::new();
    while let Some(Tick { fresh, fault }) = ticks.recv().await {
        done += 1;
        asks += fresh;
        if let Some(fault) = fault {
            *faults.entry(fault).or_default() += 1;
        }
        shown.update(done, units, asks, &faults);
    }
    if let Shown::Bar(bar) = shown {
        bar.finish_and_clear();
    }
}

enum Shown {
    Bar(ProgressBar),
    Lines { last: Instant, begun: Instant },
    Nothing,
}

impl Shown {
    fn of(units: u64, display: Display) -> Self {
        match display {
            Display::None => Self::Nothing,
            Display::Rich if std::io::stderr().is_terminal() => Self::Bar(bar(units)),
            Display::Rich | Display::Plain => Self::Lines { last: Instant::now(), begun: Instant::now() },
        }
    }

    fn update(&mut self, done: u64, units: u64, asks: u64, faults: &BTreeMap<&'static str, u64>) {
        let failed: String = faults.iter().map(|(fault, n)| format!(", {n} {fault}")).collect();
        match self {
            Self::Bar(bar) => {
                bar.set_position(done);
                bar.set_message(format!("{asks} asks{failed}"));
            }
            Self::Lines { last, begun } => {
                if last.elapsed() >= PLAIN_EVERY {
                    *last = Instant::now();
                    let pace = pace(done, units, begun.elapsed());
                    super::note(&format!("{done}/{units} units, {pace}, {asks} asks{failed}"));
                }
            }
            Self::Nothing => {}
        }
    }

    fn say(&self, text: &str) {
        match self {
            Self::Bar(bar) => bar.println(text),
            Self::Lines { .. } => super::note(text),
            Self::Nothing => {}
        }
    }
}

/// How fast it goes and how long it will take, from what was done in a time.
fn pace(done: u64, units: u64, begun: Duration) -> String {
    let seconds = begun.as_secs_f64();
    if done == 0 || seconds <= 0.0 {
        return format!("{} s", begun.as_secs());
    }
    let rate = done as f64 / seconds;
    let left = (units.saturating_sub(done) as f64 / rate).ceil() as u64;
    let left = match left {
        0..=119 => format!("{left} s"),
        120..=7199 => format!("{} min", left.div_ceil(60)),
        _ => format!("{} h", left.div_ceil(3600)),
    };
    format!("{rate:.1} a second, {left} left")
}

fn bar(units: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(units), ProgressDrawTarget::stderr_with_hz(10));
    // The template is fixed text and known to be well formed.
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} units, {per_sec}, {eta} left, {msg}")
        .expect("the template is well formed");
    bar.set_style(style);
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pace_says_how_long_it_will_take() {
        let seconds = Duration::from_secs;
        assert_eq!(pace(0, 10, seconds(7)), "7 s");
        assert_eq!(pace(10, 40, seconds(20)), "0.5 a second, 60 s left");
        assert_eq!(pace(100, 1_000, seconds(50)), "2.0 a second, 8 min left");
        assert_eq!(pace(1, 10_000, seconds(4)), "0.2 a second, 12 h left");
        assert_eq!(pace(10, 10, seconds(5)), "2.0 a second, 0 s left");
    }
}
