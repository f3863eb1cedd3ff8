//! From values to places on an axis.

/// An axis of numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    /// Where a line of the grid and a number stand.
    pub ticks: Vec<f64>,
    places: usize,
}

impl Scale {
    /// An axis from `from` to `to` that holds all values and has round ends; between 0 and 1 at least
    /// where all of them are shares.
    pub fn new(values: impl IntoIterator<Item = f64>, from: f64, to: f64) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.into_iter().filter(|value| value.is_finite()) {
            low = low.min(value);
            high = high.max(value);
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if low >= 0.0 && high <= 1.0 {
            (low, high) = (0.0, 1.0);
        }
        // All values in one place: room on both sides of it.
        if high - low < 1e-6 {
            (low, high) = (low - 0.5, high + 0.5);
        }
        let step = step((high - low).max(1e-9) / 5.0);
        let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
        let n = ((high - low) / step).round().clamp(1.0, 20.0) as usize;
        let places = (-step.log10().floor()).clamp(0.0, 6.0) as usize;
        Self { low, high, from, to, ticks: (0..=n).map(|i| low + step * i as f64).collect(), places }
    }

    /// Where a value stands; one beyond the ends stands at the end.
    pub fn at(&self, value: f64) -> f64 {
        let share = (value - self.low) / (self.high - self.low);
        self.from + (self.to - self.from) * share.clamp(0.0, 1.0)
    }

    /// A tick as it is written.
    pub fn label(&self, tick: f64) -> String {
        let label = format!("{:.*}", self.places, tick + 0.0);
        label.strip_prefix('-').map_or(label.clone(), |digits| {
            let zero = digits.bytes().all(|byte| matches!(byte, b'0' | b'.'));
            if zero { digits.to_owned() } else { format!("\u{2212}{digits}") }
        })
    }
}

/// The next of 1, 2 and 5 times a power of ten.
fn step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let times = [1.0, 2.0, 5.0].into_iter().find(|times| times * power >= least * 0.999).unwrap_or(10.0);
    times * power
}

#[cfg(test)]
mod tests {
    use super::Scale;

    #[test]
    fn an_axis_has_round_ends_and_holds_all_values() {
        let scale = Scale::new([-0.13, 0.87], 0.0, 100.0);
        let labels: Vec<String> = scale.ticks.iter().map(|tick| scale.label(*tick)).collect();
        assert_eq!(labels, ["\u{2212}0.2", "0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert!(scale.at(-0.13) > 0.0 && scale.at(0.87) < 100.0);
        assert_eq!(scale.at(7.0), 100.0);
    }

    #[test]
    fn values_in_one_place_stand_in_the_middle() {
        let scale = Scale::new([2.0, 2.0], 0.0, 100.0);
        assert!((scale.at(2.0) - 50.0).abs() < 1e-6);
        assert!(scale.ticks.len() > 2 && scale.ticks.iter().all(|tick| tick.is_finite()));
    }

    #[test]
    fn shares_stand_between_nothing_and_all() {
        let scale = Scale::new([0.4, 0.5], 0.0, 100.0);
        assert_eq!(scale.at(0.5), 50.0);
        assert_eq!(Scale::new([f64::NAN], 0.0, 1.0).ticks.len(), 6);
    }
}
