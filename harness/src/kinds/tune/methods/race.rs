//! Iterated racing on common seeds, after irace (López-Ibáñez, Dubois-Lacoste, Pérez Cáceres, Birattari and Stützle 2016, "The irace package").
//!
//! A race plays its points on the same rounds, one after another, and drops a point as soon as the leader is significantly better, by an always-valid
//! test of their differences after every round. The survivors of a race are the elite of the next, in which new points are drawn near them. What the
//! elite has played already counts there and costs nothing.

use super::{Method, Request, once, sample};
use crate::kinds::tune::space::{ABSENT, Space};
use crate::kinds::tune::trace::Trace;
use std::collections::BTreeSet;
use treebench_games::Rng;

/// Races, as long as the budget lasts.
const RACES: usize = 6;
/// Rounds that a point of the first race is expected to play; in the second race twice as many, and so on.
const EXPECTED: usize = 8;
/// Rounds of a point before the first test.
const FIRST_TEST: usize = 5;
/// The probability that a point is ever dropped for the leader although it is not worse, for each single pair. Nothing is claimed by these tests, so
/// that they may be bold.
const LEVEL: f64 = 0.2;

/// The shares of their wealth that gamblers bet in every round: small ones for small differences, large ones for large differences.
const STAKES: [f64; 5] = [0.1, 0.2, 0.4, 0.6, 0.8];

/// Iterated racing.
pub(super) struct Race {
    rng: Rng,
    /// Points that are in the current race; empty before the first.
    alive: Vec<usize>,
    /// Points that lost a race or fell behind, the last first.
    behind: Vec<usize>,
    /// Those of them that a test dropped; they are not drawn again.
    beaten: BTreeSet<usize>,
    /// Races that are still to come, the current one included.
    races: usize,
    /// The rounds left when the current race must end.
    end: usize,
    /// The number of the current race.
    number: usize,
}

impl Race {
    pub(super) fn new(rng: Rng) -> Race {
        Race { rng, alive: Vec::new(), behind: Vec::new(), beaten: BTreeSet::new(), races: 0, end: 0, number: 0 }
    }

    /// How many points a race leaves to the next, as in irace.
    fn elite(space: &Space) -> usize {
        2 + space.dimensions().len().ilog2() as usize
    }

    /// Begins a race of the elite and new points with its share of what is left.
    fn begin(&mut self, space: &Space, trace: &Trace) {
        let left = trace.rounds_left();
        let share = left / self.races;
        self.races -= 1;
        self.number += 1;
        self.end = if self.races == 0 { 0 } else { left - share };
        let wanted = (share / (EXPECTED * self.number)).max(2);
        if self.alive.is_empty() {
            self.alive = sample(space.len(), wanted.min(space.len()), space.default_point(), &mut self.rng);
        } else {
            let elite = self.alive.clone();
            for _ in 0..wanted * 20 {
                if self.alive.len() >= wanted.min(space.len()) {
                    break;
                }
                let parent = elite[self.rank(elite.len())];
                let child = self.near(space, parent);
                if let Some(child) = child.filter(|child| !self.alive.contains(child) && !self.beaten.contains(child)) {
                    self.behind.retain(|&point| point != child);
                    self.alive.push(child);
                }
            }
        }
        self.alive.sort_unstable();
    }

    /// A place in a ranking, the better ones more often: with weights n, n − 1, …, 1.
    fn rank(&mut self, count: usize) -> usize {
        let mut ticket = self.rng.below(count * (count + 1) / 2);
        for place in 0..count {
            if ticket < count - place {
                return place;
            }
            ticket -= count - place;
        }
        0
    }

    /// A possible point near another, the nearer the later the race; `None` if what was drawn is impossible.
    fn near(&mut self, space: &Space, parent: usize) -> Option<usize> {
        let mut point = space.point(parent).to_vec();
        for (place, dimension) in space.dimensions().iter().enumerate().filter(|(_, dimension)| dimension.levels > 1) {
            let level = if point[place] == ABSENT { dimension.default } else { point[place] };
            point[place] = if dimension.ordered {
                // A triangle around the parent, in which the neighbouring levels are always likely.
                let reach = ((dimension.levels - 1) as f64 / f64::from(1u32 << self.number.min(20))).max(1.0);
                let moved = level as f64 + (self.rng.unit() + self.rng.unit() - 1.0) * reach;
                moved.round().clamp(0.0, (dimension.levels - 1) as f64) as usize
            } else if self.rng.below(self.number + 1) == 0 {
                self.rng.below(dimension.levels)
            } else {
                level
            };
        }
        space.settle(&mut point);
        space.find_near(&point)
    }

    /// Drops the points that are significantly worse than the leader.
    fn drop_losers(&mut self, trace: &Trace) {
        self.sort(trace);
        let leader = self.alive[0];
        let (stay, lost): (Vec<usize>, Vec<usize>) =
            self.alive.iter().partition(|&&point| point == leader || !is_worse(trace, point, leader));
        self.alive = stay;
        self.beaten.extend(&lost);
        self.behind.splice(0..0, lost);
    }

    /// The most valuable first.
    fn sort(&mut self, trace: &Trace) {
        self.alive.sort_by(|&a, &b| trace.value(b, None).total_cmp(&trace.value(a, None)).then(a.cmp(&b)));
    }
}

/// Whether a point is worse than another on the rounds that both have played, however often one looks: the wealth of a gambler who bets on the
/// leader in every round, at odds that are fair if the point is not worse, has grown to 1 / [`LEVEL`] (Waudby-Smith and Ramdas 2024, "Estimating
/// means of bounded random variables by betting"; Ville's inequality). Several gamblers bet different shares, and the mean of their wealths counts.
fn is_worse(trace: &Trace, point: usize, leader: usize) -> bool {
    let rounds = trace.rounds(point).min(trace.rounds(leader));
    if rounds < FIRST_TEST {
        return false;
    }
    let mut wealth = STAKES;
    wealth.fill(1.0);
    for round in 0..rounds {
        let (Some(own), Some(other)) = (trace.round(point, round), trace.round(leader, round)) else { return false };
        wealth.iter_mut().zip(STAKES).for_each(|(wealth, stake)| *wealth *= 1.0 + stake * (other - own));
    }
    wealth.iter().sum::<f64>() / STAKES.len() as f64 >= 1.0 / LEVEL
}

impl Method for Race {
    fn next(&mut self, space: &Space, trace: &Trace) -> Vec<Request> {
        if self.alive.is_empty() {
            self.races = RACES;
            self.begin(space, trace);
        } else {
            self.drop_losers(trace);
        }
        loop {
            let fewest = self.alive.iter().map(|&point| trace.rounds(point)).min().unwrap_or(0);
            let behind: Vec<usize> = self.alive.iter().copied().filter(|&point| trace.rounds(point) == fewest).collect();
            let few = self.alive.len() <= if self.races == 0 { 1 } else { Race::elite(space) };
            if !few && trace.rounds_left() >= self.end + behind.len() && trace.rounds_left() > 0 {
                return behind.into_iter().map(once).collect();
            }
            if self.races == 0 {
                return Vec::new();
            }
            self.sort(trace);
            let left = self.alive.split_off(self.alive.len().min(Race::elite(space)));
            self.behind.splice(0..0, left);
            self.begin(space, trace);
        }
    }

    fn ranking(&self, _space: &Space, trace: &Trace, _game: Option<usize>) -> Vec<usize> {
        let mut alive: Vec<usize> = self.alive.iter().copied().filter(|&point| trace.rounds(point) > 0).collect();
        alive.sort_by(|&a, &b| trace.value(b, None).total_cmp(&trace.value(a, None)).then(a.cmp(&b)));
        alive.into_iter().chain(self.behind.iter().copied()).collect()
    }
}
