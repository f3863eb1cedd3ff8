//! What the clauses of a sentence hand on to one another, and what a clause names.

use super::super::triple::Case;
use super::reader::Placement;

/// Factors of which "both", "these" and the like may speak.
pub(super) const GROUP_MAX: usize = 100;

/// Factors that "the same four" may go back to, whatever sentences named them.
pub(super) const NAMED_MAX: usize = 10;

/// What the clauses of a sentence hand on to one another.
#[derive(Debug, Default)]
pub(super) struct Flow {
    /// Cases of the heading above.
    pub scope: Vec<Case>,
    /// Cases of which a clause speaks that names none.
    pub inherited: Vec<Case>,
    /// The same, when what they are spoken of is absence.
    pub denied: bool,
    /// Cases of the last clause that was no relative one.
    pub main: Vec<Case>,
    /// Cases named by clauses without factors.
    pub announced: Vec<Case>,
    /// Cases that the first factors of the sentence were given to.
    pub first: Vec<Case>,
    /// The factors named last are said to be lacking, by a word of lack alone.
    pub lacking: bool,
    /// The cases that the last factors were said to be absent from.
    pub lacked: Vec<Case>,
    /// What a shared list spoke of before the other case was added.
    pub narrow: Vec<Case>,
    /// Cases are answered for one by one: `F4: the current case yes, TSC1 no`.
    pub answered: bool,
    /// Cases were taken from the sentence before: "so are F15 and F22".
    pub carried: bool,
    /// How many assertions were made before the sentence.
    pub begun: usize,
    /// `Like TSC1, in which`: cases to which the subject of what follows is likened.
    pub likened: Vec<Case>,
    /// Cases are said to differ in what is named.
    pub differs: bool,
    /// Factors are the subject of the last main clause.
    pub of_factors: bool,
    /// The clause that named the factors was a condition or a question.
    pub supposed: bool,
    /// Some factor was named.
    pub named_factors: bool,
    /// The group of factors is still being listed.
    pub group_grows: bool,
    /// The case that the clause before ends in.
    pub trailing: Option<Case>,
    /// The sentence speaks of a case that the triple does not have.
    pub nobody: bool,
    /// The clause before denies something that it does not name.
    pub lacks_one: bool,
    /// Cases that were said to share something.
    pub together: Vec<Case>,
    /// The clause before announces a list.
    pub list: bool,
    /// The case of which the last relative clause spoke.
    pub relative_of: Option<Case>,
    /// A relative clause has been read.
    pub spoken: bool,
    /// The next clause is a relative one.
    pub relative_next: bool,
    /// The next clause speaks of the factors of this one.
    pub related: bool,
    /// The next clause says that it comes in addition.
    pub adds_later: bool,
    /// The next clause denies something.
    pub denied_later: bool,
    /// The factors wait for a verb that stands after what is said of them by the way.
    pub waits: bool,
    /// `F4: the current case and TSC1`
    pub pending: Vec<Placement>,
    /// The cases that follow are those that lack them.
    pub absent: bool,
    /// Some case was found for them.
    pub placed: bool,
    /// The factors named so far were given to no case.
    pub open: bool,
    /// The clause before ends in a factor.
    pub after_factor: bool,
    /// Cases that the sentence sets itself against.
    pub against: Vec<Case>,
    /// Something was said to be shared.
    pub was_shared: bool,
    /// A denial that names no case yet: `none of F4 and F6, ..., appears in`.
    pub hanging: bool,
    /// All factors of the sentence.
    pub factors: Vec<Placement>,
    /// Cases before the verb of the clause that is read.
    pub subjects: Vec<Case>,
    /// `What ours has is F4`
    pub cleft: Vec<Case>,
    /// The clause says that something is shared.
    pub shared: bool,
}

/// Cases that a clause names.
#[derive(Debug, Default)]
pub(super) struct Cases {
    pub has: Vec<Case>,
    /// Those of them that stand before the verb.
    pub subjects: Vec<Case>,
    /// Cases that are only set against them.
    pub against: Vec<Case>,
}

/// A case that has a factor, or that has it not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fact {
    pub factor: Placement,
    pub case: Case,
    pub present: bool,
}
