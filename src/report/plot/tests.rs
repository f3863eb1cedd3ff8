//! Nothing lies outside its drawing or on other text.

use super::*;

/// The box that a text takes, as (left, right, top, bottom); `None` for turned text.
fn boxed(mark: &Mark) -> Option<(f64, f64, f64, f64)> {
    let Mark::Text { at: (x, y), anchor, text, turned: false, .. } = mark else { return None };
    let width = text_width(text);
    let left = match anchor {
        Anchor::Start => *x,
        Anchor::Middle => x - width / 2.0,
        Anchor::End => x - width,
    };
    Some((left, left + width, y - TEXT * 0.75, y + TEXT * 0.2))
}

fn assert_neat(drawing: &Drawing) {
    let boxes: Vec<_> = drawing.marks.iter().filter_map(boxed).collect();
    for (at, one) in boxes.iter().enumerate() {
        assert!(one.0 >= -1.0 && one.1 <= WIDTH + 1.0, "text {at} is cut: {one:?}");
        assert!(one.2 >= -1.0 && one.3 <= drawing.height + 1.0, "text {at} is cut: {one:?}");
        for other in &boxes[at + 1..] {
            let apart = one.1 <= other.0 + 0.5
                || other.1 <= one.0 + 0.5
                || one.3 <= other.2 + 0.5
                || other.3 <= one.2 + 0.5;
            assert!(apart, "{one:?} lies on {other:?}\n{drawing:#?}");
        }
    }
}

const LONG: &str = "openrouter/very-long-vendor-name/very-long-model-name-instruct-preview-2026-11";

#[test]
fn many_series_with_long_names_stay_within_the_drawing() {
    let series: Vec<String> = (0..9).map(|n| format!("{LONG}-{n}")).collect();
    let row = |label: &str| DotRow {
        label: label.to_owned(),
        points: (0..9)
            .map(|series| DotSeries { series, value: -0.3 + series as f64 / 7.0, ends: Some((-0.9, 1.0)) })
            .collect(),
    };
    assert_neat(&dots(&Dots {
        axis: "QWK".to_owned(),
        series: series.clone(),
        rows: vec![row(LONG), row("合同效力与法律关系认定")],
    }));
    assert_neat(&rounds(&Rounds {
        across: "轮次".to_owned(),
        up: "比例".to_owned(),
        series: series.into_iter().map(|name| (name, vec![0.0, 0.5, 1.0])).collect(),
    }));
}

#[test]
fn points_at_one_place_keep_their_labels_apart() {
    let point = |series| Point { x: 1.0, y: 1.0, series, label: Some(format!("{LONG}-{series}")) };
    assert_neat(&points(&Points {
        across: "over-asking".to_owned(),
        up: "premature".to_owned(),
        series: Vec::new(),
        points: (0..6)
            .map(point)
            .chain((0..6).map(|series| Point { x: 0.0, y: 0.0, ..point(series) }))
            .collect(),
    }));
}

#[test]
fn a_grid_of_long_headings_stays_in_its_columns() {
    let columns =
        ["LCA macro-F1", "DCG success rate", "LJP Interaction (self-correction) QWK", "LJP完整信息 QWK"];
    let drawing = heat(&Heat {
        columns: columns.map(str::to_owned).to_vec(),
        rows: vec![(LONG.to_owned(), vec![Some(-0.25), None, Some(1.0), Some(0.0)])],
    });
    assert_neat(&drawing);
    let page = svg(&drawing, "a & b", Style::Within);
    assert!(
        page.contains("\u{2212}0.25") && page.contains("class=\"f b\""),
        "a value below 0 has its own colour"
    );
    assert!(page.contains("<title>a &amp; b</title>") && page.contains("prefers-color-scheme: dark"));
}

#[test]
fn an_empty_drawing_is_drawn_all_the_same() {
    assert_neat(&dots(&Dots { axis: "x".to_owned(), series: Vec::new(), rows: Vec::new() }));
    assert_neat(&points(&Points {
        across: String::new(),
        up: String::new(),
        series: Vec::new(),
        points: Vec::new(),
    }));
    assert_neat(&heat(&Heat { columns: Vec::new(), rows: Vec::new() }));
    assert!(
        tikz(&rounds(&Rounds { across: "a_b".to_owned(), up: String::new(), series: Vec::new() }))
            .contains("a\\_")
    );
}

#[test]
fn a_mark_stands_below_what_it_is_about() {
    let row = DotRow { label: "LCA: complete".to_owned(), points: Vec::new() };
    let plain = dots(&Dots { axis: "share".to_owned(), series: vec![LONG.to_owned()], rows: vec![row] });
    let marked = plain.clone().marked(&format!("已失效，人工核对之后有变动的是：{LONG}{LONG}"));
    assert_neat(&marked);
    assert!(marked.height > plain.height + 12.0);
    assert!(
        marked.marks.iter().any(|mark| matches!(mark, Mark::Text { text, .. } if text.contains("已失效")))
    );
}

#[test]
fn points_that_would_cover_each_other_stand_side_by_side() {
    let symbols = |drawing: &Drawing| -> Vec<(f64, f64)> {
        let place = |mark: &Mark| if let Mark::Symbol { at, .. } = mark { Some(*at) } else { None };
        drawing.marks.iter().filter_map(place).collect()
    };
    let apart = |places: &[(f64, f64)]| {
        let near = |a: &(f64, f64), b: &(f64, f64)| (a.0 - b.0).abs() < 4.0 && (a.1 - b.1).abs() < 4.0;
        let pairs =
            places.iter().enumerate().flat_map(|(at, a)| places[at + 1..].iter().map(move |b| (a, b)));
        pairs.into_iter().all(|(a, b)| !near(a, b))
    };
    let drawing = points(&Points {
        across: String::new(),
        up: String::new(),
        series: Vec::new(),
        points: (0..6).map(|series| Point { x: 1.0, y: 0.5, series, label: None }).collect(),
    });
    let places = symbols(&drawing);
    assert!(places.len() == 6 && apart(&places), "{places:?}");
    assert!(places.iter().all(|(x, _)| *x < WIDTH - 4.0), "{places:?}");
    let series = (0..6).map(|n| (n.to_string(), vec![0.0, 0.5])).collect();
    let drawing = rounds(&Rounds { across: String::new(), up: String::new(), series });
    assert!(apart(&symbols(&drawing)), "{drawing:?}");
}

#[test]
fn a_long_name_of_a_row_is_broken_and_not_cut() {
    let label = "Performance, breach, variation and termination".to_owned();
    let point = DotSeries { series: 0, value: 0.5, ends: None };
    let row = DotRow { label, points: vec![point] };
    let drawing = dots(&Dots { axis: "share".to_owned(), series: Vec::new(), rows: vec![row] });
    assert_neat(&drawing);
    let said = |words: &str| {
        drawing.marks.iter().any(|mark| matches!(mark, Mark::Text { text, .. } if text.as_str() == words))
    };
    assert!(said("Performance, breach,") && said("variation and termination"), "{drawing:#?}");
}
