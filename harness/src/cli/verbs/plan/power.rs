//! The number of games that a question needs in every cell.

use crate::cli::CliError;
use crate::experiment::Cell;
use crate::kinds::{self, Measurements};
use crate::plan::Plan;
use crate::store::Store;
use std::collections::BTreeMap;
use treebench_stats::{Forecast, LEVEL, Moments, StopRule, StopTest, Unit, expected_rounds, games_needed};

/// The question.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    /// The difference from an even result, on the scale from 0 to 1.
    pub(super) difference: f64,
    /// The probability of finding it.
    pub(super) power: f64,
}

/// Games of one cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellGames {
    /// With a fixed number of games.
    pub(super) fixed: f64,
    /// Expected under the sequential test if the result is even; infinite if it never ends.
    pub(super) even: f64,
    /// Expected under the sequential test if the difference exists.
    pub(super) different: f64,
    /// Whether the variance was measured; otherwise it is the largest possible.
    pub(super) measured: bool,
}

/// The games of every cell; empty if cells of this kind are not stopped.
pub(super) fn needed(plan: &Plan, store: Option<&Store>, question: Question) -> Result<Vec<Option<CellGames>>, CliError> {
    let experiment = &plan.experiment;
    if !experiment.kind.stops {
        return Ok(vec![None; experiment.cells.len()]);
    }
    let measured = match store {
        Some(store) => {
            let counted = kinds::counted(plan, None, store).map_err(CliError::input)?;
            let mut rows = store.summary_rows(plan).map_err(CliError::input)?.only(counted);
            let measured = kinds::of(experiment).fold(experiment, &mut rows).baseline().unwrap_or_default();
            rows.check().map_err(CliError::input)?;
            measured
        }
        None => Vec::new(),
    };
    let rule = experiment.stop_rule();
    // Cells without results need the same if they have as many players.
    let mut unmeasured: BTreeMap<usize, CellGames> = BTreeMap::new();
    let needed = |(index, cell): (usize, &Cell)| {
        let players = cell.game.game.info().players.max(1);
        match measured.get(index).and_then(variance) {
            Some(variance) => games(players, Some(variance), rule, question),
            None => *unmeasured.entry(players).or_insert_with(|| games(players, None, rule, question)),
        }
    };
    Ok(experiment.cells.iter().enumerate().map(needed).map(Some).collect())
}

/// The minimum number of rounds to estimate their variance.
const ENOUGH: u64 = 20;

/// The variance of the rounds of a cell, if there are enough.
fn variance(cell: &Measurements) -> Option<f64> {
    let mut seen = Moments::default();
    let rounds = cell.statistics.first().and_then(|first| first.rounds.as_ref());
    rounds.into_iter().flatten().flatten().for_each(|value| seen.push(*value));
    (seen.count() >= ENOUGH && seen.variance() > 0.0).then(|| seen.variance())
}

/// What cells with this many players and this variance need.
fn games(players: usize, measured: Option<f64>, stop: Option<StopRule>, question: Question) -> CellGames {
    let Question { difference, power } = question;
    let size = players as u32;
    let even = 1.0 / f64::from(size);
    // Independent games without draws between equals vary most.
    let variance = measured.unwrap_or(even * (1.0 - even) / f64::from(size));
    // What the test needs, whether or not games-per-cell allows it.
    let rule = stop.map(|rule| StopRule { at_most: u32::MAX, ..rule }).unwrap_or(StopRule {
        test: StopTest::Gsprt { h0: 100.0 * even, h1: 100.0 * (even + difference), unit: Unit::Points, alpha: LEVEL, beta: 1.0 - power },
        at_least: 0,
        at_most: u32::MAX,
    });
    let expected = |mean| {
        let rounds = expected_rounds(&rule, Forecast { size, even, mean, variance });
        // A forecast of the largest number of rounds is that of no end.
        if rounds >= f64::from(u32::MAX / size - 1) { f64::INFINITY } else { f64::from(size) * rounds }
    };
    CellGames {
        fixed: games_needed(variance, size, difference, LEVEL, power),
        even: expected(even),
        different: expected(even + difference),
        measured: measured.is_some(),
    }
}
