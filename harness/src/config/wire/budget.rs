//! `[budget]` and `[calibration]`.

use super::Located;
use crate::config::key::{Description, Key, KindTable, Limits};
use crate::config::key_path::KeyPath;
use crate::config::layer::Part;
use crate::config::section::{Section as _, as_meant};
use crate::config::shape::{Field, Shape};
use crate::config::toml_text::Toml;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::time::Duration;
use treebench_agents::{Budget, TimeControl};
use treebench_macros::Section;

/// The keys of a budget, of which one is given.
#[derive(Clone, Debug, Section)]
#[section(schema = one_key)]
struct BudgetTable {
    /// Iterations, one playout each.
    #[key(range = 1..)]
    iterations: Vec<Located<u64>>,
    /// Nodal states.
    #[key(range = 1..)]
    states: Vec<Located<u64>>,
    /// Time, such as `"0.5s"`: wall time, or processor time with `clock = "cpu"` in `[match]`; not exactly repeatable.
    time: Vec<Located<Duration>>,
    /// The clock of a whole game, which the referee keeps and tells engines, as cutechess and fastchess write it: `"60+0.6"` is a minute and 0.6 s
    /// for every move, `"40/60"` a minute for every 40 moves. An agent that exceeds it by more than `time-margin` of `[match]` loses on time.
    clock: Vec<Located<TimeControl>>,
    /// As many nodal states as the agent of `[calibration]` computes in this time.
    states_as: Vec<Located<Duration>>,
}

fn one_key(schema: &mut Json) {
    schema["minProperties"] = json!(1);
    schema["maxProperties"] = json!(1);
}

/// A budget: one value, or several that form an axis.
#[derive(Clone, Debug)]
pub(crate) struct BudgetWire {
    pub(crate) at: KeyPath,
    /// `iterations`, `states`, `time`, `clock` or `states-as`.
    pub(crate) key: &'static str,
    /// Under `states-as`, times that are converted to states once rates are known.
    pub(crate) values: Vec<Located<Budget>>,
}

/// The key of the times that are converted to states.
pub(crate) const STATES_AS: &str = "states-as";

impl BudgetTable {
    /// The values of one key.
    fn values_of(self) -> Vec<Located<Budget>> {
        fn each<T>(list: Vec<Located<T>>, budget: fn(T) -> Budget) -> impl Iterator<Item = Located<Budget>> {
            list.into_iter().map(move |item| item.map(budget))
        }
        each(self.iterations, Budget::Iterations)
            .chain(each(self.states, Budget::States))
            .chain(each(self.time, Budget::Time))
            .chain(each(self.clock, Budget::Clock))
            .chain(each(self.states_as, Budget::Time))
            .collect()
    }
}

impl Shape for BudgetWire {
    const BELOW: &'static [Key] = BudgetTable::KEYS;

    /// A document may replace the key of a lower one; two keys in one document are an error.
    fn read(field: &Field<'_>) -> Option<BudgetWire> {
        let (given, at) = (field.table()?, &field.at);
        let names = || BudgetTable::KEYS.iter().map(|key| key.name);
        let table = as_meant(given, at, &names().collect::<Vec<_>>());
        let mut keys: Vec<_> = names().filter(|name| table.contains_key(*name)).map(|name| (at.key(name).rank(), name)).collect();
        keys.sort();
        let key: Option<&'static str> = match keys[..] {
            [] => {
                if given.is_empty() {
                    let message = format!("`{at}` needs one of {}", names().collect::<Vec<_>>().join(", "));
                    at.refuse(Part::Key, message);
                }
                None
            }
            [.., (below, _), (top, key)] if below == top => {
                let keys: Vec<_> = keys.iter().filter(|(rank, _)| *rank == top).map(|(_, key)| *key).collect();
                let listed: Vec<_> = keys.iter().map(|key| format!("`{key}`")).collect();
                let place = at.key(key);
                let mut error = place.refuse(Part::Key, format!("`{at}` has {}, but a turn has one budget", listed.join(" and ")));
                if let Some(elsewhere) = keys.iter().find_map(|key| field.key(key, &table[*key]).elsewhere()) {
                    error.help(elsewhere);
                }
                None
            }
            [.., (_, key)] => Some(key),
        };
        // The keys below are covered.
        let uncovered = table.iter().filter(|(name, _)| key == Some(name.as_str()));
        let uncovered = uncovered.map(|(name, value)| (name.clone(), value.clone())).collect();
        let values = BudgetTable::read_table(&uncovered, at)?.values_of();
        key.filter(|_| !values.is_empty()).map(|key| BudgetWire { at: at.key(key), key, values })
    }

    fn toml(&self) -> Toml {
        let value = |value: &Located<Budget>| match value.value {
            Budget::Iterations(n) | Budget::States(n) => n.toml(),
            Budget::Time(time) => time.toml(),
            Budget::Clock(control) => control.toml(),
        };
        Toml::Table(vec![(self.key.to_owned(), Toml::list(self.values.iter().map(value)))])
    }

    fn describe(limits: &Limits, kinds: &[KindTable]) -> Description {
        BudgetTable::describe(limits, kinds)
    }
}

/// The default time for measuring a game, in seconds.
pub(crate) const SECONDS: f64 = 10.0;

/// `[calibration]`: how the states of `states-as` are measured.
#[derive(Clone, Debug, Section)]
pub(crate) struct CalibrationWire {
    /// The agent that is measured in the first turn of each game: the name of a table or of a registered agent.
    pub(crate) agent: Option<Located<String>>,
    /// Seconds for which each game is measured.
    #[key(default = SECONDS, range = 0.01..=3600.0)]
    pub(crate) seconds: Option<f64>,
    /// Rates that need not be measured: `{ "rbg/chess" = 250_000 }`.
    #[key(name = "states-per-second", names = "game", range = 1..)]
    pub(crate) pins: BTreeMap<String, Located<u64>>,
}
