//! The current results of an experiment, in the form of a baseline.

use crate::experiment::Experiment;
use crate::kinds::{Measurements, Statistic};
use crate::saved::{Baseline, BaselineCell, BaselineMeasured, BaselineMoments, BaselineStatistic, FORMAT, SavedCell, Series};
use crate::store::History;

/// The baseline of the current results, from the measurements of the summary, the hash of each cell's `first` records, and the history of each cell.
pub fn baseline_of(experiment: &Experiment, first: u32, measured: &[Measurements], records: &[String], histories: &[History]) -> Baseline {
    let cells = experiment.cells.iter().zip(experiment.cell_names()).zip(measured).zip(records).zip(histories);
    let cells = cells.map(|((((cell, name), measured), records), history)| {
        let counted = !cell.is_timed;
        let saved = SavedCell {
            cell: name,
            key: cell.key.to_string(),
            // Under a budget of time, equal hashes would be chance.
            records: if counted { records.clone() } else { String::new() },
            ..SavedCell::default()
        };
        cell_of(saved.with_history(history), measured)
    });
    let (name, kind) = (experiment.name.clone(), experiment.kind.name.to_owned());
    Baseline { format: FORMAT, experiment: name, kind, first, cells: cells.collect() }
}

/// A cell of a baseline: its first tasks, and their statistics.
pub(super) fn cell_of(saved: SavedCell, measured: &Measurements) -> BaselineCell {
    let &Measurements { played, failures, opponent_failures, void, with_result, .. } = measured;
    let statistics = measured.statistics.iter().map(statistic_of).collect();
    BaselineCell {
        saved: SavedCell { tasks: (0..u32::try_from(played).unwrap_or(u32::MAX)).collect(), ..saved },
        measured: BaselineMeasured { failures, opponent_failures, void, with_result, statistics },
    }
}

fn statistic_of(statistic: &Statistic) -> BaselineStatistic {
    let values = &statistic.values;
    let known = |x: f64| if values.count() == 0 { 0.0 } else { x };
    let moments = BaselineMoments {
        count: values.count(),
        different: statistic.different,
        mean: known(values.mean()),
        variance: known(values.variance()),
    };
    let rounds = statistic.rounds.as_ref().map(|rounds| Series(rounds.clone()).write());
    let moments = rounds.is_none().then_some(moments);
    BaselineStatistic { name: statistic.name.clone(), rounds, moments }
}
