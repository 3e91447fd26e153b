//! Counterfactual regret minimisation (Zinkevich, Johanson, Bowling and Piccione, "Regret minimization in games with incomplete information", NIPS
//! 2007) and CFR+ (Tammelin 2014, "Solving large imperfect information games using CFR+"), and how far a strategy is from an equilibrium.

use super::tree::{GameTree, Node};
use crate::agent::{Agent, AgentError};
use crate::budget::Meter;
use std::collections::BTreeMap;
use std::sync::Arc;
use treebench_games::{Move, Player, Position, Rng};

/// How strategies are learned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cfr {
    /// Regrets may be negative, and every iteration counts the same in the average.
    Vanilla,
    /// Negative regrets become 0, and iteration t counts t times.
    Plus,
}

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
    fn new(tree: &GameTree, mixed: Vec<Vec<f64>>) -> Strategy {
        let places = tree.sets.iter().enumerate().map(|(place, set)| (set.key, place)).collect();
        Strategy { mixed, places, moves: tree.sets.iter().map(|set| set.moves.clone()).collect() }
    }

    /// Every move with the same probability.
    pub fn uniform(tree: &GameTree) -> Strategy {
        Strategy::new(tree, tree.sets.iter().map(|set| vec![1.0 / set.moves.len() as f64; set.moves.len()]).collect())
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

    /// What a player can score at most if all others play by this strategy.
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

    /// By how much players gain on average if each alone turns to a best response: 0 in an equilibrium. For two players whose scores add up to a
    /// constant this is the usual exploitability.
    pub fn exploitability(&self, tree: &GameTree) -> f64 {
        let values = self.values(tree);
        (0..tree.players).map(|player| self.best_response(tree, player) - values[player]).sum::<f64>() / tree.players as f64
    }
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
        let best = (0..values.len()).max_by(|&a, &b| values[a].total_cmp(&values[b]).then(b.cmp(&a))).unwrap_or(0);
        self.chosen[set] = Some(best);
        best
    }
}

/// Learns a strategy. Every iteration updates all players, one after the other.
pub fn solve(tree: &GameTree, how: Cfr, iterations: u32) -> Strategy {
    let zero = || -> Vec<Vec<f64>> { tree.sets.iter().map(|set| vec![0.0; set.moves.len()]).collect() };
    let mut learner = Learner { tree, how, regrets: zero(), current: zero(), sums: zero(), fresh: zero() };
    for t in 1..=iterations {
        for player in 0..tree.players {
            learner.match_regrets();
            learner.walk(0, player, 1.0, 1.0, f64::from(t));
            learner.update(player);
        }
    }
    let mixed = learner.sums.iter().map(|sums| normal(sums)).collect();
    Strategy::new(tree, mixed)
}

/// These weights as probabilities; the same for all if none is positive.
fn normal(weights: &[f64]) -> Vec<f64> {
    let sum: f64 = weights.iter().map(|weight| weight.max(0.0)).sum();
    let even = 1.0 / weights.len() as f64;
    weights.iter().map(|weight| if sum > 0.0 { weight.max(0.0) / sum } else { even }).collect()
}

struct Learner<'t> {
    tree: &'t GameTree,
    how: Cfr,
    regrets: Vec<Vec<f64>>,
    /// The strategy of this iteration.
    current: Vec<Vec<f64>>,
    /// The sum of strategies, each weighted by how likely its player gets there.
    sums: Vec<Vec<f64>>,
    /// Regrets of this iteration.
    fresh: Vec<Vec<f64>>,
}

impl Learner<'_> {
    fn match_regrets(&mut self) {
        for (current, regrets) in self.current.iter_mut().zip(&self.regrets) {
            *current = normal(regrets);
        }
    }

    /// The expected score of the player from here. `own` and `others` are the probabilities that the player and all others, chance included, play to
    /// here; `t` is the number of the iteration.
    fn walk(&mut self, node: usize, player: Player, own: f64, others: f64, t: f64) -> f64 {
        let tree = self.tree;
        match &tree.nodes[node] {
            Node::Over(scores) => scores[player],
            Node::Chance(outcomes) => outcomes.iter().map(|&(p, next)| p * self.walk(next, player, own, others * p, t)).sum(),
            Node::Choice(set, next) if tree.sets[*set].player == player => {
                let mut value = 0.0;
                let mut values = Vec::with_capacity(next.len());
                for (i, &next) in next.iter().enumerate() {
                    let p = self.current[*set][i];
                    values.push(self.walk(next, player, own * p, others, t));
                    value += p * values[i];
                    self.sums[*set][i] += own * p * if self.how == Cfr::Plus { t } else { 1.0 };
                }
                self.fresh[*set].iter_mut().zip(values).for_each(|(regret, one)| *regret += others * (one - value));
                value
            }
            Node::Choice(set, next) => {
                let mut value = 0.0;
                for (i, &next) in next.iter().enumerate() {
                    let p = self.current[*set][i];
                    value += p * self.walk(next, player, own, others * p, t);
                }
                value
            }
        }
    }

    fn update(&mut self, player: Player) {
        let plus = self.how == Cfr::Plus;
        let sets = self.tree.sets.iter().zip(&mut self.regrets).zip(&mut self.fresh).filter(|((set, _), _)| set.player == player);
        for ((_, regrets), fresh) in sets {
            for (regret, more) in regrets.iter_mut().zip(fresh) {
                *regret += std::mem::take(more);
                if plus {
                    *regret = regret.max(0.0);
                }
            }
        }
    }
}

/// Plays by a strategy that was learned before the game.
pub(crate) struct CfrAgent {
    strategy: Arc<Strategy>,
    seat: Player,
    rng: Rng,
}

impl CfrAgent {
    pub(crate) fn new(strategy: Arc<Strategy>) -> CfrAgent {
        CfrAgent { strategy, seat: 0, rng: Rng::from_seed(0) }
    }
}

impl Agent for CfrAgent {
    fn start(&mut self, seat: Player, rng: Rng) {
        (self.seat, self.rng) = (seat, rng);
    }

    fn choose(&mut self, position: &dyn Position, meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        if meter.another() {
            meter.spend(0);
        }
        let key = position.information().map_or_else(|| position.key(), |information| information.known_key(self.seat));
        let mut rest = self.rng.unit();
        let mut last = None;
        for (m, p) in self.strategy.at(key) {
            last = if p > 0.0 { Some(m) } else { last };
            rest -= p;
            if rest < 0.0 {
                break;
            }
        }
        submove
            .push(last.ok_or_else(|| AgentError::new("has no strategy for this position, which the start of the game does not lead to"))?);
        Ok(())
    }
}
