//! Playing a dialogue: each party is asked for its own plies, and sees those before.

use super::arguer::Arguer;
use super::play::{nothing, unrendered};
use super::ply::{Ply, role};
use super::prompts::ArgumentPrompts;
use super::render::render_ply;
use super::study::{Arguments, hash_of};
use super::triple::Triple;
use super::unit::{Answered, Said, Unit};
use super::view::PlyView;
use crate::case::{Absence, Stop};
use crate::cast::{Halt, Named, Scene, Seat, Stage, Subject, to_messages};
use crate::suite::Played;

/// Has the plies of one unit written, one after the other. All three are asked for whatever stands in
/// them: a party that abstains or writes nothing does not end the other's turn.
///
/// # Errors
/// When the run must end (journal or prompt); a fault of a party's model is in what is brought back, with
/// the plies before it.
pub async fn converse(
    stage: &Stage<ArgumentPrompts>,
    study: &Arguments,
    unit: &Unit,
    triple: &Triple,
    arguer: &Arguer,
    anew: bool,
) -> Result<Played<Answered>, Halt> {
    let hash = hash_of(triple);
    let subject = Subject { id: &triple.id, form: triple.mode.name(), hash: &hash };
    let mut scene = Scene::new(stage, subject, unit.repeat, unit.scope()).anew(anew);
    let mut plies: Vec<Said> = Vec::new();
    let mut failed = None;
    for ply in Ply::ALL {
        let before: Vec<&str> = plies.iter().map(|said| said.text.as_str()).collect();
        let view = PlyView::of(triple, ply, study.name_precedent, &before);
        match say(&mut scene, arguer.seat(ply.side()), triple, ply, &view).await {
            Ok(said) => plies.push(said),
            // Whose fault it is, is told; the others are not blamed, and nobody has abstained.
            Err(Halt::Fault { fault, why }) => {
                failed = Some((fault, format!("the {}: {why}", ply.side())));
                break;
            }
            Err(halt) => return Err(halt),
        }
    }
    let (stop, why) = match failed {
        Some((fault, why)) => (Stop::Fault(fault), Some(why)),
        None => (stop_of(&plies), None),
    };
    let transcript = Answered { plies, why, calls: scene.calls().to_vec(), ..nothing(stop) };
    Ok(Played { transcript, spent: scene.spent().clone(), fresh: scene.fresh_calls() })
}

/// How a dialogue ended that no fault ended: in silence where no ply has text, for the reason of the first
/// one. Why each has none, its ply says.
pub fn stop_of(plies: &[Said]) -> Stop {
    silence(plies).map_or(Stop::Answered, |[first, ..]| Stop::Silent(first))
}

/// Why each ply of a dialogue has no text, where none has any.
pub fn silence(plies: &[Said]) -> Option<[Absence; 3]> {
    let absences: Option<Vec<Absence>> = plies.iter().map(|said| said.absent).collect();
    absences?.try_into().ok()
}

async fn say(
    scene: &mut Scene<'_, ArgumentPrompts>,
    seat: &Seat<super::control::Control>,
    triple: &Triple,
    ply: Ply,
    view: &PlyView<'_>,
) -> Result<Said, Halt> {
    match seat {
        Seat::Rule(control) => {
            let shown = serde_json::to_string(view)?;
            let say = || control.ply(triple, ply);
            let text = scene.ask_player(ply.path(), &control.name(), ply.heading(), &shown, &[], say).await?;
            Ok(Said::of(Some(text), None, None))
        }
        Seat::Model(model, params) => {
            let (file, prompt) = scene.stage.prompts.of_ply(ply);
            let rendered = render_ply(&prompt.text, view).map_err(unrendered(file))?;
            let lane = role(ply.side());
            let asked =
                scene.ask_model(lane, ply.path(), model.as_ref(), *params, to_messages(rendered)).await;
            match asked {
                Ok(answer) => Ok(Said::of(answer.text, answer.reasoning, answer.finish.as_ref())),
                Err(Halt::Filtered(_)) => {
                    Ok(Said { absent: Some(Absence::Refused), ..Said::of(None, None, None) })
                }
                Err(halt) => Err(halt),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Finish;

    #[test]
    fn a_dialogue_is_silent_only_where_no_ply_has_text() {
        let silent = |finish: &Finish| Said::of(Some(" ".to_owned()), None, Some(finish));
        let text = Said::of(Some("x".to_owned()), None, None);
        let cut = silent(&Finish::Length);
        assert_eq!(
            stop_of(&[cut.clone(), silent(&Finish::Stop), cut.clone()]),
            Stop::Silent(Absence::Truncated)
        );
        assert_eq!(stop_of(&[cut.clone(), text, cut]), Stop::Answered);
    }
}
