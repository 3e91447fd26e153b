//! A state of a game.

use crate::game::{BEGIN, Game, NodeId, Symbol};

/// A node and the values of all variables.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The node.
    pub node: NodeId,
    /// The values; [`Game::variables`] says whose.
    pub cells: Vec<Symbol>,
}

/// Who acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    /// The player with this number chooses.
    Player(usize),
    /// Chance chooses.
    Random,
    /// The keeper, who has no choice.
    Keeper,
}

impl State {
    /// The state before the first move.
    pub fn start(game: &Game) -> State {
        State { node: BEGIN, cells: game.initial.clone() }
    }

    /// Makes this state equal to another one.
    #[inline]
    pub fn copy_from(&mut self, other: &State) {
        self.node = other.node;
        self.cells.clone_from(&other.cells);
    }

    /// Who acts here.
    #[inline]
    pub fn control(&self, game: &Game) -> Control {
        let player = self.cells[game.variables[game.player].offset];
        if player == game.random {
            return Control::Random;
        }
        game.players.iter().position(|&known| known == player).map_or(Control::Keeper, Control::Player)
    }

    /// The score of a player.
    pub fn score(&self, game: &Game, player: usize) -> i32 {
        let symbol = self.cells[game.variables[game.goals].offset + player];
        game.scores[usize::from(symbol)].unwrap_or(0)
    }
}
