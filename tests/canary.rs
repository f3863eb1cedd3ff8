//! The canary test: who sees what, in the requests themselves. Types guard the source of a word;
//! this guards everything that reaches a model, text already spoken included.

mod canary {
    pub mod pack;
    pub mod rows;
    pub mod stage;
    mod sameness;
    mod shown;
    mod views;
}
