//! Assistants against each other: the section of a report, and the whole page of `compare`.

use super::Reporter;
use crate::case::Language;
use crate::report::document::{Block, Cell, Document, Section, Table, say};
use crate::report::pairs::{CaseGap, Contest, Flips, Headlines, Side, adjust};
use crate::report::seam::{Compared, Told};
use crate::report::words;
use crate::run::RunError;

/// Assistants up to which a report sets each against each.
const EACH_AGAINST_EACH: usize = 4;
/// Cases that a comparison names as the ones to read first.
const READ_FIRST: usize = 10;
/// Of these, the ones whose last messages it prints.
const PRINTED: usize = 3;

/// Two assistants, and how they compare.
pub struct Match<'a, R: Compared> {
    /// The one.
    pub a: Side<'a, R>,
    /// The other.
    pub b: Side<'a, R>,
    /// In what, and how.
    pub contests: Vec<Contest<R::Measure>>,
}

/// What the two sides of a comparison and its tables are called: the letters under which `compare` was
/// given them, or their places in a pair, since an assistant may itself be named by a letter.
pub struct PairWords {
    /// What begins the section of a report.
    pub intro: &'static str,
    /// The sides.
    pub sides: [&'static str; 2],
    /// The column of measures.
    pub measure: &'static str,
    /// Columns of their values.
    pub values: [&'static str; 2],
    /// The column of differences.
    pub difference: &'static str,
    /// Columns of cases that one side alone has right.
    pub only: [&'static str; 2],
    /// The column that counts cases.
    pub cases: &'static str,
    /// What is compared, in a sentence on what differs beyond chance.
    pub compared: &'static str,
    /// Below the paired comparison.
    pub note: &'static str,
    /// The table of cases that flip, and what stands below it.
    pub flips: [&'static str; 2],
    /// The first words of a comparison.
    pub differences: &'static str,
    /// The table of headline metrics, and what stands below it.
    pub headlines: [&'static str; 2],
    /// What begins the list of cases to be read.
    pub to_read: &'static str,
    /// Its columns of cases, and of what is to be known of each.
    pub case: [&'static str; 2],
}

impl<'a, R: Told> Reporter<'a, R> {
    /// Every pair that a report compares.
    pub(super) fn matches(&self) -> Vec<Match<'a, R>> {
        let mut matches = Vec::new();
        for run in self.runs {
            let n = run.assistants().len();
            let firsts = if n <= EACH_AGAINST_EACH { n } else { 1 };
            for first in 0..firsts {
                for second in first + 1..n {
                    let (a, b) = (Side { run, assistant: first }, Side { run, assistant: second });
                    matches.push(Match { a, b, contests: R::contests(a, b, None) });
                }
            }
        }
        adjust_all(&mut matches);
        matches
    }

    pub(super) fn versus(&self, matches: &[Match<'_, R>]) -> Option<Section> {
        matches.first()?;
        let words = R::pair_words(self.language, false);
        let mut blocks = vec![Block::Text(words.intro.to_owned())];
        blocks.push(Block::Table(contest_table(matches, Form::Report, self)));
        blocks.extend(flip_table(matches, Form::Report, self).map(Block::Table));
        if self.runs.iter().any(|run| run.assistants().len() > EACH_AGAINST_EACH) {
            blocks.push(self.text(
                "With so many assistants, each is set against the first alone; “lexconsult compare” takes any two.",
                "助手较多，此处仅各与首位比较；“lexconsult compare”可比较任意两个。",
            ));
        }
        Some(self.section("versus", "Assistants against each other", "助手两两比较", blocks))
    }
}

fn adjust_all<R: Compared>(matches: &mut [Match<'_, R>]) {
    let mut all: Vec<&mut Contest<R::Measure>> =
        matches.iter_mut().flat_map(|pair| &mut pair.contests).collect();
    adjust(&mut all);
}

fn contest_table<R: Told>(matches: &[Match<'_, R>], form: Form, reporter: &Reporter<'_, R>) -> Table {
    let t = |en, zh| say(reporter.language, en, zh);
    let words = R::pair_words(reporter.language, form != Form::Report);
    let headings = [
        t("run", "运行"),
        words.sides[0],
        words.sides[1],
        words.measure,
        words.values[0],
        words.values[1],
        words.difference,
        t("#95% interval", "#95%区间"),
        "#p",
        t("#p, Holm", "#p（Holm）"),
        words.cases,
    ];
    let mut table = Table::new(t("Paired comparison", "配对比较"), &headings);
    for pair in matches {
        for contest in &pair.contests {
            table.row(vec![
                Cell::text(form.run(pair)),
                Cell::text(form.name(pair.a)),
                Cell::text(form.name(pair.b)),
                Cell::text(R::measure_name(reporter, contest.measure)),
                Cell::score(contest.mean_a),
                Cell::score(contest.mean_b),
                Cell::score(contest.diff),
                Cell::Interval(contest.low, contest.high),
                Cell::P(contest.p),
                Cell::P(contest.p_holm),
                Cell::Count(contest.cases as u64),
            ]);
        }
    }
    table.note(words.note);
    reporter.by_run(table, 0)
}

/// Cases that flipped each way; nothing where no case is right or wrong.
fn flip_table<R: Told>(matches: &[Match<'_, R>], form: Form, reporter: &Reporter<'_, R>) -> Option<Table> {
    let t = |en, zh| say(reporter.language, en, zh);
    let words = R::pair_words(reporter.language, form != Form::Report);
    let headings = [
        t("run", "运行"),
        words.sides[0],
        words.sides[1],
        words.measure,
        words.only[0],
        words.only[1],
        t("#p, McNemar", "#p（McNemar）"),
        words.cases,
    ];
    let [caption, note] = words.flips;
    let mut table = Table::new(caption, &headings);
    for pair in matches {
        for contest in &pair.contests {
            let Some(Flips { a_only, b_only, p }) = contest.flips else { continue };
            table.row(vec![
                Cell::text(form.run(pair)),
                Cell::text(form.name(pair.a)),
                Cell::text(form.name(pair.b)),
                Cell::text(R::measure_name(reporter, contest.measure)),
                Cell::Count(u64::from(a_only)),
                Cell::Count(u64::from(b_only)),
                Cell::P(Some(p)),
                Cell::Count(contest.cases as u64),
            ]);
        }
    }
    table.note(note);
    (!table.rows.is_empty()).then(|| reporter.by_run(table, 0))
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
    fn run<R: Compared>(self, pair: &Match<'_, R>) -> String {
        if self == Self::Report { pair.a.run.name().to_owned() } else { String::new() }
    }

    fn name<R: Compared>(self, side: Side<'_, R>) -> String {
        if self == Self::TwoRuns { format!("{}: {}", side.run.name(), side.name()) } else { side.name() }
    }
}

/// The page of `compare`: the pairs, on the cases that both have.
///
/// # Errors
/// When a record cannot be read.
pub fn comparison<R: Told>(
    language: Language,
    pairs: &[(Side<'_, R>, Side<'_, R>)],
    allowed: &[String],
    resamples: usize,
) -> Result<Document, RunError> {
    let t = |en, zh| say(language, en, zh);
    let mut headlines = Headlines::of(resamples);
    let mut matches: Vec<Match<'_, R>> = pairs
        .iter()
        .map(|(a, b)| Match { a: *a, b: *b, contests: R::contests(*a, *b, Some(&mut headlines)) })
        .collect();
    adjust_all(&mut matches);
    let two_runs = pairs.first().is_some_and(|(a, b)| a.run.path() != b.run.path());
    let runs: Vec<&R> = pairs.first().map(|(a, b)| vec![a.run, b.run]).unwrap_or_default();
    let naming = Reporter { language, runs: &[], probes: &[] };
    let words = R::pair_words(language, true);
    let form = if two_runs { Form::TwoRuns } else { Form::OneRun };
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
        if run.ruled(&naming).is_some() {
            blocks.push(Block::Notice(match language {
                Language::En => format!("{}: rules, not models.", run.name()),
                Language::Zh => format!("{}：是规则，不是模型。", run.name()),
            }));
        }
    }
    blocks.push(Block::Text(words.differences.to_owned()));
    blocks.push(Block::Table(headline_table(&matches, form, &naming)));
    blocks.push(Block::Table(contest_table(&matches, form, &naming)));
    blocks.extend(flip_table(&matches, form, &naming).map(Block::Table));
    let mut sections =
        vec![Section { id: "comparison", title: t("Comparison", "比较").to_owned(), blocks }];
    sections.push(to_read(&matches, form, &naming)?);
    let titles: Vec<String> =
        matches.iter().map(|pair| format!("{} / {}", form.name(pair.a), form.name(pair.b))).take(3).collect();
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

fn headline_table<R: Told>(matches: &[Match<'_, R>], form: Form, naming: &Reporter<'_, R>) -> Table {
    let language = naming.language;
    let t = |en, zh| say(language, en, zh);
    let words = R::pair_words(language, true);
    let headings = [
        "A",
        "B",
        R::slice_heading(language),
        t("metric", "指标"),
        "#A",
        "#B",
        "#B − A",
        t("#95% interval", "#95%区间"),
        words.cases,
        t("#left out", "#未计"),
    ];
    let [caption, note] = words.headlines;
    let mut table = Table::new(caption, &headings);
    for pair in matches {
        for contest in &pair.contests {
            let Some(headline) = &contest.headline else { continue };
            table.row(vec![
                Cell::text(form.name(pair.a)),
                Cell::text(form.name(pair.b)),
                Cell::text(R::place_name(naming, contest.measure)),
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
    table.note(note);
    table
}

fn to_read<R: Told>(
    matches: &[Match<'_, R>],
    form: Form,
    naming: &Reporter<'_, R>,
) -> Result<Section, RunError> {
    let language = naming.language;
    let t = |en, zh| say(language, en, zh);
    let words = R::pair_words(language, true);
    let mut blocks = vec![Block::Text(words.to_read.to_owned())];
    for pair in matches {
        let mut ranked: Vec<(R::Measure, &CaseGap)> = pair
            .contests
            .iter()
            .filter(|contest| R::is_to_read(contest.measure))
            .flat_map(|contest| contest.ranked.iter().take(READ_FIRST).map(move |gap| (contest.measure, gap)))
            .filter(|(_, gap)| gap.a != gap.b)
            .collect();
        ranked.sort_by(|(_, x), (_, y)| (y.a - y.b).abs().total_cmp(&(x.a - x.b).abs()));
        ranked.truncate(READ_FIRST);
        let caption = format!("A: {}, B: {}", form.name(pair.a), form.name(pair.b));
        let headings = [words.case[0], words.case[1], words.measure, words.values[0], words.values[1]];
        let mut table = Table::new(caption, &headings);
        for (measure, gap) in &ranked {
            table.row(vec![
                Cell::text(&gap.case),
                Cell::text(pair.a.run.about(&gap.case)),
                Cell::text(R::measure_name(naming, *measure)),
                Cell::score(Some(gap.a)),
                Cell::score(Some(gap.b)),
            ]);
        }
        table.note(match language {
            Language::En => {
                format!(
                    "“lexconsult show {} --case ID” prints all that was said.",
                    pair.a.run.path().display()
                )
            }
            Language::Zh => {
                format!("“lexconsult show {} --case ID”可打印全部对话。", pair.a.run.path().display())
            }
        });
        blocks.push(Block::Table(table));
        for (measure, gap) in ranked.iter().take(PRINTED) {
            for (letter, side) in [("A", pair.a), ("B", pair.b)] {
                if let Some((repeat, text)) = R::last_words(side, *measure, &gap.case)? {
                    let who = format!(
                        "{letter} {} · {} · {} · {} {repeat}",
                        form.name(side),
                        gap.case,
                        R::measure_name(naming, *measure),
                        t("repeat", "第几次重复：")
                    );
                    blocks.push(Block::Said { who, text });
                }
            }
        }
    }
    Ok(Section { id: "to-read-first", title: t("To read first", "先读这些").to_owned(), blocks })
}
