//! `[tune]`: parameters, method and opponents.

use super::tuning::{TuneMethod, TuneObjective};
use crate::config::wire::{ConditionsWire, GameWire, Located};
use crate::config::{Description, Field, Key, KeyPath, KindTable, Limits, Section as _, Shape, Toml, choice};
use crate::experiment::Measure;
use serde_json::json;
use std::collections::BTreeMap;
use treebench_games::params::Value;
use treebench_macros::Section;

/// The tables that only tunings have.
#[derive(Section)]
pub(super) struct TuneTables {
    /// A search for parameters of an agent, for `kind = "tune"` and `kind = "tune-search"` (see [Tuning](#tuning)). `[tune.NAME]` has the parameters
    /// of `[agent.NAME]` with their values: a list, or a range as a table. `[match]` sets how games are played, `[search]` how positions are
    /// searched.
    pub(super) tune: Option<Tune>,
}

/// `[tune]`: its keys, and the tables in it, which are named after agents.
#[derive(Clone)]
pub(super) struct Tune {
    pub(super) keys: TuneTable,
    pub(super) spaces: BTreeMap<String, Located<Spaces>>,
}

/// Parameters with their values.
pub(super) type Spaces = BTreeMap<String, Space>;

/// The keys of `[tune]`.
#[derive(Clone, Section)]
pub(super) struct TuneTable {
    #[key(place)]
    pub(super) at: KeyPath,
    /// `ntbea`: the N-tuple bandit evolutionary algorithm. `spsa`: a walk along the slope, for numbers only. `halving`: successive halving. `race`:
    /// iterated racing on common seeds. `wilson`: optimistic best-arm identification, which allocates games where they may reduce regret most.
    /// `grid`: equal games for every point.
    #[key(default = TuneMethod::Ntbea)]
    pub(super) method: TuneMethod,
    /// The maximum number of games of a search for parameters, for `tune-search` of searched positions. There is a search for every budget, setting
    /// and objective, and under `per-game` for every game.
    #[key(range = 2..=100_000_000, required = "games = 2000")]
    pub(super) games: Option<Located<u32>>,
    /// Games on fresh seeds, over the games of the grid, for each of the chosen point, the default and the runner-up. At most `games`; 0 for no
    /// confirmation, and then nothing is called better.
    #[key(range = 0..=100_000_000, required = "confirm = 400")]
    pub(super) confirm: Option<Located<u32>>,
    /// The mean score over the games of the grid, the score in the worst of them, or every game individually. Several objectives are separate
    /// searches.
    #[key(default = TuneObjective::Mean)]
    pub(super) objective: Vec<Located<TuneObjective>>,
    /// For `tune-search`: the share of searches that end with an optimal move (`optimal`, the default), or the share of optimal moves in the course of a
    /// search, over the logarithm of its iterations (`area`).
    pub(super) measure: Option<Located<Criterion>>,
    /// Makes every range without `steps` continuous: this many points are drawn, spread evenly over the space, the default among them. For all
    /// methods except `ntbea`; `grid` is then random search.
    #[key(range = 2..=50_000)]
    pub(super) points: Option<Located<u32>>,
    /// For `tune`, where it is required: the opponents, names of `[agent.NAME]` tables or of registered agents. The score is the average over them;
    /// in games for more than two, one of them takes all other seats.
    pub(super) against: Vec<Located<String>>,
    /// Additional games, written as in `[grid]`, that only the confirmation plays, as often as each game of the grid.
    pub(super) confirm_games: Vec<GameWire>,
}

/// The measure of an agent without opponents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Criterion {
    Optimal,
    Area,
}

impl Criterion {
    /// The same as a measure.
    pub(super) fn measure(self) -> Measure {
        match self {
            Criterion::Optimal => Measure::Optimal,
            Criterion::Area => Measure::Area,
        }
    }
}

/// The default number of values of a range.
pub(super) const STEPS: u32 = 11;

/// The values of a parameter: a list, or a table with a range.
#[derive(Clone, Section)]
pub(super) struct SpaceTable {
    #[key(place)]
    pub(super) at: KeyPath,
    /// A list of values.
    pub(super) values: Option<Vec<Located<Value>>>,
    /// The lowest value of a range.
    pub(super) from: Option<Located<Value>>,
    /// The highest.
    pub(super) to: Option<Located<Value>>,
    /// The number of values of the range.
    #[key(range = 2..=1000, default = STEPS)]
    pub(super) steps: Option<u32>,
    /// Whether differences or ratios of neighbouring values are equal.
    #[key(default = Scale::Linear)]
    pub(super) scale: Option<Scale>,
    /// The values of another parameter with which this one applies.
    pub(super) when: Option<ConditionsWire>,
}

/// The scale of a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scale {
    Linear,
    Log,
}

choice! { Criterion { "optimal" => Optimal, "area" => Area } }
choice! { Scale { "linear" => Linear, "log" => Log } }
choice! { TuneMethod { "ntbea" => Ntbea, "spsa" => Spsa, "halving" => Halving, "race" => Race, "wilson" => Wilson, "grid" => Grid } }
choice! { TuneObjective { "mean" => Mean, "worst" => Worst, "per-game" => PerGame } }

/// The values of a parameter, of which a list needs no table.
#[derive(Clone)]
pub(super) struct Space(pub(super) SpaceTable);

impl Shape for Space {
    fn read(field: &Field<'_>) -> Option<Space> {
        if field.value.as_dict().is_some() {
            return SpaceTable::read(field).map(Space);
        }
        let values = Some(Vec::read(field)?);
        Some(Space(SpaceTable { at: field.at.clone(), values, from: None, to: None, steps: None, scale: None, when: None }))
    }

    fn toml(&self) -> Toml {
        Toml::Value(self.0.toml().inline())
    }

    fn describe(limits: &Limits, kinds: &[KindTable]) -> Description {
        let (list, range) = (Vec::<Value>::describe(limits, kinds).schema, SpaceTable::describe(limits, kinds).schema);
        Description::value(json!({ "anyOf": [list, range] }), "list of values, or a range")
    }
}

impl Shape for Tune {
    const BELOW: &'static [Key] = TuneTable::KEYS;

    fn read(field: &Field<'_>) -> Option<Tune> {
        let is_key = |name: &str| TuneTable::KEYS.iter().any(|key| key.name == name);
        let (spaces, keys): (Vec<_>, Vec<_>) = field.table()?.iter().partition(|(name, value)| value.as_dict().is_some() && !is_key(name));
        let space = |(name, value): (&String, _)| Some((name.clone(), Located::read(&field.key(name, value))?));
        let spaces = spaces.into_iter().filter_map(space).collect();
        let keys = keys.into_iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        Some(Tune { keys: TuneTable::read_table(&keys, &field.at)?, spaces })
    }

    fn toml(&self) -> Toml {
        let mut keys = self.keys.table();
        keys.extend(self.spaces.iter().map(|(name, space)| (name.clone(), space.toml())));
        Toml::Table(keys)
    }

    fn describe(limits: &Limits, kinds: &[KindTable]) -> Description {
        let mut described = TuneTable::describe(limits, kinds);
        described.schema["additionalProperties"] = Spaces::describe(limits, kinds).schema;
        described
    }
}
