extern crate treebench_games as treebench;

use treebench::Params;

/// Parameters.
#[derive(Params)]
struct Settings {
    #[param(default = 3)]
    size: u8,
}

fn main() {}
