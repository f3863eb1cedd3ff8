//! `calibrate --builtin`: judges tried on the labelled messages in the program, through the journal.

mod told;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use crate::annotate::labelled::{Item, Labelled, Said, Trial, Tried, items, judge_trials, set_hash};
use crate::case::{Case, Fault, Pack, PackSource, Variant};
use crate::cast::{Halt, Judge, Matter, Scene, Stage};
use crate::cli::args::{LabelledArgs, model_names, tasks};
use crate::cli::config::Config;
use crate::cli::exit::{Exit, Failed};
use crate::cli::job::Scope;
use crate::cli::ready::check_name;
use crate::cli::{local, run, session};
use crate::model::journal::Spent;
use crate::prompt::Prompts;
use crate::report::number::{count, of};
use crate::run::{Changes, Environment, Gathering, Limits, RunError, RunFolder, Settings, cast};
use crate::stats::resampling::CaseBootstrap;
use crate::suite::Suite;
use crate::suite::lexpilot::{DcgRequest, Label};
use told::Told;

/// What the folder of a trial says that it holds, where a run's names its suite.
const TRIAL: &str = "labelled";

/// Name of the file in the trial's folder.
const FILE: &str = "labelled.json";

/// What a trial came to; `labelled.json`.
#[derive(Serialize, Debug)]
struct Trials {
    /// Version that made it.
    version: String,
    /// Stands for the labelled messages.
    set: String,
    /// Messages of the tasks that were asked for.
    messages: usize,
    judges: Vec<JudgeTrials>,
    /// What the folder asked of models, each ask once, and what that cost.
    spent: Spent,
}

/// One judge.
#[derive(Serialize, Debug)]
struct JudgeTrials {
    judge: String,
    /// True for a judge by rule.
    rules: bool,
    /// True for the small local model: its figures mean nothing.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    smoke_model: bool,
    tasks: Vec<Trial>,
    /// An example of what failed, by reason.
    examples: BTreeMap<String, String>,
}

/// Tries the judges, printing what came of it.
pub fn try_judges(args: &LabelledArgs, config: &Config, json: bool) -> Result<Exit, Failed> {
    let settings = settings(args, config)?;
    let settings = local::fill(settings, &args.work, args.max_tokens.or(config.run.max_tokens).is_some());
    if settings.judges.is_empty() {
        return Err(Failed::usage("no judge is named", "give --judge, such as `--judge builtin/rules`"));
    }
    let prompts = Prompts::load(settings.prompts.as_deref().map(Path::new)).map_err(RunError::from)?;
    let items: Vec<Item> = items().into_iter().filter(|item| settings.tasks.contains(&item.task())).collect();
    let packs = Packs::load(&items)?;

    let runtime = session::runtime_of_many(config, args.work.max_connections)?;
    let _inside = runtime.enter();
    let (server, config, work) = local::start(&args.work, config, &runtime)?;
    let folder = folder(args, &config)?;
    let prices = config.prices()?;
    // Nobody but the judges is asked: the rest of the cast are players by rule.
    let pack = Arc::new(session::load_pack("starter")?);
    let seats = |environment: &Environment<'_>| cast(&settings, Arc::clone(&pack), environment);
    let journal = session::journal(&folder, &prices, seats(&Environment::Offline)?.tasks())?;
    let budget = session::budget(work.cost_limit, &seats, &prices, &journal.sums(), Scope::Judging)?;
    let models = session::models(&config, &work, settings.seed)?;
    let study = session::seat(&seats, &models, budget.as_ref(), Scope::Judging)?;
    let stage = Arc::new(Stage { journal, prompts, run_seed: settings.seed });

    let judges = study.judges;
    super::note(&format!(
        "{}: {} messages, {}",
        folder.path().display(),
        count(items.len() as u64),
        of(judges.len(), "judge", "judges")
    ));
    let gathering = Gathering {
        limits: Limits { levels: models.levels() },
        budget,
        ..Gathering::within(models.levels())
    };
    let trying = Trying { stage: Arc::clone(&stage), packs: Arc::new(packs), items: Arc::new(items) };
    let asked = runtime.block_on(async {
        let asked = trying.ask(&gathering, &judges).await;
        models.close().await;
        if let Some(server) = server {
            server.end().await;
        }
        asked
    })?;
    let trials = Trials {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        set: set_hash(),
        messages: trying.items.len(),
        judges: judges
            .iter()
            .zip(&asked)
            .map(|(judge, said)| trying.compare(judge, said, &settings))
            .collect::<Result<_, _>>()?,
        spent: Spent::of(&stage.journal.sums(), &prices),
    };
    drop(trying);
    if let Ok(stage) = Arc::try_unwrap(stage) {
        stage.journal.close().map_err(RunError::from)?;
    }
    folder.write(FILE, &run::to_json(&trials)?)?;
    if json {
        super::print_json(&trials)?;
    } else {
        super::print_text(&Told { trials: &trials, folder: folder.path() }.to_string())?;
    }
    // A judge's fault is what was found of it; all else can be made good.
    let owed = |trial: &Trial| trial.faults.keys().any(|reason| reason != Fault::JudgeFault.name());
    let owed = trials.judges.iter().flat_map(|judge| &judge.tasks).any(owed);
    Ok(if owed { Exit::Incomplete } else { Exit::Done })
}

/// Nobody plays, so nobody but the judges is named.
fn settings(args: &LabelledArgs, config: &Config) -> Result<Settings, Failed> {
    let given = |list: Vec<String>| (!list.is_empty()).then_some(list);
    let tasks = tasks(&args.task)?;
    let changes = Changes {
        judges: given(model_names(&args.judge)),
        tasks: (!tasks.is_empty()).then_some(tasks),
        judge_temperature: args.judge_temperature,
        max_tokens: args.max_tokens,
        prompts: args.prompts.clone(),
        resamples: args.resamples,
        ..Changes::default()
    };
    let of_file = Changes { tasks: None, ..config.changes() };
    Ok(Settings {
        models: vec!["builtin/never-ask".to_owned()],
        user: None,
        gate: None,
        manner: Default::default(),
        answers: None,
        ..changes.apply(&of_file.apply(&Settings::default()))
    })
}

/// The folder of the trial: a new one, or the one of that name.
fn folder(args: &LabelledArgs, config: &Config) -> Result<RunFolder, Failed> {
    let log_dir = session::log_dir(args.log_dir.as_ref(), config);
    let Some(name) = &args.name else {
        return Ok(RunFolder::create(&log_dir, &session::run_name(TRIAL), TRIAL)?);
    };
    check_name(name)?;
    let path = log_dir.join(name);
    if !path.exists() {
        return Ok(RunFolder::create(&log_dir, name, TRIAL)?);
    }
    if RunFolder::manifest(&path)?.suite != TRIAL {
        return Err(Failed::usage(
            format!("{} is a run, and no trial of judges", path.display()),
            "choose another --name",
        ));
    }
    Ok(RunFolder::open(&path)?)
}

/// The packs that the messages are about.
struct Packs(BTreeMap<String, Pack>);

impl Packs {
    fn load(items: &[Item]) -> Result<Self, Failed> {
        let mut packs = BTreeMap::new();
        for item in items {
            if !packs.contains_key(&item.pack) {
                let source = PackSource::Embedded(item.pack.clone());
                packs.insert(item.pack.clone(), Pack::load(&source).map_err(RunError::from)?);
            }
        }
        Ok(Self(packs))
    }

    /// A test holds the messages to cases that are there.
    fn case(&self, item: &Item) -> Result<&Case, Failed> {
        let case = self.0.get(&item.pack).and_then(|pack| pack.case(&item.case));
        case.ok_or_else(|| Failed::error(format!("{}: no case {} in {}", item.id, item.case, item.pack)))
    }
}

/// What a judge said of a message; where it failed, how.
type Asked = Result<Label, (Fault, String)>;

/// Messages to be read.
struct Trying {
    stage: Arc<Stage>,
    packs: Arc<Packs>,
    items: Arc<Vec<Item>>,
}

impl Trying {
    /// What each judge says of each message.
    async fn ask(&self, gathering: &Gathering, judges: &[Judge]) -> Result<Vec<Vec<Asked>>, RunError> {
        let units: Vec<(usize, usize)> = (0..judges.len())
            .flat_map(|judge| (0..self.items.len()).map(move |item| (judge, item)))
            .collect();
        let unasked = || Err((Fault::Budget, "it was not asked any more".to_owned()));
        let mut asked: Vec<Vec<Asked>> =
            judges.iter().map(|_| self.items.iter().map(|_| unasked()).collect()).collect();
        let work = |(judge, at): (usize, usize)| {
            let (stage, packs, items) =
                (Arc::clone(&self.stage), Arc::clone(&self.packs), Arc::clone(&self.items));
            let judge = judges[judge].clone();
            async move {
                let item = &items[at];
                let Ok(case) = packs.case(item) else {
                    return Ok(Err((Fault::Infrastructure, format!("no case {}", item.case))));
                };
                match read(&stage, case, &judge, item).await {
                    Ok(label) => Ok(Ok(label)),
                    Err(Halt::Fault { fault, why }) => Ok(Err((fault, why))),
                    Err(halt) => Err(halt),
                }
            }
        };
        let places = units.clone();
        let take = |at: usize, said: Asked| {
            let (judge, item) = places[at];
            asked[judge][item] = said;
            Ok(())
        };
        gathering.each(units, work, take).await?;
        Ok(asked)
    }

    /// A judge against the writers.
    fn compare(&self, judge: &Judge, asked: &[Asked], settings: &Settings) -> Result<JudgeTrials, Failed> {
        let said: Vec<Said> =
            asked.iter().map(|said| said.as_ref().cloned().map_err(|(fault, _)| *fault)).collect();
        let mut tried: Vec<Tried<'_>> = Vec::new();
        for (item, said) in self.items.iter().zip(&said) {
            tried.push((item, self.packs.case(item)?.language, said));
        }
        let mut examples = BTreeMap::new();
        for (item, (fault, why)) in
            self.items.iter().zip(asked).filter_map(|(item, said)| Some((item, said.as_ref().err()?)))
        {
            examples.entry(fault.name().to_owned()).or_insert_with(|| format!("{}: {why}", item.id));
        }
        let options = CaseBootstrap {
            seed: crate::draw::seed(settings.seed, &["labelled", "bootstrap"]),
            resamples: settings.resamples as usize,
            ..CaseBootstrap::default()
        };
        let name = judge.seat.name();
        Ok(JudgeTrials {
            rules: judge.seat.is_rule(),
            smoke_model: name.starts_with("local/"),
            judge: name,
            tasks: judge_trials(&tried, &options),
            examples,
        })
    }
}

/// Has a judge read one message, with the prompt and the view of its task.
async fn read(stage: &Stage, case: &Case, judge: &Judge, item: &Item) -> Result<Label, Halt> {
    let task = item.task();
    let variant = match &item.label {
        Labelled::Lca { variant, .. } => *variant,
        Labelled::Dcg { .. } | Labelled::Ljp { .. } => Variant::Underspecified,
    };
    // Spending is told by the task, which stands third.
    let scope = format!("{}|{}|{task}|labelled", item.id, variant.name());
    let path = format!("judge/{}/{task}/d1", judge.seat.name());
    let matter = Matter { case, variant };
    let mut scene = Scene::new(stage, matter.subject(), 1, scope);
    match &item.label {
        Labelled::Lca { .. } => {
            Ok(Label::of_lca(&judge.lca(&mut scene, matter, &path, &item.message).await?))
        }
        Labelled::Dcg { talk, .. } => {
            let reply = judge.dcg(&mut scene, matter, &path, talk, &item.message).await?;
            Ok(Label::Dcg { requests: vec![DcgRequest::of(1, reply)] })
        }
        Labelled::Ljp { .. } => Ok(Label::of_ljp(judge.ljp(&mut scene, matter, &path, &item.message).await?)),
    }
}
