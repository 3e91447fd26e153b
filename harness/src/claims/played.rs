//! An experiment of a paper: how much of it was played, what became of its claims, and what the rest costs.

use super::RESULTS;
use crate::experiment::{Engines, Experiment, Hypothesis};
use crate::kinds;
use crate::plan::missing;
use crate::report::{Claimed, References, Replication, claim_words};
use crate::reports::model::Block;
use crate::results::ResultsFile;
use crate::saved::results::Origin;
use crate::store::DoneTasks;
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
    pub(super) fn of(saved: &ResultsFile, file: &Path) -> Result<Played, String> {
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
        let spent: Vec<(u32, f64)> = saved.done.cells.iter().map(DoneTasks::count).zip(summary.seconds()).collect();
        Ok(Played {
            name: experiment.name.clone(),
            command,
            tasks: (saved.done.count(), experiment.cells.len() as u64 * u64::from(games_per_cell)),
            hours_left: missing(&experiment.cells, &spent, games_per_cell).map(|seconds| seconds / 3600.0),
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

/// The games of a cell. A part that was played with fewer is not the whole.
fn games_per_cell(origin: &Origin) -> Result<u32, String> {
    let loaded = kinds::load(&origin.config, &origin.options(Vec::new(), Engines::Unknown));
    loaded.map(|loaded| loaded.experiment.games_per_cell).map_err(|errors| errors.to_string())
}

fn folder(file: &Path) -> String {
    file.parent().unwrap_or(Path::new(".")).display().to_string()
}
