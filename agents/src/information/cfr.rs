//! Counterfactual regret minimisation over a whole tree (Zinkevich, Johanson, Bowling and Piccione, "Regret minimization in games with incomplete
//! information", NIPS 2007), CFR+ (Tammelin, "Solving large imperfect information games using CFR+", 2014), and outcome sampling (Lanctot, Waugh,
//! Zinkevich and Bowling, "Monte Carlo sampling for regret minimization in extensive games", NIPS 2009).

use super::strategy::{Strategy, normal};
use super::tree::{GameTree, Node};
use treebench_games::{Player, Rng};

/// How strategies are learned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Cfr {
    /// Regrets may be negative, and every iteration counts the same in the average.
    Vanilla,
    /// Negative regrets become 0, and iteration t counts t times.
    Plus,
    /// An iteration plays one game for every player, who explores with this probability.
    OutcomeSampling(f64),
}

/// Learns a strategy. Every iteration updates all players, one after the other.
pub fn solve(tree: &GameTree, how: Cfr, iterations: u32) -> Strategy {
    let zero = || -> Vec<Vec<f64>> { tree.sets.iter().map(|set| vec![0.0; set.moves.len()]).collect() };
    let mut learner = Learner { tree, how, regrets: zero(), current: zero(), sums: zero(), fresh: zero(), rng: Rng::from_seed(SEED) };
    for t in 1..=iterations {
        for player in 0..tree.players {
            match how {
                Cfr::OutcomeSampling(exploration) => {
                    learner.sample(0, &Sampler { player, exploration }, Reach { own: 1.0, others: 1.0, sampled: 1.0 });
                }
                Cfr::Vanilla | Cfr::Plus => {
                    learner.match_regrets();
                    learner.walk(0, player, 1.0, 1.0, f64::from(t));
                    learner.update(player);
                }
            }
        }
    }
    let mixed = learner.sums.iter().map(|sums| normal(sums)).collect();
    Strategy::new(tree, mixed)
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
    /// The generator of sampled outcomes.
    rng: Rng,
}

/// The seed of sampled outcomes: a strategy that was learned is the same in every game.
const SEED: u64 = 2009;

/// For whom a game is sampled, and how much that player explores.
struct Sampler {
    player: Player,
    exploration: f64,
}

/// The probabilities of the way to a node: as the sampling player plays, as all others and chance do, and as it is sampled.
#[derive(Clone, Copy)]
struct Reach {
    own: f64,
    others: f64,
    sampled: f64,
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

    /// Plays one game from here, and learns from it for one player: an estimate of that player's score from here (Lanctot et al. 2009, equation 10, in the
    /// form without tail probabilities).
    fn sample(&mut self, node: usize, by: &Sampler, reach: Reach) -> f64 {
        let tree = self.tree;
        let (set, next) = match &tree.nodes[node] {
            Node::Over(scores) => return scores[by.player],
            Node::Chance(outcomes) => {
                let chosen = draw(&mut self.rng, outcomes.iter().map(|outcome| outcome.0));
                let (p, next) = outcomes[chosen];
                return self.sample(next, by, Reach { others: reach.others * p, sampled: reach.sampled * p, ..reach });
            }
            Node::Choice(set, next) => (*set, next),
        };
        let own = tree.sets[set].player == by.player;
        let strategy = normal(&self.regrets[set]);
        let even = 1.0 / next.len() as f64;
        let explore = if own { by.exploration } else { 0.0 };
        let sampling: Vec<f64> = strategy.iter().map(|p| explore * even + (1.0 - explore) * p).collect();
        let chosen = draw(&mut self.rng, sampling.iter().copied());
        let (p, q) = (strategy[chosen], sampling[chosen]);
        let below = if own { Reach { own: reach.own * p, ..reach } } else { Reach { others: reach.others * p, ..reach } };
        let value = self.sample(next[chosen], by, Reach { sampled: reach.sampled * q, ..below }) / q;
        if own {
            let weight = reach.others / reach.sampled;
            for (i, (regret, p)) in self.regrets[set].iter_mut().zip(&strategy).enumerate() {
                let here = if i == chosen { value } else { 0.0 };
                *regret += weight * (here - strategy[chosen] * value);
                self.sums[set][i] += reach.own / reach.sampled * p;
            }
        }
        p * value
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

/// The place of one of these probabilities, which sum to 1, drawn by them.
fn draw(rng: &mut Rng, probabilities: impl Iterator<Item = f64>) -> usize {
    let (mut rest, mut last) = (rng.unit(), 0);
    for (place, p) in probabilities.enumerate().filter(|(_, p)| *p > 0.0) {
        last = place;
        rest -= p;
        if rest < 0.0 {
            break;
        }
    }
    last
}
