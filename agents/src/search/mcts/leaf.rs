//! The end of an iteration: what is known where the descent stopped, and what came of it.

use super::{Buffers, Mcts};
use crate::parts::backup::Arrival;
use treebench_games::Turn;

impl Mcts {
    /// Tells the backup rules that the descent has come to a new node or to the end of the game.
    pub(super) fn arrive(&mut self, over: bool) {
        let Buffers { position: Some(position), path, scores, scratch, .. } = &mut self.buffers else { return };
        let (Some(step), turn) = (path.last(), position.turn()) else { return };
        let mut arrival = Arrival {
            node: step.node,
            position: position.as_ref(),
            mover: if let Turn::Player(mover) = turn { Some(mover) } else { None },
            scores: if over { Some(scores) } else { None },
            moves: &mut scratch.moves,
        };
        for rule in &mut self.options.backup {
            rule.arrive(&mut self.tree, &mut arrival);
        }
    }

    /// Plays out and fills in the scores.
    pub(super) fn play_out(&mut self, states: &mut u64) {
        let Buffers { position: Some(position), scratch, actions, .. } = &mut self.buffers else { return };
        let playout = self.options.playout.play(position.as_mut(), &mut self.rng, scratch, actions);
        *states += u64::from(playout.moves);
        if playout.over {
            self.score_end();
        } else {
            self.buffers.scores.clear();
            self.buffers.scores.resize(self.info.players, self.options.cap_score);
        }
    }

    /// Fills in the scores of the game that a playout ended.
    fn score_end(&mut self) {
        let Buffers { position: Some(position), scores, .. } = &mut self.buffers else { return };
        let end = self.options.playout.end(position.as_ref());
        scores.clear();
        scores.extend((0..self.info.players).map(|player| self.info.normalise(end.score(player))));
    }

    /// Fills in the scores of a game that is over where the descent ended.
    pub(super) fn final_scores(&mut self) {
        let Buffers { position: Some(position), scores, .. } = &mut self.buffers else { return };
        scores.clear();
        scores.extend((0..self.info.players).map(|player| self.info.normalise(position.score(player))));
    }

    /// Fills in the scores that are known at the last node of the path.
    pub(super) fn known_scores(&mut self) {
        let Some(step) = self.buffers.path.last() else { return };
        self.buffers.scores.clear();
        self.buffers.scores.extend(self.tree.bounds().row(step.node).iter().map(|bound| f64::from(bound.pess)));
    }
}
