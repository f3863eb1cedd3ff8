//! `compare`: assistants against each other, on the cases that both have.

use std::path::{Path, PathBuf};

use crate::cli::args::CompareArgs;
use crate::cli::exit::{Exit, Failed};
use crate::cli::report::{self, Of, of_one_suite};
use crate::report::content::comparison;
use crate::report::lexpilot::evidence::Evidence;
use crate::report::likeness::differences;
use crate::report::pairs::Side;
use crate::report::seam::Told;
use crate::report::threeply::ArgumentRun;

/// Most resamples behind an interval.
const RESAMPLES_MAX: usize = 1_000_000;

/// Writes the comparison.
pub fn compare(args: &CompareArgs, json: bool) -> Result<Exit, Failed> {
    if json {
        return Err(Failed::usage("compare has no --json", "give --format csv, or export both runs' units"));
    }
    if !(1..=RESAMPLES_MAX).contains(&args.resamples) {
        let message = format!("--resamples {} is out of range", args.resamples);
        return Err(Failed::usage(message, format!("give 1 to {RESAMPLES_MAX}")));
    }
    let runs: Vec<&Path> = std::iter::once(&args.run_a).chain(&args.run_b).map(PathBuf::as_path).collect();
    match of_one_suite(&runs, "be compared")? {
        None | Some(Of::Consultations) => of_runs::<Evidence>(args),
        Some(Of::Arguments) => of_runs::<ArgumentRun>(args),
    }
}

fn of_runs<R: Told>(args: &CompareArgs) -> Result<Exit, Failed> {
    if let Some(field) = args.allow.iter().find(|field| !R::FIELDS.contains(&field.as_str())) {
        let message = format!("no field `{field}` to allow");
        return Err(Failed::usage(message, format!("--allow takes {}", R::FIELDS.join(", "))));
    }
    let a = R::read(&args.run_a)?;
    let same = |b: &PathBuf| match (b.canonicalize(), args.run_a.canonicalize()) {
        (Ok(b), Ok(a)) => a == b,
        _ => false,
    };
    let other = match &args.run_b {
        Some(path) if !same(path) => Some(R::read(path)?),
        _ => None,
    };
    let b = other.as_ref().unwrap_or(&a);
    let found = differences(&a, b);
    if let Some((field, of_a, of_b)) = found.iter().find(|(field, ..)| !args.allow.iter().any(|f| f == field))
    {
        return Err(Failed::error(format!(
            "the runs differ in {field}: {of_a} in {}, {of_b} in {}",
            a.name(),
            b.name()
        ))
        .hint(format!("a difference could come from that alone; to compare all the same: --allow {field}")));
    }
    let allowed: Vec<String> = found.iter().map(|(field, ..)| (*field).to_owned()).collect();
    let pairs = pairs(args, &a, b, other.is_none())?;
    let language = report::language(&args.page, Some(&a));
    let page = comparison(language, &pairs, &allowed, args.resamples)?;
    report::write(&page, &args.page)?;
    Ok(Exit::Done)
}

/// Two assistants to compare.
type Pair<'a, R> = (Side<'a, R>, Side<'a, R>);

fn pairs<'a, R: Told>(
    args: &CompareArgs,
    a: &'a R,
    b: &'a R,
    one_run: bool,
) -> Result<Vec<Pair<'a, R>>, Failed> {
    let (of_a, of_b) = (chosen(a, args.a.as_deref())?, chosen(b, args.b.as_deref())?);
    let side = |run, assistant| Side { run, assistant };
    let mut pairs = Vec::new();
    for &first in &of_a {
        for &second in &of_b {
            let fits = if one_run {
                // Each two once; with both named, in the order given.
                if args.a.is_some() || args.b.is_some() { first != second } else { first < second }
            } else {
                let alone = of_a.len() == 1 && of_b.len() == 1;
                alone || side(a, first).name() == side(b, second).name()
            };
            if fits {
                pairs.push((side(a, first), side(b, second)));
            }
        }
    }
    if pairs.is_empty() {
        let message = if one_run {
            format!("{} has no two assistants to compare", a.name())
        } else {
            format!("{} and {} have no assistant of the same name", a.name(), b.name())
        };
        return Err(Failed::usage(message, "name them with --a and --b, or name another run"));
    }
    Ok(pairs)
}

fn chosen<R: Told>(run: &R, name: Option<&str>) -> Result<Vec<usize>, Failed> {
    let names = run.assistants();
    let Some(wanted) = name else { return Ok((0..names.len()).collect()) };
    match names.iter().position(|name| name == wanted) {
        Some(at) => Ok(vec![at]),
        None => Err(Failed::usage(
            format!("{} has no assistant `{wanted}`", run.name()),
            format!("it has {}", names.join(", ")),
        )),
    }
}
