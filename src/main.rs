use std::process::ExitCode;

fn main() -> ExitCode {
    lexconsult::cli::main()
}
