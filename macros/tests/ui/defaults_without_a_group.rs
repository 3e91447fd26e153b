extern crate treebench_games as treebench;

use treebench::Params;

/// Parameters.
#[derive(Params)]
struct Settings {
    /// How many.
    #[param(default = 3, fixed(size = 4))]
    size: u8,
}

fn main() {}
