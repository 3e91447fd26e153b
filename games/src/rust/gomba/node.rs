//! Algorithm 1: a node of the tree and its children, each a function of the path alone.

use super::noise::{self, Purpose};
use super::rules::Rules;

/// A node: a few words, whatever the size of the tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Node {
    /// The tree.
    pub(super) tree: u64,
    /// The key, mixed from the path to this node.
    pub(super) key: u64,
    /// The log-odds with which player 1 wins this position if it is unforced.
    pub(super) difficulty: f64,
    /// Moves since the root.
    pub(super) depth: u16,
    /// The minimax value: player 1's outcome from 0 (lost) in a game of two, otherwise the winner.
    pub(super) value: u8,
    /// Whether this is a chance node.
    pub(super) chance: bool,
}

/// The constraint that a node puts on a child.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Demand {
    /// The same value as the node.
    Value,
    /// No better for the mover than the node's value.
    NoBetter,
}

impl Node {
    /// The root: player 0 begins and gets the best value, as in the paper ("coerced into having at least one winning child", section 4.2.1).
    pub(super) fn root(rules: &Rules, tree: u64) -> Node {
        Node { tree, key: noise::root(tree), difficulty: rules.bias, depth: 0, value: 0, chance: false }
    }

    /// The child that a move, or an outcome of chance, leads to (ExpandAction).
    #[inline(always)]
    pub(super) fn child(&self, rules: &Rules, action: u64) -> Node {
        if rules.plain {
            return self.plain_child(rules, action);
        }
        let key = noise::child(self.key, action);
        let difficulty = self.difficulty + rules.step(self, action, key);
        let value = match self.demand(rules, action) {
            Demand::Value => self.value,
            Demand::NoBetter => self.no_better(rules, rules.draw(key, difficulty)),
        };
        let (depth, chance) =
            if self.chance { (self.depth, false) } else { (self.depth + 1, rules.chance > 1 && self.depth + 1 < rules.depth) };
        Node { tree: self.tree, key, difficulty, depth, value, chance }
    }

    /// The same under [plain](Rules::plain) rules.
    #[inline(always)]
    fn plain_child(&self, rules: &Rules, action: u64) -> Node {
        let key = noise::child(self.key, action);
        let difficulty = self.difficulty + rules.plain_step(key);
        // The value is the winner: a mover who has lost has lost in all children.
        let lost = self.value != (self.depth & 1) as u8;
        let value = if lost || action == self.forced(rules) { self.value } else { rules.plain_draw(key, difficulty) };
        Node { tree: self.tree, key, difficulty, depth: self.depth + 1, value, chance: false }
    }

    /// forcedWinner: all children have the node's value if its mover cannot do worse, or at a chance node; otherwise one child has it,
    /// drawn for this node.
    #[inline(always)]
    fn demand(&self, rules: &Rules, action: u64) -> Demand {
        let mover = rules.mover(self.depth);
        let lost = if rules.players == 2 { self.value == if mover == 1 { 0 } else { rules.outcomes - 1 } } else { self.value != mover };
        if lost || self.chance || action == self.forced(rules) { Demand::Value } else { Demand::NoBetter }
    }

    /// The child that keeps the node's value; only for a mover who has not lost.
    #[inline(always)]
    pub(super) fn forced(&self, rules: &Rules) -> u64 {
        noise::below(noise::bits(self.key, Purpose::Forced), rules.branching)
    }

    /// With two outcomes no value is better than a win for the mover; with more it may have to be lowered.
    #[inline(always)]
    fn no_better(&self, rules: &Rules, drawn: u8) -> u8 {
        match rules.mover(self.depth) {
            _ if rules.outcomes == 2 => drawn,
            1 => drawn.min(self.value),
            _ => drawn.max(self.value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use crate::params::Params as _;
    use crate::rust::gomba::Gomba;

    #[test]
    fn a_plain_child_is_that_of_the_general_rules() {
        let mut rng = Rng::from_seed(4);
        for tree in 0..300 {
            let game = Gomba { branching: 1 + tree % 9, depth: 40, ..Gomba::defaults().unwrap() };
            let (plain, mut general) = (Rules::new(&game), Rules::new(&game));
            general.plain = false;
            assert!(plain.plain);
            let mut node = Node::root(&plain, tree.into());
            for _ in 0..40 {
                let action = rng.below(game.branching.into()) as u64;
                let next = node.child(&plain, action);
                assert_eq!(next, node.child(&general, action));
                node = next;
            }
        }
    }
}
