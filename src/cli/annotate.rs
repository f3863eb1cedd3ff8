//! `annotate`: sheets out to two annotators, and their labels back.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::annotate::AnnotateError;
use crate::annotate::agreement::Agreement;
use crate::annotate::calibrate::resampling;
use crate::annotate::consensus::{AgreementFile, Annotators, settle};
use crate::annotate::decision::Decision;
use crate::annotate::export::{Exported, Order, export};
use crate::annotate::filled;
use crate::annotate::folder::{AnnotationFolder, check_annotator, read_file};
use crate::annotate::key::Key;
use crate::annotate::labels::Named;
use crate::annotate::log::{self, Entry, standing};
use crate::annotate::probes;
use crate::annotate::unit::Records;
use crate::cli::args::AnnotateCommand;
use crate::cli::exit::{Exit, Failed};
use crate::cli::terminal;
use crate::report::number::{count, decimal, interval, of};
use crate::report::table::Table;
use crate::run::{Environment, ProbeFolder, RunFolder, cast, cast_probes, name_of, read_snapshot, shelves};
use crate::suite::Suite;
use crate::suite::fidelity::{self, ReplyRecord};
use crate::suite::lexpilot::Task;
use crate::suite::threeply::Arguments;

impl From<AnnotateError> for Failed {
    fn from(error: AnnotateError) -> Self {
        let exit = if error.is_usage() { Exit::Usage } else { Exit::Error };
        Self { exit, hint: error.hint(), message: error.to_string() }
    }
}

/// `annotate`.
pub fn annotate(command: &AnnotateCommand, json: bool) -> Result<Exit, Failed> {
    match command {
        AnnotateCommand::Export { run, out, tasks, per_task, seed } => {
            export_sheet(run, out, tasks, *per_task, *seed, json)
        }
        AnnotateCommand::Import { dir, file, adjudicated: true, .. } => {
            let file = file.as_deref().ok_or_else(|| {
                Failed::usage("no adjudicated file is named", "give it: `--adjudicated FILE.csv`")
            })?;
            adjudicate(&AnnotationFolder::open(dir)?, file, json)
        }
        AnnotateCommand::Import { dir, file, annotator, replace, .. } => {
            let folder = AnnotationFolder::open(dir)?;
            import(&folder, annotator.as_deref().unwrap_or_default(), file.as_deref(), *replace, json)
        }
        AnnotateCommand::Terminal { dir, annotator, task } => {
            terminal::label(dir, annotator, task.as_deref().and_then(Decision::parse), json)
        }
    }
}

/// What `export` did.
#[derive(Serialize)]
struct ExportSummary<'a> {
    folder: &'a Path,
    items: usize,
    strata: &'a std::collections::BTreeMap<
        String,
        std::collections::BTreeMap<String, crate::annotate::sample::Stratum>,
    >,
}

fn export_sheet(
    run: &Path,
    out: &Path,
    tasks: &[String],
    per_task: usize,
    seed: u64,
    json: bool,
) -> Result<Exit, Failed> {
    if per_task == 0 {
        return Err(Failed::usage("--per-task 0 draws nothing", "give 1 or more"));
    }
    let exported = match RunFolder::manifest(run)?.suite.as_str() {
        fidelity::SUITE => of_probes(run, tasks, per_task, seed)?,
        Arguments::NAME => {
            let message =
                format!("{} is a run of {}, of which there are no sheets", run.display(), Arguments::NAME);
            return Err(Failed::error(message).hint(
                "`lexconsult show` and `report` name the arguments to look at, `export --table judgements` has what was read of each, and `rejudge` with another --judge has them read again",
            ));
        }
        _ => of_run(run, tasks, per_task, seed)?,
    };
    made(out, &exported, json)
}

/// The sheet of a run.
fn of_run(run: &Path, tasks: &[String], per_task: usize, seed: u64) -> Result<Exported, Failed> {
    let folder = RunFolder::reading(run)?;
    let (_, settings, pack, prompts) = read_snapshot(folder.path())?;
    let study = cast(&settings, pack, &Environment::Offline)?;
    let (plays, judgements) = shelves(&folder)?;
    let records = Records { study: &study, prompts: &prompts, plays: &plays, judgements: &judgements };
    let tasks = if tasks.is_empty() { study.tasks.clone() } else { tasks_of(tasks)? };
    let order = Order { tasks: in_order(&tasks), per_task, seed };
    Ok(export(&folder.name(), &records, &order)?)
}

/// What is read of `probe.json`.
#[derive(Deserialize)]
struct Replies {
    pack_hash: String,
    replies: Vec<ReplyRecord>,
}

/// The sheet of a folder of probes.
fn of_probes(run: &Path, tasks: &[String], wanted: usize, seed: u64) -> Result<Exported, Failed> {
    if tasks.iter().any(|task| task != fidelity::SUITE) {
        return Err(Failed::usage(
            format!("{} holds probes", run.display()),
            "--tasks takes fidelity there, or can be left out",
        ));
    }
    let (settings, pack, prompts) = ProbeFolder::snapshot(run)?;
    let study = cast_probes(&settings, pack, &Environment::Offline)?;
    let found = ProbeFolder::read::<Replies>(run)?;
    // An attempt that was broken off leaves its snapshot, and the replies of the one before it.
    if found.as_ref().is_some_and(|found| found.pack_hash != study.pack.hash) {
        return Err(Failed::usage(
            format!("the replies in {} are to other cases than its newest snapshot holds", run.display()),
            "give the command of the last attempt again, so that it comes to its end",
        ));
    }
    let replies = found.map(|found| found.replies).unwrap_or_default();
    Ok(probes::export(&name_of(run), &study, &prompts, &replies, (wanted, seed))?)
}

/// Writes the sheet, its guidelines and its key, and says what is in them.
fn made(out: &Path, exported: &Exported, json: bool) -> Result<Exit, Failed> {
    let made = AnnotationFolder::create(out, exported)?;
    let key = &exported.key;
    if json {
        let summary = ExportSummary { folder: made.path(), items: key.items.len(), strata: &key.strata };
        super::print_json(&summary)?;
        return Ok(Exit::Done);
    }
    let mut table = Table::new(&["task", "of", "judged", "too long", "drawn"]).numbers(&[2, 3, 4]);
    for (task, strata) in &key.strata {
        for (model, stratum) in strata {
            let counts = [stratum.units, stratum.too_long, stratum.drawn].map(|n| count(n as u64));
            table.row([task, model].into_iter().chain(&counts));
        }
    }
    let dir = out.display();
    super::print_text(&format!(
        "{table}\n\n{} in {dir}/sheet.csv, rules in {dir}/guidelines.md\n\
         {dir}/key.json says whose they are and what the judge said: keep it from the annotators.\n\
         Next: lexconsult annotate import {dir} --annotator NAME FILE.csv, for each of two; \
         or lexconsult annotate terminal {dir} --annotator NAME\n",
        of(key.items.len(), "item", "items")
    ))?;
    Ok(Exit::Done)
}

fn tasks_of(names: &[String]) -> Result<Vec<Task>, Failed> {
    let parse = |name: &String| {
        Task::parse(name)
            .ok_or_else(|| Failed::usage(format!("no task `{name}`"), "--tasks takes lca, dcg, ljp"))
    };
    names.iter().map(parse).collect()
}

/// Each once, in the order of the paper.
fn in_order(tasks: &[Task]) -> Vec<Task> {
    Task::ALL.iter().copied().filter(|task| tasks.contains(task)).collect()
}

/// What `import` did.
#[derive(Serialize)]
struct ImportSummary<'a> {
    annotator: &'a str,
    items: usize,
    labelled: usize,
    unlabelled: usize,
    agreement: Option<&'a AgreementFile>,
}

fn import(
    folder: &AnnotationFolder,
    annotator: &str,
    file: Option<&Path>,
    replace: bool,
    json: bool,
) -> Result<Exit, Failed> {
    check_annotator(annotator)?;
    let key = folder.key()?;
    let others: Vec<String> = folder.annotators()?.into_iter().filter(|name| name != annotator).collect();
    if others.len() > 1 {
        return Err(Failed::usage(
            format!("{} have labels here already", others.join(" and ")),
            "a study has two annotators; export anew for others",
        ));
    }
    if let Some(file) = file {
        let entries = entries(&key, file)?;
        let before = folder.marks(annotator)?;
        if !before.is_empty() && before != standing(&entries) && !replace {
            return Err(Failed::usage(
                format!("{annotator} has other labels here already"),
                "give --replace if these are to take their place",
            ));
        }
        folder.write_labels(annotator, &entries)?;
    }
    let marks = folder.marks(annotator)?;
    let labelled = key
        .items
        .iter()
        .filter(|item| marks.get(&item.item).is_some_and(|mark| mark.label.is_some()))
        .count();
    if marks.is_empty() {
        return Err(Failed::error(format!("{annotator} has no labels here"))
            .hint("name the filled sheet: `lexconsult annotate import DIR --annotator NAME FILE.csv`"));
    }
    let agreement = match both(folder)? {
        Some(annotators) => {
            let found = AgreementFile::of(&annotators, &key, &resampling(key.seed, RESAMPLES));
            folder.write_json("agreement.json", &found)?;
            folder.write("disagreements.csv", &annotators.disagreements(&key, &folder.sheet()?))?;
            Some(found)
        }
        None => None,
    };
    let unlabelled = key.items.len() - labelled;
    if json {
        let agreement = agreement.as_ref();
        let items = key.items.len();
        super::print_json(&ImportSummary { annotator, items, labelled, unlabelled, agreement })?;
        return Ok(Exit::Done);
    }
    let mut text = format!(
        "{annotator}: {} labelled, {} not, of {}\n",
        count(labelled as u64),
        count(unlabelled as u64),
        of(key.items.len(), "item", "items")
    );
    let dir = folder.path().display();
    // Writing to a string cannot fail, here and below.
    let _ = match &agreement {
        None => writeln!(
            text,
            "Next: lexconsult annotate import {dir} --annotator NAME FILE.csv, for the other annotator"
        ),
        Some(found) => {
            let [first, second] = &found.annotators;
            let _ = writeln!(
                text,
                "\n{first} and {second}, before adjudication\n{}",
                agreement_table(&found.tasks)
            );
            let _ = writeln!(
                text,
                "mean over tasks: agreement {}, kappa {}\n",
                decimal(found.mean_agreement, 3),
                decimal(found.mean_kappa, 3)
            );
            text.push_str(&confusions(&found.tasks, first, second));
            writeln!(
                text,
                "{} to adjudicate in {dir}/disagreements.csv: fill `label`\n\
                 Next: lexconsult annotate import {dir} --adjudicated {dir}/disagreements.csv",
                of(found.to_adjudicate, "item", "items")
            )
        }
    };
    super::print_text(&text)?;
    Ok(Exit::Done)
}

/// Resamples behind the agreement of annotators.
const RESAMPLES: usize = 10_000;

/// The labels in a filled sheet, or in a log of the terminal.
fn entries(key: &Key, file: &Path) -> Result<Vec<Entry>, Failed> {
    let bytes = read_file(file)?;
    if file.extension().is_some_and(|extension| extension == "jsonl") {
        let entries = log::parse(file, &bytes)?;
        for entry in &entries {
            let known = key
                .item(&entry.item)
                .is_some_and(|item| entry.label.as_ref().is_none_or(|label| label.code(item.task).is_some()));
            if !known {
                return Err(Failed::error(format!(
                    "{}: `{}` is no item of this folder, or its label is none of its task",
                    file.display(),
                    entry.item
                ))
                .hint("take the labels that were made with this folder's sheet"));
            }
        }
        return Ok(entries);
    }
    let rows = filled::read(&file.display().to_string(), &bytes, &|item| Some(key.item(item)?.task))?;
    let entry = |row: filled::Filled| {
        let task = key.item(&row.item)?.task;
        let label = row.label.map(|label| Named::of(task, label));
        Some(Entry { label, note: row.note, item: row.item, undo: false })
    };
    Ok(rows.into_iter().filter_map(entry).collect())
}

/// Both annotators, once there are two.
pub fn both(folder: &AnnotationFolder) -> Result<Option<Annotators>, Failed> {
    let names = folder.annotators()?;
    let Ok(names) = <[String; 2]>::try_from(names) else { return Ok(None) };
    let marks = [folder.marks(&names[0])?, folder.marks(&names[1])?];
    Ok(Some(Annotators { names, marks }))
}

/// What `import --adjudicated` did.
#[derive(Serialize)]
struct Adjudicated {
    agreed: usize,
    adjudicated: usize,
    open: Vec<String>,
    consensus: PathBuf,
    /// Of probes: the assessor against the consensus.
    assessor: Vec<Agreement>,
}

fn adjudicate(folder: &AnnotationFolder, file: &Path, json: bool) -> Result<Exit, Failed> {
    let key = folder.key()?;
    let Some(annotators) = both(folder)? else {
        return Err(Failed::error("there are not two annotators yet")
            .hint("import both sheets first: `lexconsult annotate import DIR --annotator NAME FILE.csv`"));
    };
    let name = file.display().to_string();
    let rows = filled::read(&name, &read_file(file)?, &|item| Some(key.item(item)?.task))?;
    let consensus = settle(&key, &annotators, &rows, &name)?;
    let path = folder.write_json("consensus.json", &consensus)?;
    let open = consensus.open.len();
    let assessor = probes::assessor_agreement(&key, &consensus, &resampling(key.seed, RESAMPLES));
    if json {
        super::print_json(&Adjudicated {
            agreed: consensus.agreed,
            adjudicated: consensus.adjudicated,
            open: consensus.open,
            consensus: path,
            assessor,
        })?;
    } else {
        let mut text = format!(
            "{} agreed, {} adjudicated, {} open: {}\n",
            count(consensus.agreed as u64),
            count(consensus.adjudicated as u64),
            count(open as u64),
            path.display(),
        );
        // Writing to a string cannot fail, here and below.
        if assessor.is_empty() {
            let _ =
                writeln!(text, "Next: lexconsult calibrate RUN --annotations {}", folder.path().display());
        } else {
            let _ = writeln!(text, "\nthe assessor and the consensus\n{}", agreement_table(&assessor));
            text.push_str(&confusions(&assessor, "consensus", "assessor"));
        }
        super::print_text(&text)?;
    }
    Ok(if open == 0 { Exit::Done } else { Exit::Incomplete })
}

/// Agreement, task by task.
pub fn agreement_table(tasks: &[Agreement]) -> Table {
    let mut table =
        Table::new(&["task", "n", "blank", "agreement", "95% interval", "kappa", "95% interval", "PABAK"])
            .numbers(&[1, 2, 3, 4, 5, 6, 7]);
    for found in tasks {
        table.row([
            found.task.to_string(),
            count(found.n),
            count(found.n_missing),
            decimal(found.agreement, 3),
            interval(found.agreement_low, found.agreement_high, 3),
            decimal(found.kappa, 3),
            interval(found.kappa_low, found.kappa_high, 3),
            decimal(found.pabak, 3),
        ]);
    }
    table
}

/// The table of labels of each task, with who stands in the rows and in the columns.
pub fn confusions(tasks: &[Agreement], rows: &str, columns: &str) -> String {
    let mut text = String::new();
    for found in tasks {
        let corner = format!("{} · {rows} \\ {columns}", found.task);
        let headings: Vec<&str> =
            std::iter::once(corner.as_str()).chain(found.labels.iter().map(String::as_str)).collect();
        let numbers: Vec<usize> = (1..headings.len()).collect();
        let mut table = Table::new(&headings).numbers(&numbers);
        for (label, counts) in found.labels.iter().zip(&found.confusion) {
            table.row(std::iter::once(label.clone()).chain(counts.iter().map(|n| count(*n))));
        }
        let _ = writeln!(text, "{table}\n");
    }
    text
}
