//! The three shapes of a play: one message, forced questions, a consultation with a round budget.

use crate::case::{Exchange, Speaker, Stop, Turn};
use crate::cast::reading::Said;
use crate::cast::{Assistant, Call, Gate, Halt, Heard, Scene, User};
use crate::dialogue::transcript::{ReadBy, Reading, Spoken, Transcript};

/// Who takes part in a dialogue beside the assistant.
pub struct Players<'a> {
    /// The assistant under test.
    pub assistant: &'a Assistant,
    /// The user simulator.
    pub user: &'a User,
    /// The gate.
    pub gate: &'a Gate,
}

/// What was said so far; the harness's notes beside it.
#[derive(Default)]
struct Talk {
    turns: Vec<Turn>,
    spoken: Vec<Spoken>,
}

impl Talk {
    fn push(&mut self, round: u32, turn: Turn, reading: Option<Reading>, cut: bool) {
        self.turns.push(turn.clone());
        self.spoken.push(Spoken { round, turn, reading, requested: None, cut });
    }

    fn finish(self, scene: &Scene<'_>, stop: Stop, why: Option<String>) -> Transcript {
        let rounds: Vec<Exchange<'_>> = self
            .spoken
            .windows(2)
            .filter(|pair| pair[1].turn.speaker == Speaker::User)
            .map(|pair| Exchange {
                request: &pair[0].turn.text,
                requested: pair[0].requested.as_deref(),
                reply: &pair[1].turn.text,
            })
            .collect();
        let ledger = scene.case.ledger(scene.variant, &rounds);
        Transcript { turns: self.spoken, stop, why, ledger, calls: scene.calls().to_vec() }
    }
}

/// Ends the play: a fault of a role leaves a transcript that says so, anything else ends the run.
fn settle(talk: Talk, scene: &Scene<'_>, end: Result<Stop, Halt>) -> Result<Transcript, Halt> {
    match end {
        Ok(stop) => Ok(talk.finish(scene, stop, None)),
        Err(Halt::Fault { fault, why }) => Ok(talk.finish(scene, Stop::Fault(fault), Some(why))),
        Err(halt) => Err(halt),
    }
}

/// One message to the given history: LCA, and LJP in the Direct and Gold setups.
///
/// # Errors
/// When the run must end (journal or prompt); a fault of a role is in the transcript.
pub async fn one_message(
    scene: &mut Scene<'_>,
    assistant: &Assistant,
    call: Call,
) -> Result<Transcript, Halt> {
    let mut talk = Talk::default();
    let end = match assistant.speak(scene, "r1/assistant", call, &[]).await {
        Ok(Heard::Message { turn, cut, .. }) => {
            talk.push(1, turn, None, cut);
            Ok(Stop::Answered)
        }
        Ok(Heard::Nothing(absence)) => Ok(Stop::Silent(absence)),
        Err(halt) => Err(halt),
    };
    settle(talk, scene, end)
}

/// Exactly `rounds` clarification questions with the user's replies between them (LexPilot 6.3).
/// All are played whatever comes, so that judging can be done later and again; a message without
/// text ends the play.
///
/// # Errors
/// When the run must end (journal or prompt); a fault of a role is in the transcript.
pub async fn forced_questions(
    scene: &mut Scene<'_>,
    players: &Players<'_>,
    rounds: u32,
) -> Result<Transcript, Halt> {
    let mut talk = Talk::default();
    let end = questions(scene, players, rounds, &mut talk).await;
    settle(talk, scene, end)
}

async fn questions(
    scene: &mut Scene<'_>,
    players: &Players<'_>,
    rounds: u32,
    talk: &mut Talk,
) -> Result<Stop, Halt> {
    for round in 1..=rounds {
        let path = format!("r{round}/assistant");
        match players.assistant.speak(scene, &path, Call::MustAsk, &talk.turns).await? {
            Heard::Message { turn, cut, .. } => talk.push(round, turn, None, cut),
            Heard::Nothing(absence) => return Ok(Stop::Silent(absence)),
        }
        if round < rounds {
            let reply = players.user.reply(scene, &format!("r{round}/user"), &talk.turns).await?;
            talk.push(round, reply, None, false);
        }
    }
    Ok(Stop::RoundsSpent)
}

/// A consultation of at most `rounds` rounds, a round being one message of the assistant and one
/// reply (LexPilot 6.4). A message that decides every claim ends it; when the budget is spent the
/// instruction to give the verdicts now goes with the last reply.
///
/// # Errors
/// When the run must end (journal or prompt); a fault of a role is in the transcript.
pub async fn consultation(
    scene: &mut Scene<'_>,
    players: &Players<'_>,
    rounds: u32,
) -> Result<Transcript, Halt> {
    let mut talk = Talk::default();
    let end = rounds_of(scene, players, rounds, &mut talk).await;
    settle(talk, scene, end)
}

async fn rounds_of(
    scene: &mut Scene<'_>,
    players: &Players<'_>,
    rounds: u32,
    talk: &mut Talk,
) -> Result<Stop, Halt> {
    for round in 1..=rounds {
        let path = format!("r{round}/assistant");
        let (turn, said, cut) = match players.assistant.speak(scene, &path, Call::MayAsk, &talk.turns).await?
        {
            Heard::Message { turn, said, cut } => (turn, said, cut),
            Heard::Nothing(absence) => return Ok(Stop::Silent(absence)),
        };
        let reading = read(scene, players.gate, round, said, &turn.text).await?;
        let request = turn.text.clone();
        talk.push(round, turn, Some(reading), cut);
        if reading.decides_all {
            return Ok(Stop::Decided);
        }
        let before = &talk.turns[..talk.turns.len() - 1];
        // Here the gate only annotates: a talk is not lost because it failed.
        let requested = match players.gate.requested(scene, &format!("r{round}/gate"), before, &request).await
        {
            Ok(requested) => Some(requested),
            Err(Halt::Fault { .. } | Halt::Filtered(_)) => None,
            Err(halt) => return Err(halt),
        };
        if let Some(spoken) = talk.spoken.last_mut() {
            spoken.requested = requested;
        }
        let reply = players.user.reply(scene, &format!("r{round}/user"), &talk.turns).await?;
        talk.push(round, reply, None, false);
    }
    let last = rounds + 1;
    match players.assistant.speak(scene, &format!("r{last}/assistant"), Call::LastCall, &talk.turns).await? {
        Heard::Message { turn, cut, .. } => {
            talk.push(last, turn, None, cut);
            Ok(Stop::RoundsSpent)
        }
        Heard::Nothing(absence) => Ok(Stop::Silent(absence)),
    }
}

async fn read(
    scene: &mut Scene<'_>,
    gate: &Gate,
    round: u32,
    said: Option<Said>,
    message: &str,
) -> Result<Reading, Halt> {
    Ok(match said {
        Some(said) => Reading { decides_all: said == Said::Decides, by: ReadBy::Marker },
        None => {
            let reply = gate.classify(scene, &format!("r{round}/classifier"), message).await?;
            Reading { decides_all: reply.decides_all, by: ReadBy::Classifier }
        }
    })
}
