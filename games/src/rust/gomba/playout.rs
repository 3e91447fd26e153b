//! Random play in two ways: move by move to a leaf, and in closed form (section 3.2.4).

use super::node::Node;
use super::position::Gomba;
use super::rules::Rules;
use crate::{Move, Playout, Rng, Trace};

impl Gomba {
    /// Plays to the end or until the players have made `cap` moves.
    pub(super) fn play_out(&mut self, rng: &mut Rng, cap: u32) -> Playout {
        let left = u32::from(self.rules.depth - self.node.depth);
        if let Some(closed_form) = &self.rules.closed_form
            && left > 0
            && left <= cap
        {
            // The value of a leaf is final; nothing is drawn, and its difficulty is not needed.
            self.node.value = u8::from(self.node.wins(&self.rules, closed_form, rng.unit()));
            self.node.depth = self.rules.depth;
            return Playout::orthodox(left, true);
        }
        let moves = left.min(cap);
        let guided = self.rules.effectiveness > 0.0 && rng.unit() < self.rules.effectiveness;
        self.node = if guided {
            keep_value(&self.rules, self.node, moves, rng, |_, _| ())
        } else {
            walk(&self.rules, self.node, moves, rng, |_, _| ())
        };
        Playout::orthodox(moves, moves == left)
    }
}

impl Gomba {
    /// The same move by move, since a closed form makes no moves; appends the moves to `trace`.
    pub(super) fn walk_traced(&mut self, rng: &mut Rng, cap: u32, trace: &mut Trace) -> Playout {
        let left = u32::from(self.rules.depth - self.node.depth);
        let moves = left.min(cap);
        let guided = self.rules.effectiveness > 0.0 && rng.unit() < self.rules.effectiveness;
        let note = |player: u8, action: u64| trace.push(usize::from(player), &[Move(action)]);
        self.node =
            if guided { keep_value(&self.rules, self.node, moves, rng, note) } else { walk(&self.rules, self.node, moves, rng, note) };
        Playout::orthodox(moves, moves == left)
    }
}

/// Makes `moves` uniformly random moves, with their outcomes of chance.
#[inline(never)]
fn walk(rules: &Rules, mut node: Node, moves: u32, rng: &mut Rng, mut note: impl FnMut(u8, u64)) -> Node {
    for _ in 0..moves {
        if node.chance {
            node = node.child(rules, rng.below(rules.chance as usize) as u64);
        }
        let action = rng.below(rules.branching as usize) as u64;
        note(rules.mover(node.depth), action);
        node = node.child(rules, action);
    }
    meet_chance(rules, node, rng)
}

/// The same with moves that keep the minimax value; there is always one.
fn keep_value(rules: &Rules, mut node: Node, moves: u32, rng: &mut Rng, mut note: impl FnMut(u8, u64)) -> Node {
    for _ in 0..moves {
        if node.chance {
            node = node.child(rules, rng.below(rules.chance as usize) as u64);
        }
        let mut action = rng.below(rules.branching as usize) as u64;
        let mut next = node.child(rules, action);
        if next.value != node.value {
            action = node.forced(rules);
            next = node.child(rules, action);
        }
        note(rules.mover(node.depth), action);
        node = next;
    }
    meet_chance(rules, node, rng)
}

/// A playout that is cut off ends where a player is to move.
fn meet_chance(rules: &Rules, node: Node, rng: &mut Rng) -> Node {
    if node.chance { node.child(rules, rng.below(rules.chance as usize) as u64) } else { node }
}
