//! How comparisons of consultations are worded.

use crate::case::Language;
use crate::report::content::PairWords;
use crate::report::document::say;

/// See [`PairWords`].
pub(super) fn words(language: Language, lettered: bool) -> PairWords {
    let t = |en, zh| say(language, en, zh);
    let (sides, values, difference, only) = match (language, lettered) {
        (Language::En, true) => {
            (["A", "B"], ["#A right", "#B right"], "#B − A", ["#only A right", "#only B right"])
        }
        (Language::Zh, true) => (["A", "B"], ["#A 判对", "#B 判对"], "#B − A", ["#仅A对", "#仅B对"]),
        (Language::En, false) => (
            ["one assistant", "the other"],
            ["#right, the one", "#right, the other"],
            "#the other less the one",
            ["#only the one right", "#only the other right"],
        ),
        (Language::Zh, false) => {
            (["前者", "后者"], ["#前者判对", "#后者判对"], "#后者减前者", ["#仅前者对", "#仅后者对"])
        }
    };
    PairWords {
        intro: t(
            "Each pair of assistants of a run, on the cases that both have. Right is the share right a case (class seen, question accepted, claims right), the mean over cases, and no headline metric: F1 and QWK have no value for a single case. The difference is the other less the one: below 0 the one is better. p is adjusted by Holm over the pairs of all runs. An interval that holds 0, or an adjusted p above 0.05, is no proof that the two are alike.",
            "同一运行中各对助手在共有案例上的比较。“判对”为每案判对率（类别判对、提问合格、请求判对）的均值，并非主要指标：F1与QWK就单个案例无定义。差值为后者减前者，负值表示前者较好；p 值按Holm法就所有运行的各对校正。区间含0或校正后 p 大于0.05，并不证明二者相同。",
        ),
        sides,
        measure: t("task", "任务"),
        values,
        difference,
        only,
        cases: t("#cases", "#案例"),
        compared: t("share right a case, paired by case", "每案判对率，按案例配对"),
        note: t(
            "Intervals and p: paired t test over cases. Interval and p have no value where every case differs by the same amount, since there is no spread to test against.",
            "区间与 p：按案例的配对 t 检验。各案例差值全同者，无离散程度可资检验，区间与 p 无定义。",
        ),
        flips: [
            t("Cases that flip", "此对彼错的案例"),
            t(
                "A case counts as right where more than half of it is (units, or claims): one that is half right is not. p by McNemar's exact test, not adjusted; it asks another question than the paired comparison, and may answer otherwise.",
                "一案过半（单位或请求）判对方计为对，恰为一半者不计。p 为McNemar精确检验，未经校正；其所问与配对比较不同，结论可以不同。",
            ),
        ],
        differences: t(
            "Differences are B minus A, on the cases that both have; a unit lost on one side is taken out on both.",
            "差值均为 B 减 A，只计双方共有的案例；一方缺失的单位双方均剔除。",
        ),
        headlines: [
            t("Headline metrics on the common cases", "共有案例上的主要指标"),
            t(
                "Intervals: percentile bootstrap over cases, both sides drawn alike; none where a success rate differs alike in every draw. One without width is no certainty. Cases left out are those that only one side has.",
                "区间：案例的百分位自助法，双方同抽；成功率之差每次抽取都相同者无区间。区间宽度为零并非确定无疑。未计者为仅一方具有的案例。",
            ),
        ],
        to_read: t(
            "The cases on which the two differ most, over all tasks. Numbers about few cases are best checked by reading them.",
            "双方相差最大的案例（各任务合计）。案例不多时，数字最好读原文核对。",
        ),
        case: [t("case", "案例"), t("cause", "案由")],
    }
}
