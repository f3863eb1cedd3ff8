//! Scores corrected for the judge's errors, as the sample that people labelled shows them.
//!
//! One error rate is taken for all assistants and both histories: the sample is too small for more. A
//! share is corrected after Rogan and Gladen (1978) with the interval of Lang and Reiczigel (2014); the
//! success of a consultation, by the same inversion applied to each of its requests; QWK, by inverting
//! the judge's table of verdicts. Beside each stands a percentile interval in which the run's units and
//! the sample are resampled together, by case.

mod qwk;

use std::collections::BTreeMap;

use crate::annotate::calibration::Corrected;
use crate::annotate::labels::Code;
use crate::annotate::unit::{Records, parts_of};
use crate::case::Variant;
use crate::stats::prevalence::{JudgedShare, prevalence_corrected};
use crate::stats::resampling::{CaseBootstrap, case_bootstrap, per_repeat};
use crate::suite::lexpilot::{Condition, Play, Setup, Task, UnitState};

/// One item of the sample that people and the judge both labelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Validated<'a> {
    /// Id of the case.
    pub case: &'a str,
    /// The consensus.
    pub people: Code,
    /// The judge.
    pub judged: Code,
}

/// A play as the scores take it, lost ones left out.
struct Scored {
    play: Play,
    state: UnitState,
}

/// What is scored together.
type Slice = (Option<Setup>, Option<Condition>);

/// The plays of one assistant in one slice, by case, in order of the case's id.
struct Group<'a> {
    model: String,
    slice: Slice,
    by_case: BTreeMap<&'a str, Vec<&'a Scored>>,
}

/// Every corrected score of one judge in one task.
pub fn correct(
    records: &Records<'_>,
    judge: &str,
    task: Task,
    sample: &[Validated<'_>],
    options: &CaseBootstrap,
) -> Vec<Corrected> {
    let plays = records.study.plays().into_iter().filter(|play| play.task == task);
    let scored: Vec<Scored> = plays
        .map(|play| Scored { state: records.state(&play, judge), play })
        .filter(|scored| !matches!(scored.state, UnitState::Lost(_)))
        .collect();
    let mut groups: Vec<Group<'_>> = Vec::new();
    for one in &scored {
        let slice = (one.play.setup, one.play.condition);
        let found = groups.iter().position(|g| g.model == one.play.assistant && g.slice == slice);
        let at = found.unwrap_or_else(|| {
            groups.push(Group { model: one.play.assistant.clone(), slice, by_case: BTreeMap::new() });
            groups.len() - 1
        });
        groups[at].by_case.entry(&one.play.case).or_default().push(one);
    }
    let mut found = Vec::new();
    for group in &groups {
        let frame = Frame { judge, task, group, sample, options };
        match task {
            Task::Lca => frame.lca(&mut found),
            Task::Dcg => frame.dcg(&mut found),
            Task::Ljp => found.push(qwk::corrected(&frame, records)),
        }
    }
    found
}

/// What the corrections of one group share.
struct Frame<'a> {
    judge: &'a str,
    task: Task,
    group: &'a Group<'a>,
    sample: &'a [Validated<'a>],
    options: &'a CaseBootstrap,
}

/// A share: units with the label, units that the judge labelled, units scored; and the sample's tp, fn,
/// tn, fp for the label.
type ShareCounts = [u32; 7];

impl<'a> Frame<'a> {
    fn lca(&self, found: &mut Vec<Corrected>) {
        let (complete, underspecified, neither) = (Code(0), Code(1), Code(2));
        let only = |variant: Variant| move |play: &Play| play.variant == variant;
        let of_complete = only(Variant::Complete);
        let of_underspecified = only(Variant::Underspecified);
        found.push(self.lca_share("acc_c", complete, &of_complete));
        found.push(self.lca_share("acc_u", underspecified, &of_underspecified));
        found.push(self.lca_share("over_asking_rate", underspecified, &of_complete));
        found.push(self.lca_share("premature_rate", complete, &of_underspecified));
        found.push(self.lca_share("neither_rate", neither, &|_| true));
        found.push(self.macro_f1());
    }

    fn lca_share(&self, metric: &str, label: Code, keep: &dyn Fn(&Play) -> bool) -> Corrected {
        self.share(metric, label, |scored| {
            if !keep(&scored.play) {
                return (0, 0, 0);
            }
            match &scored.state {
                UnitState::Labelled(of_play, _) => {
                    let is = parts_of(of_play).iter().any(|(_, code)| *code == label);
                    (u32::from(is), 1, 1)
                }
                _ => (0, 0, 1),
            }
        })
    }

    /// Macro-F1 of corrected rates: with a, b the shares labelled complete among the consultations told
    /// whole and in part, 2 TP / (2 TP + FP + FN) of the first class is 2 n a / (n + n a + m b).
    fn macro_f1(&self) -> Corrected {
        // Per history: labelled complete, labelled underspecified, judged, scored.
        let unit = |scored: &Scored| {
            let mut counts = [0u32; 8];
            let at = if scored.play.variant == Variant::Complete { 0 } else { 4 };
            counts[at + 3] = 1;
            if let UnitState::Labelled(label, _) = &scored.state {
                counts[at + 2] = 1;
                for (_, code) in parts_of(label).into_iter().filter(|(_, code)| code.0 < 2) {
                    counts[at + code.0] = 1;
                }
            }
            counts
        };
        let cases = self.cases(unit, |validated| {
            let mut counts = [0u32; 8];
            for label in 0..2 {
                counts[label * 4 + table_cell(validated, Code(label))] = 1;
            }
            counts
        });
        let observed = |c: &[u32; 16]| f1_of([c[0], c[1], c[4], c[5]].map(f64::from), [c[3], c[7]]);
        let corrected = |c: &[u32; 16]| {
            let share = |hits: u32, judged: u32, label: usize| -> Option<f64> {
                if judged == 0 {
                    return Some(0.0);
                }
                let at = 8 + label * 4;
                let share = rogan_gladen(hits, judged, [c[at], c[at + 1], c[at + 2], c[at + 3]])?;
                Some(share.clamp(0.0, 1.0) * f64::from(judged))
            };
            let hits =
                [share(c[0], c[2], 0)?, share(c[1], c[2], 1)?, share(c[4], c[6], 0)?, share(c[5], c[6], 1)?];
            f1_of(hits, [c[3], c[7]])
        };
        self.by_resampling("macro_f1", &cases, observed, corrected, |c| u64::from(c[3] + c[7]))
    }

    fn dcg(&self, found: &mut Vec<Corrected>) {
        let accepted = Code(0);
        found.push(self.share("request_accepted_rate", accepted, |scored| match &scored.state {
            UnitState::Labelled(label, _) => {
                let parts = parts_of(label);
                let hits = parts.iter().filter(|(_, code)| *code == accepted).count() as u32;
                (hits, parts.len() as u32, parts.len() as u32)
            }
            _ => (0, 0, 0),
        }));
        // Consultations by accepted and judged requests: none judged; 0 and 1 of 1; 0, 1 and 2 of 2.
        let cases = self.cases(
            |scored| {
                let mut counts = [0u32; 6];
                let parts = match &scored.state {
                    UnitState::Labelled(label, _) => parts_of(label),
                    _ => Vec::new(),
                };
                let hits = parts.iter().take(2).filter(|(_, code)| *code == accepted).count();
                let first = [0, 1, 3][parts.len().min(2)];
                counts[first + hits] = 1;
                counts
            },
            |validated| one_of(table_cell(validated, accepted)),
        );
        let all = |c: &[u32; 10]| c[..6].iter().sum::<u32>();
        let observed = |c: &[u32; 10]| ratio(c[2] + c[4] + c[5], all(c));
        let corrected = |c: &[u32; 10]| {
            let (se, sp) = rates([c[6], c[7], c[8], c[9]])?;
            let youden = se + sp - 1.0;
            if all(c) == 0 || youden <= 1e-12 {
                return None;
            }
            // What a request counts towards "no request was truly accepted", by the judge's label.
            let (refused, taken) = (se / youden, -(1.0 - se) / youden);
            let weights = [1.0, refused, taken, refused * refused, refused * taken, taken * taken];
            let none: f64 = weights.iter().zip(c).map(|(weight, n)| weight * f64::from(*n)).sum();
            Some(1.0 - none / f64::from(all(c)))
        };
        let n = |c: &[u32; 10]| u64::from(all(c));
        found.push(self.by_resampling("success_rate", &cases, observed, corrected, n));
    }

    /// A corrected share; `unit` gives of a play the units with the label, judged, and scored.
    fn share(&self, metric: &str, label: Code, unit: impl Fn(&Scored) -> (u32, u32, u32)) -> Corrected {
        let cases = self.cases(
            |scored| {
                let (hits, judged, scored) = unit(scored);
                [hits, judged, scored]
            },
            |validated| one_of(table_cell(validated, label)),
        );
        let observed = |c: &ShareCounts| ratio(c[0], c[2]);
        let corrected = |c: &ShareCounts| {
            let share = rogan_gladen(c[0], c[1], [c[3], c[4], c[5], c[6]])?;
            Some(share * f64::from(c[1]) / f64::from(c[2]))
        };
        let mut found = self.by_resampling(metric, &cases, observed, corrected, |c| u64::from(c[2]));
        let total = sum(&cases);
        let [hits, judged, scored, tp, fn_, tn, fp] = total;
        let judged_share = JudgedShare { n: judged, positive: hits, tp, fn_, tn, fp };
        if let (Ok(rates), true) = (prevalence_corrected(&judged_share, self.options.level), scored > 0) {
            // Units without text were never judged: they have no label for certain.
            let part = f64::from(judged) / f64::from(scored);
            found.low = rates.ci_low.map(|low| low * part);
            found.high = rates.ci_high.map(|high| high * part);
            found.method = if rates.ci_low.is_some() { "lang-reiczigel" } else { "none" }.to_owned();
            found.sensitivity = rates.sensitivity;
            found.specificity = rates.specificity;
        }
        found
    }

    /// Counts by case: of the group's plays, then of the sample; every case of either.
    fn cases<const U: usize, const S: usize, const K: usize>(
        &self,
        unit: impl Fn(&Scored) -> [u32; U],
        validated: impl Fn(&Validated<'_>) -> [u32; S],
    ) -> Vec<Vec<[u32; K]>> {
        let mut cases: BTreeMap<&str, [u32; K]> = BTreeMap::new();
        for (case, plays) in &self.group.by_case {
            let counts = cases.entry(case).or_insert([0; K]);
            for play in plays {
                add(&mut counts[..U], &unit(play));
            }
        }
        for item in self.sample {
            let counts = cases.entry(item.case).or_insert([0; K]);
            add(&mut counts[U..U + S], &validated(item));
        }
        cases.into_values().map(|counts| vec![counts]).collect()
    }

    /// A score whose interval is the percentile one over cases.
    fn by_resampling<const K: usize>(
        &self,
        metric: &str,
        cases: &[Vec<[u32; K]>],
        observed: impl Fn(&[u32; K]) -> Option<f64>,
        corrected: impl Fn(&[u32; K]) -> Option<f64> + Sync,
        n: impl Fn(&[u32; K]) -> u64,
    ) -> Corrected {
        let of_all = |statistic: &dyn Fn(&[u32; K]) -> Option<f64>| {
            per_repeat(cases, statistic).first().copied().flatten()
        };
        let point = of_all(&corrected);
        let interval = case_bootstrap(cases, &corrected, self.options);
        let (low, high) = if point.is_some() { (interval.low, interval.high) } else { (None, None) };
        let (setup, condition) = self.group.slice;
        Corrected {
            judge: self.judge.to_owned(),
            task: self.task,
            setup,
            condition,
            model: self.group.model.clone(),
            metric: metric.to_owned(),
            observed: of_all(&observed),
            corrected: point,
            low,
            high,
            method: if low.is_some() { "percentile" } else { "none" }.to_owned(),
            low_over_cases: low,
            high_over_cases: high,
            resamples: interval.resamples,
            discarded: interval.discarded,
            sensitivity: None,
            specificity: None,
            n: n(&sum(cases)),
            n_sample: self.sample.len() as u64,
        }
    }
}

fn add(sum: &mut [u32], counts: &[u32]) {
    for (total, count) in sum.iter_mut().zip(counts) {
        *total += count;
    }
}

fn sum<const K: usize>(cases: &[Vec<[u32; K]>]) -> [u32; K] {
    let mut total = [0; K];
    cases.iter().flatten().for_each(|counts| add(&mut total, counts));
    total
}

fn ratio(part: u32, whole: u32) -> Option<f64> {
    (whole > 0).then(|| f64::from(part) / f64::from(whole))
}

fn one_of(cell: usize) -> [u32; 4] {
    let mut counts = [0; 4];
    counts[cell] = 1;
    counts
}

/// Which of tp, fn, tn, fp an item is for a label.
fn table_cell(item: &Validated<'_>, label: Code) -> usize {
    match (item.people == label, item.judged == label) {
        (true, true) => 0,
        (true, false) => 1,
        (false, false) => 2,
        (false, true) => 3,
    }
}

/// Sensitivity and specificity of tp, fn, tn, fp.
fn rates([tp, fn_, tn, fp]: [u32; 4]) -> Option<(f64, f64)> {
    Some((ratio(tp, tp + fn_)?, ratio(tn, tn + fp)?))
}

/// The true share behind `hits` of `judged`; `None` where the judge is no better than chance.
fn rogan_gladen(hits: u32, judged: u32, table: [u32; 4]) -> Option<f64> {
    let (se, sp) = rates(table)?;
    let youden = se + sp - 1.0;
    let observed = ratio(hits, judged)?;
    (youden > 1e-12).then(|| (observed + sp - 1.0) / youden + 0.0)
}

/// Macro-F1 of the numbers labelled complete and underspecified among `n` consultations told whole, and
/// among `m` told in part; `None` where a class's F1 is undefined.
fn f1_of([cc, cu, uc, uu]: [f64; 4], [n, m]: [u32; 2]) -> Option<f64> {
    let f1 = |tp: f64, fp: f64, truth: u32| {
        let below = tp + fp + f64::from(truth);
        (below > 0.0).then(|| 2.0 * tp / below)
    };
    Some((f1(cc, uc, n)? + f1(uu, cu, m)?) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_corrected_as_the_formula_says() {
        // Se 0.9, sp 0.8, 50 of 100: (0.5 - 0.2) / 0.7.
        let corrected = rogan_gladen(50, 100, [9, 1, 8, 2]).expect("defined");
        assert!((corrected - 3.0 / 7.0).abs() < 1e-12);
        // No better than chance, and nothing known of the positives.
        assert_eq!(rogan_gladen(50, 100, [5, 5, 5, 5]), None);
        assert_eq!(rogan_gladen(50, 100, [0, 0, 5, 0]), None);
    }

    #[test]
    fn macro_f1_of_whole_counts_is_that_of_the_classification() {
        use crate::stats::classification::LcaCounts;
        let counts = LcaCounts { c_c: 7, c_u: 2, c_missing: 1, u_c: 3, u_u: 6, u_missing: 0 };
        let ours = f1_of([7.0, 2.0, 3.0, 6.0], [10, 9]).expect("defined");
        assert!((ours - counts.macro_f1().expect("defined")).abs() < 1e-12);
    }
}
