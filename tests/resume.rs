//! A run that is killed, again and again, goes on where it was: what was answered is not asked again,
//! and the numbers are those of a run that nobody disturbed.

#[path = "support/agents.rs"]
mod agents;
#[path = "support/running.rs"]
mod running;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::BufRead;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use lexconsult::draw;
use lexconsult::model::Message;
use lexconsult::model::journal::{Asked, Journal, Outcome};
use lexconsult::suite::lexpilot::PlayRecord;
use rand::RngExt;
use serde::Deserialize;
use serde_json::value::RawValue;

use agents::{agent, asked, place};
use running::Running;

const KILLS: usize = 10;
const CONNECTIONS: usize = 4;
const ROLES: [&str; 3] = ["assistant", "user", "judge"];

/// How often each agent was asked what.
type Counts = BTreeMap<(String, String), usize>;

fn key(role: &str, messages: &[Message]) -> (String, String) {
    (role.to_owned(), serde_json::to_string(messages).expect("messages are plain data"))
}

fn count(logs: &Path) -> Counts {
    let mut counts = Counts::new();
    for role in ROLES {
        for messages in asked(logs, role) {
            *counts.entry(key(role, &messages)).or_default() += 1;
        }
    }
    counts
}

fn total(counts: &Counts) -> usize {
    counts.values().sum()
}

/// What the journal of a run holds the answers to. Each answer is there once.
fn held(run: &Path) -> Counts {
    let journal = Journal::open(&run.join("calls")).expect("the journal is whole");
    let mut counts = Counts::new();
    let mut names = BTreeSet::new();
    for seq in journal.seqs() {
        let call = journal.call(seq).expect("every line can be read");
        let (Outcome::Answer(_), Asked::Chat { messages, .. }) = (&call.outcome, &call.request) else {
            continue;
        };
        assert!(names.insert((call.scope.clone(), call.path.clone())), "{} {}", call.scope, call.path);
        let role = ROLES.iter().find(|role| call.model == agent(role, "")).expect("an agent of this test");
        *counts.entry(key(role, messages)).or_default() += 1;
    }
    counts
}

/// That every line which a record names is in the journal; how many records there are.
fn records_name_lines_that_are_there(run: &Path) -> usize {
    let journal = Journal::reading(&run.join("calls")).expect("the journal is whole");
    let lines: BTreeSet<u64> = journal.seqs().into_iter().collect();
    let mut records = 0;
    for (file, calls) in [("plays.jsonl", "/transcript/calls"), ("judgements.jsonl", "/calls")] {
        let text = fs::read_to_string(run.join(file)).unwrap_or_default();
        // The last line may be torn.
        for record in text.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok()) {
            let named = record.pointer(calls).and_then(|calls| calls.as_array()).expect("a list of lines");
            assert!(named.iter().all(|seq| lines.contains(&seq.as_u64().expect("a number"))), "{record}");
            records += 1;
        }
    }
    records
}

#[test]
fn records_of_players_by_rule_never_come_before_their_lines() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for records in [40, 200, 700] {
        let name = records.to_string();
        let mut program = Command::new(env!("CARGO_BIN_EXE_lexconsult"))
            .args(["run", "--model", "builtin/listener", "--repeats", "200", "--display", "none"])
            .args(["--name", &name, "--log-dir", "."])
            .current_dir(folder.path())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("the program starts");
        let run = folder.path().join(&name);
        let written = || fs::read_to_string(run.join("plays.jsonl")).map_or(0, |text| text.lines().count());
        while written() < records && program.try_wait().expect("a child").is_none() {}
        program.kill().expect("the program runs");
        program.wait().expect("the program has ended");
        assert!(records_name_lines_that_are_there(&run) >= records);
    }
}

/// Kills the program a while after its agents were asked so many times; the while is about as long as
/// an answer takes, so that the kill falls anywhere between two of them.
fn kill_after(mut running: Running, requests: usize, pause: Duration) {
    running.follow(requests);
    std::thread::sleep(pause);
    running.program.kill().expect("the program runs");
    running.program.wait().expect("the program has ended");
    // Agents that are still at a request end first.
    for line in running.told.lines() {
        assert_eq!(line.expect("the pipe can be read"), "asked");
    }
}

#[derive(Deserialize)]
struct Written {
    estimates: Box<RawValue>,
}

fn estimates(run: &Path) -> String {
    let text = fs::read_to_string(run.join("scores.json")).expect("the scores are there");
    serde_json::from_str::<Written>(&text).expect("scores are JSON").estimates.get().to_owned()
}

fn arguments(log_dir: &str) -> Vec<String> {
    let connections = CONNECTIONS.to_string();
    let how = ["run", "--display", "none", "--name", "r", "--log-dir", log_dir];
    let study = ["--limit", "5", "--repeats", "2", "--resamples", "200", "--max-connections", &connections];
    let flags = ["--model", "--user", "--judge"].into_iter().zip(ROLES);
    let cast = flags.flat_map(|(flag, role)| [flag.to_owned(), agent(role, "")]);
    how.iter().chain(&study).map(|part| (*part).to_owned()).chain(cast).collect()
}

fn resume_of(log_dir: &str) -> Vec<String> {
    let (run, connections) = (format!("{log_dir}/r"), CONNECTIONS.to_string());
    ["resume", &run, "--display", "none", "--max-connections", &connections].map(str::to_owned).to_vec()
}

#[test]
fn a_run_killed_ten_times_asks_nothing_twice_and_ends_with_the_same_scores() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    place(folder);

    let undisturbed = folder.join("undisturbed/r");
    let logs = folder.join("logs-undisturbed");
    Running::start(folder, &logs, &arguments("undisturbed")).end(&logs, 0);
    let wanted = count(&logs);
    assert_eq!(held(&undisturbed), wanted, "every request has its line");

    // The moments of the kills, in requests from the beginning: one in each tenth of the run's
    // first nine tenths, so that all of them come before its end.
    let mut rng = draw::rng(2, &["moments of the kills"]);
    let stride = total(&wanted) * 9 / 10 / KILLS;
    let moments: Vec<usize> = (0..KILLS).map(|i| i * stride + rng.random_range(1..=stride)).collect();

    let run = folder.join("killed/r");
    let resume = resume_of("killed");
    let mut before = Counts::new();
    let mut last = 0;
    let mut lost = 0;
    for (i, moment) in moments.iter().enumerate() {
        let logs = folder.join(format!("logs-{i}"));
        let begun = if i == 0 { arguments("killed") } else { resume.clone() };
        let pause = Duration::from_micros(rng.random_range(0..6000));
        kill_after(Running::start(folder, &logs, &begun), moment - last, pause);
        last = *moment;

        let now = count(&logs);
        for (ask, times) in &now {
            let owed = wanted.get(ask).copied().unwrap_or(0) - before.get(ask).copied().unwrap_or(0);
            assert!(*times <= owed, "asked {times} times, owed {owed}, at kill {i}: {ask:?}");
        }
        records_name_lines_that_are_there(&run);
        let after = held(&run);
        let in_flight = total(&before) + total(&now) - total(&after);
        assert!(in_flight <= CONNECTIONS, "{in_flight} answers lost at kill {i}");
        lost += in_flight;
        before = after;
    }

    let logs = folder.join("logs-last");
    Running::start(folder, &logs, &resume).end(&logs, 0);
    let mut owed = wanted.clone();
    for (ask, times) in &before {
        *owed.get_mut(ask).expect("nothing is held that was not wanted") -= times;
    }
    owed.retain(|_, times| *times > 0);
    assert_eq!(count(&logs), owed, "the last resume asks for exactly what is owed");
    assert_eq!(held(&run), wanted);
    assert!(lost > 0, "no kill fell into an answer: the moments are badly chosen");
    assert!(estimates(&run) == estimates(&undisturbed), "the scores differ from the undisturbed ones");

    let plays = fs::read_to_string(run.join("plays.jsonl")).expect("the records are there");
    for line in plays.lines() {
        let play: PlayRecord = serde_json::from_str(line).expect("a record a line");
        assert_eq!(play.supersedes, None, "{}", play.id);
    }

    // Done is done: nothing is asked.
    let logs = folder.join("logs-again");
    Running::start(folder, &logs, &resume).end(&logs, 0);
    assert_eq!(total(&count(&logs)), 0);
}

#[test]
fn torn_last_lines_cost_the_answer_that_was_torn_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    place(folder);
    // One exchange at a time, so that the last lines of all files speak of the same unit.
    let one = |words: &[&str]| -> Vec<String> {
        words
            .iter()
            .chain(&["--display", "none", "--max-connections", "1"])
            .map(|word| (*word).to_owned())
            .collect()
    };
    let cast = ROLES.map(|role| agent(role, ""));
    let [assistant, user, judge] = &cast;
    let cast = ["--model", assistant, "--user", user, "--judge", judge];
    let study =
        ["run", "--log-dir", ".", "--name", "r", "--limit", "1", "--repeats", "1", "--resamples", "200"];
    let logs = folder.join("logs");
    Running::start(folder, &logs, &one(&[study.as_slice(), &cast].concat())).end(&logs, 0);
    let run = folder.join("r");
    let whole = (estimates(&run), held(&run));

    for name in ["calls/000001.jsonl", "plays.jsonl", "judgements.jsonl"] {
        let bytes = fs::read(run.join(name)).expect("a file of the run");
        fs::write(run.join(name), &bytes[..bytes.len() - 20]).expect("the run can be written");
    }
    // Where nothing can be written it stays torn, and no try leaves anything behind.
    for _ in 0..2 {
        let limited = "trap '' XFSZ; ulimit -f 0; exec \"$@\"";
        let program = ["-c", limited, "sh", env!("CARGO_BIN_EXE_lexconsult"), "resume", "r"];
        let output = Command::new("sh").args(program).current_dir(folder).output().expect("sh is there");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("failed to mend the journal in r/calls"), "{said}");
        assert!(!run.join("calls/torn-001.txt").exists());
    }
    let logs = folder.join("logs-again");
    Running::start(folder, &logs, &one(&["resume", "r"])).end(&logs, 0);
    assert_eq!(asked(&logs, "judge").len(), 1, "the judge's last answer was torn");
    assert_eq!(total(&count(&logs)), 1);
    assert!((estimates(&run), held(&run)) == whole);
    assert!(run.join("calls/torn-001.txt").exists(), "what was torn is set aside");
}

#[test]
fn a_run_whose_folder_is_removed_ends_and_says_so() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let script = r#"while read -r line; do
  echo asked >> asked
  if [ "$(wc -l < asked)" -eq 3 ]; then rm -rf r; fi
  id=${line#*\"id\":}
  printf '{"id": %s, "content": "1. Supported"}\n' "${id%%,*}"
done
"#;
    fs::write(folder.join("agent.sh"), script).expect("the folder can be written");
    let tiny = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/packs/tiny");
    let study = ["run", "--log-dir", ".", "--name", "r", "--pack", tiny, "--task", "lca", "--repeats", "5"];
    let cast = ["--model", "cmd/sh agent.sh", "--user", "builtin/lexical", "--judge", "builtin/rules"];
    let output = Command::new(env!("CARGO_BIN_EXE_lexconsult"))
        .args(study)
        .args(cast)
        .args(["--max-connections", "1", "--display", "none"])
        .current_dir(folder)
        .output()
        .expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("was removed while the run was at work") && said.contains("hint: restore"),
        "{said}"
    );
    // What was in flight, of twenty.
    let asked = fs::read_to_string(folder.join("asked")).expect("asks").lines().count();
    assert!((3..=5).contains(&asked), "{asked} asks");
}

#[test]
fn an_interrupt_ends_a_run_after_what_was_begun() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    place(folder);
    let logs = folder.join("logs");
    let mut running = Running::start(folder, &logs, &arguments("interrupted"));
    running.follow(10);
    let id = running.program.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().expect("kill is there");
    assert!(sent.success());
    running.end(&logs, 3);
    let run = folder.join("interrupted/r");
    let asked_so_far = count(&logs);
    assert_eq!(held(&run), asked_so_far, "whatever was asked was heard out");

    let logs = folder.join("logs-more");
    Running::start(folder, &logs, &resume_of("interrupted")).end(&logs, 0);
    let logs_of_all = folder.join("logs-undisturbed");
    Running::start(folder, &logs_of_all, &arguments("undisturbed")).end(&logs_of_all, 0);
    assert!(total(&asked_so_far) < total(&count(&logs_of_all)));
    assert_eq!(total(&asked_so_far) + total(&count(&logs)), total(&count(&logs_of_all)));
    assert!(estimates(&run) == estimates(&folder.join("undisturbed/r")));
}

#[test]
fn an_interrupt_while_scores_are_computed_ends_the_process() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let resamples = ["--resamples", "1000000", "--repeats", "1", "--name", "r", "--log-dir", "."];
    let arguments = [&["run", "--model", "builtin/oracle", "--display", "none"][..], &resamples].concat();
    let arguments: Vec<String> = arguments.into_iter().map(str::to_owned).collect();
    let logs = folder.join("logs");
    let running = Running::start(folder, &logs, &arguments);
    // The last judgement stands: what follows is arithmetic.
    let judged = || fs::read_to_string(folder.join("r/judgements.jsonl")).unwrap_or_default().lines().count();
    let begun = Instant::now();
    while judged() < 54 {
        assert!(begun.elapsed() < Duration::from_secs(60), "{} judgements", judged());
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(300));
    let id = running.program.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill is there").success());
    running.end(&logs, 130);
    assert!(!folder.join("r/scores.json").exists(), "it was interrupted before there were numbers");
}
