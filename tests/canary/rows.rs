//! The table "who sees what", row by row, as this test reads it.

use lexconsult::case::Variant;

use super::pack::{Place, Secret};

/// What one role sees of a case. All that stands here must be shown, and nothing else may be.
pub struct Row {
    pub role: &'static str,
    /// The history that the play starts from.
    history: bool,
    places: &'static [Place],
    /// Places that are shown only as far as the history leaves the fact untold.
    untold: &'static [Place],
}

const ROWS: &[Row] = &[
    Row { role: "assistant", history: true, places: &[], untold: &[] },
    Row { role: "user", history: true, places: &[Place::ToldText, Place::MissingText], untold: &[] },
    // One that selects facts names them by their ids; one that answers does not.
    Row {
        role: "user with ids",
        history: true,
        places: &[Place::ToldText, Place::MissingText, Place::MissingId, Place::ToldId],
        untold: &[],
    },
    // One that misstates facts, or corrects them, is told what to say in their place, or what it said.
    Row {
        role: "user told mistaken",
        history: true,
        places: &[Place::ToldText, Place::MissingText, Place::Mistaken],
        untold: &[],
    },
    Row {
        role: "user told incomplete",
        history: true,
        places: &[Place::ToldText, Place::MissingText, Place::Incomplete],
        untold: &[],
    },
    Row {
        role: "user with profile",
        history: true,
        places: &[Place::ToldText, Place::MissingText, Place::Profile],
        untold: &[],
    },
    // Who speaks for a user in two knows the selected facts; here the selection is of all. What it is
    // to withhold or to misstate it does not know, and of what it misstates the false words only.
    Row { role: "speaker", history: true, places: &[Place::ToldText, Place::MissingText], untold: &[] },
    Row { role: "speaker withholding", history: true, places: &[Place::ToldText], untold: &[] },
    Row {
        role: "speaker misstating mistaken",
        history: true,
        places: &[Place::ToldText, Place::Mistaken],
        untold: &[],
    },
    Row {
        role: "speaker misstating incomplete",
        history: true,
        places: &[Place::ToldText, Place::Incomplete],
        untold: &[],
    },
    Row {
        role: "speaker correcting mistaken",
        history: true,
        places: &[Place::ToldText, Place::MissingText, Place::Mistaken],
        untold: &[],
    },
    Row {
        role: "speaker correcting incomplete",
        history: true,
        places: &[Place::ToldText, Place::MissingText, Place::Incomplete],
        untold: &[],
    },
    Row {
        role: "checker",
        history: true,
        places: &[Place::ToldText, Place::MissingText, Place::MissingId, Place::ToldId],
        untold: &[],
    },
    Row {
        role: "gate",
        history: true,
        places: &[Place::ToldText, Place::MissingText, Place::MissingId, Place::ToldId],
        untold: &[],
    },
    Row { role: "classifier", history: false, places: &[Place::ClaimText], untold: &[] },
    Row { role: "judge-lca", history: true, places: &[Place::ClaimText], untold: &[] },
    Row {
        role: "judge-dcg",
        history: true,
        places: &[
            Place::ToldText,
            Place::MissingText,
            Place::MissingId,
            Place::ToldId,
            Place::FocalId,
            Place::FocalText,
        ],
        untold: &[],
    },
    // The probe's question in one of its ways, and its answer key; see `probes`.
    Row {
        role: "judge-fidelity",
        history: true,
        places: &[
            Place::ToldText,
            Place::MissingText,
            Place::MissingId,
            Place::ToldId,
            Place::ProbeDirect,
            Place::ProbeAnswer,
        ],
        untold: &[],
    },
    Row { role: "judge-ljp", history: false, places: &[Place::ClaimText], untold: &[] },
    Row { role: "oracle", history: false, places: &[], untold: &[Place::MissingId, Place::MissingQuestion] },
    Row {
        role: "listener",
        history: false,
        places: &[],
        untold: &[Place::MissingId, Place::MissingQuestion],
    },
    Row { role: "majority", history: false, places: &[], untold: &[] },
];

/// The row of a role.
///
/// # Panics
/// When the table has none: a role that nobody has thought about must not be asked.
pub fn row(role: &str) -> &'static Row {
    ROWS.iter().find(|row| row.role == role).unwrap_or_else(|| panic!("the role `{role}` has no row"))
}

impl Row {
    /// The role without what it is told besides.
    pub fn plain(&self) -> &'static str {
        self.role.split(' ').next().unwrap_or(self.role)
    }

    /// Whether a word of the pack must be shown, in a play of the case that starts from `variant`;
    /// if not, it must not.
    pub fn shows(&self, secret: &Secret, case: usize, variant: Variant) -> bool {
        let own_history = match variant {
            Variant::Complete => Place::Complete,
            Variant::Underspecified => Place::Underspecified,
        };
        let untold = variant == Variant::Underspecified && self.untold.contains(&secret.place);
        secret.case == Some(case)
            && (self.places.contains(&secret.place)
                || untold
                || (self.history && secret.place == own_history))
    }
}

/// The role of an ask, from its path: `r2/user`, `judge/NAME/dcg/r1/d1#1`.
///
/// # Panics
/// When the path is of no known form.
pub fn role_at(path: &str, judges: &[&str]) -> &'static Row {
    let place = path.split('#').next().unwrap_or(path);
    if let Some(rest) = place.strip_prefix("judge/") {
        let task = judges.iter().find_map(|name| rest.strip_prefix(name)?.strip_prefix('/'));
        let task =
            task.and_then(|rest| rest.split('/').next()).unwrap_or_else(|| panic!("no role at `{path}`"));
        return row(&format!("judge-{task}"));
    }
    if place.starts_with("ledger/checker/") {
        return row("checker");
    }
    match round_of(place).1 {
        "user/select" => row("user with ids"),
        "user/speak" => row("speaker"),
        role => row(role),
    }
}

/// The round and the role of a path such as `r2/user`.
pub fn round_of(path: &str) -> (u32, &str) {
    let parts = path.strip_prefix('r').and_then(|rest| rest.split_once('/'));
    parts
        .and_then(|(round, role)| Some((round.parse().ok()?, role)))
        .unwrap_or_else(|| panic!("no role at `{path}`"))
}
