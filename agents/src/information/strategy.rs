//! Strategies of a whole small game: their values and best responses.

use super::tree::{GameTree, Node};
use crate::greatest::first_greatest;
use std::collections::BTreeMap;
use treebench_games::{Game, Move, Player, Position};

/// Moves with their weights.
pub type Weights = Vec<(Move, f64)>;

/// For every information set of a game, the probability of each of its moves.
#[derive(Clone, Debug)]
pub struct Strategy {
    /// By information set of the tree, by move.
    mixed: Vec<Vec<f64>>,
    /// The places of sets by their keys.
    places: BTreeMap<u64, usize>,
    moves: Vec<Vec<Move>>,
}

impl Strategy {
    pub(super) fn new(tree: &GameTree, mixed: Vec<Vec<f64>>) -> Strategy {
        let places = tree.sets.iter().enumerate().map(|(place, set)| (set.key, place)).collect();
        Strategy { mixed, places, moves: tree.sets.iter().map(|set| set.moves.clone()).collect() }
    }

    /// Every move with the same probability.
    pub fn uniform(tree: &GameTree) -> Strategy {
        Strategy::new(tree, tree.sets.iter().map(|set| vec![1.0 / set.moves.len() as f64; set.moves.len()]).collect())
    }

    /// A strategy from one answer in every information set: `ask` gives weights, not negative, to moves of the player to move in a position.
    ///
    /// # Errors
    /// The first that `ask` gives.
    pub fn asked<E>(
        tree: &GameTree,
        game: &dyn Game,
        ask: &mut dyn FnMut(Player, &dyn Position) -> Result<Weights, E>,
    ) -> Result<Strategy, E> {
        let mut mixed = vec![Vec::new(); tree.sets.len()];
        tree.each_set(game, &mut |place, here| {
            let set = &tree.sets[place];
            let weights = ask(set.player, here)?;
            let weight = |m: &Move| weights.iter().filter(|(known, _)| known == m).map(|(_, weight)| weight).sum();
            mixed[place] = normal(&set.moves.iter().map(weight).collect::<Vec<f64>>());
            Ok(())
        })?;
        Ok(Strategy::new(tree, mixed))
    }

    /// The moves of an information set with their probabilities; empty if nobody chooses in such a set.
    pub fn at(&self, known_key: u64) -> impl Iterator<Item = (Move, f64)> + '_ {
        let place = self.places.get(&known_key);
        place.into_iter().flat_map(|&place| self.moves[place].iter().copied().zip(self.mixed[place].iter().copied()))
    }

    /// The expected score of every player if all play by this strategy.
    pub fn values(&self, tree: &GameTree) -> Vec<f64> {
        self.value(tree, 0)
    }

    fn value(&self, tree: &GameTree, node: usize) -> Vec<f64> {
        let mut sum = vec![0.0; tree.players];
        let mut add = |p: f64, next: usize| {
            if p > 0.0 {
                sum.iter_mut().zip(self.value(tree, next)).for_each(|(sum, value)| *sum += p * value);
            }
        };
        match &tree.nodes[node] {
            Node::Over(scores) => return scores.clone(),
            Node::Chance(outcomes) => outcomes.iter().for_each(|&(p, next)| add(p, next)),
            Node::Choice(set, next) => self.mixed[*set].iter().zip(next).for_each(|(&p, &next)| add(p, next)),
        }
        sum
    }

    /// The score of a player's best response to this strategy.
    pub fn best_response(&self, tree: &GameTree, player: Player) -> f64 {
        let mut reach = vec![0.0; tree.nodes.len()];
        reach[0] = 1.0;
        // Positions come after the one that they follow.
        for node in 0..tree.nodes.len() {
            let here = reach[node];
            match &tree.nodes[node] {
                Node::Over(_) => {}
                Node::Chance(outcomes) => outcomes.iter().for_each(|&(p, next)| reach[next] = here * p),
                Node::Choice(set, next) => {
                    let own = tree.sets[*set].player == player;
                    next.iter().zip(&self.mixed[*set]).for_each(|(&next, &p)| reach[next] = here * if own { 1.0 } else { p });
                }
            }
        }
        Response { tree, strategy: self, player, reach, chosen: vec![None; tree.sets.len()] }.value(0)
    }

    /// The average gain of players if each alone switches to a best response: 0 in an equilibrium. For two players whose scores add up to a constant
    /// this is the usual exploitability.
    pub fn exploitability(&self, tree: &GameTree) -> f64 {
        let values = self.values(tree);
        (0..tree.players).map(|player| self.best_response(tree, player) - values[player]).sum::<f64>() / tree.players as f64
    }
}

/// These weights as probabilities; the same for all if none is positive.
pub(super) fn normal(weights: &[f64]) -> Vec<f64> {
    let sum: f64 = weights.iter().map(|weight| weight.max(0.0)).sum();
    let even = 1.0 / weights.len() as f64;
    weights.iter().map(|weight| if sum > 0.0 { weight.max(0.0) / sum } else { even }).collect()
}

/// The search for a best response: the best move of an information set is found once all that can follow is known.
struct Response<'t> {
    tree: &'t GameTree,
    strategy: &'t Strategy,
    player: Player,
    /// The probability of each position if the player does what it can to reach it.
    reach: Vec<f64>,
    chosen: Vec<Option<usize>>,
}

impl Response<'_> {
    fn value(&mut self, node: usize) -> f64 {
        let tree = self.tree;
        match &tree.nodes[node] {
            Node::Over(scores) => scores[self.player],
            Node::Chance(outcomes) => outcomes.iter().map(|&(p, next)| p * self.value(next)).sum(),
            Node::Choice(set, next) if tree.sets[*set].player == self.player => {
                let chosen = self.choose(*set);
                self.value(next[chosen])
            }
            Node::Choice(set, next) => {
                let strategy = self.strategy;
                strategy.mixed[*set].iter().zip(next).map(|(&p, &next)| if p > 0.0 { p * self.value(next) } else { 0.0 }).sum()
            }
        }
    }

    fn choose(&mut self, set: usize) -> usize {
        if let Some(chosen) = self.chosen[set] {
            return chosen;
        }
        let tree = self.tree;
        let mut values = vec![0.0; tree.sets[set].moves.len()];
        for &node in &tree.sets[set].nodes {
            if let Node::Choice(_, next) = &tree.nodes[node] {
                let reach = self.reach[node];
                if reach > 0.0 {
                    values.iter_mut().zip(next).for_each(|(value, &next)| *value += reach * self.value(next));
                }
            }
        }
        let best = first_greatest(values).map_or(0, |(k, _)| k);
        self.chosen[set] = Some(best);
        best
    }
}
