//! Flat Monte-Carlo statistics of a game, counted as in Table 1 of the split-moves paper.
//!
//! *Nodal states* of a playout are the whole moves that players made, *all states* the semimoves that they applied, those
//! taken back out of dead ends included. Steps of chance are not counted. The *branching factor* is the number of semimoves
//! generated, divided by the number of states in which they were generated: with one semimove applied per such state, these
//! are the same states as all states.

mod player;

use crate::Moments;
pub use player::FlatPlayer;
use treebench_games::playout::Playout;
use treebench_games::{Move, Player, Position, Rng, Turn};

/// The results of many playouts.
#[derive(Clone, PartialEq, Debug)]
pub struct Flat {
    /// Nodal states of a playout.
    pub nodal: Moments,
    /// All states of a playout.
    pub all: Moments,
    /// The final score of each player, over the playouts that were not cut off.
    pub scores: Vec<Moments>,
    /// Playouts that the cap cut off.
    pub cut_off: u64,
}

impl Flat {
    /// No playouts yet.
    pub fn new(players: usize) -> Self {
        Flat { nodal: Moments::default(), all: Moments::default(), scores: vec![Moments::default(); players], cut_off: 0 }
    }

    /// Adds the playouts of another.
    pub fn merge(&mut self, other: &Flat) {
        self.nodal.merge(&other.nodal);
        self.all.merge(&other.all);
        self.scores.iter_mut().zip(&other.scores).for_each(|(score, other)| score.merge(other));
        self.cut_off += other.cut_off;
    }

    /// Adds a playout that ended in this position.
    #[inline]
    pub fn add(&mut self, playout: Playout, end: &dyn Position) {
        self.nodal.push(f64::from(playout.moves));
        self.all.push(f64::from(playout.semimoves));
        if playout.over {
            for (player, score) in self.scores.iter_mut().enumerate() {
                score.push(end.score(player as Player));
            }
        } else {
            self.cut_off += 1;
        }
    }
}

/// Semimoves generated, and the states in which they were.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Branching {
    /// Semimoves generated in states of players.
    pub generated: u64,
    /// States of players in which semimoves were generated, dead ends included.
    pub states: u64,
}

impl Branching {
    /// Semimoves per state; 0 if there was no state.
    pub fn factor(&self) -> f64 {
        if self.states == 0 { 0.0 } else { self.generated as f64 / self.states as f64 }
    }

    /// Counts the semimoves of a position, and returns those among which random play chooses.
    fn list(&mut self, position: &dyn Position) -> Vec<Move> {
        self.generated += position.move_list().len() as u64;
        self.states += 1;
        let mut chosen_from = Vec::new();
        position.playout_moves(&mut chosen_from);
        chosen_from
    }

    /// Plays one game by the plain loop, which lists every semimove, and counts. It draws the same numbers as
    /// [`uniform`](treebench_games::playout::uniform) and so plays the same game from the same generator.
    pub fn playout(&mut self, position: &mut Box<dyn Position>, rng: &mut Rng, cap: u32) -> Playout {
        let mut done = Playout::default();
        loop {
            match position.turn() {
                Turn::Over => return Playout { over: true, ..done },
                Turn::Chance => {
                    let outcome = position.sample(rng, &mut Vec::new());
                    position.apply(outcome);
                }
                Turn::Player(_) if done.moves == cap => return done,
                Turn::Player(_) => match self.finish_move(position.as_ref(), rng, &mut done.semimoves) {
                    Some(next) => {
                        *position = next;
                        done.moves += 1;
                    }
                    None => return Playout { over: true, ..done },
                },
            }
        }
    }

    /// The next nodal position by random semimoves, or `None` if every path from here is dead.
    fn finish_move(&mut self, position: &dyn Position, rng: &mut Rng, tried: &mut u32) -> Option<Box<dyn Position>> {
        let mut untried = self.list(position);
        while !untried.is_empty() {
            let m = untried.swap_remove(rng.below(untried.len()));
            let mut next = position.boxed();
            next.apply(m);
            *tried += 1;
            if next.is_nodal() {
                return Some(next);
            }
            if let Some(end) = self.finish_move(next.as_ref(), rng, tried) {
                return Some(end);
            }
        }
        None
    }
}
