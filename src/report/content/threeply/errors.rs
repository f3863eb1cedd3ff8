//! What is wrong with the arguments, counted, and which of them to look at first.

use std::collections::BTreeMap;

use super::Reporter;
use crate::case::Language;
use crate::report::document::{Block, Cell, Section, Table, say};
use crate::report::number::count;
use crate::report::seam::{ReadRun, Told};
use crate::report::threeply::ArgumentRun;
use crate::suite::threeply::{ArgumentScore, ErrorAnalysis, Reason};

/// Arguments of the review queue that a report names, of each run.
const WORST: usize = 10;

/// Errors of one kind in one argument.
type Count = fn(&ErrorAnalysis) -> usize;

impl Reporter<'_> {
    pub(super) fn errors(&self) -> Section {
        let kinds: [(&str, Count); 7] = [
            (self.say("#misattributed", "#误归他案"), |e| e.misattributions.len()),
            (self.say("#invented", "#捏造"), |e| e.inventions.len()),
            (self.say("#shared, left out", "#漏共有要素"), |e| e.omitted_shared.len()),
            (self.say("#distinguishing, left out", "#漏区别要素"), |e| e.omitted_distinguishing.len()),
            (self.say("#argues with nothing shared", "#无共有要素而论证"), |e| {
                usize::from(e.spurious_argument)
            }),
            (self.say("#close to the sentence", "#近似规定语句"), |e| {
                usize::from(e.near_miss_abstention)
            }),
            (self.say("#reasoning says stop", "#推理称应止"), |e| usize::from(e.reasoning_says_stop)),
        ];
        let mut headings = vec![
            ArgumentRun::slice_heading(self.language),
            self.say("run", "运行"),
            self.say("assistant", "助手"),
            self.say("#arguments", "#论证"),
            self.say("#abstained", "#弃权"),
            self.say("#argued without a wrong factor", "#论证且要素无误"),
        ];
        headings.extend(kinds.iter().map(|(heading, _)| *heading));
        headings.extend([self.say("#empty", "#空无主张"), self.say("#unattributed mentions", "#归属不明")]);
        let mut table =
            Table::new(self.say("Errors, counted over all arguments", "错误计数（全部论证）"), &headings);
        for part in self.slices() {
            for player in self.players() {
                let scores: Vec<&ArgumentScore> = player
                    .run
                    .scored
                    .iter()
                    .filter(|scored| scored.model == player.name && scored.part == part)
                    .map(|scored| &scored.score)
                    .collect();
                if scores.is_empty() {
                    continue;
                }
                let errors = || scores.iter().filter_map(|score| score.errors.as_ref());
                let abstained = |score: &ArgumentScore| score.paper.is_some_and(|paper| paper.abstained);
                let sound = |score: &&&ArgumentScore| {
                    let right = |errors: &ErrorAnalysis| {
                        errors.misattributions.is_empty() && errors.inventions.is_empty()
                    };
                    !abstained(score) && !score.empty && score.errors.as_ref().is_some_and(right)
                };
                let mut row = vec![
                    Cell::text(ArgumentRun::slice_name(self, part)),
                    Cell::text(player.run.name()),
                    Cell::text(&player.name),
                    Cell::Count(scores.len() as u64),
                    Cell::Count(scores.iter().filter(|score| abstained(score)).count() as u64),
                    Cell::Count(scores.iter().filter(sound).count() as u64),
                ];
                row.extend(
                    kinds.iter().map(|(_, kind)| Cell::Count(errors().map(kind).sum::<usize>() as u64)),
                );
                row.push(Cell::Count(scores.iter().filter(|score| score.empty).count() as u64));
                row.push(Cell::Count(scores.iter().map(|score| score.unattributed as u64).sum()));
                table.row(row);
            }
        }
        let mut table = self.by_run(table, 1);
        table.note(self.say(
            "Misattributed: a factor said of a case that another case of the triple has; invented: one that none has. Shared, left out: not said of both the current case and the cited precedent. Distinguishing, left out: a difference that the answering side should have pointed out. These count factors, the four columns behind them arguments. An abstention has no errors of factors. Unattributed: mentions of a factor that are said of no case; they are never guessed.",
            "误归他案：该要素实属三元组中另一案；捏造：三案皆无。漏共有要素：未同时归于本案与所援先例。漏区别要素：答辩一方应指出而未指出的差别。以上以要素计，其后四列以论证计。弃权者无要素错误。归属不明：提及要素而未言属于何案，一概不作猜测。",
        ));
        self.section("errors", "What is wrong with the arguments", "论证错在何处", vec![Block::Table(table)])
    }

    pub(super) fn queue(&self) -> Section {
        let headings = [
            self.say("#rank", "#次序"),
            ArgumentRun::slice_heading(self.language),
            self.say("triple", "三元组"),
            self.say("#repeat", "#重复"),
            self.say("assistant", "助手"),
            self.say("why", "缘由"),
            self.say("#faithfulness, strict", "#忠实度（严格）"),
            self.say("#use, strict", "#使用率（严格）"),
        ];
        let mut blocks = Vec::new();
        for run in self.runs {
            let queue = run.queue();
            if self.runs.len() > 1 {
                blocks.push(Block::Heading(run.name().to_owned()));
            }
            let mut by_reason: BTreeMap<Reason, u64> = BTreeMap::new();
            for reason in queue.iter().flat_map(|entry| &entry.reasons) {
                *by_reason.entry(*reason).or_default() += 1;
            }
            let reasons: Vec<String> = by_reason
                .iter()
                .map(|(reason, n)| match self.language {
                    Language::En => format!("{}: {}", reason_name(self.language, *reason), count(*n)),
                    Language::Zh => format!("{}：{}", reason_name(self.language, *reason), count(*n)),
                })
                .collect();
            let (n, all, show) = (queue.len(), run.scored.len(), run.path().display());
            blocks.push(Block::Text(match (self.language, n) {
                (Language::En, 0) => format!("None of the {all} arguments that are scored is to be looked at."),
                (Language::Zh, 0) => format!("已计分的{all}份论证均无须复核。"),
                (Language::En, _) => format!(
                    "To be looked at: {n} of {all} arguments ({}); an argument may have several reasons. “lexconsult show {show}” prints them, gravest first.",
                    reasons.join("; ")
                ),
                (Language::Zh, _) => format!(
                    "待复核：{all}份论证中的{n}份（{}）；一份可有数项缘由。“lexconsult show {show}”按轻重打印。",
                    reasons.join("；")
                ),
            }));
            let mut table = Table::new(self.say("The first of them", "居前者"), &headings);
            for (rank, entry) in queue.iter().take(WORST).enumerate() {
                let Some(scored) = run.scored.iter().find(|scored| scored.score.id == entry.id) else {
                    continue;
                };
                let why: Vec<&str> =
                    entry.reasons.iter().map(|reason| reason_name(self.language, *reason)).collect();
                table.row(vec![
                    Cell::Count(rank as u64 + 1),
                    Cell::text(ArgumentRun::slice_name(self, scored.part)),
                    Cell::text(&scored.unit.triple),
                    Cell::Count(u64::from(scored.unit.repeat)),
                    Cell::text(&scored.model),
                    Cell::text(why.join(self.say("; ", "；"))),
                    Cell::score(scored.score.strict.and_then(|strict| strict.acc_h)),
                    Cell::score(scored.score.strict.and_then(|strict| strict.rec_u)),
                ]);
            }
            if !table.rows.is_empty() {
                blocks.push(Block::Table(table));
            }
        }
        self.section("review-queue", "To be looked at", "待复核", blocks)
    }
}

/// Why an argument is to be looked at.
fn reason_name(language: Language, reason: Reason) -> &'static str {
    let zh = match reason {
        Reason::FailedToAbstain => "应弃权而未弃权",
        Reason::WronglyAbstained => "不应弃权而弃权",
        Reason::Unfaithful => "忠实度低于0.95",
        Reason::Empty => "空无主张",
        Reason::WrongPrecedent => "先例援引不当",
        Reason::UnsureExtraction => "提取无把握",
        Reason::LittleUsed => "要素使用率低于0.5",
    };
    let en = match reason {
        Reason::Unfaithful => "faithfulness below 0.95",
        Reason::LittleUsed => "use of factors below 0.5",
        other => other.words(),
    };
    say(language, en, zh)
}
