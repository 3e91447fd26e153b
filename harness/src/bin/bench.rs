//! The `bench` command. An outside crate builds its own with the same three lines.

fn main() -> std::process::ExitCode {
    treebench::main!()
}
