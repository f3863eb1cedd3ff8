//! The labelled messages on which judges are tried (`calibration/builtin`), and how far a judge reads
//! them as their writers do. Pure: the messages are in the binary, and whoever asks the judge hands over
//! what it said.

mod trial;

use serde::Deserialize;

use crate::case::{Speaker, Turn, Variant, Verdict};
use crate::suite::lexpilot::{DcgRequest, LcaClass, Task};

pub use trial::{Details, Group, LabelFound, Miss, Said, Trial, Tried, judge_trials};

const LCA: &str = include_str!("../../calibration/builtin/lca.yaml");
const DCG: &str = include_str!("../../calibration/builtin/dcg.yaml");
const LJP: &str = include_str!("../../calibration/builtin/ljp.yaml");

/// One labelled message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// Its name, unique in the set.
    pub id: String,
    /// Pack and case that it is about.
    pub pack: String,
    pub case: String,
    /// The message that is judged.
    pub message: String,
    /// What sort of message it is, as its writers call it; of DCG they give none.
    pub kind: Option<String>,
    /// It imitates a judge's reply, quotes verdict words, closes a delimiter or gives orders.
    pub hostile: bool,
    /// Why the label, in its writer's words.
    pub why: String,
    /// The label that both writers gave, and what else its task shows a judge.
    pub label: Labelled,
}

/// See [`Item::label`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Labelled {
    /// LCA.
    Lca {
        /// The history that goes before it.
        variant: Variant,
        class: LcaClass,
        /// It decides every claim and asks something besides.
        mixed: bool,
    },
    /// DCG.
    Dcg {
        /// What was said since the history.
        talk: Vec<Turn>,
        asks: bool,
        /// It asks several questions.
        multi: bool,
        /// One and the same question is relevant and answerable.
        accepted: bool,
        /// Of the accepted questions.
        focal_points: Vec<String>,
        facts: Vec<String>,
    },
    /// LJP: one entry a claim, `None` where the message gives no verdict.
    Ljp { verdicts: Vec<Option<Verdict>> },
}

impl Item {
    /// Which judge reads it.
    pub fn task(&self) -> Task {
        match self.label {
            Labelled::Lca { .. } => Task::Lca,
            Labelled::Dcg { .. } => Task::Dcg,
            Labelled::Ljp { .. } => Task::Ljp,
        }
    }
}

/// The labels that are compared: those of LCA and LJP in full; of DCG whether the message asks and
/// whether a question is accepted, since its writers label no more.
pub fn label_names(task: Task) -> &'static [&'static str] {
    match task {
        Task::Lca | Task::Ljp => crate::suite::lexpilot::parts::label_names(task),
        Task::Dcg => &["accepted", "not_accepted", "no_question"],
    }
}

/// What a judge found a message of DCG to be, by its position in [`label_names`].
fn of_request(request: &DcgRequest) -> usize {
    match () {
        () if request.passes() => 0,
        () if !request.questions.is_empty() => 1,
        () => 2,
    }
}

/// The set, task by task.
///
/// # Panics
/// Never: the files are part of the program, and a test reads them.
pub fn items() -> Vec<Item> {
    let mut items: Vec<Item> = read::<LcaItem>(LCA).into_iter().map(Item::from).collect();
    items.extend(read::<DcgItem>(DCG).into_iter().map(Item::from));
    items.extend(read::<LjpItem>(LJP).into_iter().map(Item::from));
    items
}

/// Stands for the whole set.
pub fn set_hash() -> String {
    let mut hasher = blake3::Hasher::new();
    for text in [LCA, DCG, LJP] {
        hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
    }
    hasher.finalize().to_hex()[..12].to_owned()
}

fn read<T: for<'a> Deserialize<'a>>(text: &str) -> Vec<T> {
    // The text is part of the program; `tests/labelled.rs` reads it.
    serde_yaml::from_str(text).expect("the labelled messages are well formed")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LcaItem {
    id: String,
    pack: String,
    case: String,
    variant: Variant,
    message: String,
    label: LcaClass,
    mixed: bool,
    kind: String,
    why: String,
    hostile: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DcgItem {
    id: String,
    pack: String,
    case: String,
    talk: Vec<Round>,
    message: String,
    asks: bool,
    multi: bool,
    accepted: bool,
    focal_points: Vec<String>,
    facts: Vec<String>,
    why: String,
    hostile: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Round {
    assistant: String,
    user: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LjpItem {
    id: String,
    pack: String,
    case: String,
    message: String,
    verdicts: Vec<Option<Verdict>>,
    kind: String,
    why: String,
    hostile: bool,
}

impl From<LcaItem> for Item {
    fn from(item: LcaItem) -> Self {
        let LcaItem { id, pack, case, variant, message, label: class, mixed, kind, why, hostile } = item;
        let label = Labelled::Lca { variant, class, mixed };
        Self { id, pack, case, message, kind: Some(kind), hostile, why, label }
    }
}

impl From<DcgItem> for Item {
    fn from(item: DcgItem) -> Self {
        let turns = |round: Round| {
            [Turn::new(Speaker::Assistant, round.assistant), Turn::new(Speaker::User, round.user)]
        };
        Self {
            id: item.id,
            pack: item.pack,
            case: item.case,
            message: item.message,
            kind: None,
            hostile: item.hostile,
            why: item.why,
            label: Labelled::Dcg {
                talk: item.talk.into_iter().flat_map(turns).collect(),
                asks: item.asks,
                multi: item.multi,
                accepted: item.accepted,
                focal_points: item.focal_points,
                facts: item.facts,
            },
        }
    }
}

impl From<LjpItem> for Item {
    fn from(item: LjpItem) -> Self {
        let LjpItem { id, pack, case, message, verdicts, kind, why, hostile } = item;
        Self { id, pack, case, message, kind: Some(kind), hostile, why, label: Labelled::Ljp { verdicts } }
    }
}
