//! What a consultation is about: a case, and the history from which it starts.

use crate::case::{Case, Variant};
use crate::cast::scene::Subject;

/// A case as the roles of a consultation meet it.
#[derive(Clone, Copy)]
pub struct Matter<'a> {
    /// The case that is played.
    pub case: &'a Case,
    /// From which history.
    pub variant: Variant,
}

impl<'a> Matter<'a> {
    /// What a scene knows of it.
    pub fn subject(self) -> Subject<'a> {
        Subject { id: &self.case.id, form: self.variant.name(), hash: &self.case.hash }
    }
}
