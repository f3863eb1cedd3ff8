use lexconsult::case::Case;
use lexconsult::case::view::View;

fn render<V: View>(_: &V) -> &'static str {
    V::ROLE
}

fn no_views(case: &Case) {
    render(case);
    render(&case.answer_key());
    render(&case.for_reader());
    render(&case.claims);
}

fn main() {
    let _ = no_views;
}
