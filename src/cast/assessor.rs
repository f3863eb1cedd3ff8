//! The fidelity assessor: does the user's reply to a probe say enough, too much, or what is not so
//! (LexPilot E.3.2)?

use crate::case::{Case, Fault, ProbeKind};
use crate::cast::players::{JudgePlayer, assessors};
use crate::cast::reading::{self, FidelityReply, schema};
use crate::cast::scene::{Halt, Scene, Structured, read_rule};
use crate::cast::seat::{Named, Seat};
use crate::prompt::Template;

/// The fidelity assessor's seat.
#[derive(Clone)]
pub struct Assessor {
    /// Who assesses.
    pub seat: Seat<JudgePlayer>,
}

impl Assessor {
    /// Assesses a reply to the request `kind` of the probe of `target`.
    ///
    /// # Errors
    /// When the assessor gave nothing usable, the case has no such probe, or the harness failed.
    pub async fn assess(
        &self,
        scene: &mut Scene<'_>,
        case: &Case,
        path: &str,
        (target, kind): (&str, ProbeKind),
        reply: &str,
    ) -> Result<FidelityReply, Halt> {
        let fault = Fault::JudgeFault;
        let Some(view) = case.for_fidelity_assessor(target, kind, reply) else {
            return Err(Halt::Fault { fault, why: format!("{} has no probe of {target}", case.id) });
        };
        let beyond = view.beyond();
        let read = |text: &str| reading::read_fidelity(text, kind, &beyond, reply);
        match &self.seat {
            Seat::Rule(player) => {
                let say = || assessors::fidelity(&view);
                let text = scene.ask_rule(path, &player.name(), "fidelity", &view, &[], say).await?;
                read_rule(&player.name(), &text, fault, read)
            }
            Seat::Model(model, params) => {
                let rendered = scene.stage.prompts.render(Template::JudgeFidelity, &view)?;
                let ask = Structured { rendered, form: schema::fidelity(), fault };
                scene.ask_structured(path, model.as_ref(), *params, ask, read).await
            }
        }
    }
}
