//! File descriptors: each connection takes one.

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

#[cfg(test)]
mod tests {
    use super::connections_that_fit;

    #[test]
    fn there_is_connections_that_fit_what_is_usual_and_not_for_anything() {
        assert!(connections_that_fit(10) >= 10);
        assert!(connections_that_fit(usize::MAX >> 12) < usize::MAX >> 12);
    }
}
