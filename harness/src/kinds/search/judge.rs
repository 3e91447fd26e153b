//! The optimal moves, known by the game or found by exhaustive search.

use crate::kinds::solver::Solver;
use treebench_games::{GameInfo, Move, Player, Position};

/// Two values nearer than this are the same.
const CLOSE: f64 = 1e-9;

/// Judges the moves of one position after another.
pub(super) struct Judge {
    positions: u64,
    solver: Solver,
    /// The position, whose turn it is, and the value for that player.
    root: Option<(Box<dyn Position>, Player, f64)>,
    /// The verdicts on its moves.
    judged: Vec<(Vec<Move>, Verdict)>,
}

/// The verdict on a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Verdict {
    /// Whether no other move has a better value.
    pub(super) optimal: bool,
    /// The difficulty of the position after it for the player, if the game defines one.
    pub(super) difficulty: Option<f64>,
}

impl Judge {
    /// A judge whose solver may visit this many positions.
    pub(super) fn new(info: GameInfo, positions: u64) -> Self {
        Judge { positions, solver: Solver::new(info, positions), root: None, judged: Vec::new() }
    }

    /// Begins with a position in which it is this player's turn.
    ///
    /// # Errors
    /// If its value cannot be found.
    pub(super) fn begin(&mut self, position: &dyn Position, player: Player) -> Result<(), String> {
        self.judged.clear();
        self.solver.forget();
        let value = self.value(position, player)?;
        self.root = Some((position.boxed(), player, value));
        Ok(())
    }

    /// Judges a move of the position.
    ///
    /// # Errors
    /// If its value cannot be found.
    pub(super) fn judge(&mut self, submove: &[Move]) -> Result<Verdict, String> {
        if let Some((_, verdict)) = self.judged.iter().find(|(judged, _)| judged == submove) {
            return Ok(*verdict);
        }
        let (root, player, best) = self.root.as_ref().ok_or("no position was begun with")?;
        let (mut after, player, best) = (root.boxed(), *player, *best);
        submove.iter().for_each(|&m| after.apply(m));
        let value = self.value(after.as_ref(), player)?;
        let verdict = Verdict { optimal: value >= best - CLOSE, difficulty: after.oracle().and_then(|oracle| oracle.difficulty(player)) };
        self.judged.push((submove.to_vec(), verdict));
        Ok(verdict)
    }

    /// The value of a position for a player under perfect play.
    fn value(&mut self, position: &dyn Position, player: Player) -> Result<f64, String> {
        let unsolved = || format!("the solver did not solve it within {} positions; see `search.solver-positions`", self.positions);
        self.solver.value(position, player)?.ok_or_else(unsolved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use treebench_games::params::Values;
    use treebench_games::{Turn, games};

    #[test]
    fn optimal_moves_of_tic_tac_toe_are_the_known_ones() {
        let game = games().find("tic-tac-toe").unwrap().build(&Values::default()).unwrap();
        let mut judge = Judge::new(game.info(), 100_000);
        // After a corner only the centre (square 4) holds the draw; on the empty board every square does.
        for (text, optimal) in [("X../.../... o", vec![4]), (".../.../... x", (0..9).collect()), ("XX./OO./... x", vec![2])] {
            let position = game.parse(text).unwrap();
            let Turn::Player(player) = position.turn() else { panic!() };
            judge.begin(position.as_ref(), player).unwrap();
            let found: Vec<u64> = position.move_list().into_iter().filter(|&m| judge.judge(&[m]).unwrap().optimal).map(|m| m.0).collect();
            assert_eq!(found, optimal, "{text}");
        }
        let mut hasty = Judge::new(game.info(), 10);
        assert!(hasty.begin(game.start().as_ref(), 0).unwrap_err().contains("solver-positions"));
    }
}
