//! `report`: runs as a page.

use std::fs;
use std::path::Path;

use crate::case::Language;
use crate::cli::args::{PageArgs, PageFormat, PageLanguage, ReportArgs};
use crate::cli::exit::{Exit, Failed};
use crate::report::content::Reporter;
use crate::report::document::{Document, Format};
use crate::report::fidelity::Probes;
use crate::report::lexpilot::evidence::Evidence;
use crate::report::plot;
use crate::report::seam::{Exported, ReadRun, Told};
use crate::report::threeply::ArgumentRun;
use crate::run::{RunError, RunFolder};
use crate::suite::Suite;
use crate::suite::threeply::Arguments;

/// Writes the report of one run, or of several of a suite side by side.
pub fn report(args: &ReportArgs, json: bool) -> Result<Exit, Failed> {
    let (mut runs, mut probes): (Vec<&Path>, Vec<Probes>) = (Vec::new(), Vec::new());
    for path in &args.runs {
        if args.runs.iter().filter(|other| *other == path).count() > 1 {
            let message = format!("{} is given twice", path.display());
            return Err(Failed::usage(message, "name each run once"));
        }
        let found = Probes::read(path)?;
        // A folder of probes has no plays of its own.
        if found.is_none() || path.join("plays.jsonl").exists() {
            runs.push(path);
        }
        probes.extend(found);
    }
    match of_one_suite(&runs, "stand in one report")? {
        None => Err(Failed::usage(
            "probes alone are no run",
            "name a run beside them, or see them with `lexconsult probe` and the same --name",
        )),
        Some(Of::Consultations) => of_runs::<Evidence>(&runs, &probes, args, json),
        Some(Of::Arguments) if !probes.is_empty() => Err(Failed::usage(
            "probes are of simulated users, and arguments have none",
            "name the probes beside a run of lexpilot",
        )),
        Some(Of::Arguments) => of_runs::<ArgumentRun>(&runs, &probes, args, json),
    }
}

fn of_runs<R: Told + Exported>(
    paths: &[&Path],
    probes: &[Probes],
    args: &ReportArgs,
    json: bool,
) -> Result<Exit, Failed> {
    let runs: Vec<R> = paths.iter().map(|path| R::read(path)).collect::<Result<_, RunError>>()?;
    if json {
        super::print_json(&runs.iter().map(Exported::results).collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    let language = language(&args.page, runs.first());
    write(&Reporter { language, runs: &runs, probes }.document(), &args.page)?;
    Ok(Exit::Done)
}

/// Of which suite runs are that can be reported on.
pub enum Of {
    /// LexPilot.
    Consultations,
    /// 3-ply arguments.
    Arguments,
}

/// The suite of all these runs; `None` where there are none. `may_not` is what runs of two suites cannot.
///
/// # Errors
/// When one is no run, or they are not of one suite.
pub fn of_one_suite(runs: &[&Path], may_not: &str) -> Result<Option<Of>, Failed> {
    let mut suites: Vec<(String, &Path)> = Vec::new();
    for run in runs {
        suites.push((RunFolder::manifest(run)?.suite, run));
    }
    let Some((first, path)) = suites.first() else { return Ok(None) };
    if let Some((other, of_other)) = suites.iter().find(|(suite, _)| suite != first) {
        return Err(Failed::usage(
            format!(
                "{} is a run of {first} and {} one of {other}: they cannot {may_not}",
                path.display(),
                of_other.display()
            ),
            "name runs of one suite",
        ));
    }
    Ok(Some(if first == Arguments::NAME { Of::Arguments } else { Of::Consultations }))
}

/// The language that was asked for, else that of the run.
pub fn language<R: ReadRun>(page: &PageArgs, run: Option<&R>) -> Language {
    match page.lang {
        Some(PageLanguage::En) => Language::En,
        Some(PageLanguage::Zh) => Language::Zh,
        None => run.map_or(Language::En, ReadRun::language),
    }
}

/// Writes a document where it was asked for.
pub fn write(document: &Document, page: &PageArgs) -> Result<(), Failed> {
    let format = format(page)?;
    let Some(path) = &page.output else {
        return super::print_bytes(document.render(format, None).as_bytes());
    };
    let figures = match format {
        Format::Markdown => Some(figures(document, path)?),
        Format::Html | Format::Latex | Format::Csv => None,
    };
    let text = document.render(format, figures.as_deref());
    fs::write(path, text).map_err(RunError::io("write", path))?;
    super::note(&format!("written: {}", path.display()));
    Ok(())
}

fn format(page: &PageArgs) -> Result<Format, Failed> {
    if let Some(format) = page.format {
        return Ok(match format {
            PageFormat::Md => Format::Markdown,
            PageFormat::Html => Format::Html,
            PageFormat::Latex => Format::Latex,
            PageFormat::Csv => Format::Csv,
        });
    }
    let Some(path) = &page.output else { return Ok(Format::Markdown) };
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("md" | "markdown") => Ok(Format::Markdown),
        Some("html" | "htm") => Ok(Format::Html),
        Some("tex") => Ok(Format::Latex),
        Some("csv") => Ok(Format::Csv),
        _ => Err(Failed::usage(
            format!("the ending of {} names no format", path.display()),
            "give --format md, html, latex or csv",
        )),
    }
}

/// Writes the figures of a Markdown file beside it, and says in which folder.
fn figures(document: &Document, path: &Path) -> Result<String, Failed> {
    let stem = path.file_stem().map_or_else(|| "report".into(), |stem| stem.to_string_lossy().into_owned());
    let name = format!("{stem}.figures");
    let folder = path.with_file_name(&name);
    if document.figures().next().is_some() {
        fs::create_dir_all(&folder).map_err(RunError::io("create", &folder))?;
    }
    for figure in document.figures() {
        let file = folder.join(format!("{}.svg", figure.id));
        let svg = plot::svg(&figure.drawing, &figure.caption, plot::Style::Within);
        fs::write(&file, svg).map_err(RunError::io("write", &file))?;
    }
    Ok(name)
}
