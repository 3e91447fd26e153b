//! The results of searches per cell and checkpoint. Memory does not grow with the number of searches.

use super::paired_difference::{Batch, Differences};
use super::record::{Checkpoint, SearchRecord, SearchTrace};
use super::repeats::{LEAST_DIFFERENT, Repeats};
use super::settings::{SearchSettings, checkpoints};
use crate::experiment::{Cell, Experiment};
use crate::kinds::{Direction, Measurements, Rows, Statistic};
use crate::store::Record as _;
use treebench_agents::Budget;
use treebench_games::params::Params;
use treebench_stats::Moments;

/// The number of batches into which the tasks of a cell are divided by their number. Two cells are compared batch by batch: batches with the same
/// number have the same positions. Up to this many tasks, every batch is one search.
const BATCHES: u32 = 500;

/// The results of a cell's searches at one checkpoint.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SearchPoint {
    /// Iterations done.
    pub iterations: u64,
    /// Searches.
    pub searches: u64,
    /// Those among them that would have played an optimal move.
    pub found: u64,
    /// The difficulty after it; empty if the game has none.
    pub difficulty: Moments,
    /// Nodes in the tree, all searches together.
    pub nodes: u64,
    /// Nodal states computed, all searches together.
    pub states: u64,
    /// Microseconds, all searches together.
    pub micros: u64,
}

impl SearchPoint {
    /// The share of optimal moves.
    pub fn optimal(&self) -> Moments {
        Moments::of_match(self.found, 0, self.searches - self.found)
    }
}

/// The results of a cell's searches.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SearchCell {
    /// One per checkpoint.
    pub points: Vec<SearchPoint>,
    /// The share of checkpoints at which an optimal move would have been played: the area under a search's curve over the logarithm of its
    /// iterations, in [0, 1].
    pub area: Moments,
    /// Searches stored.
    pub searches: u64,
    /// Those among them that do not count.
    pub failed: u64,
    /// Why the first of them does not count.
    pub message: String,
    pub(super) batches: Vec<Batch>,
    pub(super) repeats: Repeats,
    /// The differences to the cell's baseline in searches known only as sums in a results file.
    pub(super) earlier: Differences,
}

/// The results of an experiment of searches.
pub struct SearchSummary<'e> {
    pub(super) experiment: &'e Experiment,
    /// One summary per cell of the experiment.
    pub cells: Vec<SearchCell>,
    /// See [`Summary::set_removed_hypotheses`](crate::kinds::Summary::set_removed_hypotheses).
    pub(super) removed: u64,
}

impl<'e> SearchSummary<'e> {
    /// Summarises rows. An invalid row counts as failed.
    pub fn of(experiment: &'e Experiment, rows: &mut Rows<'_>) -> SearchSummary<'e> {
        SearchSummary::onto(experiment.cells.iter().map(SearchCell::empty).collect(), experiment, rows)
    }

    /// Adds rows to the results of other searches.
    pub(super) fn onto(mut cells: Vec<SearchCell>, experiment: &'e Experiment, rows: &mut Rows<'_>) -> SearchSummary<'e> {
        let mut record = SearchRecord::default();
        let batches = BATCHES.min(experiment.games_per_cell).max(1);
        for (index, task, row) in rows {
            let cell = &mut cells[index];
            cell.batches.resize_with(batches as usize, Batch::default);
            let read = record.read(&row);
            cell.add((task % batches) as usize, read.ok().and_then(|()| SearchTrace::of(&record)));
        }
        SearchSummary { experiment, cells, removed: 0 }
    }
}

impl SearchCell {
    /// No searches yet.
    pub(super) fn empty(cell: &Cell) -> SearchCell {
        let iterations = match (SearchSettings::from_values(&cell.settings), cell.participants.first().map(|agent| agent.budget)) {
            (Ok(settings), Some(Budget::Iterations(n))) => checkpoints(n, settings.checkpoints_per_decade),
            _ => Vec::new(),
        };
        let points = iterations.into_iter().map(|iterations| SearchPoint { iterations, ..SearchPoint::default() }).collect();
        SearchCell { points, ..SearchCell::default() }
    }

    /// Adds a search; one that cannot be read counts as failed.
    fn add(&mut self, batch: usize, searched: Option<SearchTrace>) {
        self.searches += 1;
        let fits = searched.filter(|searched| !searched.message.is_empty() || searched.checkpoints.len() == self.points.len());
        let message = fits.as_ref().map_or("its record cannot be read", |searched| searched.message.as_str());
        let Some(searched) = fits.as_ref().filter(|_| message.is_empty()) else {
            self.failed += 1;
            if self.message.is_empty() {
                message.clone_into(&mut self.message);
            }
            return;
        };
        let area = area(&searched.checkpoints);
        self.area.push(area);
        self.repeats.add(searched);
        let batch = &mut self.batches[batch];
        batch.optimal.resize(self.points.len(), 0.0);
        batch.difficulty.resize(self.points.len(), 0.0);
        batch.count += 1.0;
        batch.area += area as f32;
        for (k, (point, at)) in self.points.iter_mut().zip(&searched.checkpoints).enumerate() {
            point.searches += 1;
            point.found += u64::from(at.optimal);
            batch.optimal[k] += f32::from(u8::from(at.optimal));
            if !at.difficulty.is_nan() {
                point.difficulty.push(at.difficulty);
                batch.difficulty[k] += at.difficulty as f32;
            }
            point.nodes = point.nodes.saturating_add(at.nodes);
            point.states = point.states.saturating_add(at.states);
            point.micros = point.micros.saturating_add(at.micros);
        }
    }

    /// The measurements for `bench check`: the share of optimal moves at the end, the area under the curve, and the difficulty.
    pub(super) fn measured(&self) -> Measurements {
        let last = |of: fn(&SearchPoint) -> Moments| self.last().map_or(Moments::default(), of);
        let mut statistics = vec![Statistic::share("optimal", last(SearchPoint::optimal)), Statistic::share("area", self.area)];
        let difficulty = last(|point| point.difficulty);
        if difficulty.count() > 0 {
            statistics.push(Statistic {
                name: "difficulty".to_owned(),
                better: Direction::Less,
                share: false,
                values: difficulty,
                different: 0,
                rounds: None,
                keys: Vec::new(),
            });
        }
        if self.repeated() > 0 {
            statistics.iter_mut().for_each(|statistic| statistic.different = self.repeats.different());
        }
        Measurements { played: self.searches, failures: self.failed, statistics, ..Measurements::default() }
    }

    /// Counted searches that repeat others.
    pub(super) fn repeated(&self) -> u64 {
        self.area.count().saturating_sub(self.repeats.different())
    }

    /// Whether too few searches are different for a verdict.
    pub(super) fn is_repetitive(&self) -> bool {
        self.repeated() > 0 && self.repeats.different() < LEAST_DIFFERENT
    }

    /// The end of all searches.
    pub fn last(&self) -> Option<&SearchPoint> {
        self.points.last()
    }

    /// Iterations from which on at least this share of the searches plays an optimal move, interpolated linearly in the logarithm between two
    /// checkpoints; `None` if it is not reached.
    pub fn iterations_to(&self, share: f64) -> Option<f64> {
        let below = self.points.iter().rposition(|point| point.optimal().mean() < share);
        let Some(below) = below else { return self.points.first().map(|point| point.iterations as f64) };
        let (a, b) = (&self.points[below], self.points.get(below + 1)?);
        let (low, high) = (a.optimal().mean(), b.optimal().mean());
        let part = (share - low) / (high - low);
        Some((a.iterations as f64) * (b.iterations as f64 / a.iterations as f64).powf(part))
    }
}

/// The area under the curve of a search by the trapezium rule over the logarithm of iterations, as a share of the whole.
pub(super) fn area(checkpoints: &[Checkpoint]) -> f64 {
    let height = |checkpoint: &Checkpoint| f64::from(u8::from(checkpoint.optimal));
    let at = |checkpoint: &Checkpoint| (checkpoint.iterations as f64).ln();
    let width = checkpoints.last().zip(checkpoints.first()).map_or(0.0, |(last, first)| at(last) - at(first));
    if width <= 0.0 {
        return checkpoints.last().map_or(0.0, height);
    }
    checkpoints.windows(2).map(|pair| (at(&pair[1]) - at(&pair[0])) * (height(&pair[0]) + height(&pair[1])) / 2.0).sum::<f64>() / width
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::search::PairedDifference;

    fn cell(looks: &[&[(u64, bool)]]) -> SearchCell {
        let points = looks[0].iter().map(|&(iterations, _)| SearchPoint { iterations, ..SearchPoint::default() }).collect();
        let mut cell = SearchCell { points, batches: vec![Batch::default(); looks.len()], ..SearchCell::default() };
        for (task, looks) in looks.iter().enumerate() {
            let checkpoints = looks.iter().map(|&(iterations, optimal)| Checkpoint {
                iterations,
                optimal,
                difficulty: task as f64,
                nodes: 2,
                ..Checkpoint::default()
            });
            cell.add(task, Some(SearchTrace { position: task.to_string(), checkpoints: checkpoints.collect(), ..SearchTrace::default() }));
        }
        cell
    }

    #[test]
    fn a_step_has_the_area_behind_it() {
        let look = |iterations, optimal| Checkpoint { iterations, optimal, ..Checkpoint::default() };
        let step = [look(1, false), look(10, false), look(100, true), look(1000, true)];
        assert!((area(&step) - 0.5).abs() < 1e-12);
        assert_eq!((area(&step[3..]), area(&[])), (1.0, 0.0));
    }

    #[test]
    fn searches_are_counted_by_checkpoints_and_compared_by_pairs() {
        let one = cell(&[&[(1, false), (10, true)], &[(1, true), (10, true)], &[(1, false), (10, false)], &[(1, false), (10, true)]]);
        let two = cell(&[&[(1, false), (10, true)], &[(1, false), (10, true)], &[(1, false), (10, false)], &[(1, false), (10, false)]]);
        assert_eq!((one.points[0].optimal().mean(), one.points[1].optimal().mean(), one.points[1].nodes), (0.25, 0.75, 8));
        let paired = one.paired(&two, false, |all| all.optimal).unwrap();
        // Differences 0, 0, 0 and 1: mean ¼, standard deviation ½, standard error ¼.
        assert!((paired.difference - 0.25).abs() < 1e-12 && (paired.error - 0.25).abs() < 1e-12);
        assert_eq!(
            one.paired(&two, false, |all| all.difficulty).unwrap(),
            PairedDifference { difference: 0.0, error: 0.0, positions: 4.0 }
        );
        assert!((one.paired(&two, false, |all| all.area).unwrap().difference - (0.5 + 1.0 + 0.5 - 0.5 - 0.5) / 4.0).abs() < 1e-6);
    }

    #[test]
    fn a_few_ties_leave_a_difference_open() {
        let ten = cell(&[&[(1, true)][..]; 10]);
        let ties = ten.paired(&ten, false, |all| all.optimal).unwrap();
        // Wilson's interval of 5 in 10 is [.2366, .7634].
        let (low, high) = ties.interval_of_shares();
        assert!((low + 0.5268).abs() < 1e-4 && (high - 0.5268).abs() < 1e-4, "{low} {high}");
        assert_eq!(ties.interval_of_numbers(), None);
        // Ten wins are a difference, though not a certain one: Wilson's interval of 10 in 10 is [.7225, 1].
        let lost = cell(&[&[(1, false)][..]; 10]);
        let (low, high) = ten.paired(&lost, false, |all| all.optimal).unwrap().interval_of_shares();
        assert!((low - 0.4449).abs() < 1e-4 && high == 1.0, "{low} {high}");
        let one = cell(&[&[(1, true)], &[(1, false)]]);
        let paired = one.paired(&cell(&[&[(1, false)], &[(1, false)]]), false, |all| all.optimal).unwrap();
        assert_eq!(Some(paired.interval_of_shares()), paired.interval_of_numbers());
    }

    #[test]
    fn every_position_weighs_alike_in_uneven_batches() {
        // Five positions in two batches: three differences of 1, then two of 0. The mean is 3/5, not that of the batches, 1/2.
        let side = |optimal: bool| {
            let mut cell = cell(&[&[(1, false)], &[(1, false)]]);
            cell.batches = vec![Batch::default(); 2];
            for (task, batch) in [0, 0, 0, 1, 1].into_iter().enumerate() {
                let checkpoints = vec![Checkpoint { iterations: 1, optimal: optimal && task < 3, ..Checkpoint::default() }];
                cell.add(batch, Some(SearchTrace { position: task.to_string(), checkpoints, ..SearchTrace::default() }));
            }
            cell
        };
        let paired = side(true).paired(&side(false), false, |all| all.optimal).unwrap();
        // Residuals 3 − 0.6·3 = 1.2 and 0 − 0.6·2 = −1.2: the error is √(2 · 2.88 / 1) / 5.
        assert!((paired.difference - 0.6).abs() < 1e-6 && (paired.error - (2.0f64 * 2.88).sqrt() / 5.0).abs() < 1e-6, "{paired:?}");
    }

    #[test]
    fn the_iterations_that_a_share_takes_are_found_on_the_last_way_up() {
        let curve = |shares: [f64; 4]| {
            let point = |(k, share): (usize, f64)| SearchPoint {
                iterations: 10u64.pow(k as u32),
                searches: 1000,
                found: (1000.0 * share) as u64,
                ..SearchPoint::default()
            };
            SearchCell { points: shares.into_iter().enumerate().map(point).collect(), ..SearchCell::default() }
        };
        let near = |found: Option<f64>, expected: f64| assert!((found.unwrap() / expected - 1.0).abs() < 1e-9, "{found:?}");
        near(curve([0.1, 0.8, 1.0, 1.0]).iterations_to(0.9), 10.0 * 10f64.sqrt());
        near(curve([0.1, 0.95, 0.85, 0.95]).iterations_to(0.9), 100.0 * 10f64.sqrt());
        near(curve([0.9, 0.95, 0.95, 0.95]).iterations_to(0.9), 1.0);
        assert_eq!(curve([0.1, 0.95, 0.95, 0.85]).iterations_to(0.9), None);
    }

    #[test]
    fn what_failed_counts_for_nothing() {
        let mut cell = cell(&[&[(1, true)]]);
        cell.add(0, None);
        cell.add(0, Some(SearchTrace { message: "it broke".into(), ..SearchTrace::default() }));
        assert_eq!((cell.searches, cell.failed, cell.message.as_str()), (3, 2, "its record cannot be read"));
        assert_eq!(cell.points[0].searches, 1);
    }
}
