//! Playing one unit.

use crate::case::Case;
use crate::cast::{Assistant, Call, Condition, Halt, Matter, Scene, Stage};
use crate::dialogue::{Manner, Players, Transcript, consultation, forced_questions, one_message};
use crate::suite::Played;
use crate::suite::lexpilot::{DCG_ROUNDS, LJP_ROUNDS, Play, Setup, Study, Task};

/// Plays one unit to its end; `anew` says that an earlier attempt ended in a fault.
///
/// # Errors
/// When the run must end (journal or prompt); a fault of a role is in the transcript.
pub async fn play_unit(
    stage: &Stage,
    study: &Study,
    play: &Play,
    case: &Case,
    assistant: &Assistant,
    anew: bool,
) -> Result<Played<Transcript>, Halt> {
    let matter = Matter { case, variant: play.variant };
    let mut scene = Scene::new(stage, matter.subject(), play.repeat, play.scope()).anew(anew);
    let players = Players { assistant, user: &study.user, gate: &study.gate, checker: &study.checker };
    let transcript = match (play.task, play.setup) {
        (Task::Lca, _) => one_message(&mut scene, matter, assistant, Call::MayAsk).await?,
        (Task::Dcg, _) => forced_questions(&mut scene, matter, &players, DCG_ROUNDS).await?,
        (Task::Ljp, Some(Setup::Interaction)) => {
            let condition = play.condition.unwrap_or(Condition::Standard);
            // One draw for a dialogue, whoever plays in it.
            let rule = study.profiles.rule(condition, scene.draw("slip"));
            let manner = Manner { condition, rule, mode: study.mode };
            consultation(&mut scene, matter, &players, manner, LJP_ROUNDS).await?
        }
        (Task::Ljp, _) => one_message(&mut scene, matter, assistant, Call::MustDecide).await?,
    };
    Ok(Played { transcript, spent: scene.spent().clone(), fresh: scene.fresh_calls() })
}
