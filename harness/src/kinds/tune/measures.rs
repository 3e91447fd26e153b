//! How points are evaluated under each measure.

use super::game_trials::Games;
use super::search_trials::Searches;
use super::trial::Evaluation;
use crate::experiment::Measure;

/// How points are evaluated under a measure.
pub(super) fn evaluation(measure: Measure) -> &'static dyn Evaluation {
    if measure == Measure::Score { &Games } else { &Searches }
}
