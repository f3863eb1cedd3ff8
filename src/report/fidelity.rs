//! What probes of simulated users came to, as `probe.json` of a folder has it (LexPilot E.3.2, E.3.3).

use std::path::Path;

use serde::Deserialize;

use crate::run::RunError;

/// The layout that this version reads.
const LAYOUT: u32 = 1;

/// Name of the file.
pub const FILE: &str = "probe.json";

/// The numbers of a `probe.json`, without its replies.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Probes {
    /// Name of the folder.
    pub run: String,
    /// Name and hash of the pack whose probes were asked.
    pub pack: String,
    pub pack_hash: String,
    /// Who was probed.
    pub users: Vec<Sitter>,
    /// Who assessed the replies.
    pub assessor: Sitter,
    /// Who judged the questions, behind `recovered`.
    pub judge: Sitter,
    /// Replies to each request.
    pub repeats: u32,
    /// What it came to.
    pub fidelity: Fidelity,
}

/// Who sat in a role.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Sitter {
    /// Their name.
    pub name: String,
    /// A player by rule.
    pub rules: bool,
}

/// See [`Probes::fidelity`].
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Fidelity {
    /// Users, over all probes and within groups of them.
    pub users: Vec<UserRates>,
}

/// One user.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct UserRates {
    /// Their name.
    pub user: String,
    /// Class or type of fact; `None` over all probes.
    pub group: Option<String>,
    /// The replies to each of the four requests.
    pub conditions: Vec<RequestRates>,
    /// Share of B as it should be less that of A, over pairs.
    pub b_minus_a: Difference,
    /// A and D of the same probe.
    pub a_and_d: Joint,
    /// Facts recovered by questions that the judge of DCG accepts.
    pub recovery: Recovery,
}

/// The replies to one of the four requests.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct RequestRates {
    /// `A` direct, `B` indirect, `C` broad, `D` withheld.
    pub kind: String,
    /// Replies planned, and assessed.
    pub planned: u64,
    pub n: u64,
    /// More than 2% of them were lost.
    pub incomplete: bool,
    /// Sufficient (A, B) or uncertain (D); none for C, which warrants no fact.
    pub ok: Option<Rate>,
    /// Told more than the request warrants.
    pub over_disclosed: Rate,
    /// Said something unsupported, contradicting or confused.
    pub error: Rate,
}

/// A share with its counts and its interval.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
pub struct Rate {
    pub count: u64,
    pub n: u64,
    pub rate: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
}

/// A paired difference of shares.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Difference {
    pub n: u64,
    /// More than 2% of the pairs lack a reply.
    pub incomplete: bool,
    pub difference: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
}

/// A and D of the same probe: both as they should be, or only one of them.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Joint {
    pub both: u64,
    pub a_only: u64,
    pub d_only: u64,
    pub neither: u64,
    pub joint: Rate,
    /// More than 2% of the pairs lack a reply.
    pub incomplete: bool,
}

/// See [`UserRates::recovery`].
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Recovery {
    pub recovered: Rate,
    /// Replies left out because their question could not be judged.
    pub unjudged: u64,
    /// More than 2% of the replies were lost or left out.
    pub incomplete: bool,
}

/// Only the layout, so that a file of another version is told apart from a damaged one.
#[derive(Deserialize)]
struct LayoutOnly {
    layout: u32,
}

impl Probes {
    /// Reads the file of a folder; `None` where there is none.
    ///
    /// # Errors
    /// When it cannot be read, or is of another form.
    pub fn read(folder: &Path) -> Result<Option<Self>, RunError> {
        let path = folder.join(FILE);
        let text = match std::fs::read(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(RunError::io("read", &path))?,
        };
        let damaged = |why: String| RunError::Damaged { path: path.clone(), why };
        let of: LayoutOnly = serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
        if of.layout != LAYOUT {
            let why = format!("has layout {}, and this version of lexconsult reads {LAYOUT}", of.layout);
            return Err(damaged(why));
        }
        serde_json::from_slice(&text).map(Some).map_err(|error| damaged(error.to_string()))
    }

    /// Whether a user was among the probed.
    pub fn probed(&self, user: &str) -> bool {
        self.users.iter().any(|probed| probed.name == user)
    }

    /// The users over all probes.
    pub fn whole(&self) -> impl Iterator<Item = &UserRates> {
        self.fidelity.users.iter().filter(|user| user.group.is_none())
    }
}
