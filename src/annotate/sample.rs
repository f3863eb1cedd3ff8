//! Which units people label: the same number of each assistant, drawn by seed (LexPilot E.3.1: 100 a
//! task, 10 a model).

use std::collections::BTreeMap;

use crate::annotate::unit::Unit;
use crate::draw;
use crate::suite::lexpilot::Task;

/// How many a task.
pub const PER_TASK: usize = 100;

/// What was there and what was drawn.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stratum {
    /// Units of this assistant that the leading judge has labelled.
    pub units: usize,
    /// Of these, too long for a spreadsheet's cell: never drawn.
    pub too_long: usize,
    /// Drawn.
    pub drawn: usize,
}

/// The drawn units of one task, shuffled, and what each assistant's part of it is.
///
/// Every unit has a number drawn from the seed and its own name; the smallest are taken, so the draw
/// does not depend on the order of the units, nor on what other assistants there are.
pub fn draw_task(
    units: &[Unit],
    task: Task,
    wanted: usize,
    seed: u64,
) -> (Vec<&Unit>, BTreeMap<String, Stratum>) {
    let units: Vec<&Unit> = units.iter().filter(|unit| unit.play.task == task).collect();
    let one =
        |unit: &&Unit| Candidate { stratum: unit.play.assistant.clone(), id: unit.id(), fits: unit.fits };
    let (drawn, strata) = draw_from(&units.iter().map(one).collect::<Vec<_>>(), task.name(), wanted, seed);
    (drawn.into_iter().map(|at| units[at]).collect(), strata)
}

/// What can be drawn.
pub struct Candidate {
    /// Whose it is.
    pub stratum: String,
    /// Its name in one string.
    pub id: String,
    /// Whether what is shown of it fits the cells of a spreadsheet.
    pub fits: bool,
}

/// The places of those drawn, shuffled, and what each stratum's part of it is; `name` keeps the draws of
/// different kinds apart.
pub fn draw_from(
    candidates: &[Candidate],
    name: &str,
    wanted: usize,
    seed: u64,
) -> (Vec<usize>, BTreeMap<String, Stratum>) {
    let mut strata: BTreeMap<String, Stratum> = BTreeMap::new();
    let mut of_stratum: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, candidate) in candidates.iter().enumerate() {
        let stratum = strata.entry(candidate.stratum.clone()).or_default();
        stratum.units += 1;
        if candidate.fits {
            of_stratum.entry(&candidate.stratum).or_default().push(at);
        } else {
            stratum.too_long += 1;
        }
    }
    let number = |what: &str, of: &str| draw::seed(seed, &["annotate", what, name, of]);
    let id = |at: &usize| candidates[*at].id.as_str();
    let mut order: Vec<&str> = of_stratum.keys().copied().collect();
    order.sort_by_key(|stratum| number("remainder", stratum));
    let shares = even(&order.iter().map(|stratum| of_stratum[stratum].len()).collect::<Vec<_>>(), wanted);
    let mut drawn = Vec::new();
    for (stratum, share) in order.iter().zip(shares) {
        let mut units = of_stratum.get(stratum).cloned().unwrap_or_default();
        units.sort_by_key(|at| number("unit", id(at)));
        units.truncate(share);
        if let Some(found) = strata.get_mut(*stratum) {
            found.drawn = units.len();
        }
        drawn.extend(units);
    }
    drawn.sort_by_key(|at| number("order", id(at)));
    (drawn, strata)
}

/// Shares as even as the sizes allow that add up to `wanted`, or to all there is; of what does not
/// divide, the first get one more.
fn even(sizes: &[usize], wanted: usize) -> Vec<usize> {
    let mut shares = vec![0; sizes.len()];
    let mut left = wanted.min(sizes.iter().sum());
    while left > 0 {
        let open: Vec<usize> = (0..sizes.len()).filter(|at| shares[*at] < sizes[*at]).collect();
        let each = (left / open.len()).max(1);
        for at in open {
            let more = each.min(sizes[at] - shares[at]).min(left);
            shares[at] += more;
            left -= more;
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotate::unit::Part;
    use crate::case::{Language, Variant};
    use crate::suite::lexpilot::Play;

    fn unit(model: &str, case: usize, repeat: u32) -> Unit {
        let play = Play {
            task: Task::Lca,
            setup: None,
            variant: Variant::Complete,
            case: format!("c{case}"),
            condition: None,
            independent: false,
            repeat,
            assistant: model.into(),
            user: None,
            gate: None,
        };
        Unit {
            play,
            part: Part::Message,
            language: Language::En,
            material: String::new(),
            fits: true,
            labels: BTreeMap::new(),
        }
    }

    fn units(models: &[(&str, usize)]) -> Vec<Unit> {
        models.iter().flat_map(|(model, n)| (0..*n).map(|case| unit(model, case, 1))).collect()
    }

    fn ids(drawn: &[&Unit]) -> Vec<String> {
        drawn.iter().map(|unit| unit.id()).collect()
    }

    #[test]
    fn each_assistant_gives_the_same_number_as_far_as_it_has_them() {
        assert_eq!(even(&[50, 50, 50], 10), [4, 3, 3]);
        assert_eq!(even(&[2, 50, 50], 12), [2, 5, 5]);
        assert_eq!(even(&[2, 3], 100), [2, 3]);
        assert_eq!(even(&[], 5), Vec::<usize>::new());
        let units = units(&[("a", 40), ("b", 40), ("c", 3)]);
        let (drawn, strata) = draw_task(&units, Task::Lca, 20, 1);
        assert_eq!(drawn.len(), 20);
        let drawn_of = |model: &str| strata[model].drawn;
        assert_eq!(drawn_of("c"), 3);
        assert_eq!(drawn_of("a").abs_diff(drawn_of("b")), 1);
        assert_eq!(strata["a"].units, 40);
    }

    #[test]
    fn the_draw_depends_on_the_seed_and_on_nothing_else() {
        let all = units(&[("a", 30), ("b", 30)]);
        let mut turned = all.clone();
        turned.reverse();
        let first = ids(&draw_task(&all, Task::Lca, 10, 7).0);
        assert_eq!(first, ids(&draw_task(&turned, Task::Lca, 10, 7).0));
        assert_ne!(first, ids(&draw_task(&all, Task::Lca, 10, 8).0));
        assert!(draw_task(&all, Task::Dcg, 10, 7).0.is_empty());
    }

    #[test]
    fn the_draws_of_a_seed_are_pinned() {
        // A change here gives other people other units under the same seed.
        let all = units(&[("a", 5), ("b", 5)]);
        let drawn: Vec<String> = draw_task(&all, Task::Lca, 4, 1)
            .0
            .iter()
            .map(|unit| format!("{}{}", unit.play.assistant, unit.play.case))
            .collect();
        assert_eq!(drawn, ["ac0", "ac3", "bc1", "bc4"]);
    }

    #[test]
    fn the_order_tells_nothing_of_the_assistant() {
        let all = units(&[("a", 50), ("b", 50)]);
        let (drawn, _) = draw_task(&all, Task::Lca, 100, 3);
        let first_half = drawn[..50].iter().filter(|unit| unit.play.assistant == "a").count();
        assert!((15..=35).contains(&first_half), "{first_half}");
    }

    #[test]
    fn what_does_not_fit_a_cell_is_counted_and_not_drawn() {
        let mut all = units(&[("a", 3)]);
        all[1].fits = false;
        let (drawn, strata) = draw_task(&all, Task::Lca, 10, 1);
        assert_eq!((drawn.len(), strata["a"].units, strata["a"].too_long), (2, 3, 1));
    }
}
