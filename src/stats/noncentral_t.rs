//! Noncentral t, which `statrs` lacks: the power of the paired t test needs it.
//!
//! With S = sqrt(chi-squared/freedom), P(T <= t) = E[Phi(t S - delta)]. The expectation is taken by Gauss-Legendre
//! quadrature over S. Its density is normalised by the same quadrature, so no gamma function is needed, and the
//! panels are refined where Phi turns from 0 to 1.

use super::distributions::normal_cdf;
use super::moments::sum;

/// Nodes and weights of the ten-point Gauss-Legendre rule on [-1, 1]; the positive half.
const GAUSS_LEGENDRE_10: [(f64, f64); 5] = [
    (0.148_874_338_981_631_22, 0.295_524_224_714_752_87),
    (0.433_395_394_129_247_2, 0.269_266_719_309_996_35),
    (0.679_409_568_299_024_4, 0.219_086_362_515_982_04),
    (0.865_063_366_688_984_5, 0.149_451_349_150_580_6),
    (0.973_906_528_517_171_7, 0.066_671_344_308_688_14),
];

/// Half-width, in standard deviations of a normal, beyond which a tail is below 1e-32.
const REACH: f64 = 12.0;

/// Panels in each of the three stretches the range is cut into.
const PANELS: usize = 40;

/// P(T <= t) of the noncentral t with `freedom` >= 1 degrees of freedom and noncentrality `delta`.
pub(crate) fn cdf(t: f64, freedom: f64, delta: f64) -> f64 {
    let scale = Scale::new(freedom);
    let (low, high) = scale.range();
    // Where t s - delta passes from -REACH to REACH, should that lie in the range.
    let turn = |offset: f64| if t == 0.0 { low } else { ((delta + offset) / t).clamp(low, high) };
    let (one, two) = (turn(-REACH), turn(REACH));
    let cuts = [low, one.min(two), one.max(two), high];
    let (mut weighted, mut total) = (Vec::new(), Vec::new());
    for pair in cuts.windows(2) {
        let width = (pair[1] - pair[0]) / PANELS as f64;
        for panel in 0..PANELS {
            let centre = pair[0] + (panel as f64 + 0.5) * width;
            for (node, weight) in GAUSS_LEGENDRE_10 {
                for s in [centre - node * width / 2.0, centre + node * width / 2.0] {
                    let mass = weight * width * scale.density(s);
                    total.push(mass);
                    weighted.push(mass * normal_cdf(t * s - delta));
                }
            }
        }
    }
    (sum(weighted) / sum(total)).clamp(0.0, 1.0)
}

/// Density of S = sqrt(chi-squared/freedom), up to a constant.
struct Scale {
    freedom: f64,
    mode: f64,
}

impl Scale {
    fn new(freedom: f64) -> Self {
        Self { freedom, mode: ((freedom - 1.0).max(0.0) / freedom).sqrt() }
    }

    /// Where the density is not negligible: S has a standard deviation near 1/sqrt(2 freedom), less skewed as
    /// `freedom` grows; its upper tail falls at least as fast as that of a normal with twice that spread.
    fn range(&self) -> (f64, f64) {
        let spread = REACH / self.freedom.sqrt();
        ((self.mode - spread).max(0.0), self.mode + spread)
    }

    fn density(&self, s: f64) -> f64 {
        if self.mode == 0.0 {
            return (-self.freedom * s * s / 2.0).exp();
        }
        let log = (self.freedom - 1.0) * (s / self.mode).ln()
            - self.freedom * (s - self.mode) * (s + self.mode) / 2.0;
        log.exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_match_scipy() {
        // scipy 1.17.1, nct.cdf(t, freedom, delta).
        for (t, freedom, delta, expected) in [
            (1.9655, 431.0, 2.078, 0.45486156649925896),
            (-1.9655, 431.0, 2.078, 2.749207277168153e-05),
            (12.706, 1.0, 0.8, 0.9424120645928148),
            (2.0, 2.0, 0.0, 0.908248290463863),
            (1.98, 99.0, 0.0, 0.9747602620126739),
            (1.99, 71.0, 1.5, 0.6830990740908607),
            (-2.6, 143.0, 3.0, 1.586457443322406e-08),
            (3.1, 5.0, -1.0, 0.9987377025221947),
            (63.66, 1.0, 5.0, 0.9374044246906235),
            (2.0, 10000.0, 2.8, 0.21186408666092918),
            (30.0, 4.0, 20.0, 0.7755578017791107),
            (1.96, 1000000.0, 2.8, 0.20045428205517943),
        ] {
            let actual = cdf(t, freedom, delta);
            assert!(
                (actual - expected).abs() <= 1e-11,
                "t {t}, {freedom}, {delta}: {actual} is not {expected}"
            );
        }
    }
}
