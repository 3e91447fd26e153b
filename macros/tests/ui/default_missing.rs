extern crate treebench_games as treebench;

use treebench::Params;

/// Parameters.
#[derive(Params)]
struct Settings {
    /// How many.
    #[param(range = 1..=9)]
    size: u8,
}

fn main() {}
