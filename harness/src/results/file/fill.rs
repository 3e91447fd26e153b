//! Checks the contents of a results file against the current experiment.
//!
//! Errors have the line, or 0 for the whole file.

use super::ResultsFile;
use super::sessions::contradiction;
use crate::experiment::Experiment;
use crate::kinds;
use crate::saved::results::{Fault, Header, ResultsText, SavedRow};
use crate::saved::{Block, FailedTask, Sample, Share};
use crate::store::{Build, TaskNumbers};
use std::collections::HashMap;
use std::sync::Arc;

impl ResultsFile {
    /// Reads the contents of a file.
    pub(super) fn fill(&mut self, text: ResultsText) -> Result<(), Fault> {
        let experiment = Arc::clone(&self.plan.experiment);
        check_header(&text.header, &experiment)?;
        let kind = kinds::of(&experiment);
        let mut rows = text.rows(kind.rules().name, kind.cell_columns())?;
        let lines = self.take_rows(&mut rows, &text.header.builds)?;
        if let Some((key, (line, _))) = rows.into_iter().min_by_key(|(_, (line, _))| *line) {
            let config = self.origin.config.display();
            let message =
                format!("{config} no longer has a cell with the key {key}: its game, agents, parameters, budget or seed have changed");
            return Err((line, message));
        }
        self.check_rows(&lines)?;
        if self.done.count() != text.header.played {
            return Err((0, format!("its header counts {} tasks, its rows {}", text.header.played, self.done.count())));
        }
        self.verifications = text.header.verifications().ok_or_else(|| (0, "`verified` names an unknown build".to_owned()))?;
        self.statements = text.header.statements().ok_or_else(|| (0, "`hypotheses` does not count the hypotheses".to_owned()))?;
        self.header = Some(text.header);
        if contradiction(self).is_some() {
            self.histories.iter_mut().for_each(|history| history.known = false);
        }
        Ok(())
    }

    /// Takes the rows of the experiment's cells out of `rows`, and gives the line of each.
    fn take_rows(&mut self, rows: &mut HashMap<String, (usize, SavedRow)>, builds: &[Build]) -> Result<Vec<usize>, Fault> {
        let experiment = Arc::clone(&self.plan.experiment);
        let mut lines = vec![0; experiment.cells.len()];
        for (index, cell) in experiment.cells.iter().enumerate() {
            let Some((line, SavedRow { cell, row })) = rows.remove(&cell.key.to_string()) else { continue };
            self.histories[index] = cell.history();
            let tasks = TaskNumbers::of(&cell.tasks, experiment.games_per_cell).map_err(|fault| (line, format!("`tasks`: {fault}")))?;
            let build = |number: usize| builds.get(number.checked_sub(1)?).cloned();
            let by: Option<Vec<(Build, u64)>> = cell.builds.0.iter().map(|share| Some((build(share.build)?, share.tasks))).collect();
            let sum = cell.builds.0.iter().try_fold(0u64, |sum, Share { tasks, .. }| sum.checked_add(*tasks));
            self.builds[index] = by
                .filter(|_| sum == Some(tasks.count().into()))
                .ok_or_else(|| (line, format!("`builds` must name builds of the header for {} tasks", tasks.count())))?;
            if let Some(Sample { task, build: number, hash }) = cell.sample.0.into_iter().next() {
                let build = build(number).filter(|_| tasks.contains(task));
                let build = build.ok_or_else(|| (line, "`sample` must name a task of the row and a build of the header".to_owned()))?;
                self.samples[index] = Some(Sample { task, build, hash });
            }
            if !cell.blocks.0.is_empty() && !counts(&cell.blocks.0, &tasks) {
                return Err((line, "`blocks` must hold the tasks of the row".to_owned()));
            }
            self.blocks[index] = cell.blocks.0;
            let failed = |FailedTask { task, hash }: FailedTask| (task, hash);
            self.failures[index].open.extend(cell.failed.0.into_iter().map(failed));
            self.failures[index].retried.extend(cell.attempts.0.into_iter().map(failed));
            if let Some((task, _)) = self.failures[index].open.iter().find(|(task, _)| !tasks.contains(**task)) {
                return Err((line, format!("`failed` must name tasks of the row, but {task} is not one")));
            }
            (self.done.cells[index], self.rows[index], lines[index]) = (tasks, Some(row), line);
        }
        Ok(lines)
    }

    /// Checks that the rows are whole, that the schedule asks for their tasks, and that they count as many results.
    fn check_rows(&self, lines: &[usize]) -> Result<(), Fault> {
        let experiment = &self.plan.experiment;
        let kind = kinds::of(experiment);
        let summary = kind.fold_onto(experiment, &self.rows, &mut std::iter::empty());
        let summary = summary.map_err(|damaged| {
            let message = format!("the column `{}` does not fit the rest of the row, or not the cell", damaged.column);
            (lines[damaged.cell], message)
        })?;
        kinds::check_saved(&self.plan, &self.saved_tasks(&self.plan, false)).map_err(|damaged| {
            let what = kind.design(experiment).follows_order().unwrap_or("the schedule");
            let message = match damaged.column {
                "tasks" => format!(
                    "{what} would not play these `tasks`: the players, the games or the pairing rule have changed; restore them, or start \
                     a new file"
                ),
                column => format!("{what} needs the order of rounds, but the column `{column}` does not have it; start a new file"),
            };
            (lines[damaged.cell], message)
        })?;
        let score = kind.tasks().terms().outcomes.first().map(|outcome| outcome.name);
        for (index, measured) in summary.baseline().iter().flatten().enumerate().filter(|(index, _)| !self.blocks[*index].is_empty()) {
            let points: f64 = self.blocks[index].iter().map(|block| block.points).sum();
            let statistic = measured.statistics.iter().find(|statistic| Some(statistic.name.as_str()) == score);
            if statistic.is_some_and(|statistic| (statistic.values.sum() - points).abs() > 1e-6 * (1.0 + points.abs())) {
                return Err((lines[index], "the points in `blocks` are not those of the row".to_owned()));
            }
        }
        for (index, &(played, failed)) in summary.played().iter().enumerate() {
            let open = self.failures[index].open.len() as u64;
            if open > 0 && open != failed {
                return Err((lines[index], format!("the row counts {failed} tasks without a result, but `failed` names {open}")));
            }
            let tasks = u64::from(self.done.cells[index].count());
            if played != tasks {
                return Err((lines[index], format!("the row counts {played} results and failures, but `tasks` are {tasks}")));
            }
        }
        Ok(())
    }
}

/// Whether the blocks hold as many tasks as there are in their places.
fn counts(blocks: &[Block], tasks: &TaskNumbers) -> bool {
    let mut left: Vec<u32> = blocks.iter().map(|block| block.tasks).collect();
    let mut take = |task| left.get_mut(Block::place_of(task)).and_then(|left| left.checked_sub(1).map(|less| *left = less)).is_some();
    tasks.iter().all(&mut take) && left.iter().all(|left| *left == 0)
}

/// Checks that a file is that of an experiment, and that its engines are those which played.
fn check_header(header: &Header, experiment: &Experiment) -> Result<(), Fault> {
    let Header { experiment: name, kind: of_kind, seed, .. } = header;
    if (name.as_str(), of_kind.as_str(), *seed) != (experiment.name.as_str(), experiment.kind.name, experiment.seed) {
        let message = format!(
            "it holds results of the experiment `{name}` of kind `{of_kind}` with seed {seed}, not of `{}` of kind `{}` with seed {}",
            experiment.name, experiment.kind.name, experiment.seed
        );
        return Err((0, message));
    }
    for (agent, then) in header.engines() {
        if let Some(now) = experiment.engines.get(&agent).map(|engine| &engine.identity).filter(|now| **now != then) {
            let message = format!(
                "its games were played by the engine `{agent}` as {then}, but the program here is {now}: continue with that program, or \
                 start a new file"
            );
            return Err((0, message));
        }
    }
    Ok(())
}
