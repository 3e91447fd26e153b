//! Conditions on the axes of the grid: `[only]`, `[[exclude]]`, and the cells of a `[[hypothesis]]`.

use super::{Located, SettingWire};
use crate::config::key::{Description, KindTable, Limits};
use crate::config::key_path::KeyPath;
use crate::config::layer::Part;
use crate::config::shape::{Field, Shape, choice};
use crate::config::toml_text::Toml;
use figment::value::Dict;
use serde_json::json;
use treebench_games::params::Value;
use treebench_macros::Section;
use treebench_stats::{Over, Side};

/// Axes with the values that are selected on each; all conditions must hold.
#[derive(Clone, Debug)]
pub(crate) struct ConditionsWire(pub(crate) Vec<(Located<String>, Vec<Located<Value>>)>);

/// The maximum number of values in the conditions of one table.
const MOST_CONDITIONS: usize = 5_000;

/// With more values than this, descriptions give only the number.
const MOST_IN_WORDS: usize = 4;

impl ConditionsWire {
    /// `candidate uct, game hex or chess`.
    pub(crate) fn words(&self) -> String {
        let condition = |(axis, values): &(Located<String>, Vec<Located<Value>>)| {
            let values: Vec<String> = values.iter().map(|value| value.value.to_string()).collect();
            let values = if values.len() > MOST_IN_WORDS { format!("one of {}", values.len()) } else { values.join(" or ") };
            format!("{} {values}", axis.value)
        };
        self.0.iter().map(condition).collect::<Vec<_>>().join(", ")
    }

    /// `"candidate.fpu" = 0.5` and `candidate.fpu = 0.5` (a table in a table, to TOML) name the same axis.
    fn collect(&mut self, field: &Field<'_>, prefix: &str) {
        for (name, value) in field.table().into_iter().flatten() {
            let axis = format!("{prefix}{name}");
            let field = field.key(name, value);
            if value.as_dict().is_some() {
                self.collect(&field, &format!("{axis}."));
            } else if let Some(values) = Shape::read(&field) {
                self.0.push((Located::new(axis, field.at), values));
            }
        }
    }
}

impl Shape for ConditionsWire {
    fn read(field: &Field<'_>) -> Option<ConditionsWire> {
        let mut conditions = ConditionsWire(Vec::new());
        conditions.collect(field, "");
        let name = field.at.name();
        // Every cell is compared with every value.
        if conditions.0.iter().map(|(_, values)| values.len()).sum::<usize>() > MOST_CONDITIONS {
            field.at.refuse(Part::Key, format!("`{name}` has more than {MOST_CONDITIONS} values"));
            return None;
        }
        if field.value.as_dict().is_some_and(Dict::is_empty) {
            field.at.refuse(Part::Value, format!("`{name}` is empty: it needs at least one axis and its values"));
        }
        Some(conditions)
    }

    fn toml(&self) -> Toml {
        let line = |(axis, values): &(Located<String>, Vec<Located<Value>>)| (axis.value.clone(), values.toml());
        Toml::Table(self.0.iter().map(line).collect())
    }

    fn describe(_limits: &Limits, _kinds: &[KindTable]) -> Description {
        Description::value(json!({ "type": "object" }), "axis = value, or a list")
    }
}

/// Combinations that are left out.
#[derive(Clone, Debug, Section)]
pub(crate) struct ExcludeWire {
    /// Axis = value or values, all of which must hold: `{ game = "reversi", "candidate.fpu" = [0.5, 1.0] }`.
    #[key(name = "where", required = "where = { game = \"reversi\" }")]
    pub(crate) conditions: ConditionsWire,
    /// Why; the report says so.
    #[key(required = "reason = \"why these cells make no sense\"")]
    pub(crate) reason: String,
}

choice! { Side { "better" => Above, "worse" => Below, "even" => Near } }
choice! { Over { "average" => Average, "every" => Every, "some" => Some } }

/// A claim about some cells.
#[derive(Clone, Debug, Section)]
pub(crate) struct HypothesisWire {
    #[key(place)]
    pub(crate) at: KeyPath,
    /// The hypothesis as a sentence, such as `"A lower urgency helps."`.
    #[key(otherwise = "the other keys in words")]
    pub(crate) says: Option<String>,
    /// Where the paper says so, such as `"section 4.2"`.
    pub(crate) source: Option<String>,
    /// The candidate's score: above an even result by more than `margin`, below it by more, or nearer to it than that. With `than`, the difference of two
    /// averages: above 0, below, or near it.
    #[key(otherwise = "required, unless `within` is given")]
    pub(crate) is: Option<Located<Side>>,
    /// The candidate's score, or the difference, is at most this many points from an even result: `is = "even"` with this margin.
    #[key(range = 0.0..=50.0)]
    pub(crate) within: Option<Located<f64>>,
    /// What is compared: in a match `score`; in a search the share of `optimal` moves at the end, the `area` under that curve, the `difficulty` after
    /// the move, or in games of hidden information the `exploitability` of the strategy; for the last two, less is better.
    #[key(otherwise = "`\"score\"` in matches, `\"optimal\"` in searches")]
    pub(crate) measure: Option<Located<Measure>>,
    /// The cells that it is about: the average of all, each counted once; every one; or at least one. With `than`: against the average of the others;
    /// against every combination of the values in `than` individually; or against at least one.
    #[key(default = Over::Average)]
    pub(crate) over: Located<Over>,
    /// The least difference that counts, in points (percent); `is = "even"` needs one above 0.
    #[key(default = 0.0, range = 0.0..=50.0)]
    pub(crate) margin: Located<f64>,
    /// The cells: axis = value or values, all of which must hold, as in `[only]`.
    #[key(name = "where", otherwise = "all cells")]
    pub(crate) conditions: Option<ConditionsWire>,
    /// Other cells; their average is compared with that of the cells in `where`. Searches need it, since their agents do not meet.
    #[key(otherwise = "an even result")]
    pub(crate) than: Option<ConditionsWire>,
    /// The setting for which the paper prints it: `"time"`, `"states"` or `"iterations"`, or a budget such as `{ iterations = 100_000 }`. Cells in
    /// which the candidate has another budget do not count; if no cell is left, the verdict is "other setting".
    #[key(otherwise = "any budget")]
    pub(crate) setting: Option<SettingWire>,
}

/// The quantity that a hypothesis is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// The candidate's score in games.
    Score,
    /// The share of searches that end with an optimal move.
    Optimal,
    /// The mean share of optimal moves over the logarithm of iterations.
    Area,
    /// The difficulty of the position after the move; less is better.
    Difficulty,
    /// The exploitability of the strategy, in games of hidden information; less is better.
    Exploitability,
}

choice! { Measure { "score" => Score, "optimal" => Optimal, "area" => Area, "difficulty" => Difficulty, "exploitability" => Exploitability } }

impl Measure {
    /// Its name in `measure = "…"`.
    pub fn name(self) -> &'static str {
        crate::config::Choice::word(self)
    }
}
