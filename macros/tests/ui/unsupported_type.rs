extern crate treebench_games as treebench;

use treebench::Params;

/// Parameters.
#[derive(Params)]
struct Settings {
    /// How many.
    #[param(default = None)]
    size: Option<u8>,
}

fn main() {}
