//! `plan`: what a study would ask, and what a run owes.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use crate::case::Pack;
use crate::cli::args::PlanArgs;
use crate::cli::config::Config;
use crate::cli::exit::{Exit, Failed};
use crate::cli::session;
use crate::prompt::Prompts;
use crate::run::{Environment, Owed, Settings, cast, owed, read_snapshot, shelves};
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
}

#[derive(Serialize, Debug)]
struct OwedGroup {
    task: String,
    model: String,
    /// `play`, or `judge NAME`.
    what: String,
    why: String,
    units: usize,
}

/// `plan`.
pub fn plan(args: &PlanArgs, config: &Config, json: bool) -> Result<Exit, Failed> {
    let changes = args.study.changes()?;
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
    let study = cast(&settings, pack, &Environment::Offline)?;
    let folder = RunFolder::open(run)?;
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
    let mut groups: BTreeMap<(String, String, String, String), usize> = BTreeMap::new();
    for unit in &owed.units {
        let task = match unit.play.setup {
            Some(setup) => format!("{} {setup}", unit.play.task),
            None => unit.play.task.to_string(),
        };
        let mut group = |what: String, why: String| {
            *groups.entry((task.clone(), unit.play.assistant.clone(), what, why)).or_default() += 1;
        };
        if let Some(why) = &unit.play_why {
            group("play".into(), why.to_string());
            add_asks(&unit.play, &mut plan.asks_at_most);
        }
        for (judge, why) in &unit.judges {
            let name = study.judges.get(*judge).map(|judge| judge.seat.name()).unwrap_or_default();
            group(format!("judge {name}"), why.to_string());
            *plan.asks_at_most.entry("judge").or_default() += judge_asks(&unit.play);
        }
    }
    plan.owed = groups
        .into_iter()
        .map(|((task, model, what, why), units)| OwedGroup { task, model, what, why, units })
        .collect();
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
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{}{} plays, {} owed; {} judgements owed at most",
        plan.run.as_ref().map(|run| format!("{run}: ")).unwrap_or_default(),
        plan.plays,
        plan.plays_owed,
        plan.judgements_owed
    );
    let asks: Vec<String> = plan.asks_at_most.iter().map(|(role, n)| format!("{n} {role}")).collect();
    if !asks.is_empty() {
        let _ = writeln!(text, "asks at most, asking again not counted: {}", asks.join(", "));
    }
    if !plan.owed.is_empty() {
        let mut table = crate::report::table::new(&["task", "assistant", "what", "why", "units"]);
        for group in &plan.owed {
            let units = group.units.to_string();
            table.add_row([&group.task, &group.model, &group.what, &group.why, &units]);
        }
        let _ = writeln!(text, "{table}");
    }
    super::print_text(&text)?;
    Ok(Exit::Done)
}
