//! The gate by rule.

use super::judges::json;
use super::users::asked_facts;
use crate::case::view;
use crate::cast::reading::GateReply;

/// The facts whose words the request uses, as the JSON text of a gate's reply.
pub fn lexical(view: &view::Gate) -> String {
    let facts = asked_facts(view.request, &view.key_facts, view.language);
    json(&GateReply { facts: facts.iter().map(|fact| fact.id.to_owned()).collect() })
}

#[cfg(test)]
mod tests {
    use crate::case::Variant;
    use crate::cast::players::testing::{starter, untold};
    use crate::cast::reading::read_gate;

    #[test]
    fn the_gate_names_the_fact_that_is_asked_for() {
        for case in &starter().cases {
            let all: Vec<&str> = case
                .for_gate(Variant::Underspecified, &[], "")
                .key_facts
                .iter()
                .map(|fact| fact.id)
                .collect();
            let read = |request: &str| {
                read_gate(&super::lexical(&case.for_gate(Variant::Underspecified, &[], request)), &all)
                    .expect("a gate by rule writes what can be read")
                    .facts
            };
            for fact in untold(case) {
                assert!(read(fact.question).contains(&fact.id.to_owned()), "{} {}", case.id, fact.id);
                assert_eq!(read("【结论】\n1. 支持"), Vec::<String>::new());
            }
        }
    }
}
