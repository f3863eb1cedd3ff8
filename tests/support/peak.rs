//! The memory that a command takes.

use std::fs;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

/// Runs a command to its end, which must be a good one: the most memory it took at a time, in kB, as
/// the kernel counts it while it runs.
pub fn peak_kb(command: &mut Command) -> u64 {
    let mut child = command.spawn().expect("the program starts");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let now = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        peak = now.unwrap_or(0).max(peak);
        if let Some(ended) = child.try_wait().expect("the child can be waited for") {
            assert!(ended.success(), "{command:?}");
            return peak;
        }
        sleep(Duration::from_millis(1));
    }
}
