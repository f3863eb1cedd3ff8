//! File descriptors: each connection takes one.

/// Descriptors that a run needs beside its connections: journal, records, programs, look-ups.
const BESIDE: u64 = 96;

/// Raises the process's soft limit as far as `connections` need it, and says how many of them fit
/// within what the system allows.
pub(in crate::model) fn room_for(connections: usize) -> usize {
    let wanted = connections as u64 + BESIDE;
    // A system that does not tell is taken at its word when it refuses a connection.
    let allowed = rlimit::increase_nofile_limit(wanted).unwrap_or(wanted);
    usize::try_from(allowed.saturating_sub(BESIDE)).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::room_for;

    #[test]
    fn there_is_room_for_what_is_usual_and_not_for_anything() {
        assert!(room_for(10) >= 10);
        assert!(room_for(usize::MAX >> 12) < usize::MAX >> 12);
    }
}
