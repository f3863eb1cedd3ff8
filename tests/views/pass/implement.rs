use lexconsult::case::Language;
use lexconsult::case::view::View;

struct Prompt<V: View>(V);

impl<V: View> Prompt<V> {
    fn language(&self) -> Language {
        self.0.language()
    }
}

fn main() {
    let _ = Prompt::<lexconsult::case::view::Gate<'_>>::language;
}
