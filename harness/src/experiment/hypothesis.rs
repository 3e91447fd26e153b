//! `[[hypothesis]]`: what an experiment claims, resolved to the cells that it is about.

use super::axes::Axes;
use super::conditions::Conditions;
use super::{Cell, KindRules, Measure};
use crate::config::wire::{ConditionsWire, HypothesisWire, Wire};
use crate::config::{Choice as _, Part};
use crate::stats::{Claim, Over, Side};

/// A claim about some cells.
#[derive(Clone, PartialEq, Debug)]
pub struct Hypothesis {
    /// It in words, if the file has them; else empty.
    pub words: String,
    /// Where the paper says so; may be empty.
    pub source: String,
    /// What is claimed.
    pub claim: Claim,
    /// Of which number.
    pub measure: Measure,
    /// The indices of the cells that it is about. None if the grid has been narrowed to others.
    pub cells: Vec<usize>,
    /// Those that they are compared with, average against average; `None` if it is an even result.
    pub than: Option<Vec<usize>>,
}

/// The hypotheses with their cells; what is wrong with them is reported.
pub(crate) fn hypotheses(wire: &Wire, kind: &KindRules, axes: &Axes, cells: &[Cell]) -> Vec<Hypothesis> {
    if !wire.hypotheses.0.is_empty() && kind.measures.is_empty() {
        let message = format!("[[hypothesis]] is about matches and searches: experiments of the kind `{}` have no claims", kind.name);
        wire.at.key("hypothesis").refuse(Part::Key, message);
        return Vec::new();
    }
    let selected = |conditions: &ConditionsWire| {
        let conditions = Conditions::new(conditions, axes);
        (0..cells.len()).filter(|&index| conditions.hold_for(&cells[index], axes)).collect()
    };
    let resolved = wire.hypotheses.0.iter().filter_map(|given| {
        check(given, kind);
        let named = |measure: &&Measure| given.measure.as_ref().is_none_or(|wanted| wanted.value == **measure);
        Some(Hypothesis {
            words: given.says.clone().unwrap_or_default(),
            source: given.source.clone().unwrap_or_default(),
            claim: Claim { side: given.is.value, over: given.over.value, margin: given.margin.value / 100.0 },
            measure: *kind.measures.iter().find(named)?,
            cells: given.conditions.as_ref().map_or_else(|| (0..cells.len()).collect(), selected),
            than: given.than.as_ref().map(selected),
        })
    });
    resolved.collect()
}

/// Whether the keys of a hypothesis go together.
fn check(given: &HypothesisWire, kind: &KindRules) {
    if let Some(measure) = given.measure.as_ref().filter(|measure| !kind.measures.contains(&measure.value)) {
        let name = measure.value.name();
        let message = format!("`{name}` is not measured by experiments of the kind `{}`", kind.name);
        let known: Vec<&str> = kind.measures.iter().map(|measure| measure.name()).collect();
        measure.at.refuse(Part::Value, message).suggest(name, known);
    }
    let HypothesisWire { is, margin, over, .. } = given;
    if given.measure.as_ref().is_some_and(|measure| measure.value == Measure::Difficulty) && margin.value > 0.0 {
        let message = "`margin` is in percent, and the difficulty has no percent";
        margin.at.refuse(Part::Value, message).help("leave `margin` out");
    } else if is.value == Side::Near && margin.value <= 0.0 {
        let message = "is = \"even\" needs `margin`: no number of games shows a difference of exactly 0";
        is.at.refuse(Part::Value, message).help("write margin = 5, in percent");
    }
    if given.than.is_none() && kind.measures.first() != Some(&Measure::Score) {
        let message = format!("`than` is missing: agents of a {} do not meet, so that no result of one is even", kind.name);
        is.at.refuse(Part::Value, message).help("write than = { agent = \"uct\" }");
    }
    if given.than.is_some() && over.value != Over::Average {
        let message = format!("over = \"{}\" does not go with `than`, which compares two averages", over.value.word());
        over.at.refuse(Part::Value, message).help("write a [[hypothesis]] per cell");
    }
}
