extern crate treebench_games as treebench;

use treebench::Params;

/// Parameters.
#[derive(Params)]
union Settings {
    size: u8,
}

fn main() {}
