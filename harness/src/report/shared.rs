//! Words, sections and warnings that the reports of all kinds share.

use crate::config::toml_key;
use crate::experiment::{AxisValue, Cell as GridCell, Exclusion, Experiment, References};
use crate::shell::command_line;
use std::path::Path;
use treebench_reports::model::{Cell, Column, Fact, Table};
use treebench_reports::{Report, Section};

/// A place in the grid in words: `iterations 200, candidate.fpu 0.5`, without the axes that do not apply.
pub fn words(axes: &[AxisValue]) -> String {
    axes.iter().filter(|at| at.applies()).map(|at| format!("{} {}", at.axis.label, at.label)).collect::<Vec<_>>().join(", ")
}

/// A cell in words: its place in the grid, after the game where that is not part of it.
pub fn cell_words(cell: &GridCell) -> String {
    let place = words(&cell.axes);
    let game = &cell.game.label;
    if place.is_empty() {
        game.clone()
    } else if cell.axes.iter().any(|at| at.axis.name == "game") {
        place
    } else {
        format!("{game}, {place}")
    }
}

/// A count with its noun: `1 cell`, `2 cells`.
pub fn plural(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// How much of a plan is done: `266 of 300 tasks played`, or `266 tasks played (at most 300)` where fewer may be enough.
pub fn progress(done: u64, planned: u64, is_scheduled: bool, what: &str, done_words: &str) -> String {
    if is_scheduled {
        format!("{}{done_words} (at most {planned})", plural(done, what))
    } else {
        format!("{done} of {}{done_words}", plural(planned, what))
    }
}

/// A sentence with a capital letter at its beginning.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// How many places a sentence names before it counts the rest.
const MOST_NAMED: usize = 4;

/// A list in a sentence, separated by semicolons. A long one is cut: `a; b; c; d; and 91 more`.
pub fn listed(mut names: Vec<String>) -> String {
    if names.len() > MOST_NAMED + 1 {
        let more = names.len() - MOST_NAMED;
        names.truncate(MOST_NAMED);
        names.push(format!("and {more} more"));
    }
    names.join("; ")
}

/// The combinations that are not played, with the reasons; `None` if there are none.
pub fn excluded(experiment: &Experiment) -> Option<Section> {
    let table = Table::new("excluded", "Combinations of the grid that are not played.")
        .column(Column::text("combination"))
        .column(Column::text("reason"));
    let rows = experiment.excluded.iter().map(|excluded| [Cell::from(words(&excluded.axes)), excluded.reason.as_str().into()]);
    let table = rows.fold(table, Table::row);
    (!experiment.excluded.is_empty()).then(|| Section::new("excluded", "Left out").block(table))
}

/// The combinations that are not played, those of one reason together: `game hex, candidate rave: too slow`, `12 cells: too slow`.
pub fn left_out(experiment: &Experiment) -> Vec<String> {
    let mut reasons: Vec<(&str, Vec<&Exclusion>)> = Vec::new();
    for one in &experiment.excluded {
        match reasons.iter_mut().find(|(reason, _)| *reason == one.reason) {
            Some((_, group)) => group.push(one),
            None => reasons.push((&one.reason, vec![one])),
        }
    }
    let line = |(reason, group): &(&str, Vec<&Exclusion>)| match &group[..] {
        [one] => format!("{}: {reason}", words(&one.axes)),
        group => format!("{} cells: {reason}", group.len()),
    };
    reasons.iter().map(line).collect()
}

/// A warning that tasks (`what`, as in "games") are missing; `None` if all of them are stored.
pub fn missing(experiment: &Experiment, stored: u64, what: &str) -> Option<String> {
    let planned = experiment.cells.len() as u64 * u64::from(experiment.games_per_cell);
    (stored < planned).then(|| format!("Only {stored} of {planned} {what} have been played; the same command plays the rest."))
}

/// A warning that printed values belong to no cell; `None` if all of them do.
pub fn unused(experiment: &Experiment, references: &References) -> Option<String> {
    let unused = references.unused(&experiment.cells).count();
    let belong = if unused == 1 { "belongs" } else { "belong" };
    (unused > 0).then(|| format!("{} {belong} to no cell of this grid.", plural(unused as u64, "printed value")))
}

/// Adds to the details of every cell the command that plays it, given the experiment's file and the profile that was applied: the cell's
/// values on all axes select it. The cell is played beside the folder of the run, whose report it would replace.
pub fn add_commands(report: &mut Report, cells: &[GridCell], (config, profile): (&Path, Option<&str>), run: &Path) {
    let config = config.display().to_string();
    for (number, (detail, cell)) in report.details.iter_mut().zip(cells).enumerate() {
        let (only, out) = (conditions(cell), format!("{}-{}", run.display(), number + 1));
        let words = ["bench", "run", &config].into_iter().chain(profile.into_iter().flat_map(|profile| ["--profile", profile]));
        detail.facts.push(Fact { key: "command".to_owned(), value: command_line(words.chain(["--set", &only, "--out", &out])) });
    }
}

/// `only = …`, which selects a cell.
fn conditions(cell: &GridCell) -> String {
    let value = |at: &AxisValue| match at.number() {
        Some(_) if at.value.parse::<f64>().is_ok() => at.value.clone(),
        _ => toml::Value::String(at.value.clone()).to_string(),
    };
    let axes = cell.axes.iter().filter(|at| at.applies());
    let conditions: Vec<String> = axes.map(|at| format!("{} = {}", toml_key(at.name()), value(at))).collect();
    format!("only={{ {} }}", conditions.join(", "))
}

/// A warning that printed values belong to several cells each, which differ on other axes than those that are left `open`; `None` if each belongs to one.
pub fn indefinite(experiment: &Experiment, references: &References, open: impl Fn(&GridCell, &str) -> bool) -> Option<String> {
    let values = references.indefinite(&experiment.cells, open);
    (values > 0).then(|| {
        format!(
            "{} to several cells, which differ on axes that the file of printed values does not name: a value is printed for one of them.",
            if values == 1 { "1 printed value belongs".to_owned() } else { format!("{values} printed values belong") }
        )
    })
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn long_lists_are_cut_and_counted() {
        let names = |count: u32| (0..count).map(|place| place.to_string()).collect::<Vec<_>>();
        assert_eq!(listed(names(1)), "0");
        assert_eq!(listed(names(5)), "0; 1; 2; 3; 4");
        assert_eq!(listed(names(6)), "0; 1; 2; 3; and 2 more");
    }
}
