//! Where an annotator stands: items, decisions, and what each key does. No terminal and no file.

use std::collections::BTreeMap;

use crate::annotate::decision::Decision;
use crate::annotate::labels::{Code, Named, labels};
use crate::annotate::log::{Entry, Mark};
use crate::annotate::sheet::Row;

/// An item on the screen.
pub struct Shown {
    /// As on the sheet.
    pub row: Row,
    /// Its task.
    pub task: Decision,
}

/// An annotator at work.
pub struct Session {
    items: Vec<Shown>,
    marks: BTreeMap<String, Mark>,
    /// Decisions that can be taken back: the item, and what stood before.
    decided: Vec<(String, Mark)>,
    /// Index of the item on the screen; one past the last when all is done.
    at: usize,
}

impl Session {
    /// Goes on after the last of the decisions: the first unlabelled item from there.
    pub fn new(items: Vec<Shown>, entries: &[Entry]) -> Self {
        let mut session = Self { items, marks: BTreeMap::new(), decided: Vec::new(), at: 0 };
        for entry in entries {
            session.take(entry);
        }
        let last = entries.last().and_then(|entry| session.place(&entry.item)).unwrap_or(0);
        session.at = session.unlabelled_from(last);
        session
    }

    fn place(&self, item: &str) -> Option<usize> {
        self.items.iter().position(|shown| shown.row.item == item)
    }

    /// The first item without a label from `from` on, else before it; one past the last if none.
    fn unlabelled_from(&self, from: usize) -> usize {
        let open = |at: &usize| self.label_of(&self.items[*at]).is_none();
        let n = self.items.len();
        (from..n).chain(0..from.min(n)).find(open).unwrap_or(n)
    }

    /// The items.
    pub fn items(&self) -> &[Shown] {
        &self.items
    }

    /// Position of the item on the screen, from 0.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The item on the screen; `None` when all are labelled and none is gone back to.
    pub fn current(&self) -> Option<&Shown> {
        self.items.get(self.at)
    }

    /// Items that have a label.
    pub fn labelled(&self) -> usize {
        self.items.iter().filter(|shown| self.label_of(shown).is_some()).count()
    }

    /// What stands of an item.
    pub fn mark_of(&self, shown: &Shown) -> Mark {
        self.marks.get(&shown.row.item).cloned().unwrap_or_default()
    }

    fn label_of(&self, shown: &Shown) -> Option<&Named> {
        self.marks.get(&shown.row.item)?.label.as_ref()
    }

    /// The decision that gives the current item its task's label of this position, from 0.
    pub fn label(&self, label: usize) -> Option<Entry> {
        let shown = self.current()?;
        (label < labels(shown.task).len()).then(|| Entry {
            item: shown.row.item.clone(),
            label: Some(Named::of(shown.task, Code(label))),
            note: self.mark_of(shown).note,
            undo: false,
        })
    }

    /// The decision that gives the current item a note; none where it has that note already.
    pub fn note(&self, note: &str) -> Option<Entry> {
        let shown = self.current()?;
        let mark = self.mark_of(shown);
        (mark.note != note.trim()).then(|| Entry {
            item: shown.row.item.clone(),
            label: mark.label,
            note: note.trim().to_owned(),
            undo: false,
        })
    }

    /// The decision that takes back the last one of these items.
    pub fn undo(&self) -> Option<Entry> {
        let (item, before) = self.decided.iter().rev().find(|(item, _)| self.place(item).is_some())?;
        Some(Entry { item: item.clone(), label: before.label.clone(), note: before.note.clone(), undo: true })
    }

    /// Takes a decision that is on disk, and moves on: after a label to the next unlabelled item, after
    /// one that is taken back to its item.
    pub fn decide(&mut self, entry: &Entry) {
        let labelled = self.take(entry);
        let place = self.place(&entry.item).unwrap_or(self.at);
        if entry.undo {
            self.at = place;
        } else if labelled {
            self.at = self.unlabelled_from(place + 1);
        }
    }

    /// Takes a decision; whether it changed the label.
    fn take(&mut self, entry: &Entry) -> bool {
        let mark = Mark { label: entry.label.clone(), note: entry.note.clone() };
        let before = self.marks.insert(entry.item.clone(), mark).unwrap_or_default();
        // A label given a second time is given, too: the annotator has looked again.
        let labelled = entry.label.is_some() && before.note == entry.note;
        if entry.undo {
            if let Some(at) = self.decided.iter().rposition(|(item, _)| *item == entry.item) {
                self.decided.remove(at);
            }
        } else {
            self.decided.push((entry.item.clone(), before));
        }
        labelled
    }

    /// To the item before, or after.
    pub fn step(&mut self, forward: bool) {
        self.at = if forward { (self.at + 1).min(self.items.len()) } else { self.at.saturating_sub(1) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(n: usize) -> Vec<Shown> {
        let row = |at: usize| Row { item: format!("lca-{}", at + 1), ..Row::default() };
        (0..n).map(|at| Shown { row: row(at), task: Decision::Lca }).collect()
    }

    /// Keys: a digit labels, `u` takes back, `b` and `s` step, `n` notes.
    fn press(session: &mut Session, log: &mut Vec<Entry>, keys: &str) {
        for key in keys.chars() {
            let entry = match key {
                'u' => session.undo(),
                'n' => session.note("why"),
                'b' | 's' => {
                    session.step(key == 's');
                    None
                }
                digit => session.label(digit as usize - '1' as usize),
            };
            if let Some(entry) = entry {
                session.decide(&entry);
                log.push(entry);
            }
        }
    }

    fn at(session: &Session) -> &str {
        session.current().map_or("done", |shown| shown.row.item.as_str())
    }

    fn label(session: &Session, n: usize) -> String {
        session.mark_of(&session.items()[n]).label.map_or_else(String::new, |label| label.0)
    }

    #[test]
    fn labels_move_on_and_are_taken_back_one_by_one() {
        let (mut session, mut log) = (Session::new(items(3), &[]), Vec::new());
        press(&mut session, &mut log, "12");
        assert_eq!((at(&session), session.labelled()), ("lca-3", 2));
        press(&mut session, &mut log, "uu");
        assert_eq!((at(&session), session.labelled()), ("lca-1", 0));
        press(&mut session, &mut log, "u");
        assert_eq!(session.labelled(), 0);
        press(&mut session, &mut log, "39");
        assert_eq!((at(&session), session.labelled()), ("lca-2", 1));
        assert_eq!(label(&session, 0), "neither");
    }

    #[test]
    fn another_look_changes_a_label_and_undo_brings_the_first_back() {
        let (mut session, mut log) = (Session::new(items(3), &[]), Vec::new());
        press(&mut session, &mut log, "1b2");
        assert_eq!((label(&session, 0).as_str(), at(&session)), ("underspecified", "lca-2"));
        press(&mut session, &mut log, "u");
        assert_eq!((label(&session, 0).as_str(), at(&session)), ("complete", "lca-1"));
    }

    #[test]
    fn work_goes_on_where_it_was_left_undo_included() {
        let (mut session, mut log) = (Session::new(items(4), &[]), Vec::new());
        press(&mut session, &mut log, "1s3b");
        assert_eq!(at(&session), "lca-3");
        let mut again = Session::new(items(4), &log);
        assert_eq!((at(&again), again.labelled()), ("lca-4", 2));
        press(&mut again, &mut log, "1");
        assert_eq!(at(&again), "lca-2", "what was skipped comes last");
        press(&mut again, &mut log, "u");
        press(&mut Session::new(items(4), &log), &mut log, "u");
        let third = Session::new(items(4), &log);
        assert_eq!((label(&third, 0).as_str(), third.labelled()), ("complete", 1));
    }

    #[test]
    fn a_note_keeps_the_label_and_the_place() {
        let (mut session, mut log) = (Session::new(items(2), &[]), Vec::new());
        press(&mut session, &mut log, "1bn");
        assert_eq!((at(&session), label(&session, 0).as_str()), ("lca-1", "complete"));
        assert_eq!(session.mark_of(&session.items()[0]).note, "why");
        press(&mut session, &mut log, "2");
        assert_eq!(session.mark_of(&session.items()[0]).note, "why");
        press(&mut session, &mut log, "1");
        assert_eq!(at(&session), "done");
        press(&mut session, &mut log, "1b");
        assert_eq!(at(&session), "lca-2", "one can go back from the end");
    }

    #[test]
    fn undo_touches_no_item_of_another_task() {
        let (mut session, mut log) = (Session::new(items(3), &[]), Vec::new());
        press(&mut session, &mut log, "12");
        let only_first = Session::new(items(1), &log);
        assert_eq!(only_first.undo().map(|entry| entry.item), Some("lca-1".to_owned()));
    }
}
