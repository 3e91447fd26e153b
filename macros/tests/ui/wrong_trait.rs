extern crate treebench_games as treebench;

use treebench::{Params, game};

/// A game.
#[derive(Params)]
struct Hex;

#[game("hex")]
impl Clone for Hex {
    fn clone(&self) -> Self {
        Hex
    }
}

fn main() {}
