//! Probes that are killed go on where they were under the same name.

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::told::document;
use crate::agents::{agent, asked, place};
use crate::running::Running;

const TINY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/packs/tiny");
const ROLES: [&str; 3] = ["user", "assessor", "judge"];

fn arguments(log_dir: &str) -> Vec<String> {
    let flags = ["--user", "--assessor", "--judge"].into_iter().zip(ROLES);
    let cast = flags.flat_map(|(flag, role)| [flag.to_owned(), agent(role, "")]);
    let base = ["probe", "--pack", TINY, "--repeats", "3", "--display", "none", "--max-connections", "2"];
    let place = ["--log-dir", log_dir, "--name", "p"];
    base.iter().chain(&place).map(|part| (*part).to_owned()).chain(cast).collect()
}

fn count(logs: &Path) -> usize {
    ROLES.iter().map(|role| asked(logs, role).len()).sum()
}

#[test]
fn killed_probes_ask_only_what_is_missing_and_end_with_the_same_numbers() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    place(folder);
    let logs = folder.join("logs-undisturbed");
    Running::start(folder, &logs, &arguments("undisturbed")).end(&logs, 0);
    // Two cases, one probe each: four requests three times, each with an assessment; three questions.
    let wanted = count(&logs);
    assert_eq!(wanted, 2 * (4 * 3 * 2 + 3));

    let mut total = 0;
    for (i, moment) in [7, 9, 11].into_iter().enumerate() {
        let logs = folder.join(format!("logs-{i}"));
        let mut running = Running::start(folder, &logs, &arguments("killed"));
        running.follow(moment);
        std::thread::sleep(Duration::from_millis(2));
        running.program.kill().expect("the program runs");
        running.program.wait().expect("the program has ended");
        for line in std::io::BufRead::lines(running.told) {
            assert_eq!(line.expect("the pipe can be read"), "asked");
        }
        total += count(&logs);
    }
    let logs = folder.join("logs-last");
    Running::start(folder, &logs, &arguments("killed")).end(&logs, 0);
    total += count(&logs);
    // At most the two asks in flight are lost to each kill.
    assert!((wanted..=wanted + 3 * 2).contains(&total), "{total} asks, {wanted} wanted");

    let read = |log_dir: &str| {
        let text = fs::read_to_string(folder.join(log_dir).join("p/probe.json")).expect("written");
        document(&text)
    };
    let (undisturbed, killed) = (read("undisturbed"), read("killed"));
    for part in ["fidelity", "questions", "replies"] {
        assert_eq!(undisturbed[part], killed[part], "{part}");
    }
    let spent = killed["spent"]["lines"].as_array().expect("what was asked");
    assert_eq!(spent.len(), ROLES.len());
    assert!(spent.iter().all(|line| line["task"] == "fidelity"), "{spent:?}");

    let snapshots = fs::read_dir(folder.join("killed/p/snapshots")).expect("snapshots").count();
    assert_eq!(snapshots, 1, "the same settings are kept once");

    // Once more asks nobody.
    let logs = folder.join("logs-none");
    Running::start(folder, &logs, &arguments("killed")).end(&logs, 0);
    assert_eq!(count(&logs), 0);
}
