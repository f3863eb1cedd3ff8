//! The canary test: who sees what, in the requests themselves. Types guard the source of a word;
//! this guards everything that reaches a model, text already spoken included.

mod canary {
    pub mod pack;
    mod probes;
    pub mod rows;
    mod sameness;
    mod shown;
    pub mod stage;
    mod views;
}
