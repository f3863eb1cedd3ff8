//! Numbers from labels. No law, no models, no I/O.
