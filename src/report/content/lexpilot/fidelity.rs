//! Whether simulated users keep to what they are asked: the probes beside a report (LexPilot E.3.2,
//! E.3.3).

use super::Reporter;
use crate::case::Language;
use crate::report::document::{Block, Cell, Section, Table};
use crate::report::fidelity::{Probes, Rate};
use crate::report::number::count;
use crate::report::seam::ReadRun;
use crate::report::words;

impl Reporter<'_> {
    pub(super) fn fidelity(&self) -> Option<Section> {
        self.probes.first()?;
        let mut blocks = vec![self.text(
            "The same fact of a case is asked for in four ways, each time of a user who has heard the history and nothing since. A asks in so many words, B in everyday words: both should be answered. C names the legal concept alone and warrants no fact. D is A once more, after the fact was taken from what the user knows: it should be uncertain.",
            "同一事实以四种方式询问，每次面对的都是只听过原咨询记录的用户。A 直接询问，B 用日常说法询问，两者都应得到回答；C 只提法律概念，不足以要求任何事实；D 与 A 相同，但该事实已从用户所知中去除，此时应表示不清楚。",
        )];
        for probes in self.probes {
            blocks.extend(self.whose(probes).into_iter().map(Block::Notice));
            blocks.push(Block::Table(self.requests(probes)));
            blocks.push(Block::Table(self.pairs_of_requests(probes)));
        }
        let title = ("Fidelity of the simulated user", "模拟用户的忠实度");
        Some(self.section("fidelity", title.0, title.1, blocks))
    }

    /// What must be known before the numbers of probes are set beside those of the runs.
    fn whose(&self, probes: &Probes) -> Vec<String> {
        let mut notices = Vec::new();
        if probes.assessor.rules {
            notices.push(
                self.say(
                    "Assessed by rules, not by a model: facts are found by their marks and numbers alone.",
                    "由规则而非模型评定：只凭标记与数字识别事实。",
                )
                .to_owned(),
            );
        }
        if probes.judge.rules {
            notices.push(
                self.say(
                    "The questions were judged by rules, not by a model: \"recovered\" rests on them.",
                    "提问由规则而非模型评判：“查明”以此为据。",
                )
                .to_owned(),
            );
        }
        let name = &probes.run;
        for run in self.runs {
            let user = run.study.user.name();
            if !probes.probed(&user) {
                notices.push(match self.language {
                    Language::En => format!("{name} did not probe {user}, the user of {}.", run.name()),
                    Language::Zh => format!("{name}未检验{}的模拟用户{user}。", run.name()),
                });
            } else if probes.pack_hash != run.study.pack.hash {
                notices.push(match self.language {
                    Language::En => {
                        format!(
                            "{name} probed {user} on {}, not on the cases of {}.",
                            probes.pack,
                            run.name()
                        )
                    }
                    Language::Zh => {
                        format!("{name}以{}检验{user}，并非{}的案例。", probes.pack, run.name())
                    }
                });
            }
        }
        notices
    }

    fn requests(&self, probes: &Probes) -> Table {
        let headings = [
            self.say("user", "用户"),
            self.say("request", "询问"),
            self.say("#replies", "#回复"),
            self.say("#as it should be", "#合乎要求"),
            self.say("#95% interval", "#95%区间"),
            self.say("#told too much", "#超范围披露"),
            self.say("#95% interval", "#95%区间"),
            self.say("#error", "#错误"),
            self.say("#95% interval", "#95%区间"),
            self.say("#lost", "#损失"),
        ];
        let caption = self.say("Replies to the four requests", "对四种询问的回复");
        let mut table = Table::new(format!("{caption} ({})", probes.run), &headings);
        for user in probes.whole() {
            for request in &user.conditions {
                let mut row = vec![
                    Cell::text(&user.user),
                    Cell::text(self.request(&request.kind)),
                    Cell::Count(request.n),
                ];
                row.extend(cells(request.ok.as_ref()));
                row.extend(cells(Some(&request.over_disclosed)));
                row.extend(cells(Some(&request.error)));
                row.push(Cell::Count(request.planned.saturating_sub(request.n)));
                table.row(row);
            }
        }
        table.note(self.say(
            "As it should be: sufficient in A and B, uncertain in D; C has none. Told too much: a fact beyond what the request warrants. Error: something unsupported, contradicting or confused. One reply can be both. Wilson intervals. Lost replies are in no share.",
            "合乎要求：A、B为回答充分，D为表示不清楚；C无此项。超范围披露：说出询问不足以要求的事实。错误：无依据、自相矛盾或混淆。一条回复可以兼有两者。区间为Wilson区间。损失的回复不计入任何比例。",
        ));
        for user in probes.whole() {
            let lacking = user.conditions.iter().filter(|request| request.incomplete);
            let lacking: Vec<String> = lacking.map(|request| self.request(&request.kind)).collect();
            self.incomplete(&user.user, &lacking, &mut table);
        }
        table
    }

    fn pairs_of_requests(&self, probes: &Probes) -> Table {
        let headings = [
            self.say("user", "用户"),
            self.say("#pairs A, B", "#A、B对数"),
            "#B − A",
            self.say("#95% interval", "#95%区间"),
            self.say("#A and D", "#A与D皆合"),
            self.say("#95% interval", "#95%区间"),
            self.say("#A, D, neither", "#仅A、仅D、皆不合"),
            self.say("#recovered", "#查明"),
            self.say("#95% interval", "#95%区间"),
            self.say("#unjudged", "#未评判"),
        ];
        let caption = self.say("Requests against each other", "各种询问之间的对照");
        let mut table = Table::new(format!("{caption} ({})", probes.run), &headings);
        for user in probes.whole() {
            let (difference, joint) = (&user.b_minus_a, &user.a_and_d);
            let mut row = vec![
                Cell::text(&user.user),
                Cell::Count(difference.n),
                Cell::score(difference.difference),
                Cell::Interval(difference.low, difference.high),
            ];
            row.extend(cells(Some(&joint.joint)));
            row.push(Cell::text(format!(
                "{}, {}, {}",
                count(joint.a_only),
                count(joint.d_only),
                count(joint.neither)
            )));
            row.extend(cells(Some(&user.recovery.recovered)));
            row.push(Cell::Count(user.recovery.unjudged));
            table.row(row);
        }
        table.note(self.say(
            "B − A below 0: a user who must be asked in the case's own words, so that assistants that speak plainly lose by it. A and D: of the same probe; a user who answers A and admits in D that it does not know tells what it knows, and invents nothing; beside it, how many were as they should be in A alone, in D alone, in neither. Recovered: of the questions in A and B that the judge of DCG accepts, the share whose reply is sufficient, tells nothing too much and holds no error. Unjudged: replies left out of it, since their question could not be judged.",
            "B − A 小于0：须用案件原话询问才肯回答的用户，会使用语平实的助手吃亏。A与D就同一探问而言：A能回答而D承认不清楚，说明用户知则言之、不知不编造；其旁为仅A、仅D、皆不合要求的对数。查明：DCG评判者接受的A、B提问中，回复充分且无超范围披露、无错误的比例。未评判：因提问无法评判而未计入的回复。",
        ));
        for user in probes.whole() {
            let numbers = [
                ("B − A", user.b_minus_a.incomplete),
                (self.say("A and D", "A与D"), user.a_and_d.incomplete),
                (self.say("recovered", "查明"), user.recovery.incomplete),
            ];
            let lacking: Vec<String> =
                numbers.iter().filter(|(_, lacks)| *lacks).map(|(name, _)| (*name).to_owned()).collect();
            self.incomplete(&user.user, &lacking, &mut table);
        }
        table
    }

    /// Notes which numbers of a user lack more than 2% of what they were to rest on.
    fn incomplete(&self, user: &str, lacking: &[String], table: &mut Table) {
        if lacking.is_empty() {
            return;
        }
        let lacking = words::list(self.language, lacking);
        table.note(match self.language {
            Language::En => format!("INCOMPLETE: more than 2% was lost of {lacking} ({user})."),
            Language::Zh => format!("不完整：{lacking}（{user}）损失超过2%。"),
        });
    }

    fn request(&self, kind: &str) -> String {
        let name = match kind {
            "A" => self.say("A direct", "A 直接"),
            "B" => self.say("B indirect", "B 间接"),
            "C" => self.say("C broad", "C 宽泛"),
            "D" => self.say("D withheld", "D 去除"),
            other => other,
        };
        name.to_owned()
    }

    /// The folders in which the user of a run was probed, as a clause of the opening.
    pub(super) fn probed_in(&self, user: &str) -> Option<String> {
        let of_user = self.probes.iter().filter(|probes| probes.probed(user));
        let names: Vec<String> = of_user.map(|probes| probes.run.clone()).collect();
        (!names.is_empty()).then(|| words::list(self.language, &names))
    }
}

/// A share and its interval.
fn cells(rate: Option<&Rate>) -> [Cell; 2] {
    [
        Cell::score(rate.and_then(|rate| rate.rate)),
        Cell::Interval(rate.and_then(|rate| rate.low), rate.and_then(|rate| rate.high)),
    ]
}
