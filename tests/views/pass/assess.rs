use lexconsult::case::view::FidelityAssessor;
use lexconsult::case::{Case, ProbeKind};
use lexconsult::prompt::{Prompts, Template};

fn the_assessor_is_asked_with_its_own_view(prompts: &Prompts, case: &Case, reply: &str) {
    let view: Option<FidelityAssessor<'_>> = case.for_fidelity_assessor("k1", ProbeKind::Broad, reply);
    let _ = view.map(|view| prompts.render(Template::JudgeFidelity, &view));
}

fn main() {
    let _ = the_assessor_is_asked_with_its_own_view;
}
