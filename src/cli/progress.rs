//! Progress on stderr: the only file that knows the progress bar.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tokio::sync::mpsc::UnboundedReceiver;

use crate::cli::args::Display;
use crate::report::number::count;
use crate::run::{Drain, Event};

/// Between two lines of plain progress.
const PLAIN_EVERY: Duration = Duration::from_secs(5);
/// Between two looks at what was spent.
const COST_EVERY: Duration = Duration::from_secs(1);

/// What the run has cost so far, in words; `None` where nobody is paid.
pub type CostSoFar = Box<dyn Fn() -> Option<String> + Send>;

/// Shows events until their sender is gone.
pub async fn show(mut events: UnboundedReceiver<Event>, units: u64, display: Display, cost: CostSoFar) {
    let mut shown = match display {
        Display::None => Shown::Nothing,
        Display::Rich if std::io::stderr().is_terminal() => Shown::Bar(bar(units)),
        Display::Rich | Display::Plain => Shown::Lines { last: Instant::now() },
    };
    let begun = Instant::now();
    let mut tally = Tally { units, ..Tally::default() };
    let mut looked: Option<Instant> = None;
    while let Some(event) = events.recv().await {
        if let Event::Draining(why) = &event {
            shown.say(draining(*why));
        }
        tally.take(&event);
        if looked.is_none_or(|looked| looked.elapsed() >= COST_EVERY) {
            looked = Some(Instant::now());
            tally.cost = cost();
        }
        shown.update(&tally, begun.elapsed());
    }
    if let Shown::Bar(bar) = shown {
        bar.finish_and_clear();
    }
}

fn draining(why: Drain) -> &'static str {
    match why {
        Drain::Interrupted => {
            "no further unit is begun; waiting for those in flight (again Ctrl-C: stop at once)"
        }
        Drain::OverBudget => {
            "the cost limit would be passed: nothing more is asked; waiting for what is in flight"
        }
    }
}

/// What has been done so far.
#[derive(Default)]
struct Tally {
    units: u64,
    done: u64,
    asks: u64,
    failed: u64,
    /// Units that failed, by what.
    faults: BTreeMap<&'static str, u64>,
    /// In words.
    cost: Option<String>,
}

impl Tally {
    fn take(&mut self, event: &Event) {
        let Event::Finished { fresh, fault, .. } = event else { return };
        self.done += 1;
        self.asks += fresh;
        if let Some((fault, _)) = fault {
            self.failed += 1;
            *self.faults.entry(fault.name()).or_default() += 1;
        }
    }

    /// All of it in one line, after so much time.
    fn line(&self, begun: Duration) -> String {
        let mut parts = vec![
            format!("{}/{} units", count(self.done), count(self.units)),
            pace(self.done, self.units, begun),
            format!("{} asks", count(self.asks)),
        ];
        parts.extend(self.cost.clone());
        if self.failed > 0 {
            let each = self.faults.iter().map(|(fault, n)| format!("{} {fault}", count(*n)));
            parts.push(format!("{} failed: {}", count(self.failed), each.collect::<Vec<_>>().join(" + ")));
        }
        parts.join(", ")
    }
}

enum Shown {
    Bar(ProgressBar),
    Lines { last: Instant },
    Nothing,
}

impl Shown {
    fn update(&mut self, tally: &Tally, begun: Duration) {
        match self {
            Self::Bar(bar) => {
                bar.set_position(tally.done);
                bar.set_message(tally.line(begun));
            }
            Self::Lines { last } => {
                if last.elapsed() >= PLAIN_EVERY {
                    *last = Instant::now();
                    super::note(&tally.line(begun));
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
    let style = ProgressStyle::with_template("{bar:20} {wide_msg}").expect("the template is well formed");
    bar.set_style(style);
    bar
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Fault;

    #[test]
    fn the_pace_says_how_long_it_will_take() {
        let seconds = Duration::from_secs;
        assert_eq!(pace(0, 10, seconds(7)), "7 s");
        assert_eq!(pace(10, 40, seconds(20)), "0.5 a second, 60 s left");
        assert_eq!(pace(100, 1_000, seconds(50)), "2.0 a second, 8 min left");
        assert_eq!(pace(1, 10_000, seconds(4)), "0.2 a second, 12 h left");
        assert_eq!(pace(10, 10, seconds(5)), "2.0 a second, 0 s left");
    }

    fn finished(fresh: u64, fault: Option<Fault>) -> Event {
        Event::Finished { unit: "unit".into(), fresh, fault: fault.map(|fault| (fault, "why".into())) }
    }

    #[test]
    fn a_line_says_how_far_how_fast_at_what_price_and_what_failed() {
        let mut tally = Tally { units: 2_000, ..Tally::default() };
        assert_eq!(tally.line(Duration::from_secs(3)), "0/2,000 units, 3 s, 0 asks");
        for _ in 0..1_000 {
            tally.take(&finished(2, None));
        }
        assert_eq!(
            tally.line(Duration::from_secs(50)),
            "1,000/2,000 units, 20.0 a second, 50 s left, 2,000 asks"
        );
        tally.take(&Event::Draining(Drain::Interrupted));
        for fault in [Fault::JudgeFault, Fault::Infrastructure, Fault::JudgeFault] {
            tally.take(&finished(1, Some(fault)));
        }
        tally.cost = Some("USD 0.1250".into());
        assert_eq!(
            tally.line(Duration::from_secs(100)),
            "1,003/2,000 units, 10.0 a second, 100 s left, 2,003 asks, USD 0.1250, 3 failed: 1 infrastructure + 2 judge_fault"
        );
    }
}
