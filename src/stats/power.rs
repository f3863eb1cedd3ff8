//! Power and minimum detectable effect of a paired comparison (Miller 2024, section 5).

use serde::Serialize;

use super::StatError;
use super::distributions::{normal_cdf, normal_quantile, student_critical};
use super::error::{closed_unit, open_unit};
use super::noncentral_t;

/// Where the standard deviation of the paired differences comes from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Spread {
    /// Given.
    Known {
        /// Standard deviation of the differences.
        sd_d: f64,
    },
    /// From the shares of discordant binary pairs: sqrt(p10 + p01 - (p10 - p01)^2).
    Binary {
        /// P(A alone succeeds).
        p10: f64,
        /// P(B alone succeeds).
        p01: f64,
    },
    /// From both sides: sqrt(sa^2 + sb^2 - 2 rho sa sb).
    Correlated {
        /// Standard deviation of A.
        sd_a: f64,
        /// Standard deviation of B.
        sd_b: f64,
        /// Their correlation.
        rho: f64,
    },
}

impl Spread {
    fn sd_d(self) -> Result<f64, StatError> {
        let not_negative = |field: &str, value: f64| {
            if value.is_finite() && value >= 0.0 {
                Ok(())
            } else {
                Err(StatError::value(field, value, "a number of at least 0"))
            }
        };
        let variance: f64 = match self {
            Self::Known { sd_d } => {
                not_negative("sd_d", sd_d)?;
                return Ok(sd_d);
            }
            Self::Binary { p10, p01 } => {
                closed_unit("p10", p10)?;
                closed_unit("p01", p01)?;
                if p10 + p01 > 1.0 + 1e-12 {
                    return Err(StatError::conflict("p10", format!("p10 + p01 = {} exceeds 1", p10 + p01)));
                }
                p10 + p01 - (p10 - p01).powi(2)
            }
            Self::Correlated { sd_a, sd_b, rho } => {
                not_negative("sd_a", sd_a)?;
                not_negative("sd_b", sd_b)?;
                if !(-1.0..=1.0).contains(&rho) {
                    return Err(StatError::value("rho", rho, "between -1 and 1"));
                }
                sd_a * sd_a + sd_b * sd_b - 2.0 * rho * sd_a * sd_b
            }
        };
        Ok(variance.max(0.0).sqrt())
    }
}

/// A planned paired comparison.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairedPlan {
    /// Spread of the differences.
    pub spread: Spread,
    /// Questions, if chosen.
    pub n: Option<u32>,
    /// True mean difference, if assumed.
    pub delta: Option<f64>,
    /// Variance that repeated runs add to a difference: sigma_A^2/K_A + sigma_B^2/K_B. It enters the required n.
    pub resample_var: f64,
    /// Two-sided level.
    pub alpha: f64,
    /// Power asked for.
    pub power: f64,
}

/// What the plan can detect. `None` where a part of the plan is missing or the value does not exist.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PowerPaired {
    /// Standard deviation of the paired differences.
    pub sd_d: f64,
    /// Least difference detected with the power asked for, by the normal; 0 without spread.
    pub mde: Option<f64>,
    /// Questions required, rounded up; `None` for delta = 0 or without spread.
    pub n_required: Option<u64>,
    /// The same before rounding.
    pub n_required_real: Option<f64>,
    /// Power at delta, both tails, by the normal; alpha at delta = 0, `None` without spread.
    pub power: Option<f64>,
    /// The same by the noncentral t with n - 1 degrees of freedom; `None` for n < 2.
    pub power_t: Option<f64>,
    /// Least difference by the noncentral t.
    pub mde_t: Option<f64>,
}

/// Power of a paired comparison.
///
/// # Errors
/// When a spread is negative, a probability or correlation is out of range, `n` is 0, `delta` is not finite,
/// `resample_var` is negative, or `alpha` or `power` is outside (0, 1).
pub fn power_paired(plan: &PairedPlan) -> Result<PowerPaired, StatError> {
    open_unit("alpha", plan.alpha)?;
    open_unit("power", plan.power)?;
    let sd_d = plan.spread.sd_d()?;
    if plan.n == Some(0) {
        return Err(StatError::value("n", 0, "at least 1"));
    }
    if let Some(delta) = plan.delta.filter(|delta| !delta.is_finite()) {
        return Err(StatError::value("delta", delta, "a finite number"));
    }
    if !(plan.resample_var.is_finite() && plan.resample_var >= 0.0) {
        return Err(StatError::value("resample_var", plan.resample_var, "a number of at least 0"));
    }
    let critical = -normal_quantile(plan.alpha / 2.0);
    let reach = critical + normal_quantile(plan.power);
    let se = plan.n.map(|n| sd_d / f64::from(n).sqrt());
    let spread_se = se.filter(|se| *se > 0.0);
    let student = StudentPower::of(plan);
    let n_required_real = plan
        .delta
        .filter(|delta| *delta != 0.0 && sd_d > 0.0)
        .map(|delta| reach * reach * (sd_d * sd_d + plan.resample_var) / (delta * delta))
        .filter(|n: &f64| n.is_finite());
    let shift = plan.delta.zip(spread_se).map(|(delta, se)| delta / se);
    Ok(PowerPaired {
        sd_d,
        mde: se.map(|se| (reach * se).max(0.0)),
        // Rounding must not push a whole number to the next one.
        n_required: n_required_real.map(|n| (n - 1e-9 * n.max(1.0)).ceil() as u64),
        n_required_real,
        power: shift.map(|shift| normal_cdf(shift - critical) + normal_cdf(-shift - critical)),
        power_t: shift.zip(student.as_ref()).map(|(shift, student)| student.power(shift)),
        mde_t: spread_se.zip(student.as_ref()).map(|(se, student)| student.shift_for(plan.power) * se),
    })
}

/// The two-sided paired t test at n questions.
struct StudentPower {
    freedom: f64,
    critical: f64,
}

impl StudentPower {
    fn of(plan: &PairedPlan) -> Option<Self> {
        let freedom = f64::from(plan.n?) - 1.0;
        Some(Self { freedom, critical: student_critical(1.0 - plan.alpha, freedom)? })
    }

    /// Power when the true difference is `shift` standard errors.
    fn power(&self, shift: f64) -> f64 {
        let upper = 1.0 - noncentral_t::cdf(self.critical, self.freedom, shift);
        (upper + noncentral_t::cdf(-self.critical, self.freedom, shift)).clamp(0.0, 1.0)
    }

    /// The positive shift with the power asked for; 0 when even no shift has it. Illinois' method: a secant within a
    /// bracket.
    fn shift_for(&self, power: f64) -> f64 {
        let excess = |shift: f64| self.power(shift) - power;
        let (mut low, mut high) = (0.0, self.critical);
        let mut below = excess(low);
        if below >= 0.0 {
            return 0.0;
        }
        let mut above = excess(high);
        while above < 0.0 && high < 1e6 {
            (low, below) = (high, above);
            high *= 2.0;
            above = excess(high);
        }
        let mut last_raised = None;
        for _ in 0..100 {
            let next = high - above * (high - low) / (above - below);
            if next <= low || next >= high || high - low <= 1e-13 * high {
                return next.clamp(low, high);
            }
            let found = excess(next);
            let raised = found < 0.0;
            // The end that stays twice is weighted down, so that it moves as well.
            let weight = if last_raised == Some(raised) { 0.5 } else { 1.0 };
            if found == 0.0 {
                return next;
            } else if raised {
                (low, below, above) = (next, found, above * weight);
            } else {
                (high, above, below) = (next, found, below * weight);
            }
            last_raised = Some(raised);
        }
        f64::midpoint(low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: PairedPlan = PairedPlan {
        spread: Spread::Known { sd_d: 0.5 },
        n: Some(432),
        delta: Some(0.05),
        resample_var: 0.0,
        alpha: 0.05,
        power: 0.8,
    };

    #[test]
    fn the_least_detectable_difference_has_the_power_asked_for() {
        let plan = power_paired(&PLAN).unwrap();
        let again = power_paired(&PairedPlan { delta: plan.mde_t, ..PLAN }).unwrap();
        assert!((again.power_t.unwrap() - 0.8).abs() < 1e-10);
        let normal = power_paired(&PairedPlan { delta: plan.mde, ..PLAN }).unwrap();
        assert!((normal.power.unwrap() - 0.8).abs() < 1e-5);
    }

    #[test]
    fn a_difference_and_its_opposite_have_the_same_power() {
        let there = power_paired(&PLAN).unwrap().power_t.unwrap();
        let back = power_paired(&PairedPlan { delta: Some(-0.05), ..PLAN }).unwrap().power_t.unwrap();
        assert!((there - back).abs() < 1e-11);
    }

    #[test]
    fn no_spread_and_no_difference_are_degenerate() {
        let flat = power_paired(&PairedPlan { spread: Spread::Known { sd_d: 0.0 }, ..PLAN }).unwrap();
        assert_eq!((flat.mde, flat.power, flat.n_required, flat.mde_t), (Some(0.0), None, None, None));
        let null = power_paired(&PairedPlan { delta: Some(0.0), ..PLAN }).unwrap();
        assert!((null.power.unwrap() - 0.05).abs() < 1e-12);
        assert_eq!(null.n_required, None);
        let unplanned = power_paired(&PairedPlan { n: None, delta: None, ..PLAN }).unwrap();
        assert_eq!((unplanned.mde, unplanned.power, unplanned.power_t), (None, None, None));
        let single = power_paired(&PairedPlan { n: Some(1), ..PLAN }).unwrap();
        assert!(single.power.is_some() && single.power_t.is_none());
    }

    #[test]
    fn impossible_plans_are_refused_by_field() {
        let refused = |plan: PairedPlan, field: &str| {
            let error = power_paired(&plan).unwrap_err();
            assert!(error.to_string().contains(field), "{error}");
        };
        refused(PairedPlan { spread: Spread::Known { sd_d: -1.0 }, ..PLAN }, "`sd_d`");
        refused(PairedPlan { spread: Spread::Binary { p10: 0.6, p01: 0.6 }, ..PLAN }, "`p10`");
        refused(
            PairedPlan { spread: Spread::Correlated { sd_a: 1.0, sd_b: 1.0, rho: 2.0 }, ..PLAN },
            "`rho`",
        );
        refused(PairedPlan { n: Some(0), ..PLAN }, "`n`");
        refused(PairedPlan { delta: Some(f64::NAN), ..PLAN }, "`delta`");
        refused(PairedPlan { resample_var: -1.0, ..PLAN }, "`resample_var`");
        refused(PairedPlan { alpha: 1.0, ..PLAN }, "`alpha`");
        refused(PairedPlan { power: 0.0, ..PLAN }, "`power`");
    }
}
