//! Wire types: the contents of an experiment file, before names are looked up. Each table is declared here once.

mod agent;
mod budget;
mod conditions;
mod experiment;
mod figure;
mod game;
mod label;
mod profile;
mod setting;

pub(crate) use super::section::Tables;
pub(crate) use super::shape::{Located, NamedTable};
pub(crate) use agent::{AgentTable, EngineTable, Opponents};
pub(crate) use budget::{BudgetWire, CalibrationWire, SECONDS, STATES_AS};
pub use conditions::Measure;
pub(crate) use conditions::{ConditionsWire, ExcludeWire, HypothesisWire};
pub use experiment::ExperimentMetadata;
pub(crate) use experiment::ExperimentWire;
pub(crate) use figure::FigureWire;
pub(crate) use game::{GameTable, GameWire, GridWire, ParamTable, ParamsWire, SweepWire};
pub(crate) use label::LabelsWire;

use super::key_path::KeyPath;
use profile::{Include, Profiles};
pub(crate) use setting::SettingWire;
use std::collections::BTreeMap;
use treebench_macros::Section;

/// A whole file, except the tables of kinds.
#[derive(Clone, Debug, Section)]
#[section(schema = experiment::require_names)]
pub(crate) struct Wire {
    #[key(place)]
    pub(crate) at: KeyPath,
    /// Files that this one overrides, relative to it.
    pub(crate) include: Option<Include>,
    /// The question, and the number of games that answer it.
    #[key(required = "[experiment] with name, kind and games-per-cell")]
    pub(crate) experiment: Option<ExperimentWire>,
    /// The budget of a turn: one of these keys. A list is an axis of the grid.
    pub(crate) budget: Option<BudgetWire>,
    /// How the nodal states of `states-as` are measured when a run begins.
    pub(crate) calibration: Option<CalibrationWire>,
    /// The games. The other axes of the grid are budgets, sweeps and comparisons.
    #[key(required = "[grid] with game = [\"…\"]")]
    pub(crate) grid: Option<GridWire>,
    /// A game with its parameters.
    #[key(name = "game", plain)]
    pub(crate) games: BTreeMap<String, NamedTable<GameTable>>,
    /// An agent with its parameters.
    #[key(name = "agent", plain)]
    pub(crate) agents: BTreeMap<String, NamedTable<AgentTable>>,
    /// The pairings: `candidate = "baseline"`. `["b", "c"]` are the two opponents in one game for three; `[["b"], ["c"]]` are two comparisons. Names
    /// may be patterns; registered agents need no table.
    #[key(names = "candidate", otherwise = "every agent alone")]
    pub(crate) compare: BTreeMap<String, Located<Opponents>>,
    /// The expected results of a match or a search, one `[[hypothesis]]` each (see [Hypotheses](#hypotheses)). The report begins with the answer.
    /// Cells and their games do not depend on them.
    #[key(name = "hypothesis")]
    pub(crate) hypotheses: Tables<HypothesisWire>,
    /// Labels for agents, games, axes, parameters and values in tables, figures and on the terminal: `exploration = "C"`, `1.4142135623730951 =
    /// "√2"`. Cells and their games do not depend on them.
    pub(crate) label: Option<LabelsWire>,
    /// The style of figures in SVG, PNG and PDF files. Cells and their games do not depend on it.
    pub(crate) figure: Option<FigureWire>,
    /// The part of the grid to play: axis = value or values, all of which must hold, such as `candidate = ["S-*", "O-*"]`. Its cells are the same as in
    /// the whole grid.
    #[key(otherwise = "all cells")]
    pub(crate) only: Option<ConditionsWire>,
    /// Combinations to leave out, one `[[exclude]]` each.
    #[key(name = "exclude")]
    pub(crate) excludes: Tables<ExcludeWire>,
    /// The texts of files that settings name, in resolved copies.
    // What is written there is used in place of the files, which may change or be gone.
    #[key(name = "file", names = "path", resolved)]
    pub(crate) files: BTreeMap<String, Located<String>>,
    /// `[profile.NAME.…]`: tables that override the others under `--profile NAME`.
    pub(crate) profile: Option<Profiles>,
}
