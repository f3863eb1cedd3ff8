//! Bad input from outside: each kind ends with a message that says what, where and how to mend it,
//! and with its own exit code; never with a panic.

#[path = "support/folders.rs"]
mod folders;

mod bad_input {
    mod command_line;
    mod endpoints;
    mod folders;
    mod packs;
    mod program;
}
