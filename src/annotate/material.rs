//! What an annotator is shown of a unit: what its judge sees, from the judge's own view, in words.

use crate::case::Language;
use crate::case::Speaker;
use crate::case::view::{DcgJudge, FidelityAssessor, LcaJudge, Line, LjpJudge, NumberedClaim};
use crate::printable::printable;

/// Most characters in a cell: spreadsheets cut what is longer than 32,767.
pub const CELL_MAX: usize = 32_000;

/// The parts of a unit, each the text of a cell; empty where the judge of the task sees no such thing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Material {
    /// The consultation from which the play starts.
    pub history: String,
    /// What was said since, before the message.
    pub talk: String,
    /// The message that is labelled.
    pub message: String,
    /// The one claim that is labelled (LJP).
    pub claim: String,
    /// All claims, numbered.
    pub claims: String,
    /// The points of dispute, with the facts each turns on.
    pub focal_points: String,
    /// The facts, each told or missing.
    pub facts: String,
}

impl Material {
    /// What the judge of LCA sees.
    pub fn lca(view: &LcaJudge<'_>) -> Self {
        Self {
            history: said(&view.history, view.language),
            message: shown(view.message),
            claims: claims(&view.claims),
            ..Self::default()
        }
    }

    /// What the judge of one request in DCG sees.
    pub fn dcg(view: &DcgJudge<'_>) -> Self {
        let (open, close, between, missing, told, colon, turns_on) = match view.language {
            Language::Zh => ("（", "）", "、", "缺失", "已讲", "：", "依据事实："),
            Language::En => (" (", ")", ", ", "missing", "told", ": ", "turns on: "),
        };
        let focal = view.focal_points.iter().map(|focal| {
            let facts = focal.facts.join(between);
            format!("{}{colon}{}{open}{turns_on}{facts}{close}", focal.id, focal.text)
        });
        let facts = view.facts.iter().map(|fact| {
            let mark = if fact.missing { missing } else { told };
            format!("{}{open}{mark}{close}{colon}{}", fact.id, fact.text)
        });
        Self {
            history: said(&view.history, view.language),
            talk: said(&view.talk, view.language),
            message: shown(view.question),
            focal_points: shown(&focal.collect::<Vec<_>>().join("\n")),
            facts: shown(&facts.collect::<Vec<_>>().join("\n")),
            ..Self::default()
        }
    }

    /// What the extractor of LJP sees, with one claim to be labelled (numbers from 1).
    pub fn ljp(view: &LjpJudge<'_>, number: usize) -> Self {
        let claim = view.claims.iter().find(|claim| claim.number == number);
        Self {
            message: shown(view.message),
            claim: claim.map(|claim| shown(&format!("{}. {}", claim.number, claim.text))).unwrap_or_default(),
            claims: claims(&view.claims),
            ..Self::default()
        }
    }

    /// What the fidelity assessor sees of a reply to a probe; the minimum that an answer must contain stands
    /// in what is to be decided.
    pub fn fidelity(view: &FidelityAssessor<'_>) -> Self {
        let words = match view.language {
            Language::Zh => ["（", "、", "）：", "掌握", "未掌握", "可讲", "不可讲", "律师："],
            Language::En => {
                [" (", ", ", "): ", "known", "not known", "may be told", "not to be told", "Lawyer: "]
            }
        };
        let [open, between, close, known, unknown, permitted, barred, lawyer] = words;
        let facts = view.key_facts.iter().map(|fact| {
            let knows = if fact.known { known } else { unknown };
            let may = if fact.permitted { permitted } else { barred };
            format!("{}{open}{knows}{between}{may}{close}{}", fact.id, fact.text)
        });
        Self {
            history: said(&view.history, view.language),
            talk: format!("{lawyer}{}", shown(view.question)),
            message: shown(view.reply),
            facts: shown(&facts.collect::<Vec<_>>().join("\n")),
            ..Self::default()
        }
    }

    /// The parts in the order of the sheet.
    pub fn parts(&self) -> [&str; 7] {
        [&self.history, &self.talk, &self.message, &self.claim, &self.claims, &self.focal_points, &self.facts]
    }

    /// Whether every part fits a cell.
    pub fn fits(&self) -> bool {
        self.parts().iter().all(|part| part.chars().count() <= CELL_MAX)
    }

    /// Stands for all that is shown: units of the same digest are word for word the same.
    pub fn digest(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for part in self.parts() {
            hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
        }
        hasher.finalize().to_hex()[..32].to_owned()
    }
}

/// Turns with who speaks, a blank line between them.
fn said(lines: &[Line<'_>], language: Language) -> String {
    let (user, assistant, colon) = match language {
        Language::Zh => ("当事人", "律师", "："),
        Language::En => ("Client", "Lawyer", ": "),
    };
    let one = |line: &Line<'_>| {
        let who = match line.speaker {
            Speaker::User => user,
            Speaker::Assistant => assistant,
        };
        format!("{who}{colon}{}", shown(line.text))
    };
    lines.iter().map(one).collect::<Vec<_>>().join("\n\n")
}

fn claims(claims: &[NumberedClaim<'_>]) -> String {
    let one = |claim: &NumberedClaim<'_>| shown(&format!("{}. {}", claim.number, claim.text));
    claims.iter().map(one).collect::<Vec<_>>().join("\n")
}

/// Text as it may stand in a cell: line ends alike, other control characters and marks that turn the
/// direction of writing made visible.
pub fn shown(text: &str) -> String {
    printable(&text.replace("\r\n", "\n").replace('\r', "\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_holds_no_control_characters() {
        assert_eq!(shown("a\r\nb\rc\u{1b}[1m\u{202e}\td"), "a\nb\nc\u{fffd}[1m\u{fffd}\td");
    }

    #[test]
    fn a_part_moved_to_another_column_is_another_material() {
        let history = Material { history: "x".into(), ..Material::default() };
        let message = Material { message: "x".into(), ..Material::default() };
        assert_ne!(history.digest(), message.digest());
        assert_eq!(history.digest(), history.clone().digest());
    }

    #[test]
    fn a_cell_is_measured_in_characters() {
        let fits = |n| Material { message: "案".repeat(n), ..Material::default() }.fits();
        assert!(fits(CELL_MAX));
        assert!(!fits(CELL_MAX + 1));
    }
}
