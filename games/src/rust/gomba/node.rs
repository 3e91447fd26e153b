//! Algorithm 1: a node of the tree and its children, each a function of the path alone.

use super::chances::{Outcomes, sigmoid, theorem_2};
use super::noise::{self, Purpose};
use super::rules::Rules;
use crate::Player;

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
        let difficulty = self.difficulty + self.step(rules, action, key);
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

    /// The step in difficulty from a node to its child with this key.
    #[inline(always)]
    pub(super) fn step(&self, rules: &Rules, action: u64, child: u64) -> f64 {
        let mut z = rules.ziggurat.normal(noise::bits(child, Purpose::Difficulty));
        if rules.carried > 0.0 && !self.chance {
            z = rules.own * z + rules.carried * self.worth(rules, action);
        }
        self.spread(rules) * z
    }

    /// The value of an action for its player in the whole tree, a standard normal number.
    fn worth(&self, rules: &Rules, action: u64) -> f64 {
        let (mover, actions) = (u64::from(rules.mover(self.depth)), noise::bits(self.tree, Purpose::Action));
        rules.ziggurat.normal(noise::bits(noise::child(actions, mover * rules.branching + action), Purpose::Difficulty))
    }

    /// The spread below a node.
    #[inline(always)]
    fn spread(&self, rules: &Rules) -> f64 {
        if rules.spread_variation == 0.0 {
            return rules.spread;
        }
        let z = rules.ziggurat.normal(noise::bits(self.key, Purpose::Spread));
        rules.spread * libm::exp(rules.spread_variation * z)
    }

    /// Whether `u` is less than the [probability](Self::probability) with which player 1 wins by the closed form.
    #[inline(always)]
    pub(super) fn wins(&self, rules: &Rules, closed_form: &Outcomes, u: f64) -> bool {
        if rules.effectiveness == 0.0 { closed_form.exceed(u, self.difficulty) } else { u < self.probability(rules) }
    }

    /// The probability that player 1 wins by random play in a tree whose difficulties are all equal (theorem 2), shifted towards the
    /// minimax value.
    pub(super) fn probability(&self, rules: &Rules) -> f64 {
        let chance = theorem_2(sigmoid(self.difficulty), rules.branching as f64);
        chance + rules.effectiveness * (f64::from(self.value) - chance)
    }

    /// A player's expected score in random play, inside (0, 1): by theorem 2 where it holds, otherwise by the value of an unforced
    /// position.
    pub(super) fn estimate(&self, rules: &Rules, player: Player) -> f64 {
        /// No estimate is certain.
        const LEAST: f64 = 1e-9;
        let plain = if rules.players == 2 && rules.outcomes == 2 {
            let second = theorem_2(sigmoid(self.difficulty), rules.branching as f64);
            if player == 1 { second } else { 1.0 - second }
        } else if rules.players == 2 {
            let lowest = 0.5 * f64::from(rules.outcomes - 2);
            let above = (0..rules.outcomes - 1).map(|k| sigmoid(self.difficulty + lowest - f64::from(k))).sum::<f64>();
            let second = above / f64::from(rules.outcomes - 1);
            if player == 1 { second } else { 1.0 - second }
        } else {
            let lost = sigmoid(self.difficulty);
            if player == 0 { 1.0 - lost } else { lost / f64::from(rules.players - 1) }
        };
        (plain + rules.effectiveness * (rules.score(self.value, player) - plain)).clamp(LEAST, 1.0 - LEAST)
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
