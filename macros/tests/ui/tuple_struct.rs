extern crate treebench_games as treebench;

use treebench::Params;

/// Parameters.
#[derive(Params)]
struct Settings(u8);

fn main() {}
