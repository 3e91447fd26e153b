extern crate treebench_games as treebench;

use treebench::Params;

/// Parameters.
#[derive(Params)]
struct Settings {
    /// How many.
    #[param(default = 3, added = true)]
    size: u8,
}

fn main() {}
