//! Caveats of a cell's numbers.

use super::openings::Openings;
use super::{CellSummary, Effort, Ending, MatchSettings, TurnClock};
use crate::experiment::Cell;
use crate::report::{Caveat, LEAST_CORE_SHARE};
use std::collections::BTreeSet;

/// The share of turns over a budget of time by more than a tenth that is tolerated.
const MOST_TURNS_OVER: f64 = 0.01;

/// The caveats about a cell, each with its number of games, or 1.
pub(in crate::kinds) fn caveats(cell: &Cell, summary: &CellSummary) -> Vec<(Caveat, u64)> {
    let timed = || cell.participants.iter().zip(&summary.effort).filter(|(participant, _)| !participant.budget.is_counted());
    let any = |holds: fn(&Cell, &Effort) -> bool| u64::from(timed().any(|(_, effort)| holds(cell, effort)));
    let all = [
        (Caveat::LostByFailure, summary.lost_by_failure),
        (Caveat::CutOff, summary.ended(Ending::LengthCap)),
        (Caveat::Adjudicated, summary.ended(Ending::Adjudication)),
        (Caveat::UnevenScores, u64::from(!summary.rounds.add_up())),
        (Caveat::OneSided, summary.one_sided),
        (Caveat::NestedOpenings, nested_openings(cell, summary)),
        (Caveat::AlikeSides, u64::from(summary.is_mostly_mirrored())),
        (Caveat::Disagreement, summary.disagreements),
        (Caveat::FailedDraws, summary.failed_draws),
        (Caveat::TurnsOver, any(|_, effort| turns_over(effort).is_some())),
        (Caveat::Starved, any(|cell, effort| starved(cell, effort).is_some())),
    ];
    all.into_iter().filter(|(_, count)| *count > 0).collect()
}

/// Openings of a cell's games that continue others, or that games from others came to.
pub(super) fn nested_openings(cell: &Cell, summary: &CellSummary) -> u64 {
    let settings = cell.settings.decode::<MatchSettings>().ok();
    let openings = settings.and_then(|settings| Openings::of(cell, &settings));
    let met = summary.rounds.links().map(|(later, _)| later).collect::<BTreeSet<u32>>().len() as u64;
    openings.map_or(0, |openings| openings.nested(summary.rounds.len()).max(met.min(openings.len() as u64)))
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
    cell.settings.decode::<MatchSettings>().is_ok_and(|settings| settings.clock == TurnClock::Cpu)
}
