//! Axes of the grid, each with its role, and the values that a cell has on them.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use treebench_games::params::Value;

/// The quantity that an axis varies. Reports and conditions use the role, never the name.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// The agent that a cell is about: the candidate of a comparison, or the only agent.
    Agent,
    /// The opponents of the candidate.
    Against,
    /// The game.
    Game,
    /// A swept parameter.
    Sweep {
        /// The owner of the parameter.
        of: Owner,
        /// The name of the parameter.
        param: String,
    },
    /// A setting of the kind that has several values.
    Setting {
        /// The name of the setting.
        param: String,
    },
    /// The budget of a turn.
    Budget {
        /// The agent with its own budget; `None` if the budget is shared.
        agent: Option<String>,
        /// The key of the budget: `iterations`, `states`, `time` or `states-as`.
        key: &'static str,
    },
}

/// The owner of a swept parameter, by the name of its table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Owner {
    /// `[game.NAME]`.
    Game(String),
    /// `[agent.NAME]`.
    Agent(String),
}

impl Role {
    /// The agent whose parameter or own budget varies here.
    pub fn agent(&self) -> Option<&str> {
        match self {
            Role::Sweep { of: Owner::Agent(agent), .. } => Some(agent),
            Role::Budget { agent, .. } => agent.as_deref(),
            _ => None,
        }
    }

    /// The parameter, setting or budget that varies, without the name of its table; `None` for agents, opponents and games.
    pub fn param(&self) -> Option<&str> {
        match self {
            Role::Sweep { param, .. } | Role::Setting { param } => Some(param),
            Role::Budget { key, .. } => Some(key),
            Role::Agent | Role::Against | Role::Game => None,
        }
    }

    /// Whether a budget varies here, shared or of one agent.
    pub fn is_budget(&self) -> bool {
        matches!(self, Role::Budget { .. })
    }
}

/// An axis. Every value on it refers to the same one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Axis {
    /// Its name, unique in the grid: `game`, `iterations`, `candidate.fpu`.
    pub name: String,
    /// Its label.
    pub label: String,
    /// The label of the parameter without its table; for other axes the same as `label`.
    pub short: String,
    /// Its role.
    pub role: Role,
}

/// The text of a value on an axis that does not apply to a cell.
const NOTHING: &str = "–";

/// The value of a cell on one axis of the grid. Cells with the same one share it: a large grid has many cells and few values.
#[derive(Clone)]
pub struct AxisValue(Arc<AxisPoint>);

/// A value on an axis.
#[derive(Clone, PartialEq)]
pub struct AxisPoint {
    /// The axis.
    pub axis: Arc<Axis>,
    /// The value as written in files.
    pub value: String,
    /// Its label.
    pub label: String,
    /// The value with its type; times are in seconds. `None` if the axis does not apply to the cell.
    pub exact: Option<Value>,
}

impl AxisValue {
    /// The value of a cell to which the axis does not apply.
    pub(crate) fn nothing(axis: &Arc<Axis>) -> AxisValue {
        AxisPoint { axis: Arc::clone(axis), value: NOTHING.to_owned(), label: NOTHING.to_owned(), exact: None }.into()
    }

    /// The same value on another axis.
    pub(crate) fn moved(&self, axis: &Arc<Axis>) -> AxisValue {
        AxisPoint { axis: Arc::clone(axis), ..AxisPoint::clone(self) }.into()
    }
}

impl AxisPoint {
    /// The value as a number, if it is one.
    pub fn number(&self) -> Option<f64> {
        match self.exact.as_ref()? {
            Value::Int(i) => Some(*i as f64),
            Value::Float(x) => Some(*x),
            Value::Bool(_) | Value::Text(_) => None,
        }
    }

    /// The name of the axis.
    pub fn name(&self) -> &str {
        &self.axis.name
    }

    /// The role of the axis.
    pub fn role(&self) -> &Role {
        &self.axis.role
    }

    /// Whether the axis applies to the cell; the axes of an agent do not apply where it does not take part.
    pub fn applies(&self) -> bool {
        self.exact.is_some()
    }
}

impl From<AxisPoint> for AxisValue {
    fn from(point: AxisPoint) -> AxisValue {
        AxisValue(Arc::new(point))
    }
}

impl Deref for AxisValue {
    type Target = AxisPoint;

    fn deref(&self) -> &AxisPoint {
        &self.0
    }
}

impl PartialEq for AxisValue {
    fn eq(&self, other: &AxisValue) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

/// A value as JSON. JSON has no infinite numbers; they become TOML's text for them.
pub fn value_json(value: &Value) -> serde_json::Value {
    match value {
        Value::Bool(b) => (*b).into(),
        Value::Int(i) => (*i).into(),
        Value::Float(x) if x.is_finite() => (*x).into(),
        other => other.to_string().into(),
    }
}

impl fmt::Debug for AxisValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.axis.name, self.value)
    }
}
