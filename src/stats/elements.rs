//! Scores over sets of material elements (InsufficiencyBench 3.5, 4, appendices A and C, Table 4, Figure 4).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::StatError;
use super::moments::{mean_of_defined, share};

/// Whether an item lacks elements or is complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ItemKind {
    /// A deficient variant, with elements missing.
    Variant,
    /// A base query, with nothing missing.
    Base,
}

/// The auxiliary judgment of one missing element; `None` where the judge gave none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ElementJudgment {
    /// Name of the element.
    pub element: String,
    /// The answer explains why it matters.
    pub explains: Option<bool>,
    /// The answer is fabricated with respect to it.
    pub fabricated: Option<bool>,
}

/// What the judge found in the answer to one item. Lists are taken as sets; exact duplicates collapse.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ElementItem {
    /// Name of the item, for messages only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Variant or base.
    pub kind: ItemKind,
    /// The missing elements (the ground truth); empty for a base query.
    pub gt: Vec<String>,
    /// Elements of `gt` that the answer identifies.
    pub identified: Vec<String>,
    /// Further gaps that the answer claims.
    pub additional: Vec<String>,
    /// Whether the answer claims that anything is missing.
    pub claimed: bool,
    /// Auxiliary judgments of the elements of `gt`.
    pub judgments: Vec<ElementJudgment>,
}

/// Scores of one item. For a base query all five scores are `None`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ElementScores {
    /// |identified and gt|.
    pub tp: usize,
    /// |additional minus gt|.
    pub fp: usize,
    /// |gt| - TP.
    #[serde(rename = "fn")]
    pub fn_count: usize,
    /// Identified names outside `gt`, and names of `gt` among the additional: the judge broke its rules.
    pub judge_violations: usize,
    /// TP / (TP + FP); `None` when nothing is flagged.
    pub precision: Option<f64>,
    /// TP / |gt|.
    pub recall: Option<f64>,
    /// 5 TP / (4 |gt| + TP + FP); 0 when nothing is flagged.
    pub f2: Option<f64>,
    /// Explained / judged, over the identified elements; `None` when none is identified or judged.
    pub expl_acc: Option<f64>,
    /// 1 - fabricated / judged, over all of `gt`; `None` when none is judged.
    pub safety: Option<f64>,
    /// Identified elements without a judgment of the explanation.
    pub n_missing_explanation_judgments: usize,
    /// Elements of `gt` without a judgment of fabrication.
    pub n_missing_safety_judgments: usize,
}

/// F2 of a count of hits among `relevant` elements with `false_positives`.
fn f2(hits: usize, relevant: usize, false_positives: usize) -> Option<f64> {
    if relevant == 0 {
        return None;
    }
    share(5 * hits, 4 * relevant + hits + false_positives)
}

impl ElementItem {
    /// Scores the item; `index` names it in messages.
    fn score(&self, index: usize) -> Result<ElementScores, StatError> {
        match self.kind {
            ItemKind::Variant if self.gt.is_empty() => {
                return Err(StatError::conflict(
                    format!("items[{index}].gt"),
                    "a variant lacks at least one element",
                ));
            }
            ItemKind::Base if !self.gt.is_empty() => {
                return Err(StatError::conflict(
                    format!("items[{index}].gt"),
                    "a base query lacks no element",
                ));
            }
            ItemKind::Variant | ItemKind::Base => {}
        }
        let gt: BTreeSet<&str> = self.gt.iter().map(String::as_str).collect();
        let identified: BTreeSet<&str> = self.identified.iter().map(String::as_str).collect();
        let additional: BTreeSet<&str> = self.additional.iter().map(String::as_str).collect();
        let judgments = self.judgments_by_element(index)?;
        let hits: Vec<&str> = identified.intersection(&gt).copied().collect();
        let tp = hits.len();
        let fp = additional.difference(&gt).count();
        let explained: Vec<bool> = hits
            .iter()
            .filter_map(|element| judgments.get(element).and_then(|judged| judged.explains))
            .collect();
        let fabricated: Vec<bool> = gt
            .iter()
            .filter_map(|element| judgments.get(element).and_then(|judged| judged.fabricated))
            .collect();
        let count = |outcomes: &[bool]| outcomes.iter().filter(|outcome| **outcome).count();
        let is_variant = self.kind == ItemKind::Variant;
        Ok(ElementScores {
            tp,
            fp,
            fn_count: gt.len() - tp,
            judge_violations: (identified.len() - tp) + additional.intersection(&gt).count(),
            precision: if is_variant { share(tp, tp + fp) } else { None },
            recall: share(tp, gt.len()),
            f2: f2(tp, gt.len(), fp),
            expl_acc: share(count(&explained), explained.len()),
            safety: share(fabricated.len() - count(&fabricated), fabricated.len()),
            n_missing_explanation_judgments: tp - explained.len(),
            n_missing_safety_judgments: gt.len() - fabricated.len(),
        })
    }

    fn judgments_by_element(&self, index: usize) -> Result<BTreeMap<&str, &ElementJudgment>, StatError> {
        let mut judgments: BTreeMap<&str, &ElementJudgment> = BTreeMap::new();
        for (place, judgment) in self.judgments.iter().enumerate() {
            let earlier = judgments.insert(&judgment.element, judgment);
            if earlier.is_some_and(|earlier| earlier != judgment) {
                return Err(StatError::conflict(
                    format!("items[{index}].judgments[{place}]"),
                    format!("{:?} is judged twice, differently", judgment.element),
                ));
            }
        }
        Ok(judgments)
    }
}

/// Scores over items. Means are over items (macro); the `*_micro` values pool the elements.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Insufficiency {
    /// Scores of each item, in input order.
    pub per_item: Vec<ElementScores>,
    /// Deficient variants.
    pub n_variants: usize,
    /// Base queries.
    pub n_base: usize,
    /// Mean F2 over the variants.
    pub f2_mean: Option<f64>,
    /// Mean recall over the variants.
    pub recall_mean: Option<f64>,
    /// Mean precision over the variants where defined.
    pub precision_mean: Option<f64>,
    /// Their number.
    pub n_precision: usize,
    /// Mean explanation accuracy over the variants where defined.
    pub expl_acc_mean: Option<f64>,
    /// Their number.
    pub n_expl_acc: usize,
    /// Mean safety over the variants where defined.
    pub safety_mean: Option<f64>,
    /// Their number.
    pub n_safety: usize,
    /// Share of variants whose answer claims that anything is missing.
    pub hedge_rate: Option<f64>,
    /// Mean F2 over those.
    pub f2_given_hedge: Option<f64>,
    /// The alternative reading: share of variants with anything flagged (TP + FP > 0).
    pub hedge_rate_alt_any_flag: Option<f64>,
    /// Share of base queries with FP > 0.
    pub over_flag_rate: Option<f64>,
    /// The alternative reading: share of base queries whose answer claims that anything is missing.
    pub over_flag_rate_alt_claimed: Option<f64>,
    /// F2 of the pooled elements of the variants.
    pub f2_micro: Option<f64>,
    /// Recall of the pooled elements.
    pub recall_micro: Option<f64>,
    /// Precision of the pooled elements.
    pub precision_micro: Option<f64>,
}

/// Scores items.
///
/// # Errors
/// When a variant has no ground truth or a base query has one, or an element of an item is judged twice, differently.
pub fn insufficiency(items: &[ElementItem]) -> Result<Insufficiency, StatError> {
    let per_item =
        items.iter().enumerate().map(|(index, item)| item.score(index)).collect::<Result<Vec<_>, _>>()?;
    let of_kind = |kind: ItemKind| -> Vec<(&ElementItem, &ElementScores)> {
        items.iter().zip(&per_item).filter(|(item, _)| item.kind == kind).collect()
    };
    let variants = of_kind(ItemKind::Variant);
    let base = of_kind(ItemKind::Base);
    let collect = |field: fn(&ElementScores) -> Option<f64>| -> Vec<Option<f64>> {
        variants.iter().map(|(_, scores)| field(scores)).collect()
    };
    let defined = |values: &[Option<f64>]| values.iter().flatten().count();
    let precision = collect(|scores| scores.precision);
    let expl_acc = collect(|scores| scores.expl_acc);
    let safety = collect(|scores| scores.safety);
    let hedged: Vec<Option<f64>> =
        variants.iter().filter(|(item, _)| item.claimed).map(|(_, scores)| scores.f2).collect();
    let total =
        |field: fn(&ElementScores) -> usize| variants.iter().map(|(_, scores)| field(scores)).sum::<usize>();
    let (tp, fp, relevant) = (total(|s| s.tp), total(|s| s.fp), total(|s| s.tp + s.fn_count));
    Ok(Insufficiency {
        n_variants: variants.len(),
        n_base: base.len(),
        f2_mean: mean_of_defined(&collect(|scores| scores.f2)),
        recall_mean: mean_of_defined(&collect(|scores| scores.recall)),
        precision_mean: mean_of_defined(&precision),
        n_precision: defined(&precision),
        expl_acc_mean: mean_of_defined(&expl_acc),
        n_expl_acc: defined(&expl_acc),
        safety_mean: mean_of_defined(&safety),
        n_safety: defined(&safety),
        hedge_rate: share(hedged.len(), variants.len()),
        f2_given_hedge: mean_of_defined(&hedged),
        hedge_rate_alt_any_flag: share(
            variants.iter().filter(|(_, scores)| scores.tp + scores.fp > 0).count(),
            variants.len(),
        ),
        over_flag_rate: share(base.iter().filter(|(_, scores)| scores.fp > 0).count(), base.len()),
        over_flag_rate_alt_claimed: share(base.iter().filter(|(item, _)| item.claimed).count(), base.len()),
        f2_micro: f2(tp, relevant, fp),
        recall_micro: share(tp, relevant),
        precision_micro: share(tp, tp + fp),
        per_item,
    })
}

/// The canonical categories of InsufficiencyBench.
pub const CATEGORIES: [&str; 8] = [
    "jurisdiction",
    "controlling_text",
    "facts_of_harm",
    "parties_and_status",
    "procedural_posture",
    "user_goal",
    "timing",
    "consideration",
];

/// A missing element with its category.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CategorisedElement {
    /// Name.
    pub name: String,
    /// Category.
    pub category: String,
}

/// The missing elements of an item and those an answer identified. Exact duplicates collapse.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CategorisedItem {
    /// Name of the item, for messages only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The missing elements.
    pub gt: Vec<CategorisedElement>,
    /// Names the answer identified; names outside `gt` do not count.
    pub identified: Vec<String>,
}

/// Recall of one category.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct CategoryRecall {
    /// Element instances.
    pub n: usize,
    /// Of these, identified.
    pub hits: usize,
    /// Hits / n.
    pub recall: Option<f64>,
}

/// Recall by category, pooled over element instances.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RecallByCategory {
    /// By category.
    pub by_category: BTreeMap<String, CategoryRecall>,
    /// Over all instances; not the per-item mean of [`Insufficiency::recall_mean`].
    pub micro: Option<f64>,
    /// Mean over the defined categories.
    pub macro_defined: Option<f64>,
    /// Categories without an instance.
    pub n_undefined: usize,
}

/// Recall by category.
///
/// # Errors
/// When a category is given twice or an element's category is not among `categories`.
pub fn category_recall<C: AsRef<str>>(
    items: &[CategorisedItem],
    categories: &[C],
) -> Result<RecallByCategory, StatError> {
    let mut by_category: BTreeMap<String, CategoryRecall> = BTreeMap::new();
    for (index, category) in categories.iter().enumerate() {
        if by_category.insert(category.as_ref().to_owned(), CategoryRecall::default()).is_some() {
            return Err(StatError::conflict(
                format!("categories[{index}]"),
                format!("{:?} is given twice", category.as_ref()),
            ));
        }
    }
    for (index, item) in items.iter().enumerate() {
        let identified: BTreeSet<&str> = item.identified.iter().map(String::as_str).collect();
        for element in item.gt.iter().collect::<BTreeSet<_>>() {
            let Some(recall) = by_category.get_mut(&element.category) else {
                return Err(StatError::value(
                    format!("items[{index}].gt.category"),
                    format!("{:?}", element.category),
                    "one of `categories`",
                ));
            };
            recall.n += 1;
            recall.hits += usize::from(identified.contains(element.name.as_str()));
        }
    }
    for recall in by_category.values_mut() {
        recall.recall = share(recall.hits, recall.n);
    }
    let recalls: Vec<Option<f64>> = by_category.values().map(|recall| recall.recall).collect();
    Ok(RecallByCategory {
        micro: share(
            by_category.values().map(|recall| recall.hits).sum(),
            by_category.values().map(|recall| recall.n).sum(),
        ),
        macro_defined: mean_of_defined(&recalls),
        n_undefined: recalls.iter().filter(|recall| recall.is_none()).count(),
        by_category,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(kind: ItemKind, gt: &[&str], identified: &[&str], additional: &[&str]) -> ElementItem {
        let own = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        ElementItem {
            id: None,
            kind,
            gt: own(gt),
            identified: own(identified),
            additional: own(additional),
            claimed: false,
            judgments: Vec::new(),
        }
    }

    #[test]
    fn a_judge_that_breaks_its_rules_is_counted_not_scored() {
        let items = [item(ItemKind::Variant, &["a", "b"], &["a", "a", "zzz"], &["x", "x", "b"])];
        let scores = insufficiency(&items).unwrap().per_item[0];
        assert_eq!((scores.tp, scores.fp, scores.fn_count, scores.judge_violations), (1, 1, 1, 2));
    }

    #[test]
    fn silence_scores_zero_f2_and_no_precision() {
        let scores = insufficiency(&[item(ItemKind::Variant, &["a"], &[], &[])]).unwrap();
        assert_eq!((scores.f2_mean, scores.precision_mean, scores.safety_mean), (Some(0.0), None, None));
        assert_eq!(scores.per_item[0].n_missing_safety_judgments, 1);
    }

    #[test]
    fn a_variant_without_and_a_base_with_ground_truth_are_refused() {
        for wrong in [item(ItemKind::Variant, &[], &[], &[]), item(ItemKind::Base, &["a"], &[], &[])] {
            let error = insufficiency(&[wrong]).unwrap_err();
            assert!(error.to_string().contains("`items[0].gt`"), "{error}");
        }
    }

    #[test]
    fn contradicting_judgments_are_refused_and_equal_ones_collapse() {
        let judgment = |explains| ElementJudgment { element: "a".into(), explains, fabricated: None };
        let mut twice = item(ItemKind::Variant, &["a"], &["a"], &[]);
        twice.judgments = vec![judgment(Some(true)), judgment(Some(true))];
        assert_eq!(insufficiency(std::slice::from_ref(&twice)).unwrap().expl_acc_mean, Some(1.0));
        twice.judgments[1] = judgment(Some(false));
        assert!(insufficiency(&[twice]).is_err());
    }

    #[test]
    fn an_unknown_category_is_refused() {
        let element = CategorisedElement { name: "a".into(), category: "weather".into() };
        let item = CategorisedItem { id: None, gt: vec![element], identified: vec![] };
        let error = category_recall(&[item], &CATEGORIES).unwrap_err();
        assert!(error.to_string().contains("weather"), "{error}");
    }
}
