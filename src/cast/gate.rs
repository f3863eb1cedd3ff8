//! The gate reads along: which key facts does a request ask for, and does a message without a
//! marker ask or decide?

use crate::case::{Fault, Turn};
use crate::cast::matter::Matter;
use crate::cast::players::{GatePlayer, JudgePlayer, gates, judges};
use crate::cast::reading::{self, ClassifierReply, schema};
use crate::cast::scene::{Halt, Scene, Structured, read_rule};
use crate::cast::seat::{Named, Seat};
use crate::prompt::Template;

/// The gate's two questions, and who answers each.
#[derive(Clone)]
pub struct Gate {
    /// Which key facts does a request ask for?
    pub facts: Seat<GatePlayer>,
    /// Does a message without a marker ask or decide?
    pub classifier: Seat<JudgePlayer>,
}

impl Gate {
    /// As identities carry it: both names, once where they are one.
    pub fn name(&self) -> String {
        let (facts, classifier) = (self.facts.name(), self.classifier.name());
        let both_rules = self.facts.is_rule() && self.classifier.is_rule();
        if facts == classifier || both_rules { facts } else { format!("{facts}+{classifier}") }
    }

    /// Ids of the key facts that `request` asks for; `talk` is what was said before it.
    ///
    /// # Errors
    /// When the gate gave nothing usable, or the harness failed.
    pub async fn requested(
        &self,
        scene: &mut Scene<'_>,
        matter: Matter<'_>,
        path: &str,
        talk: &[Turn],
        request: &str,
    ) -> Result<Vec<String>, Halt> {
        let view = matter.case.for_gate(matter.variant, talk, request);
        let known: Vec<&str> = view.key_facts.iter().map(|fact| fact.id).collect();
        let read = |text: &str| reading::read_gate(text, &known);
        let reply = match &self.facts {
            Seat::Rule(player) => {
                let say = || gates::lexical(&view);
                let text = scene.ask_rule(path, &player.name(), "gate", &view, &[], say).await?;
                read_rule(&player.name(), &text, Fault::SimulatorFault, read)?
            }
            Seat::Model(model, params) => {
                let rendered = scene.stage.prompts.render(Template::Gate, &view)?;
                let ask = Structured { rendered, form: schema::gate(), fault: Fault::SimulatorFault };
                scene.ask_structured(path, model.as_ref(), *params, ask, read).await?
            }
        };
        Ok(reply.facts)
    }

    /// Whether `message` asks, and whether it decides every claim.
    ///
    /// # Errors
    /// When the classifier gave nothing usable, or the harness failed.
    pub async fn classify(
        &self,
        scene: &mut Scene<'_>,
        matter: Matter<'_>,
        path: &str,
        message: &str,
    ) -> Result<ClassifierReply, Halt> {
        let view = matter.case.for_classifier(message);
        let fault = Fault::SimulatorFault;
        match &self.classifier {
            Seat::Rule(player) => {
                let say = || judges::classifier(&view);
                let text = scene.ask_rule(path, &player.name(), "classify", &view, &[], say).await?;
                read_rule(&player.name(), &text, fault, reading::read_classifier)
            }
            Seat::Model(model, params) => {
                let rendered = scene.stage.prompts.render(Template::Classifier, &view)?;
                let read = reading::read_classifier;
                let ask = Structured { rendered, form: schema::classifier(), fault };
                scene.ask_structured(path, model.as_ref(), *params, ask, read).await
            }
        }
    }
}
