//! The metrics of arguments: which number of an argument each is made of, and of which triples it speaks.

use super::argument::{ArgumentScore, Policy};
use super::{ErrorAnalysis, Reading};
use crate::stats::factors::threeply;
use crate::stats::joint::Statistic;
use crate::suite::threeply::extract::Abstention;
use crate::suite::threeply::factor::Side::{self, Defendant, Plaintiff};
use crate::suite::threeply::triple::Triple;

/// A number of one argument; `None` where it has none.
pub type Value = fn(&ArgumentScore) -> Option<f64>;

/// A metric that is a mean over arguments.
pub struct Mean {
    pub name: &'static str,
    pub value: Value,
    /// Whether a triple is one of those that the metric speaks of.
    pub about: fn(&Triple) -> bool,
    /// Whether it is a share, with 0 and 1 as its ends.
    pub share: bool,
    /// Whose plies of a dialogue it speaks of; `None` of the whole argument.
    pub side: Option<Side>,
}

/// A metric that speaks of all triples.
pub fn any(_: &Triple) -> bool {
    true
}

fn arguable(triple: &Triple) -> bool {
    !triple.requires_abstention()
}

/// 1 where it holds, else 0.
pub fn one(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

/// A count of the error analysis.
fn errors(score: &ArgumentScore, count: fn(&ErrorAnalysis) -> usize) -> Option<f64> {
    score.errors.as_ref().map(|errors| count(errors) as f64)
}

const fn mean(name: &'static str, value: Value, about: fn(&Triple) -> bool) -> Mean {
    Mean { name, value, about, share: false, side: None }
}

const fn share(name: &'static str, value: Value, about: fn(&Triple) -> bool) -> Mean {
    Mean { name, value, about, share: true, side: None }
}

/// A mean over what a side wrote in a dialogue.
const fn mean_of(side: Side, name: &'static str, value: Value) -> Mean {
    Mean { name, value, about: any, share: false, side: Some(side) }
}

/// A share of what a side wrote in a dialogue.
const fn share_of(side: Side, name: &'static str, value: Value, about: fn(&Triple) -> bool) -> Mean {
    Mean { name, value, about, share: true, side: Some(side) }
}

/// Those of a whole argument, in the order in which they are listed.
const OF_THE_WHOLE: &[Mean] = &[
    mean("acc_h_mean", |s| s.paper?.acc_h, any),
    mean("acc_h_mean_strict", |s| s.strict?.acc_h, any),
    mean("rec_u_mean", |s| s.paper?.rec_u, any),
    mean("rec_u_mean_strict", |s| s.strict?.rec_u, any),
    share("abstention_ratio", |s| Some(one(s.abstention? != Abstention::No)), Triple::requires_abstention),
    share(
        "abstention_ratio_strict",
        |s| Some(one(s.abstention? == Abstention::Strict)),
        Triple::requires_abstention,
    ),
    mean(
        "acc_h_mean_failed_only",
        |s| s.paper.filter(|paper| !paper.abstained)?.acc_h,
        Triple::requires_abstention,
    ),
    share("wrong_abstention_rate", |s| Some(one(s.abstention? != Abstention::No)), arguable),
    share("plaintiff_cites_right", |s| s.plaintiff_cites_right.map(one), arguable),
    share("defendant_cites_right", |s| s.defendant_cites_right.map(one), arguable),
    share("empty_rate", |s| s.abstention.map(|_| one(s.empty)), any),
    mean("misattributions_mean", |s| errors(s, |e| e.misattributions.len()), any),
    mean("inventions_mean", |s| errors(s, |e| e.inventions.len()), any),
    mean("omitted_shared_mean", |s| errors(s, |e| e.omitted_shared.len()), arguable),
    mean("omitted_distinguishing_mean", |s| errors(s, |e| e.omitted_distinguishing.len()), arguable),
    share(
        "spurious_argument_rate",
        |s| errors(s, |e| usize::from(e.spurious_argument)),
        Triple::requires_abstention,
    ),
    share("near_miss_rate", |s| errors(s, |e| usize::from(e.near_miss_abstention)), any),
    share("reasoning_says_stop_rate", |s| errors(s, |e| usize::from(e.reasoning_says_stop)), any),
    mean("unattributed_mean", |s| s.abstention.map(|_| s.unattributed as f64), any),
];

/// Those of what a side wrote in a dialogue, by its name before theirs; with one that a side alone has.
macro_rules! of_side {
    ($side:expr, $name:literal $(, $own:expr)?) => {
        &[
            mean_of($side, concat!($name, "_acc_h_mean"), |s| s.side($side)?.paper.acc_h),
            mean_of($side, concat!($name, "_acc_h_mean_strict"), |s| s.side($side)?.strict.acc_h),
            mean_of($side, concat!($name, "_rec_u_mean"), |s| s.side($side)?.paper.rec_u),
            mean_of($side, concat!($name, "_rec_u_mean_strict"), |s| s.side($side)?.strict.rec_u),
            share_of(
                $side,
                concat!($name, "_abstention_ratio"),
                |s| Some(one(s.side($side)?.paper.abstained)),
                Triple::requires_abstention,
            ),
            share_of(
                $side,
                concat!($name, "_abstention_ratio_strict"),
                |s| Some(one(s.side($side)?.strict.abstained)),
                Triple::requires_abstention,
            ),
            share_of(
                $side,
                concat!($name, "_wrong_abstention_rate"),
                |s| Some(one(s.side($side)?.paper.abstained)),
                arguable,
            ),
            $($own,)?
            share_of($side, concat!($name, "_empty_rate"), |s| Some(one(s.side($side)?.empty)), any),
        ]
    };
}

/// The plaintiff writes two plies, so that it can abstain in one of them.
const OF_THE_PLAINTIFF: &[Mean] = of_side!(
    Plaintiff,
    "plaintiff",
    share_of(
        Plaintiff,
        "plaintiff_partial_abstention_rate",
        |s| Some(one(s.side(Plaintiff)?.partly_abstains)),
        any,
    )
);

const OF_THE_DEFENDANT: &[Mean] = of_side!(Defendant, "defendant");

/// All means, in the order in which they are listed.
pub fn means() -> impl Iterator<Item = &'static Mean> {
    [OF_THE_WHOLE, OF_THE_PLAINTIFF, OF_THE_DEFENDANT].into_iter().flatten()
}

/// A metric from sums: numerator and denominator of one argument.
pub struct Pooled {
    pub name: &'static str,
    pub counts: fn(&Triple, &Reading) -> Option<[u32; 2]>,
    /// The metric of the sums.
    pub statistic: Statistic<2>,
    pub about: fn(&Triple) -> bool,
}

/// Of what is used, its share.
fn share_of_all([part, all]: &[u32; 2]) -> Option<f64> {
    (*all > 0).then(|| f64::from(*part) / f64::from(*all))
}

/// Of what is invented, what is left; negative where more is invented than there is.
fn rest_of_all([part, all]: &[u32; 2]) -> Option<f64> {
    (*all > 0).then(|| (f64::from(*all) - f64::from(*part)) / f64::from(*all))
}

/// Factors of the triple that are used or, where `faithful`, all less those that are invented. Negative
/// sums do not come up in counts: what is invented is counted, and taken off at the end.
fn sums(triple: &Triple, reading: &Reading, policy: Policy) -> [u32; 3] {
    let scores = threeply(&[policy.argued(triple, reading)]).per_triple[0];
    [scores.n_h, scores.n_u, scores.n_gt].map(|n| u32::try_from(n).unwrap_or(u32::MAX))
}

fn invented(triple: &Triple, reading: &Reading, policy: Policy) -> Option<[u32; 2]> {
    let argued = policy.argued(triple, reading);
    let [invented, _, all] = sums(triple, reading, policy);
    policy.has_acc_h(&argued).then_some([invented, all])
}

fn used(triple: &Triple, reading: &Reading, policy: Policy) -> Option<[u32; 2]> {
    let argued = policy.argued(triple, reading);
    let [_, used, all] = sums(triple, reading, policy);
    policy.has_rec_u(&argued).then_some([used, all])
}

pub const POOLED: &[Pooled] = &[
    Pooled {
        name: "acc_h_pooled",
        counts: |t, r| invented(t, r, Policy::Paper),
        statistic: rest_of_all,
        about: any,
    },
    Pooled {
        name: "acc_h_pooled_strict",
        counts: |t, r| invented(t, r, Policy::Strict),
        statistic: rest_of_all,
        about: any,
    },
    Pooled {
        name: "rec_u_pooled",
        counts: |t, r| used(t, r, Policy::Paper),
        statistic: share_of_all,
        about: any,
    },
    Pooled {
        name: "rec_u_pooled_strict",
        counts: |t, r| used(t, r, Policy::Strict),
        statistic: share_of_all,
        about: any,
    },
    Pooled {
        name: "acc_h_pooled_failed_only",
        counts: |t, r| invented(t, r, Policy::Paper).filter(|_| !Policy::Paper.abstained(r)),
        statistic: rest_of_all,
        about: Triple::requires_abstention,
    },
];

/// The value of an argument in one of the means, as estimates take it; `None` where the metric says
/// nothing of it, or has no such name.
pub fn value_of(metric: &str, triple: &Triple, score: &ArgumentScore) -> Option<f64> {
    let mean = means().find(|mean| mean.name == metric)?;
    if (mean.about)(triple) { (mean.value)(score) } else { None }
}
