//! Builds again when an embedded folder changes: the macro that embeds them does not say so.

fn main() {
    for folder in ["prompts", "scenarios"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
