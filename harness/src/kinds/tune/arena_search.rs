//! A tuning from its first evaluation to the confirmation, as a function of the scores of rounds.

use super::arena::{Arena, arenas};
use super::methods::method;
use super::search::Search;
use super::trace::Rules;
use super::tuning::{TuneMethod, TuneObjective, Tuning};
use crate::config::Choice as _;
use crate::experiment::Experiment;
use crate::plan::task_seed;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A search in one arena, and its findings.
pub(super) struct ArenaSearch {
    pub(super) arena: Arc<Arena>,
    pub(super) objective: TuneObjective,
    /// The games over which is searched, as places in the arena.
    pub(super) games: Vec<usize>,
    pub(super) search: Search,
    confirm: u32,
}

/// A search's recommendation, over all of its games or in one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Finding {
    /// The game, as a place among those of the search; `None` for all.
    pub(super) game: Option<usize>,
    pub(super) chosen: usize,
    pub(super) runner_up: Option<usize>,
}

/// All tunings of an experiment, before their first evaluation.
pub(super) fn tunings(experiment: &Experiment, tuning: &Tuning) -> Vec<ArenaSearch> {
    let mut all = Vec::new();
    for arena in arenas(experiment, tuning).into_iter().map(Arc::new) {
        for &objective in &tuning.objectives {
            let games: Vec<usize> = (0..arena.searched).collect();
            // One search spends the games of all bandits where they tell most.
            let split = objective == TuneObjective::PerGame && tuning.method != TuneMethod::Wilson;
            let groups: Vec<Vec<usize>> = if split { games.into_iter().map(|game| vec![game]).collect() } else { vec![games] };
            for games in groups {
                all.push(ArenaSearch::new(experiment, tuning, Arc::clone(&arena), objective, games));
            }
        }
    }
    all
}

impl ArenaSearch {
    fn new(experiment: &Experiment, tuning: &Tuning, arena: Arc<Arena>, objective: TuneObjective, games: Vec<usize>) -> ArenaSearch {
        let together = objective == TuneObjective::PerGame && games.len() > 1;
        let budget = u64::from(tuning.games) * if together { games.len() as u64 } else { 1 };
        let rules = Rules { objective, costs: games.iter().map(|&game| arena.games[game].cost()).collect(), budget };
        let cell = arena.games[games[0]].search[arena.space.default_point()][0];
        let word = TuneObjective::WORDS.iter().position(|(_, known)| *known == objective).unwrap_or(0);
        // No round has this number, so that no game draws the same numbers.
        let rng = task_seed(experiment.seed, experiment.cells[cell].key, u32::MAX).stream(word as u64);
        let search = Search::new(arena.space.clone(), rules, method(tuning.method, rng));
        ArenaSearch { arena, objective, games, search, confirm: tuning.confirm }
    }

    /// Advances as far as the scores of rounds are known, given by cell and round.
    pub(super) fn advance(&mut self, known: &dyn Fn(usize, usize) -> Option<f64>) {
        let (arena, games) = (&self.arena, &self.games);
        self.search.advance(|point, game, round| {
            let cells = &arena.games[games[game]].search[point];
            let scores: Option<Vec<f64>> = cells.iter().map(|&cell| known(cell, round)).collect();
            scores.map(|scores| scores.iter().sum::<f64>() / scores.len() as f64)
        });
    }

    /// The rounds to be played next, as cells and numbers of rounds: the batch of the search, or the confirmation.
    pub(super) fn wanted(&self) -> Vec<(usize, usize)> {
        if !self.search.is_done() {
            let cells = |(point, game, round): (usize, usize, usize)| {
                self.arena.games[self.games[game]].search[point].iter().map(move |&cell| (cell, round))
            };
            return self.search.wanted().flat_map(cells).collect();
        }
        let mut wanted = BTreeSet::new();
        for finding in self.findings() {
            for game in self.confirming(finding.game) {
                for point in self.confirmed(&finding) {
                    let rounds = 0..self.confirm_rounds(finding.game);
                    wanted.extend(
                        self.arena.games[game].fresh[point].iter().flat_map(|&cell| rounds.clone().map(move |round| (round, cell))),
                    );
                }
            }
        }
        wanted.into_iter().map(|(round, cell)| (cell, round)).collect()
    }

    /// The search's recommendations so far.
    pub(super) fn findings(&self) -> Vec<Finding> {
        let together = self.objective == TuneObjective::PerGame && self.games.len() > 1;
        let games: Vec<Option<usize>> = if together { (0..self.games.len()).map(Some).collect() } else { vec![None] };
        let finding = |game| {
            let (chosen, runner_up) = self.search.chosen(game);
            Finding { game, chosen, runner_up }
        };
        games.into_iter().map(finding).collect()
    }

    /// The points that are confirmed: the chosen one, the default and the runner-up, each once.
    pub(super) fn confirmed(&self, finding: &Finding) -> Vec<usize> {
        let mut points = vec![finding.chosen, self.arena.space.default_point()];
        points.extend(finding.runner_up);
        let mut seen = BTreeSet::new();
        points.retain(|&point| seen.insert(point));
        points
    }

    /// The games in which a finding is confirmed, as places in the arena: those of the search, and the others.
    pub(super) fn confirming(&self, game: Option<usize>) -> Vec<usize> {
        match game {
            Some(game) => vec![self.games[game]],
            None if self.objective == TuneObjective::PerGame => self.games.clone(),
            None => self.games.iter().copied().chain(self.arena.searched..self.arena.games.len()).collect(),
        }
    }

    /// The rounds of a confirmation in every cell.
    pub(super) fn confirm_rounds(&self, game: Option<usize>) -> usize {
        let games = game.map_or(&self.games[..], |game| &self.games[game..=game]);
        let cost: u64 = games.iter().map(|&game| self.arena.games[game].cost()).sum();
        usize::try_from(u64::from(self.confirm) / cost.max(1)).unwrap_or(usize::MAX)
    }

    /// Games that the search and the confirmation may still need: those expected, which is also the most.
    pub(super) fn left(&self) -> u64 {
        if self.search.is_done() {
            return 0;
        }
        let findings = self.findings().len() as u64;
        let confirm: u64 = self.confirming(self.findings()[0].game).iter().map(|&game| self.arena.games[game].cost()).sum();
        let rounds = if self.confirm == 0 { 0 } else { self.confirm_rounds(self.findings()[0].game) as u64 };
        self.search.trace().left() + findings * 3 * rounds * confirm
    }
}
