//! GitHub's Markdown, with tables aligned by the width of their characters.

use unicode_width::UnicodeWidthStr;

use crate::case::Language;
use crate::report::document::{Block, Cell, Document, Table, on_one_line, say, visible};

/// The document; its figures are files of `figures`, and left out where there is no such folder.
pub fn markdown(document: &Document, figures: Option<&str>) -> String {
    let lang = document.language;
    let mut out = format!("# {}\n", inline(&document.title, lang));
    for section in &document.sections {
        out.push_str(&format!("\n## {}\n", inline(&section.title, lang)));
        for block in &section.blocks {
            out.push('\n');
            match block {
                Block::Text(text) => out.push_str(&format!("{}\n", inline(text, lang))),
                Block::Notice(text) => out.push_str(&format!("> **{}**\n", inline(text, lang))),
                Block::Heading(text) => out.push_str(&format!("### {}\n", inline(text, lang))),
                Block::Points(points) => {
                    for point in points {
                        out.push_str(&format!("- {}\n", inline(point, lang)));
                    }
                }
                Block::Said { who, text } => out.push_str(&said(who, text, lang)),
                Block::Table(table) => out.push_str(&rows(table, lang)),
                Block::Figure(figure) => match figures {
                    Some(folder) => out.push_str(&format!(
                        "![{caption}](<{folder}/{id}.svg>)\n\n*{caption}*\n",
                        caption = inline(&figure.caption, lang),
                        folder = folder.replace(['<', '>', '\n'], "_"),
                        id = figure.id
                    )),
                    None => {
                        let absent = say(
                            lang,
                            "Figure, drawn where the report is written to a file",
                            "图：写入文件时绘出",
                        );
                        out.push_str(&format!("*{absent}: {}*\n", inline(&figure.caption, lang)));
                    }
                },
            }
        }
    }
    out
}

/// Words of others in a fence that none of theirs can close.
fn said(who: &str, text: &str, lang: Language) -> String {
    let shown = visible(text, lang);
    let longest = shown.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("**{}**\n\n{fence}text\n{shown}\n{fence}\n", inline(who, lang))
}

fn rows(table: &Table, lang: Language) -> String {
    let headings: Vec<String> = table.columns.iter().map(|column| inline(&column.heading, lang)).collect();
    let cells = |row: &Vec<Cell>| row.iter().map(|cell| inline(&cell.shown(lang), lang)).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = table.rows.iter().map(cells).collect();
    let widths: Vec<usize> = headings
        .iter()
        .enumerate()
        .map(|(at, heading)| {
            let cells = rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.width());
            cells.chain([heading.width(), 3]).max().unwrap_or(3)
        })
        .collect();
    let line = |cells: &[String]| {
        let mut line = String::from("|");
        for ((cell, width), column) in cells.iter().zip(&widths).zip(&table.columns) {
            let blanks = " ".repeat(width.saturating_sub(cell.width()));
            line.push_str(&match column.numeric {
                true => format!(" {blanks}{cell} |"),
                false => format!(" {cell}{blanks} |"),
            });
        }
        line.push('\n');
        line
    };
    let mut out = format!("**{}**\n\n{}|", inline(&table.caption, lang), line(&headings));
    for (width, column) in widths.iter().zip(&table.columns) {
        let dashes = "-".repeat(width - usize::from(column.numeric));
        out.push_str(&format!(" {dashes}{} |", if column.numeric { ":" } else { "" }));
    }
    out.push('\n');
    for row in &rows {
        out.push_str(&line(row));
    }
    for note in &table.notes {
        out.push_str(&format!("\n{}\n", inline(note, lang)));
    }
    out
}

/// Text on one line in which nothing is markup.
fn inline(text: &str, lang: Language) -> String {
    let shown: Vec<char> = on_one_line(text, lang).chars().collect();
    let mut out = String::new();
    for (at, &c) in shown.iter().enumerate() {
        let word = |at: Option<usize>| at.and_then(|at| shown.get(at)).is_some_and(|c| c.is_alphanumeric());
        let within = word(at.checked_sub(1)) && word(Some(at + 1));
        let begins = shown[..at].iter().all(|c| c.is_whitespace());
        let numbering = shown[..at].iter().all(char::is_ascii_digit) && at > 0;
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            // No address becomes a link, and no name a mention.
            ':' if shown.get(at + 1) == Some(&'/') => out.push_str("&#58;"),
            '@' => out.push_str("&#64;"),
            '.' if shown[..at].ends_with(&['w', 'w', 'w']) => out.push_str("&#46;"),
            '\\' | '`' | '*' | '|' | '~' | '$' => out.extend(['\\', c]),
            // What would make brackets a link, a definition or a footnote; intervals stay readable.
            ']' if matches!(shown.get(at + 1), Some('(' | '[' | ':')) => out.extend(['\\', c]),
            '[' if shown.get(at + 1) == Some(&'^') => out.extend(['\\', c]),
            '_' if !within => out.extend(['\\', c]),
            '#' | '+' | '-' | '=' if begins => out.extend(['\\', c]),
            '.' | ')' if numbering && shown.get(at + 1).is_none_or(|c| c.is_whitespace()) => {
                out.extend(['\\', c])
            }
            c => out.push(c),
        }
    }
    out
}
