//! LaTeX for `xelatex` with the class `ctexart`: long tables, and figures drawn by TikZ.

use crate::case::Language;
use crate::report::document::{Block, Column, Document, Table, on_one_line, visible};
use crate::report::plot;

const PREAMBLE: &str = r"\usepackage[margin=2cm]{geometry}
\usepackage{longtable,array,tikz,xcolor}
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt}
\setlength{\tabcolsep}{3pt}
\raggedbottom
\emergencystretch=2em
";

/// The document.
pub fn latex(document: &Document) -> String {
    let lang = document.language;
    let class = match lang {
        Language::Zh => "\\documentclass[UTF8,fontset=fandol]{ctexart}\n",
        Language::En => "\\documentclass[UTF8,fontset=fandol,scheme=plain]{ctexart}\n",
    };
    let mut out = format!("% xelatex, twice\n{class}{PREAMBLE}{}", plot::TIKZ_COLOURS);
    out.push_str(&format!(
        "\\title{{{}}}\n\\date{{}}\n\\begin{{document}}\n\\maketitle\n",
        line(&document.title, lang)
    ));
    for section in &document.sections {
        out.push_str(&format!("\n\\section{{{}}}\n", line(&section.title, lang)));
        for block in &section.blocks {
            push(&mut out, block, lang);
        }
    }
    out.push_str("\n\\end{document}\n");
    out
}

fn push(out: &mut String, block: &Block, lang: Language) {
    out.push('\n');
    match block {
        Block::Text(text) => out.push_str(&format!("{}\n", line(text, lang))),
        Block::Notice(text) => out.push_str(&format!("\\textbf{{{}}}\n", line(text, lang))),
        Block::Heading(text) => out.push_str(&format!("\\subsection*{{{}}}\n", line(text, lang))),
        Block::Points(points) => {
            let items: String =
                points.iter().map(|point| format!("\\item {{}}{}\n", line(point, lang))).collect();
            out.push_str(&format!("\\begin{{itemize}}\n{items}\\end{{itemize}}\n"));
        }
        Block::Said { who, text } => {
            let lines: Vec<String> = visible(text, lang)
                .lines()
                .map(|said| format!("\\mbox{{}}{}\\par\n", escaped(said)))
                .collect();
            out.push_str(&format!(
                "\\textbf{{{}}}\n\\begin{{quote}}\\small\\raggedright\n{}\\end{{quote}}\n",
                line(who, lang),
                lines.concat()
            ));
        }
        Block::Table(table) => rows(out, table, lang),
        Block::Figure(figure) => out.push_str(&format!(
            "\\begin{{center}}\n{}\n{{\\small {}}}\n\\end{{center}}\n",
            plot::tikz(&figure.drawing),
            line(&figure.caption, lang)
        )),
    }
}

fn rows(out: &mut String, table: &Table, lang: Language) {
    let (widths, size) = widths(table, lang);
    let columns: String = widths
        .iter()
        .zip(&table.columns)
        .map(|(width, column)| match column.numeric {
            true => format!(">{{\\raggedleft\\arraybackslash}}p{{{width:.3}\\linewidth}}"),
            false => format!(">{{\\raggedright\\arraybackslash}}p{{{width:.3}\\linewidth}}"),
        })
        .collect();
    let heading = |column: &Column| format!("\\textbf{{{}}}", line(&column.heading, lang));
    let headings: Vec<String> = table.columns.iter().map(heading).collect();
    out.push_str(&format!(
        "{{{size}\n\\textbf{{{}}}\\nopagebreak\n\\begin{{longtable}}[l]{{@{{}}{columns}@{{}}}}\n\\hline\n{} \\\\\n\\hline\n\\endhead\n",
        line(&table.caption, lang),
        headings.join(" & ")
    ));
    for row in &table.rows {
        let cells = row.iter().zip(&table.columns).map(|(cell, column)| {
            let shown = line(&cell.shown(lang), lang);
            // A number is not broken over lines.
            if column.numeric { format!("\\mbox{{{shown}}}") } else { format!("{{}}{shown}") }
        });
        let cells: Vec<String> = cells.collect();
        out.push_str(&format!("{} \\\\\n", cells.join(" & ")));
    }
    out.push_str("\\hline\n\\end{longtable}\n");
    for note in &table.notes {
        out.push_str(&format!("{}\\par\n", line(note, lang)));
    }
    out.push_str("}\n");
}

/// Shares of the line for the columns, after the length of their contents, and the size of the letters.
fn widths(table: &Table, lang: Language) -> (Vec<f64>, &'static str) {
    use unicode_width::UnicodeWidthStr;
    let longest_word = |text: &str| text.split(' ').map(|word| word.width()).max().unwrap_or(0);
    let wanted: Vec<f64> = table
        .columns
        .iter()
        .enumerate()
        .map(|(at, column)| {
            let shown = |row: &Vec<super::Cell>| row.get(at).map_or(0, |cell| cell.shown(lang).width());
            let cells = table.rows.iter().map(shown).max().unwrap_or(0);
            let least = longest_word(&column.heading).max(5);
            cells.clamp(least, 40) as f64 + 1.0
        })
        .collect();
    let gaps = table.columns.len() as f64 * 0.0125;
    let all: f64 = wanted.iter().sum();
    // A column takes about a hundredth of the line a character; a narrow table stays narrow.
    let room = 0.985 - gaps;
    let size = if all * WIDE_UNIT > room { "\\scriptsize" } else { "\\footnotesize" };
    let unit = WIDE_UNIT.min(room / all.max(1.0));
    (wanted.iter().map(|width| width * unit).collect(), size)
}

/// Share of the line that a character takes in a table.
const WIDE_UNIT: f64 = 0.0115;

fn line(text: &str, lang: Language) -> String {
    escaped(&on_one_line(text, lang))
}

/// Characters of a run without a blank, after which a line may break.
const BREAK_AFTER: usize = 16;

/// Text in which nothing is a command. What the fonts have no glyph for stands as `[U+1F600]`, since
/// it would be left out in silence.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut run = 0;
    for c in text.chars() {
        run = if c.is_ascii_graphic() { run + 1 } else { 0 };
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => out.extend(['\\', c]),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '"' => out.push_str("\\textquotedbl{}"),
            '|' => out.push_str("\\textbar{}"),
            '`' => out.push_str("\\textasciigrave{}"),
            '\'' => out.push_str("\\textquotesingle{}"),
            // Not to be taken for a ligature, nor for the option of a line break or an item.
            '-' => out.push_str("-{}"),
            '[' => out.push_str("{[}"),
            ']' => out.push_str("{]}"),
            '*' => out.push_str("{*}"),
            '\u{2212}' => out.push_str("$-$"),
            '\u{2265}' => out.push_str("$\\ge$"),
            '\u{2264}' => out.push_str("$\\le$"),
            '\u{03c1}' => out.push_str("$\\rho$"),
            '\u{03ba}' => out.push_str("$\\kappa$"),
            '\u{2192}' => out.push_str("$\\to$"),
            c if has_glyph(c) => out.push(c),
            c => out.push_str(&format!("{{[}}U+{:04X}{{]}}", u32::from(c))),
        }
        if run == BREAK_AFTER || (run > 0 && matches!(c, '/' | '_')) {
            out.push_str("\\allowbreak{}");
            run = 0;
        }
    }
    out
}

/// Whether the fonts of `ctexart` draw it: Latin, punctuation, and the common Chinese characters.
fn has_glyph(c: char) -> bool {
    matches!(c,
        ' '..='~' | '\u{a0}'..='\u{17f}' | '\u{2010}'..='\u{2014}' | '\u{2018}'..='\u{201e}' | '\u{2026}'
        | '\u{3000}'..='\u{3003}' | '\u{3005}' | '\u{3007}'..='\u{3011}' | '\u{3014}'..='\u{3015}'
        | '\u{4e00}'..='\u{9fa5}' | '\u{ff01}'..='\u{ff5e}')
}
