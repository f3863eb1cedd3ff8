//! The opening page: what was played, and by whom.

use super::Reporter;
use crate::case::Language;
use crate::report::document::{Block, Section};
use crate::report::seam::Told;
use crate::report::words;

/// What is said of a run: what must not be missed, and the rest.
type Said = (Vec<String>, Vec<String>);

impl<R: Told> Reporter<'_, R> {
    pub(super) fn opening(&self) -> Section {
        let mut blocks = vec![R::given(self)];
        blocks.extend(self.once_where_agreed(|run| {
            let mut points = run.seats(self);
            points.push(self.made(run));
            (Vec::new(), points)
        }));
        if self.runs.len() > 1 {
            blocks.push(self.text(
                "Several runs stand side by side below; what they differ in stands under their names. A difference between runs is one between assistants only where simulator, judge, pack and settings are the same; “lexconsult compare” checks that, and refuses where they are not. What is the same in several runs is printed once, with their names or, where it holds in all, with none.",
                "下文并列多次运行，其不同之处列于各自名下。仅当模拟用户、评判者、案例集与设置均相同时，运行之间的差异才是助手之间的差异；“lexconsult compare”会核对，不同则拒绝比较。数次运行相同之处只列一次并注明运行，全部相同者不注。",
            ));
        }
        self.section("what-was-played", "What was played", "本次运行", blocks)
    }

    /// When a run was begun, and what its asks cost.
    fn made(&self, run: &R) -> String {
        let (begun, bill) = (run.head().begun.strftime("%Y-%m-%d %H:%M"), self.bill(run));
        match self.language {
            Language::En => format!("Begun {begun} UTC; cost: {bill}"),
            Language::Zh => format!("始于{begun}（UTC）；费用：{bill}"),
        }
    }

    fn bill(&self, run: &R) -> String {
        let spent = &run.scores().spent;
        let sums: Vec<String> =
            spent.cost.iter().map(|(currency, cost)| format!("{currency} {cost}")).collect();
        let sums = words::list(self.language, &sums);
        let text = match (spent.lines.is_empty(), sums.is_empty(), spent.unpriced > 0) {
            (true, ..) => self.say("none, no model was asked", "无，未向任何模型提问"),
            (false, true, _) => self.say("not known, no price was stated", "不详，未给出价格"),
            (false, false, false) => return sums,
            (false, false, true) => {
                return format!(
                    "{sums}{}",
                    self.say(" and more: some prices are not known", "以上，部分价格不详")
                );
            }
        };
        text.to_owned()
    }

    /// Notices and points of each run: those that all runs have come first, and once.
    pub(super) fn once_where_agreed(&self, of: impl Fn(&R) -> Said) -> Vec<Block> {
        let all: Vec<Said> = self.runs.iter().map(of).collect();
        let common = |pick: fn(&Said) -> &Vec<String>| -> Vec<String> {
            let first = all.first().map(pick).cloned().unwrap_or_default();
            first.into_iter().filter(|text| all.iter().all(|of_run| pick(of_run).contains(text))).collect()
        };
        let (notices, points) = (common(|of_run| &of_run.0), common(|of_run| &of_run.1));
        let mut blocks: Vec<Block> = notices.iter().cloned().map(Block::Notice).collect();
        if !points.is_empty() {
            blocks.push(Block::Points(points.clone()));
        }
        for (run, (own_notices, own_points)) in self.runs.iter().zip(&all) {
            let own = |texts: &[String], common: &[String]| -> Vec<String> {
                texts.iter().filter(|text| !common.contains(text)).cloned().collect()
            };
            let (own_notices, own_points) = (own(own_notices, &notices), own(own_points, &points));
            if own_notices.is_empty() && own_points.is_empty() {
                continue;
            }
            blocks.push(Block::Heading(run.name().to_owned()));
            blocks.extend(own_notices.into_iter().map(Block::Notice));
            if !own_points.is_empty() {
                blocks.push(Block::Points(own_points));
            }
        }
        blocks
    }

    /// What a player by rule does, behind its name.
    pub(super) fn rule(&self, about: &str) -> String {
        match self.language {
            Language::En => format!(" (a rule: {about})"),
            Language::Zh => format!("（规则：{about}）"),
        }
    }
}

/// So many times, in English.
pub(super) fn times(n: u32) -> String {
    match n {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{n} times"),
    }
}
