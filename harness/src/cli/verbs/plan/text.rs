//! A plan as text.

use super::{Line, Question, chosen_tasks, place, total_seconds};
use crate::cli::out;
use crate::experiment::{Experiment, ShortNames};
use crate::kinds;
use crate::plan::Plan;
use crate::report::{left_out, listed, plural};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use treebench_reports::model::{Cell, Column, Table};
use treebench_stats::expected_half_width;

/// The output of `bench plan`: the cells in a table of at most `most` rows, the exclusions, and the total.
pub(super) fn as_text(plan: &Plan, lines: &[Line<'_>], dir: &Path, most: usize, question: Question) -> String {
    let experiment = &plan.experiment;
    let games = experiment.games_per_cell;
    let done: u64 = lines.iter().map(|line| u64::from(line.done)).sum();
    let mut text = what_is_played(plan, lines, done, dir);
    let (timed, asked) = (lines.iter().any(|line| line.cost.is_some()), lines.iter().any(|line| line.needed.is_some()));
    if asked {
        let Question { difference, power } = question;
        text += &format!(
            "games needed to detect a difference of {:.1} points with a power of {:.0} % at a fixed size (two-sided, 5 %; ~ at the \
             largest possible variance), and expected games under {} if the true result is even and if the difference exists\n",
            100.0 * difference,
            100.0 * power,
            if experiment.stop_rule().is_some() { "[stop]" } else { "a sequential test of the two" }
        );
    }
    let names = ShortNames::new(experiment);
    let rows = in_rows(lines, &names);
    text += &format!("\n{}", out::table(&table(rows.iter().take(most), &names, games, timed, asked)));
    let open = |line: &&Line<'_>| line.needed.is_some_and(|needed| needed.even.min(needed.different) > f64::from(games));
    let open = lines.iter().filter(open).count() as u64;
    if open > 0 && experiment.stop_rule().is_some() {
        text +=
            &format!("games-per-cell = {games} is too small for the test in {}: it is expected to need more games\n", plural(open, "cell"));
    }
    if rows.len() > most {
        text += &format!("… and {} more (--rows {})\n", rows.len() - most, rows.len());
    }
    text += &played_again(lines);
    text += &left_out(experiment).into_iter().map(|line| format!("left out: {line}\n")).collect::<String>();
    text += &not_measured(lines);
    text += &sum(plan, lines, done);
    text
}

/// The experiment, the number of its tasks, and what all cells have in common.
fn what_is_played(plan: &Plan, lines: &[Line<'_>], done: u64, dir: &Path) -> String {
    let experiment = &plan.experiment;
    let mut text = format!("{}: {}\n", experiment.name, experiment.metadata.question);
    let at_most = if experiment.stop_rule().is_some() { "at most " } else { "" };
    let (cells, games) = (plural(lines.len() as u64, "cell"), experiment.games_per_cell);
    text += &match chosen_tasks(plan) {
        Some(most) => format!("{cells}, of which not all are played: at most {most} tasks, {done} done in {}\n", dir.display()),
        None => format!("{cells} × {at_most}{games} tasks = {at_most}{} tasks; {done} done in {}\n", plan.len(), dir.display()),
    };
    if let Some(choice) = kinds::of(experiment).choice_in_words(experiment) {
        text += &format!("{choice}\n");
    }
    if let Some(common) = common_axes(experiment) {
        text += &format!("in all cells: {common}\n");
    }
    for difference in experiment.side_differences() {
        text += &format!("{difference}\n");
    }
    for (name, engine) in engines(plan) {
        text += &format!("engine `{name}`: {engine}\n");
    }
    // Cells that begin alike share a line.
    let mut beginnings: BTreeMap<&str, u64> = BTreeMap::new();
    lines.iter().filter_map(|line| line.beginning.as_deref()).for_each(|beginning| *beginnings.entry(beginning).or_default() += 1);
    for (beginning, cells) in beginnings {
        text += &format!("openings in {}: {beginning}\n", plural(cells, "cell"));
    }
    text
}

/// The table of cells; `timed` and `asked` say whether any has a cost, and a number of games that it needs.
fn table<'l>(rows: impl Iterator<Item = &'l Vec<&'l Line<'l>>>, names: &ShortNames<'_>, games: u32, timed: bool, asked: bool) -> Table {
    let mut table = Table::new("", "");
    table.columns = vec![Column::text("cell"), Column::text("key"), Column::number("done")];
    table.columns.extend(timed.then(|| Column::number("s/task")));
    if asked {
        table.columns.extend(["needed", "if even", "if different"].map(Column::number));
    }
    table.rows.extend(rows.map(|cells| {
        let line = cells[0];
        let done = match &line.varied {
            None => format!("{}/{games}", line.done),
            Some(_) => {
                let each = cells.iter().map(|line| format!("{} {}", line.done, line.varied.map_or("", |at| &at.value)));
                each.collect::<Vec<_>>().join(", ")
            }
        };
        let mut row = vec![name(line, names), line.cell.key.to_string()[..12].to_owned(), done];
        if timed {
            row.push(line.cost.map_or(String::new(), |cost| format!("{}{:.4}", if cost.measured { "" } else { "~" }, cost.seconds)));
        }
        if asked {
            let about = |games: f64| match line.needed {
                Some(_) if games.is_infinite() => "never".to_owned(),
                Some(n) => format!("{}{games:.0}", if n.measured { "" } else { "~" }),
                None => String::new(),
            };
            row.extend(line.needed.map_or([0.0; 3], |n| [n.fixed, n.even, n.different]).map(|games| about(games.ceil())));
        }
        row.into_iter().map(Cell::from).collect()
    }));
    table
}

/// The cells of each row: those that differ only in the value that their kind varies share one.
fn in_rows<'l>(lines: &'l [Line<'_>], names: &ShortNames<'_>) -> Vec<Vec<&'l Line<'l>>> {
    let mut rows: Vec<Vec<&Line<'_>>> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for line in lines {
        // Other names are not needed here, and there may be many.
        if line.varied.is_none() {
            rows.push(vec![line]);
            continue;
        }
        let name = name(line, names);
        match places.get(&name) {
            Some(&place) => rows[place].push(line),
            None => {
                places.insert(name, rows.len());
                rows.push(vec![line]);
            }
        }
    }
    rows
}

/// The short name of a cell, without the value that its kind itself varies.
fn name(line: &Line<'_>, names: &ShortNames<'_>) -> String {
    let name = names.of(line.cell);
    match line.varied {
        Some(at) => name.split(", ").filter(|part| *part != format!("{} {}", at.name(), at.value)).collect::<Vec<_>>().join(", "),
        None => name,
    }
}

/// Why cells are played although the run directory has results, those of one reason together.
fn played_again(lines: &[Line<'_>]) -> String {
    let mut reasons: Vec<(&str, Vec<String>)> = Vec::new();
    for (line, why) in lines.iter().filter_map(|line| Some((line, line.again.as_deref()?))) {
        match reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, places)) => places.push(place(line.cell)),
            None => reasons.push((why, vec![place(line.cell)])),
        }
    }
    let words = |(why, places): (&str, Vec<String>)| match places.len() {
        1 => format!("{}: {why}\n", places[0]),
        all if all == lines.len() => format!("all {all} cells: {why}\n"),
        some => format!("{some} cells ({}): {why}\n", listed(places)),
    };
    reasons.into_iter().map(words).collect()
}

/// The games of which nothing was played, in a sentence.
fn not_measured(lines: &[Line<'_>]) -> String {
    let other = lines.iter().filter(|line| line.cost.is_some_and(|cost| !cost.is_of_game));
    let games: BTreeSet<&str> = other.map(|line| line.cell.game.label.as_str()).collect();
    if games.is_empty() {
        return String::new();
    }
    let names = listed(games.iter().map(|game| format!("`{game}`")).collect());
    format!("not measured, so that the costs are those of other games: {names}; --calibrate takes more seconds\n")
}

/// The last line: the totals.
fn sum(plan: &Plan, lines: &[Line<'_>], done: u64) -> String {
    let experiment = &plan.experiment;
    let tasks = chosen_tasks(plan);
    let at_most = if experiment.stop_rule().is_some() || tasks.is_some() { "at most " } else { "" };
    let time = match total_seconds(plan, lines) {
        Some(seconds) if seconds < 100.0 => format!("about {} to go", plural(seconds.round() as u64, "processor second")),
        Some(seconds) if seconds < 6_000.0 => format!("about {:.0} processor minutes to go", seconds / 60.0),
        Some(seconds) => format!("about {:.1} processor hours to go", seconds / 3_600.0),
        None => "processor time not estimated (--calibrate 0)".to_owned(),
    };
    let half = 100.0 * expected_half_width(u64::from(experiment.games_per_cell));
    let half = if experiment.kind.stops { format!(", ± {half:.1} points per cell") } else { String::new() };
    let cells = plural(lines.len() as u64, "cell");
    format!("\nsum: {cells}, {at_most}{} {}, {done} done, {time}{half}\n", tasks.unwrap_or_else(|| plan.len()), experiment.kind.tasks)
}

/// The programs that would be started, by the names of the agents.
pub(super) fn engines(plan: &Plan) -> BTreeMap<String, String> {
    let participants = plan.experiment.cells.iter().flat_map(|cell| &cell.participants);
    participants.filter_map(|participant| participant.command_line().map(|command| (participant.name.clone(), command))).collect()
}

/// The values on the axes that have only one, which the names of cells do not repeat; `None` if there are none.
fn common_axes(experiment: &Experiment) -> Option<String> {
    let common = if experiment.cells.len() > 1 { experiment.common_axes() } else { Vec::new() };
    let common: Vec<String> = common.iter().map(|at| format!("{} {}{}", at.name(), at.value, experiment.exceptions(at))).collect();
    (!common.is_empty()).then(|| common.join(", "))
}
