//! The process of an agent: three tasks write its input, read its answers and pass on its notes.

use std::collections::HashMap;
use std::process::Stdio;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::value::RawValue;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::{Fault, LINE_MAX};
use crate::model::exchange::FailureKind;
use crate::model::reader::{self, AgentLine, Answer, agent_line};

/// Requests waiting to be written, beyond which asks wait themselves.
const QUEUE: usize = 16;
/// Longest note kept for the message of a failure, in characters.
const NOTE_MAX: usize = 300;

type Answered = Result<(Answer, Box<RawValue>), Fault>;

/// A process that was started.
pub(super) struct Process {
    lines: mpsc::Sender<Vec<u8>>,
    desk: Arc<Desk>,
    kill: oneshot::Sender<()>,
    reading: JoinHandle<()>,
}

/// Who waits for which answer.
#[derive(Default)]
struct Desk(Mutex<Waiters>);

#[derive(Default)]
struct Waiters {
    by_id: HashMap<u64, oneshot::Sender<Answered>>,
    /// How the process ended.
    end: Option<String>,
    /// The last line of its stderr.
    note: String,
}

impl Desk {
    fn waiters(&self) -> MutexGuard<'_, Waiters> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The process has ended: so have the asks in flight.
    fn end(&self, how: &str) {
        let mut waiters = self.waiters();
        let how = match waiters.note.as_str() {
            "" => how.to_owned(),
            note => format!("{how}; its last note: {note}"),
        };
        for (_, waiter) in waiters.by_id.drain() {
            // Who has stopped waiting does not mind.
            waiter.send(Err(Fault::process(how.clone()))).ok();
        }
        waiters.end = Some(how);
    }
}

/// A place at the desk, given up when dropped.
pub(super) struct Waiting {
    id: u64,
    desk: Arc<Desk>,
    answer: oneshot::Receiver<Answered>,
}

impl Waiting {
    pub(super) async fn answer(mut self) -> Answered {
        match (&mut self.answer).await {
            Ok(answered) => answered,
            Err(_) => Err(Fault::process("the agent's process is gone")),
        }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.desk.waiters().by_id.remove(&self.id);
    }
}

impl Process {
    /// Starts a program, in a group of its own: an interrupt at the terminal is for the run, which
    /// then lets its agents finish what they are at.
    pub(super) fn start(agent: &str, words: &[String], grace: Duration) -> Result<Self, String> {
        let (program, arguments) = words.split_first().ok_or("the command is empty")?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn().map_err(|error| format!("failed to start `{program}`: {error}"))?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(format!("failed to start `{program}`: its pipes are missing"));
        };
        let (lines, queue) = mpsc::channel(QUEUE);
        let (kill, killed) = oneshot::channel();
        let desk = Arc::<Desk>::default();
        tokio::spawn(write(stdin, queue));
        let notes = tokio::spawn(pass_on(agent.to_owned(), stderr, Arc::clone(&desk)));
        let watch = Watch { child, notes, desk: Arc::clone(&desk), grace };
        let reading = tokio::spawn(watch.run(stdout, killed));
        Ok(Self { lines, desk, kill, reading })
    }

    /// How the process ended, if it did.
    pub(super) fn end_told(&self) -> Option<String> {
        self.desk.waiters().end.clone()
    }

    /// A place for the answer to a request, and where to send the request.
    pub(super) fn expect(&self, id: u64) -> Result<(mpsc::Sender<Vec<u8>>, Waiting), String> {
        let (sender, answer) = oneshot::channel();
        let mut waiters = self.desk.waiters();
        if let Some(end) = &waiters.end {
            return Err(end.clone());
        }
        waiters.by_id.insert(id, sender);
        drop(waiters);
        Ok((self.lines.clone(), Waiting { id, desk: Arc::clone(&self.desk), answer }))
    }

    /// Ends its input, waits, then kills it.
    pub(super) async fn end(self, grace: Duration) {
        let Self { lines, kill, mut reading, .. } = self;
        drop(lines);
        if tokio::time::timeout(grace, &mut reading).await.is_err() {
            // An error of either means that the process has ended meanwhile.
            kill.send(()).ok();
            reading.await.ok();
        }
    }
}

/// Writes requests until there is no one left to send any, then closes the input.
async fn write(mut stdin: ChildStdin, mut queue: mpsc::Receiver<Vec<u8>>) {
    while let Some(line) = queue.recv().await {
        // A process that no longer reads is about to end, or its asks run out of time.
        if stdin.write_all(&line).await.is_err() || stdin.flush().await.is_err() {
            return;
        }
    }
}

/// Passes notes on to the log.
async fn pass_on(agent: String, stderr: ChildStderr, desk: Arc<Desk>) {
    let mut stderr = BufReader::new(stderr);
    while let Ok(Some(Line::Whole(line) | Line::TooLong(line))) = read_line(&mut stderr, 1 << 16).await {
        let note = String::from_utf8_lossy(&line).trim_end().to_owned();
        if !note.is_empty() {
            tracing::info!(agent, "{note}");
            desk.waiters().note = note.chars().take(NOTE_MAX).collect();
        }
    }
}

struct Watch {
    child: Child,
    notes: JoinHandle<()>,
    desk: Arc<Desk>,
    grace: Duration,
}

impl Watch {
    /// Hands out answers until the process ends, breaks the protocol, or is to be killed.
    async fn run(mut self, stdout: ChildStdout, killed: oneshot::Receiver<()>) {
        let how = tokio::select! {
            broken = hand_out(stdout, &self.desk) => match broken {
                Some(broken) => {
                    self.kill().await;
                    broken.to_owned()
                }
                None => self.exit().await,
            },
            // The other end is dropped only when the process as a whole is.
            _ = killed => {
                self.kill().await;
                "the agent was killed".to_owned()
            }
        };
        // Its last words may still be on their way, unless a child of its own keeps them open.
        tokio::time::timeout(Duration::from_millis(200), &mut self.notes).await.ok();
        self.notes.abort();
        self.desk.end(&how);
    }

    /// Its output has ended: so will the process, or it is made to.
    async fn exit(&mut self) -> String {
        match tokio::time::timeout(self.grace, self.child.wait()).await {
            Ok(Ok(status)) => format!("the agent's process ended ({status})"),
            Ok(Err(error)) => format!("the agent's process is lost: {error}"),
            Err(_) => {
                self.kill().await;
                "the agent closed its output".to_owned()
            }
        }
    }

    /// Kills the process by its id and waits for its end.
    async fn kill(&mut self) {
        if let Err(error) = self.child.kill().await {
            tracing::warn!("failed to kill an agent's process: {error}");
        }
    }
}

/// Hands out answers until the output ends (`None`) or breaks the protocol.
async fn hand_out(stdout: ChildStdout, desk: &Desk) -> Option<&'static str> {
    let mut stdout = BufReader::new(stdout);
    loop {
        let line = match read_line(&mut stdout, LINE_MAX).await {
            Ok(Some(Line::Whole(line))) => line,
            Ok(Some(Line::TooLong(_))) => return Some("the agent wrote a line longer than 4 MiB"),
            Ok(None) | Err(_) => return None,
        };
        if line.trim_ascii().is_empty() {
            continue;
        }
        let Some(AgentLine { id, said }) = agent_line(&line) else {
            return Some("the agent wrote a line that is no answer (notes belong on stderr)");
        };
        let Some(waiter) = desk.waiters().by_id.remove(&id) else {
            tracing::warn!(id, "an agent answered a request that nobody waits for");
            continue;
        };
        let answered = match said {
            Some(Ok(answer)) => Ok((answer, reader::raw(&line))),
            Some(Err(error)) => Err(Fault::process(format!("the agent failed: {}", cut(&error)))),
            None => Err(Fault {
                kind: FailureKind::BadReply,
                label: "bad_reply",
                message: "the agent's answer holds neither content nor error".to_owned(),
            }),
        };
        waiter.send(answered).ok();
    }
}

fn cut(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(NOTE_MAX).collect()
}

enum Line {
    Whole(Vec<u8>),
    /// As much of it as was taken.
    TooLong(Vec<u8>),
}

/// The next line without its end; `None` at the end of the input.
async fn read_line(input: &mut (impl AsyncBufRead + Unpin), most: usize) -> std::io::Result<Option<Line>> {
    let mut line = Vec::new();
    loop {
        let held = input.fill_buf().await?;
        if held.is_empty() {
            return Ok((!line.is_empty()).then_some(Line::Whole(line)));
        }
        let end = held.iter().position(|byte| *byte == b'\n');
        let taken = end.unwrap_or(held.len());
        if line.len() + taken > most {
            let room = most - line.len();
            line.extend_from_slice(&held[..room]);
            input.consume(room);
            return Ok(Some(Line::TooLong(line)));
        }
        line.extend_from_slice(&held[..taken]);
        input.consume(end.map_or(taken, |end| end + 1));
        if end.is_some() {
            return Ok(Some(Line::Whole(line)));
        }
    }
}
