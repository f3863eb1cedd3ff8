//! The three shapes of a play: one message, forced questions, a consultation with a round budget.

use crate::case::{Fault, Move, Speaker, Stop, Turn};
use crate::cast::reading::Said;
use crate::cast::{
    Assistant, Brief, Call, Checker, Condition, ConditionMode, Gate, Halt, Heard, Matter, Scene, User,
};
use crate::dialogue::condition::{Disturbance, Machine, Rule};
use crate::dialogue::transcript::{GateLost, ReadBy, Reading, Spoken, Transcript, exchanges};

/// Who takes part in a dialogue beside the assistant.
pub struct Players<'a> {
    /// The assistant under test.
    pub assistant: &'a Assistant,
    /// The user simulator.
    pub user: &'a User,
    /// The gate.
    pub gate: &'a Gate,
    /// The disclosure checker.
    pub checker: &'a Checker,
}

/// How the user behaves in a consultation.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// The condition, by name.
    pub condition: Condition,
    /// Its rule for this dialogue.
    pub rule: Rule,
    /// Who decides when it takes hold.
    pub mode: ConditionMode,
}

/// What was said so far; the harness's notes beside it.
#[derive(Default)]
struct Talk {
    turns: Vec<Turn>,
    spoken: Vec<Spoken>,
    disturbance: Option<Disturbance>,
    gate_lost: Option<GateLost>,
}

impl Talk {
    fn push(&mut self, round: u32, turn: Turn, reading: Option<Reading>, cut: bool) {
        self.turns.push(turn.clone());
        self.spoken.push(Spoken { round, turn, reading, requested: None, moved: None, cut });
    }

    fn finish(self, scene: &Scene<'_>, matter: Matter<'_>, stop: Stop, why: Option<String>) -> Transcript {
        let rounds = exchanges(&self.spoken);
        let findings = matter.case.findings_by_words(&rounds);
        let ledger = matter.case.ledger(matter.variant, &rounds, &findings);
        Transcript {
            turns: self.spoken,
            stop,
            why,
            ledger,
            ledger_by: None,
            ledger_fault: None,
            ledger_lost: None,
            gate_lost: self.gate_lost,
            disturbance: self.disturbance,
            calls: scene.calls().to_vec(),
        }
    }
}

/// Ends the play: a fault of a role leaves a transcript that says so, anything else ends the run.
fn settle(
    talk: Talk,
    scene: &Scene<'_>,
    matter: Matter<'_>,
    end: Result<Stop, Halt>,
) -> Result<Transcript, Halt> {
    match end {
        Ok(stop) => Ok(talk.finish(scene, matter, stop, None)),
        Err(Halt::Fault { fault, why }) => Ok(talk.finish(scene, matter, Stop::Fault(fault), Some(why))),
        Err(halt) => Err(halt),
    }
}

/// One message to the given history: LCA, and LJP in the Direct and Gold setups.
///
/// # Errors
/// When the run must end (journal or prompt); a fault of a role is in the transcript.
pub async fn one_message(
    scene: &mut Scene<'_>,
    matter: Matter<'_>,
    assistant: &Assistant,
    call: Call,
) -> Result<Transcript, Halt> {
    let mut talk = Talk::default();
    let end = match assistant.speak(scene, matter, "r1/assistant", call, &[]).await {
        Ok(Heard::Message { turn, cut, .. }) => {
            talk.push(1, turn, None, cut);
            Ok(Stop::Answered)
        }
        Ok(Heard::Nothing(absence)) => Ok(Stop::Silent(absence)),
        Err(halt) => Err(halt),
    };
    settle(talk, scene, matter, end)
}

/// Exactly `rounds` clarification questions with the user's replies between them (LexPilot 6.3).
/// All are played whatever comes, so that judging can be done later and again; a message without
/// text ends the play.
///
/// # Errors
/// When the run must end (journal or prompt); a fault of a role is in the transcript.
pub async fn forced_questions(
    scene: &mut Scene<'_>,
    matter: Matter<'_>,
    players: &Players<'_>,
    rounds: u32,
) -> Result<Transcript, Halt> {
    let mut talk = Talk::default();
    let end = questions(scene, matter, players, rounds, &mut talk).await;
    settle(talk, scene, matter, end)
}

async fn questions(
    scene: &mut Scene<'_>,
    matter: Matter<'_>,
    players: &Players<'_>,
    rounds: u32,
    talk: &mut Talk,
) -> Result<Stop, Halt> {
    for round in 1..=rounds {
        let path = format!("r{round}/assistant");
        match players.assistant.speak(scene, matter, &path, Call::MustAsk, &talk.turns).await? {
            Heard::Message { turn, cut, .. } => talk.push(round, turn, None, cut),
            Heard::Nothing(absence) => return Ok(Stop::Silent(absence)),
        }
        if round < rounds {
            let reply = players
                .user
                .reply(scene, matter, &format!("r{round}/user"), &talk.turns, &Brief::ANSWER)
                .await?;
            talk.push(round, reply, None, false);
        }
    }
    Ok(Stop::RoundsSpent)
}

/// A consultation of at most `rounds` rounds, a round being one message of the assistant and one
/// reply (LexPilot 6.4, E.5). A message that decides every claim ends it, unless the user has yet to
/// correct itself: then the correction takes that round, and the dialogue goes on. When the budget
/// is spent the instruction to give the verdicts now goes with the last reply.
///
/// # Errors
/// When the run must end (journal or prompt); a fault of a role is in the transcript.
pub async fn consultation(
    scene: &mut Scene<'_>,
    matter: Matter<'_>,
    players: &Players<'_>,
    manner: Manner,
    rounds: u32,
) -> Result<Transcript, Halt> {
    let mut talk = Talk::default();
    let mut machine = Machine::new(manner.rule);
    let end = rounds_of(scene, matter, players, manner, &mut machine, rounds, &mut talk).await;
    talk.disturbance = machine.finish();
    let transcript = settle(talk, scene, matter, end)?;
    checked(scene, matter, players.checker, transcript).await
}

async fn rounds_of(
    scene: &mut Scene<'_>,
    matter: Matter<'_>,
    players: &Players<'_>,
    manner: Manner,
    machine: &mut Machine,
    rounds: u32,
    talk: &mut Talk,
) -> Result<Stop, Halt> {
    for round in 1..=rounds {
        let path = format!("r{round}/assistant");
        let (turn, said, cut) =
            match players.assistant.speak(scene, matter, &path, Call::MayAsk, &talk.turns).await? {
                Heard::Message { turn, said, cut } => (turn, said, cut),
                Heard::Nothing(absence) => return Ok(Stop::Silent(absence)),
            };
        let reading = read(scene, matter, players.gate, round, said, &turn.text).await?;
        talk.push(round, turn, Some(reading), cut);
        if reading.decides_all && !machine.owes_correction() {
            return Ok(Stop::Decided);
        }
        let requested = match requested(scene, matter, players.gate, round, &talk.turns).await {
            Ok(requested) => requested,
            // Without money nothing further can be asked: the talk ends here.
            Err(Halt::Fault { fault, why }) if fault != Fault::Budget && !machine.hangs_on_requests() => {
                talk.gate_lost.get_or_insert(GateLost { round, fault, why });
                None
            }
            Err(halt) => return Err(halt),
        };
        let missing = matter.case.answer_key().missing;
        let asked = requested.iter().flatten().filter(|id| missing.contains(&id.as_str()));
        let moved = machine.next(round, &asked.cloned().collect::<Vec<_>>());
        if let Some(spoken) = talk.spoken.last_mut() {
            spoken.requested = requested;
        }
        let brief = manner.brief(&moved);
        let reply = players.user.reply(scene, matter, &format!("r{round}/user"), &talk.turns, &brief).await?;
        talk.push(round, reply, None, false);
        if let Some(spoken) = talk.spoken.last_mut() {
            spoken.moved = Some(moved);
        }
    }
    let last = rounds + 1;
    match players
        .assistant
        .speak(scene, matter, &format!("r{last}/assistant"), Call::LastCall, &talk.turns)
        .await?
    {
        Heard::Message { turn, cut, .. } => {
            talk.push(last, turn, None, cut);
            Ok(Stop::RoundsSpent)
        }
        Heard::Nothing(absence) => Ok(Stop::Silent(absence)),
    }
}

/// What the gate reads in the message that ends the talk so far.
async fn requested(
    scene: &mut Scene<'_>,
    matter: Matter<'_>,
    gate: &Gate,
    round: u32,
    talk: &[Turn],
) -> Result<Option<Vec<String>>, Halt> {
    let Some((request, before)) = talk.split_last() else { return Ok(None) };
    match gate.requested(scene, matter, &format!("r{round}/gate"), before, &request.text).await {
        Ok(requested) => Ok(Some(requested)),
        Err(halt) => Err(halt.filter_is(Fault::SimulatorFault)),
    }
}

impl Manner {
    /// A user who simply answers.
    pub const STANDARD: Self =
        Self { condition: Condition::Standard, rule: Rule::Standard, mode: ConditionMode::Triggered };

    fn brief(&self, moved: &Move) -> Brief {
        match (self.mode, self.rule) {
            (ConditionMode::Triggered, _) | (_, Rule::Standard) => Brief::Move(moved.clone()),
            (ConditionMode::PromptOnly, rule) => Brief::Standing {
                condition: self.condition,
                slip: match rule {
                    Rule::SelfCorrection { slip } => Some(slip),
                    Rule::Standard | Rule::Delayed { .. } | Rule::Reluctant { .. } => None,
                },
                expected: moved.clone(),
            },
        }
    }
}

/// The transcript with the checker's ledger in place of the one by words. It reads a finished talk: a
/// checker that fails takes the ledger away, and nothing else; the record says so, and it is owed.
async fn checked(
    scene: &mut Scene<'_>,
    matter: Matter<'_>,
    checker: &Checker,
    transcript: Transcript,
) -> Result<Transcript, Halt> {
    let rounds = transcript.exchanges();
    if checker.seat.is_rule() || rounds.is_empty() || matches!(transcript.stop, Stop::Fault(_)) {
        return Ok(transcript);
    }
    let talk = transcript.talk_before(transcript.turns.len());
    let last_reply = talk.iter().rposition(|turn| turn.speaker == Speaker::User).map_or(0, |at| at + 1);
    let found = checker.findings(scene, matter, &talk[..last_reply], &rounds).await;
    let (ledger, lost) = match found.map_err(|halt| halt.filter_is(Fault::SimulatorFault)) {
        Ok(findings) => (matter.case.ledger(matter.variant, &rounds, &findings), None),
        Err(Halt::Fault { fault, why }) => (Vec::new(), Some((fault, why))),
        Err(halt) => return Err(halt),
    };
    let (ledger_lost, ledger_fault) = lost.unzip();
    Ok(Transcript {
        ledger,
        ledger_fault,
        ledger_lost,
        ledger_by: Some(checker.seat.name()),
        calls: scene.calls().to_vec(),
        ..transcript
    })
}

async fn read(
    scene: &mut Scene<'_>,
    matter: Matter<'_>,
    gate: &Gate,
    round: u32,
    said: Option<Said>,
    message: &str,
) -> Result<Reading, Halt> {
    Ok(match said {
        Some(said) => Reading { decides_all: said == Said::Decides, by: ReadBy::Marker },
        None => {
            let reply = gate.classify(scene, matter, &format!("r{round}/classifier"), message).await?;
            Reading { decides_all: reply.decides_all, by: ReadBy::Classifier }
        }
    })
}
