//! Who is probed with what.

use std::sync::Arc;

use super::unit::{ProbeQuestion, ProbeUnit};
use crate::case::{Case, Pack, ProbeKind};
use crate::cast::{Assessor, Judge, User};

/// A study of user simulators: all of them on the same probes.
pub struct ProbeStudy {
    /// The cases.
    pub pack: Arc<Pack>,
    /// Only the first so many cases, by id.
    pub limit: Option<usize>,
    /// Independent replies to each request.
    pub repeats: u32,
    /// The users, each with its design.
    pub users: Vec<User>,
    /// Assesses replies.
    pub assessor: Assessor,
    /// The DCG judge of the questions.
    pub judge: Judge,
}

impl ProbeStudy {
    /// The cases that are probed, ordered by id.
    pub fn cases(&self) -> &[Case] {
        let all = &self.pack.cases;
        &all[..self.limit.unwrap_or(all.len()).min(all.len())]
    }

    /// All requests, ordered by repeat first, so that what is cut short has whole repeats; the users side by
    /// side, so that it has all of them on the same requests.
    pub fn units(&self) -> Vec<ProbeUnit> {
        let mut units = Vec::new();
        for repeat in 1..=self.repeats {
            for case in self.cases() {
                for outline in case.probe_outlines() {
                    for kind in outline.kinds() {
                        units.extend(self.users.iter().map(|user| ProbeUnit {
                            case: case.id.clone(),
                            target: outline.target.to_owned(),
                            kind,
                            repeat,
                            user: user.name(),
                        }));
                    }
                }
            }
        }
        units
    }

    /// The questions, each once.
    pub fn questions(&self) -> Vec<ProbeQuestion> {
        let mut questions = Vec::new();
        for case in self.cases() {
            for outline in case.probe_outlines() {
                let asked = outline.kinds().filter(|kind| *kind != ProbeKind::Withheld);
                questions.extend(asked.map(|kind| ProbeQuestion {
                    case: case.id.clone(),
                    target: outline.target.to_owned(),
                    kind,
                }));
            }
        }
        questions
    }

    /// The user of that name.
    pub fn user(&self, name: &str) -> Option<&User> {
        self.users.iter().find(|user| user.name() == name)
    }
}
