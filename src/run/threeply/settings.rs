//! The settings of a run of 3-ply arguments, as a snapshot keeps them.

use serde::{Deserialize, Serialize};

use crate::model::Params;
use crate::run::AnswersFrom;
use crate::suite::threeply::{Mode, Parameters};

/// Most tokens of an argument (3-ply pipeline 4.2).
const MAX_TOKENS: u32 = 500;
/// The same of a model that reasons before it answers.
const MAX_TOKENS_REASONING: u32 = 5_000;

/// Whence the triples come; the snapshot holds them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TriplesFrom {
    /// A file, as the user gave it.
    File(String),
    /// Drawn.
    Drawn(Parameters),
}

/// Everything that decides what is argued and how. Keys are never in it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArgumentSettings {
    /// Whence the triples come.
    pub triples: TriplesFrom,
    /// The models under test; in dialogues those that play the plaintiff.
    pub models: Vec<String>,
    /// Whether each argument is a dialogue of two parties, who write their plies in turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dialogue: bool,
    /// Who plays the defendant in dialogues, each against each of the models; where nobody is named, every
    /// model plays both parties.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opponents: Vec<String>,
    /// The extractors, the first one leading; empty takes the built-in parser.
    pub judges: Vec<String>,
    /// Whether each side is told which precedent to cite.
    pub name_precedent: bool,
    /// Whether the models reason before they answer: more tokens then.
    pub reasoning: bool,
    /// Independent draws a unit.
    pub repeats: u32,
    /// Only the first so many triples.
    pub limit: Option<usize>,
    /// Seed of the run's own draws; never sent to an endpoint.
    pub seed: u64,
    /// Of the models under test.
    pub temperature: f64,
    /// Of an extracting model.
    pub judge_temperature: f64,
    /// Most tokens of an argument; `None` takes the paper's.
    pub max_tokens: Option<u32>,
    /// `top_p` of the models under test; `None`, as in runs that were begun before it was sent, leaves it
    /// to the endpoint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top_p: Option<f64>,
    /// Presence and frequency penalty of the models under test; `None` likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub penalties: Option<f64>,
    /// Folder of prompts that override the shipped ones; the snapshot holds a copy.
    pub prompts: Option<String>,
    /// Resamples behind each interval.
    pub resamples: u32,
    /// The file from which the arguments came; nobody plays then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<AnswersFrom>,
}

impl Default for ArgumentSettings {
    /// The settings of the paper (4.1, 4.2), on its first test.
    fn default() -> Self {
        Self {
            triples: TriplesFrom::Drawn(Parameters {
                mode: Mode::Arguable,
                count: 30,
                complexity: 12,
                seed: 1,
                strict_sides: false,
            }),
            models: Vec::new(),
            dialogue: false,
            opponents: Vec::new(),
            judges: Vec::new(),
            name_precedent: false,
            reasoning: false,
            repeats: 1,
            limit: None,
            seed: 1,
            temperature: 0.0,
            judge_temperature: 0.0,
            max_tokens: None,
            top_p: Some(1.0),
            penalties: Some(0.0),
            prompts: None,
            resamples: 10_000,
            answers: None,
        }
    }
}

impl ArgumentSettings {
    /// Most tokens of an argument.
    pub fn tokens(&self) -> u32 {
        let paper = if self.reasoning { MAX_TOKENS_REASONING } else { MAX_TOKENS };
        self.max_tokens.unwrap_or(paper)
    }

    /// How the models under test are sampled.
    pub fn sampling(&self) -> Params {
        Params {
            temperature: Some(self.temperature),
            max_tokens: Some(self.tokens()),
            top_p: self.top_p,
            presence_penalty: self.penalties,
            frequency_penalty: self.penalties,
        }
    }
}

/// What a command gives anew; `None` keeps what is there.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ArgumentChanges {
    pub file: Option<String>,
    pub mode: Option<Mode>,
    pub count: Option<u32>,
    pub complexity: Option<u32>,
    pub strict_sides: Option<bool>,
    pub models: Option<Vec<String>>,
    pub dialogue: Option<bool>,
    pub opponents: Option<Vec<String>>,
    pub judges: Option<Vec<String>>,
    pub name_precedent: Option<bool>,
    pub reasoning: Option<bool>,
    pub repeats: Option<u32>,
    /// `Some(None)` takes all triples.
    pub limit: Option<Option<usize>>,
    /// Of triples that are drawn and of the run's other draws.
    pub seed: Option<u64>,
    pub temperature: Option<f64>,
    pub judge_temperature: Option<f64>,
    pub max_tokens: Option<u32>,
    pub prompts: Option<String>,
    pub resamples: Option<u32>,
}

impl ArgumentChanges {
    /// Whether nothing is given anew.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the triples are others than before.
    pub fn changes_triples(&self, settings: &ArgumentSettings) -> bool {
        self.triples(&settings.triples) != settings.triples
    }

    /// A file takes the place of a draw, and what is said of a draw that of a file.
    fn triples(&self, triples: &TriplesFrom) -> TriplesFrom {
        if let Some(file) = &self.file {
            return TriplesFrom::File(file.clone());
        }
        let drawn = match (triples, &ArgumentSettings::default().triples) {
            (TriplesFrom::Drawn(drawn), _) => *drawn,
            (TriplesFrom::File(_), TriplesFrom::Drawn(default)) if self.draws() => *default,
            (file, _) => return file.clone(),
        };
        TriplesFrom::Drawn(Parameters {
            mode: self.mode.unwrap_or(drawn.mode),
            count: self.count.unwrap_or(drawn.count),
            complexity: self.complexity.unwrap_or(drawn.complexity),
            seed: self.seed.unwrap_or(drawn.seed),
            strict_sides: self.strict_sides.unwrap_or(drawn.strict_sides),
        })
    }

    /// Whether anything is said of how triples are drawn, but for the seed.
    pub fn draws(&self) -> bool {
        self.mode.is_some()
            || self.count.is_some()
            || self.complexity.is_some()
            || self.strict_sides.is_some()
    }

    /// The settings with the changes made.
    pub fn apply(&self, settings: &ArgumentSettings) -> ArgumentSettings {
        ArgumentSettings {
            triples: self.triples(&settings.triples),
            models: self.models.clone().unwrap_or_else(|| settings.models.clone()),
            dialogue: self.dialogue.unwrap_or(settings.dialogue),
            opponents: self.opponents.clone().unwrap_or_else(|| settings.opponents.clone()),
            judges: self.judges.clone().unwrap_or_else(|| settings.judges.clone()),
            name_precedent: self.name_precedent.unwrap_or(settings.name_precedent),
            reasoning: self.reasoning.unwrap_or(settings.reasoning),
            repeats: self.repeats.unwrap_or(settings.repeats),
            limit: self.limit.unwrap_or(settings.limit),
            seed: self.seed.unwrap_or(settings.seed),
            temperature: self.temperature.unwrap_or(settings.temperature),
            judge_temperature: self.judge_temperature.unwrap_or(settings.judge_temperature),
            max_tokens: self.max_tokens.or(settings.max_tokens),
            top_p: settings.top_p,
            penalties: settings.penalties,
            prompts: self.prompts.clone().or_else(|| settings.prompts.clone()),
            resamples: self.resamples.unwrap_or(settings.resamples),
            answers: settings.answers.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_limits_hold_unless_another_is_given() {
        let of = |reasoning, max_tokens| {
            ArgumentSettings { reasoning, max_tokens, ..ArgumentSettings::default() }.tokens()
        };
        assert_eq!([of(false, None), of(true, None), of(true, Some(7))], [500, 5_000, 7]);
    }

    #[test]
    fn settings_of_runs_begun_before_read_as_they_were_meant() {
        let written = serde_json::to_value(ArgumentSettings::default()).expect("written");
        assert_eq!((&written["top_p"], &written["penalties"]), (&1.0.into(), &0.0.into()));
        assert!(written.get("dialogue").is_none() && written.get("opponents").is_none(), "{written}");
        let mut before = written;
        let fields = before.as_object_mut().expect("an object");
        fields.remove("top_p");
        fields.remove("penalties");
        let read: ArgumentSettings = serde_json::from_value(before).expect("read");
        let kept = ArgumentChanges { repeats: Some(3), ..ArgumentChanges::default() }.apply(&read);
        let Params { temperature, max_tokens, top_p, presence_penalty, frequency_penalty } = kept.sampling();
        assert_eq!((temperature, max_tokens), (Some(0.0), Some(500)));
        assert_eq!([top_p, presence_penalty, frequency_penalty], [None; 3], "left to the endpoint still");
    }

    #[test]
    fn a_file_and_a_draw_take_each_others_place() {
        let drawn = ArgumentSettings::default();
        let file = ArgumentChanges { file: Some("t.jsonl".to_owned()), ..ArgumentChanges::default() };
        let from_file = file.apply(&drawn);
        assert_eq!(from_file.triples, TriplesFrom::File("t.jsonl".to_owned()));
        let seed = ArgumentChanges { seed: Some(5), ..ArgumentChanges::default() };
        assert!(!seed.changes_triples(&from_file), "a file is not drawn");
        assert!(seed.changes_triples(&drawn));
        let mode = ArgumentChanges { mode: Some(Mode::Reordered), ..ArgumentChanges::default() };
        let TriplesFrom::Drawn(back) = mode.apply(&from_file).triples else { panic!("drawn again") };
        assert_eq!((back.mode, back.count, back.complexity), (Mode::Reordered, 30, 12));
    }
}
