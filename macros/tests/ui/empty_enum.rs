extern crate treebench_games as treebench;

use treebench::Params;

/// Words.
#[derive(Params, Clone, Copy, PartialEq)]
enum Word {}

fn main() {}
