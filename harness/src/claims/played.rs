//! An experiment of a paper: how much of it was played, the verdicts on its claims, and the cost of the rest.

use super::RESULTS;
use super::caveats::Caveats;
use crate::experiment::{Cell, CellKey, Experiment, Hypothesis, References, text_hash};
use crate::kinds::{self, Summary};
use crate::plan::missing;
use crate::report::{ClaimResult, Findings, Tests, plural};
use crate::results::{ResultsFile, growth};
use crate::saved::Block;
use crate::saved::results::Origin;
use crate::shell::command_line;
use crate::store::TaskNumbers;
use std::path::Path;

/// An experiment and the verdicts on its claims.
pub(super) struct ExperimentClaims {
    pub(super) name: String,
    /// The command that plays or continues it.
    pub(super) command: String,
    /// Tasks played, and all tasks.
    pub(super) tasks: (u64, u64),
    /// The cost of the missing tasks, in processor hours; `None` if unknown.
    pub(super) hours_left: Option<f64>,
    pub(super) findings: Findings,
    /// Per claim, its caveats.
    pub(super) caveats: Vec<Vec<String>>,
    /// The same of the printed values.
    pub(super) printed_caveats: Vec<String>,
    /// Per claim, its subject.
    pub(super) subjects: Vec<Subject>,
    /// Per claim, whether it names a source, or did: to remove the source of what was contradicted does not make it a question.
    pub(super) sourced: Vec<bool>,
    /// Claims about its games that were removed.
    pub(super) removed: u64,
}

/// The subject of a claim, however it is worded and whichever experiment states it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Subject {
    /// Its cells, and the cells that they are compared with, each with a hash of its first games.
    pub(super) data: [Vec<(CellKey, u64)>; 2],
    /// The claim about them.
    claim: String,
}

impl Subject {
    fn of(experiment: &Experiment, blocks: &[Vec<Block>], hypothesis: &Hypothesis) -> Subject {
        // The first four games: those of engines and under budgets of time come out otherwise in another session.
        let first = |cell: usize| {
            blocks.get(cell).map_or(0, |blocks| blocks.iter().take(2).fold(0, |sum: u64, block| sum.wrapping_add(block.hash)))
        };
        let keys = |cells: &[usize]| {
            let mut keys: Vec<(CellKey, u64)> = cells.iter().map(|&cell| (experiment.cells[cell].key, first(cell))).collect();
            keys.sort();
            keys
        };
        let Hypothesis { claim, measure, cells, than, .. } = hypothesis;
        Subject {
            data: [keys(cells), keys(than.as_deref().unwrap_or_default())],
            claim: format!("{claim:?} {measure:?} {}", than.is_some()),
        }
    }
}

/// The caveat that printed values are held against several cells each.
fn indefinite(references: &References, cells: &[Cell]) -> Option<String> {
    let values = references.indefinite(cells, |_, _| false);
    (values > 0).then(|| format!("{} for several cells", plural(values as u64, "printed value")))
}

fn subjects(experiment: &Experiment, blocks: &[Vec<Block>]) -> Vec<Subject> {
    experiment.hypotheses.iter().map(|hypothesis| Subject::of(experiment, blocks, hypothesis)).collect()
}

impl ExperimentClaims {
    /// From a results file of the experiment in `file`.
    ///
    /// # Errors
    /// If the experiment or its printed values cannot be read.
    pub(super) fn of(saved: &ResultsFile, file: &Path) -> Result<ExperimentClaims, String> {
        let experiment = &saved.plan.experiment;
        let references = References::of_experiment(experiment)?;
        let mut summary = saved.summary(None).map_err(|error| error.to_string())?;
        let whole = saved.origin().with_all_games();
        let games_per_cell = if whole == *saved.origin() { experiment.games_per_cell } else { games_per_cell(&whole)? };
        let caveats = Caveats::of(saved, &*summary, games_per_cell).map_err(|error| error.to_string())?;
        let declared = declared(&whole);
        let narrowed = |hypothesis: &Hypothesis| declared.as_deref().and_then(|declared| other_cells(hypothesis, declared));
        let statements = saved.statements(None).map_err(|error| error.to_string())?;
        let removed = statements.count_removed(experiment);
        let is_sourced = |hypothesis: &Hypothesis| !hypothesis.source.is_empty() || statements.was_sourced(hypothesis);
        summary.set_removed_hypotheses(removed);
        let (config, results) = (file.display().to_string(), saved.path().display().to_string());
        let mut words = vec!["bench", "run", &config];
        words.extend(whole.profile.iter().flat_map(|profile| ["--profile", profile]));
        words.extend(whole.set.iter().flat_map(|set| ["--set", set]));
        words.extend(["--results", &results]);
        let spent: Vec<(u32, f64)> = saved.done.cells.iter().map(TaskNumbers::count).zip(summary.seconds()).collect();
        Ok(ExperimentClaims {
            name: experiment.name.clone(),
            command: command_line(words),
            tasks: (saved.done.count(), experiment.cells.len() as u64 * u64::from(games_per_cell)),
            hours_left: missing(&experiment.cells, &spent, games_per_cell).map(|seconds| seconds / 3600.0),
            findings: findings(saved, &mut *summary, &references)?,
            caveats: experiment
                .hypotheses
                .iter()
                .map(|hypothesis| narrowed(hypothesis).into_iter().chain(caveats.about(hypothesis)).collect())
                .collect(),
            printed_caveats: indefinite(&references, &experiment.cells).into_iter().chain(caveats.about_print()).collect(),
            subjects: subjects(experiment, saved.blocks()),
            sourced: experiment.hypotheses.iter().map(is_sourced).collect(),
            removed,
        })
    }

    /// An experiment without stored results.
    pub(super) fn nothing(experiment: &Experiment, file: &Path) -> ExperimentClaims {
        ExperimentClaims {
            name: experiment.name.clone(),
            command: format!("bench run {} --results {}/{RESULTS}/{}.csv", file.display(), folder(file), experiment.name),
            tasks: (0, experiment.cells.len() as u64 * u64::from(experiment.games_per_cell)),
            hours_left: None,
            findings: Findings { claims: experiment.hypotheses.iter().map(ClaimResult::new).collect(), ..Findings::default() },
            caveats: vec![Vec::new(); experiment.hypotheses.len()],
            printed_caveats: Vec::new(),
            subjects: subjects(experiment, &[]),
            sourced: experiment.hypotheses.iter().map(|hypothesis| !hypothesis.source.is_empty()).collect(),
            removed: 0,
        }
    }
}

/// The findings. If games grew, intervals allow for it, and p-values are those of a fixed size.
fn findings(saved: &ResultsFile, summary: &mut dyn Summary, references: &References) -> Result<Findings, String> {
    let mut findings = summary.findings(references);
    let growth = growth(saved, None).map_err(|error| error.to_string())?;
    if saved.plan.experiment.stop_rule().is_none() && !growth.is_fixed() && summary.use_always_valid_tests() == Tests::AnyTime {
        for (claim, valid) in findings.claims.iter_mut().zip(summary.findings(references).claims) {
            if let (Some(found), Some(valid)) = (&mut claim.found, valid.found) {
                (found.value, found.like_these) = (valid.value, valid.like_these);
            }
        }
    }
    Ok(findings)
}

/// The hypotheses of a file without overrides, if it was played with `--set` and can be read without.
fn declared(origin: &Origin) -> Option<Vec<Hypothesis>> {
    if origin.set.is_empty() && origin.environment.is_empty() {
        return None;
    }
    let written = Origin { set: Vec::new(), environment: Vec::new(), ..origin.clone() };
    kinds::load(&written.config, &written.options()).ok().map(|loaded| loaded.experiment.hypotheses)
}

/// The caveat that a hypothesis covers other cells than in its file.
fn other_cells(hypothesis: &Hypothesis, declared: &[Hypothesis]) -> Option<String> {
    let same = declared.iter().find(|written| text_hash(&written.hash) == text_hash(&hypothesis.hash))?;
    let [here, there] = [hypothesis, same].map(|of| of.about().count());
    let cells = |count: usize| plural(count as u64, "cell");
    (same.hash != hypothesis.hash).then(|| match here == there {
        true => "played with --set, so its cells differ from the file's".to_owned(),
        false => format!("played with --set: {} here, {} in its file", cells(here), cells(there)),
    })
}

/// The games of a cell; fewer games are only a part.
fn games_per_cell(origin: &Origin) -> Result<u32, String> {
    let loaded = kinds::load(&origin.config, &origin.options());
    loaded.map(|loaded| loaded.experiment.games_per_cell).map_err(|errors| errors.to_string())
}

fn folder(file: &Path) -> String {
    file.parent().unwrap_or(Path::new(".")).display().to_string()
}
