//! Caveats of a cell's numbers.

use super::{CellSummary, Effort, Ending, MatchSettings, TurnClock};
use crate::experiment::Cell;
use crate::report::Doubt;
use treebench_games::params::Params as _;

/// The share of turns over a budget of time by more than a tenth that is tolerated.
const MOST_TURNS_OVER: f64 = 0.01;
/// The minimum share of a core for a valid budget of wall time.
const LEAST_CORE_SHARE: f64 = 0.9;

/// The caveats of a cell, each with its number of games or agents.
pub(in crate::kinds) fn doubts(cell: &Cell, summary: &CellSummary) -> Vec<(Doubt, u64)> {
    let timed = || cell.participants.iter().zip(&summary.effort).filter(|(participant, _)| !participant.budget.is_counted());
    let agents = |holds: fn(&Cell, &Effort) -> bool| timed().filter(|(_, effort)| holds(cell, effort)).count() as u64;
    let all = [
        (Doubt::LostByFailure, summary.lost_by_failure),
        (Doubt::CutOff, summary.ended(Ending::LengthCap)),
        (Doubt::Adjudicated, summary.ended(Ending::Adjudication)),
        (Doubt::UnevenScores, u64::from(!summary.rounds.add_up())),
        (Doubt::Disagreement, summary.disagreements),
        (Doubt::TurnsOver, agents(|_, effort| turns_over(effort).is_some())),
        (Doubt::Starved, agents(|cell, effort| starved(cell, effort).is_some())),
    ];
    all.into_iter().filter(|(_, count)| *count > 0).collect()
}

/// The share of turns over a budget of time, if they are too many.
pub(super) fn turns_over(effort: &Effort) -> Option<f64> {
    effort.per_turn(effort.turns_over).filter(|&share| share > MOST_TURNS_OVER)
}

/// The share of a core that an agent got, if less than that minimum.
pub(super) fn starved(cell: &Cell, effort: &Effort) -> Option<f64> {
    effort.core_share().filter(|&share| !by_processor(cell) && share < LEAST_CORE_SHARE)
}

/// Whether budgets of time are of processor time.
pub(super) fn by_processor(cell: &Cell) -> bool {
    MatchSettings::from_values(&cell.settings).is_ok_and(|settings| settings.clock == TurnClock::Cpu)
}
