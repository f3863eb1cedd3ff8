//! A study of arguments: which triples, who argues, who extracts.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use super::arguer::Arguer;
use super::factor::Side;
use super::ply::{Ply, role};
use super::prompts::ArgumentPrompts;
use super::triple::Triple;
use super::unit::Unit;
use crate::cast::{Named, Seat};
use crate::suite::Basis;

/// Changes when the rules of play change, so that older records are played anew.
const PLAY_RULES: &str = "1";

/// The built-in extractor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parser {
    /// [`extract`](super::extract()).
    BuiltIn,
}

impl Named for Parser {
    fn name(&self) -> Cow<'static, str> {
        match self {
            Self::BuiltIn => "parser".into(),
        }
    }
}

/// Everything that decides which units there are and how they are played.
pub struct Arguments {
    triples: Arc<[Triple]>,
    /// Where a triple stands, by its id.
    places: HashMap<String, usize>,
    /// What the triples are, in a line.
    pub material: String,
    /// Who argues.
    pub arguers: Vec<Arguer>,
    /// Who extracts; the first one leads.
    pub extractors: Vec<Seat<Parser>>,
    /// Whether each side is told which precedent to cite.
    pub name_precedent: bool,
    /// Independent draws a unit.
    pub repeats: u32,
    /// Seed of all draws of the run's own.
    pub seed: u64,
    /// Resamples behind each interval.
    pub resamples: u32,
}

impl Arguments {
    /// A study of these triples, each id of which is there once: nobody argues yet, and nobody extracts.
    pub fn new(triples: Arc<[Triple]>, material: String) -> Self {
        let places = triples.iter().enumerate().map(|(at, triple)| (triple.id.clone(), at)).collect();
        Self {
            triples,
            places,
            material,
            arguers: Vec::new(),
            extractors: Vec::new(),
            name_precedent: false,
            repeats: 1,
            seed: 1,
            resamples: 10_000,
        }
    }

    /// The triples that are argued.
    pub fn triples(&self) -> &[Triple] {
        &self.triples
    }

    /// All units, ordered by repeat first, so that a run cut short has whole repeats.
    pub fn all_units(&self) -> Vec<Unit> {
        let mut units = Vec::new();
        for repeat in 1..=self.repeats {
            for triple in self.triples.iter() {
                units.extend(self.arguers.iter().map(|arguer| Unit::of(triple, repeat, arguer)));
            }
        }
        units
    }

    /// The triple of a unit.
    pub fn triple(&self, unit: &Unit) -> Option<&Triple> {
        self.named(&unit.triple)
    }

    /// The triple of this id.
    pub fn named(&self, id: &str) -> Option<&Triple> {
        self.triples.get(*self.places.get(id)?)
    }

    /// Who argues in a unit.
    pub fn arguer(&self, unit: &Unit) -> Option<&Arguer> {
        let is_it = |arguer: &&Arguer| {
            arguer.is_pair() == unit.is_dialogue()
                && arguer.assistant() == unit.assistant
                && arguer.opponent() == unit.opponent
        };
        self.arguers.iter().find(is_it)
    }

    /// What the record of a unit rests on.
    pub(super) fn basis_of_play(&self, prompts: &ArgumentPrompts, unit: &Unit) -> Option<Basis> {
        let (triple, arguer) = (self.triple(unit)?, self.arguer(unit)?);
        let basis = Basis::default().with("triple", hash_of(triple));
        if let Some(file) = arguer.answers_file() {
            return Some(basis.with("answers", file));
        }
        let named = if self.name_precedent { "named" } else { "not named" };
        if arguer.is_pair() {
            return Some(dialogue_basis(basis, arguer, prompts, named));
        }
        let seat = arguer.seat(Side::Plaintiff);
        let basis = basis.with("assistant", seat.settings());
        let basis = match seat {
            Seat::Rule(_) => basis,
            Seat::Model(..) => basis
                .with("prompt threeply/argument", &prompts.argument.hash)
                .with("precedents", named)
                .at("assistant", seat.endpoint()),
        };
        Some(basis.by_program(PLAY_RULES, arguer.is_rule()))
    }

    /// What a judgement rests on; `said` stands for the answer.
    pub(super) fn basis_of_judgement(
        &self,
        prompts: &ArgumentPrompts,
        unit: &Unit,
        judge: usize,
        said: &str,
    ) -> Option<Basis> {
        let extractor = self.extractors.get(judge)?;
        let basis = Basis::default()
            .with("play", said)
            .with("judge", extractor.settings())
            .at("judge", extractor.endpoint());
        Some(match extractor {
            Seat::Rule(_) => basis.by_program(PLAY_RULES, true),
            Seat::Model(..) if unit.is_dialogue() => {
                basis.with("prompt threeply/extract-dialogue", &prompts.dialogue_extraction.hash)
            }
            Seat::Model(..) => basis.with("prompt threeply/extract", &prompts.extraction.hash),
        })
    }
}

/// What the record of a dialogue rests on: each party's seat, and the prompts by which models are asked.
fn dialogue_basis(basis: Basis, arguer: &Arguer, prompts: &ArgumentPrompts, named: &str) -> Basis {
    let mut basis = basis;
    let mut models = false;
    for side in Side::BOTH {
        let seat = arguer.seat(side);
        basis = basis.with(role(side), seat.settings());
        if seat.is_rule() {
            continue;
        }
        models = true;
        for ply in Ply::ALL.into_iter().filter(|ply| ply.side() == side) {
            let (file, prompt) = prompts.of_ply(ply);
            let name = file.trim_start_matches("en/").trim_end_matches(".j2");
            basis = basis.with(format!("prompt {name}"), &prompt.hash);
        }
        basis = basis.at(role(side), seat.endpoint());
    }
    let basis = if models { basis.with("precedents", named) } else { basis };
    basis.by_program(PLAY_RULES, arguer.is_rule())
}

/// blake3 of the triple's line, in hex.
pub(super) fn hash_of(triple: &Triple) -> String {
    // A triple is plain data: serialising it cannot fail.
    let line = serde_json::to_vec(triple).expect("a triple is plain data");
    blake3::hash(&line).to_hex().to_string()
}
