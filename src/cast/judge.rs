//! The judge: reads what happened and labels it, never with the truth at hand.

use crate::case::view::{DcgJudge, LcaJudge, LjpJudge, View};
use crate::case::{Fault, Turn};
use crate::cast::matter::Matter;
use crate::cast::players::{JudgePlayer, judges};
use crate::cast::reading::{self, DcgReply, LcaReply, LjpReply, ReadError, schema};
use crate::cast::scene::{Halt, Scene, Structured, read_rule};
use crate::cast::seat::{Named, Seat};
use crate::model::Schema;
use crate::prompt::Template;

/// A judge's seat.
#[derive(Clone)]
pub struct Judge {
    /// Who plays it.
    pub seat: Seat<JudgePlayer>,
}

impl Judge {
    /// As which class does the message treat the consultation? (LexPilot 6.2)
    ///
    /// # Errors
    /// When the judge gave nothing usable, or the harness failed.
    pub async fn lca(
        &self,
        scene: &mut Scene<'_>,
        matter: Matter<'_>,
        path: &str,
        message: &str,
    ) -> Result<LcaReply, Halt> {
        let view = matter.case.for_lca_judge(matter.variant, message);
        self.judge(
            scene,
            path,
            (Template::JudgeLca, schema::lca()),
            &view,
            |v: &LcaJudge<'_>| judges::lca(v),
            reading::read_lca,
        )
        .await
    }

    /// Is the question relevant and answerable? `talk` is what was said before it. (LexPilot 6.3)
    ///
    /// # Errors
    /// When the judge gave nothing usable, or the harness failed.
    pub async fn dcg(
        &self,
        scene: &mut Scene<'_>,
        matter: Matter<'_>,
        path: &str,
        talk: &[Turn],
        question: &str,
    ) -> Result<DcgReply, Halt> {
        let view = matter.case.for_dcg_judge(talk, question);
        let focal_points: Vec<&str> = view.focal_points.iter().map(|focal| focal.id).collect();
        let missing: Vec<&str> = view.facts.iter().filter(|f| f.missing).map(|f| f.id).collect();
        let rests_on_missing = |facts: &[String]| facts.iter().any(|fact| missing.contains(&fact.as_str()));
        let open: Vec<&str> =
            view.focal_points.iter().filter(|f| rests_on_missing(f.facts)).map(|f| f.id).collect();
        self.judge(
            scene,
            path,
            (Template::JudgeDcg, schema::dcg()),
            &view,
            |v: &DcgJudge<'_>| judges::dcg(v),
            |text| reading::read_dcg(text, &focal_points, &open, &missing),
        )
        .await
    }

    /// One verdict a claim from the final message. (LexPilot 6.4)
    ///
    /// # Errors
    /// When the judge gave nothing usable, or the harness failed.
    pub async fn ljp(
        &self,
        scene: &mut Scene<'_>,
        matter: Matter<'_>,
        path: &str,
        message: &str,
    ) -> Result<LjpReply, Halt> {
        let view = matter.case.for_ljp_judge(message);
        let claims = view.claims.len();
        self.judge(
            scene,
            path,
            (Template::JudgeLjp, schema::ljp()),
            &view,
            |v: &LjpJudge<'_>| judges::ljp(v),
            |text| reading::read_ljp(text, claims, message),
        )
        .await
    }

    async fn judge<V: View + serde::Serialize, T>(
        &self,
        scene: &mut Scene<'_>,
        path: &str,
        (template, form): (Template, Schema),
        view: &V,
        by_rule: impl FnOnce(&V) -> String,
        read: impl Fn(&str) -> Result<T, ReadError>,
    ) -> Result<T, Halt> {
        match &self.seat {
            Seat::Rule(player) => {
                let text = scene.ask_rule(path, &player.name(), V::ROLE, view, &[], || by_rule(view)).await?;
                read_rule(&player.name(), &text, Fault::JudgeFault, read)
            }
            Seat::Model(model, params) => {
                let rendered = scene.stage.prompts.render(template, view)?;
                let ask = Structured { rendered, form, fault: Fault::JudgeFault };
                scene.ask_structured(path, model.as_ref(), *params, ask, read).await
            }
        }
    }
}
