//! Random play in two ways: walked to a leaf, and in closed form (section 3.2.4).

use super::node::Node;
use super::position::Gomba;
use super::rules::Rules;
use crate::{Playout, Rng};

impl Gomba {
    /// Plays to the end or until players have made `cap` moves.
    pub(super) fn play_out(&mut self, rng: &mut Rng, cap: u32) -> Playout {
        let left = u32::from(self.rules.depth - self.node.depth);
        if self.rules.closed_form && left > 0 && left <= cap {
            // At a leaf the value is final, and nothing is drawn. A leaf's own difficulty is nobody's business.
            self.node.value = u8::from(rng.unit() < self.rules.closed_form(&self.node));
            self.node.depth = self.rules.depth;
            return Playout { moves: left, semimoves: left, over: true };
        }
        let moves = left.min(cap);
        let guided = self.rules.effectiveness > 0.0 && rng.unit() < self.rules.effectiveness;
        self.node = if guided { keep_value(&self.rules, self.node, moves, rng) } else { walk(&self.rules, self.node, moves, rng) };
        Playout { moves, semimoves: moves, over: moves == left }
    }
}

/// So many uniformly random moves, and what chance makes of them.
#[inline(never)]
fn walk(rules: &Rules, mut node: Node, moves: u32, rng: &mut Rng) -> Node {
    for _ in 0..moves {
        if node.chance {
            node = node.child(rules, rng.below(rules.chance as usize) as u64);
        }
        node = node.child(rules, rng.below(rules.branching as usize) as u64);
    }
    meet_chance(rules, node, rng)
}

/// The same with moves that keep the minimax value; there is always one.
fn keep_value(rules: &Rules, mut node: Node, moves: u32, rng: &mut Rng) -> Node {
    for _ in 0..moves {
        if node.chance {
            node = node.child(rules, rng.below(rules.chance as usize) as u64);
        }
        let drawn = node.child(rules, rng.below(rules.branching as usize) as u64);
        node = if drawn.value == node.value { drawn } else { node.child(rules, node.forced(rules)) };
    }
    meet_chance(rules, node, rng)
}

/// A playout that is cut off ends where a player is to move.
fn meet_chance(rules: &Rules, node: Node, rng: &mut Rng) -> Node {
    if node.chance { node.child(rules, rng.below(rules.chance as usize) as u64) } else { node }
}
