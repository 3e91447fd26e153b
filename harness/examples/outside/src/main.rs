//! A `bench` with one more game and two more agents.

mod greedy;
mod nim;
mod polynomial_uct;

fn main() -> std::process::ExitCode {
    treebench::main!()
}
