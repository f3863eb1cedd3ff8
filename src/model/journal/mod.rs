//! The journal: every ask goes through it, and an ask it has already answered is answered from it.
//!
//! An ask is named by scope and path; its fingerprint covers model, parameters and content. The
//! journal answers when all three agree. An ask that ended without an answer is logged and never
//! answers, so that resuming asks it anew. A line is on disk before its answer is used; one of a player by
//! rule is in the file before any line after it, and loses nothing but the player's time in a crash.

mod line;
mod segment;
mod spent;
mod store;
mod writer;

use std::collections::{BTreeMap, HashMap};
use std::future::Future;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::estimate;
use super::exchange::{Attempt, Failure, FailureKind, Message, Params, Reply, Usage};
use super::price::{Money, Prices, Tokens};
use spent::Counted;
use store::{Key, OpenFault, Opened, Store};
use writer::Writer;

pub use line::{Answer, Asked, Call, Fingerprint, Outcome};
pub use spent::{Account, Spent, SpentLine, Sum, TaskOf, role_of};

/// What can be wrong with a journal itself. None of these is an answer to anything: the run ends.
#[derive(thiserror::Error, Debug, Clone)]
pub enum JournalError {
    /// Reading or writing failed.
    #[error("failed to {doing} the journal in {dir}: {source}")]
    Io { doing: &'static str, dir: PathBuf, source: Arc<io::Error> },
    /// A line in the middle is not a journal line.
    #[error(
        "line {line} of segment {segment:06} in {dir} is not a journal line ({why}); restore the file from a copy, or move the segment out of the folder to pay for its calls again"
    )]
    Line { dir: PathBuf, segment: u32, line: usize, why: String },
}

impl JournalError {
    /// How to mend it, where the message does not say so.
    pub fn hint(&self) -> Option<&'static str> {
        let Self::Io { doing, source, .. } = self else { return None };
        match source.kind() {
            _ if is_full(source) => Some(
                "make room on the disk, then go on: `lexconsult resume` for a run, the same command and --name for probes and trials of judges",
            ),
            io::ErrorKind::NotFound if *doing == "write" => {
                Some("restore the folder from a copy and go on with it, or begin anew: what it held is lost")
            }
            _ => None,
        }
    }

    /// Whether there is no room left for it.
    pub fn is_full(&self) -> bool {
        matches!(self, Self::Io { source, .. } if is_full(source))
    }
}

/// Whether an operation failed for want of room.
pub fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

/// One ask, named and fingerprinted.
pub struct Ask<'a> {
    /// Case, variant, task, setup, repeat, assistant, user.
    pub scope: &'a str,
    /// Place within the scope.
    pub path: &'a str,
    /// Of model, parameters and content.
    pub fingerprint: Fingerprint,
    /// The model or player asked.
    pub model: &'a str,
    /// What is asked, as it is to be kept.
    pub request: Asked,
    /// The most that its answer is charged for; nothing for a player by rule.
    pub at_most: Tokens,
}

/// An answered ask.
#[derive(Debug)]
pub struct Answered {
    /// The line that holds it.
    pub seq: u64,
    /// What was answered.
    pub answer: Answer,
    /// True when it had been answered before.
    pub from_journal: bool,
}

/// Why an ask has no answer.
#[derive(Debug)]
pub enum Unanswered {
    /// The ask failed; it is logged, and can be asked anew.
    Failed { kind: FailureKind, message: String },
    /// The journal failed; the run must end.
    Journal(JournalError),
}

/// Bytes after which a segment is sealed and the next one begun.
const SEGMENT_BYTES: u64 = 32 << 20;

/// Held by whoever asks; holds why the ask failed, for those who waited.
type Turnstile = Arc<tokio::sync::Mutex<Option<(FailureKind, String)>>>;

/// The journal of one run.
pub struct Journal {
    dir: PathBuf,
    store: Arc<Store>,
    /// `None`: what is there is read, and nothing is added.
    writer: Option<Writer>,
    next_seq: AtomicU64,
    /// By what asks are summed.
    tasks: TaskOf,
    /// What answers cost, as far as that is known.
    prices: Prices,
    /// Twins in flight wait for the first one, and take its answer, or its failure.
    in_flight: Mutex<HashMap<Key, Turnstile>>,
    /// Answers that are remembered although nothing is written.
    remembered: Mutex<Option<HashMap<Key, Answer>>>,
    /// Where a torn last line was set aside at opening.
    pub torn: Option<PathBuf>,
}

impl Journal {
    /// Opens the journal in `dir` (created if it is not there), reading every line once. Its sums name no
    /// task.
    ///
    /// # Errors
    /// When the folder cannot be read or written, or a line in the middle is damaged. A torn last
    /// line is no error: it is set aside.
    pub fn open(dir: &Path) -> Result<Self, JournalError> {
        Self::open_by(dir, no_tasks())
    }

    /// As [`Journal::open`], with sums by what `tasks` says of a scope.
    ///
    /// # Errors
    /// As there.
    pub fn open_by(dir: &Path, tasks: TaskOf) -> Result<Self, JournalError> {
        Self::open_with(dir, tasks, SEGMENT_BYTES)
    }

    fn open_with(dir: &Path, tasks: TaskOf, segment_bytes: u64) -> Result<Self, JournalError> {
        let fail = |doing| {
            move |source| JournalError::Io { doing, dir: dir.to_path_buf(), source: Arc::new(source) }
        };
        std::fs::create_dir_all(dir).map_err(fail("create"))?;
        let opened = Store::open(dir, true, &tasks).map_err(|fault| not_opened(dir, fault))?;
        let store = Arc::new(opened.store);
        let writer =
            Writer::start(dir.to_path_buf(), segment_bytes, Arc::clone(&store)).map_err(fail("open"))?;
        Ok(Self {
            dir: dir.to_path_buf(),
            store,
            writer: Some(writer),
            next_seq: AtomicU64::new(opened.next_seq),
            tasks,
            prices: Prices::default(),
            in_flight: Mutex::default(),
            remembered: Mutex::default(),
            torn: opened.torn,
        })
    }

    /// Opens the journal in `dir` to read it: nothing in the folder is changed, be it that another
    /// process writes there or that nobody may. What it does not hold is asked and forgotten. A
    /// folder that is not there is an empty journal. Its sums name no task.
    ///
    /// # Errors
    /// When the folder cannot be read, or a line in the middle is damaged.
    pub fn reading(dir: &Path) -> Result<Self, JournalError> {
        Self::reading_by(dir, no_tasks())
    }

    /// As [`Journal::reading`], with sums by what `tasks` says of a scope.
    ///
    /// # Errors
    /// As there.
    pub fn reading_by(dir: &Path, tasks: TaskOf) -> Result<Self, JournalError> {
        let mut tries = 0;
        let opened = loop {
            tries += 1;
            match if dir.exists() { Store::open(dir, false, &tasks) } else { Ok(Opened::default()) } {
                Ok(opened) => break opened,
                // A segment that is sealed at this very moment is gone under its old name.
                Err(OpenFault::Io(error)) if error.kind() == io::ErrorKind::NotFound && tries < 5 => {}
                Err(fault) => return Err(not_opened(dir, fault)),
            }
        };
        Ok(Self {
            dir: dir.to_path_buf(),
            store: Arc::new(opened.store),
            writer: None,
            next_seq: AtomicU64::new(opened.next_seq),
            tasks,
            prices: Prices::default(),
            in_flight: Mutex::default(),
            remembered: Mutex::default(),
            torn: None,
        })
    }

    /// A journal that holds nothing and keeps nothing: what is asked is forgotten.
    pub fn empty() -> Self {
        Self {
            dir: PathBuf::new(),
            store: Arc::default(),
            writer: None,
            next_seq: AtomicU64::new(0),
            tasks: no_tasks(),
            prices: Prices::default(),
            in_flight: Mutex::default(),
            remembered: Mutex::default(),
            torn: None,
        }
    }

    /// Notes in each further line what it cost at these prices.
    #[must_use]
    pub fn priced(mut self, prices: Prices) -> Self {
        self.prices = prices;
        self
    }

    /// From now on a journal that is only read remembers what it is told, so that twins are asked
    /// once; or forgets all of it.
    pub fn remember(&self, whether: bool) {
        *self.memory() = whether.then(HashMap::new);
    }

    fn memory(&self) -> MutexGuard<'_, Option<HashMap<Key, Answer>>> {
        self.remembered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the asks of all lines came to, each once.
    pub fn sums(&self) -> BTreeMap<Account, Sum> {
        self.store.sums()
    }

    /// Answers an ask: from the journal if it holds the answer, else by `produce`, whose result is
    /// written and synced before it is returned.
    ///
    /// # Errors
    /// When the ask ended without an answer, or the journal cannot be read or written.
    pub async fn answer(
        &self,
        ask: Ask<'_>,
        produce: impl Future<Output = Result<Reply, Failure>>,
    ) -> Result<Answered, Unanswered> {
        self.settle(ask, async { Outcome::from_result(produce.await) }).await
    }

    /// As [`Journal::answer`], for a player by rule: `say` is called only when the journal does
    /// not hold the answer.
    ///
    /// # Errors
    /// When the journal cannot be read or written.
    pub async fn answer_by_rule(
        &self,
        ask: Ask<'_>,
        say: impl FnOnce() -> String,
    ) -> Result<Answered, Unanswered> {
        self.settle(ask, async { (Outcome::Answer(Answer::by_rule(say())), Vec::new()) }).await
    }

    async fn settle(
        &self,
        ask: Ask<'_>,
        produce: impl Future<Output = (Outcome, Vec<Attempt>)>,
    ) -> Result<Answered, Unanswered> {
        let key = Key::of(ask.scope, ask.path, &ask.fingerprint);
        let turnstile =
            Arc::clone(self.in_flight.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default());
        let mut failed = turnstile.lock().await;
        let _leave = Leave { journal: self, key };
        if let Some(seq) = self.store.answer(key) {
            return Ok(Answered { seq, answer: self.stored_answer(seq).await?, from_journal: true });
        }
        let known = self.memory().as_ref().and_then(|answers| answers.get(&key).cloned());
        if let Some(answer) = known {
            let seq = self.next_seq.load(Ordering::Relaxed);
            return Ok(Answered { seq, answer, from_journal: true });
        }
        if let Some((kind, message)) = failed.clone() {
            return Err(Unanswered::Failed { kind, message });
        }
        let asked_at = jiff::Timestamp::now();
        let (outcome, attempts) = produce.await;
        if let Outcome::Failure { kind: FailureKind::Budget, message } = outcome {
            // It never went out: there is nothing to keep.
            *failed = Some((FailureKind::Budget, message.clone()));
            return Err(Unanswered::Failed { kind: FailureKind::Budget, message });
        }
        let usage = match &outcome {
            Outcome::Answer(answer) => Some(answer.usage),
            Outcome::Failure { .. } => None,
        };
        let taken = match &outcome {
            Outcome::Answer(answer)
                if ask.request != Asked::View && Tokens::told(&answer.usage).is_none() =>
            {
                Some(estimate::untold(&ask.at_most, [&answer.text, &answer.reasoning]))
            }
            _ => None,
        };
        let (cost, currency) = self.cost(ask.model, usage.as_ref(), &attempts).unzip();
        let seq = self.next_seq.fetch_add(1, Ordering::Relaxed);
        let call = Call {
            seq,
            scope: ask.scope.to_owned(),
            path: ask.path.to_owned(),
            fingerprint: ask.fingerprint,
            model: ask.model.to_owned(),
            request: ask.request,
            outcome,
            taken,
            cost,
            currency,
            attempts,
            asked_at,
            answered_at: jiff::Timestamp::now(),
        };
        if let Some(writer) = &self.writer {
            // A call is plain data: serialising it cannot fail.
            let mut line = serde_json::to_vec(&call).expect("a call is plain data");
            line.push(b'\n');
            let written = match call.request {
                Asked::View => writer.write_by_rule(seq, line).await,
                Asked::Chat { .. } | Asked::Continued { .. } => writer.write_paid(seq, line).await,
            };
            written.map_err(|source| self.io("write", source))?;
            if let Some(account) = Account::of(&call.scope, &call.path, &call.model, &self.tasks) {
                self.store.count(
                    account,
                    &Counted {
                        answered: usage.is_some(),
                        usage: usage.as_ref(),
                        attempts: &call.attempts,
                        taken: call.taken.as_ref(),
                        cost: call.cost.zip(call.currency.as_deref()),
                    },
                );
            }
        }
        match call.outcome {
            Outcome::Answer(answer) => {
                match self.memory().as_mut() {
                    _ if self.writer.is_some() => self.store.answered(key, seq),
                    Some(answers) => drop(answers.insert(key, answer.clone())),
                    None => {}
                }
                Ok(Answered { seq, answer, from_journal: false })
            }
            Outcome::Failure { kind, message } => {
                *failed = Some((kind, message.clone()));
                Err(Unanswered::Failed { kind, message })
            }
        }
    }

    /// Returns once these lines are in the file: a record that names them is written after that.
    ///
    /// # Errors
    /// When the journal cannot be written.
    pub async fn written(&self, seqs: impl IntoIterator<Item = u64>) -> Result<(), JournalError> {
        let Some(writer) = &self.writer else { return Ok(()) };
        if seqs.into_iter().all(|seq| self.store.is_placed(seq)) {
            return Ok(());
        }
        writer.catch_up(false).await.map_err(|source| self.io_error("write", source))
    }

    /// Returns once a crash of the machine can lose no line: what is computed from records that name
    /// them is written after that.
    ///
    /// # Errors
    /// When the journal cannot be written.
    pub async fn sync(&self) -> Result<(), JournalError> {
        match &self.writer {
            Some(writer) => writer.catch_up(true).await.map_err(|source| self.io_error("write", source)),
            None => Ok(()),
        }
    }

    /// Lets further lines be numbered from `seq` at least. Lines that cost nothing may be lost in a crash of
    /// the machine, and records that name them not: their numbers are not to be those of other asks.
    pub fn number_from(&self, seq: u64) {
        self.next_seq.fetch_max(seq, Ordering::Relaxed);
    }

    /// Whether the journal holds the answer to an ask.
    pub fn holds(&self, scope: &str, path: &str, fingerprint: &Fingerprint) -> bool {
        self.store.answer(Key::of(scope, path, fingerprint)).is_some()
    }

    /// One line, its request made whole.
    ///
    /// # Errors
    /// When the journal cannot be read, or has no such line.
    pub fn call(&self, seq: u64) -> Result<Call, JournalError> {
        let mut call = self.raw_call(seq)?;
        if let Asked::Continued { params, .. } = call.request {
            call.request = Asked::Chat { messages: self.messages(&call.request, seq)?, params };
        }
        Ok(call)
    }

    /// Line numbers of everything asked so far, in order.
    pub fn seqs(&self) -> Vec<u64> {
        self.store.seqs()
    }

    /// Waits until everything is on disk.
    ///
    /// # Errors
    /// When a line could not be written: those of players by rule may be missing.
    pub fn close(self) -> Result<(), JournalError> {
        let dir = self.dir;
        let Some(writer) = self.writer else { return Ok(()) };
        writer.close().map_err(|source| JournalError::Io { doing: "write", dir, source })
    }

    fn messages(&self, asked: &Asked, seq: u64) -> Result<Vec<Message>, JournalError> {
        match asked {
            Asked::Chat { messages, .. } => Ok(messages.clone()),
            Asked::View => Ok(Vec::new()),
            // A parent is always an earlier line, so this ends.
            Asked::Continued { parent, keep, added, .. } if *parent < seq => {
                let parent_call = self.raw_call(*parent)?;
                let mut messages = self.messages(&parent_call.request, *parent)?;
                messages.truncate(*keep);
                messages.extend(added.iter().cloned());
                Ok(messages)
            }
            Asked::Continued { parent, .. } => {
                let why = format!("line {seq} names line {parent} as its parent");
                Err(self.io_error("read", Arc::new(io::Error::new(io::ErrorKind::InvalidData, why))))
            }
        }
    }

    fn raw_call(&self, seq: u64) -> Result<Call, JournalError> {
        let bytes = self.store.line(seq).map_err(|source| self.io_error("read", Arc::new(source)))?;
        serde_json::from_slice(&bytes).map_err(|error| {
            self.io_error("read", Arc::new(io::Error::new(io::ErrorKind::InvalidData, error)))
        })
    }

    fn cost(&self, model: &str, usage: Option<&Usage>, attempts: &[Attempt]) -> Option<(Money, String)> {
        if model.starts_with("builtin/") {
            return None;
        }
        let tokens = spent::tokens(usage, attempts)?;
        let price = self.prices.of(model)?;
        Some((price.cost(&tokens), price.currency))
    }

    async fn stored_answer(&self, seq: u64) -> Result<Answer, Unanswered> {
        if let Some(writer) = self.writer.as_ref().filter(|_| !self.store.is_placed(seq)) {
            // A player by rule has just said it, and its line is on the way.
            writer.catch_up(false).await.map_err(|source| self.io("write", source))?;
        }
        match self.raw_call(seq).map_err(Unanswered::Journal)?.outcome {
            Outcome::Answer(answer) => Ok(answer),
            Outcome::Failure { .. } => {
                let why = format!("line {seq} is indexed as an answer and holds a failure");
                Err(self.io("read", Arc::new(io::Error::new(io::ErrorKind::InvalidData, why))))
            }
        }
    }

    fn io(&self, doing: &'static str, source: Arc<io::Error>) -> Unanswered {
        Unanswered::Journal(self.io_error(doing, source))
    }

    fn io_error(&self, doing: &'static str, source: Arc<io::Error>) -> JournalError {
        JournalError::Io { doing, dir: self.dir.clone(), source }
    }
}

fn no_tasks() -> TaskOf {
    Arc::new(|_| "")
}

fn not_opened(dir: &Path, fault: OpenFault) -> JournalError {
    match fault {
        OpenFault::Io(source) => {
            JournalError::Io { doing: "read", dir: dir.to_path_buf(), source: Arc::new(source) }
        }
        OpenFault::Aside(source) => {
            JournalError::Io { doing: "mend", dir: dir.to_path_buf(), source: Arc::new(source) }
        }
        OpenFault::Line { segment, line, why } => {
            JournalError::Line { dir: dir.to_path_buf(), segment, line, why }
        }
    }
}

/// Takes the turnstile away when the last one has passed.
struct Leave<'a> {
    journal: &'a Journal,
    key: Key,
}

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        let mut in_flight = self.journal.in_flight.lock().unwrap_or_else(PoisonError::into_inner);
        // The map's own handle and the one of the asker that is leaving.
        if in_flight.get(&self.key).is_some_and(|turnstile| Arc::strong_count(turnstile) <= 2) {
            in_flight.remove(&self.key);
        }
    }
}

/// What a request adds to an earlier one of the same line of talk, for a shorter journal.
pub fn continued(parent: Option<(u64, &[Message])>, messages: &[Message], params: Params) -> Asked {
    if let Some((seq, earlier)) = parent {
        let keep = earlier.iter().zip(messages).take_while(|(a, b)| a == b).count();
        if keep > 0 {
            return Asked::Continued { parent: seq, keep, added: messages[keep..].to_vec(), params };
        }
    }
    Asked::Chat { messages: messages.to_vec(), params }
}

#[cfg(test)]
mod tests;
