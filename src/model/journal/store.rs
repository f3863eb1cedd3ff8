//! What the journal holds, by place: which lines lie where, and which ask each answers.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::line::Fingerprint;
use super::segment::{self, Location, Segment};
use super::spent::{Account, Counted, Sum, TaskOf};
use crate::model::exchange::{Attempt, Usage};
use crate::model::price::{Money, Tokens};

/// An ask's name and content in 128 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Key([u8; 16]);

impl Key {
    pub fn of(scope: &str, path: &str, fingerprint: &Fingerprint) -> Self {
        let mut hasher = blake3::Hasher::new();
        for part in [scope, path, &fingerprint.0] {
            hasher.update(part.as_bytes()).update(b"\0");
        }
        let mut key = [0; 16];
        key.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        Self(key)
    }
}

/// As much of a line as the index needs.
#[derive(Deserialize)]
struct Head {
    seq: u64,
    scope: String,
    path: String,
    fingerprint: Fingerprint,
    #[serde(default)]
    model: String,
    outcome: OutcomeHead,
    #[serde(default)]
    taken: Option<Tokens>,
    #[serde(default)]
    cost: Option<Money>,
    #[serde(default)]
    currency: Option<String>,
    #[serde(default)]
    attempts: Vec<Attempt>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum OutcomeHead {
    Answer(AnswerHead),
    Failure(IgnoredAny),
}

#[derive(Deserialize)]
struct AnswerHead {
    #[serde(default)]
    usage: Usage,
}

impl Head {
    fn counted(&self) -> Counted<'_> {
        let usage = match &self.outcome {
            OutcomeHead::Answer(answer) => Some(&answer.usage),
            OutcomeHead::Failure(_) => None,
        };
        Counted {
            answered: usage.is_some(),
            usage,
            attempts: &self.attempts,
            taken: self.taken.as_ref(),
            cost: self.cost.zip(self.currency.as_deref()),
        }
    }
}

/// What opening found.
#[derive(Default)]
pub(super) struct Opened {
    pub store: Store,
    /// One more than the highest line number.
    pub next_seq: u64,
    /// Where a torn last line was set aside.
    pub torn: Option<PathBuf>,
}

/// Why a journal cannot be opened.
pub(super) enum OpenFault {
    Io(io::Error),
    /// A torn last line could not be set aside.
    Aside(io::Error),
    /// A line in the middle is not a journal line.
    Line {
        segment: u32,
        line: usize,
        why: String,
    },
}

impl From<io::Error> for OpenFault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

#[derive(Default)]
struct Index {
    places: HashMap<u64, Location>,
    answers: HashMap<Key, u64>,
    sums: BTreeMap<Account, Sum>,
}

/// The index and the open files. Locks are held for look-ups only, never across a wait.
#[derive(Default)]
pub(super) struct Store {
    index: RwLock<Index>,
    segments: RwLock<BTreeMap<u32, Segment>>,
}

impl Store {
    /// Reads every segment once; sets a torn last line aside where `mend` says so, else passes it
    /// over. Asks are summed by what `tasks` says of them.
    pub fn open(dir: &Path, mend: bool, tasks: &TaskOf) -> Result<Opened, OpenFault> {
        let segments = segment::open_all(dir, mend)?;
        let mut index = Index::default();
        let mut next_seq = 0;
        let mut torn = None;
        for segment in &segments {
            let mut line_number = 0;
            let mut bad = None;
            let tail = segment.scan(|line, place| {
                line_number += 1;
                match serde_json::from_slice::<Head>(line) {
                    Ok(head) => {
                        next_seq = next_seq.max(head.seq + 1);
                        index.places.insert(head.seq, place);
                        if let Some(account) = Account::of(&head.scope, &head.path, &head.model, tasks) {
                            index.sums.entry(account).or_default().count(&head.counted());
                        }
                        if let OutcomeHead::Answer(_) = head.outcome {
                            index
                                .answers
                                .insert(Key::of(&head.scope, &head.path, &head.fingerprint), head.seq);
                        }
                    }
                    Err(error) if bad.is_none() => bad = Some((line_number, error.to_string())),
                    Err(_) => {}
                }
                Ok(())
            })?;
            if let Some((line, why)) = bad {
                return Err(OpenFault::Line { segment: segment.number, line, why });
            }
            if mend && !tail.is_empty() {
                torn = Some(segment.set_aside(&tail, dir).map_err(OpenFault::Aside)?);
            }
        }
        let segments = segments.into_iter().map(|segment| (segment.number, segment)).collect();
        Ok(Opened {
            store: Self { index: RwLock::new(index), segments: RwLock::new(segments) },
            next_seq,
            torn,
        })
    }

    /// The line that answers an ask.
    pub fn answer(&self, key: Key) -> Option<u64> {
        self.index.read().unwrap_or_else(PoisonError::into_inner).answers.get(&key).copied()
    }

    /// Remembers which line answers an ask.
    pub fn answered(&self, key: Key, seq: u64) {
        self.index.write().unwrap_or_else(PoisonError::into_inner).answers.insert(key, seq);
    }

    /// Counts a further line.
    pub fn count(&self, account: Account, line: &Counted<'_>) {
        let mut index = self.index.write().unwrap_or_else(PoisonError::into_inner);
        index.sums.entry(account).or_default().count(line);
    }

    /// What all lines came to.
    pub fn sums(&self) -> BTreeMap<Account, Sum> {
        self.index.read().unwrap_or_else(PoisonError::into_inner).sums.clone()
    }

    /// Remembers where a line lies.
    pub fn place(&self, seq: u64, place: Location) {
        self.index.write().unwrap_or_else(PoisonError::into_inner).places.insert(seq, place);
    }

    /// Whether it is known where a line lies.
    pub fn is_placed(&self, seq: u64) -> bool {
        self.index.read().unwrap_or_else(PoisonError::into_inner).places.contains_key(&seq)
    }

    /// The bytes of a line.
    pub fn line(&self, seq: u64) -> io::Result<Vec<u8>> {
        // The segments' lock is taken first, here and in `seal`, so that a place and the file it
        // speaks of belong together.
        let segments = self.segments.read().unwrap_or_else(PoisonError::into_inner);
        let place = self.index.read().unwrap_or_else(PoisonError::into_inner).places.get(&seq).copied();
        let missing = || io::Error::new(io::ErrorKind::NotFound, format!("the journal has no line {seq}"));
        let place = place.ok_or_else(missing)?;
        segments.get(&place.segment).ok_or_else(missing)?.read(place)
    }

    /// All line numbers, in order.
    pub fn seqs(&self) -> Vec<u64> {
        let index = self.index.read().unwrap_or_else(PoisonError::into_inner);
        let mut seqs: Vec<u64> = index.places.keys().copied().collect();
        seqs.sort_unstable();
        seqs
    }

    /// The newest segment for appending, unless it is sealed.
    pub fn newest_plain(&self) -> io::Result<Option<(u32, File)>> {
        let segments = self.segments.read().unwrap_or_else(PoisonError::into_inner);
        match segments.values().next_back() {
            Some(segment) if !segment.sealed => Ok(Some((segment.number, segment.appender()?))),
            _ => Ok(None),
        }
    }

    /// The number that follows the newest segment's.
    pub fn next_segment(&self) -> u32 {
        let segments = self.segments.read().unwrap_or_else(PoisonError::into_inner);
        segments.keys().next_back().map_or(1, |newest| newest + 1)
    }

    /// Takes a segment in.
    pub fn add_segment(&self, segment: Segment) {
        self.segments.write().unwrap_or_else(PoisonError::into_inner).insert(segment.number, segment);
    }

    /// Packs a full segment and notes where its lines lie now.
    pub fn seal(&self, number: u32, dir: &Path) -> io::Result<()> {
        let mut segments = self.segments.write().unwrap_or_else(PoisonError::into_inner);
        let Some(plain) = segments.get(&number) else { return Ok(()) };
        let (sealed, places) = plain.seal(dir)?;
        let mut index = self.index.write().unwrap_or_else(PoisonError::into_inner);
        let mut lines: Vec<(u64, u64)> = index
            .places
            .iter()
            .filter(|(_, place)| place.segment == number)
            .map(|(seq, place)| (place.offset, *seq))
            .collect();
        lines.sort_unstable();
        for ((_, seq), place) in lines.into_iter().zip(places) {
            index.places.insert(seq, place);
        }
        segments.insert(number, sealed);
        Ok(())
    }
}
