//! The results of a search for parameters so far: every evaluation, in order.
//!
//! An evaluation is a round of a point in a game: its score on the scale [0, 1], averaged over the opponents and the seats. Points are evaluated
//! on the same rounds, from the first on, so that the differences between two of them are paired.

use super::tuning::TuneObjective;

/// The objective and the costs of a search.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Rules {
    /// The value of a point over several games.
    pub(super) objective: TuneObjective,
    /// The cost of a round in each game, in games played: seats times opponents.
    pub(super) costs: Vec<u64>,
    /// The maximum number of games of the search.
    pub(super) budget: u64,
}

/// The evaluations of a search.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Trace {
    rules: Rules,
    /// The scores of the rounds, by point and game.
    rounds: Vec<Vec<Vec<f64>>>,
    /// Their sums.
    sums: Vec<Vec<f64>>,
    steps: Vec<Step>,
    spent: u64,
}

/// Rounds that were evaluated together.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Step {
    /// The number of the batch.
    pub(super) batch: usize,
    /// The point.
    pub(super) point: usize,
    /// The game; `None` for all of them.
    pub(super) game: Option<usize>,
    /// The first round.
    pub(super) first: usize,
    /// The number of rounds.
    pub(super) rounds: usize,
}

impl Trace {
    /// No evaluation yet of this many points.
    pub(super) fn new(rules: Rules, points: usize) -> Trace {
        let games = rules.costs.len();
        Trace { rules, rounds: vec![vec![Vec::new(); games]; points], sums: vec![vec![0.0; games]; points], steps: Vec::new(), spent: 0 }
    }

    /// Adds a step with its scores: one for every round in every game of the step.
    pub(super) fn push(&mut self, step: Step, mut score: impl FnMut(usize, usize) -> f64) {
        let games = step.game.map_or(0..self.games(), |game| game..game + 1);
        for game in games {
            for round in step.first..step.first + step.rounds {
                let score = score(game, round);
                self.rounds[step.point][game].push(score);
                self.sums[step.point][game] += score;
            }
        }
        self.spent += self.cost(step.game) * step.rounds as u64;
        self.steps.push(step);
    }

    /// The number of games over which a point is judged.
    pub(super) fn games(&self) -> usize {
        self.rules.costs.len()
    }

    /// The objective and the costs.
    pub(super) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The steps, in order.
    pub(super) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Games played.
    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    /// Games that may still be played.
    pub(super) fn left(&self) -> u64 {
        self.rules.budget.saturating_sub(self.spent)
    }

    /// The cost of a round in a game, or in all of them.
    pub(super) fn cost(&self, game: Option<usize>) -> u64 {
        game.map_or_else(|| self.rules.costs.iter().sum(), |game| self.rules.costs[game]).max(1)
    }

    /// How many rounds in all games may still be played.
    pub(super) fn rounds_left(&self) -> usize {
        usize::try_from(self.left() / self.cost(None)).unwrap_or(usize::MAX)
    }

    /// The scores of a point in a game, round by round.
    pub(super) fn scores(&self, point: usize, game: usize) -> &[f64] {
        &self.rounds[point][game]
    }

    /// How many rounds of a point were played in every game.
    pub(super) fn rounds(&self, point: usize) -> usize {
        self.rounds[point].iter().map(Vec::len).min().unwrap_or(0)
    }

    /// Tasks that a point has played in all games or in one.
    pub(super) fn games_of(&self, point: usize, game: Option<usize>) -> u64 {
        let games = game.map_or(0..self.games(), |game| game..game + 1);
        games.map(|game| self.rounds[point][game].len() as u64 * self.rules.costs[game]).sum()
    }

    /// The mean score of a point in a game; not a number without any round.
    pub(super) fn mean(&self, point: usize, game: usize) -> f64 {
        self.sums[point][game] / self.rounds[point][game].len() as f64
    }

    /// The value of a point: by the objective from its means in all games, or its mean in one. NaN if it has not been played there.
    pub(super) fn value(&self, point: usize, game: Option<usize>) -> f64 {
        match game {
            Some(game) => self.mean(point, game),
            None => objective(self.rules.objective, (0..self.games()).map(|game| self.mean(point, game))),
        }
    }

    /// The mean score of a point over all games in one round; `None` if it has not played the round everywhere.
    pub(super) fn round(&self, point: usize, round: usize) -> Option<f64> {
        let scores: Option<Vec<f64>> = self.rounds[point].iter().map(|scores| scores.get(round).copied()).collect();
        scores.map(|scores| scores.iter().sum::<f64>() / scores.len() as f64)
    }

    /// The points that were evaluated, the most valuable first; equal ones in the order of the space.
    pub(super) fn ranking(&self, game: Option<usize>) -> Vec<usize> {
        let mut known: Vec<usize> = (0..self.rounds.len()).filter(|&point| !self.value(point, game).is_nan()).collect();
        known.sort_by(|&a, &b| self.value(b, game).total_cmp(&self.value(a, game)));
        known
    }
}

/// The value of scores in several games: their least or their mean; not a number if one of them is none.
pub(super) fn objective(objective: TuneObjective, scores: impl Iterator<Item = f64>) -> f64 {
    let (mut count, mut sum, mut least) = (0u32, 0.0, f64::INFINITY);
    for score in scores {
        (count, sum, least) = (count + 1, sum + score, if score < least { score } else { least });
    }
    let mean = sum / f64::from(count);
    if objective == TuneObjective::Worst && !mean.is_nan() { least } else { mean }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_follow_the_objective_and_costs_add_up() {
        let rules = |objective| Rules { objective, costs: vec![2, 4], budget: 100 };
        let step = |point, game, first, rounds| Step { batch: 0, point, game, first, rounds };
        for (objective, value) in [(TuneObjective::Mean, 0.45), (TuneObjective::Worst, 0.3)] {
            let mut trace = Trace::new(rules(objective), 2);
            assert!(trace.value(0, None).is_nan() && trace.ranking(None).is_empty());
            trace.push(step(0, None, 0, 2), |game, round| if game == 0 { 0.6 } else { 0.2 + 0.2 * round as f64 });
            assert!((trace.value(0, None) - value).abs() < 1e-12);
            trace.push(step(1, Some(1), 0, 1), |_, _| 0.9);
            assert!(trace.value(1, None).is_nan() && trace.value(1, Some(1)) == 0.9);
            assert_eq!((trace.spent(), trace.left(), trace.rounds_left()), (16, 84, 14));
            assert_eq!((trace.ranking(None), trace.ranking(Some(1))), (vec![0], vec![1, 0]));
            assert_eq!((trace.round(0, 1), trace.round(1, 0), trace.games_of(1, None)), (Some(0.5), None, 4));
            assert_eq!([None, Some(0), Some(1)].map(|game| trace.games_of(0, game)), [12, 4, 8]);
        }
    }
}
