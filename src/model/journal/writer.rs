//! The one writer: lines come in from everywhere, are written and synced in groups, and only then
//! acknowledged. Nobody waits for what costs nothing to say again, a player's by rule: it is in the
//! file before any line that was handed over after it.

use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot};

use super::segment::{self, Location};
use super::store::Store;

/// Lines that wait for the writer at most; askers wait beyond that.
const QUEUE: usize = 4096;
/// Lines written between two syncs at most.
const GROUP: usize = 1024;
/// Time between two syncs at least: much less than any server takes to answer. Under load one sync
/// serves all who come meanwhile.
const BETWEEN_SYNCS: Duration = Duration::from_millis(1);
/// Time after which lines are synced that nobody waits for, as long as further ones come: a crash of
/// the machine then finds little that is half on disk.
const UNSYNCED_AT_MOST: Duration = Duration::from_millis(100);

type Done = oneshot::Sender<()>;

/// What is on its way to the file.
enum Entry {
    /// A line with its newline, to be safe before it is acknowledged.
    Paid { seq: u64, line: Vec<u8>, done: Done },
    /// A line with its newline that nobody waits for.
    ByRule { seq: u64, line: Vec<u8> },
    /// Acknowledged once all before it is in the file, and safe there where that is wanted.
    Mark { safe: bool, done: Done },
}

impl Entry {
    fn line(&self) -> Option<(u64, &[u8])> {
        match self {
            Self::Paid { seq, line, .. } | Self::ByRule { seq, line } => Some((*seq, line)),
            Self::Mark { .. } => None,
        }
    }
}

/// Why the writer has stopped, once it has.
type Stopped = Arc<OnceLock<Arc<io::Error>>>;

/// The asking side of the writer.
pub(super) struct Writer {
    queue: mpsc::Sender<Entry>,
    stopped: Stopped,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    /// Starts the writer on the newest plain segment, or on a new one.
    pub fn start(dir: PathBuf, segment_bytes: u64, store: Arc<Store>) -> io::Result<Self> {
        Self::on(Tail::open(dir, segment_bytes, store)?)
    }

    fn on(tail: Tail) -> io::Result<Self> {
        let (queue, entries) = mpsc::channel(QUEUE);
        let stopped = Stopped::default();
        let why = Arc::clone(&stopped);
        let thread =
            std::thread::Builder::new().name("journal".into()).spawn(move || tail.run(entries, &why))?;
        Ok(Self { queue, stopped, thread: Some(thread) })
    }

    /// Returns once a crash of the machine cannot lose the line.
    pub async fn write_paid(&self, seq: u64, line: Vec<u8>) -> Result<(), Arc<io::Error>> {
        let (done, written) = oneshot::channel();
        self.hand_over(Entry::Paid { seq, line, done }).await?;
        written.await.map_err(|_| self.why_stopped())
    }

    /// Hands over a line that costs nothing to say again; one that cannot be written fails whatever is
    /// handed over later.
    pub async fn write_by_rule(&self, seq: u64, line: Vec<u8>) -> Result<(), Arc<io::Error>> {
        self.hand_over(Entry::ByRule { seq, line }).await
    }

    /// Returns once all that was handed over is in the file, and with `safe` once a crash of the machine
    /// cannot lose it.
    pub async fn catch_up(&self, safe: bool) -> Result<(), Arc<io::Error>> {
        let (done, written) = oneshot::channel();
        self.hand_over(Entry::Mark { safe, done }).await?;
        written.await.map_err(|_| self.why_stopped())
    }

    async fn hand_over(&self, entry: Entry) -> Result<(), Arc<io::Error>> {
        self.queue.send(entry).await.map_err(|_| self.why_stopped())
    }

    fn why_stopped(&self) -> Arc<io::Error> {
        let unknown = || Arc::new(io::Error::other("the journal's writer has stopped"));
        self.stopped.get().cloned().unwrap_or_else(unknown)
    }

    /// Waits until everything handed over is on disk.
    ///
    /// # Errors
    /// When a line could not be written.
    pub fn close(mut self) -> Result<(), Arc<io::Error>> {
        drop(self.queue);
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            return Err(Arc::new(io::Error::other("the journal's writer has stopped")));
        }
        self.stopped.get().cloned().map_or(Ok(()), Err)
    }
}

/// Adds what has come meanwhile.
fn gather(entries: &mut mpsc::Receiver<Entry>, group: &mut Vec<Entry>) {
    while group.len() < GROUP
        && let Ok(entry) = entries.try_recv()
    {
        group.push(entry);
    }
}

/// The writer's own state: the file it appends to.
struct Tail {
    dir: PathBuf,
    store: Arc<Store>,
    file: File,
    segment: u32,
    length: u64,
    /// Length at which the segment is sealed.
    segment_bytes: u64,
    /// Whether the file system counts the names of a file; some count none.
    counts_names: bool,
}

impl Tail {
    fn open(dir: PathBuf, segment_bytes: u64, store: Arc<Store>) -> io::Result<Self> {
        if let Some((segment, file)) = store.newest_plain()? {
            let (length, counts_names) = (file.metadata()?.len(), file.metadata()?.nlink() > 0);
            return Ok(Self { dir, store, file, segment, length, segment_bytes, counts_names });
        }
        let number = store.next_segment();
        let (segment, file) = segment::create(&dir, number)?;
        store.add_segment(segment);
        let counts_names = file.metadata()?.nlink() > 0;
        Ok(Self { dir, store, file, segment: number, length: 0, segment_bytes, counts_names })
    }

    /// Returns when nobody can hand anything over any more, or when a write fails: what follows it
    /// could land behind half a line.
    fn run(mut self, mut entries: mpsc::Receiver<Entry>, why: &Stopped) {
        // Both live until it is said why: whoever waits for one of these lines asks for that.
        let mut group = Vec::new();
        if let Err(error) = self.take(&mut entries, &mut group) {
            // Nobody else sets it.
            let _ = why.set(Arc::new(error));
        }
    }

    fn take(&mut self, entries: &mut mpsc::Receiver<Entry>, group: &mut Vec<Entry>) -> io::Result<()> {
        let mut synced: Option<Instant> = None;
        while entries.blocking_recv_many(group, GROUP) > 0 {
            let since = synced.map_or(UNSYNCED_AT_MOST, |synced| synced.elapsed());
            let awaited = group
                .iter()
                .any(|entry| matches!(entry, Entry::Paid { .. } | Entry::Mark { safe: true, .. }));
            if awaited {
                let rest = BETWEEN_SYNCS.saturating_sub(since);
                if !rest.is_zero() {
                    std::thread::sleep(rest);
                    gather(entries, group);
                }
            }
            let sync = awaited || since >= UNSYNCED_AT_MOST;
            if sync {
                synced = Some(Instant::now());
            }
            self.write_group(group, sync)?;
            for entry in group.drain(..) {
                if let Entry::Paid { done, .. } | Entry::Mark { done, .. } = entry {
                    // An asker that has gone away needs no acknowledgement.
                    let _ = done.send(());
                }
            }
        }
        self.sync()
    }

    /// Makes the file last, if it still has a name: one that was removed takes lines in as before, and
    /// loses them all when the run ends.
    fn sync(&self) -> io::Result<()> {
        self.file.sync_data()?;
        if self.counts_names && self.file.metadata()?.nlink() == 0 {
            return Err(io::Error::new(
                io::ErrorKind::NotFound,
                "the folder, or its newest file, was removed while the run was at work",
            ));
        }
        Ok(())
    }

    fn write_group(&mut self, group: &[Entry], sync: bool) -> io::Result<()> {
        let lines = || group.iter().filter_map(Entry::line);
        let mut bytes = Vec::with_capacity(lines().map(|(_, line)| line.len()).sum());
        lines().for_each(|(_, line)| bytes.extend_from_slice(line));
        self.file.write_all(&bytes)?;
        if sync {
            self.sync()?;
        }
        let mut offset = self.length;
        for (seq, line) in lines() {
            let place = Location {
                segment: self.segment,
                offset,
                frame: 0,
                within: 0,
                length: line.len() as u32 - 1,
            };
            self.store.place(seq, place);
            offset += line.len() as u64;
        }
        self.length = offset;
        if self.length >= self.segment_bytes { self.roll() } else { Ok(()) }
    }

    fn roll(&mut self) -> io::Result<()> {
        self.store.seal(self.segment, &self.dir)?;
        let number = self.segment + 1;
        let (segment, file) = segment::create(&self.dir, number)?;
        self.store.add_segment(segment);
        self.file = file;
        self.segment = number;
        self.length = 0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Vec<u8> {
        format!("{text}\n").into_bytes()
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn a_full_disk_fails_what_follows_and_is_told_of_at_the_end() {
        let full = || Tail {
            dir: PathBuf::new(),
            store: Arc::default(),
            file: File::options().write(true).open("/dev/full").expect("the system has it"),
            segment: 1,
            length: 0,
            segment_bytes: 1 << 20,
            counts_names: true,
        };
        let told = |error: Arc<io::Error>| error.kind() == io::ErrorKind::StorageFull;
        let writer = Writer::on(full()).expect("a thread");
        writer.write_by_rule(0, line("said by rule")).await.expect("nobody waits for it");
        assert!(told(writer.write_paid(1, line("paid")).await.expect_err("the disk is full")));
        assert!(told(writer.close().expect_err("a line is missing")));
        let writer = Writer::on(full()).expect("a thread");
        writer.write_by_rule(0, line("said by rule")).await.expect("nobody waits for it");
        assert!(told(writer.close().expect_err("a line is missing")));
    }

    #[tokio::test]
    async fn a_file_that_was_removed_fails_the_next_line_that_is_waited_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let calls = folder.path().join("calls");
        std::fs::create_dir(&calls).expect("made");
        let writer = Writer::start(calls.clone(), 1 << 20, Arc::default()).expect("a thread");
        writer.write_paid(0, line("0")).await.expect("safe");
        std::fs::remove_dir_all(&calls).expect("removed");
        let error = writer.write_paid(1, line("1")).await.expect_err("nothing holds it");
        assert!(error.to_string().contains("was removed while"), "{error}");
        assert_eq!(writer.close().expect_err("a line is lost").kind(), io::ErrorKind::NotFound);
    }

    #[tokio::test]
    async fn what_is_said_by_rule_is_in_the_file_before_what_follows_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Arc::new(Store::default());
        let writer =
            Writer::start(folder.path().to_path_buf(), 1 << 20, Arc::clone(&store)).expect("a thread");
        for seq in 0..50 {
            writer.write_by_rule(seq, line(&seq.to_string())).await.expect("taken");
        }
        writer.write_paid(50, line("50")).await.expect("safe");
        assert_eq!(store.seqs(), (0..=50).collect::<Vec<_>>());
        writer.write_by_rule(51, line("51")).await.expect("taken");
        writer.catch_up(false).await.expect("written");
        assert_eq!(store.line(51).expect("in its place"), b"51");
        writer.close().expect("all is on disk");
    }
}
