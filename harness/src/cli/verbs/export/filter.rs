//! Which games are exported: `game=hex,agent=rave*,lost`.

use crate::cli::CliError;
use crate::config::matches;
use crate::experiment::{Cell, Experiment, Labels};
use crate::kinds::r#match::GameRecord;
use crate::plan::Plan;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use treebench_games::names::nearest;

/// Conditions that must all hold.
pub(super) struct Filter(Vec<Condition>);

enum Condition {
    /// The cell's value on this axis, or its label, fits a pattern, or is the same number.
    Axis(String, String),
    /// An agent of the cell, or its label, fits a pattern.
    Agent(String),
    /// The candidate's score against the best of its opponents.
    Result(Ordering),
    Failed,
    /// The task's id begins so.
    Task(String),
}

/// The words for results.
const RESULTS: [(&str, Ordering); 3] = [("won", Ordering::Greater), ("lost", Ordering::Less), ("drawn", Ordering::Equal)];

/// The word for tasks without a result.
const FAILED: &str = "failed";

impl Filter {
    /// Reads a filter for the games of a plan.
    ///
    /// # Errors
    /// If a condition is no axis of the grid with a value on it, no agent, no result and no task.
    pub(super) fn parse(text: &str, plan: &Plan) -> Result<Filter, CliError> {
        let conditions = text.split(',').map(str::trim).filter(|word| !word.is_empty()).map(|word| Condition::parse(word, plan));
        conditions.collect::<Result<_, _>>().map(Filter)
    }

    pub(super) fn lets_through(&self, cell: &Cell, labels: &Labels, id: &str, record: &GameRecord) -> bool {
        self.0.iter().all(|condition| condition.holds(cell, labels, id, record))
    }
}

impl Condition {
    fn parse(word: &str, plan: &Plan) -> Result<Condition, CliError> {
        let cells = &plan.experiment.cells;
        if let Some((name, value)) = word.split_once('=') {
            let mut known: Vec<&str> = cells.iter().flat_map(|cell| &cell.axes).map(|at| at.name()).collect();
            known.push("agent");
            known.sort_unstable();
            known.dedup();
            // The columns of exports have the prefix.
            let name = name.strip_prefix("axis.").unwrap_or(name);
            let labelled = cells.iter().flat_map(|cell| &cell.axes).find(|at| name == at.axis.label || name == at.axis.short);
            let name = if known.contains(&name) { name } else { labelled.map_or(name, |at| at.name()) };
            let condition = match name {
                "agent" => Condition::Agent(value.to_owned()),
                _ if known.contains(&name) => Condition::Axis(name.to_owned(), value.to_owned()),
                // A result is written without a key: `lost`, not `result=lost`.
                _ if value == FAILED || RESULTS.iter().any(|(result, _)| *result == value) => {
                    return Err(unknown(word, &format!("unknown axis `{name}`"), value, &[value]));
                }
                _ => return Err(unknown(word, &format!("unknown axis `{name}`"), name, &known)),
            };
            return condition.checked(word, plan);
        }
        if let Some((_, result)) = RESULTS.iter().find(|(name, _)| *name == word) {
            return Ok(Condition::Result(*result));
        }
        match word {
            FAILED => Ok(Condition::Failed),
            _ if cells.iter().any(|cell| starts(&cell.key.to_string(), word)) => Ok(Condition::Task(word.to_owned())),
            _ => {
                let words: Vec<&str> = RESULTS.iter().map(|(name, _)| *name).chain([FAILED]).collect();
                Err(unknown(word, "it is neither a result, nor AXIS=VALUE, nor a prefix of a task id", word, &words))
            }
        }
    }

    /// Refuses a value that no cell has.
    fn checked(self, word: &str, plan: &Plan) -> Result<Condition, CliError> {
        let Experiment { cells, labels, .. } = &*plan.experiment;
        if cells.iter().any(|cell| self.is_of(cell, labels)) {
            return Ok(self);
        }
        let (value, fault, names) = match &self {
            Condition::Axis(name, value) => {
                let values = cells.iter().flat_map(|cell| &cell.axes).filter(|at| at.name() == name);
                let names: BTreeSet<&str> = values.flat_map(|at| [at.value.as_str(), at.label.as_str()]).collect();
                (value, format!("`{value}` is not on the axis `{name}`"), names)
            }
            Condition::Agent(name) => {
                let names = cells.iter().flat_map(|cell| &cell.participants).map(|participant| participant.name.as_str());
                (name, format!("unknown agent `{name}`"), names.flat_map(|name| [name, labels.of(name)]).collect())
            }
            _ => return Ok(self),
        };
        Err(unknown(word, &fault, value, &names.into_iter().collect::<Vec<_>>()))
    }

    /// Whether it selects an axis or an agent of a cell, by its name, its label or its number.
    fn is_of(&self, cell: &Cell, labels: &Labels) -> bool {
        let fits = |pattern: &str, name: &str, label: &str| matches(pattern, name) || matches(pattern, label);
        match self {
            Condition::Axis(name, value) => cell
                .axes
                .iter()
                .filter(|at| at.name() == name)
                .any(|at| fits(value, &at.value, &at.label) || at.number().is_some() && at.number() == value.parse().ok()),
            Condition::Agent(name) => {
                cell.participants.iter().any(|participant| fits(name, &participant.name, labels.of(&participant.name)))
            }
            _ => false,
        }
    }

    fn holds(&self, cell: &Cell, labels: &Labels, id: &str, record: &GameRecord) -> bool {
        match self {
            Condition::Axis(..) | Condition::Agent(_) => self.is_of(cell, labels),
            Condition::Result(wanted) => result(record) == Some(*wanted),
            Condition::Failed => !record.ending.has_scores(),
            Condition::Task(start) => match start.split_once('-') {
                Some(_) => id == start,
                None => id.starts_with(start.as_str()) || starts(&cell.key.to_string(), start),
            },
        }
    }
}

/// Whether a key begins with these digits, or with those of a task's id.
fn starts(key: &str, word: &str) -> bool {
    key.starts_with(word.split('-').next().unwrap_or(word))
}

/// The candidate's score against the best of its opponents; `None` without a result.
fn result(record: &GameRecord) -> Option<Ordering> {
    let own = record.seats.iter().position(|&participant| participant == 0)?;
    let score = *record.scores.get(own).filter(|_| record.ending.has_scores())?;
    let others = record.scores.iter().enumerate().filter(|(seat, _)| *seat != own).map(|(_, score)| *score);
    score.partial_cmp(&others.reduce(f64::max)?)
}

fn unknown(word: &str, fault: &str, name: &str, known: &[&str]) -> CliError {
    let near = nearest(name, known.iter().copied())
        .map_or_else(|| format!("known: {}", known.join(", ")), |near| format!("did you mean `{near}`?"));
    CliError::input(format!("--games={word}: {fault}; {near}"))
}
