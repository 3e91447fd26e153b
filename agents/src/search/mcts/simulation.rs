//! Simulation: from a leaf to every player's score.

use super::children::Leaf;
use super::{Buffers, Mcts};
use crate::search::{DescentEnd, PlayoutContext};
use treebench_games::{Position, Turn};

impl Mcts {
    /// Simulates: fills in the scores, by a playout unless they are known; `false` at a dead end.
    pub(super) fn simulate(&mut self, position: &mut dyn Position, leaf: Leaf, states: &mut u64) -> bool {
        match leaf {
            Leaf::New | Leaf::Unexpanded => {
                let whole = self.finish_move(position, states);
                if whole {
                    self.play_out(position, states);
                }
                return whole;
            }
            Leaf::Over => {
                self.final_scores(position);
                self.arrive(position, true);
            }
            Leaf::Solved => self.solved_scores(),
            Leaf::DeadEnd => return false,
        }
        true
    }

    /// Tells the backup rules that the descent has come to a new node or to the end of the game.
    pub(super) fn arrive(&mut self, position: &dyn Position, over: bool) {
        let Buffers { path, scores, scratch, .. } = &mut self.buffers;
        let (Some(step), turn) = (path.last(), position.turn()) else { return };
        let mut arrival = DescentEnd {
            node: step.node,
            position,
            mover: if let Turn::Player(mover) = turn { Some(mover) } else { None },
            scores: if over { Some(scores) } else { None },
            moves: &mut scratch.moves,
        };
        for rule in &mut self.options.backup {
            rule.arrive(&mut self.tree, &mut arrival);
        }
    }

    /// Completes the move inside which the leaf is; `false` if it is a dead end. Playouts begin in nodal positions.
    fn finish_move(&mut self, position: &mut dyn Position, states: &mut u64) -> bool {
        let Buffers { path, scratch, actions, .. } = &mut self.buffers;
        let Some(step) = path.last().filter(|step| step.inside) else { return true };
        let mut playing = PlayoutContext { rng: &mut self.rng, scratch, actions, learner: self.options.learner.as_mut() };
        let finished = self.options.playout.finish(position, step.chooser, &mut playing);
        *states += u64::from(finished);
        finished
    }

    /// Plays out and fills in the scores.
    fn play_out(&mut self, position: &mut dyn Position, states: &mut u64) {
        let Buffers { scratch, actions, scores, .. } = &mut self.buffers;
        let mut playing = PlayoutContext { rng: &mut self.rng, scratch, actions, learner: self.options.learner.as_mut() };
        let playout = self.options.playout.play(position, &mut playing);
        *states += u64::from(playout.moves);
        scores.clear();
        if playout.over {
            let end = self.options.playout.end(position);
            scores.extend((0..self.info.players).map(|player| self.info.normalise(end.score(player))));
        } else {
            scores.resize(self.info.players, self.options.cap_score);
        }
    }

    /// Fills in the scores of a game that is over.
    fn final_scores(&mut self, position: &dyn Position) {
        self.buffers.scores.clear();
        self.buffers.scores.extend((0..self.info.players).map(|player| self.info.normalise(position.score(player))));
    }

    /// Fills in the scores of a solved node.
    fn solved_scores(&mut self) {
        let Buffers { path, scores, .. } = &mut self.buffers;
        let Some(step) = path.last() else { return };
        scores.clear();
        self.options.backup.iter().for_each(|rule| rule.solved_scores(&self.tree, step.node, scores));
    }
}
