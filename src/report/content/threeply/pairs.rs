//! How comparisons of arguments are worded.

use crate::case::Language;
use crate::report::content::PairWords;
use crate::report::document::say;

/// See [`PairWords`].
pub(super) fn words(language: Language, lettered: bool) -> PairWords {
    let t = |en, zh| say(language, en, zh);
    let (sides, values, difference, only) = match (language, lettered) {
        (_, true) => {
            (["A", "B"], ["#A", "#B"], "#B − A", [t("#only A right", "#仅A对"), t("#only B right", "#仅B对")])
        }
        (Language::En, false) => (
            ["one assistant", "the other"],
            ["#the one", "#the other"],
            "#the other less the one",
            ["#only the one right", "#only the other right"],
        ),
        (Language::Zh, false) => {
            (["前者", "后者"], ["#前者", "#后者"], "#后者减前者", ["#仅前者对", "#仅后者对"])
        }
    };
    PairWords {
        intro: t(
            "Each pair of assistants of a run, on the same triples in the same mode. Each number is the mean over triples; the difference is the other less the one: below 0 the one is better. What the strict policy tells is compared where it differs from what the paper's does; a number that no triple has on both sides is left out. p is adjusted by Holm over all rows. An interval that holds 0, or an adjusted p above 0.05, is no proof that the two are alike.",
            "同一运行中各对助手在同一模式、同一三元组上的比较。各数均为三元组均值；差值为后者减前者，负值表示前者较好。严格口径仅在与论文口径不同时另行比较；无一三元组双方均有的数值从略。p 值按Holm法就所有行校正。区间含0或校正后 p 大于0.05，并不证明二者相同。",
        ),
        sides,
        measure: t("what", "比较项"),
        values,
        difference,
        only,
        cases: t("#triples", "#三元组"),
        compared: t(
            "means over triples, paired by triple; by the paper's policy, to which an abstention is faithful, unless strict is said",
            "三元组均值，按三元组配对；未注明严格者为论文口径，弃权视为忠实",
        ),
        note: t(
            "Intervals and p: paired t test over triples. p has no value where every triple differs by the same amount, since there is no spread to test against; nor has the interval of a share.",
            "区间与 p：按三元组的配对 t 检验。各三元组差值全同者，无离散程度可资检验，p 无定义；比例亦无区间。",
        ),
        flips: [
            t("Triples that flip", "此对彼错的三元组"),
            t(
                "Of what is right or wrong on each triple: abstaining where it is required, citing a right precedent. A triple counts as right where more than half of its repeats are. p by McNemar's exact test, not adjusted.",
                "仅就每个三元组可判对错者：应弃权而弃权、援引得当的先例。重复过半为对方计为对。p 为McNemar精确检验，未经校正。",
            ),
        ],
        differences: t(
            "Differences are B minus A, on the same triples in the same mode; an argument lost on one side is taken out on both.",
            "差值均为 B 减 A，只计同一模式下双方共有的三元组；一方缺失的论证双方均剔除。",
        ),
        headlines: [
            t("Means on the common triples", "共有三元组上的均值"),
            t(
                "Intervals: percentile bootstrap over triples of the paired difference; none for a single triple. Left out are triples on which only one side has the number.",
                "区间：配对差值按三元组的百分位自助法，仅一个三元组时无区间。未计者为仅一方有此数值的三元组。",
            ),
        ],
        to_read: t(
            "The triples on which the two differ most, over all modes. Numbers about few triples are best checked by reading them.",
            "双方相差最大的三元组（各模式合计）。三元组不多时，数字最好读原文核对。",
        ),
        case: [t("triple", "三元组"), t("complexity", "复杂度")],
    }
}
