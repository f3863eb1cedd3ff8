use lexconsult::case::view::View;
use lexconsult::case::{Case, Variant};

fn render<V: View>(_: &V) -> &'static str {
    V::ROLE
}

fn views(case: &Case) {
    render(&case.for_user(Variant::Complete, &[]));
    render(&case.for_gate(Variant::Complete, &[], ""));
    render(&case.for_lca_judge(Variant::Complete, ""));
}

fn main() {
    let _ = views;
}
