//! One item as the lines of a screen. No terminal: what is drawn is a list of lines.

use super::session::{Session, Shown};
use super::wrap::{width_of, wrap};
use crate::annotate::labels::{LabelWord, labels};
use crate::printable::printable;

/// How a line is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    Plain,
    Bold,
    Reverse,
}

/// One line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScreenLine {
    pub style: Style,
    pub text: String,
}

/// What is looked at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Looking {
    /// First line of the material that is seen.
    pub scroll: usize,
    /// The guidelines in place of the material.
    pub guideline: bool,
    /// The note that is being written.
    pub writing: Option<String>,
}

/// A screen with where the cursor stands while a note is written, and how far one can scroll.
pub struct Screen {
    pub lines: Vec<ScreenLine>,
    pub cursor: Option<(u16, u16)>,
    pub scroll_max: usize,
    /// Lines of material on the screen: a page.
    pub page: usize,
}

const KEYS: &str = "n note · u undo · b back · s skip · g guidelines · ↑ ↓ PgUp PgDn scroll · q quit";

/// The screen of what is current, `width` by `height` places.
pub fn screen(session: &Session, looking: &Looking, width: usize, height: usize) -> Screen {
    match session.current() {
        Some(shown) => item(session, shown, looking, width, height),
        None => done(session, width, height),
    }
}

fn line(style: Style, text: impl Into<String>) -> ScreenLine {
    ScreenLine { style, text: text.into() }
}

fn done(session: &Session, width: usize, height: usize) -> Screen {
    let (n, labelled) = (session.items().len(), session.labelled());
    let text = match n - labelled {
        0 => format!("All {n} items are labelled."),
        left => format!("The end of the sheet: {labelled} of {n} are labelled, {left} are not."),
    };
    let mut lines: Vec<ScreenLine> =
        wrap(&text, width).into_iter().map(|text| line(Style::Bold, text)).collect();
    lines.push(line(Style::Plain, ""));
    lines.extend(wrap("b back · u undo · q quit", width).into_iter().map(|text| line(Style::Plain, text)));
    lines.truncate(height);
    Screen { lines, cursor: None, scroll_max: 0, page: 1 }
}

fn item(session: &Session, shown: &Shown, looking: &Looking, width: usize, height: usize) -> Screen {
    let mark = session.mark_of(shown);
    let title = format!(
        " {} · {} of {} · {} labelled ",
        printable(&shown.row.item),
        session.at() + 1,
        session.items().len(),
        session.labelled()
    );
    let mut lines = vec![line(Style::Reverse, fill(&title, width))];
    let decide = wrap(&printable(&shown.row.decide), width);
    lines.extend(decide.into_iter().take(3).map(|text| line(Style::Bold, text)));

    let given =
        labels(shown.task).iter().position(|label| mark.label.as_ref().is_some_and(|l| l.0 == label.name));
    let choice = |(at, label): (usize, &LabelWord)| {
        let words = format!("{} {} {}", at + 1, label.en, label.zh);
        if given == Some(at) { format!("[{words}]") } else { words }
    };
    let choices: Vec<String> = labels(shown.task).iter().enumerate().map(choice).collect();
    let mut footer: Vec<ScreenLine> =
        wrap(&choices.join("   "), width).into_iter().map(|text| line(Style::Bold, text)).collect();
    let mut cursor = None;
    match &looking.writing {
        Some(note) => {
            let (text, at) = tail("note: ", &printable(note), width);
            footer.push(line(Style::Plain, text));
            cursor = Some(at);
            footer.push(line(Style::Plain, cut("Enter keeps it · Esc leaves it as it was", width)));
        }
        None => {
            if !mark.note.is_empty() {
                footer.push(line(Style::Plain, cut(&format!("note: {}", printable(&mark.note)), width)));
            }
            footer.extend(wrap(KEYS, width).into_iter().map(|text| line(Style::Plain, text)));
        }
    }

    let body = if looking.guideline { guideline(shown, width) } else { material(shown, width) };
    // Two rules stand around the body.
    let page = height.saturating_sub(lines.len() + footer.len() + 2).max(1);
    let scroll_max = body.len().saturating_sub(page);
    let scroll = looking.scroll.min(scroll_max);
    lines.push(line(Style::Plain, rule(if scroll > 0 { " ↑ more " } else { "" }, width)));
    lines.extend(body.into_iter().skip(scroll).take(page));
    let above = height.saturating_sub(footer.len() + 1);
    lines.resize(above, line(Style::Plain, ""));
    lines.push(line(Style::Plain, rule(if scroll < scroll_max { " ↓ more " } else { "" }, width)));
    let note_row = lines.len() + footer.len().saturating_sub(2);
    lines.extend(footer);
    lines.truncate(height);
    let place = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
    let cursor = cursor.filter(|_| note_row < height).map(|column| (place(column), place(note_row)));
    Screen { lines, cursor, scroll_max, page }
}

/// Headings of the parts, in the order of the sheet.
const HEADINGS: [&str; 7] = [
    "History · 最初的咨询记录",
    "Later talk · 此后的对话",
    "Message to label · 待判断的消息",
    "Claim to label · 待判断的诉求",
    "Claims · 全部诉求",
    "Focal points · 争议焦点",
    "Facts · 事实",
];

fn material(shown: &Shown, width: usize) -> Vec<ScreenLine> {
    let mut lines = Vec::new();
    for (heading, part) in HEADINGS.iter().zip(shown.row.material.parts()) {
        if part.is_empty() {
            continue;
        }
        lines.push(line(Style::Bold, cut(heading, width)));
        // What was said is set in, so that no message can pass for the screen's own words.
        let said = wrap(&printable(part), width.saturating_sub(2));
        lines.extend(said.into_iter().map(|text| line(Style::Plain, format!("│ {text}"))));
        lines.push(line(Style::Plain, ""));
    }
    lines
}

fn guideline(shown: &Shown, width: usize) -> Vec<ScreenLine> {
    let text = wrap(&printable(&shown.row.guideline), width);
    text.into_iter().map(|text| line(Style::Plain, text)).collect()
}

/// A line across, with a word in it.
fn rule(word: &str, width: usize) -> String {
    let taken = width_of(word).min(width);
    format!("{}{}", "─".repeat(width - taken), if taken == width_of(word) { word } else { "" })
}

fn fill(text: &str, width: usize) -> String {
    let text = cut(text, width);
    let taken = width_of(&text);
    text + &" ".repeat(width - taken)
}

/// As much of a text as fits on a line.
fn cut(text: &str, width: usize) -> String {
    wrap(text, width).into_iter().next().unwrap_or_default()
}

/// The end of what is being written, with what stands before it; and the places both take.
fn tail(before: &str, written: &str, width: usize) -> (String, usize) {
    let before = if width > width_of(before) + 2 { before } else { "" };
    let room = width.saturating_sub(width_of(before) + 1);
    let mut shown = String::new();
    let mut taken = 0;
    for c in written.chars().rev() {
        let places = width_of(c.encode_utf8(&mut [0; 4]));
        if taken + places > room {
            break;
        }
        shown.insert(0, c);
        taken += places;
    }
    (format!("{before}{shown}"), width_of(before) + taken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotate::decision::Decision;
    use crate::annotate::material::Material;
    use crate::annotate::sheet::Row;

    fn session(message: &str) -> Session {
        let material = Material {
            history: "当事人：房东不退押金。\n\nLawyer: How much was it?".into(),
            message: message.into(),
            ..Material::default()
        };
        let row = Row {
            item: "lca-001".into(),
            task: "lca".into(),
            decide: "As what does the message treat the consultation?".into(),
            guideline: "Rule one.".into(),
            material,
        };
        Session::new(vec![Shown { row, task: Decision::Lca }], &[])
    }

    fn texts(screen: &Screen) -> Vec<&str> {
        screen.lines.iter().map(|line| line.text.as_str()).collect()
    }

    #[test]
    fn every_size_of_terminal_holds_the_screen() {
        let session = session(&"很长的消息。a long message. ".repeat(60));
        for width in 4..100 {
            for height in [1, 3, 8, 24, 60] {
                for looking in [
                    Looking::default(),
                    Looking { writing: Some("备注 note".repeat(9)), scroll: 7, ..Looking::default() },
                    Looking { guideline: true, scroll: 999, ..Looking::default() },
                ] {
                    let screen = screen(&session, &looking, width, height);
                    assert!(screen.lines.len() <= height, "{width}x{height}");
                    for line in texts(&screen) {
                        assert!(width_of(line) <= width, "{width}x{height}: {line}");
                    }
                    if let Some((column, row)) = screen.cursor {
                        assert!((column as usize) <= width && (row as usize) < height);
                    }
                }
            }
        }
    }

    #[test]
    fn the_whole_message_can_be_scrolled_through() {
        let words: Vec<String> = (0..300).map(|n| format!("word{n}")).collect();
        let session = session(&words.join(" "));
        let mut seen = String::new();
        let first = screen(&session, &Looking::default(), 40, 14);
        for scroll in 0..=first.scroll_max {
            let looking = Looking { scroll, ..Looking::default() };
            seen.push_str(&texts(&screen(&session, &looking, 40, 14)).join(" "));
        }
        assert!(words.iter().all(|word| seen.contains(word.as_str())));
        assert!(first.scroll_max > 0 && texts(&first).iter().any(|line| line.contains("↓ more")));
    }

    #[test]
    fn a_message_cannot_draw_outside_its_lines() {
        let session = session("\u{1b}[2J all labelled\u{7}\n lca-001 · 9 of 9");
        let screen = screen(&session, &Looking::default(), 60, 24);
        let message: Vec<&str> = texts(&screen).into_iter().filter(|line| line.contains("9 of 9")).collect();
        assert!(message[0].starts_with("│ "), "{message:?}");
        assert!(texts(&screen).iter().all(|line| !line.chars().any(char::is_control)));
    }
}
