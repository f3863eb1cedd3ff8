//! `report`: runs as a page.

use std::fs;
use std::path::Path;

use crate::case::Language;
use crate::cli::args::{PageArgs, PageFormat, PageLanguage, ReportArgs};
use crate::cli::exit::{Exit, Failed};
use crate::report::content::{Reporter, language_of};
use crate::report::document::{Document, Format};
use crate::report::evidence::Evidence;
use crate::report::export::results;
use crate::report::fidelity::Probes;
use crate::report::plot;
use crate::run::RunError;

/// Writes the report of one run, or of several side by side.
pub fn report(args: &ReportArgs, json: bool) -> Result<Exit, Failed> {
    let (mut runs, mut probes): (Vec<Evidence>, Vec<Probes>) = (Vec::new(), Vec::new());
    for path in &args.runs {
        if args.runs.iter().filter(|other| *other == path).count() > 1 {
            let message = format!("{} is given twice", path.display());
            return Err(Failed::usage(message, "name each run once"));
        }
        let found = Probes::read(path)?;
        // A folder of probes has no plays of its own.
        if found.is_none() || path.join("plays.jsonl").exists() {
            runs.push(Evidence::read(path)?);
        }
        probes.extend(found);
    }
    if runs.is_empty() {
        return Err(Failed::usage(
            "probes alone are no run",
            "name a run beside them, or see them with `lexconsult probe` and the same --name",
        ));
    }
    if json {
        super::print_json(&runs.iter().map(results).collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    let language = language(&args.page, runs.first());
    write(&Reporter { language, runs: &runs, probes: &probes }.document(), &args.page)?;
    Ok(Exit::Done)
}

/// The language that was asked for, else that of the cases.
pub fn language(page: &PageArgs, run: Option<&Evidence>) -> Language {
    match page.lang {
        Some(PageLanguage::En) => Language::En,
        Some(PageLanguage::Zh) => Language::Zh,
        None => run.map_or(Language::En, language_of),
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
