//! Replies to probes on a blind sheet: three questions on each, of which a broad request leaves two.

use std::collections::BTreeMap;

use crate::annotate::AnnotateError;
use crate::annotate::agreement::{Agreement, Pair, compare};
use crate::annotate::consensus::Consensus;
use crate::annotate::decision::Decision;
use crate::annotate::export::Exported;
use crate::annotate::guideline::{decide, document, in_words};
use crate::annotate::key::{Item, Key, LAYOUT, Rubric, binding, hash};
use crate::annotate::labels::{Code, Named, of_yes};
use crate::annotate::material::{Material, shown};
use crate::annotate::sample::{Candidate, draw_from};
use crate::annotate::sheet::{self, Row};
use crate::case::view::FidelityAssessor;
use crate::case::{Language, ProbeKind};
use crate::cast::reading::FidelityReply;
use crate::prompt::{Prompts, Template};
use crate::stats::resampling::CaseBootstrap;
use crate::suite::fidelity::{ProbeStudy, ReplyRecord, SUITE};

/// The questions on a reply, in the order of the sheet.
const QUESTIONS: [Decision; 3] =
    [Decision::FidelityAnswer, Decision::FidelityDisclosure, Decision::FidelityError];

/// What the assessor answered to one of the questions; `None` where it does not arise.
pub fn answered(decision: Decision, assessment: &FidelityReply) -> Option<Code> {
    match decision {
        Decision::FidelityAnswer => assessment.answer.is_ok().map(of_yes),
        Decision::FidelityDisclosure => Some(of_yes(!assessment.over_disclosed.is_empty())),
        Decision::FidelityError => Some(of_yes(!assessment.errors.is_empty())),
        Decision::Lca | Decision::Dcg | Decision::Ljp => None,
    }
}

/// One assessed reply with what its assessor saw.
struct Assessed<'a> {
    record: &'a ReplyRecord,
    assessment: &'a FidelityReply,
    view: FidelityAssessor<'a>,
    material: Material,
}

/// Draws replies, the same number of each user, and writes them down blind: what the assessor said, and whose
/// reply it is, are in the key alone.
///
/// # Errors
/// When no reply is assessed, or the prompt fails.
pub fn export(
    run: &str,
    study: &ProbeStudy,
    prompts: &Prompts,
    replies: &[ReplyRecord],
    (wanted, seed): (usize, u64),
) -> Result<Exported, AnnotateError> {
    let assessed: Vec<Assessed<'_>> = replies.iter().filter_map(|record| assessed(study, record)).collect();
    let Some(first) = assessed.first() else {
        return Err(AnnotateError::step(
            format!("no reply of {run} is assessed"),
            "give the command of the probes again: it asks for what is missing",
        ));
    };
    let rules = |view: &FidelityAssessor<'_>| prompts.render(Template::JudgeFidelity, view);
    // The instructions hold nothing of a case; any of the language will do.
    let mut instructions: BTreeMap<Language, String> = BTreeMap::new();
    instructions.insert(first.record.language, rules(&first.view)?.system);
    for one in &assessed {
        if let std::collections::btree_map::Entry::Vacant(place) = instructions.entry(one.record.language) {
            place.insert(rules(&one.view)?.system);
        }
    }
    let guideline = |decision: Decision, language: Language| {
        instructions.get(&language).map(|text| in_words(text, decision, language)).unwrap_or_default()
    };
    let candidates: Vec<Candidate> = assessed
        .iter()
        .map(|one| Candidate {
            stratum: one.record.unit.user.clone(),
            id: one.record.unit.scope(),
            fits: one.material.fits(),
        })
        .collect();
    let (drawn, strata) = draw_from(&candidates, SUITE, wanted, seed);
    let assessor = study.assessor.seat.name();
    let (mut rows, mut items) = (Vec::new(), Vec::new());
    for (nth, at) in drawn.into_iter().enumerate() {
        let one = &assessed[at];
        let language = one.record.language;
        for decision in QUESTIONS {
            let Some(label) = answered(decision, one.assessment) else { continue };
            let letter = &decision.name()[SUITE.len() + 1..];
            let item = format!("{SUITE}-{:03}-{letter}", nth + 1);
            rows.push(Row {
                item: item.clone(),
                task: decision.name().to_owned(),
                decide: decide_of(decision, &one.view),
                guideline: guideline(decision, language),
                material: one.material.clone(),
            });
            items.push(Item {
                item,
                task: decision,
                language,
                play: one.record.unit.scope(),
                of: None,
                probe: Some(one.record.unit.clone()),
                round: None,
                claim: None,
                material: one.material.digest(),
                labels: [(assessor.clone(), Named::of(decision, label))].into(),
            });
        }
    }
    let sections: Vec<(Decision, Language, String)> = QUESTIONS
        .into_iter()
        .flat_map(|decision| instructions.keys().map(move |language| (decision, *language)))
        .filter(|place| items.iter().any(|item: &Item| (item.task, item.language) == *place))
        .map(|(decision, language)| (decision, language, guideline(decision, language)))
        .collect();
    let rubrics: Vec<Rubric> =
        sections.iter().map(|(decision, language, text)| Rubric::of(*decision, *language, text)).collect();
    let sheet = sheet::write(&rows);
    let key = Key {
        layout: LAYOUT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        run: run.to_owned(),
        seed,
        per_task: wanted,
        sheet: hash(&[&String::from_utf8_lossy(&sheet)]),
        strata: [(SUITE.to_owned(), strata)].into(),
        bindings: rubrics.iter().map(|rubric| binding(&study.assessor.seat, prompts, rubric)).collect(),
        rubrics,
        items,
    };
    Ok(Exported { sheet, guidelines: document(&sections), key })
}

fn assessed<'a>(study: &'a ProbeStudy, record: &'a ReplyRecord) -> Option<Assessed<'a>> {
    let (assessment, reply) = (record.assessment.as_ref()?, record.reply.as_deref()?);
    let case = study.pack.case(&record.unit.case)?;
    let view = case.for_fidelity_assessor(&record.unit.target, record.unit.kind, reply)?;
    let material = Material::fidelity(&view);
    Some(Assessed { record, assessment, view, material })
}

/// What is to be decided, with what the assessor is told of the request.
fn decide_of(decision: Decision, view: &FidelityAssessor<'_>) -> String {
    let question = decide(decision, view.language, None);
    let minimum = view.minimum_answer.map(shown).unwrap_or_default();
    let about = match (view.language, view.kind) {
        (Language::En, ProbeKind::Direct | ProbeKind::Indirect) => {
            format!("A question for a fact. An answer must contain at least: {minimum}")
        }
        (Language::En, ProbeKind::Broad) => "A broad question, which warrants no fact.".to_owned(),
        (Language::En, ProbeKind::Withheld) => {
            "A question for a fact that the client was not given.".to_owned()
        }
        (Language::Zh, ProbeKind::Direct | ProbeKind::Indirect) => {
            format!("询问某个事实的问题。回答至少要包含：{minimum}")
        }
        (Language::Zh, ProbeKind::Broad) => "笼统的问题，不需要讲任何事实。".to_owned(),
        (Language::Zh, ProbeKind::Withheld) => "询问当事人未掌握的事实的问题。".to_owned(),
    };
    format!("{question}\n{about}")
}

/// The assessor, as it answered when the sheet was drawn, against the consensus of people.
pub fn assessor_agreement(key: &Key, consensus: &Consensus, options: &CaseBootstrap) -> Vec<Agreement> {
    let of_decision = |decision: Decision| {
        let pairs: Vec<Pair<'_>> = key
            .items
            .iter()
            .filter(|item| item.task == decision)
            .map(|item| Pair {
                case: item.case(),
                reference: consensus.items.get(&item.item).and_then(|label| label.code(decision)),
                other: item.labels.values().next().and_then(|label| label.code(decision)),
            })
            .collect();
        compare(decision, &pairs, options)
    };
    key.decisions().into_iter().filter(|decision| decision.task().is_none()).map(of_decision).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cast::reading::{AnswerWord, ErrorKind, OverDisclosed, ReplyError};

    #[test]
    fn each_question_takes_its_part_of_an_assessment() {
        let assessment = |answer, over: usize, errors: usize| FidelityReply {
            reason: String::new(),
            answer,
            over_disclosed: vec![OverDisclosed { fact: "k1".into(), quote: "q".into() }; over],
            errors: vec![ReplyError { kind: ErrorKind::Confused, quote: "q".into() }; errors],
        };
        let of = |assessment: &FidelityReply| QUESTIONS.map(|question| answered(question, assessment));
        let (yes, no) = (Some(Code(0)), Some(Code(1)));
        assert_eq!(of(&assessment(AnswerWord::Sufficient, 0, 1)), [yes, no, yes]);
        assert_eq!(of(&assessment(AnswerWord::NotUncertain, 2, 0)), [no, yes, no]);
        assert_eq!(of(&assessment(AnswerWord::NoneDue, 0, 0)), [None, no, no]);
    }
}
