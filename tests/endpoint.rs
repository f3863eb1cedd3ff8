//! Chat-completions endpoints: what is sent, what is read, how it fails, and what never shows.

mod endpoint {
    mod faults;
    mod log;
    mod names;
    mod requests;
    mod retries;
    pub mod server;
}
