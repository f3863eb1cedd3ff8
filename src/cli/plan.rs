//! `plan`: what a study would ask and pay, what a run owes, and what the design can detect.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use crate::cast::Stage;
use crate::cli::args::PlanArgs;
use crate::cli::arguments::{self, is_run_of_arguments};
use crate::cli::config::Config;
use crate::cli::exit::{Exit, Failed};
use crate::cli::job::Scope;
use crate::cli::ready::{Answered, Ready};
use crate::cli::{run, session, thresholds};
use crate::model::journal::{Account, Journal, Sum};
use crate::model::{Money, Prices};
use crate::report::number::{count, decimal, of};
use crate::report::table::Table;
use crate::run::{
    Asked, Environment, Forecast, Owed, Range, RunError, RunFolder, Settings, absent, alike, cast, forecast,
    name_of, owed, owed_judgements, owed_of_answers, read_snapshot, shelves, standing_answers,
    write_snapshot,
};
use crate::stats::power::{PairedPlan, Spread, power_paired};
use crate::suite::{Place, Suite, judges_of};

/// What is planned or owed, by what it is.
#[derive(Serialize, Debug, Default)]
struct Plan {
    /// The run that is asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<String>,
    /// Plays of the study.
    plays: usize,
    /// Plays owed.
    plays_owed: usize,
    /// Judgements owed, at most.
    judgements_owed: usize,
    /// Answers of models that the run has and that are not paid again: those behind records that stand,
    /// and those that owed units find in its journal.
    calls_reused: u64,
    /// Calls to pay, by role and model; players by rule are not among them.
    to_pay: Vec<ToPay>,
    /// Their sums where prices are known, by currency.
    cost: BTreeMap<String, MoneyRange>,
    /// The same with what a call has cost in the run so far, where that is known of every role.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    cost_at_mean: BTreeMap<String, MoneyRange>,
    /// Models without a known price: their cost is in no sum.
    unpriced: Vec<String>,
    /// The smallest difference that the design can detect, by metric.
    detectable: Vec<Detectable>,
    /// What is owed, grouped: task, assistant, role, and the field through which.
    owed: Vec<OwedGroup>,
    /// What stands, and was asked of another address than it would be now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moved: Vec<OwedGroup>,
}

#[derive(Serialize, Debug)]
struct ToPay {
    role: String,
    model: String,
    #[serde(flatten)]
    asked: Asked,
    /// Null where no price is known.
    cost: Option<MoneyRange>,
    currency: Option<String>,
}

#[derive(Serialize, Clone, Copy, Debug, Default, PartialEq)]
struct MoneyRange {
    least: Money,
    most: Money,
}

/// What a paired comparison of two assistants on these cases can detect.
#[derive(Serialize, Debug)]
struct Detectable {
    task: &'static str,
    metric: &'static str,
    /// Cases that are compared.
    cases: usize,
    /// With `power`, at the two-sided level `alpha`; null where the cases are too few for any.
    difference: Option<f64>,
    alpha: f64,
    power: f64,
    /// Share of cases on which one of the two succeeds and the other does not.
    assumed_discordant: f64,
}

#[derive(Serialize, Debug)]
struct OwedGroup {
    task: &'static str,
    /// Where the task has several.
    setup: Option<&'static str>,
    model: String,
    /// `play`, or `judge NAME`.
    what: String,
    why: String,
    units: usize,
}

/// By what units are grouped, in the order in which groups are listed: plays before judgements.
type GroupKey = (Place, Option<usize>, String);

/// `plan`.
pub fn plan(args: &PlanArgs, config: &Config, json: bool) -> Result<Exit, Failed> {
    let argues = match &args.why {
        Some(run) => is_run_of_arguments(run, args.study.suite.as_deref())?,
        None => args.study.argues(),
    };
    if argues {
        return arguments::plan(args, config, json);
    }
    let changes = args.study.changes()?;
    let (settings, pack, prompts) = match &args.why {
        None => {
            let settings = changes.apply(&config.changes().apply(&Settings::default()));
            let (pack, prompts) = session::load(&settings)?;
            (settings, pack, prompts)
        }
        Some(run) => {
            let (_, old, old_pack, old_prompts) = read_snapshot(run)?;
            let pack = match &changes.pack {
                Some(pack) => session::load_pack(pack)?,
                None => old_pack,
            };
            let scope = scope_of(&old);
            let prompts = session::prompts_over(old_prompts, changes.prompts.as_deref(), scope)?;
            (changes.apply(&old), pack, prompts)
        }
    };
    run::conditions_fit(&changes, &settings)?;
    let pack = Arc::new(pack);
    let ready = Ready {
        cast: &|environment| cast(&settings, Arc::clone(&pack), environment),
        snapshot: &|folder, prompts| write_snapshot(folder, &settings, &pack, prompts),
        prompts,
        seed: settings.seed,
        scope: scope_of(&settings),
        thresholds: Vec::new(),
    };
    match &args.why {
        None => print_new(ready, config, json, |_| Ok(None)),
        Some(run) => print_owed(run, ready, config, json),
    }
}

/// Who answered in a file is asked nothing more.
fn scope_of(settings: &Settings) -> Scope {
    if settings.answers.is_some() { Scope::Judging } else { Scope::All }
}

/// What a run owes.
pub fn print_owed<S: Suite>(
    run: &Path,
    ready: Ready<'_, S>,
    config: &Config,
    json: bool,
) -> Result<Exit, Failed> {
    let Ready { cast, prompts, seed, scope, .. } = ready;
    let folder = RunFolder::reading(run)?;
    let providers = session::providers(config)?;
    let planned = |_: &str, name: &str| Ok(absent(name, providers.endpoint_of(name, &session::env)));
    let study = cast(&Environment::By(&planned))?;
    let (plays, judgements) = shelves(&folder)?;
    let owed = match scope {
        Scope::All => owed(&study, &prompts, &plays, &judgements)?,
        Scope::Judging => owed_judgements(&study, &prompts, &plays, &judgements)?,
    };
    let mut plan = describe(&study, &owed, Some(name_of(run)));
    let journal = Journal::reading(&folder.calls()).map_err(RunError::from)?;
    let sums = journal.sums();
    let units: Vec<_> = owed.units.iter().map(|unit| (unit.clone(), 1)).collect();
    plan.calls_reused = standing_answers(&study, &owed, &plays, &judgements)?;
    let stage = Stage { journal, prompts, run_seed: seed };
    let standing = |play: &S::Unit| Ok(plays.read(&S::id(play))?.map(|record| record.transcript));
    let forecast = forecast(cast, stage, &units, &standing);
    plan.pay(session::runtime()?.block_on(forecast)?, &config.prices()?, &sums);
    print(&plan, json)
}

/// The plan of a study that has not begun; `answered` tells what a file answers of it, where there is one.
pub fn print_new<S: Suite>(
    ready: Ready<'_, S>,
    config: &Config,
    json: bool,
    answered: impl FnOnce(&S) -> Result<Option<Answered<S>>, Failed>,
) -> Result<Exit, Failed> {
    let Ready { cast, prompts, seed, thresholds, .. } = ready;
    let study = cast(&Environment::Offline)?;
    thresholds::known(&thresholds, &study)?;
    let answered = answered(&study)?;
    // Of units that are answered no two ask alike.
    let (owed, units) = match &answered {
        None => {
            let owed = Owed::of_new(&study);
            let units = alike::<S>(&owed.units);
            (owed, units)
        }
        Some(answered) => {
            let owed = owed_of_answers(&study, answered);
            let units = owed.units.iter().map(|unit| (unit.clone(), 1)).collect();
            (owed, units)
        }
    };
    let said: BTreeMap<String, S::Transcript> =
        answered.into_iter().flatten().map(|(play, transcript)| (S::id(&play), transcript)).collect();
    let standing = |play: &S::Unit| Ok(said.get(&S::id(play)).cloned());
    let mut plan = describe(&study, &owed, None);
    let stage = Stage { journal: Journal::empty(), prompts, run_seed: seed };
    let forecast = forecast(cast, stage, &units, &standing);
    plan.pay(session::runtime()?.block_on(forecast)?, &config.prices()?, &BTreeMap::new());
    print(&plan, json)
}

fn describe<S: Suite>(study: &S, owed: &Owed<S::Unit>, run: Option<String>) -> Plan {
    let mut plan = Plan {
        run,
        plays: owed.plays_planned,
        plays_owed: owed.plays(),
        judgements_owed: owed.judgements(),
        detectable: detectable(study),
        ..Plan::default()
    };
    let mut groups: BTreeMap<GroupKey, usize> = BTreeMap::new();
    for unit in &owed.units {
        let place = S::place(&unit.play);
        let mut group = |judge: Option<usize>, why: String| {
            *groups.entry((place.clone(), judge, why)).or_default() += 1;
        };
        if let Some(why) = &unit.play_why {
            group(None, why.to_string());
        }
        for (judge, why) in &unit.judges {
            group(Some(*judge), why.to_string());
        }
    }
    let mut moved: BTreeMap<GroupKey, usize> = BTreeMap::new();
    for (play, judge) in &owed.moved {
        let why = "changed: endpoint".to_owned();
        *moved.entry((S::place(play), *judge, why)).or_default() += 1;
    }
    let judges = judges_of(study);
    let what = |judge: Option<usize>| match judge.and_then(|judge| judges.get(judge)) {
        Some(judge) => format!("judge {}", judge.name),
        None => "play".to_owned(),
    };
    let listed = |groups: BTreeMap<GroupKey, usize>| -> Vec<OwedGroup> {
        let of_group = |((place, judge, why), units): (GroupKey, usize)| {
            let Place { task, setup, model, .. } = place;
            OwedGroup { task, setup, model, what: what(judge), why, units }
        };
        groups.into_iter().map(of_group).collect()
    };
    plan.owed = listed(groups);
    plan.moved = listed(moved);
    plan
}

/// Share of cases on which two assistants are assumed to succeed apart.
const DISCORDANT: f64 = 0.3;
const ALPHA: f64 = 0.05;
const POWER: f64 = 0.8;

/// By cases alone: repeats of the same cases are counted as none, which makes the difference rather too
/// great than too small. Kappas have no such formula.
fn detectable(study: &impl Suite) -> Vec<Detectable> {
    let spread = Spread::Binary { p10: DISCORDANT / 2.0, p01: DISCORDANT / 2.0 };
    let of_metric = |(task, metric, cases): (&'static str, &'static str, usize)| {
        let n = u32::try_from(cases).ok();
        let plan = PairedPlan { spread, n, delta: None, resample_var: 0.0, alpha: ALPHA, power: POWER };
        // Shares differ by no more than 1.
        let least = power_paired(&plan).ok().and_then(|power| power.mde_t);
        let difference = least.filter(|least| *least <= 1.0);
        Detectable {
            task,
            metric,
            cases,
            difference,
            alpha: ALPHA,
            power: POWER,
            assumed_discordant: DISCORDANT,
        }
    };
    study.shares().into_iter().map(of_metric).collect()
}

impl Plan {
    /// Takes in what is to be paid.
    fn pay(&mut self, forecast: Forecast, prices: &Prices, before: &BTreeMap<Account, Sum>) {
        self.calls_reused += forecast.reused;
        let mut at_mean: BTreeMap<String, MoneyRange> = BTreeMap::new();
        let mut all_known = true;
        for ((role, model), asked) in forecast.asked {
            let price = prices.of(&model);
            let cost = price.as_ref().map(|price| MoneyRange {
                least: price.at_least(asked.prompt_tokens.least, asked.reply_tokens.least),
                most: price.at_most(asked.prompt_tokens.most, asked.reply_tokens.most),
            });
            let currency = price.map(|price| price.currency);
            match cost.zip(currency.clone()) {
                Some((cost, currency)) => {
                    let sum = self.cost.entry(currency.clone()).or_default();
                    *sum = MoneyRange { least: sum.least + cost.least, most: sum.most + cost.most };
                    match mean(before, &role, &model, prices) {
                        Some((cost, n)) => {
                            let sum = at_mean.entry(currency).or_default();
                            let share = |calls: u64| cost.times(calls).shared_by(n);
                            *sum = MoneyRange {
                                least: sum.least + share(asked.calls.least),
                                most: sum.most + share(asked.calls.most),
                            };
                        }
                        None => all_known = false,
                    }
                }
                None if !self.unpriced.contains(&model) => self.unpriced.push(model.clone()),
                None => {}
            }
            self.to_pay.push(ToPay { role, model, asked, cost, currency });
        }
        if all_known && self.unpriced.is_empty() {
            self.cost_at_mean = at_mean;
        }
    }
}

/// What the asks of a role have cost so far, and how many they were.
fn mean(before: &BTreeMap<Account, Sum>, role: &str, model: &str, prices: &Prices) -> Option<(Money, u64)> {
    let of = before.iter().filter(|(account, _)| account.role == role && account.model == model);
    let mut all = (Money::ZERO, 0);
    for (account, sum) in of {
        all = (all.0 + sum.cost(&account.model, prices)?.0, all.1 + sum.told());
    }
    (all.1 > 0).then_some(all)
}

fn print(plan: &Plan, json: bool) -> Result<Exit, Failed> {
    if json {
        super::print_json(plan)?;
        return Ok(Exit::Done);
    }
    let mut text = String::new();
    let owed = match plan.plays_owed {
        0 => "none owed".to_owned(),
        owed if owed == plan.plays => "all owed".to_owned(),
        owed => format!("{} owed", count(owed as u64)),
    };
    // Writing to a string cannot fail, here and below.
    let _ = writeln!(
        text,
        "{}{}, {owed}; {} owed at most",
        plan.run.as_ref().map(|run| format!("{run}: ")).unwrap_or_default(),
        of(plan.plays, "play", "plays"),
        of(plan.judgements_owed, "judgement", "judgements")
    );
    pay_told(&mut text, plan);
    for Detectable { task, metric, cases, difference, .. } in &plan.detectable {
        let _ = writeln!(
            text,
            "Smallest difference in {task} {metric} that {} detect: {}",
            of(*cases, "case can", "cases can"),
            difference.map_or_else(|| "none, they are too few".to_owned(), |least| decimal(Some(least), 3))
        );
    }
    if !plan.detectable.is_empty() {
        let _ = writeln!(
            text,
            "  (two assistants on the same cases, two-sided 5%, power 80%; assumed: they succeed apart on 30% of the cases; repeats counted as none)"
        );
    }
    if !plan.owed.is_empty() {
        let _ = writeln!(text, "\n{}", table("owed", &plan.owed));
    }
    if !plan.moved.is_empty() {
        let _ = writeln!(
            text,
            "\nAsked of another address than now; the answers stand. To ask anew, begin another run.\n{}",
            table("stands", &plan.moved)
        );
    }
    super::print_text(&text)?;
    Ok(Exit::Done)
}

fn table(heading: &str, groups: &[OwedGroup]) -> Table {
    let mut table = Table::new(&["task", "assistant", heading, "because", "units"]).numbers(&[4]);
    for group in groups {
        let task = match group.setup {
            Some(setup) => format!("{} {setup}", group.task),
            None => group.task.to_owned(),
        };
        table.row([&task, &group.model, &group.what, &group.why, &count(group.units as u64)]);
    }
    table
}

fn pay_told(text: &mut String, plan: &Plan) {
    if plan.calls_reused > 0 {
        let _ =
            writeln!(text, "Not paid again: {} answers of models that the run has", count(plan.calls_reused));
    }
    if plan.to_pay.is_empty() {
        let _ = writeln!(text, "To pay: nothing, no model is asked");
        return;
    }
    let _ = writeln!(text, "To pay, least and most (most: everything asked again and as long as allowed):\n");
    let headings = ["role", "model", "calls", "prompt tokens", "reply tokens", "cost"];
    let mut table = Table::new(&headings).numbers(&[2, 3, 4, 5]);
    for line in &plan.to_pay {
        let Asked { calls, prompt_tokens, reply_tokens } = line.asked;
        let cost = match (&line.cost, &line.currency) {
            (Some(cost), Some(currency)) => money(currency, *cost),
            _ => "price not known".to_owned(),
        };
        let [calls, prompt, reply] = [calls, prompt_tokens, reply_tokens].map(range);
        table.row([&line.role, &line.model, &calls, &prompt, &reply, &cost]);
    }
    let _ = writeln!(text, "{table}");
    let sums = |cost: &BTreeMap<String, MoneyRange>| -> String {
        let each: Vec<String> = cost.iter().map(|(currency, cost)| money(currency, *cost)).collect();
        each.join(" and ")
    };
    if !plan.cost.is_empty() {
        let _ = writeln!(text, "Cost: {}", sums(&plan.cost));
    }
    if !plan.cost_at_mean.is_empty() {
        let _ = writeln!(
            text,
            "Cost if a call costs what it did in the run so far: {}",
            sums(&plan.cost_at_mean)
        );
    }
    if let Some(model) = plan.unpriced.first() {
        let _ = writeln!(
            text,
            "Not in it: {}, of which no price is known; state it as [prices.\"{model}\"] in lexconsult.toml",
            plan.unpriced.join(", ")
        );
    }
    text.push('\n');
}

fn range(range: Range) -> String {
    match range.least == range.most {
        true => count(range.least),
        false => format!("{}..{}", count(range.least), count(range.most)),
    }
}

fn money(currency: &str, cost: MoneyRange) -> String {
    match cost.least == cost.most {
        true => format!("{currency} {}", cost.least),
        false => format!("{currency} {}..{}", cost.least, cost.most),
    }
}
