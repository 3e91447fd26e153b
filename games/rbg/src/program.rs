//! A game under one split strategy, ready to be played: what the two engines execute.
//!
//! # How a program is played
//!
//! Both engines follow these rules to the letter, so that the same seed plays the same game on either.
//!
//! 1. A *stretch* is what can be walked from a node and a square without a modifier or (under a split, for a player) a dot. Inside a
//!    stretch every (node, square) counts once. Its ends are the *steps* that can be taken, in canonical order: by number, then
//!    by square. For the keeper, and in the orthodox view, a dot is an empty edge.
//! 2. A step does what its edge says at its square and goes on from the edge's end. A *semimove* is a sequence of steps that ends at
//!    the first step which ends semimoves: a switch always, a dot where dots count, an off or assignment under `Mod`. Under `Mod`
//!    a semimove is thus one step. Semimoves are listed in the order of their steps.
//! 3. The keeper's moves are made at once: after every switch to the keeper, and at the start. It takes the first legal whole move in
//!    canonical order (depth first, going back from dead ends). Without one the game is over; likewise for a player without
//!    a legal whole move. The scores are the players' variables.
//! 4. Random play draws its numbers from a [`SplitMix`](crate::SplitMix) that is seeded anew for every playout; no number is drawn
//!    where there is only one to choose from.
//!    Under `Mod`, where every step is a semimove, one of the stretch's steps is drawn uniformly, and taken back and struck from the
//!    list, its order kept, if it leads to dead ends only.
//!    In the orthodox view a *candidate* is a sequence of steps from a nodal state to the first [`forced`](Program::forced) node or
//!    switch. Candidates are listed in this order: of a stretch, first all steps that end a candidate, in canonical order; then,
//!    for every other step in canonical order, the candidates that begin with it. One is drawn uniformly and completed if
//!    possible; if not, one is drawn again, [`TRIES`] times in all; then those that can be completed are listed in the same
//!    order and one of them is drawn. Every legal move is equally likely, since no candidate has two completions.
//!    Under any other strategy the semimoves are listed and handled as the steps are under `Mod`.

use crate::automaton::Automaton;
use crate::description::Description;
use crate::limits::Limits;
use crate::split::Split;
use crate::state::Layout;
use std::sync::Arc;

/// How many candidates are drawn before the legal moves are listed.
pub const TRIES: u32 = 16;

/// A game under one split strategy.
#[derive(Clone, Debug)]
pub struct Program {
    /// The game.
    pub description: Arc<Description>,
    /// The strategy.
    pub split: Split,
    /// The automaton of the rules with the strategy's dots.
    pub automaton: Automaton,
    /// Where a state has what.
    pub layout: Layout,
    /// What play may cost.
    pub limits: Limits,
    /// For each node: whether every stretch from there to the next switch offers at most one step in any state whatever, so that
    /// there is at most one way to complete a move. Found by a conservative analysis: `false` may mean "not proved".
    pub forced: Vec<bool>,
}
