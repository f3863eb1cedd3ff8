//! The one writer: lines come in from everywhere, are written and synced in groups, and only then
//! acknowledged. What costs nothing to say again, a player's by rule, need only be written.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
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
const BETWEEN_SYNCS: Duration = Duration::from_millis(2);
/// Time after which lines are synced that nobody waits for: a crash of the machine then finds little
/// that is half on disk.
const UNSYNCED_AT_MOST: Duration = Duration::from_millis(100);

/// A line on its way to the file.
struct Entry {
    seq: u64,
    /// With its newline.
    line: Vec<u8>,
    /// Whether it must be safe before it is acknowledged; else it must be written.
    safe: bool,
    done: oneshot::Sender<Result<(), Arc<io::Error>>>,
}

/// The asking side of the writer.
pub(super) struct Writer {
    queue: mpsc::Sender<Entry>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    /// Starts the writer on the newest plain segment, or on a new one.
    pub fn start(dir: PathBuf, segment_bytes: u64, store: Arc<Store>) -> io::Result<Self> {
        let (queue, entries) = mpsc::channel(QUEUE);
        let tail = Tail::open(dir, segment_bytes, store)?;
        let thread = std::thread::Builder::new().name("journal".into()).spawn(move || tail.run(entries))?;
        Ok(Self { queue, thread: Some(thread) })
    }

    /// Returns once the line is in the file, and with `safe` once a crash of the machine cannot lose it.
    pub async fn write(&self, seq: u64, line: Vec<u8>, safe: bool) -> Result<(), Arc<io::Error>> {
        let (done, written) = oneshot::channel();
        let gone = || Arc::new(io::Error::other("the journal's writer has stopped"));
        self.queue.send(Entry { seq, line, safe, done }).await.map_err(|_| gone())?;
        written.await.map_err(|_| gone())?
    }

    /// Waits until everything queued is on disk.
    pub fn close(mut self) {
        drop(self.queue);
        if let Some(thread) = self.thread.take() {
            // The thread returns on its own when the queue is closed; a panic there has been
            // reported to every asker as a write that failed.
            let _ = thread.join();
        }
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
}

impl Tail {
    fn open(dir: PathBuf, segment_bytes: u64, store: Arc<Store>) -> io::Result<Self> {
        if let Some((segment, file)) = store.newest_plain()? {
            let length = file.metadata()?.len();
            return Ok(Self { dir, store, file, segment, length, segment_bytes });
        }
        let number = store.next_segment();
        let (segment, file) = segment::create(&dir, number)?;
        store.add_segment(segment);
        Ok(Self { dir, store, file, segment: number, length: 0, segment_bytes })
    }

    fn run(mut self, mut entries: mpsc::Receiver<Entry>) {
        let mut group = Vec::new();
        let mut synced: Option<Instant> = None;
        while entries.blocking_recv_many(&mut group, GROUP) > 0 {
            let since = synced.map_or(UNSYNCED_AT_MOST, |synced| synced.elapsed());
            let paid = group.iter().any(|entry| entry.safe);
            if paid {
                let rest = BETWEEN_SYNCS.saturating_sub(since);
                if !rest.is_zero() {
                    std::thread::sleep(rest);
                    gather(&mut entries, &mut group);
                }
            }
            let sync = paid || since >= UNSYNCED_AT_MOST;
            if sync {
                synced = Some(Instant::now());
            }
            let result = self.write_group(&group, sync).map_err(Arc::new);
            for entry in group.drain(..) {
                // An asker that has gone away needs no acknowledgement.
                let _ = entry.done.send(result.clone());
            }
            if result.is_err() {
                // What follows a failed write could land behind half a line: refuse it all.
                return;
            }
        }
        if let Err(error) = self.file.sync_data() {
            tracing::warn!("the journal's last lines may not be safe on disk: {error}");
        }
    }

    fn write_group(&mut self, group: &[Entry], sync: bool) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(group.iter().map(|entry| entry.line.len()).sum());
        group.iter().for_each(|entry| bytes.extend_from_slice(&entry.line));
        self.file.write_all(&bytes)?;
        if sync {
            self.file.sync_data()?;
        }
        let mut offset = self.length;
        for entry in group {
            let place = Location {
                segment: self.segment,
                offset,
                frame: 0,
                within: 0,
                length: entry.line.len() as u32 - 1,
            };
            self.store.place(entry.seq, place);
            offset += entry.line.len() as u64;
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
