//! What a report comes to, before anything else: the headline figures, what differs beyond chance, what
//! was lost, and what changes the reading. Nothing is said here that a table below does not carry.

use super::{Match, Reporter};
use crate::case::Language;
use crate::report::document::{Block, Cell, Section};
use crate::report::pairs::Contest;
use crate::report::seam::{Sliced, Told};
use crate::report::words;
use crate::suite::Estimate;

/// Differences that are named; further ones are counted.
const NAMED: usize = 6;

impl<R: Told> Reporter<'_, R> {
    pub(super) fn findings(&self, matches: &[Match<'_, R>]) -> Section {
        let mut blocks = self.once_where_agreed(|run| (self.warnings(run), Vec::new()));
        let figures: Vec<String> = self
            .alike(|player| self.figures(player.run, &player.name))
            .into_iter()
            .map(|(name, figures)| format!("{name}{}{figures}", self.say(": ", "：")))
            .collect();
        if !figures.is_empty() {
            blocks.push(
                self.text("Headline figures, each with its 95% interval:", "主要结果，方括号内为95%区间："),
            );
            blocks.push(Block::Points(figures));
        }
        blocks.extend(self.beyond_chance(matches));
        let lost = self.losses();
        blocks.push(match lost.as_slice() {
            [alone] => Block::Text(alone.clone()),
            _ => Block::Points(lost),
        });
        self.section("findings", "In short", "要点", blocks)
    }

    /// How much each run lost, and why; once where it is the same in all of them.
    fn losses(&self) -> Vec<String> {
        let mut lost: Vec<String> = self.runs.iter().map(|run| self.lost(run)).collect();
        let alike = lost.windows(2).all(|two| two[0] == two[1]);
        if alike {
            lost.truncate(1);
            return lost;
        }
        let of_run = |(run, lost): (&R, String)| format!("{}{}{lost}", run.name(), self.say(": ", "："));
        self.runs.iter().zip(lost).map(of_run).collect()
    }

    /// What changes the reading of a run's numbers.
    fn warnings(&self, run: &R) -> Vec<String> {
        let mut warnings = Vec::new();
        if run.scores().smoke_model {
            warnings.push(self.smoke().to_owned());
        }
        if let Some(ruled) = run.ruled(self) {
            let who = words::list(self.language, &ruled.roles);
            warnings.push(match self.language {
                Language::En => format!("Rules, not models: built-in rules played {who}."),
                Language::Zh => format!("是规则，不是模型：{who}由内置规则扮演。"),
            });
        }
        warnings.extend(self.much_lost(run));
        warnings.extend(run.cautions(self));
        warnings
    }

    /// The headline figures of an assistant, slice by slice.
    fn figures(&self, run: &R, assistant: &str) -> Option<String> {
        let mut found = Vec::new();
        for slice in run.slices() {
            let of_slice: Vec<String> = slice
                .headlines()
                .iter()
                .filter_map(|metric| Some(self.figure(run.estimate(slice, assistant, None, metric)?)))
                .collect();
            if !of_slice.is_empty() {
                let gap = self.say(" ", "·");
                found.push(format!(
                    "{}{gap}{}",
                    R::slice_name(self, slice),
                    words::list(self.language, &of_slice)
                ));
            }
        }
        (!found.is_empty()).then(|| found.join(self.say("; ", "；")))
    }

    /// A number by name, with its interval where it has one.
    fn figure(&self, estimate: &Estimate) -> String {
        let name = words::metric(self.language, &estimate.metric);
        let point = Cell::score(estimate.point).shown(self.language);
        let interval = match (estimate.low, estimate.high) {
            (Some(low), Some(high)) => {
                format!(" {}", Cell::Interval(Some(low), Some(high)).shown(self.language))
            }
            _ => String::new(),
        };
        let incomplete = match estimate.incomplete {
            true => self.say(" (incomplete)", "（不完整）"),
            false => "",
        };
        format!("{name} {point}{interval}{incomplete}")
    }

    /// Which assistants differ beyond chance, by the paired comparison.
    fn beyond_chance(&self, matches: &[Match<'_, R>]) -> Vec<Block> {
        if matches.is_empty() {
            return Vec::new();
        }
        let (mut tested, mut constant) = (0_usize, 0_usize);
        let mut found: Vec<(f64, String)> = Vec::new();
        for pair in matches {
            for contest in &pair.contests {
                tested += usize::from(contest.p.is_some());
                let apart = contest.diff.is_some_and(|diff| diff != 0.0);
                constant += usize::from(contest.p.is_none() && contest.cases > 1 && apart);
                let difference = self.difference(pair, contest).filter(|_| contest.differs());
                found.extend(contest.p_holm.zip(difference));
            }
        }
        found.sort_by(|(x, _), (y, _)| x.total_cmp(y));
        let (n, compared) = (found.len(), R::pair_words(self.language, false).compared);
        let mut said = match (self.language, tested, n) {
            (Language::En, 0, _) => format!(
                "Differences between assistants ({compared}): none could be tested, for want of cases or of spread."
            ),
            (Language::Zh, 0, _) => {
                format!("助手之间的差异（{compared}）：案例或离散程度不足，均无法检验。")
            }
            (Language::En, _, 0) => format!(
                "Differences between assistants ({compared}): of {tested} tested, none is beyond chance (p, adjusted by Holm, under 0.05). That does not show that they are alike."
            ),
            (Language::Zh, _, 0) => format!(
                "助手之间的差异（{compared}）：检验{tested}项，无一超出偶然（p经Holm法校正，小于0.05）。这并不表明它们相同。"
            ),
            (Language::En, ..) => format!(
                "Differences between assistants ({compared}): of {tested} tested, {n} beyond chance (p, adjusted by Holm, under 0.05)."
            ),
            (Language::Zh, ..) => format!(
                "助手之间的差异（{compared}）：检验{tested}项，{n}项超出偶然（p经Holm法校正，小于0.05）。"
            ),
        };
        if constant > 0 {
            said.push_str(&match self.language {
                Language::En => format!(
                    " In {constant} more, every case differs by the same amount, which leaves no spread to test against."
                ),
                Language::Zh => format!("另有{constant}项，各案例差值全同，无离散程度可资检验。"),
            });
        }
        let mut blocks = vec![Block::Text(said)];
        let mut named: Vec<String> = found.into_iter().take(NAMED).map(|(_, text)| text).collect();
        if n > NAMED {
            let more = n - NAMED;
            named.push(match self.language {
                Language::En => format!("{more} more under “Assistants against each other”"),
                Language::Zh => format!("另有{more}项，见“助手两两比较”"),
            });
        }
        if !named.is_empty() {
            blocks.push(Block::Points(named));
        }
        blocks
    }

    /// A difference in words, the better one first; `None` where it was not tested.
    fn difference(&self, pair: &Match<'_, R>, contest: &Contest<R::Measure>) -> Option<String> {
        let (p, diff) = contest.p_holm.zip(contest.diff)?;
        let (mut better, mut worse) = (pair.b, pair.a);
        let (mut diff, mut ends) = (diff, [contest.low, contest.high]);
        if diff < 0.0 {
            (better, worse) = (worse, better);
            (diff, ends) = (-diff, [ends[1].map(|end| -end), ends[0].map(|end| -end)]);
        }
        let run = match self.runs.len() > 1 {
            true => format!("{}{}", pair.a.run.name(), self.say(": ", "：")),
            false => String::new(),
        };
        let measure = R::measure_name(self, contest.measure);
        let diff = Cell::score(Some(diff)).shown(self.language);
        let ends = Cell::Interval(ends[0], ends[1]).shown(self.language);
        let p = Cell::P(Some(p)).shown(self.language);
        let p = if p.starts_with('<') { p } else { format!("= {p}") };
        let (better, worse) = (better.name(), worse.name());
        Some(match self.language {
            Language::En => format!("{run}{better} above {worse} in {measure} by {diff} {ends}, p {p}"),
            Language::Zh => format!("{run}{measure}：{better}高于{worse}，差{diff} {ends}，p {p}"),
        })
    }
}
