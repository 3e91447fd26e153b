//! A `bench` that knows one more game and one more agent.

mod greedy;
mod nim;

fn main() -> std::process::ExitCode {
    treebench::main()
}
