//! Random explicit game trees, small enough to be solved exactly: any number of players, chance, semimoves and dead ends.

pub(crate) mod bias_rules;
pub(crate) mod paranoid;
pub(crate) mod pick;
pub(crate) mod setup;

use std::sync::Arc;
use treebench_games::{Chance, GameInfo, Move, Player, Position, Rng, Turn};

/// A node of an explicit tree.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) turn: Turn,
    pub(crate) nodal: bool,
    /// Semimoves, or outcomes with their probability.
    pub(crate) ways: Vec<(usize, f64)>,
    pub(crate) scores: Vec<f64>,
}

/// A position in an explicit tree: the k-th child is move k.
#[derive(Clone, Debug)]
pub(crate) struct Explicit {
    pub(crate) table: Arc<Vec<Entry>>,
    pub(crate) at: usize,
}

/// The distribution of random trees.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) players: usize,
    pub(crate) depth: u32,
    pub(crate) chance: bool,
    pub(crate) split: bool,
    pub(crate) outcomes: Outcomes,
}

/// The distribution of scores at the ends of a random tree.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Outcomes {
    /// All different; those of two players sum to 1.
    Distinct,
    /// The given number of equal parts of 1 are dealt out at random: scores sum to 1, and many are equal.
    Dealt(usize),
    /// Every player independently has a multiple of one part of 1.
    Free(usize),
}

impl Shape {
    pub(crate) fn info(self) -> GameInfo {
        let total = match self.outcomes {
            Outcomes::Distinct => (self.players == 2).then_some(1.0),
            Outcomes::Dealt(_) => Some(1.0),
            Outcomes::Free(_) => None,
        };
        GameInfo { chance: self.chance, total, ..GameInfo::win_draw_loss(self.players) }
    }

    /// A random tree whose root is a player's.
    pub(crate) fn grow(self, rng: &mut Rng) -> Explicit {
        let mut table = Vec::new();
        self.node(rng, &mut table, self.depth, true, 0);
        Explicit { table: Arc::new(table), at: 0 }
    }

    fn node(self, rng: &mut Rng, table: &mut Vec<Entry>, depth: u32, nodal: bool, mover: Player) -> usize {
        let id = table.len();
        let scores = self.scores(rng);
        table.push(Entry { turn: Turn::Over, nodal, ways: Vec::new(), scores });
        if nodal && depth == 0 {
            return id;
        }
        let mover = if nodal { rng.below(self.players) } else { mover };
        let chance = self.chance && nodal && id > 0 && rng.below(3) == 0;
        table[id].turn = if chance { Turn::Chance } else { Turn::Player(mover) };
        // Half of the children of a split node continue the move, a third of those even further, and a third lead to a dead end.
        let count = if !nodal && rng.below(3) == 0 { 0 } else { 2 + rng.below(2) };
        let weights: Vec<f64> = (0..count).map(|_| 0.2 + rng.unit()).collect();
        let total: f64 = weights.iter().sum();
        for weight in weights {
            let inside = self.split && !chance && rng.below(if nodal { 2 } else { 3 }) == 0;
            let child = self.node(rng, table, if inside { depth } else { depth.saturating_sub(1) }, !inside, mover);
            table[id].ways.push((child, weight / total));
        }
        id
    }

    fn scores(self, rng: &mut Rng) -> Vec<f64> {
        let mut scores = vec![0.0; self.players];
        match self.outcomes {
            Outcomes::Distinct => {
                scores.fill_with(|| rng.unit());
                if let [first, second] = &mut scores[..] {
                    *second = 1.0 - *first;
                }
            }
            Outcomes::Dealt(parts) => (0..parts).for_each(|_| scores[rng.below(self.players)] += 1.0 / parts as f64),
            Outcomes::Free(parts) => scores.fill_with(|| rng.below(parts + 1) as f64 / parts as f64),
        }
        scores
    }
}

impl Explicit {
    fn entry(&self) -> &Entry {
        &self.table[self.at]
    }

    pub(crate) fn goto(&self, at: usize) -> Explicit {
        Explicit { at, ..self.clone() }
    }

    /// Whether a nodal position can be reached inside the move.
    pub(crate) fn is_alive(&self) -> bool {
        self.entry().nodal || self.entry().ways.iter().any(|&(way, _)| self.goto(way).is_alive())
    }

    /// Values under perfect play by all players (max-n, expectation over chance); `None` for dead ends.
    pub(crate) fn solve(&self) -> Option<Vec<f64>> {
        self.value(|mover, values: Vec<(f64, Vec<f64>)>| values.into_iter().map(|(_, v)| v).max_by(|a, b| a[mover].total_cmp(&b[mover])))
    }

    /// The least margin by which a player's best choice anywhere exceeds the next: where it is small among three players, the values of the
    /// others depend on a near tie, which a search takes very long to resolve.
    pub(crate) fn margin(&self) -> f64 {
        let entry = self.entry();
        let below: Vec<Explicit> = entry.ways.iter().map(|&(way, _)| self.goto(way)).filter(Explicit::is_alive).collect();
        let mut margin = below.iter().map(Explicit::margin).fold(1.0, f64::min);
        if let Turn::Player(mover) = entry.turn {
            let mut values: Vec<f64> = below.iter().filter_map(Explicit::solve).map(|v| v[mover]).collect();
            values.sort_by(f64::total_cmp);
            margin = values.windows(2).next_back().map_or(margin, |pair| margin.min(pair[1] - pair[0]));
        }
        margin
    }

    /// Values under uniformly random play in which each semimove that is not a dead end is equally likely.
    pub(crate) fn random_value(&self) -> Option<Vec<f64>> {
        self.value(|_, values| {
            let even: Vec<_> = values.iter().map(|(_, v)| (1.0 / values.len() as f64, v.clone())).collect();
            Some(expectation(&even))
        })
    }

    fn value(&self, choose: impl Fn(Player, Vec<(f64, Vec<f64>)>) -> Option<Vec<f64>> + Copy) -> Option<Vec<f64>> {
        let entry = self.entry();
        let below: Vec<(f64, Vec<f64>)> = entry.ways.iter().filter_map(|&(way, p)| Some((p, self.goto(way).value(choose)?))).collect();
        match entry.turn {
            _ if below.is_empty() => entry.nodal.then(|| entry.scores.clone()),
            Turn::Player(mover) => choose(mover, below),
            Turn::Chance | Turn::Over => Some(expectation(&below)),
        }
    }
}

fn expectation(values: &[(f64, Vec<f64>)]) -> Vec<f64> {
    let players = values[0].1.len();
    (0..players).map(|p| values.iter().map(|(weight, v)| weight * v[p]).sum()).collect()
}

impl Position for Explicit {
    fn turn(&self) -> Turn {
        self.entry().turn
    }

    fn is_nodal(&self) -> bool {
        self.entry().nodal
    }

    fn is_split(&self) -> bool {
        self.table.iter().any(|entry| !entry.nodal)
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        out.extend((0..self.entry().ways.len() as u64).map(Move));
    }

    fn apply(&mut self, m: Move) {
        self.at = self.entry().ways[m.0 as usize].0;
    }

    fn score(&self, player: Player) -> f64 {
        self.entry().scores[player]
    }

    fn chance(&self) -> Option<&dyn Chance> {
        Some(self)
    }

    fn notation(&self) -> String {
        self.at.to_string()
    }

    fn write_move(&self, submove: &[Move], out: &mut String) {
        let words: Vec<String> = submove.iter().map(|m| m.0.to_string()).collect();
        out.push_str(&words.join("-"));
    }

    fn draw(&self) -> String {
        format!("{self:?}\n")
    }
}

impl Chance for Explicit {
    fn probability(&self, outcome: Move) -> f64 {
        self.entry().ways[outcome.0 as usize].1
    }
}
