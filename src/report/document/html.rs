//! One HTML file with everything in it: no script, no font, no picture from elsewhere. Light and dark
//! as the reader's system has it; fit for print.

use unicode_width::UnicodeWidthStr;

use crate::case::Language;
use crate::report::document::{Block, Document, Table, on_one_line, say, visible};
use crate::report::plot;

/// Columns up to which words in a cell are not broken: names are read as wholes.
const NAME_COLUMNS: usize = 32;

const STYLE: &str = include_str!("page.css");

/// The document.
pub fn html(document: &Document) -> String {
    let lang = document.language;
    let title = line(&document.title, lang);
    let code = say(lang, "en", "zh-CN");
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"{code}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{STYLE}{}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n",
        plot::STYLE
    );
    out.push_str(&format!("<nav aria-label=\"{}\"><ol>\n", say(lang, "contents", "目录")));
    for section in &document.sections {
        out.push_str(&format!("<li><a href=\"#{}\">{}</a></li>\n", section.id, line(&section.title, lang)));
    }
    out.push_str("</ol></nav>\n");
    for section in &document.sections {
        let title = line(&section.title, lang);
        out.push_str(&format!("<section id=\"{}\">\n<h2>{title}</h2>\n", section.id));
        for block in &section.blocks {
            push(&mut out, block, lang);
        }
        out.push_str("</section>\n");
    }
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

fn push(out: &mut String, block: &Block, lang: Language) {
    match block {
        Block::Text(text) => out.push_str(&format!("<p>{}</p>\n", line(text, lang))),
        Block::Notice(text) => out.push_str(&format!("<p class=\"notice\">{}</p>\n", line(text, lang))),
        Block::Heading(text) => out.push_str(&format!("<h3>{}</h3>\n", line(text, lang))),
        Block::Points(points) => {
            let items: String = points.iter().map(|point| format!("<li>{}</li>\n", line(point, lang))).collect();
            out.push_str(&format!("<ul>\n{items}</ul>\n"));
        }
        Block::Said { who, text } => out.push_str(&format!(
            "<figure class=\"said\"><figcaption>{}</figcaption><pre dir=\"ltr\"><bdi>{}</bdi></pre></figure>\n",
            line(who, lang),
            escaped(&visible(text, lang))
        )),
        Block::Table(table) => rows(out, table, lang),
        Block::Figure(figure) => out.push_str(&format!(
            "<figure id=\"{}\">\n{}<figcaption>{}</figcaption>\n</figure>\n",
            figure.id,
            plot::svg(&figure.drawing, &figure.caption, plot::Style::Apart),
            line(&figure.caption, lang)
        )),
    }
}

fn rows(out: &mut String, table: &Table, lang: Language) {
    out.push_str("<div class=\"table\">\n<table>\n");
    out.push_str(&format!("<caption>{}</caption>\n<thead><tr>", line(&table.caption, lang)));
    let class = |numeric: bool| if numeric { " class=\"n\"" } else { "" };
    for column in &table.columns {
        let heading = line(&column.heading, lang);
        out.push_str(&format!("<th scope=\"col\"{}>{heading}</th>", class(column.numeric)));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        out.push_str("<tr>");
        for (cell, column) in row.iter().zip(&table.columns) {
            let shown = on_one_line(&cell.shown(lang), lang);
            let class = match (column.numeric, shown.width() <= NAME_COLUMNS) {
                (true, _) => " class=\"n\"",
                (false, true) => " class=\"w\"",
                (false, false) => "",
            };
            out.push_str(&format!("<td{class}>{}</td>", escaped(&shown)));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table>\n");
    for note in &table.notes {
        out.push_str(&format!("<p class=\"note\">{}</p>\n", line(note, lang)));
    }
    out.push_str("</div>\n");
}

fn line(text: &str, lang: Language) -> String {
    escaped(&on_one_line(text, lang))
}

/// Text in which nothing is markup, in an element or in an attribute.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}
