//! A resolved experiment: every name is looked up, every parameter checked, every default filled in.
//!
//! | step | file |
//! |---|---|
//! | axes with their roles; cells and their names; games and participants | `axis`, `cell`, `cell_names` |
//! | settings of a kind, decoded once | `cell_settings` |
//! | pairing of cells across experiments, and their differences | `cell_pairs`, `cell_facts` |
//! | what all cells have in common | `common_axes` |
//! | differences between agents that meet | `side_differences` |
//! | numbers with few decimals, for labels | `short_numbers` |
//! | what the grid and the plan need to know about a kind | `kind_rules` |
//! | the text whose hash is a cell's key | `key` |
//! | files named by settings, with one entry per line | `entry_file`, `entry_files` |
//! | checks of parameters; sweeps → variants | `variants` |
//! | `[grid] game` and `[game.NAME]` → games; errors in rules files | `games` |
//! | `[agent.NAME]` and `[compare]` → agents and comparisons | `contestants` |
//! | programs: agents, engines with their options, classes of an interpreter | `program`, `participant`, `engines`, `script` |
//! | games, agents and pairings together; a kind's own tables, which change them | `setup`, `kind_tables` |
//! | games × budgets × variants → cells | `grid`, `axes` |
//! | `[only]`, `[[exclude]]` | `conditions` |
//! | `[[hypothesis]]` → claims about cells | `hypothesis` |
//! | `[label]` | `labels`, `label_check` |
//! | rates for budgets given as `states-as` | `rates` |
//! | values printed in papers | `reference` |
//! | the steps in order; from a path to sections and an experiment | `probes`, `resolve`, `load` |
//! | the same experiment as TOML with every default written out | `resolved_toml` |

mod axis;
mod cell_settings;
mod cell;
mod cell_names;
mod cell_facts;
mod cell_pairs;
mod common_axes;
mod side_differences;
mod short_numbers;
mod entry_file;
mod entry_files;
mod key;
mod kind_rules;
mod hypothesis;
mod variants;
mod games;
mod contestants;
mod program;
mod participant;
mod engines;
mod script;
mod engine_threads;
mod setup;
mod axes;
mod labels;
mod label_check;
mod rates;
mod reference;
mod conditions;
mod kind_tables;
mod grid;
mod warnings;
mod resolve;
mod result_rule;
mod resolved_toml;
mod probes;
mod load;

pub use crate::config::{ExperimentMetadata, Measure};
pub use axis::{Axis, AxisPoint, AxisValue, Owner, Role, value_json};
pub use cell::{Cell, CellKey, Exclusion, GameChoice, Participant, Seeding};
pub(crate) use cell_names::ShortNames;
pub use cell_pairs::{CellPair, SavedName, pair_cells};
pub use cell_settings::CellSettings;
pub(crate) use engines::tried;
pub use entry_file::{EntryError, EntryFile};
pub use hypothesis::{Hypothesis, text_hash};
pub use key::canonical;
pub use kind_rules::KindRules;
pub use kind_tables::KindTables;
pub use labels::Labels;
pub use load::{LoadOptions, LoadedExperiment, Sections, kind_tables, load, read};
pub use probes::Probes;
pub use program::Program;
pub use rates::{MissingRate, Rate};
pub use reference::{Reference, References};
pub use result_rule::ResultRule;
pub use short_numbers::short_names;

pub(crate) use contestants::{AgentSet, AgentSets, AgentVariant, Comparison, Seats, build};
pub(crate) use games::{GameSet, game_sets};
pub(crate) use hypothesis::{OVERRIDE, sort};
pub(crate) use kind_tables::KindSetup;
pub(crate) use reference::line_of;
pub(crate) use script::unknown_scripts;
pub(crate) use setup::{Players, Setup};
pub(crate) use variants::{MOST_CELLS, SweptValue, Variant, check_one};

use hypothesis::{NONE, SOURCED};
use reference::PRINTED;
use resolve::{check_sections, resolve};

use std::any::Any;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use treebench_agents::engines::EngineSettings;
use treebench_reports::model::Style;
use treebench_stats::StopRule;

/// A rule of `[stop]` that tests the averages of hypotheses.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AverageStop(pub StopRule);

/// An experiment as a value: everything that its plan depends on.
#[derive(Clone)]
pub struct Experiment {
    /// Its name.
    pub name: String,
    /// The labels of names.
    pub labels: Labels,
    /// The style of its figures.
    pub figures: Style,
    /// The rules of its kind.
    pub kind: &'static KindRules,
    /// The seed of all its randomness.
    pub seed: u64,
    /// Tasks per cell; with `stop` the largest number of them.
    pub games_per_cell: u32,
    /// The engines that play, by the names of their tables.
    pub engines: BTreeMap<String, EngineSettings>,
    /// The cells in the order of the grid: comparisons, then games, their sweeps, the kind's settings, budgets, and the agents' sweeps;
    /// tables by name, lists as they are written; what comes last changes fastest.
    pub cells: Vec<Cell>,
    /// The combinations left out, with the reason.
    pub excluded: Vec<Exclusion>,
    /// The agent that the others are compared with if agents do not meet (`baseline = "…"`). It takes part in some cell.
    pub baseline: Option<String>,
    /// The value of its kind's tables: see [`Experiment::own`].
    pub own: Arc<dyn Any + Send + Sync>,
    /// Its hypotheses.
    pub hypotheses: Vec<Hypothesis>,
    /// Files with reference values, resolved against the TOML file's folder.
    pub references: Vec<PathBuf>,
    /// What overrides its file, in a few words each: a profile, and hypotheses that are set elsewhere. The resolved copy in a run directory has them
    /// as its own; there they are kept with [the statements](Experiment::statements).
    pub overrides: Vec<String>,
    /// Whether `[only]` restricts it to a part of its grid.
    pub is_partial: bool,
    /// Its question and its paper.
    pub metadata: ExperimentMetadata,
    /// The resolved TOML: every default written out, no includes, no profile; it is stored with the results.
    pub resolved_toml: String,
}

impl Experiment {
    /// Tasks of one cell each, with nothing else declared.
    pub fn of_cells(kind: &'static KindRules, cells: Vec<Cell>, games_per_cell: u32) -> Experiment {
        Experiment {
            name: String::new(),
            labels: Labels::default(),
            figures: Style::default(),
            kind,
            seed: 0,
            games_per_cell,
            engines: BTreeMap::new(),
            cells,
            excluded: Vec::new(),
            baseline: None,
            own: Arc::new(()),
            hypotheses: Vec::new(),
            references: Vec::new(),
            overrides: Vec::new(),
            is_partial: false,
            metadata: ExperimentMetadata::default(),
            resolved_toml: String::new(),
        }
    }

    /// The value of its kind's tables, if it has this type.
    pub fn own<T: Any>(&self) -> Option<&T> {
        self.own.downcast_ref()
    }

    /// The stopping rule, if any: for single cells, or for all cells of a hypothesis.
    pub fn stop_rule(&self) -> Option<StopRule> {
        self.own().copied().or_else(|| self.average_rule())
    }

    /// The stopping rule, if it tests the averages of hypotheses.
    pub fn average_rule(&self) -> Option<StopRule> {
        self.own::<AverageStop>().map(|AverageStop(rule)| *rule)
    }

    /// Whether that holds for the tasks of [every cell](Cell::is_repeatable).
    pub fn is_repeatable(&self) -> bool {
        self.cells.iter().all(Cell::is_repeatable)
    }

    /// Hashes of what is stated before any result: the hypotheses, the rules by which tasks end early or are chosen, the printed values, and what overrides
    /// the file.
    pub fn statements(&self) -> impl Iterator<Item = String> + '_ {
        let hypotheses = self.hypotheses.iter().map(|hypothesis| hypothesis.hash.clone());
        hypotheses.chain(self.early_rule()).chain(self.later_statements()).chain(self.override_hashes())
    }

    /// Those that earlier versions did not keep: printed values, rules of adaptive pairing, and which hypotheses name a source. An experiment that has none
    /// says so, so that what is added later is known to be later.
    pub fn later_statements(&self) -> impl Iterator<Item = String> {
        let printed = References::of_experiment(self).ok().map(|printed| printed.hash().unwrap_or_else(|| format!("{PRINTED}{NONE}")));
        let mut sourced: Vec<String> =
            self.hypotheses.iter().filter(|hypothesis| !hypothesis.source.is_empty()).map(Hypothesis::sourced_hash).collect();
        if sourced.is_empty() && !self.hypotheses.is_empty() {
            sourced.push(format!("{SOURCED}{NONE}"));
        }
        self.later_rule().into_iter().chain(printed).chain(sourced)
    }

    /// What overrides the file, as it is kept among the hashes.
    pub fn override_hashes(&self) -> impl Iterator<Item = String> + '_ {
        self.overrides.iter().map(|words| format!("{OVERRIDE}{words}"))
    }

    /// A hash of the values printed in papers; `None` if there are none, or they cannot be read.
    pub fn printed_hash(&self) -> Option<String> {
        References::of_experiment(self).ok()?.hash()
    }

    /// For every cell, the first of the cells that stop together: those of the same hypothesis if its average decides, else the cell itself.
    pub fn stopped_together(&self) -> Vec<usize> {
        let mut first: Vec<usize> = (0..self.cells.len()).collect();
        for hypothesis in self.hypotheses.iter().filter(|_| self.average_rule().is_some()) {
            let own: Vec<usize> = hypothesis.about().map(|cell| first[cell]).collect();
            let least = own.iter().copied().min();
            first.iter_mut().filter(|cell| own.contains(cell)).for_each(|cell| *cell = least.unwrap_or(*cell));
        }
        first
    }

    /// The same experiment with some of its cells, which keep their keys and tasks.
    pub fn with_cells(&self, cells: &[usize]) -> Experiment {
        let moved = |kept: &[usize]| kept.iter().filter_map(|cell| cells.iter().position(|place| place == cell)).collect();
        let hypotheses = self.hypotheses.iter().map(|hypothesis| Hypothesis {
            cells: moved(&hypothesis.cells),
            than: hypothesis.than.as_deref().map(moved),
            rivals: hypothesis.rivals.iter().map(|rival| moved(rival)).collect(),
            ..hypothesis.clone()
        });
        Experiment { hypotheses: hypotheses.collect(), cells: cells.iter().map(|&cell| self.cells[cell].clone()).collect(), ..self.clone() }
    }

    /// The same experiment without its stopping rule.
    pub fn without_stop(&self) -> Experiment {
        let own = if self.stop_rule().is_some() { Arc::new(()) } else { Arc::clone(&self.own) };
        Experiment { own, ..self.clone() }
    }
}
