//! `[[hypothesis]]`: what an experiment claims, resolved to the cells that it is about.

use super::axes::Axes;
use super::conditions::Conditions;
use super::{Cell, KindRules};
use crate::config::wire::Wire;
use crate::config::{Diagnostics, KeyPath, Part, keys};
use crate::stats::{Claim, Over, Side};

/// A claim about the candidate's scores in some cells.
#[derive(Clone, PartialEq, Debug)]
pub struct Hypothesis {
    /// It in words, if the file has them; else empty.
    pub words: String,
    /// What is claimed.
    pub claim: Claim,
    /// The indices of the cells that it is about. None if the grid has been narrowed to others.
    pub cells: Vec<usize>,
}

/// The conditions of every hypothesis; wrong ones are added to the diagnostics.
pub(crate) fn conditions(wire: &Wire, kind: &dyn KindRules, axes: &Axes, diagnostics: &mut Diagnostics) -> Vec<Option<Conditions>> {
    if !wire.hypotheses.is_empty() && !kind.has_candidate() {
        let at = KeyPath::top().key(keys::HYPOTHESIS.name);
        let message = format!("[[hypothesis]] is about the candidate of a match: experiments of the kind `{}` have none", kind.name());
        diagnostics.add(&at, Part::Key, message);
    }
    let conditions = |at: &crate::config::wire::HypothesisWire, diagnostics: &mut Diagnostics| {
        if at.is.value == "even" && at.margin.as_ref().is_none_or(|margin| margin.value <= 0.0) {
            let error =
                diagnostics.add(&at.is.at, Part::Value, "is = \"even\" needs `margin`: no number of games shows a difference of exactly 0");
            error.help("write margin = 5, in percent");
        }
        at.conditions.as_ref().map(|wire| Conditions::new(wire, axes, diagnostics))
    };
    wire.hypotheses.iter().map(|hypothesis| conditions(hypothesis, diagnostics)).collect()
}

/// The hypotheses with their cells.
pub(crate) fn hypotheses(wire: &Wire, conditions: &[Option<Conditions>], axes: &Axes, cells: &[Cell]) -> Vec<Hypothesis> {
    let resolved = wire.hypotheses.iter().zip(conditions).map(|(wire, conditions)| {
        let meant = |cell: &Cell| conditions.as_ref().is_none_or(|conditions| conditions.hold_for(cell, axes));
        Hypothesis {
            words: wire.says.clone().unwrap_or_default(),
            claim: Claim {
                side: match wire.is.value.as_str() {
                    "better" => Side::Above,
                    "worse" => Side::Below,
                    _ => Side::Near,
                },
                over: match wire.over.as_ref().map_or("average", |over| over.value.as_str()) {
                    "every" => Over::Every,
                    "some" => Over::Some,
                    _ => Over::Average,
                },
                margin: wire.margin.as_ref().map_or(0.0, |margin| margin.value / 100.0),
            },
            cells: (0..cells.len()).filter(|&index| meant(&cells[index])).collect(),
        }
    });
    resolved.collect()
}
