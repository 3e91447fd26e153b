//! The N-tuple bandit evolutionary algorithm (Lucas, Liu and Perez-Liebana 2018, "The N-tuple bandit evolutionary algorithm for game agent
//! optimisation").
//!
//! Every single parameter, every pair of parameters and all of them together are bandits, whose arms are the combinations of levels. A point is worth
//! the mean over these tuples of x̄ + k·√(ln N / (n + ε)), where x̄ and n belong to its arm and N is the number of evaluations. From the point
//! evaluated last, the best of some random neighbours by this value is evaluated next, once.

use super::super::tuning::TuneObjective;
use super::{Method, Request, TOGETHER, once};
use crate::kinds::tune::space::{ABSENT, Space};
use crate::kinds::tune::trace::{Trace, objective};
use treebench_games::Rng;

/// Neighbours of which one is evaluated.
const NEIGHBOURS: usize = 50;
/// The weight k of exploration, for scores in [0, 1].
const EXPLORATION: f64 = 0.7;
/// The ε that keeps the bonus of an arm without evaluations finite.
const EPSILON: f64 = 0.5;

/// The results of an arm's evaluations.
#[derive(Clone, Default)]
struct Arm {
    /// Evaluations.
    count: f64,
    /// Evaluations that have a result, and the sum of their scores in every game.
    known: f64,
    sums: Vec<f64>,
}

impl Arm {
    fn mean(&self, aim: TuneObjective) -> Option<f64> {
        (self.known > 0.0).then(|| objective(aim, self.sums.iter().map(|sum| sum / self.known)))
    }
}

/// A tuple of parameters with its arms.
struct Tuple {
    members: Vec<usize>,
    arms: Vec<Arm>,
    /// Levels of each member, one of them for "does not apply".
    sizes: Vec<usize>,
}

impl Tuple {
    fn arm(&self, point: &[usize]) -> usize {
        let level = |(&member, &size): (&usize, &usize)| if point[member] == ABSENT { size - 1 } else { point[member] };
        self.members.iter().zip(&self.sizes).fold(0, |arm, pair| arm * pair.1 + level(pair))
    }
}

/// NTBEA.
pub(super) struct Ntbea {
    rng: Rng,
    tuples: Vec<Tuple>,
    /// All parameters together: one arm per point.
    points: Vec<Arm>,
    /// Steps of the trace that the arms know of.
    seen: usize,
    evaluations: f64,
    current: usize,
}

impl Ntbea {
    pub(super) fn new(rng: Rng) -> Ntbea {
        Ntbea { rng, tuples: Vec::new(), points: Vec::new(), seen: 0, evaluations: 0.0, current: 0 }
    }

    fn begin(&mut self, space: &Space, games: usize) {
        let count = space.dimensions().len();
        let arm = Arm { sums: vec![0.0; games], ..Arm::default() };
        let pairs = (0..count).flat_map(|i| (i + 1..count).map(move |j| vec![i, j]));
        // With one or two parameters, all of them together are one of these tuples.
        let tuples = (0..count).map(|i| vec![i]).chain(pairs).filter(|members| members.len() < count);
        let tuple = |members: Vec<usize>| {
            let sizes: Vec<usize> = members.iter().map(|&member| space.dimensions()[member].levels + 1).collect();
            Tuple { arms: vec![arm.clone(); sizes.iter().product()], members, sizes }
        };
        self.tuples = tuples.map(tuple).collect();
        self.points = vec![arm; space.len()];
        self.current = space.default_point();
    }

    /// The arms of a point, one of every tuple.
    fn arms<'a>(&'a self, space: &'a Space, place: usize) -> impl Iterator<Item = &'a Arm> {
        let point = space.point(place);
        self.tuples.iter().map(move |tuple| &tuple.arms[tuple.arm(point)]).chain([&self.points[place]])
    }

    fn change(&mut self, space: &Space, place: usize, mut change: impl FnMut(&mut Arm)) {
        for tuple in &mut self.tuples {
            let arm = tuple.arm(space.point(place));
            change(&mut tuple.arms[arm]);
        }
        change(&mut self.points[place]);
    }

    /// Takes in the steps of the trace that are new.
    fn learn(&mut self, space: &Space, trace: &Trace) {
        for step in &trace.steps()[self.seen..] {
            for round in step.first..step.first + step.rounds {
                self.change(space, step.point, |arm| {
                    arm.known += 1.0;
                    arm.sums.iter_mut().enumerate().for_each(|(game, sum)| *sum += trace.scores(step.point, game)[round]);
                });
            }
        }
        self.seen = trace.steps().len();
    }

    /// The value of a point with the bonus for exploration. An arm without evaluations counts as an average one.
    fn optimistic(&self, space: &Space, place: usize, average: f64, aim: TuneObjective) -> f64 {
        let log = libm::log(self.evaluations.max(1.0));
        let value = |arm: &Arm| arm.mean(aim).unwrap_or(average) + EXPLORATION * (log / (arm.count + EPSILON)).sqrt();
        self.arms(space, place).map(value).sum::<f64>() / (self.tuples.len() + 1) as f64
    }

    /// The value of a point without the bonus, over the arms that have evaluations.
    fn modelled(&self, space: &Space, place: usize, aim: TuneObjective) -> f64 {
        let known: Vec<f64> = self.arms(space, place).filter_map(|arm| arm.mean(aim)).collect();
        known.iter().sum::<f64>() / known.len() as f64
    }

    /// A possible point that differs from another in at least one parameter, each changed with probability 1 / their number.
    fn neighbour(&mut self, space: &Space, of: usize) -> usize {
        for _ in 0..20 {
            let mut point = space.point(of).to_vec();
            let forced = self.rng.below(point.len());
            for (place, dimension) in space.dimensions().iter().enumerate() {
                if place == forced || self.rng.below(point.len()) == 0 {
                    point[place] = self.rng.below(dimension.levels);
                }
            }
            space.settle(&mut point);
            if let Some(found) = space.find(&point).filter(|&found| found != of) {
                return found;
            }
        }
        self.rng.below(space.len())
    }
}

impl Method for Ntbea {
    fn next(&mut self, space: &Space, trace: &Trace) -> Vec<Request> {
        if self.points.is_empty() {
            self.begin(space, trace.games());
        }
        self.learn(space, trace);
        let aim = trace.rules().objective;
        let mut asked = Vec::new();
        for _ in 0..TOGETHER {
            if self.evaluations > 0.0 {
                let played: Vec<f64> = self.points.iter().filter_map(|arm| arm.mean(aim)).collect();
                let average = if played.is_empty() { 0.5 } else { played.iter().sum::<f64>() / played.len() as f64 };
                let mut best = (f64::NEG_INFINITY, self.current);
                for _ in 0..NEIGHBOURS {
                    let point = self.neighbour(space, self.current);
                    let value = self.optimistic(space, point, average, aim);
                    if value > best.0 {
                        best = (value, point);
                    }
                }
                self.current = best.1;
            }
            self.evaluations += 1.0;
            // What is being evaluated counts, so that a batch does not consist of the same point.
            let current = self.current;
            self.change(space, current, |arm| arm.count += 1.0);
            asked.push(once(current));
        }
        asked
    }

    /// By the value of the model, of the points that were evaluated.
    fn ranking(&self, space: &Space, trace: &Trace, _game: Option<usize>) -> Vec<usize> {
        let aim = trace.rules().objective;
        let mut known: Vec<usize> = (0..space.len()).filter(|&point| self.points.get(point).is_some_and(|arm| arm.known > 0.0)).collect();
        known.sort_by(|&a, &b| self.modelled(space, b, aim).total_cmp(&self.modelled(space, a, aim)).then(a.cmp(&b)));
        known
    }
}
