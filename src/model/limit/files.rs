//! File descriptors: each connection takes one.

use std::io;

use super::level::CEILING;

/// Descriptors that a run needs beside its connections: journal, records, programs, look-ups.
const BESIDE: u64 = 96;

/// Raises the process's soft limit as far as `connections` need it, and says how many of them fit
/// within what the system allows.
pub fn connections_that_fit(connections: usize) -> usize {
    let wanted = connections as u64 + BESIDE;
    // A system that does not tell is taken at its word when it refuses a connection.
    let allowed = rlimit::increase_nofile_limit(wanted).unwrap_or(wanted);
    usize::try_from(allowed.saturating_sub(BESIDE)).unwrap_or(usize::MAX)
}

/// Makes the process's table of descriptors long enough for so many connections, or as many as one
/// endpoint may get, as far as the system allows. Linux grows it as it fills, and where several threads run each time halts for some ten
/// milliseconds whoever opens one: to be called before there are threads.
pub fn make_room(connections: Option<usize>) {
    let connections = connections.unwrap_or(CEILING);
    let last = connections_that_fit(connections).min(connections) as u64 + BESIDE - 1;
    let Ok(last) = i32::try_from(last) else { return };
    // The descriptor is closed at once, the table stays. Where that fails, it grows as it fills.
    let _ = rustix::io::fcntl_dupfd_cloexec(io::stderr(), last);
}

#[cfg(test)]
mod tests {
    use super::{connections_that_fit, make_room};

    #[test]
    fn room_is_made_and_no_descriptor_is_kept() {
        let open = || std::fs::read_dir("/proc/self/fd").map(Iterator::count).unwrap_or_default();
        let before = open();
        make_room(Some(2000));
        make_room(Some(usize::MAX >> 12));
        // Other tests open and close files meanwhile; none opens as many as two rooms hold.
        assert!(open() < before + 1000);
    }

    #[test]
    fn there_is_connections_that_fit_what_is_usual_and_not_for_anything() {
        assert!(connections_that_fit(10) >= 10);
        assert!(connections_that_fit(usize::MAX >> 12) < usize::MAX >> 12);
    }
}
