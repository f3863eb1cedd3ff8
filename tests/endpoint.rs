//! Chat-completions endpoints: what is sent, what is read, how it fails, and what never shows.

mod endpoint {
    mod faults;
    mod level;
    mod log;
    mod misbehaviour;
    mod names;
    mod program;
    mod requests;
    mod retries;
    pub mod rude;
    pub mod server;
    mod structured;
}
