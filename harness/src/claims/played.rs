//! An experiment of a paper: how much of it was played, what became of its claims, and what the rest costs.

use super::RESULTS;
use crate::experiment::{Engines, Experiment, Hypothesis};
use crate::kinds;
use crate::report::{Claimed, References, Replication, claim_words};
use crate::reports::model::Block;
use crate::results::{Origin, Saved};
use std::path::Path;

/// An experiment and what became of its claims.
pub(super) struct Played {
    pub(super) name: String,
    /// The command that plays it, or plays on.
    pub(super) command: String,
    /// Those played, and all.
    pub(super) tasks: (u64, u64),
    /// What the tasks that are missing cost, in processor hours; `None` if that is not known.
    pub(super) hours_left: Option<f64>,
    pub(super) claims: Vec<Claimed>,
    pub(super) printed: Option<Replication>,
    /// The pictures of its report, and the printed values beside ours.
    pub(super) side_by_side: Vec<Block>,
}

impl Played {
    /// From a results file of the experiment in `file`.
    ///
    /// # Errors
    /// If the experiment or its printed values cannot be read.
    pub(super) fn of(saved: &Saved, file: &Path) -> Result<Played, String> {
        let experiment = &saved.plan.experiment;
        let references = References::read(&experiment.references)?;
        let summary = saved.summary(None).map_err(|error| error.to_string())?;
        let report = summary.report(&references);
        let of = |id: &'static str| report.sections.iter().filter(move |section| section.id == id).flat_map(|section| &section.blocks);
        let pictures = ["grid", "quality"].into_iter().flat_map(of).filter(|block| matches!(block, Block::Figure(_)));
        let side_by_side: Vec<Block> = pictures.chain(of("references")).cloned().collect();
        let whole = saved.origin().with_all_games();
        let games_per_cell = if whole == *saved.origin() { experiment.games_per_cell } else { games_per_cell(&whole)? };
        let profile = whole.profile.as_ref().map_or(String::new(), |profile| format!(" --profile {profile}"));
        let set: String = whole.set.iter().map(|set| format!(" --set '{set}'")).collect();
        let command = format!("bench run {}{profile}{set} --results {}", file.display(), saved.path().display());
        Ok(Played {
            name: experiment.name.clone(),
            command,
            tasks: (saved.done.count(), experiment.cells.len() as u64 * u64::from(games_per_cell)),
            hours_left: hours_left(&Spent::of(saved, &summary.seconds()), games_per_cell),
            claims: summary.claims(),
            printed: summary.replication(&references),
            side_by_side,
        })
    }

    /// An experiment of which no result is kept.
    pub(super) fn nothing(experiment: &Experiment, file: &Path) -> Played {
        let claim = |hypothesis: &Hypothesis| Claimed {
            says: claim_words(hypothesis),
            source: hypothesis.source.clone(),
            cells: hypothesis.cells.len() + hypothesis.than.as_ref().map_or(0, Vec::len),
            played: 0,
            found: None,
        };
        Played {
            name: experiment.name.clone(),
            command: format!("bench run {} --results {}/{RESULTS}/{}.csv", file.display(), folder(file), experiment.name),
            tasks: (0, experiment.cells.len() as u64 * u64::from(experiment.games_per_cell)),
            hours_left: None,
            claims: experiment.hypotheses.iter().map(claim).collect(),
            printed: None,
            side_by_side: Vec::new(),
        }
    }
}

/// What the tasks of one cell took.
struct Spent<'e> {
    game: &'e str,
    tasks: u32,
    seconds: f64,
}

impl<'e> Spent<'e> {
    /// Cell by cell; nothing if the kind keeps no times.
    fn of(saved: &'e Saved, seconds: &[f64]) -> Vec<Spent<'e>> {
        let cells = saved.plan.experiment.cells.iter().zip(&saved.done.cells).zip(seconds);
        cells.map(|((cell, done), &seconds)| Spent { game: &cell.game.label, tasks: done.count(), seconds }).collect()
    }
}

/// What the tasks cost that the cells lack: each as much as one of the same cell, or else of other cells of the same game, or of any.
fn hours_left(cells: &[Spent<'_>], tasks_per_cell: u32) -> Option<f64> {
    if cells.is_empty() {
        return None;
    }
    let missing = cells.iter().filter(|cell| cell.tasks < tasks_per_cell);
    let seconds = missing.map(|cell| {
        let same_game = || per_task(cells.iter().filter(|other| other.game == cell.game));
        let each = per_task([cell]).or_else(same_game).or_else(|| per_task(cells))?;
        Some(each * f64::from(tasks_per_cell - cell.tasks))
    });
    Some(seconds.sum::<Option<f64>>()? / 3600.0)
}

/// The seconds of a task, if any was played.
fn per_task<'c, 'e: 'c>(cells: impl IntoIterator<Item = &'c Spent<'e>>) -> Option<f64> {
    let (tasks, seconds) = cells.into_iter().fold((0, 0.0), |sum, cell| (sum.0 + u64::from(cell.tasks), sum.1 + cell.seconds));
    (tasks > 0).then(|| seconds / tasks as f64)
}

/// The games of a cell. A part that was played with fewer is not the whole.
fn games_per_cell(origin: &Origin) -> Result<u32, String> {
    let loaded = kinds::load(&origin.config, &origin.options(Vec::new(), Engines::Unknown));
    loaded.map(|loaded| loaded.experiment.games_per_cell).map_err(|errors| errors.to_string())
}

fn folder(file: &Path) -> String {
    file.parent().unwrap_or(Path::new(".")).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_tasks_cost_what_those_most_like_them_did() {
        let cell = |game, tasks, seconds| Spent { game, tasks, seconds };
        let own = [cell("go", 10, 3600.0), cell("go", 30, 360.0)];
        assert_eq!(hours_left(&own, 30), Some(2.0), "20 games of six minutes");
        let game = [cell("go", 10, 3600.0), cell("go", 0, 0.0), cell("hex", 10, 36.0)];
        assert_eq!(hours_left(&game, 10), Some(1.0), "ten games of go, which take six minutes");
        let any = [cell("go", 10, 3600.0), cell("hex", 0, 0.0)];
        assert_eq!(hours_left(&any, 10), Some(1.0), "there is nothing else to go by");
        assert_eq!(hours_left(&[cell("go", 0, 0.0)], 10), None, "nothing was played");
        assert_eq!(hours_left(&[cell("go", 12, 3600.0)], 10), Some(0.0), "more was played than is asked for");
        assert_eq!(hours_left(&[], 10), None, "no times are kept");
    }
}
