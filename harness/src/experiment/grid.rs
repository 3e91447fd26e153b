//! Games × settings × budgets × variants → cells.

mod errors;
mod row;

use super::axes::{Axes, PartValues, Point, opponents, sweep};
use super::conditions::Conditions;
use super::contestants::{AgentSet, AgentVariant, Comparison, Seats};
use super::entry_files::EntryFiles;
use super::games::{GameSet, GameVariant};
use super::key::{KeyPrefix, agent_lines, game_lines, settings_lines};
use super::kind_tables::KindSetup;
use super::rates::Rates;
use super::setup::Setup;
use super::variants::{MOST_CELLS, SweptValue, Variant};
use super::{Cell, CellKey, CellSettings, EntryFile, Exclusion, KindRules, Owner, Participant, Role, Seeding};
use crate::config::Part;
use crate::config::wire::BudgetWire;
use row::{Begun, Combination, Row, RowValues, for_each_index, pointless};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;
use treebench_games::params::{ParamError, Value};

/// More combinations than this are an error, even if [only] leaves few of them.
const MOST_COMBINATIONS: u64 = 2_000_000;

/// The components of cells.
pub(crate) struct Grid<'a> {
    pub(crate) kind: &'static KindRules,
    pub(crate) setup: &'a Setup<'a>,
    /// The rules of the kind's tables for combinations and cells.
    pub(crate) own: &'a dyn KindSetup,
    /// The variants of the kind's settings.
    pub(crate) settings: &'a [Variant],
    pub(crate) seed: u64,
    pub(crate) games_per_cell: u32,
    pub(crate) axes: Axes,
    /// The conditions of [only].
    pub(crate) only: Option<Conditions>,
    /// The conditions of each [[exclude]], with its reason.
    pub(crate) excludes: Vec<(Conditions, String)>,
    /// Converts budgets given as `states-as`.
    pub(crate) rates: &'a Rates,
}

/// The expanded grid.
#[derive(Default)]
pub(crate) struct ExpandedGrid {
    pub(crate) cells: Vec<Cell>,
    pub(crate) excluded: Vec<Exclusion>,
    /// The files named by settings.
    pub(crate) files: EntryFiles,
    /// Whether there are too many cells for an experiment.
    too_many: bool,
    made: HashMap<CellKey, Combination, BuildHasherDefault<KeyHasher>>,
    /// The variants of agents whose parameters have been reported as wrong: each is reported once.
    refused: BTreeSet<(String, usize)>,
    /// For each variant of the settings, whether it suits any cell, or the first error.
    suited: Vec<Result<(), Option<ParamError>>>,
}

/// A key is a hash already.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        if let Some(first) = bytes.first_chunk() {
            self.0 = u64::from_le_bytes(*first);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl<'a> Grid<'a> {
    /// The shared budget.
    fn budget(&self) -> Option<&'a BudgetWire> {
        self.setup.wire.budget.as_ref()
    }

    /// All cells and exclusions.
    pub(crate) fn expand(&self) -> ExpandedGrid {
        let made = HashMap::with_capacity_and_hasher(self.combinations().min(MOST_CELLS) as usize, BuildHasherDefault::default());
        let mut expanded = ExpandedGrid { made, suited: vec![Err(None); self.settings.len()], ..ExpandedGrid::default() };
        let settings: Vec<Arc<CellSettings>> = self.settings.iter().map(|variant| Arc::new(variant.params.clone().into())).collect();
        let settings_lines: Vec<String> = settings.iter().map(|values| settings_lines(self.kind, values)).collect();
        if self.combinations() > MOST_COMBINATIONS {
            let message = format!("the grid has {} combinations; the limit is {MOST_COMBINATIONS}", self.combinations());
            self.setup.wire.at.key("grid").refuse(Part::Key, message);
            return expanded;
        }
        let (settings_values, budget_values) = (self.settings_values(), self.budget_values());
        for (c, comparison) in self.setup.comparisons.iter().enumerate() {
            let sets = self.sets(comparison);
            let values = |set: &&AgentSet| set.variants.iter().map(|variant| self.agent_values(set, variant)).collect();
            let agent_values: Vec<Vec<PartValues>> = sets.iter().map(values).collect();
            let place = |name: &String| sets.iter().position(|set| set.name == *name);
            let seats: Vec<usize> = comparison.participants.iter().filter_map(place).collect();
            let budgets = self.budgets(&sets);
            let sizes: Vec<usize> = sets.iter().map(|set| set.variants.len()).collect();
            let lines = |set: &&AgentSet| set.variants.iter().map(|a| agent_lines(&set.program, &a.variant.params)).collect();
            let agent_lines: Vec<Vec<String>> = sets.iter().map(lines).collect();
            for (g, game) in self.setup.games.iter().enumerate() {
                for (v, variant) in game.variants.iter().enumerate() {
                    let unsuited =
                        sets.iter().map(|set| set.variants.iter().map(|a| a.recipe.supports(&variant.info).err()).collect()).collect();
                    let unchecked = sizes.iter().map(|&size| vec![true; size]).collect();
                    let game_lines = game_lines(&variant.choice);
                    let values = RowValues {
                        game: self.axes.arrange(self.game_values(comparison, game, variant)),
                        settings: &settings_values,
                        budgets: &budget_values,
                        agents: &agent_values,
                    };
                    let mut row = Row {
                        comparison,
                        game,
                        variant,
                        settings: &settings,
                        sets: &sets,
                        seats: &seats,
                        begun: None,
                        unsuited,
                        unchecked,
                        settings_lines: &settings_lines,
                        game_lines,
                        agent_lines: &agent_lines,
                        values,
                    };
                    let settings_and_budgets = (0..settings.len()).flat_map(|s| budgets.iter().map(move |&budget| (s, budget)));
                    for (setting, budget) in settings_and_budgets {
                        for_each_index(&sizes, |variants| {
                            if expanded.cells.len() as u64 >= MOST_CELLS || expanded.excluded.len() as u64 >= MOST_CELLS {
                                expanded.too_many = true;
                                return;
                            }
                            let variants = variants.to_vec();
                            let combination = Combination { comparison: c, game: g, game_variant: v, setting, budget, variants };
                            self.consider(&mut row, combination, &mut expanded);
                        });
                    }
                }
            }
        }
        if expanded.too_many {
            let message = format!("the grid has more than {MOST_CELLS} cells, or excludes as many");
            self.setup.wire.at.key("grid").refuse(Part::Key, message);
        }
        self.refuse_settings(&expanded.suited);
        expanded
    }

    /// The number of combinations.
    fn combinations(&self) -> u64 {
        let games: u64 = self.setup.games.iter().map(|game| game.variants.len() as u64).sum();
        let each = self.setup.comparisons.iter().map(|comparison| {
            let sets = self.sets(comparison);
            let variants = sets.iter().fold(1u64, |n, set| n.saturating_mul(set.variants.len() as u64));
            variants.saturating_mul(self.budgets(&sets).len() as u64)
        });
        games.saturating_mul(self.settings.len() as u64).saturating_mul(each.fold(0, u64::saturating_add))
    }

    /// The agents of a comparison, each once.
    fn sets(&self, comparison: &Comparison) -> Vec<&AgentSet> {
        let mut sets: Vec<&AgentSet> = Vec::new();
        for name in &comparison.participants {
            let set = self.setup.contestants().get(name).and_then(Option::as_ref);
            sets.extend(set.filter(|set| !sets.iter().any(|known| known.name == set.name)));
        }
        sets
    }

    /// The shared budgets, if an agent uses them.
    fn budgets(&self, sets: &[&AgentSet]) -> Vec<Option<usize>> {
        match self.budget() {
            Some(budget) if sets.iter().any(|set| set.budget.is_none()) => (0..budget.values.len()).map(Some).collect(),
            _ => vec![None],
        }
    }

    /// Turns a combination into a cell, excludes it, or reports its error.
    fn consider(&self, row: &mut Row<'_>, combination: Combination, expanded: &mut ExpandedGrid) {
        let values = row.values.of(&combination);
        let players = row.variant.info.players;
        let fits = row.comparison.seats == Seats::Any || row.comparison.participants.len() == players;
        if !fits && row.comparison.seats == Seats::Matching {
            return;
        }
        if self.own.leaves_out(&values) {
            return;
        }
        if self.only.as_ref().is_some_and(|only| !only.hold(&values)) {
            return;
        }
        if let Some((_, reason)) = self.excludes.iter().find(|(conditions, _)| conditions.hold(&values)) {
            expanded.excluded.push(Exclusion { axes: self.axes.visible(values), reason: reason.clone() });
            return;
        }
        let axes = self.axes.visible(values);
        if !fits {
            self.refuse_number(row, players);
            return;
        }
        let Some(participants) = self.participants(row, &combination) else { return };
        let reason = if self.own.tries_all() {
            row.unsuited(&combination).or_else(|| row.refused(&combination))
        } else {
            pointless(row, &combination, &participants).or_else(|| row.unsuited(&combination))
        };
        if let Some(reason) = reason {
            expanded.excluded.push(Exclusion { axes, reason });
            return;
        }
        row.check_agents(&combination, &mut expanded.refused);
        let game = row.variant.choice.clone();
        let settings = &row.settings[combination.setting];
        let settled = (self.kind.settled)(settings, &participants);
        let settled_lines = settled.as_ref().map(|values| settings_lines(self.kind, values));
        let settings = settled.map_or_else(|| Arc::clone(settings), |values| Arc::new(values.into()));
        if row.begun.as_ref().is_none_or(|begun| begun.setting != combination.setting) {
            let Some(files) = self.files(row, &combination, &mut expanded.files) else { return };
            let prefix = self.prefix(row, &row.settings_lines[combination.setting], &files);
            row.begun = Some(Begun { setting: combination.setting, files, prefix });
        }
        let Some(Begun { files, prefix, .. }) = &row.begun else { return };
        let settled = settled_lines.map(|lines| self.prefix(row, &lines, files));
        let agents = row.lines_of(&combination).zip(participants.iter().map(|participant| participant.budget));
        let (canonical, key) = settled.as_ref().unwrap_or(prefix).with(agents);
        let files = files.clone();
        if let Some(first) = expanded.made.get(&key) {
            let at = self.difference(row, first, &combination);
            let message = "duplicate cells: each combination may occur once";
            at.refuse(Part::Value, message).help("remove the repetition");
            return;
        }
        let seeding = Seeding::of(key);
        let cell = Cell { key, canonical, game, settings, files, participants, axes, seeding, is_timed: false };
        self.admit(row, self.kind.seeded(cell, self.seed), combination, expanded);
    }

    /// Adds a cell if its kind accepts it; otherwise excludes it, or reports its error.
    fn admit(&self, row: &Row<'_>, cell: Cell, combination: Combination, expanded: &mut ExpandedGrid) {
        let suited = &mut expanded.suited[combination.setting];
        match (self.kind.supports)(&cell) {
            Ok(()) => *suited = Ok(()),
            Err(error) => {
                expanded.excluded.push(Exclusion { axes: cell.axes, reason: error.message.clone() });
                if let Err(first @ None) = suited {
                    *first = Some(error);
                }
                return;
            }
        }
        if let Err(error) = (self.kind.accepts)(&cell, self.games_per_cell) {
            let (at, part) = self.blamed(&error.param, row);
            at.refuse(part, error.message);
            return;
        }
        if !self.own.supports(&cell) {
            return;
        }
        let variant = (combination.game, combination.game_variant, combination.setting);
        if !expanded.files.check(self.kind, &cell, variant, &self.setup.wire.at) {
            return;
        }
        expanded.made.insert(cell.key, combination);
        expanded.cells.push(cell);
    }

    /// The prefix of the texts of cells in a row.
    fn prefix(&self, row: &Row<'_>, settings: &str, files: &BTreeMap<&'static str, Arc<EntryFile>>) -> KeyPrefix {
        KeyPrefix::new(self.kind, self.seed, settings, files, &row.game_lines)
    }

    /// The files named by the settings of a combination. `None`, with an error, if one cannot be used.
    fn files(&self, row: &Row<'_>, combination: &Combination, files: &mut EntryFiles) -> Option<BTreeMap<&'static str, Arc<EntryFile>>> {
        let mut read = BTreeMap::new();
        let settings = &self.settings[combination.setting];
        for &name in self.kind.files {
            let Some(Value::Text(path)) = settings.params.get(name).filter(|path| **path != Value::Text(String::new())) else { continue };
            let swept = settings.swept.iter().find(|swept| swept.name == name);
            let at = swept.map_or_else(|| self.setup.wire.at.key(self.kind.plays).key(name), |swept| swept.at.clone());
            let game = if row.game.inline { row.game.entry.name } else { &row.game.name };
            read.insert(name, files.read(&path.replace("{game}", game), &at, &self.setup.wire.files)?);
        }
        Some(read)
    }

    /// The values on the axes of the participants' names, the game and its parameters.
    fn game_values(&self, comparison: &Comparison, game: &GameSet, variant: &GameVariant) -> PartValues {
        let first = comparison.participants.first().map(|first| (Role::Agent, Point::text(first)));
        let others = (comparison.participants.len() > 1).then(|| (Role::Against, Point::text(&opponents(comparison))));
        let owner = || Owner::Game(game.name.clone());
        let swept = variant.variant.swept.iter().map(|swept| (sweep(owner(), &swept.name), Point::swept(swept)));
        self.axes.part(first.into_iter().chain(others).chain([(Role::Game, Point::game(game))]).chain(swept))
    }

    /// The values of each variant of the settings.
    fn settings_values(&self) -> Vec<PartValues> {
        let setting = |swept: &SweptValue| (Role::Setting { param: swept.name.clone() }, Point::swept(swept));
        self.settings.iter().map(|variant| self.axes.part(variant.swept.iter().map(setting))).collect()
    }

    /// The value of each shared budget.
    fn budget_values(&self) -> Vec<PartValues> {
        let budgets = self.budget().into_iter().flat_map(|budget| budget.values.iter().map(|value| (budget.key, value.value)));
        budgets.map(|(key, value)| self.axes.part([(Role::Budget { agent: None, key }, Point::budget(value))])).collect()
    }

    /// The values of a variant of an agent, with its own budget.
    fn agent_values(&self, set: &AgentSet, variant: &AgentVariant) -> PartValues {
        let budget = set.budget.as_ref().zip(variant.budget.as_ref());
        let budget =
            budget.map(|(wire, (_, own))| (Role::Budget { agent: Some(set.name.clone()), key: wire.key }, Point::budget(own.value)));
        let owner = || Owner::Agent(set.name.clone());
        let swept = variant.variant.swept.iter().map(|swept| (sweep(owner(), &swept.name), Point::swept(swept)));
        self.axes.part(budget.into_iter().chain(swept))
    }

    /// The participants; `None` if one has no budget, which is an error already.
    fn participants(&self, row: &Row<'_>, combination: &Combination) -> Option<Vec<Participant>> {
        let shared = self.budget().zip(combination.budget).map(|(budget, index)| (budget.key, &budget.values[index]));
        let mut participants = Vec::with_capacity(row.seats.len());
        for &place in row.seats {
            let set = row.sets[place];
            let variant = &set.variants[combination.variants[place]];
            let own = set.budget.as_ref().zip(variant.budget.as_ref()).map(|(wire, (_, budget))| (wire.key, budget));
            let (key, budget) = own.or(shared)?;
            let budget = self.rates.counted(key, budget.value, &row.variant.choice.label);
            let (name, program, params) = (set.name.clone(), set.program.clone(), variant.variant.params.clone());
            participants.push(Participant { name, program, params, budget });
        }
        Some(participants)
    }
}
