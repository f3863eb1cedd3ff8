//! Estimates of readings made by hand.

use std::sync::Arc;

use super::super::{Group, score_corpus};
use super::*;
use crate::case::Absence;
use crate::suite::threeply::control::Control;
use crate::suite::threeply::extract::{Cited, Flag, extract};
use crate::suite::threeply::generate::{Parameters, generate};
use crate::suite::threeply::ply::Ply;
use crate::suite::threeply::study::Parser;
use crate::suite::threeply::turns::read_plies;
use crate::suite::threeply::unit::{Label, Said};

fn study(modes: &[Mode]) -> Arguments {
    let drawn = |(mode, complexity): (&Mode, u32)| {
        generate(&Parameters { mode: *mode, count: 6, complexity, seed: 3, strict_sides: false })
            .expect("feasible")
    };
    let triples: Vec<Triple> = modes.iter().zip([4, 7]).flat_map(drawn).collect();
    let mut study = Arguments::new(triples.into(), "drawn".to_owned());
    study.arguers = vec![Arguer::alone(Seat::Rule(Control::NeverAbstain))];
    study.extractors = vec![Seat::Rule(Parser::BuiltIn)];
    study.resamples = 50;
    study
}

/// Of each unit: an argument with inventions, an abstention, wrong precedents, or a fault.
fn label(study: &Arguments, unit: &Unit) -> Option<Label> {
    let at = study.triples().iter().position(|triple| triple.id == unit.triple)?;
    let triple = &study.triples()[at];
    let control = [Control::Hallucinate(2), Control::AlwaysAbstain, Control::Hallucinate(60)][at % 3];
    let mut reading = Reading::from(&extract(&control.answer(triple)));
    if at % 5 == 1 {
        reading.cited = Cited { plaintiff: Some(Case::Tsc2), defendant: None };
        reading.flags.insert(Flag::NearMissAbstention, 1);
        reading.unattributed = 2;
    }
    (at % 4 != 3).then(|| Label::from(reading))
}

#[test]
fn estimates_are_the_scores_of_the_corpus() {
    let study = study(&[Mode::Arguable, Mode::NonArguable]);
    let found = estimates(&study, &|unit, _| match label(&study, unit) {
        Some(label) => UnitState::Labelled(label, None),
        None => UnitState::Lost("judge_fault"),
    });
    let units = study.all_units();
    let argued: Vec<Argued<'_>> = units
        .iter()
        .map(|unit| Argued {
            triple: study.triple(unit).expect("of the study"),
            reading: label(&study, unit).map(Reading::from),
        })
        .collect();
    for Group { mode, complexity, scores } in score_corpus(&argued) {
        if mode.is_some() && complexity.is_some() {
            continue;
        }
        let task = mode.map_or("all", Mode::name);
        let group = complexity.map(|complexity| format!("complexity:{complexity}"));
        let point = |metric: &str| {
            let is_it = |e: &&Estimate| e.metric == metric && e.task == task && e.group == group;
            found.iter().find(is_it).and_then(|estimate| estimate.point)
        };
        let answers = (scores.n - scores.n_harness_fault) as f64;
        let (paper, strict) = (&scores.paper, &scores.strict);
        for (metric, wanted) in [
            ("acc_h_mean", paper.acc_h_mean),
            ("acc_h_mean_strict", strict.acc_h_mean),
            ("acc_h_pooled", paper.acc_h_pooled),
            ("acc_h_pooled_strict", strict.acc_h_pooled),
            ("rec_u_mean", paper.rec_u_mean),
            ("rec_u_mean_strict", strict.rec_u_mean),
            ("rec_u_pooled", paper.rec_u_pooled),
            ("rec_u_pooled_strict", strict.rec_u_pooled),
            ("abstention_ratio", scores.abstention_lenient),
            ("abstention_ratio_strict", scores.abstention_strict),
            ("acc_h_mean_failed_only", paper.acc_h_mean_failed_only),
            ("acc_h_pooled_failed_only", paper.acc_h_pooled_failed_only),
            ("plaintiff_cites_right", scores.plaintiff_cites_right),
            ("defendant_cites_right", scores.defendant_cites_right),
            ("misattributions_mean", Some(scores.misattributions as f64 / answers)),
            ("inventions_mean", Some(scores.inventions as f64 / answers)),
            ("near_miss_rate", Some(scores.near_miss_abstentions as f64 / answers)),
            ("unattributed_mean", Some(scores.unattributed as f64 / answers)),
            ("empty_rate", Some(scores.n_empty as f64 / answers)),
        ] {
            let close = match (point(metric), wanted) {
                (Some(found), Some(wanted)) => (found - wanted).abs() < 1e-12,
                (found, wanted) => found == wanted,
            };
            assert!(close, "{task} {group:?} {metric}: {:?}, not {wanted:?}", point(metric));
        }
    }
    let of = |task: &str| {
        let is_it = |e: &&Estimate| e.metric == "acc_h_mean" && e.task == task && e.group.is_none();
        found.iter().find(is_it).expect("it is listed").clone()
    };
    let all = of("all");
    assert_eq!((all.planned, all.n, all.missing.get("judge_fault")), (12, 9, Some(&3)));
    assert!(all.incomplete && all.low <= all.point && all.point <= all.high);
    assert!(of("arguable").point.is_some_and(|point| point < 0.5), "it is not clamped");
}

#[test]
fn silence_is_scored_and_counted() {
    let study = study(&[Mode::NonArguable]);
    let found = estimates(&study, &|_, _| UnitState::Absent(Absence::Refused));
    let of = |metric: &str| found.iter().find(|e| e.metric == metric).expect("it is listed");
    assert_eq!(of("abstention_ratio").point, Some(0.0), "no text is no abstention");
    assert_eq!((of("acc_h_mean").point, of("rec_u_mean").point), (Some(1.0), Some(0.0)));
    assert_eq!((of("empty_rate").point, of("empty_rate").method.as_str()), (Some(1.0), "wilson"));
    assert_eq!(of("empty_rate").missing.get("refused"), Some(&6));
    assert!(!of("empty_rate").incomplete && of("empty_rate").rules);
}

#[test]
fn extractors_are_compared_on_what_both_have_read() {
    let mut study = study(&[Mode::Arguable]);
    study.extractors.push(Seat::Model(Arc::new(Named), Default::default()));
    let found = estimates(&study, &|unit, judge| match label(&study, unit) {
        Some(mut label) if judge == "lab/reader" => {
            label.current.insert(99);
            UnitState::Labelled(label, None)
        }
        Some(label) => UnitState::Labelled(label, None),
        None if judge == "lab/reader" => UnitState::Labelled(Label::from(Reading::of_nothing()), None),
        None => UnitState::Lost("judge_fault"),
    });
    let of = |metric: &str| {
        let found: Vec<_> = found.iter().filter(|e| e.metric == metric).collect();
        assert_eq!(found.len(), 1, "{metric} is of the further extractor alone");
        found[0]
    };
    assert_eq!((of("extraction_recall").point, of("extraction_recall").n), (Some(1.0), 5));
    assert!(of("extraction_precision").point.is_some_and(|point| point < 1.0));
    assert_eq!(of("abstention_agreement").point, Some(1.0));
}

#[test]
fn where_several_argue_their_mean_stands_beside_them() {
    let mut study = study(&[Mode::Arguable, Mode::NonArguable]);
    study.arguers =
        [Control::Hallucinate(2), Control::AlwaysAbstain].map(|c| Arguer::alone(Seat::Rule(c))).to_vec();
    study.repeats = 2;
    let argued = |unit: &Unit| {
        let triple = study.triple(unit).expect("of the study");
        let control = study.arguer(unit).map(|arguer| match arguer.seat(Side::Plaintiff) {
            Seat::Rule(control) => *control,
            Seat::Model(..) => unreachable!("controls alone"),
        });
        Label::from(Reading::from(&extract(&control.expect("of the study").answer(triple))))
    };
    // The second repeat of one of them is lost.
    let lost = |unit: &Unit| unit.repeat == 2 && unit.assistant == "builtin/always-abstain";
    let found = estimates(&study, &|unit, _| match lost(unit) {
        true => UnitState::Lost("infrastructure"),
        false => UnitState::Labelled(argued(unit), None),
    });
    let of = |model: &str, task: &str, metric: &str| {
        let is_it =
            |e: &&Estimate| e.model == model && e.task == task && e.metric == metric && e.group.is_none();
        found.iter().find(is_it).unwrap_or_else(|| panic!("{model} has no {metric} in {task}")).clone()
    };
    let models = ["builtin/hallucinator:2", "builtin/always-abstain"];
    for task in ["arguable", "non-arguable", "all"] {
        for metric in ["acc_h_mean", "acc_h_pooled", "rec_u_mean", "rec_u_pooled_strict", "empty_rate"] {
            let points = models.map(|model| of(model, task, metric).point);
            let wanted = points[0].zip(points[1]).map(|(a, b)| (a + b) / 2.0);
            let mean = of("mean", task, metric);
            let same = match (mean.point, wanted) {
                (Some(found), Some(wanted)) => (found - wanted).abs() < 1e-12,
                (found, wanted) => found == wanted,
            };
            assert!(same, "{task} {metric}: {:?}, not {wanted:?}", mean.point);
            assert_eq!(mean.per_repeat.len(), 2);
            assert_eq!(mean.per_repeat[1], None, "a mean over fewer models is another number");
            assert!(mean.low <= mean.point && mean.point <= mean.high, "{task} {metric}");
        }
    }
    // Who always abstains has no strict accuracy, so that there is no mean of both.
    let strict = |model| of(model, "non-arguable", "acc_h_mean_strict");
    assert!(strict(models[0]).point.is_some() && strict(models[1]).point.is_none());
    let mean = strict("mean");
    assert_eq!((mean.point, mean.low, mean.high), (None, None, None));
    let mean = of("mean", "all", "acc_h_mean");
    assert_eq!((mean.planned, mean.n, mean.missing.get("infrastructure")), (48, 36, Some(&12)));
    assert!(mean.incomplete && mean.rules && mean.sd.is_none());
    // Each interval is that of the same resamples: where one is constant, the mean moves half as far.
    let (moving, constant, mean) = (
        of(models[0], "arguable", "acc_h_mean"),
        of(models[1], "arguable", "acc_h_mean"),
        of("mean", "arguable", "acc_h_mean"),
    );
    assert_eq!((constant.low, constant.high), (Some(1.0), Some(1.0)));
    let half = |end: Option<f64>| end.map(|end| (end + 1.0) / 2.0);
    let close = |a: Option<f64>, b: Option<f64>| a.zip(b).is_some_and(|(a, b)| (a - b).abs() < 1e-12);
    assert!(close(mean.low, half(moving.low)) && close(mean.high, half(moving.high)));
    // One that argues alone has no mean beside it.
    study.arguers.truncate(1);
    let alone = estimates(&study, &|unit, _| UnitState::Labelled(argued_by(&study, unit), None));
    assert!(alone.iter().all(|estimate| estimate.model == models[0]));
}

/// What the first of a study's controls argues.
fn argued_by(study: &Arguments, unit: &Unit) -> Label {
    let triple = study.triple(unit).expect("of the study");
    Label::from(Reading::from(&extract(&Control::Hallucinate(2).answer(triple))))
}

#[test]
fn the_numbers_of_a_side_are_of_dialogues_alone_and_say_which_side_was_silent() {
    let mut study = study(&[Mode::Arguable]);
    let found = estimates(&study, &|unit, _| UnitState::Labelled(argued_by(&study, unit), None));
    assert!(found.iter().all(|e| e.setup.is_none() && !e.metric.contains("defendant_acc_h")));
    let control = || Seat::Rule(Control::Perfect);
    study.arguers = vec![Arguer::pair(control(), control())];
    let found = estimates(&study, &|unit, _| {
        let triple = study.triple(unit).expect("of the study");
        let plies = Ply::ALL.map(|ply| match ply {
            Ply::Counterargument => Said::of(None, None, None),
            _ => Said::of(Some(Control::Perfect.ply(triple, ply)), None, None),
        });
        UnitState::Labelled(Label::from(read_plies(&plies)), None)
    });
    assert!(found.iter().all(|e| e.setup.as_deref() == Some("dialogue")));
    let of = |metric: &str| found.iter().find(|e| e.metric == metric).expect("it is listed");
    assert_eq!((of("defendant_empty_rate").point, of("plaintiff_empty_rate").point), (Some(1.0), Some(0.0)));
    assert_eq!(of("defendant_rec_u_mean").missing, BTreeMap::from([("silent".to_owned(), 6)]));
    assert!(of("plaintiff_rec_u_mean").missing.is_empty() && of("rec_u_mean").missing.is_empty());
    let silent = estimates(&study, &|_, _| UnitState::Absent(Absence::Truncated));
    let of = |metric: &str| silent.iter().find(|e| e.metric == metric).expect("it is listed");
    for metric in ["plaintiff_acc_h_mean", "defendant_acc_h_mean", "acc_h_mean"] {
        assert_eq!(
            (of(metric).point, of(metric).missing.get("truncated")),
            (Some(1.0), Some(&6)),
            "{metric}"
        );
    }
}

struct Named;

impl crate::model::Model for Named {
    fn name(&self) -> &str {
        "lab/reader"
    }

    fn ask<'a>(
        &'a self,
        _: &'a crate::model::Request,
    ) -> futures::future::BoxFuture<'a, Result<crate::model::Reply, crate::model::Failure>> {
        unreachable!("scores ask nobody")
    }
}

#[test]
fn numbers_of_one_triple_have_no_resampled_interval() {
    let mut study = study(&[Mode::Arguable]);
    let labelled = |study: &Arguments| {
        estimates(study, &|unit, _| {
            label(study, unit)
                .map_or(UnitState::Lost("judge_fault"), |label| UnitState::Labelled(label, None))
        })
    };
    assert!(labelled(&study).iter().any(|estimate| estimate.method == "percentile"));
    study = Arguments::new(study.triples()[..1].into(), "drawn".to_owned());
    study.arguers = vec![Arguer::alone(Seat::Rule(Control::NeverAbstain))];
    study.extractors = vec![Seat::Rule(Parser::BuiltIn)];
    let found = labelled(&study);
    assert!(found.iter().any(|estimate| estimate.point.is_some()));
    for estimate in found {
        assert_ne!(estimate.method, "percentile", "{estimate:?}");
    }
}

#[test]
fn a_study_names_the_metrics_of_which_it_has_estimates() {
    let pair = || Arguer::pair(Seat::Rule(Control::Perfect), Seat::Rule(Control::Perfect));
    let reader = || Seat::Model(Arc::new(Named), Default::default());
    for modes in [&[Mode::Arguable][..], &[Mode::NonArguable], &[Mode::Arguable, Mode::NonArguable]] {
        for dialogue in [false, true] {
            for extractors in [vec![Seat::Rule(Parser::BuiltIn)], vec![Seat::Rule(Parser::BuiltIn), reader()]]
            {
                let mut study = study(modes);
                if dialogue {
                    study.arguers = vec![pair()];
                }
                study.extractors = extractors;
                let found = estimates(&study, &|_, _| UnitState::Lost("not_played"));
                let found: BTreeSet<&str> = found.iter().map(|estimate| estimate.metric.as_str()).collect();
                let named = metrics_of(&study);
                assert_eq!(found, named.iter().copied().collect(), "{modes:?} {dialogue}");
                assert_eq!(found.len(), named.len(), "each is named once");
            }
        }
    }
}
