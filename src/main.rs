use std::process::ExitCode;

/// Thousands of exchanges at once make and drop small texts on all threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    lexconsult::cli::main()
}
