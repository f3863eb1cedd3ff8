//! `plan`: what a study would ask, and what a run owes.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use crate::case::Pack;
use crate::cli::args::{PlanArgs, WorkArgs};
use crate::cli::config::Config;
use crate::cli::exit::{Exit, Failed};
use crate::cli::session;
use crate::prompt::Prompts;
use crate::report::number::{count, of};
use crate::report::table::Table;
use crate::run::{Environment, Owed, Settings, absent, cast, owed, read_snapshot, shelves};
use crate::run::{RunError, RunFolder, name_of};
use crate::suite::lexpilot::{DCG_ROUNDS, LJP_ROUNDS, Play, Setup, Study, Task};

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
    /// Asks that the owed units make at most, by role; asking again is not counted.
    asks_at_most: BTreeMap<&'static str, u64>,
    /// What is owed, grouped: task, assistant, role, and the field through which.
    owed: Vec<OwedGroup>,
    /// What stands, and was asked of another address than it would be now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moved: Vec<OwedGroup>,
}

#[derive(Serialize, Debug)]
struct OwedGroup {
    task: Task,
    /// For LJP.
    setup: Option<Setup>,
    model: String,
    /// `play`, or `judge NAME`.
    what: String,
    why: String,
    units: usize,
}

/// By what units are grouped, in the order in which groups are listed: plays before judgements.
type GroupKey = (Task, Option<Setup>, String, Option<usize>, String);

/// `plan`.
pub fn plan(args: &PlanArgs, config: &Config, json: bool) -> Result<Exit, Failed> {
    let changes = args.study.changes()?;
    let models = session::models(config, &WorkArgs::default(), 0)?;
    let planned = |_: &str, name: &str| Ok(absent(name, models.endpoint_of(name, &session::env)));
    let Some(run) = &args.why else {
        let settings = changes.apply(&config.changes().apply(&Settings::default()));
        let (pack, prompts) = session::load(&settings)?;
        return print_new(&settings, pack, &prompts, json);
    };
    RunFolder::manifest(run)?;
    let (_, old, old_pack, old_prompts) = read_snapshot(run)?;
    let settings = changes.apply(&old);
    let pack = match &changes.pack {
        Some(_) => session::load(&Settings { prompts: None, ..settings.clone() })?.0,
        None => old_pack,
    };
    let prompts = match &changes.prompts {
        Some(dir) => Prompts::load(Some(dir.as_ref())).map_err(RunError::from)?,
        None => old_prompts,
    };
    let study = cast(&settings, pack, &Environment::By(&planned))?;
    let folder = RunFolder::reading(run)?;
    let (plays, judgements) = shelves(&folder)?;
    let owed = owed(&study, &prompts, &plays, &judgements)?;
    print(&describe(&study, &owed, Some(name_of(run))), json)
}

/// The plan of a study that has not begun.
pub fn print_new(settings: &Settings, pack: Pack, _prompts: &Prompts, json: bool) -> Result<Exit, Failed> {
    let study = cast(settings, pack, &Environment::Offline)?;
    print(&describe(&study, &Owed::of_new(&study), None), json)
}

fn describe(study: &Study, owed: &Owed, run: Option<String>) -> Plan {
    let mut plan = Plan {
        run,
        plays: owed.plays_planned,
        plays_owed: owed.plays(),
        judgements_owed: owed.judgements(),
        ..Plan::default()
    };
    let mut groups: BTreeMap<GroupKey, usize> = BTreeMap::new();
    for unit in &owed.units {
        let mut group = |judge: Option<usize>, why: String| {
            let Play { task, setup, assistant, .. } = &unit.play;
            *groups.entry((*task, *setup, assistant.clone(), judge, why)).or_default() += 1;
        };
        if let Some(why) = &unit.play_why {
            group(None, why.to_string());
            add_asks(&unit.play, &mut plan.asks_at_most);
        }
        for (judge, why) in &unit.judges {
            group(Some(*judge), why.to_string());
            *plan.asks_at_most.entry("judge").or_default() += judge_asks(&unit.play);
        }
    }
    let mut moved: BTreeMap<GroupKey, usize> = BTreeMap::new();
    for (play, judge) in &owed.moved {
        let Play { task, setup, assistant, .. } = play;
        let why = "changed: endpoint".to_owned();
        *moved.entry((*task, *setup, assistant.clone(), *judge, why)).or_default() += 1;
    }
    let what = |judge: Option<usize>| match judge.and_then(|judge| study.judges.get(judge)) {
        Some(judge) => format!("judge {}", judge.seat.name()),
        None => "play".to_owned(),
    };
    let listed = |groups: BTreeMap<GroupKey, usize>| -> Vec<OwedGroup> {
        let of_group = |((task, setup, model, judge, why), units): (GroupKey, usize)| OwedGroup {
            task,
            setup,
            model,
            what: what(judge),
            why,
            units,
        };
        groups.into_iter().map(of_group).collect()
    };
    plan.owed = listed(groups);
    plan.moved = listed(moved);
    plan
}

fn add_asks(play: &Play, asks: &mut BTreeMap<&'static str, u64>) {
    let (dcg, ljp) = (u64::from(DCG_ROUNDS), u64::from(LJP_ROUNDS));
    let counts: &[(&'static str, u64)] = match (play.task, play.setup) {
        (Task::Lca, _) => &[("assistant", 1)],
        (Task::Dcg, _) => &[("assistant", dcg), ("user", dcg - 1)],
        (Task::Ljp, Some(Setup::Interaction)) => {
            &[("assistant", ljp + 1), ("user", ljp), ("gate", ljp), ("classifier", ljp)]
        }
        (Task::Ljp, _) => &[("assistant", 1)],
    };
    for (role, n) in counts {
        *asks.entry(role).or_default() += n;
    }
}

fn judge_asks(play: &Play) -> u64 {
    if play.task == Task::Dcg { u64::from(DCG_ROUNDS) } else { 1 }
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
    let asks: Vec<String> = ROLES
        .iter()
        .filter_map(|role| Some(format!("{role} {}", count(*plan.asks_at_most.get(role)?))))
        .collect();
    if !asks.is_empty() {
        let _ = writeln!(text, "Asks at most, asking again not counted: {}", asks.join(", "));
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
            None => group.task.to_string(),
        };
        table.row([&task, &group.model, &group.what, &group.why, &count(group.units as u64)]);
    }
    table
}

/// The roles in the order in which they are asked.
const ROLES: [&str; 5] = ["assistant", "classifier", "gate", "user", "judge"];
