//! Verifies records of another build before continuing with them, by replaying a sample.
//!
//! A key does not identify the code that plays a cell. Records of another build are therefore trusted only if this build gives the same
//! records for a sample of the stored tasks, taken from every game and every pairing of agents that is about to be re-used.

use super::messages::say;
use super::replay::play_again;
use super::{RunError, replay_all};
use crate::experiment::Cell;
use crate::kinds;
use crate::plan::{Plan, Task};
use crate::results::ResultsFile;
use crate::saved::Sample;
use crate::saved::results::record_hash;
use crate::store::{Build, Store, Verification};
use std::collections::{BTreeMap, BTreeSet};

/// The number of stored tasks of a cell among which the cheapest are chosen.
const LOOKED_AT: usize = 4;
/// The number of cells of a group among which the cheapest tasks are chosen.
const CELLS: usize = 16;
/// The number of tasks that an error names.
const NAMED: usize = 5;

/// The proof required before records of another build are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trust {
    /// Stored tasks to replay of every game and pairing of agents, the cheapest first; at least 1.
    pub sample: usize,
    /// Whether to continue with records that differ; this is recorded and shown in the report.
    pub accept_mixed: bool,
    /// Threads that replay.
    pub threads: usize,
}

/// Replays a sample of the tasks that other builds have stored, records the outcome in the store, and reports it.
///
/// # Errors
/// If a task differs and that is not accepted, if the store cannot be used, or if the agents cannot be built.
pub fn trust(plan: &Plan, store: &Store, trust: Trust) -> Result<(), RunError> {
    let here = Build::here()?;
    let foreign = foreign(plan, store, &here)?;
    let mut sample: BTreeMap<Task, (usize, Build)> = BTreeMap::new();
    let known = store.builds().verifications()?;
    let groups: Vec<&(Build, String)> = foreign.keys().collect();
    for (index, ((build, group), cells)) in foreign.iter().enumerate() {
        let is_known = |v: &Verification| {
            v.played == *build && v.replayed.executable == here.executable && v.group == *group && v.tasks >= trust.sample as u64
        };
        if known.iter().any(|v| is_known(v) && (v.different == 0 || v.accepted && trust.accept_mixed)) {
            continue;
        }
        sample.extend(cheapest(plan, store, build, cells, trust.sample)?.into_iter().map(|task| (task, (index, build.clone()))));
    }
    if sample.is_empty() {
        return Ok(());
    }
    let tasks: BTreeSet<Task> = sample.keys().copied().collect();
    let (count, different) = replay_all(plan, store, &tasks, trust.threads)?;
    for (index, (played, group)) in groups.into_iter().enumerate() {
        let of_group = |task: &Task| sample.get(task).is_some_and(|(of, _)| *of == index);
        let tasks = sample.keys().filter(|task| of_group(task)).count() as u64;
        let wrong = different.iter().filter(|(task, _)| of_group(task)).count() as u64;
        let accepted = wrong > 0 && trust.accept_mixed;
        if tasks > 0 && (wrong == 0 || accepted) {
            let (played, group) = (played.clone(), group.clone());
            store.builds().keep_verification(&Verification { played, replayed: here.clone(), group, tasks, different: wrong, accepted })?;
        }
    }
    if different.is_empty() {
        say(&format!("another build played some of the stored tasks; {count} of them were replayed and are identical"));
        return Ok(());
    }
    let mut lines = String::new();
    for (task, replayed) in different.iter().take(NAMED) {
        let difference = replayed.telling().map(ToString::to_string).unwrap_or_default();
        let build = sample.get(task).map_or_else(Build::default, |(_, build)| build.clone());
        lines += &format!(
            "\n  {} in `{}`, played by {build}: {difference}",
            plan.id(*task),
            group_of(&plan.experiment.cells[task.cell as usize])
        );
    }
    if different.len() > NAMED {
        lines += &format!("\n  and {} more", different.len() - NAMED);
    }
    let message = format!("{} of {count} stored tasks played by another build differ in this one:{lines}", different.len());
    if trust.accept_mixed {
        say(&format!("warning: {message}\nthey are used because of --accept-mixed; the report states it"));
        return Ok(());
    }
    Err(RunError::Changed { message, dir: store.dir().to_owned() })
}

/// Replays samples of the tasks that other builds have left in a results file, of every game and pairing of agents in the plan, and returns
/// the outcome. The file holds a hash of the record of each sample.
///
/// # Errors
/// If a task differs and that is not accepted, or if the agents cannot be built.
pub fn trust_saved(plan: &Plan, saved: &ResultsFile, trust: Trust) -> Result<Vec<Verification>, RunError> {
    let here = Build::here()?;
    let known = saved.verifications(None)?;
    let mut groups: BTreeMap<(Build, String), Vec<(Task, String)>> = BTreeMap::new();
    for (index, sample) in saved.samples_of(plan).into_iter().enumerate() {
        let Some(Sample { task, build, hash }) = sample.filter(|sample| sample.build.executable != here.executable) else { continue };
        let group = group_of(&plan.experiment.cells[index]);
        groups.entry((build, group)).or_default().push((Task { cell: index as u32, number: task }, hash));
    }
    let is_known = |build: &Build, group: &str| {
        let same = |v: &&Verification| v.played == *build && v.replayed.executable == here.executable && v.group == group;
        known.iter().find(same).is_some_and(|v| v.tasks >= trust.sample as u64 && (v.different == 0 || v.accepted && trust.accept_mixed))
    };
    groups.retain(|(build, group), _| !is_known(build, group));
    groups.values_mut().for_each(|samples| samples.truncate(trust.sample));
    let tasks: Vec<Task> = groups.values().flatten().map(|(task, _)| *task).collect();
    let columns = kinds::of(&plan.experiment).tasks().columns();
    let hashes: BTreeMap<Task, String> =
        play_again(plan, &tasks, trust.threads)?.into_iter().map(|(task, row)| (task, record_hash(columns, &row))).collect();
    let (mut found, mut lines) = (Vec::new(), Vec::new());
    for ((played, group), samples) in groups {
        let wrong: Vec<&Task> = samples.iter().filter(|(task, hash)| hashes.get(task) != Some(hash)).map(|(task, _)| task).collect();
        lines.extend(wrong.iter().map(|task| format!("{} in `{group}`, played by {played}", plan.id(**task))));
        let (tasks, different) = (samples.len() as u64, wrong.len() as u64);
        found.push(Verification { played, replayed: here.clone(), group, tasks, different, accepted: different > 0 && trust.accept_mixed });
    }
    let (count, file) = (tasks.len(), saved.path().display());
    if lines.is_empty() {
        if count > 0 {
            say(&format!("another build played tasks of {file}; {count} of them were replayed and are identical"));
        }
        return Ok(found);
    }
    let more = if lines.len() > NAMED { format!("\n  and {} more", lines.len() - NAMED) } else { String::new() };
    let named: String = lines.iter().take(NAMED).map(|line| format!("\n  {line}")).collect();
    let message = format!("{} of {count} tasks of {file} played by another build differ in this one:{named}{more}", lines.len());
    if trust.accept_mixed {
        say(&format!("warning: {message}\nthey are used because of --accept-mixed; the report states it"));
        return Ok(found);
    }
    Err(RunError::ChangedFile { message })
}

/// The cells with counted budgets that hold records of other executables, by build, game and agents.
fn foreign(plan: &Plan, store: &Store, here: &Build) -> Result<BTreeMap<(Build, String), Vec<usize>>, RunError> {
    let experiment = &plan.experiment;
    let mut groups: BTreeMap<(Build, String), Vec<usize>> = BTreeMap::new();
    for (index, builds) in store.builds().of_cells(plan)?.into_iter().enumerate() {
        let cell = &experiment.cells[index];
        if cell.is_timed {
            continue;
        }
        for (build, _) in builds.into_iter().filter(|(build, _)| build.executable != here.executable) {
            groups.entry((build, group_of(cell))).or_default().push(index);
        }
    }
    Ok(groups)
}

/// The game and the agents of a cell.
fn group_of(cell: &Cell) -> String {
    let agents: Vec<&str> = cell.participants.iter().map(|participant| participant.program.name()).collect();
    if agents.is_empty() { cell.game.label.clone() } else { format!("{}: {}", cell.game.label, agents.join(" against ")) }
}

/// The stored tasks of these cells that took the least time.
fn cheapest(plan: &Plan, store: &Store, build: &Build, cells: &[usize], most: usize) -> Result<Vec<Task>, RunError> {
    let played = kinds::of(&plan.experiment).tasks();
    let mut tasks: Vec<(u64, Task)> = Vec::new();
    for &cell in cells.iter().take(CELLS) {
        for number in store.builds().played_by(plan, cell, build, LOOKED_AT.max(most))? {
            let task = Task { cell: cell as u32, number };
            let row = store.row(plan, task)?;
            tasks.push((row.map_or(0, |row| played.micros(&row)), task));
        }
    }
    tasks.sort();
    Ok(tasks.into_iter().take(most).map(|(_, task)| task).collect())
}
