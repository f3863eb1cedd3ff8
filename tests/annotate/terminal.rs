//! Labelling in the terminal, driven through a pseudo-terminal and read off an emulated screen.

use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use super::bench::Bench;

/// Longest wait for something to appear: far beyond what a slow machine needs.
const PATIENCE: Duration = Duration::from_secs(120);

/// The program in a terminal of its own.
struct Terminal {
    child: Child,
    master: File,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
}

/// Rows and columns.
type Size = (NonZeroU16, NonZeroU16);

fn size(columns: u16, rows: u16) -> Size {
    let some = |n| NonZeroU16::new(n).expect("a terminal has rows and columns");
    (some(rows), some(columns))
}

fn winsize((rows, columns): Size) -> Winsize {
    Winsize { ws_row: rows.get(), ws_col: columns.get(), ws_xpixel: 0, ws_ypixel: 0 }
}

impl Terminal {
    fn start(bench: &Bench, arguments: &[&str]) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)
            .expect("a pseudo-terminal");
        grantpt(&master).expect("a pseudo-terminal");
        unlockpt(&master).expect("a pseudo-terminal");
        let name = ptsname(&master, Vec::new()).expect("a pseudo-terminal has a name");
        // A handle that another test's program inherits would keep this terminal open.
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let slave = rustix::fs::open(name.as_c_str(), flags, Mode::empty()).expect("its other side opens");
        let size = size(80, 24);
        tcsetwinsize(&slave, winsize(size)).expect("a terminal can be sized");
        let slave = File::from(slave);
        let side = || Stdio::from(slave.try_clone().expect("a handle can be copied"));
        // It makes the terminal the program's own, then becomes the program.
        let mut command = Command::new("setsid");
        command.args(["--ctty", env!("CARGO_BIN_EXE_lexconsult")]).args(arguments);
        command.current_dir(bench.path()).env("TERM", "xterm-256color");
        let child = command.stdin(side()).stdout(side()).stderr(side()).spawn().expect("the program starts");
        drop(command);
        drop(slave);
        let master = File::from(master);
        let mut reader = master.try_clone().expect("a handle can be copied");
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The end of the terminal shows as no bytes, or as an error.
            while let Ok(n) = reader.read(&mut bytes) {
                if n == 0 || sender.send(bytes[..n].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self { child, master, output, screen: vt100::Parser::new(size.0, size.1, 0) }
    }

    fn press(&mut self, keys: &str) {
        self.master.write_all(keys.as_bytes()).expect("keys can be pressed");
    }

    fn text(&self) -> String {
        self.screen.screen().contents()
    }

    /// Reads until the screen is as wanted.
    #[track_caller]
    fn until(&mut self, what: &str, wanted: impl Fn(&str) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !wanted(&self.text()) {
            let left = end.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.screen.process(&bytes),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    panic!("never saw {what}:\n{}", self.text())
                }
            }
        }
    }

    #[track_caller]
    fn shows(&mut self, text: &str) {
        self.until(text, |screen| screen.contains(text));
    }

    /// Presses keys and waits for a text.
    #[track_caller]
    fn then(&mut self, keys: &str, text: &str) {
        self.press(keys);
        self.shows(text);
    }

    /// Ends the program as kill -9 does.
    fn kill(mut self) {
        // The standard library's kill is SIGKILL.
        self.child.kill().expect("it runs");
        self.child.wait().expect("it has ended");
    }

    /// Waits for the end of the program; its code and what the terminal shows.
    fn end(mut self) -> (Option<i32>, String) {
        while let Ok(bytes) = self.output.recv_timeout(PATIENCE) {
            self.screen.process(&bytes);
        }
        let code = self.child.wait().expect("it has ended").code();
        (code, self.text())
    }
}

const LABEL: [&str; 4] = ["annotate", "terminal", "a", "--annotator"];

fn exported(per_task: &str) -> Bench {
    let bench = Bench::new(&["--task", "lca,ljp"]);
    bench.run(&["annotate", "export", "results/r", "--out", "a", "--per-task", per_task], 0);
    bench
}

#[test]
fn labels_survive_kill_and_work_goes_on_where_it_was_left() {
    let bench = exported("4");
    // Labelling needs no key, and gives the annotator none.
    std::fs::rename(bench.file("a/key.json"), bench.file("key.json")).expect("moved");
    let arguments = [&LABEL[..], &["chen", "--task", "lca"]].concat();
    let mut terminal = Terminal::start(&bench, &arguments);
    terminal.shows("lca-001 · 1 of 4 · 0 labelled");
    terminal.shows("1 complete 事实完整");
    terminal.then("1", "lca-002 · 2 of 4 · 1 labelled");
    terminal.then("2", "lca-003 · 3 of 4 · 2 labelled");
    terminal.then("n", "note: ");
    terminal.then("备注 q1", "note: 备注 q1");
    terminal.then("\r", "n note");
    terminal.kill();
    let log = bench.read("a/labels/chen.jsonl");
    assert_eq!(log.lines().count(), 3, "{log}");
    assert!(log.ends_with('\n') && log.contains("备注 q1"), "{log}");

    let mut terminal = Terminal::start(&bench, &arguments);
    terminal.shows("lca-003 · 3 of 4 · 2 labelled");
    terminal.shows("note: 备注 q1");
    terminal.then("b", "[2 underspecified 事实不足]");
    terminal.then("b", "[1 complete 事实完整]");
    // The note is taken back first, then the label before it.
    terminal.press("u");
    terminal.until("lca-003 without its note", |text| text.contains("lca-003") && !text.contains("备注"));
    terminal.then("u", "lca-002 · 2 of 4 · 1 labelled");
    terminal.then("s", "lca-003 · 3 of 4 · 1 labelled");
    terminal.then("3", "lca-004 · 4 of 4 · 2 labelled");
    terminal.then("1", "lca-002 · 2 of 4 · 3 labelled");
    terminal.press("q");
    let (code, left) = terminal.end();
    assert_eq!(code, Some(3), "{left}");
    assert!(left.contains("chen: 3 of 4 labelled"), "{left}");

    let mut terminal = Terminal::start(&bench, &arguments);
    terminal.shows("lca-002 · 2 of 4 · 3 labelled");
    terminal.then("2", "All 4 items are labelled.");
    terminal.press("q");
    assert_eq!(terminal.end().0, Some(0));
    std::fs::rename(bench.file("key.json"), bench.file("a/key.json")).expect("moved back");
    let imported = bench.json(&["annotate", "import", "a", "--annotator", "chen"], 0);
    assert_eq!((&imported["labelled"], &imported["items"]), (&4.into(), &8.into()));
}

#[test]
fn a_narrow_terminal_shows_all_of_an_item_line_by_line() {
    let bench = exported("6");
    let mut terminal = Terminal::start(&bench, &[&LABEL[..], &["陈"]].concat());
    terminal.shows("lca-001");
    terminal.shows("q quit");
    let narrow = size(34, 20);
    terminal.screen.screen_mut().set_size(narrow.0, narrow.1);
    tcsetwinsize(&terminal.master, winsize(narrow)).expect("a terminal can be sized");
    // The line of keys, cut at the new width, ends in `q quit` only once it is wrapped anew.
    terminal.shows("q quit");
    let rows: Vec<String> = terminal.screen.screen().rows(0, 34).collect();
    assert!(rows.iter().any(|row| row.starts_with("│ ")), "the material is set in: {rows:?}");
    // The guidelines take the place of the material and give it back.
    terminal.press("g");
    terminal.until("the guidelines", |text| !text.contains("│ ") && text.contains("lca-001"));
    terminal.then("g", "│ ");
    terminal.press("\u{1b}[F");
    terminal.until("the end of the material", |text| text.contains("↑ more") && !text.contains("↓ more"));
    terminal.press("\u{1b}[H");
    terminal.until("its beginning", |text| text.contains("History") && text.contains("↓ more"));
    // A second terminal under the same name is refused while this one labels.
    let mut second = Terminal::start(&bench, &[&LABEL[..], &["陈"]].concat());
    second.shows("another terminal is labelling");
    assert_eq!(second.end().0, Some(1));
    // Ctrl-C leaves, too, and the terminal is given back.
    terminal.press("\u{3}");
    let (code, left) = terminal.end();
    assert_eq!(code, Some(3), "{left}");
    assert!(left.contains("0 of 12 labelled"), "{left}");
}
