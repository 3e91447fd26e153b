//! A game as described, with all names resolved.

use crate::board::Board;
use crate::expr::Expr;
use treebench_compile::Variable;

/// A name with its highest value; the lowest is 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoundedName {
    /// The name.
    pub name: String,
    /// The highest value, at most 2³¹ − 1.
    pub bound: u32,
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// The players with the highest scores they can reach.
    pub players: Vec<BoundedName>,
    /// The names of the pieces.
    pub pieces: Vec<String>,
    /// The declared variables, without the players' scores.
    pub variables: Vec<BoundedName>,
    /// The board.
    pub board: Board,
    /// The rules.
    pub rules: Expr,
}

impl Description {
    /// The number of variables, including the players' scores.
    pub fn variable_count(&self) -> usize {
        self.players.len() + self.variables.len()
    }

    /// A variable's name and bound.
    pub fn variable(&self, variable: Variable) -> &BoundedName {
        let i = usize::from(variable.0);
        self.players.get(i).unwrap_or_else(|| &self.variables[i - self.players.len()])
    }
}
