//! Wire types: what an experiment file says, before names are looked up.

use super::key_path::KeyPath;
use std::collections::BTreeMap;
use treebench_agents::Budget;
use treebench_games::params::Value;

/// A value and its place.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Located<T> {
    pub(crate) value: T,
    pub(crate) at: KeyPath,
}

impl<T> Located<T> {
    pub(crate) fn new(value: T, at: KeyPath) -> Self {
        Located { value, at }
    }

    /// Another value at the same place.
    pub(crate) fn map<U>(self, f: impl FnOnce(T) -> U) -> Located<U> {
        Located { value: f(self.value), at: self.at }
    }
}

impl<T> Located<Vec<Located<T>>> {
    /// The items, each changed.
    pub(crate) fn map_each<U>(self, f: impl Fn(T) -> U) -> Vec<Located<U>> {
        self.value.into_iter().map(|item| Located::new(f(item.value), item.at)).collect()
    }
}

/// A whole file. What is `None` is missing or wrong, and then an error has been added.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wire {
    pub(crate) experiment: ExperimentWire,
    pub(crate) budget: Option<BudgetWire>,
    pub(crate) calibration: Option<CalibrationWire>,
    pub(crate) grid: Option<GridWire>,
    /// The `[game.NAME]` tables; `None` where a table could not be read.
    pub(crate) games: BTreeMap<String, Option<TableWire>>,
    /// The `[agent.NAME]` tables, likewise.
    pub(crate) agents: BTreeMap<String, Option<TableWire>>,
    pub(crate) compare: Vec<CompareWire>,
    /// `[tournament]`.
    pub(crate) tournament: Option<TournamentWire>,
    /// `[tune]` and the `[tune.NAME]` tables.
    pub(crate) tune: Option<TuneWire>,
    /// `[stop]`: when to stop playing a cell.
    pub(crate) stop: Option<StopWire>,
    /// The `[[hypothesis]]` tables.
    pub(crate) hypotheses: Vec<HypothesisWire>,
    /// `[only]`: what cells must be to be played.
    pub(crate) only: Option<ConditionsWire>,
    pub(crate) excludes: Vec<ExcludeWire>,
    /// The texts of files that settings name, in the resolved copy of an experiment.
    pub(crate) files: BTreeMap<String, Located<String>>,
    /// The tables named after kinds; a list is a sweep.
    pub(crate) settings: BTreeMap<String, TableWire>,
}

/// `[experiment]`.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExperimentWire {
    pub(crate) name: Option<Located<String>>,
    pub(crate) kind: Option<Located<String>>,
    pub(crate) games_per_cell: Option<Located<u32>>,
    pub(crate) seed: u64,
    pub(crate) question: Option<String>,
    /// The agent that the others are compared with where agents do not meet.
    pub(crate) baseline: Option<Located<String>>,
    pub(crate) paper: Option<String>,
    pub(crate) references: Vec<Located<String>>,
}

/// `[stop]`.
#[derive(Clone, Debug, Default)]
pub(crate) struct StopWire {
    pub(crate) test: Option<Located<String>>,
    pub(crate) h0: Option<Located<f64>>,
    pub(crate) h1: Option<Located<f64>>,
    pub(crate) unit: Option<Located<String>>,
    pub(crate) alpha: Option<Located<f64>>,
    pub(crate) beta: Option<Located<f64>>,
    /// In points.
    pub(crate) width: Option<Located<f64>>,
    pub(crate) at_least: Option<Located<u32>>,
    pub(crate) at_most: Option<Located<u32>>,
}

/// A `[[hypothesis]]` table.
#[derive(Clone, Debug)]
pub(crate) struct HypothesisWire {
    pub(crate) says: Option<String>,
    /// The place in the paper.
    pub(crate) source: Option<String>,
    /// `better`, `worse` or `even`.
    pub(crate) is: Located<String>,
    /// What is compared.
    pub(crate) measure: Option<Located<String>>,
    /// `average`, `every` or `some`.
    pub(crate) over: Option<Located<String>>,
    /// In points.
    pub(crate) margin: Option<Located<f64>>,
    pub(crate) conditions: Option<ConditionsWire>,
    /// The cells compared with.
    pub(crate) than: Option<ConditionsWire>,
}

/// `[grid]`.
#[derive(Clone, Debug)]
pub(crate) struct GridWire {
    pub(crate) games: Vec<GameWire>,
}

/// Parameters as they were given.
pub(crate) type Given = Located<Vec<(String, Located<Value>)>>;

/// Swept parameters with their values.
pub(crate) type SweepWire = Vec<(String, Located<Vec<Located<Value>>>)>;

/// A budget: one value, or several that make an axis.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct BudgetWire {
    pub(crate) at: KeyPath,
    /// `iterations`, `states`, `time` or `states-as`.
    pub(crate) key: &'static str,
    /// Under `states-as`, times that are converted to states once rates are known.
    pub(crate) values: Vec<Located<Budget>>,
}

/// `[calibration]`: how the states of `states-as` are measured.
#[derive(Clone, Debug, Default)]
pub(crate) struct CalibrationWire {
    /// The agent that is measured.
    pub(crate) agent: Option<Located<String>>,
    /// How long.
    pub(crate) seconds: Option<f64>,
    /// What need not be measured: nodal states per second, by game.
    pub(crate) pins: BTreeMap<String, Located<u64>>,
}

/// An entry of `[grid] game`.
#[derive(Clone, Debug)]
pub(crate) enum GameWire {
    /// A name or a pattern.
    Name(Located<String>),
    /// A table in place: `{ use = "breakthrough", params = { … } }`.
    Inline(Box<TableWire>),
}

/// A `[game.NAME]` or `[agent.NAME]` table.
#[derive(Clone, Debug)]
pub(crate) struct TableWire {
    pub(crate) at: KeyPath,
    /// The registered name; if it is not given, that of the table.
    pub(crate) used: Option<Located<String>>,
    /// The rules file of a game that is not registered.
    pub(crate) rules: Option<Located<String>>,
    /// Its text, in the resolved copy of an experiment: results belong to what was played, whatever becomes of the file.
    pub(crate) rules_text: Option<String>,
    pub(crate) params: Given,
    pub(crate) sweep: SweepWire,
    pub(crate) budget: Option<BudgetWire>,
    /// The words by which tournaments choose an agent.
    pub(crate) tags: Vec<String>,
    /// The program that an agent is.
    pub(crate) engine: Option<EngineWire>,
}

/// `engine = { … }` of an agent.
#[derive(Clone, Debug)]
pub(crate) struct EngineWire {
    pub(crate) at: KeyPath,
    pub(crate) command: Located<Vec<Located<String>>>,
    /// The parameters of an engine.
    pub(crate) params: Given,
    /// Whether it is known already which program that is.
    pub(crate) identified: bool,
}

/// A line of `[compare]`.
#[derive(Clone, Debug)]
pub(crate) struct CompareWire {
    pub(crate) at: KeyPath,
    /// An agent or a pattern.
    pub(crate) candidate: String,
    /// One list of opponents for each comparison. A single name may be a pattern.
    pub(crate) against: Vec<Located<Vec<Located<String>>>>,
}

/// `[tournament]`.
#[derive(Clone, Debug, Default)]
pub(crate) struct TournamentWire {
    pub(crate) at: KeyPath,
    pub(crate) format: Option<Located<String>>,
    /// Names, patterns and tags, each perhaps with `!` in front.
    pub(crate) players: Option<Located<Vec<Located<String>>>>,
    pub(crate) challengers: Option<Located<Vec<Located<String>>>>,
    pub(crate) pairing: Option<Located<String>>,
    pub(crate) rounds: Option<Located<u64>>,
    pub(crate) sure: Option<Located<f64>>,
}

/// `[tune]`.
#[derive(Clone, Debug, Default)]
pub(crate) struct TuneWire {
    pub(crate) at: KeyPath,
    pub(crate) method: Option<Located<String>>,
    pub(crate) games: Option<Located<u32>>,
    pub(crate) confirm: Option<Located<u32>>,
    pub(crate) objectives: Vec<Located<String>>,
    pub(crate) measure: Option<Located<String>>,
    pub(crate) points: Option<Located<u32>>,
    pub(crate) against: Option<Located<Vec<Located<String>>>>,
    pub(crate) confirm_games: Vec<GameWire>,
    /// The `[tune.NAME]` tables: agents, and the values of their parameters.
    pub(crate) spaces: Vec<(Located<String>, SpacesWire)>,
}

/// Parameters with their values.
pub(crate) type SpacesWire = Vec<(String, SpaceWire)>;

/// The values of a parameter that is tuned: a list, or a range.
#[derive(Clone, Debug)]
pub(crate) struct SpaceWire {
    pub(crate) at: KeyPath,
    pub(crate) values: Option<Located<Vec<Located<Value>>>>,
    pub(crate) from: Option<Located<Value>>,
    pub(crate) to: Option<Located<Value>>,
    pub(crate) steps: Option<Located<u64>>,
    pub(crate) scale: Option<Located<String>>,
    /// The values of another parameter with which it applies.
    pub(crate) when: Option<ConditionsWire>,
}

/// Axes with the values that are selected on each; all conditions must hold.
pub(crate) type ConditionsWire = Vec<(Located<String>, Vec<Located<Value>>)>;

/// An `[[exclude]]` table.
#[derive(Clone, Debug)]
pub(crate) struct ExcludeWire {
    pub(crate) conditions: ConditionsWire,
    pub(crate) reason: String,
}

impl TableWire {
    /// A table that says nothing, at this place.
    pub(crate) fn empty(at: &KeyPath) -> TableWire {
        TableWire {
            at: at.clone(),
            used: None,
            rules: None,
            rules_text: None,
            params: Located::new(Vec::new(), at.clone()),
            sweep: Vec::new(),
            budget: None,
            tags: Vec::new(),
            engine: None,
        }
    }
}
