//! Hostile text in every format: it is shown, and steers nothing.

use super::*;

/// What a model under test might say to be taken for something else.
const HOSTILE: &str = "<script>alert(1)</script><img src=x onerror=alert(1)> </pre></td>\"' & | **bold** `code` ``` \
    [link](javascript:alert(1)) http://evil.example @someone \\input{/etc/passwd} $x^2$ %comment #1 {a}_b~c \
    \u{202e}desrever\u{202c} \u{1b}[31mred\u{7} nul:\u{0} \u{200b}\u{feff}\u{2028}end 😀 قانون";

fn hostile() -> Document {
    let long = "长".repeat(60_000) + &"A".repeat(100_000);
    let mut table = Table::new(format!("caption {HOSTILE}"), &["name", "#n", "#interval"]);
    table.row(vec![Cell::text(HOSTILE), Cell::Count(1_234_567), Cell::Interval(Some(-0.5), Some(0.25))]);
    for formula in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "＝1"] {
        table.row(vec![Cell::text(formula), Cell::score(Some(-0.5)), Cell::Interval(None, None)]);
    }
    table.note(HOSTILE);
    Document {
        title: format!("title {HOSTILE}"),
        language: Language::En,
        sections: vec![Section {
            id: "only",
            title: HOSTILE.to_owned(),
            blocks: vec![
                Block::Text(HOSTILE.to_owned()),
                Block::Notice(HOSTILE.to_owned()),
                Block::Heading(HOSTILE.to_owned()),
                Block::Points(vec![HOSTILE.to_owned(), "- not a list".to_owned(), "1. nor this".to_owned()]),
                Block::Said { who: HOSTILE.to_owned(), text: format!("# heading\n```\n{HOSTILE}\n{long}\n") },
                Block::Table(table),
                Block::Figure(Figure {
                    id: "figure",
                    caption: HOSTILE.to_owned(),
                    drawing: crate::report::plot::dots(&crate::report::plot::Dots {
                        axis: "x".to_owned(),
                        series: vec![HOSTILE.to_owned(), "b".to_owned()],
                        rows: vec![crate::report::plot::DotRow {
                            label: HOSTILE.to_owned(),
                            points: vec![crate::report::plot::DotSeries {
                                series: 0,
                                value: 0.5,
                                ends: Some((0.25, 0.75)),
                            }],
                        }],
                    }),
                }),
            ],
        }],
    }
}

/// No character that steers is left, and no line goes on for ever.
fn assert_tame(text: &str) {
    for c in text.chars() {
        let steers = (c.is_control() && c != '\n' && c != '\r')
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
        assert!(!steers, "U+{:04X} is left", u32::from(c));
    }
    assert!(text.contains("U+202E") && text.contains("U+001B") && text.contains("U+0000"), "made visible");
    assert!(text.contains("158,000 more characters of this line are cut"), "the cut is told");
    assert!(text.len() < 120_000, "{} bytes", text.len());
}

#[test]
fn html_shows_hostile_text_as_text() {
    let page = html(&hostile());
    assert_tame(&page);
    assert!(!page.contains("<script") && !page.contains("<img") && !page.contains("</pre></td>"));
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    // Nothing is loaded and nothing runs: no address but that of the SVG name space, no handler.
    assert_eq!(
        page.matches("://").count(),
        page.matches("http://evil.example").count() + page.matches("http://www.w3.org/2000/svg").count()
    );
    assert!(
        !page.contains("href=\"http") && !page.contains("src=")
            || page.matches("src=").count() == page.matches("&lt;img src=").count()
    );
    // Every element that is opened is closed.
    for element in ["section", "table", "figure", "pre", "td", "tr", "li", "p", "svg", "text", "bdi"] {
        let opened =
            page.matches(&format!("<{element}>")).count() + page.matches(&format!("<{element} ")).count();
        assert_eq!(opened, page.matches(&format!("</{element}>")).count(), "{element}");
    }
}

#[test]
fn markdown_shows_hostile_text_as_text() {
    let page = markdown(&hostile(), Some("x.figures"));
    assert_tame(&page);
    let mut fence: Option<String> = None;
    let mut outside = String::new();
    for line in page.lines() {
        match &fence {
            Some(end) if line == end => fence = None,
            Some(_) => {}
            None if line.starts_with("```") => fence = Some(line.trim_end_matches("text").to_owned()),
            None => outside.push_str(&format!("{line}\n")),
        }
    }
    assert_eq!(fence, None, "the fence is closed by its own end alone");
    assert!(
        !outside.contains('<')
            || outside.lines().filter(|l| l.contains('<')).all(|l| l.contains("](<x.figures/figure.svg>)"))
    );
    assert!(!outside.contains("[link](") && !outside.contains("**bold**") && !outside.contains(" `code`"));
    assert!(!outside.contains("http://") && !outside.contains("@someone"));
    assert!(outside.contains("- \\- not a list") && outside.contains("- 1\\. nor this"));
    // Each row of the table has as many cells as the head.
    let pipes = |line: &str| line.replace("\\|", "").matches('|').count();
    let rows: Vec<&str> = outside.lines().filter(|line| line.starts_with('|')).collect();
    assert_eq!(rows.len(), 10);
    assert!(rows.iter().all(|row| pipes(row) == 4), "{rows:#?}");
}

#[test]
fn latex_shows_hostile_text_as_text() {
    let page = latex(&hostile());
    assert_tame(&page);
    assert!(!page.contains("\\input") && page.contains("\\textbackslash{}input\\{"));
    assert!(page.contains("[}U+1F600{]}"), "what the fonts lack is named");
    let mut depth = 0_i32;
    let mut escaped = false;
    for c in page.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        assert!(depth >= 0, "a brace too many");
    }
    assert_eq!(depth, 0);
    let text = latex(&hostile());
    let body = text.split("\\begin{document}").nth(1).expect("has a body");
    let mut before = ' ';
    for c in body.chars() {
        let special = matches!(c, '%' | '#') || (c == '_' && before != '\\');
        assert!(!special || before == '\\', "`{c}` after `{before}` is a command");
        before = c;
    }
}

#[test]
fn csv_has_no_formula_and_numbers_stay_numbers() {
    let page = csv(&hostile());
    assert_tame(&page);
    let mut reader =
        ::csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(page.as_bytes());
    let rows: Vec<Vec<String>> = reader
        .records()
        .map(|row| row.expect("well-formed CSV").iter().map(str::to_owned).collect())
        .collect();
    for field in rows.iter().flatten() {
        let number = field.parse::<f64>().is_ok();
        let formula = field.trim_start().starts_with(['=', '+', '-', '@', '＝', '\t']);
        assert!(number || !formula, "{field}");
    }
    let of = |name: &str| rows.iter().find(|row| row[0] == name).unwrap_or_else(|| panic!("no row {name}"));
    assert_eq!(of("'=1+1")[1..], ["-0.5", "", ""]);
    assert_eq!(of("'@SUM(A1)")[1], "-0.5");
    assert!(rows.iter().any(|row| row[1..] == ["1234567", "-0.5", "0.25"]), "an interval is two numbers");
    assert!(rows.iter().any(|row| row == &["name", "n", "interval low", "interval high"]));
}

#[test]
fn a_table_stands_in_line_where_characters_are_wide() {
    let mut table = Table::new("表", &["类别", "#案例"]);
    table.row(vec![Cell::text("家事 · Family"), Cell::Count(7)]);
    table.row(vec![Cell::text("物权"), Cell::score(None)]);
    let document = Document {
        title: "题".to_owned(),
        language: Language::Zh,
        sections: vec![Section { id: "a", title: "一".to_owned(), blocks: vec![Block::Table(table)] }],
    };
    assert_eq!(
        markdown(&document, None),
        "# 题\n\n## 一\n\n**表**\n\n| 类别          | 案例 |\n| ------------- | ---: |\n| 家事 · Family |    7 |\n| 物权          |   无 |\n"
    );
}

#[test]
fn a_name_with_underscores_is_read_as_it_is() {
    let document = Document {
        title: "macro_f1 builtin/never-ask".to_owned(),
        language: Language::En,
        sections: Vec::new(),
    };
    assert_eq!(markdown(&document, None), "# macro_f1 builtin/never-ask\n");
    let title = "0.333 [−0.100, 0.200] [x](y) [z]: u";
    let document = Document { title: title.to_owned(), ..document };
    assert_eq!(markdown(&document, None), "# 0.333 [−0.100, 0.200] [x\\](y) [z\\]: u\n");
}

#[test]
fn a_column_that_says_the_same_in_each_row_is_left_out() {
    let mut table = Table::new("x", &["run", "model"]);
    table.row(vec![Cell::text("r"), Cell::text("a")]);
    table.row(vec![Cell::text("r"), Cell::text("b")]);
    let table = table.without_sameness(&[0, 1]);
    assert_eq!(table.columns.len(), 1);
    assert_eq!(table.rows, [[Cell::text("a")], [Cell::text("b")]]);
}

#[test]
fn numbers_are_printed_with_a_true_minus_and_an_honest_p() {
    let shown = |cell: Cell| cell.shown(Language::En);
    assert_eq!(shown(Cell::score(Some(-0.0345))), "\u{2212}0.035");
    assert_eq!(shown(Cell::Interval(Some(-0.1), Some(0.2))), "[\u{2212}0.100, 0.200]");
    assert_eq!(shown(Cell::Interval(None, Some(0.2))), "n/a");
    assert_eq!(shown(Cell::P(Some(0.0004))), "< 0.001");
    assert_eq!(shown(Cell::P(Some(0.05))), "0.050");
    assert_eq!(Cell::score(None).shown(Language::Zh), "无");
}

#[test]
fn rows_that_are_alike_in_several_runs_become_one_with_their_names() {
    let mut table = Table::new("x", &["run", "assistant", "#score"]);
    for (run, assistant, score) in [("r", "a", 0.5), ("r", "b", 0.5), ("s", "a", 0.5), ("s", "b", 0.25)] {
        table.row(vec![Cell::text(run), Cell::text(assistant), Cell::score(Some(score))]);
    }
    let rows: Vec<String> = table
        .once_where_alike(0, ", ")
        .rows
        .iter()
        .map(|row| row.iter().map(|cell| cell.shown(Language::En)).collect::<Vec<_>>().join(" | "))
        .collect();
    assert_eq!(rows, ["r, s | a | 0.500", "r | b | 0.500", "s | b | 0.250"]);
}
