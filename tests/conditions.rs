//! Users who are not ideal: what they are told in each turn, what is kept of it, and what it comes to.

mod conditions {
    mod designs;
    mod pack;
    mod server;
    mod sharing;
    mod stage;
    mod table;
    mod texts;
    mod trigger;
}
