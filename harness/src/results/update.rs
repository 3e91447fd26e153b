//! Updates a results file from a run directory.

use super::ResultsFile;
use super::growth::incidents;
use super::replayed_tasks::ReplayedTasks;
use crate::kinds::{self, Design};
use crate::plan::Task;
use crate::saved::results::{Contents, Header, ResultsRows, ResultsText, SavedRow, record_hash, write};
use crate::saved::{Block, FailedTask, Sample, SavedCell, Share, SpacedList};
use crate::store::{Build, FinishedTasks, History, LockedFile, Row, Store, StoreError, Table, TaskNumbers, Verification, write_atomically};
use std::path::Path;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;

/// The number of a build's tasks in a cell among which the cheapest is the sample.
const LOOKED_AT: usize = 4;
/// How often the file is brought up to date while tasks are played.
const EVERY: Duration = Duration::from_secs(60);

impl ResultsFile {
    /// Writes the file with what the directory has beyond it. Incomplete rounds are left out: their results could not be combined with single games
    /// later. `look` says whether the results could be seen now.
    ///
    /// # Errors
    /// If the directory cannot be read, or the file cannot be written.
    pub fn update(&self, store: &Store, look: bool) -> Result<(), StoreError> {
        let mut finished = self.counted(store)?.map_or_else(|| store.done(&self.plan), Ok)?;
        finished.merge(&self.done);
        let text = self.text(Some(store), self.whole_rounds(&finished), look)?;
        self.lock.as_ref().map_or_else(|| write_atomically(&self.path, &text), |lock| lock.write(&text))
    }

    /// Keeps that the results of the file could be seen now, and which hypotheses there were.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn look(&self) -> Result<(), StoreError> {
        let is_new =
            |(history, done): (&History, &TaskNumbers)| history.known && done.count() > 0 && !history.looks.contains(&done.count());
        let all_seen = !self.histories.iter().zip(&self.done.cells).any(is_new);
        if all_seen && self.header.as_ref().and_then(Header::statements).is_some_and(|kept| self.statements.are_in(&kept)) {
            return Ok(());
        }
        let lock = LockedFile::take(&self.path)?;
        // A session that has changed it meanwhile keeps looks of its own.
        let digest = |header: &Header| header.digest.clone();
        let now = ResultsText::read(&self.path).ok().map(|text| digest(&text.header));
        if now == self.header.as_ref().map(digest) { lock.write(&self.text(None, self.done.clone(), true)?) } else { Ok(()) }
    }

    /// The text of the file with these tasks.
    fn text(&self, store: Option<&Store>, finished: FinishedTasks, look: bool) -> Result<String, StoreError> {
        let experiment = &self.plan.experiment;
        let mut new = finished.clone();
        new.remove(&self.done);
        let again = store.map(|store| ReplayedTasks::find(self, store, &new)).transpose()?;
        let summary = match (store, &again) {
            (Some(store), Some(again)) => self.summary_of(store, &new, again)?,
            _ => self.summary(None)?,
        };
        let builds = store.map_or_else(|| Ok(self.builds.clone()), |store| self.builds_with(store, &new))?;
        let mut known: Vec<Build> = builds.iter().flatten().map(|(build, _)| build.clone()).collect();
        known.sort();
        known.dedup();
        let known_too = |v: &Verification| known.contains(&v.played) && known.contains(&v.replayed);
        let verifications: Vec<Verification> = self.verifications(store)?.into_iter().filter(known_too).collect();
        let samples = builds.iter().enumerate().map(|(index, builds)| self.sample(store, index, builds, &new));
        let samples: Vec<Option<Sample<Build>>> = samples.collect::<Result<_, _>>()?;
        let (_, mut histories) = self.histories(store)?;
        let planned = if kinds::of(experiment).design(experiment) == Design::Fixed { experiment.games_per_cell } else { 0 };
        for ((history, done), earlier) in histories.iter_mut().zip(&finished.cells).zip(&self.done.cells) {
            // Where more are planned than before, what there was may have been the reason.
            if history.most < planned {
                history.look(earlier.count());
            }
            history.most = history.most.max(done.count()).max(planned);
            if look {
                history.look(done.count());
            }
        }
        let mut blocks = self.blocks_with(store, &new, again.as_ref())?;
        let failures = again.map_or_else(|| self.failures.clone(), |again| again.failures);
        let rows = experiment.cells.iter().zip(summary.cells()).enumerate().filter(|(index, _)| finished.cells[*index].count() > 0);
        let rows = rows.map(|(index, (cell, row))| {
            let number = |build: &Build| known.iter().position(|known| known == build).map_or(0, |place| place + 1);
            let saved = SavedCell {
                key: cell.key.to_string(),
                tasks: finished.cells[index].ranges(),
                builds: builds[index].iter().map(|(build, tasks)| Share { build: number(build), tasks: *tasks }).collect(),
                sample: samples[index]
                    .iter()
                    .map(|sample| Sample { task: sample.task, build: number(&sample.build), hash: sample.hash.clone() })
                    .collect(),
                blocks: SpacedList(std::mem::take(&mut blocks[index])),
                failed: failures[index].open.iter().map(|(&task, hash)| FailedTask { task, hash: hash.clone() }).collect(),
                attempts: failures[index].retried.iter().map(|(task, hash)| FailedTask { task: *task, hash: hash.clone() }).collect(),
                ..SavedCell::default()
            };
            (cell, SavedRow { cell: saved.with_history(&histories[index]), row })
        });
        let axes = experiment.cells.first().map_or(Vec::new(), |cell| cell.axes.iter().map(|at| at.name().to_owned()).collect());
        let rows = ResultsRows { columns: kinds::of(experiment).cell_columns(), axes, rows: rows.collect() };
        let incidents = incidents(self, store)?;
        let mut sessions = self.sessions(store)?;
        if let Some(last) = sessions.last_mut() {
            last.size = finished.sizes().max().unwrap_or(0);
        }
        let contents = Contents {
            origin: &self.origin,
            rates: &self.rates,
            builds: &known,
            verifications: &verifications,
            sessions,
            statements: &self.statements(store)?,
            other_cells: incidents.other_cells,
            deleted_rows: incidents.deleted,
            contested: incidents.contested,
            played: finished.count(),
        };
        let header = Header::new(&self.path, experiment, contents);
        let header = match &self.header {
            Some(earlier) => header.named_as_in(earlier, &self.path),
            None => header,
        };
        Ok(write(header, rows))
    }

    /// Per cell, the blocks of the file and of these tasks of the directory.
    fn blocks_with(
        &self,
        store: Option<&Store>,
        new: &FinishedTasks,
        again: Option<&ReplayedTasks>,
    ) -> Result<Vec<Vec<Block>>, StoreError> {
        let mut blocks = self.blocks.clone();
        let Some(store) = store else { return Ok(blocks) };
        let kind = kinds::of(&self.plan.experiment).tasks();
        let points = |cell: usize, row: &Row| kind.compared(&self.plan.experiment.cells[cell], row).values.first().copied().flatten();
        let mut rows = store.rows(&self.plan)?.only(Some(new.clone()));
        for (cell, task, row) in rows.by_ref() {
            // Blocks that lack tasks of the file tell nothing.
            if blocks[cell].is_empty() && self.done.cells[cell].count() > 0 {
                continue;
            }
            let place = Block::place_of(task);
            if blocks[cell].len() <= place {
                blocks[cell].resize(place + 1, Block::default());
            }
            blocks[cell][place].add(task, points(cell, &row), kind.columns(), &row);
        }
        rows.check()?;
        for (task, row) in again.iter().flat_map(|again| &again.tasks) {
            let cell = task.cell as usize;
            if let (Some(block), Some(points)) = (blocks[cell].get_mut(Block::place_of(task.number)), points(cell, row)) {
                block.complete(task.number, points, kind.columns(), row);
            }
        }
        Ok(blocks)
    }

    /// The sample of a cell: that of the file, else the cheapest of the first tasks that a build has played in the directory.
    fn sample(
        &self,
        store: Option<&Store>,
        index: usize,
        builds: &[(Build, u64)],
        new: &FinishedTasks,
    ) -> Result<Option<Sample<Build>>, StoreError> {
        let experiment = &self.plan.experiment;
        if self.samples[index].is_some() || experiment.cells[index].is_timed {
            return Ok(self.samples[index].clone());
        }
        let Some(store) = store else { return Ok(None) };
        let tasks = kinds::of(experiment).tasks();
        let mut cheapest: Option<(u64, Sample<Build>)> = None;
        for (build, _) in builds {
            for number in
                store.builds().played_by(&self.plan, index, build, LOOKED_AT)?.into_iter().filter(|task| new.cells[index].contains(*task))
            {
                let Some(row) = store.row(&self.plan, Task { cell: index as u32, number })? else { continue };
                let micros = tasks.micros(&row);
                if cheapest.as_ref().is_none_or(|(least, _)| micros < *least) {
                    let hash = record_hash(tasks.columns(), &row);
                    cheapest = Some((micros, Sample { task: number, build: build.clone(), hash }));
                }
            }
        }
        Ok(cheapest.map(|(_, sample)| sample))
    }

    /// Runs an action that stores tasks in a run directory, and updates the file meanwhile, every minute.
    pub fn keep_while<T>(&self, dir: &Path, table: Table, action: impl FnOnce() -> T) -> T {
        let ended = (Mutex::new(false), Condvar::new());
        let keep = || {
            loop {
                let lock = ended.0.lock().unwrap_or_else(PoisonError::into_inner);
                let (lock, _) = ended.1.wait_timeout_while(lock, EVERY, |ended| !*ended).unwrap_or_else(PoisonError::into_inner);
                if *lock {
                    return;
                }
                drop(lock);
                // What fails now may succeed at the end, and is an error then.
                let _ = Store::open_read_only(dir, table).and_then(|store| self.update(&store, false));
            }
        };
        std::thread::scope(|scope| {
            // Without this thread the file is written at the end only.
            let keeper = Builder::new().name("results".to_owned()).spawn_scoped(scope, keep);
            let result = action();
            *ended.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
            ended.1.notify_all();
            drop(keeper);
            result
        })
    }

    /// The tasks of rounds that are finished as a whole: all tasks of a cell that share a seed. Those after a gap are left out, since the order of
    /// rounds is kept; but not where the file itself has a gap.
    fn whole_rounds(&self, done: &FinishedTasks) -> FinishedTasks {
        let experiment = &self.plan.experiment;
        let cells = experiment.cells.iter().zip(&done.cells).zip(&self.done.cells).map(|((cell, done), held)| {
            let mut whole = TaskNumbers::none(experiment.games_per_cell);
            let mut task = 0;
            while task < experiment.games_per_cell {
                let seed = cell.round(task);
                let end = (task..experiment.games_per_cell).find(|&next| cell.round(next) != seed);
                let end = end.unwrap_or(experiment.games_per_cell);
                if (task..end).all(|task| done.contains(task)) {
                    (task..end).for_each(|task| whole.insert(task));
                } else if (0..held.count()).all(|task| held.contains(task)) {
                    break;
                }
                task = end;
            }
            whole
        });
        FinishedTasks { cells: cells.collect() }
    }
}
