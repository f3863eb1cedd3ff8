//! The disclosure checker: which key facts do the user's turns tell, and how? It reads a finished
//! talk, so that it can change nothing in it.

use crate::case::{Exchange, Fault, Finding, Turn};
use crate::cast::matter::Matter;
use crate::cast::players::CheckerPlayer;
use crate::cast::reading::{self, schema};
use crate::cast::scene::{Halt, Scene, Structured};
use crate::cast::seat::Seat;
use crate::prompt::Template;

/// The disclosure checker's seat.
#[derive(Clone)]
pub struct Checker {
    /// Who plays it.
    pub seat: Seat<CheckerPlayer>,
}

impl Checker {
    /// What the user's turns of a whole talk do with the key facts. `exchanges` are its rounds.
    ///
    /// # Errors
    /// When the checker gave nothing usable, or the harness failed.
    pub async fn findings(
        &self,
        scene: &mut Scene<'_>,
        matter: Matter<'_>,
        talk: &[Turn],
        exchanges: &[Exchange<'_>],
    ) -> Result<Vec<Finding>, Halt> {
        match &self.seat {
            // By words alone, from the talk itself: there is nothing to ask, and nothing to keep.
            Seat::Rule(CheckerPlayer::Lexical) => Ok(matter.case.findings_by_words(exchanges)),
            Seat::Model(model, params) => {
                let view = matter.case.for_disclosure_checker(matter.variant, talk);
                let known: Vec<&str> = view.key_facts.iter().map(|fact| fact.id).collect();
                let rendered = scene.stage.prompts.render(Template::Checker, &view)?;
                let rounds = exchanges.len();
                let read = |text: &str| reading::read_disclosures(text, &known, rounds);
                let path = format!("ledger/checker/{}", model.name());
                let fault = Fault::SimulatorFault;
                let ask = Structured { rendered, form: schema::disclosures(), fault };
                scene.ask_structured(&path, model.as_ref(), *params, ask, read).await
            }
        }
    }
}
