//! What a task costs, measured by playing one.

use crate::cli::CliError;
use crate::experiment::Cell;
use crate::kinds;
use crate::plan::{Plan, Task};
use std::time::{Duration, Instant};
use treebench_agents::Budget;

/// Processor time of a task.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    /// Seconds.
    pub(super) seconds: f64,
    /// Whether it was measured in this very cell, or taken from one with the same game and budgets.
    pub(super) measured: bool,
}

/// Plays the first task of one cell per game and budget until `seconds` have passed, and estimates the others from those.
#[expect(clippy::disallowed_methods, reason = "how long a task takes is what is asked for; nothing played here is stored")]
pub(super) fn calibrate(plan: &Plan, seconds: f64) -> Result<Vec<Option<Cost>>, CliError> {
    let experiment = &plan.experiment;
    let mut known: Vec<(String, f64)> = Vec::new();
    let mut costs = Vec::with_capacity(experiment.cells.len());
    let (begin, most) = (Instant::now(), Duration::from_secs_f64(seconds));
    for (index, cell) in experiment.cells.iter().enumerate() {
        let like = like(cell);
        if let Some((_, seconds)) = known.iter().find(|(name, _)| *name == like) {
            costs.push(Some(Cost { seconds: *seconds, measured: false }));
            continue;
        }
        if begin.elapsed() >= most {
            costs.push(None);
            continue;
        }
        let (quick, factor) = quicker(cell);
        let mut player = kinds::of(experiment).player(&quick).map_err(CliError::input)?;
        let seed = plan.seed(Task { cell: index as u32, number: 0 });
        let start = Instant::now();
        player.play(0, seed);
        let seconds = start.elapsed().as_secs_f64() * factor;
        known.push((like, seconds));
        costs.push(Some(Cost { seconds, measured: factor == 1.0 }));
    }
    Ok(costs)
}

/// Turns of wall time are played this much faster: whole games of a second per turn would take minutes.
const FASTER: u32 = 100;

/// The cell with budgets that are quick to play, and by what its time is then to be multiplied: turns of wall time take what they are
/// given, so that shorter ones tell about as much.
fn quicker(cell: &Cell) -> (Cell, f64) {
    let mut quick = cell.clone();
    let mut factor = 1.0;
    for participant in &mut quick.participants {
        if let Budget::Time(time) = participant.budget {
            participant.budget = Budget::Time(time / FASTER);
            factor = f64::from(FASTER);
        }
    }
    (quick, factor)
}

/// Cells with the same game, agents and budgets cost about the same; parameters count for less.
fn like(cell: &Cell) -> String {
    let agents: Vec<String> = cell.participants.iter().map(|p| format!("{} {}", p.entry.name, p.budget)).collect();
    format!("{} {}", cell.game.label, agents.join(", "))
}
