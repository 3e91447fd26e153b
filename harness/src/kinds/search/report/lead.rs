//! What the numbers say, and what a reader must know before trusting them.

use super::view::{Group, Series};
use crate::kinds::search::SearchSummary;
use crate::report::missing;

/// The answer in a sentence per group: who is best by area, who at the end, who makes it easiest.
pub(super) fn sentences(groups: &[Group<'_>]) -> Vec<String> {
    let sentences: Vec<String> = groups.iter().filter_map(sentence).collect();
    if sentences.is_empty() { vec!["No position has been searched yet.".to_owned()] } else { sentences }
}

fn sentence(group: &Group<'_>) -> Option<String> {
    let played: Vec<&Series<'_>> = group.series.iter().filter(|series| series.cell.area.count() > 0).collect();
    let best = |of: &dyn Fn(&Series<'_>) -> f64| {
        played.iter().copied().filter(|series| of(series).is_finite()).max_by(|a, b| of(a).total_cmp(&of(b)))
    };
    let end = |series: &Series<'_>| series.cell.last().map_or(f64::NAN, |last| last.optimal().mean());
    let difficulty = |series: &Series<'_>| -series.cell.last().map_or(f64::NAN, |last| last.difficulty.mean());
    let (first, area) = (best(&end)?, best(&|series| series.cell.area.mean())?);
    let place = if group.name.is_empty() { String::new() } else { format!("{}: ", group.name) };
    let mut text = format!(
        "{place}{} ends with an optimal move most often ({:.1} %), {} has the greatest area ({:.1} %)",
        first.name,
        100.0 * end(first),
        area.name,
        100.0 * area.cell.area.mean()
    );
    if let Some(easiest) = best(&difficulty) {
        text.push_str(&format!(", {} the lowest difficulty ({:.3})", easiest.name, -difficulty(easiest)));
    }
    text.push('.');
    Some(text)
}

/// What a reader must know before trusting a number.
pub(super) fn warnings(summary: &SearchSummary<'_>) -> Vec<String> {
    let experiment = summary.experiment;
    let mut warnings = Vec::new();
    warnings.extend(missing(experiment, summary.cells.iter().map(|cell| cell.searches).sum(), "searches"));
    for (cell, numbers) in experiment.cells.iter().zip(&summary.cells).filter(|(_, numbers)| numbers.failed > 0) {
        let place: Vec<&str> = cell.axes.iter().map(|at| at.value.as_str()).collect();
        warnings.push(format!(
            "{}: {} of {} searches do not count: {}.",
            place.join(", "),
            numbers.failed,
            numbers.searches,
            numbers.message
        ));
    }
    warnings
}
