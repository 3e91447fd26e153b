//! The numbers of all parts of the report: the games of a tournament, and their total.

use super::board::{Board, MANY, samples_for};
use super::pairs::{Judge, Pair, always_valid, judged, pairs};
use crate::experiment::{Axis, AxisValue, Experiment, short_names};
use crate::kinds::SharedRounds;
use crate::kinds::r#match::{CellSummary, MatchSummary, rotates};
use crate::kinds::tournament::groups::{groups, numbers, players};
use crate::kinds::tournament::table::{Pairing, Tournament};
use crate::report::words;
use std::sync::OnceLock;
use treebench_reports::games::games_with;
use treebench_stats::{
    AlphaRank, Bootstrap, BradleyTerry, Meeting, NashAverage, Order, alpha_rank, bootstrap, bradley_terry, circles, expected_scores,
    nash_average, observed, overlap, pooled, units,
};

/// A tournament for its report.
pub(super) struct View<'a> {
    pub(super) experiment: &'a Experiment,
    pub(super) cells: &'a [CellSummary],
    /// The players' labels and names.
    pub(super) names: Vec<String>,
    plain: Vec<String>,
    /// One tournament for every combination of budgets and settings.
    pub(super) wholes: Vec<WholeTournament>,
}

/// A tournament over all its games, each counted once.
pub(super) struct WholeTournament {
    /// The budgets and settings that differ from those of other tournaments, in words; empty for the only one.
    pub(super) label: String,
    pub(super) boards: Vec<Board>,
    pub(super) points: Vec<Vec<f64>>,
    pub(super) ratings: BradleyTerry,
    pub(super) samples: Bootstrap,
    /// Shares of α-rank, and Nash averaging if found; scores of pairs that did not meet are taken from the ratings.
    pub(super) alpha: Vec<f64>,
    pub(super) nash: Option<NashAverage>,
    /// The players by rating, the best first; those without a game come last.
    pub(super) order: Vec<usize>,
    /// All pairs that met.
    pub(super) pairs: Vec<Pair>,
    /// Whether results may have decided which games were played, and how many.
    pub(super) anytime: bool,
    /// How a pair is judged.
    pub(super) judged: Judge,
    /// That of the samples.
    pub(super) seed: u64,
    /// What [`Self::posterior`] computes.
    posterior: OnceLock<Order>,
}

impl<'a> View<'a> {
    /// The player of this name.
    pub(super) fn number(&self, name: &str) -> Option<usize> {
        self.plain.iter().position(|plain| plain == name)
    }

    /// Whether a player has this name.
    pub(super) fn is(&self, player: usize, name: &str) -> bool {
        self.plain[player] == name
    }

    /// The address of the games in which these two meet.
    pub(super) fn games_of(&self, first: usize, second: usize) -> String {
        games_with(&[first, second].map(|player| self.plain[player].as_str()))
    }

    pub(super) fn new(summary: &'a MatchSummary<'_>) -> View<'a> {
        let experiment = summary.experiment();
        let plain: Vec<String> = players(experiment).into_iter().map(|player| player.name.clone()).collect();
        let names: Vec<String> = short_names(&plain.iter().map(|name| experiment.labels.of_parts(name)).collect::<Vec<_>>());
        let numbers = numbers(experiment);
        let varies = |axis: &Axis| {
            experiment.cells.iter().any(|cell| cell.axes.iter().any(|at| *at.axis == *axis && !experiment.cells[0].axes.contains(at)))
        };
        let seed = experiment.seed;
        let adaptive = experiment.own::<Tournament>().is_some_and(|tournament| matches!(tournament.pairing, Pairing::Adaptive { .. }));
        let anytime = adaptive || summary.always_valid;
        let shared: Vec<SharedRounds> = experiment.cells.iter().map(SharedRounds::by_seed).collect();
        let cells: Vec<_> = summary.cells.iter().zip(&shared).map(|(cell, shared)| (&cell.rounds, shared.sharing())).collect();
        let units = units(&cells);
        let wholes = groups(experiment).into_iter().map(|group| {
            let label = words(&group.at.into_iter().filter(|at| varies(&at.axis)).collect::<Vec<_>>());
            // The ratings of a single game are those of the whole, whose samples have shares of α-rank, too.
            let with_alpha = group.games.len() == 1 && names.len() <= MANY;
            let boards = group.games.into_iter().map(|(at, cells)| {
                let meeting = |&index: &usize| {
                    let players = experiment.cells[index].participants.iter().map(|p| numbers[p.name.as_str()]).collect();
                    Meeting::linked(players, &summary.cells[index].rounds, &units[index])
                };
                let meetings = cells.iter().map(meeting).collect();
                let mut board = Board::new(game_name(&at), meetings, names.len(), cells, with_alpha, seed);
                board.miss(board.cells.iter().map(|&index| summary.cells[index].missing()).collect());
                board.rotates = board.cells.iter().all(|&index| rotates(&experiment.cells[index]));
                board
            });
            WholeTournament::new(label, boards.collect(), names.len(), seed, anytime)
        });
        let wholes = wholes.collect();
        View { experiment, cells: &summary.cells, wholes, names, plain }
    }
}

/// A game with its swept parameters: `breakthrough, size 6`.
fn game_name(at: &[AxisValue]) -> String {
    let part = |at: &AxisValue| match at.role().param() {
        Some(_) => format!("{} {}", at.axis.short, at.label),
        None => at.label.clone(),
    };
    at.iter().filter(|at| at.applies()).map(part).collect::<Vec<_>>().join(", ")
}

impl WholeTournament {
    /// Whether every player takes every seat. Otherwise a rating may be that of a seat.
    pub(super) fn rotates(&self) -> bool {
        self.boards.iter().all(|board| board.rotates)
    }

    fn new(label: String, boards: Vec<Board>, players: usize, seed: u64, anytime: bool) -> WholeTournament {
        let points = pooled(&boards.iter().map(|board| board.points.clone()).collect::<Vec<_>>());
        let ratings = bradley_terry(&points);
        let samples = match &boards[..] {
            [only] => only.samples.clone(),
            several => {
                let meetings: Vec<Vec<Meeting>> = several.iter().map(|board| board.meetings.clone()).collect();
                bootstrap(&meetings, &[], &ratings, samples_for(players), players <= MANY, seed)
            }
        };
        let score = expected_scores(&points, &ratings.log_strengths);
        let alpha = alpha_rank(&score, AlphaRank::default());
        let advantages: Vec<Vec<f64>> = score.iter().map(|row| row.iter().map(|score| score - 0.5).collect()).collect();
        let idle = |player: usize| (0..players).all(|other| points[player][other] + points[other][player] == 0.0);
        let mut order: Vec<usize> = (0..players).collect();
        order.sort_by(|&a, &b| idle(a).cmp(&idle(b)).then(ratings.log_strengths[b].total_cmp(&ratings.log_strengths[a])));
        let judged: Judge = if anytime { always_valid } else { judged };
        let pairs = pairs(&boards, players, judged);
        WholeTournament {
            label,
            boards,
            points,
            ratings,
            samples,
            alpha,
            nash: nash_average(&advantages),
            order,
            pairs,
            anytime,
            judged,
            seed,
            posterior: OnceLock::new(),
        }
    }

    /// Different rounds in which a player played; rounds of several pairs that share a seed or have the same games are one.
    pub(super) fn rounds(&self, player: usize) -> usize {
        observed(self.boards.iter().flat_map(|board| &board.meetings), player)
    }

    /// The posterior of the order of players after all results.
    pub(super) fn posterior(&self) -> &Order {
        self.posterior.get_or_init(|| self.order_after(&self.points))
    }

    /// The posterior of the order of players after these results, of which those that pairs share count once.
    pub(super) fn order_after(&self, points: &[Vec<f64>]) -> Order {
        let overlap = overlap(points.len(), self.boards.iter().flat_map(|board| &board.meetings));
        let own: Vec<Vec<f64>> = points.iter().map(|row| row.iter().map(|points| points / overlap).collect()).collect();
        Order::after(&own, &Order::unknown(points.len()))
    }

    /// Games that a player has a result of.
    pub(super) fn games(&self, player: usize) -> f64 {
        self.boards.iter().map(|board| board.games(player)).sum()
    }

    /// Groups of players that met, directly or over others; players without a game are in none.
    pub(super) fn circles(&self) -> Vec<Vec<usize>> {
        circles(&self.points).into_iter().filter(|circle| circle.len() > 1).collect()
    }

    /// The pair of two players, and whether the first of them is the first of the pair.
    pub(super) fn pair(&self, i: usize, j: usize) -> Option<(&Pair, bool)> {
        let found = self.pairs.binary_search_by_key(&(i.min(j), i.max(j)), |pair| (pair.first, pair.second)).ok()?;
        Some((&self.pairs[found], i < j))
    }
}

/// A log strength on the Elo scale.
pub(super) fn elo(log: f64) -> f64 {
    log * 400.0 / std::f64::consts::LN_10
}
