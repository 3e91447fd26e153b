extern crate treebench_games as treebench;

use treebench::Params;

/// Words.
#[derive(Params, Clone, Copy, PartialEq)]
enum Word {
    /// One.
    One(u8),
}

fn main() {}
