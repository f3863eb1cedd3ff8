//! Assistants against each other: the section of a report, and the whole page of `compare`.

use super::Reporter;
use crate::case::Language;
use crate::report::document::{Block, Cell, Document, Section, Table, say};
use crate::report::evidence::Evidence;
use crate::report::pairs::{Contest, Headlines, Side, adjust, contests};
use crate::report::units::{Slice, Unit};
use crate::report::words;
use crate::run::RunError;

/// Assistants up to which a report sets each against each.
const EACH_AGAINST_EACH: usize = 4;
/// Cases that a comparison names as the ones to read first.
const READ_FIRST: usize = 10;
/// Of these, the ones whose last messages it prints.
const PRINTED: usize = 3;

/// Two assistants, and how they compare.
struct Match<'a> {
    a: Side<'a>,
    b: Side<'a>,
    contests: Vec<Contest>,
}

impl Reporter<'_> {
    pub(super) fn versus(&self) -> Option<Section> {
        let mut matches = Vec::new();
        let mut each = true;
        for run in self.runs {
            let n = run.assistants().len();
            each &= n <= EACH_AGAINST_EACH;
            let firsts = if n <= EACH_AGAINST_EACH { n } else { 1 };
            for first in 0..firsts {
                for second in first + 1..n {
                    let (a, b) = (Side { run, assistant: first }, Side { run, assistant: second });
                    matches.push(Match { a, b, contests: contests(a, b, None) });
                }
            }
        }
        if matches.is_empty() {
            return None;
        }
        adjust_all(&mut matches);
        let mut blocks = vec![self.text(
            "Each pair of assistants of a run, on the cases that both have. Right is the share right a case (class seen, question accepted, claims right), the mean over cases, and no headline metric: F1 and QWK have no value for a single case. The difference is the other less the one: below 0 the one is better. p is adjusted by Holm over the pairs of all runs. An interval that holds 0, or an adjusted p above 0.05, is no proof that the two are alike.",
            "同一运行中各对助手在共有案例上的比较。“判对”为每案判对率（类别判对、提问合格、请求判对）的均值，并非主要指标：F1与QWK就单个案例无定义。差值为后者减前者，负值表示前者较好；p 值按Holm法就所有运行的各对校正。区间含0或校正后 p 大于0.05，并不证明二者相同。",
        )];
        blocks.push(Block::Table(contest_table(self.language, &matches, Form::Report, self)));
        blocks.push(Block::Table(flip_table(self.language, &matches, Form::Report, self)));
        if !each {
            blocks.push(self.text(
                "With so many assistants, each is set against the first alone; “lexconsult compare” takes any two.",
                "助手较多，此处仅各与首位比较；“lexconsult compare”可比较任意两个。",
            ));
        }
        Some(self.section("versus", "Assistants against each other", "助手两两比较", blocks))
    }
}

fn adjust_all(matches: &mut [Match<'_>]) {
    let mut all: Vec<&mut Contest> = matches.iter_mut().flat_map(|pair| &mut pair.contests).collect();
    adjust(&mut all);
}

/// What the two sides are called: the letters under which `compare` was given them, or their places in
/// a pair, since an assistant may itself be named by a letter.
struct Heads {
    one: &'static str,
    other: &'static str,
    right: [&'static str; 2],
    difference: &'static str,
    only: [&'static str; 2],
}

fn heads(language: Language, lettered: bool) -> Heads {
    match (language, lettered) {
        (Language::En, true) => Heads {
            one: "A",
            other: "B",
            right: ["#A right", "#B right"],
            difference: "#B − A",
            only: ["#only A right", "#only B right"],
        },
        (Language::Zh, true) => Heads {
            one: "A",
            other: "B",
            right: ["#A 判对", "#B 判对"],
            difference: "#B − A",
            only: ["#仅A对", "#仅B对"],
        },
        (Language::En, false) => Heads {
            one: "one assistant",
            other: "the other",
            right: ["#right, the one", "#right, the other"],
            difference: "#the other less the one",
            only: ["#only the one right", "#only the other right"],
        },
        (Language::Zh, false) => Heads {
            one: "前者",
            other: "后者",
            right: ["#前者判对", "#后者判对"],
            difference: "#后者减前者",
            only: ["#仅前者对", "#仅后者对"],
        },
    }
}

fn contest_table(language: Language, matches: &[Match<'_>], form: Form, reporter: &Reporter<'_>) -> Table {
    let t = |en, zh| say(language, en, zh);
    let heads = heads(language, form != Form::Report);
    let headings = [
        t("run", "运行"),
        heads.one,
        heads.other,
        t("task", "任务"),
        heads.right[0],
        heads.right[1],
        heads.difference,
        t("#95% interval", "#95%区间"),
        "#p",
        t("#p, Holm", "#p（Holm）"),
        t("#cases", "#案例"),
    ];
    let mut table = Table::new(t("Paired comparison", "配对比较"), &headings);
    for pair in matches {
        for contest in &pair.contests {
            table.row(vec![
                Cell::text(form.run(pair)),
                Cell::text(form.name(pair.a)),
                Cell::text(form.name(pair.b)),
                Cell::text(reporter.slice_name(contest.slice)),
                Cell::score(contest.right_a),
                Cell::score(contest.right_b),
                Cell::score(contest.diff),
                Cell::Interval(contest.low, contest.high),
                Cell::P(contest.p),
                Cell::P(contest.p_holm),
                Cell::Count(contest.cases as u64),
            ]);
        }
    }
    table.note(t(
        "Intervals and p: paired t test over cases. p has no value where every case differs by the same amount, since there is no spread to test against.",
        "区间与 p：按案例的配对 t 检验。各案例差值全同者，无离散程度可资检验，p 无定义。",
    ));
    reporter.by_run(table, 0)
}

/// Cases that flipped each way.
fn flip_table(language: Language, matches: &[Match<'_>], form: Form, reporter: &Reporter<'_>) -> Table {
    let t = |en, zh| say(language, en, zh);
    let heads = heads(language, form != Form::Report);
    let headings = [
        t("run", "运行"),
        heads.one,
        heads.other,
        t("task", "任务"),
        heads.only[0],
        heads.only[1],
        t("#p, McNemar", "#p（McNemar）"),
        t("#cases", "#案例"),
    ];
    let mut table = Table::new(t("Cases that flip", "此对彼错的案例"), &headings);
    for pair in matches {
        for contest in &pair.contests {
            table.row(vec![
                Cell::text(form.run(pair)),
                Cell::text(form.name(pair.a)),
                Cell::text(form.name(pair.b)),
                Cell::text(reporter.slice_name(contest.slice)),
                Cell::Count(u64::from(contest.a_only)),
                Cell::Count(u64::from(contest.b_only)),
                Cell::P(Some(contest.p_flips)),
                Cell::Count(contest.cases as u64),
            ]);
        }
    }
    table.note(t(
        "A case counts as right where more than half of it is (units, or claims): one that is half right is not. p by McNemar's exact test, not adjusted; it asks another question than the paired comparison, and may answer otherwise.",
        "一案过半（单位或请求）判对方计为对，恰为一半者不计。p 为McNemar精确检验，未经校正；其所问与配对比较不同，结论可以不同。",
    ));
    reporter.by_run(table, 0)
}

/// How sides are named.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// In a report: both sides are of one run, which has a column of its own.
    Report,
    /// In a comparison within a run.
    OneRun,
    /// In a comparison of two runs.
    TwoRuns,
}

impl Form {
    fn run(self, pair: &Match<'_>) -> String {
        if self == Self::Report { pair.a.run.name.clone() } else { String::new() }
    }

    fn name(self, side: Side<'_>) -> String {
        side_name(side, self == Self::TwoRuns)
    }
}

fn side_name(side: Side<'_>, with_run: bool) -> String {
    if with_run { format!("{}: {}", side.run.name, side.name()) } else { side.name() }
}

/// The page of `compare`: the pairs, on the cases that both have.
///
/// # Errors
/// When a record cannot be read.
pub fn comparison(
    language: Language,
    pairs: &[(Side<'_>, Side<'_>)],
    allowed: &[String],
    resamples: usize,
) -> Result<Document, RunError> {
    let t = |en, zh| say(language, en, zh);
    let mut headlines = Headlines::of(resamples);
    let mut matches: Vec<Match<'_>> = pairs
        .iter()
        .map(|(a, b)| Match { a: *a, b: *b, contests: contests(*a, *b, Some(&mut headlines)) })
        .collect();
    adjust_all(&mut matches);
    let two_runs = pairs.first().is_some_and(|(a, b)| a.run.path != b.run.path);
    let runs: Vec<&Evidence> = pairs.first().map(|(a, b)| vec![a.run, b.run]).unwrap_or_default();
    let naming = Reporter { language, runs: &[], probes: &[] };
    let form = if two_runs { Form::TwoRuns } else { Form::OneRun };
    let title = |side: Side<'_>| form.name(side);
    let mut blocks = Vec::new();
    if !allowed.is_empty() {
        blocks.push(Block::Notice(match language {
            Language::En => format!(
                "These runs differ in {}, and are compared all the same because that was allowed: a difference below may come from that, and not from the assistants.",
                words::list(language, allowed)
            ),
            Language::Zh => format!(
                "这两次运行在{}上不同，经允许仍作比较：以下差异可能由此而来，而非出自助手。",
                words::list(language, allowed)
            ),
        }));
    }
    for run in runs.iter().take(if two_runs { 2 } else { 1 }) {
        if run.scores.rules {
            blocks.push(Block::Notice(match language {
                Language::En => format!("{}: rules, not models.", run.name),
                Language::Zh => format!("{}：是规则，不是模型。", run.name),
            }));
        }
    }
    blocks.push(Block::Text(t(
        "Differences are B minus A, on the cases that both have; a unit lost on one side is taken out on both.",
        "差值均为 B 减 A，只计双方共有的案例；一方缺失的单位双方均剔除。",
    ).to_owned()));
    blocks.push(Block::Table(headline_table(language, &matches, &naming, &title)));
    blocks.push(Block::Table(contest_table(language, &matches, form, &naming)));
    blocks.push(Block::Table(flip_table(language, &matches, form, &naming)));
    let mut sections =
        vec![Section { id: "comparison", title: t("Comparison", "比较").to_owned(), blocks }];
    sections.push(to_read(language, &matches, &naming, &title)?);
    let titles: Vec<String> =
        matches.iter().map(|pair| format!("{} / {}", title(pair.a), title(pair.b))).take(3).collect();
    Ok(Document {
        title: format!(
            "{}{}",
            t("LexConsult comparison: ", "LexConsult 比较："),
            words::list(language, &titles)
        ),
        language,
        sections,
    })
}

fn headline_table(
    language: Language,
    matches: &[Match<'_>],
    naming: &Reporter<'_>,
    title: &dyn Fn(Side<'_>) -> String,
) -> Table {
    let t = |en, zh| say(language, en, zh);
    let headings = [
        "A",
        "B",
        t("task", "任务"),
        t("metric", "指标"),
        "#A",
        "#B",
        "#B − A",
        t("#95% interval", "#95%区间"),
        t("#cases", "#案例"),
        t("#left out", "#未计"),
    ];
    let mut table = Table::new(t("Headline metrics on the common cases", "共有案例上的主要指标"), &headings);
    for pair in matches {
        for contest in &pair.contests {
            let Some(headline) = &contest.headline else { continue };
            table.row(vec![
                Cell::text(title(pair.a)),
                Cell::text(title(pair.b)),
                Cell::text(naming.slice_name(contest.slice)),
                Cell::text(words::metric(language, headline.metric)),
                Cell::score(headline.a),
                Cell::score(headline.b),
                Cell::score(headline.diff),
                Cell::Interval(headline.low, headline.high),
                Cell::Count(contest.cases as u64),
                Cell::Count(contest.left_out as u64),
            ]);
        }
    }
    table.note(t(
        "Intervals: percentile bootstrap over cases, both sides drawn alike. Cases left out are those that only one side has.",
        "区间：案例的百分位自助法，双方同抽。未计者为仅一方具有的案例。",
    ));
    table
}

fn to_read(
    language: Language,
    matches: &[Match<'_>],
    naming: &Reporter<'_>,
    title: &dyn Fn(Side<'_>) -> String,
) -> Result<Section, RunError> {
    let t = |en, zh| say(language, en, zh);
    let mut blocks = vec![Block::Text(
        t(
            "The cases on which the two differ most, over all tasks. Numbers about few cases are best checked by reading them.",
            "双方相差最大的案例（各任务合计）。案例不多时，数字最好读原文核对。",
        )
        .to_owned(),
    )];
    for pair in matches {
        let mut ranked: Vec<(Slice, &crate::report::pairs::CaseGap)> = pair
            .contests
            .iter()
            .flat_map(|contest| contest.ranked.iter().take(READ_FIRST).map(move |gap| (contest.slice, gap)))
            .filter(|(_, gap)| gap.a != gap.b)
            .collect();
        ranked.sort_by(|(_, x), (_, y)| (y.a - y.b).abs().total_cmp(&(x.a - x.b).abs()));
        ranked.truncate(READ_FIRST);
        let caption = format!("A: {}, B: {}", title(pair.a), title(pair.b));
        let headings = [
            t("case", "案例"),
            t("cause", "案由"),
            t("task", "任务"),
            t("#A right", "#A 判对"),
            t("#B right", "#B 判对"),
        ];
        let mut table = Table::new(caption, &headings);
        for (slice, gap) in &ranked {
            let cause = pair.a.run.study.pack.case(&gap.case).map(|case| case.cause.clone());
            table.row(vec![
                Cell::text(&gap.case),
                Cell::text(cause.unwrap_or_default()),
                Cell::text(naming.slice_name(*slice)),
                Cell::score(Some(gap.a)),
                Cell::score(Some(gap.b)),
            ]);
        }
        table.note(match language {
            Language::En => {
                format!("“lexconsult show {} --case ID” prints all that was said.", pair.a.run.path.display())
            }
            Language::Zh => {
                format!("“lexconsult show {} --case ID”可打印全部对话。", pair.a.run.path.display())
            }
        });
        blocks.push(Block::Table(table));
        for (slice, gap) in ranked.iter().take(PRINTED) {
            for (letter, side) in [("A", pair.a), ("B", pair.b)] {
                if let Some((repeat, text)) = last_message(side, *slice, &gap.case)? {
                    let who = format!(
                        "{letter} {} · {} · {} · {} {repeat}",
                        title(side),
                        gap.case,
                        naming.slice_name(*slice),
                        t("repeat", "第几次重复：")
                    );
                    blocks.push(Block::Said { who, text });
                }
            }
        }
    }
    Ok(Section { id: "to-read-first", title: t("To read first", "先读这些").to_owned(), blocks })
}

/// The last message of the first repeat in which the unit is not fully right, else of the first one.
fn last_message(side: Side<'_>, slice: Slice, case: &str) -> Result<Option<(u32, String)>, RunError> {
    let cases = side.run.study.cases();
    let of_case =
        |unit: &Unit| unit.slice == slice && unit.assistant == side.assistant && cases[unit.case].id == case;
    let mut units: Vec<_> = side.run.units().filter(of_case).collect();
    units.sort_by_key(|unit| (unit.right >= 1.0, unit.repeat));
    let Some(unit) = units.first() else { return Ok(None) };
    let record = side.run.record(unit)?;
    let said = record.transcript.messages().last().map(|(_, spoken)| spoken.turn.text.clone());
    Ok(said.map(|text| (unit.repeat, text)))
}
