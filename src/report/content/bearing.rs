//! What the numbers can and cannot bear, and how tables are read.

use std::collections::BTreeMap;

use super::Reporter;
use crate::case::Language;
use crate::report::document::Section;
use crate::report::seam::Told;
use crate::report::words;
use crate::stats::power::{PairedPlan, Spread, power_paired};
use crate::suite::{INCOMPLETE_ABOVE, LEFT_OUT};

/// Share of cases on which two assistants differ, assumed where no two were played: half each way.
const ASSUMED_DISCORDANCE: f64 = 0.3;
/// Power at which a difference counts as one that would be found.
const POWER: f64 = 0.8;

/// Which of those who made a run's scores are rules.
pub struct Ruled {
    /// Their roles, in words.
    pub roles: Vec<String>,
    /// No model was under test.
    pub every_assistant: bool,
}

impl<R: Told> Reporter<'_, R> {
    pub(super) fn bearing(&self) -> Section {
        let mut blocks = self.once_where_agreed(|run| (self.notices(run), run.limits(self)));
        blocks.extend(R::reading(self));
        self.section(
            "what-it-bears",
            "What these numbers can and cannot bear",
            "这些数字能说明什么、不能说明什么",
            blocks,
        )
    }

    fn notices(&self, run: &R) -> Vec<String> {
        let mut notices = Vec::new();
        notices.extend(run.ruled(self).map(|ruled| self.rules(&ruled)));
        if run.scores().smoke_model {
            notices.push(self.smoke().to_owned());
        }
        notices.extend(self.much_lost(run));
        notices
    }

    fn rules(&self, ruled: &Ruled) -> String {
        let Ruled { roles, every_assistant } = ruled;
        let who = words::list(self.language, roles);
        match (self.language, every_assistant) {
            (Language::En, true) => format!(
                "Rules, not models: built-in rules played {who}. No language model was under test: these scores show what the measures do, and say nothing about any model."
            ),
            (Language::En, false) => format!(
                "Rules, not models: built-in rules played {who}. Scores in which they took part do not say what a model would come to."
            ),
            (Language::Zh, true) => format!(
                "是规则，不是模型：{who}由内置规则扮演。没有语言模型受测：这些分数显示度量如何运作，不说明任何模型的水平。"
            ),
            (Language::Zh, false) => {
                format!("是规则，不是模型：{who}由内置规则扮演。其参与的分数不说明换作模型会如何。")
            }
        }
    }

    pub(super) fn smoke(&self) -> &'static str {
        match self.language {
            Language::En => "Smoke model, scores not meaningful: a small local model took part.",
            Language::Zh => "冒烟测试模型，分数无意义：有本地小模型参与。",
        }
    }

    /// What must be said where too much of a run was lost.
    pub(super) fn much_lost(&self, run: &R) -> Option<String> {
        let coverage = &run.scores().coverage;
        let lost = coverage.not_scored();
        if coverage.planned == 0 || lost as f64 / coverage.planned as f64 <= INCOMPLETE_ABOVE {
            return None;
        }
        Some(match self.language {
            Language::En => format!(
                "Incomplete: {lost} of {} plays are not scored, for reasons that are not the assistant's.",
                coverage.planned
            ),
            Language::Zh => {
                format!("不完整：计划{}次中有{lost}次未计分，原因不在助手。", coverage.planned)
            }
        })
    }

    /// What of a run's plays was lost.
    pub(super) fn lost(&self, run: &R) -> String {
        let coverage = &run.scores().coverage;
        let (planned, n) = (coverage.planned, coverage.not_scored());
        let not_chosen = coverage.lost.iter().filter(|(name, _)| *name != LEFT_OUT);
        let why = words::counted(self.language, not_chosen.map(|(name, n)| (name.as_str(), *n)));
        let mut said = match (self.language, why.is_empty()) {
            (Language::En, true) => format!("Harness losses: none (lost: {n} of {planned} plays)."),
            (Language::Zh, true) => format!("评测本身的损失：无（{planned}次中损失{n}次）。"),
            (Language::En, false) => format!(
                "Harness losses: {why} (lost: {n} of {planned} plays). They are taken out of the scores and never held against the assistant."
            ),
            (Language::Zh, false) => {
                format!("评测本身的损失：{why}（{planned}次中损失{n}次）。均已剔除，不计入助手之失。")
            }
        };
        let counted = |counts: &BTreeMap<String, u64>| {
            words::counted(self.language, counts.iter().map(|(name, n)| (name.as_str(), *n)))
        };
        let left_out = coverage.left_out();
        if left_out > 0 {
            said.push_str(&match self.language {
                Language::En => format!(
                    " Left out by choice, as the user did not keep to its condition: {left_out} of {planned} plays."
                ),
                Language::Zh => format!("依选择剔除（用户未守其条件）：{planned}次中{left_out}次。"),
            });
        }
        if !coverage.lost_beside.is_empty() {
            let what = counted(&coverage.lost_beside);
            said.push_str(&match self.language {
                Language::En => {
                    format!(" Scored, though the gate or the disclosure checker failed: {what}.")
                }
                Language::Zh => format!("已计分而关口或披露核对者出错：{what}。"),
            });
        }
        for (judge, lost) in &coverage.lost_by_further_judges {
            let what = counted(lost);
            said.push_str(&match self.language {
                Language::En => format!(" Lost under {judge} alone: {what}."),
                Language::Zh => format!("仅在{judge}之下损失：{what}。"),
            });
        }
        said
    }
}

/// The least difference between two assistants that so many cases would show, in percentage points
/// rounded up; `sd` of the differences a case, where two were played and differed.
pub(super) fn detectable(sd: Option<f64>, cases: usize) -> Option<f64> {
    let spread = sd
        .map_or(Spread::Binary { p10: ASSUMED_DISCORDANCE / 2.0, p01: ASSUMED_DISCORDANCE / 2.0 }, |sd_d| {
            Spread::Known { sd_d }
        });
    let plan = PairedPlan {
        spread,
        n: u32::try_from(cases).ok().filter(|cases| *cases > 0),
        delta: None,
        resample_var: 0.0,
        alpha: 0.05,
        power: POWER,
    };
    let least = power_paired(&plan).ok().and_then(|power| power.mde)?;
    Some((least * 100.0).ceil())
}

/// Such a difference in words: no two shares differ by more than 100 points.
pub(super) fn points(language: Language, least: f64) -> String {
    match language {
        _ if least <= 100.0 => format!("{least:.0}"),
        Language::En => "over 100".to_owned(),
        Language::Zh => "逾100".to_owned(),
    }
}

pub(super) fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { "0%".to_owned() } else { format!("{:.0}%", 100.0 * part as f64 / whole as f64) }
}
