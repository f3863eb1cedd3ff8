//! What plays and judges leave on disk.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::case::Fault;
use crate::cast::Spent;
use crate::suite::{Basis, Suite};

/// A finished play.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct PlayRecord<S: Suite> {
    /// Position in the file, from 0.
    pub seq: u64,
    /// Snapshot of the settings under which it was played, from 1.
    pub snapshot: u32,
    /// The earlier record of the same play that this one takes the place of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supersedes: Option<u64>,
    /// Identity in one string.
    pub id: String,
    /// Identity.
    pub play: S::Unit,
    /// What it rests on.
    pub basis: Basis,
    /// What was said.
    pub transcript: S::Transcript,
    /// What its asks came to, by role.
    pub spent: BTreeMap<String, Spent>,
}

/// What one judge made of one play.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct Judgement<S: Suite> {
    /// Position in the file, from 0.
    pub seq: u64,
    /// Snapshot of the settings under which it was made, from 1.
    pub snapshot: u32,
    /// The earlier judgement that this one takes the place of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supersedes: Option<u64>,
    /// Identity of the play.
    pub play: String,
    /// Name of the judge.
    pub judge: String,
    /// Which draw of this judge, from 1.
    pub draw: u32,
    /// What it rests on: the play's transcript, judge and rubric.
    pub basis: Basis,
    /// The label, or what failed.
    pub outcome: JudgeOutcome<S::Label>,
    /// The journal's lines behind it.
    pub calls: Vec<u64>,
    /// What its asks came to, by role.
    pub spent: BTreeMap<String, Spent>,
}

/// See [`Judgement`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JudgeOutcome<L> {
    /// A usable label.
    Label(L),
    /// The judge, or the way to it, failed.
    Fault { fault: Fault, why: String },
}
