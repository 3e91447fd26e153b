//! The cost of a task of every cell: some are played, and the others estimated from them.

use crate::cli::CliError;
use crate::experiment::{Cell, Participant};
use crate::kinds;
use crate::plan::{Plan, Task, estimated, work};
use std::collections::HashMap;
use std::time::{Duration, Instant};
use treebench_agents::{Budget, Clock, TimeControl};

/// Processor time of a task.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli::verbs) struct Cost {
    /// Seconds.
    pub(in crate::cli::verbs) seconds: f64,
    /// Whether a whole task of this very cell was played; if not, it is estimated.
    pub(in crate::cli::verbs) measured: bool,
    /// Whether its game was played; if not, the cost is that of other games.
    pub(in crate::cli::verbs) is_of_game: bool,
}

/// The factor by which budgets are reduced for a first estimate. Whole games at a second per turn would take minutes.
const SMALLER: u32 = 50;

/// Plays tasks until `seconds` have passed, first with reduced budgets and then, if time remains, whole tasks, one for every game with its agents and
/// budgets. The other cells are estimated from these. Nothing is measured if `seconds` is 0.
#[expect(clippy::disallowed_methods, reason = "how long a task takes is what is asked for; nothing played here is stored")]
pub(in crate::cli::verbs) fn calibrate(plan: &Plan, seconds: f64) -> Result<Vec<Option<Cost>>, CliError> {
    let cells = &plan.experiment.cells;
    if seconds == 0.0 {
        return Ok(vec![None; cells.len()]);
    }
    let mut groups: HashMap<String, usize> = HashMap::new();
    let mut first = Vec::new();
    let group: Vec<usize> = cells
        .iter()
        .enumerate()
        .map(|(index, cell)| {
            *groups.entry(like(cell)).or_insert_with(|| {
                first.push(index);
                first.len() - 1
            })
        })
        .collect();
    // Engines that are missing cannot play.
    let plays = |cell: &Cell| !cell.participants.iter().filter_map(Participant::engine).any(|engine| engine.identity.is_empty());
    let mut order: Vec<usize> = (0..first.len()).filter(|&group| plays(&cells[first[group]])).collect();
    // One of every game comes before the second of any.
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let turn: Vec<usize> = first
        .iter()
        .map(|&cell| {
            let count = seen.entry(&cells[cell].game.label).or_default();
            *count += 1;
            *count
        })
        .collect();
    // Rules that are compiled first take seconds, in which many other games are played.
    order.sort_by_key(|&group| (turn[group], is_compiled(&cells[first[group]])));
    let (begin, most) = (Instant::now(), Duration::from_secs_f64(seconds));
    let mut known: Vec<Option<Cost>> = vec![None; first.len()];
    for &group in &order {
        if known.iter().all(Option::is_none) || begin.elapsed() < most {
            known[group] = Some(played(plan, first[group], SMALLER)?);
        }
    }
    for &group in &order {
        let left = most.saturating_sub(begin.elapsed()).as_secs_f64();
        if known[group].is_some_and(|cost| !cost.measured && cost.seconds < left) {
            known[group] = Some(played(plan, first[group], 1)?);
        }
    }
    let sample: Vec<(&Cell, f64)> = first.iter().zip(&known).filter_map(|(cell, cost)| Some((&cells[*cell], (*cost)?.seconds))).collect();
    let cost = |(index, group): (usize, usize)| {
        let known = known[group].map(|cost| Cost { measured: cost.measured && first[group] == index, ..cost });
        let is_of_game = sample.iter().any(|(other, _)| other.game.label == cells[index].game.label);
        known.or_else(|| Some(Cost { seconds: estimated(&cells[index], &sample)?, measured: false, is_of_game }))
    };
    Ok(group.into_iter().enumerate().map(cost).collect())
}

/// Plays the first task of a cell with budgets reduced by this factor.
fn played(plan: &Plan, index: usize, smaller: u32) -> Result<Cost, CliError> {
    let experiment = &plan.experiment;
    let cell = &experiment.cells[index];
    let (quick, factor) = quicker(cell, smaller);
    let mut player = kinds::of(experiment).tasks().player(&quick).map_err(CliError::input)?;
    let seed = plan.seed(Task { cell: index as u32, number: 0 });
    if factor != 1.0 && is_compiled(cell) {
        // It is compiled once, whatever the budget.
        player.play(0, seed);
    }
    // Others on the same machine cost a counted budget nothing; a budget of wall time passes whoever computes.
    let clock = if cell.is_timed || !Clock::Processor.is_available() { Clock::Wall } else { Clock::Processor };
    let (_, time) = clock.time(|| player.play(0, seed));
    Ok(Cost { seconds: time.as_secs_f64() * factor, measured: factor == 1.0, is_of_game: true })
}

/// Whether the rules of a game are compiled when it is first played.
fn is_compiled(cell: &Cell) -> bool {
    cell.game.entry.definition.text().is_some()
}

/// The cell with reduced budgets, and the factor for its time.
fn quicker(cell: &Cell, smaller: u32) -> (Cell, f64) {
    let mut quick = cell.clone();
    for participant in &mut quick.participants {
        participant.budget = match participant.budget {
            Budget::Time(time) => Budget::Time(time / smaller),
            Budget::Clock(control) => {
                Budget::Clock(TimeControl { base: control.base / smaller, increment: control.increment / smaller, ..control })
            }
            Budget::Iterations(number) => Budget::Iterations((number / u64::from(smaller)).max(number.min(1))),
            Budget::States(number) => Budget::States((number / u64::from(smaller)).max(number.min(1))),
        };
    }
    let (whole, part) = (work(cell), work(&quick));
    (quick, if part > 0.0 { whole / part } else { 1.0 })
}

/// Cells with the same game, agents and budgets cost about the same; parameters count for less.
fn like(cell: &Cell) -> String {
    let agents: Vec<String> = cell.participants.iter().map(|p| format!("{} {}", p.program.name(), p.budget)).collect();
    format!("{} {}", cell.game.label, agents.join(", "))
}
