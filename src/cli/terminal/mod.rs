//! `annotate terminal`: one item a screen, a key a label, each label on disk before the next item is
//! shown.

mod screen;
mod session;
mod wrap;

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::style::{Attribute, Print, SetAttribute};
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use crossterm::{cursor, execute, queue};

use crate::annotate::decision::Decision;
use crate::annotate::folder::{AnnotationFolder, check_annotator};
use crate::annotate::log::{Entry, LabelLog};
use crate::cli::exit::{Exit, Failed};
use screen::{Looking, Screen, Style};
use session::{Session, Shown};

/// Lets an annotator label the sheet of a folder.
///
/// # Errors
/// When there is no terminal or no sheet, or another process labels under this name.
pub fn label(dir: &Path, annotator: &str, task: Option<Decision>, json: bool) -> Result<Exit, Failed> {
    check_annotator(annotator)?;
    let folder = AnnotationFolder::open(dir)?;
    let items = items(&folder, task)?;
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        return Err(Failed::usage(
            "there is no terminal here",
            "fill sheet.csv in a spreadsheet, then `lexconsult annotate import`",
        ));
    }
    let (mut log, entries) = LabelLog::open(&folder.labels_path(annotator))?;
    let mut session = Session::new(items, &entries);
    let worked = {
        let _raw = Raw::enter().map_err(|error| unusable(&error))?;
        work(&mut session, &mut log)
    };
    worked?;
    let (n, labelled) = (session.items().len(), session.labelled());
    if json {
        super::print_json(&serde_json::json!({"annotator": annotator, "items": n, "labelled": labelled}))?;
    } else {
        let next = if labelled < n { "terminal" } else { "import" };
        let dir = dir.display();
        super::print_text(&format!(
            "{annotator}: {labelled} of {n} labelled\nNext: lexconsult annotate {next} {dir} --annotator {annotator}\n"
        ))?;
    }
    Ok(if labelled < n { Exit::Incomplete } else { Exit::Done })
}

fn unusable(error: &io::Error) -> Failed {
    Failed::error(format!("the terminal cannot be used: {error}"))
}

fn items(folder: &AnnotationFolder, task: Option<Decision>) -> Result<Vec<Shown>, Failed> {
    let mut items = Vec::new();
    for row in folder.sheet()? {
        let of = Decision::parse(&row.task).ok_or_else(|| {
            Failed::error(format!("sheet.csv: item {} is of an unknown task `{}`", row.item, row.task))
                .hint("take the sheet as it was exported")
        })?;
        if task.is_none_or(|task| task == of) {
            items.push(Shown { row, task: of });
        }
    }
    if items.is_empty() {
        return Err(Failed::usage("the sheet has no item of this task", "leave --task out for all"));
    }
    Ok(items)
}

/// The terminal while it is ours; given back on the way out, whichever way that is.
struct Raw;

impl Raw {
    fn enter() -> io::Result<Self> {
        enable_raw_mode()?;
        let raw = Self;
        execute!(io::stdout(), EnterAlternateScreen)?;
        Ok(raw)
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        // There is nothing left to try where this fails.
        let _ = execute!(io::stdout(), cursor::Show, LeaveAlternateScreen);
        let _ = disable_raw_mode();
    }
}

fn work(session: &mut Session, log: &mut LabelLog) -> Result<(), Failed> {
    let mut looking = Looking::default();
    // From here on a change of size is heard, also one before the first key.
    event::poll(Duration::ZERO).map_err(|error| unusable(&error))?;
    loop {
        let (width, height) = size().map_err(|error| unusable(&error))?;
        let screen = screen::screen(session, &looking, width.into(), height.into());
        draw(&screen).map_err(|error| unusable(&error))?;
        looking.scroll = looking.scroll.min(screen.scroll_max);
        let Event::Key(key) = event::read().map_err(|error| unusable(&error))? else { continue };
        if key.kind == KeyEventKind::Release {
            continue;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            if key.code == KeyCode::Char('c') {
                return Ok(());
            }
            continue;
        }
        let entry = match looking.writing.take() {
            Some(note) => write(session, &mut looking, note, key),
            None if matches!(key.code, KeyCode::Char('q')) => return Ok(()),
            None => press(session, &mut looking, key, screen.page),
        };
        if let Some(entry) = entry {
            log.append(&entry)?;
            session.decide(&entry);
            looking = Looking::default();
        }
    }
}

/// A key while a note is written; the decision, if the note is done.
fn write(session: &Session, looking: &mut Looking, mut note: String, key: KeyEvent) -> Option<Entry> {
    match key.code {
        KeyCode::Enter => return session.note(&note),
        KeyCode::Esc => return None,
        KeyCode::Backspace => {
            note.pop();
        }
        KeyCode::Char(c) => note.push(c),
        _ => {}
    }
    looking.writing = Some(note);
    None
}

/// A key on an item; the decision, if it is one.
fn press(session: &mut Session, looking: &mut Looking, key: KeyEvent, page: usize) -> Option<Entry> {
    let page = page.saturating_sub(1).max(1);
    match key.code {
        KeyCode::Char(c @ '1'..='9') => return session.label(c as usize - '1' as usize),
        KeyCode::Char('u') => return session.undo(),
        KeyCode::Char('n') => {
            looking.writing = session.current().map(|shown| session.mark_of(shown).note);
        }
        KeyCode::Char(c @ ('b' | 's')) => {
            session.step(c == 's');
            *looking = Looking::default();
        }
        KeyCode::Left | KeyCode::Right => {
            session.step(key.code == KeyCode::Right);
            *looking = Looking::default();
        }
        KeyCode::Char('g') => *looking = Looking { guideline: !looking.guideline, ..Looking::default() },
        KeyCode::Down | KeyCode::Char('j') => looking.scroll += 1,
        KeyCode::Up | KeyCode::Char('k') => looking.scroll = looking.scroll.saturating_sub(1),
        KeyCode::PageDown | KeyCode::Char(' ') => looking.scroll += page,
        KeyCode::PageUp => looking.scroll = looking.scroll.saturating_sub(page),
        KeyCode::Home => looking.scroll = 0,
        KeyCode::End => looking.scroll = usize::MAX,
        _ => {}
    }
    None
}

fn draw(screen: &Screen) -> io::Result<()> {
    let mut out = Vec::new();
    queue!(out, cursor::Hide, Clear(ClearType::All))?;
    for (row, line) in (0u16..).zip(&screen.lines) {
        queue!(out, cursor::MoveTo(0, row))?;
        match line.style {
            Style::Plain => queue!(out, Print(&line.text))?,
            Style::Bold => {
                queue!(
                    out,
                    SetAttribute(Attribute::Bold),
                    Print(&line.text),
                    SetAttribute(Attribute::Reset)
                )?;
            }
            Style::Reverse => {
                queue!(
                    out,
                    SetAttribute(Attribute::Reverse),
                    Print(&line.text),
                    SetAttribute(Attribute::Reset)
                )?;
            }
        }
    }
    if let Some((column, row)) = screen.cursor {
        queue!(out, cursor::MoveTo(column, row), cursor::Show)?;
    }
    let mut terminal = io::stdout().lock();
    terminal.write_all(&out)?;
    terminal.flush()
}
