use lexconsult::case::ProbeKind;
use lexconsult::case::view::{FidelityAssessor, User};

fn widened<'a>(known: User<'a>, key: &FidelityAssessor<'a>) -> User<'a> {
    User { talk: key.history.clone(), ..known }
}

fn by_hand<'a>(key: FidelityAssessor<'a>, secret: &'a str) -> FidelityAssessor<'a> {
    FidelityAssessor { kind: ProbeKind::Broad, minimum_answer: Some(secret), ..key }
}

fn main() {
    let _ = (widened, by_hand);
}
