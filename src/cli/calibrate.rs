//! `calibrate`: a run's judges against people; or whether what was found still stands.

use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;

use crate::annotate::calibrate::{Reference, calibrate as compare};
use crate::annotate::calibration::{
    Calibration, Corrected, FILE, JudgeCalibration, Stale, Standing, standing,
};
use crate::annotate::folder::AnnotationFolder;
use crate::annotate::unit::Records;
use crate::cli::annotate::{agreement_table, both, confusions};
use crate::cli::args::CalibrateArgs;
use crate::cli::config::Config;
use crate::cli::exit::{Exit, Failed};
use crate::cli::labelled;
use crate::cli::run::to_json;
use crate::report::number::{count, decimal, interval};
use crate::report::table::Table;
use crate::run::{Environment, RunFolder, cast, read_snapshot, shelves};

/// `calibrate`.
pub fn calibrate(
    args: &CalibrateArgs,
    config: impl FnOnce() -> Result<Config, Failed>,
    json: bool,
) -> Result<Exit, Failed> {
    match &args.run {
        Some(run) => of_run(run, args.annotations.as_deref(), json),
        None => labelled::try_judges(&args.labelled, &config()?, json),
    }
}

fn of_run(run: &Path, annotations: Option<&Path>, json: bool) -> Result<Exit, Failed> {
    // Only what writes into the run holds it.
    let folder = match annotations {
        Some(_) => RunFolder::open(run)?,
        None => RunFolder::reading(run)?,
    };
    let (_, settings, pack, prompts) = read_snapshot(folder.path())?;
    let study = cast(&settings, pack, &Environment::Offline)?;
    let (plays, judgements) = shelves(&folder)?;
    let records = Records { study: &study, prompts: &prompts, plays: &plays, judgements: &judgements };
    if let Some(dir) = annotations {
        let annotations = AnnotationFolder::open(dir)?;
        let key = annotations.key()?;
        let adjudicate = || {
            let dir = dir.display();
            Failed::error(format!("{dir} holds no consensus")).hint(format!(
                "import two annotators, then `lexconsult annotate import {dir} --adjudicated {dir}/disagreements.csv`"
            ))
        };
        let annotators = both(&annotations)?.ok_or_else(adjudicate)?;
        let consensus = annotations.consensus()?.ok_or_else(adjudicate)?;
        let reference = Reference { key: &key, annotators: &annotators, consensus: &consensus };
        let calibration = compare(&folder.name(), &records, &reference)?;
        folder.write(FILE, &to_json(&calibration)?)?;
    }
    let Some(found) = standing(folder.path(), &records)? else {
        return Err(Failed::error(format!("{} is not calibrated", folder.path().display()))
            .hint("have two people label a sample: docs/annotation.md, then give --annotations DIR"));
    };
    if json {
        super::print_json(&Shown {
            fresh: found.is_fresh(),
            stale: &found.stale,
            calibration: &found.calibration,
        })?;
    } else if annotations.is_some() {
        super::print_text(&whole(&found, &folder.path().display().to_string()))?;
    } else {
        super::print_text(&freshness(&found))?;
    }
    Ok(if found.is_fresh() { Exit::Done } else { Exit::Incomplete })
}

/// What is printed for programs.
#[derive(Serialize)]
struct Shown<'a> {
    fresh: bool,
    stale: &'a [Stale],
    calibration: &'a Calibration,
}

/// Whether the calibration stands, and through which fields it does not.
fn freshness(found: &Standing) -> String {
    if found.is_fresh() {
        return "the calibration is fresh: judge, prompt, rubric and labels are as they were\n".to_owned();
    }
    let mut text = "the calibration is stale:\n".to_owned();
    for stale in &found.stale {
        // Writing to a string cannot fail, here and below.
        let _ = match (&stale.judge, stale.task, stale.language) {
            (Some(judge), Some(task), Some(language)) => {
                writeln!(text, "  {} of {judge} for {task} ({}) has changed", stale.field, language.code())
            }
            _ => writeln!(
                text,
                "  the run's labels have changed: the corrected scores are old, the agreement stands"
            ),
        };
    }
    text.push_str("Next: lexconsult calibrate RUN --annotations DIR\n");
    text
}

fn whole(found: &Standing, run: &str) -> String {
    let calibration = &found.calibration;
    let people = &calibration.people;
    let [first, second] = &people.annotators;
    let mut text = format!(
        "people     {first} and {second}: {} agreed, {} adjudicated, {} open\n\n\
         {first} and {second}, before adjudication\n{}\n\
         mean over tasks: agreement {}, kappa {}\n",
        count(people.agreed as u64),
        count(people.adjudicated as u64),
        count(people.open as u64),
        agreement_table(&people.tasks),
        decimal(people.mean_agreement, 3),
        decimal(people.mean_kappa, 3),
    );
    for mean in &calibration.means {
        let of_judge: Vec<&JudgeCalibration> =
            calibration.judges.iter().filter(|judge| judge.judge == mean.judge).collect();
        judge(&mut text, mean, &of_judge);
    }
    if !calibration.corrected.is_empty() {
        let _ = writeln!(
            text,
            "\nScores corrected for the judge's errors, pooled over repeats\n{}\n\
             interval: Lang-Reiczigel for shares (units taken as independent), else percentile over cases; over cases: \
             units and sample resampled together by case. Take the wider.",
            corrected_table(&calibration.corrected)
        );
    }
    let _ = write!(text, "\nAll numbers: {run}/{FILE}\n{}", freshness(found));
    text
}

fn judge(text: &mut String, mean: &crate::annotate::calibration::Mean, tasks: &[&JudgeCalibration]) {
    let rules = if tasks.iter().any(|judge| judge.rules) { " (rules, not a model)" } else { "" };
    let agreements: Vec<_> = tasks.iter().map(|judge| judge.agreement.clone()).collect();
    let _ = writeln!(
        text,
        "\n{}{rules} against the consensus\n{}\nmean over tasks: agreement {}, kappa {}\n",
        mean.judge,
        agreement_table(&agreements),
        decimal(mean.agreement, 3),
        decimal(mean.kappa, 3)
    );
    text.push_str(&confusions(&agreements, "people", "judge"));
    let mut table = Table::new(&[
        "task",
        "label",
        "people",
        "judge",
        "FP of all",
        "FN of all",
        "FP rate",
        "FN rate",
        "precision",
    ])
    .numbers(&[2, 3, 4, 5, 6, 7, 8]);
    for found in tasks {
        for label in &found.agreement.per_label {
            let rates = [
                label.rate_reference,
                label.rate_other,
                label.fp_share,
                label.fn_share,
                label.fp_rate,
                label.fn_rate,
                label.precision,
            ];
            let cells = rates.map(|rate| decimal(rate, 3));
            table.row([found.agreement.task.to_string(), label.label.clone()].into_iter().chain(cells));
        }
    }
    let _ = writeln!(
        text,
        "{table}\nFP and FN of all: shares of all items. FP rate: among what people label otherwise; FN rate: among what \
         people label so."
    );
    for found in tasks {
        let task = found.agreement.task;
        let own = &found.self_consistency;
        let _ = match own.flip_rate {
            Some(rate) => writeln!(
                text,
                "{task}: with itself, on {} texts read more than once: {} labelled in more than one way ({})",
                count(own.n as u64),
                count(own.flipped as u64),
                decimal(Some(rate), 3)
            ),
            None => writeln!(text, "{task}: with itself: no text was read more than once"),
        };
        if found.changed > 0 {
            let _ = writeln!(
                text,
                "{task}: {} items read otherwise now than when people labelled them, and are left out",
                count(found.changed)
            );
        }
    }
}

fn corrected_table(scores: &[Corrected]) -> Table {
    let mut table = Table::new(&[
        "task",
        "metric",
        "assistant",
        "judge",
        "observed",
        "corrected",
        "interval",
        "over cases",
    ])
    .numbers(&[4, 5, 6, 7]);
    for score in scores {
        let setup = score.setup.map(|setup| format!(" {setup}")).unwrap_or_default();
        table.row([
            format!("{}{setup}", score.task),
            score.metric.clone(),
            score.model.clone(),
            score.judge.clone(),
            decimal(score.observed, 3),
            decimal(score.corrected, 3),
            interval(score.low, score.high, 3),
            interval(score.low_over_cases, score.high_over_cases, 3),
        ]);
    }
    table
}
