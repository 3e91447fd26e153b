//! The plan of a run as JSON, for programs that read the run directory without treebench: the cells, and which tasks count.

use super::of;
use crate::experiment::{Cell, Participant, value_json};
use crate::plan::Plan;
use crate::store::{Column, ColumnType, FinishedTasks, StoreError, write_atomically};
use serde_json::{Map, Value, json};
use std::path::Path;
use treebench_games::params::Values;

/// The file in the run directory.
pub const PLAN: &str = "plan.json";

/// The layout of the file. Raise it with every change that an older reader would misread.
pub const PLAN_FORMAT: u32 = 1;

/// Writes the plan of a run into its directory. `counted` has the tasks that count, if not all do.
///
/// # Errors
/// If the file cannot be written.
pub fn write_plan(dir: &Path, plan: &Plan, counted: Option<&FinishedTasks>) -> Result<(), StoreError> {
    write_atomically(&dir.join(PLAN), &format!("{:#}\n", plan_json(plan, counted)))
}

/// The plan as JSON.
pub fn plan_json(plan: &Plan, counted: Option<&FinishedTasks>) -> Value {
    let experiment = &plan.experiment;
    let names = experiment.cell_names();
    let cell = |(place, cell): (usize, &Cell)| {
        let mut told = describe(cell, &names[place]);
        if let (Some(done), Some(map)) = (counted, told.as_object_mut()) {
            map.insert("counted".to_owned(), json!(done.cells[place].ranges().to_string()));
        }
        told
    };
    json!({
        "format": PLAN_FORMAT,
        "version": env!("CARGO_PKG_VERSION"),
        "name": experiment.name,
        "question": experiment.metadata.question,
        "kind": experiment.kind.name,
        "table": of(experiment).table().name,
        "seed": experiment.seed,
        "tasks_per_cell": experiment.games_per_cell,
        "columns": of(experiment).tasks().columns().iter().map(column).collect::<Vec<_>>(),
        "cells": experiment.cells.iter().enumerate().map(cell).collect::<Vec<_>>(),
    })
}

fn column(column: &Column) -> Value {
    let kind = match column.kind {
        ColumnType::Integer => "integer",
        ColumnType::Real => "number",
        ColumnType::Text => "text",
        ColumnType::List => "list",
    };
    json!({"name": column.name, "type": kind, "unit": column.unit, "doc": column.doc, "measured": !column.reproducible})
}

fn describe(cell: &Cell, name: &str) -> Value {
    let info = cell.game.game.info();
    let axes: Map<String, Value> = cell.axes.iter().filter_map(|at| Some((at.name().to_owned(), value_json(at.exact.as_ref()?)))).collect();
    let labelled = cell.axes.iter().filter(|at| at.label != at.value);
    let labels: Map<String, Value> = labelled.map(|at| (at.name().to_owned(), json!(at.label))).collect();
    let names = cell.participant_names();
    let agent = |(name, agent): (&String, &Participant)| json!({"name": name, "agent": agent.program.name(), "budget": agent.budget.to_string(), "params": values(&agent.program.spelled(&agent.params))});
    json!({
        "key": cell.key.to_string(),
        "name": name,
        "game": {
            "name": cell.game.entry.name, "label": cell.game.label, "params": values(&cell.game.params), "players": info.players,
            "scores": [info.scores.0, info.scores.1], "graded": info.graded,
        },
        "axes": axes,
        "labels": labels,
        "settings": values(&cell.settings),
        // Consecutive tasks with the same seed.
        "round": cell.seeding.round,
        "agents": names.iter().zip(&cell.participants).map(agent).collect::<Vec<_>>(),
    })
}

/// Parameters as JSON.
fn values(values: &Values) -> Value {
    values.iter().map(|(name, given)| (name.to_owned(), value_json(given))).collect::<Map<_, _>>().into()
}
