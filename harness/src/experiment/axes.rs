//! The axes of an experiment: their names and roles, their order, and the values on them.

use super::contestants::{AgentSet, Comparison};
use super::games::GameSet;
use super::setup::Setup;
use super::short_numbers::short;
use super::variants::{SweptValue, Variant};
use super::{Axis, AxisPoint, AxisValue, KindRules, Labels, Owner, Role};
use crate::config::duration_text;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use treebench_agents::Budget;
use treebench_games::params::Value;

/// An axis with all its values.
pub(crate) struct GridAxis {
    pub(crate) axis: Arc<Axis>,
    pub(crate) values: Vec<AxisValue>,
    /// The places of the values by their texts.
    known: BTreeMap<String, usize>,
    /// Whether cells leave it out: the name of a single agent carries no information.
    hidden: bool,
}

/// All axes, in the order in which cells list them.
pub(crate) struct Axes {
    pub(crate) list: Vec<GridAxis>,
    labels: Labels,
    /// The name of the axis of the first participant.
    first: &'static str,
    /// The name of the axis of the other participants.
    others: &'static str,
    /// The name of the table with the kind's settings.
    kind: &'static str,
}

impl Axes {
    /// The axes of an experiment: agents, opponents, games, their sweeps, settings of the kind, budgets, sweeps of the agents. The first two are called
    /// candidates and opponents, unless they are `sides`.
    pub(crate) fn new(setup: &Setup<'_>, (kind, settings): (&'static KindRules, &[Variant]), sides: Option<[&'static str; 2]>) -> Axes {
        let Setup { games, comparisons, .. } = setup;
        let (agents, budget) = (setup.contestants(), setup.wire.budget.as_ref());
        let versus = comparisons.iter().any(|comparison| comparison.participants.len() > 1);
        let [first, others] = sides.unwrap_or([if versus { "candidate" } else { "agent" }, "against"]);
        let labels = Labels::new(setup.wire.label.as_ref());
        let mut axes = Axes { list: Vec::new(), labels, first, others, kind: kind.plays };
        for comparison in comparisons.iter().filter(|comparison| !comparison.participants.is_empty()) {
            axes.add(Role::Agent, [Point::text(&comparison.participants[0])]);
        }
        for comparison in comparisons.iter().filter(|comparison| comparison.participants.len() > 1) {
            axes.add(Role::Against, [Point::text(&opponents(comparison))]);
        }
        for axis in &mut axes.list {
            axis.hidden = axis.values.len() == 1;
        }
        axes.add(Role::Game, games.iter().map(Point::game));
        for game in games {
            axes.add_sweeps(|param| sweep(Owner::Game(game.name.clone()), param), game.variants.iter().map(|variant| &variant.variant));
        }
        axes.add_sweeps(|param| Role::Setting { param: param.to_owned() }, settings.iter());
        let sets = comparisons.iter().flat_map(|comparison| &comparison.participants).filter_map(|name| agents.get(name)?.as_ref());
        let sets: Vec<&AgentSet> = sets.collect();
        if let Some(budget) = budget.filter(|_| sets.iter().any(|set| set.budget.is_none())) {
            axes.add(Role::Budget { agent: None, key: budget.key }, budget.values.iter().map(|value| Point::budget(value.value)));
        }
        for set in sets {
            if let Some(budget) = &set.budget {
                let role = Role::Budget { agent: Some(set.name.clone()), key: budget.key };
                axes.add(role, budget.values.iter().map(|value| Point::budget(value.value)));
            }
            axes.add_sweeps(|param| sweep(Owner::Agent(set.name.clone()), param), set.variants.iter().map(|variant| &variant.variant));
        }
        axes.shorten();
        axes.shorten_numbers();
        axes
    }

    /// Shortens the name of a labelled parameter that only one table sweeps to its label.
    fn shorten(&mut self) {
        let params: Vec<Option<String>> = self.list.iter().map(|axis| axis.axis.role.param().map(str::to_owned)).collect();
        let shorts: Vec<String> = self.list.iter().map(|axis| axis.axis.short.clone()).collect();
        let alone = |short: &String| shorts.iter().filter(|other| *other == short).count() == 1;
        let once = |param: &Option<String>| param.is_some() && params.iter().filter(|other| *other == param).count() == 1;
        for (GridAxis { axis, values, .. }, param) in self.list.iter_mut().zip(&params).filter(|(_, param)| once(param)) {
            if Some(&axis.short) != param.as_ref() && alone(&axis.short) && axis.label.ends_with(&format!(".{}", axis.short)) {
                *axis = Arc::new(Axis { label: axis.short.clone(), ..Axis::clone(axis) });
                values.iter_mut().for_each(|at| *at = at.moved(axis));
            }
        }
    }

    /// Labels numbers with many decimals by few, on an axis on which all values stay different.
    fn shorten_numbers(&mut self) {
        for GridAxis { values, .. } in &mut self.list {
            let is_long = |at: &AxisValue| matches!(at.exact, Some(Value::Float(_))) && at.label == at.value;
            let labels: Vec<String> = values.iter().map(|at| if is_long(at) { short(&at.value) } else { at.label.clone() }).collect();
            if labels.iter().collect::<BTreeSet<_>>().len() == values.len() {
                for (at, label) in values.iter_mut().zip(labels).filter(|(at, label)| at.label != *label) {
                    *at = AxisPoint { label, ..AxisPoint::clone(at) }.into();
                }
            }
        }
    }

    fn add(&mut self, role: Role, points: impl IntoIterator<Item = Point>) {
        let index = self.varies(&role).unwrap_or_else(|| {
            let name = self.name(&role);
            let short = role.param().map_or_else(|| self.labels.of(&name), |param| self.labels.of(param)).to_owned();
            let axis = Arc::new(Axis { label: self.labels.of_parts(&name), short, name, role });
            self.list.push(GridAxis { axis, values: Vec::new(), known: BTreeMap::new(), hidden: false });
            self.list.len() - 1
        });
        let GridAxis { axis, values, known, .. } = &mut self.list[index];
        for point in points {
            // Repetitions inside a list are refused when the grid is expanded.
            if !known.contains_key(&point.value) {
                known.insert(point.value.clone(), values.len());
                values.push(point.on(axis, &self.labels));
            }
        }
    }

    fn add_sweeps<'a>(&mut self, role: impl Fn(&str) -> Role, variants: impl Iterator<Item = &'a Variant>) {
        let (mut roles, mut names): (Vec<Role>, Vec<&str>) = (Vec::new(), Vec::new());
        let mut points: BTreeMap<(usize, usize), Point> = BTreeMap::new();
        for variant in variants {
            for swept in &variant.swept {
                // A parameter may apply to some of the variants only.
                let column = names.iter().position(|name| *name == swept.name).unwrap_or_else(|| {
                    names.push(&swept.name);
                    roles.push(role(&swept.name));
                    names.len() - 1
                });
                points.entry((column, swept.index)).or_insert_with(|| Point::swept(swept));
            }
        }
        for (column, role) in roles.into_iter().enumerate() {
            if self.varies(&role).is_none() {
                self.add(role, points.range((column, 0)..(column + 1, 0)).map(|(_, point)| point.clone()).collect::<Vec<_>>());
            }
        }
    }

    /// The name of the axis with this role.
    fn name(&self, role: &Role) -> String {
        match role {
            Role::Agent => self.first.to_owned(),
            Role::Against => self.others.to_owned(),
            Role::Game => "game".to_owned(),
            Role::Sweep { of: Owner::Game(table) | Owner::Agent(table), param } => format!("{table}.{param}"),
            Role::Setting { param } => format!("{}.{param}", self.kind),
            Role::Budget { agent: Some(agent), key } => format!("{agent}.{key}"),
            Role::Budget { agent: None, key } => (*key).to_owned(),
        }
    }

    /// The index of the axis on which this varies. A grid has few axes, so that looking at each is faster than hashing.
    fn varies(&self, role: &Role) -> Option<usize> {
        self.list.iter().position(|axis| axis.axis.role == *role)
    }

    /// The index of the axis with this name.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.list.iter().position(|axis| axis.axis.name == name)
    }

    /// The values of a part of combinations, each with the index of its axis.
    pub(crate) fn part(&self, points: impl IntoIterator<Item = (Role, Point)>) -> PartValues {
        let on = |(role, point): (Role, Point)| {
            let index = self.varies(&role)?;
            let GridAxis { axis, values, known, .. } = &self.list[index];
            let value = known.get(&point.value).map(|place| values[*place].clone());
            Some((index, value.unwrap_or_else(|| point.on(axis, &self.labels))))
        };
        points.into_iter().filter_map(on).collect()
    }

    /// The values of a row of combinations, one per axis and in their order, hidden axes included: those of a part, and nothing elsewhere.
    pub(crate) fn arrange(&self, part: PartValues) -> Vec<AxisValue> {
        let mut values: Vec<AxisValue> = self.list.iter().map(|axis| AxisValue::nothing(&axis.axis)).collect();
        part.into_iter().for_each(|(index, value)| values[index] = value);
        values
    }

    /// The arranged values that cells show.
    pub(crate) fn visible(&self, mut values: Vec<AxisValue>) -> Vec<AxisValue> {
        let mut axes = self.list.iter();
        values.retain(|_| axes.next().is_some_and(|axis| !axis.hidden));
        values
    }
}

/// The values of a part of a combination, each with the index of its axis: those of a game, a variant of an agent, or a budget.
pub(crate) type PartValues = Vec<(usize, AxisValue)>;

/// The role of a swept parameter.
pub(crate) fn sweep(of: Owner, param: &str) -> Role {
    Role::Sweep { of, param: param.to_owned() }
}

/// The opponents as one text.
pub(crate) fn opponents(comparison: &Comparison) -> String {
    comparison.participants[1..].join(", ")
}

/// A value before its axis is known.
#[derive(Clone)]
pub(crate) struct Point {
    value: String,
    exact: Value,
    /// What readers see instead of it, unless it has a label of the file.
    shown: Option<String>,
}

impl Point {
    /// A word.
    pub(crate) fn text(value: &str) -> Point {
        Point { value: value.to_owned(), exact: Value::Text(value.to_owned()), shown: None }
    }

    /// A game. Under its registered name with other parameters, it shows these: `hex (size=5)`.
    pub(crate) fn game(game: &GameSet) -> Point {
        Point { shown: game.changed(), ..Point::text(&game.name) }
    }

    /// A value of a swept parameter.
    pub(crate) fn swept(swept: &SweptValue) -> Point {
        Point { value: swept.value.to_string(), exact: swept.value.clone(), shown: None }
    }

    /// A budget; times are numbers in seconds.
    pub(crate) fn budget(budget: Budget) -> Point {
        match budget {
            Budget::Iterations(n) | Budget::States(n) => {
                Point { value: n.to_string(), exact: i64::try_from(n).map_or(Value::Float(n as f64), Value::Int), shown: None }
            }
            Budget::Time(time) => Point { value: duration_text(time), exact: Value::Float(time.as_secs_f64()), shown: None },
            Budget::Clock(control) => Point::text(&control.to_string()),
        }
    }

    fn on(self, axis: &Arc<Axis>, labels: &Labels) -> AxisValue {
        let label = if axis.role == Role::Against { labels.of_parts(&self.value) } else { labels.of(&self.value).to_owned() };
        let label = self.shown.filter(|_| label == self.value).unwrap_or(label);
        AxisPoint { axis: Arc::clone(axis), value: self.value, label, exact: Some(self.exact) }.into()
    }
}
