extern crate treebench_games as treebench;

use treebench::game;

#[game("hex")]
struct Hex;

fn main() {}
