//! What each view is built from. A field is handed to a role here or nowhere.

use super::super::consultation::{Case, KeyFact};
use super::super::label::Variant;
use super::super::talk::{Act, Move, Slip, Speaker, Turn};
use super::{
    Assistant, Classifier, DcgJudge, DisclosureChecker, Fact, Focal, Gate, KnownClaim, LcaJudge, Line,
    Listener, LjpJudge, MarkedFact, NumberedClaim, Oracle, Point, Seal, SpeakingUser, UntoldFact, User,
};

pub(super) fn heard(turns: &[Turn]) -> Vec<Line<'_>> {
    turns.iter().map(|turn| Line { speaker: turn.speaker, text: &turn.text }).collect()
}

impl Case {
    /// The assistant's view: `talk` is all said since the history.
    pub fn for_assistant<'a>(&'a self, variant: Variant, talk: &'a [Turn]) -> Assistant<'a> {
        let own = |turn: &'a Turn| match turn.speaker {
            Speaker::Assistant => Line { speaker: turn.speaker, text: turn.own_text() },
            Speaker::User => Line { speaker: turn.speaker, text: &turn.text },
        };
        Assistant {
            language: self.language,
            history: heard(self.history(variant)),
            talk: talk.iter().map(own).collect(),
            _seal: Seal,
        }
    }

    /// The user simulator's view for a standard answer; `talk` ends in the turn to be answered.
    pub fn for_user<'a>(&'a self, variant: Variant, talk: &'a [Turn]) -> User<'a> {
        User {
            language: self.language,
            history: heard(self.history(variant)),
            key_facts: self.unmarked_facts(),
            talk: heard(talk),
            points: Vec::new(),
            slip: None,
            profile: None,
            _seal: Seal,
        }
    }

    /// The user simulator's view for a move; with `profile` it is told who the user is.
    pub fn for_user_moving<'a>(
        &'a self,
        variant: Variant,
        talk: &'a [Turn],
        moved: &Move,
        profile: bool,
    ) -> User<'a> {
        User {
            points: self.points(moved),
            slip: moved.slip.map(Slip::name),
            profile: profile.then_some(&self.private().profile),
            ..self.for_user(variant, talk)
        }
    }

    /// The view of a user's second stage: the facts selected for it, less what it is to withhold or
    /// misstate, and with what it is to correct or at last to tell.
    pub fn for_speaking_user<'a>(
        &'a self,
        variant: Variant,
        talk: &'a [Turn],
        selected: &[String],
        moved: &Move,
        profile: bool,
    ) -> SpeakingUser<'a> {
        let kept = |id: &str| {
            // Two models read a request: what the one selects, the other may not have heard asked for.
            let chosen = selected.iter().any(|other| other == id) && !moved.keeps_back(id);
            match moved.act {
                Act::Answer => chosen,
                Act::Withhold | Act::Misstate => chosen && !moved.is_about(id),
                Act::Correct | Act::FollowUp => chosen || moved.is_about(id),
            }
        };
        SpeakingUser {
            language: self.language,
            history: heard(self.history(variant)),
            key_facts: self.unmarked_facts().into_iter().filter(|fact| kept(fact.id)).collect(),
            talk: heard(talk),
            act: moved.act.name(),
            instead: self.points(moved).iter().filter_map(|point| point.instead).collect(),
            profile: profile.then_some(&self.private().profile),
            _seal: Seal,
        }
    }

    /// The disclosure checker's view of a whole talk.
    pub fn for_disclosure_checker<'a>(&'a self, variant: Variant, talk: &'a [Turn]) -> DisclosureChecker<'a> {
        DisclosureChecker {
            language: self.language,
            history: heard(self.history(variant)),
            key_facts: self.unmarked_facts(),
            talk: heard(talk),
            _seal: Seal,
        }
    }

    /// The facts a move is about; only a missing one has something to be said in its place.
    fn points(&self, moved: &Move) -> Vec<Point<'_>> {
        let about = self.private().facts.iter().filter(|fact| moved.is_about(&fact.id));
        about
            .map(|fact| Point {
                id: &fact.id,
                text: &fact.text,
                instead: moved.slip.and_then(|slip| fact.misstated(slip)),
            })
            .collect()
    }

    /// The gate's view of `request`, with what was said before it.
    pub fn for_gate<'a>(&'a self, variant: Variant, talk: &'a [Turn], request: &'a str) -> Gate<'a> {
        Gate {
            language: self.language,
            history: heard(self.history(variant)),
            key_facts: self.unmarked_facts(),
            talk: heard(talk),
            request,
            _seal: Seal,
        }
    }

    /// The classifier's view of one assistant message.
    pub fn for_classifier<'a>(&'a self, message: &'a str) -> Classifier<'a> {
        Classifier { language: self.language, claims: self.numbered_claims(), message, _seal: Seal }
    }

    /// The LCA judge's view of one assistant message.
    pub fn for_lca_judge<'a>(&'a self, variant: Variant, message: &'a str) -> LcaJudge<'a> {
        LcaJudge {
            language: self.language,
            history: heard(self.history(variant)),
            claims: self.numbered_claims(),
            message,
            _seal: Seal,
        }
    }

    /// The DCG judge's view of one question; `talk` is what was said before it.
    pub fn for_dcg_judge<'a>(&'a self, talk: &'a [Turn], question: &'a str) -> DcgJudge<'a> {
        let private = self.private();
        DcgJudge {
            language: self.language,
            history: heard(self.history(Variant::Underspecified)),
            talk: heard(talk),
            question,
            focal_points: private
                .focal_points
                .iter()
                .map(|focal| Focal { id: &focal.id, text: &focal.text, facts: &focal.facts })
                .collect(),
            facts: private
                .facts
                .iter()
                .map(|fact| MarkedFact {
                    id: &fact.id,
                    text: &fact.text,
                    missing: fact.is_missing(),
                    cues: &fact.cues,
                })
                .collect(),
            _seal: Seal,
        }
    }

    /// The LJP extractor's view of the final message.
    pub fn for_ljp_judge<'a>(&'a self, message: &'a str) -> LjpJudge<'a> {
        LjpJudge { language: self.language, claims: self.numbered_claims(), message, _seal: Seal }
    }

    /// The view of `builtin/oracle`.
    pub fn for_oracle<'a>(&'a self, variant: Variant, talk: &'a [Turn]) -> Oracle<'a> {
        Oracle {
            language: self.language,
            talk: heard(talk),
            untold: self.untold(variant),
            claims: self.known_claims(variant),
            _seal: Seal,
        }
    }

    /// The view of `builtin/listener`.
    pub fn for_listener<'a>(&'a self, variant: Variant, talk: &'a [Turn]) -> Listener<'a> {
        Listener {
            language: self.language,
            talk: heard(talk),
            untold: self.untold(variant),
            claims: self.known_claims(variant),
            _seal: Seal,
        }
    }

    fn unmarked_facts(&self) -> Vec<Fact<'_>> {
        self.private()
            .facts
            .iter()
            .map(|fact| Fact { id: &fact.id, text: &fact.text, cues: &fact.cues })
            .collect()
    }

    fn numbered_claims(&self) -> Vec<NumberedClaim<'_>> {
        self.claims
            .iter()
            .enumerate()
            .map(|(i, claim)| NumberedClaim { number: i + 1, text: &claim.text })
            .collect()
    }

    fn untold_facts(&self, variant: Variant) -> impl Iterator<Item = &KeyFact> {
        let underspecified = variant == Variant::Underspecified;
        self.private().facts.iter().filter(move |fact| underspecified && fact.is_missing())
    }

    fn untold(&self, variant: Variant) -> Vec<UntoldFact<'_>> {
        self.untold_facts(variant)
            .map(|fact| UntoldFact {
                id: &fact.id,
                question: fact.cues.question.as_deref().unwrap_or_default(),
                cues: &fact.cues,
            })
            .collect()
    }

    fn known_claims(&self, variant: Variant) -> Vec<KnownClaim<'_>> {
        self.private()
            .truths
            .iter()
            .enumerate()
            .map(|(i, truth)| KnownClaim {
                number: i + 1,
                verdict: truth.verdict,
                untold_needs: self
                    .untold_facts(variant)
                    .filter(|fact| truth.needs.contains(&fact.id))
                    .map(|fact| fact.id.as_str())
                    .collect(),
            })
            .collect()
    }
}
