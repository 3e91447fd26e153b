//! `[[hypothesis]]`: what an experiment claims, resolved to the cells that it is about.

use super::axes::Axes;
use super::conditions::Conditions;
use super::{Cell, KindRules};
use crate::config::wire::{HypothesisWire, Wire};
use crate::config::{Diagnostics, KeyPath, Part, keys};
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

/// What a hypothesis is about.
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
}

impl Measure {
    /// Its name in `measure = "…"`.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Score => "score",
            Measure::Optimal => "optimal",
            Measure::Area => "area",
            Measure::Difficulty => "difficulty",
        }
    }
}

/// The cells of a hypothesis and those that they are compared with.
pub(crate) struct Selected {
    about: Option<Conditions>,
    than: Option<Conditions>,
}

/// The conditions of every hypothesis; wrong ones are added to the diagnostics.
pub(crate) fn conditions(wire: &Wire, kind: &KindRules, axes: &Axes, diagnostics: &mut Diagnostics) -> Vec<Selected> {
    if !wire.hypotheses.is_empty() && kind.measures.is_empty() {
        let at = KeyPath::top().key(keys::HYPOTHESIS.name);
        let message = format!("[[hypothesis]] is about matches and searches: experiments of the kind `{}` have no claims", kind.name);
        diagnostics.add(&at, Part::Key, message);
        return Vec::new();
    }
    let conditions = |at: &HypothesisWire, diagnostics: &mut Diagnostics| {
        check(at, kind, diagnostics);
        let mut select = |wire: &Option<_>| wire.as_ref().map(|wire| Conditions::new(wire, axes, diagnostics));
        Selected { about: select(&at.conditions), than: select(&at.than) }
    };
    wire.hypotheses.iter().map(|hypothesis| conditions(hypothesis, diagnostics)).collect()
}

/// Whether the keys of a hypothesis go together.
fn check(at: &HypothesisWire, kind: &KindRules, diagnostics: &mut Diagnostics) {
    let measures: Vec<&str> = kind.measures.iter().map(|measure| measure.name()).collect();
    if let Some(measure) = at.measure.as_ref().filter(|measure| !measures.contains(&measure.value.as_str())) {
        let message = format!("`{}` is not measured by experiments of the kind `{}`", measure.value, kind.name);
        diagnostics.add(&measure.at, Part::Value, message).suggest(&measure.value, measures);
    }
    let difficulty = at.measure.as_ref().filter(|measure| measure.value == Measure::Difficulty.name());
    match &at.margin {
        Some(margin) if difficulty.is_some() && margin.value > 0.0 => {
            diagnostics
                .add(&margin.at, Part::Value, "`margin` is in percent, and the difficulty has no percent")
                .help("leave `margin` out");
        }
        margin if at.is.value == "even" && margin.as_ref().is_none_or(|margin| margin.value <= 0.0) => {
            let message = "is = \"even\" needs `margin`: no number of games shows a difference of exactly 0";
            diagnostics.add(&at.is.at, Part::Value, message).help("write margin = 5, in percent");
        }
        _ => {}
    }
    match (&at.than, &at.over) {
        (None, _) if kind.measures.first() != Some(&Measure::Score) => {
            let message = format!("`than` is missing: agents of a {} do not meet, so that no result of one is even", kind.name);
            diagnostics.add(&at.is.at, Part::Value, message).help("write than = { agent = \"uct\" }");
        }
        (Some(_), Some(over)) if over.value != "average" => {
            let message = format!("over = \"{}\" does not go with `than`, which compares two averages", over.value);
            diagnostics.add(&over.at, Part::Value, message).help("write a [[hypothesis]] per cell");
        }
        _ => {}
    }
}

/// The hypotheses with their cells.
pub(crate) fn hypotheses(wire: &Wire, kind: &KindRules, selected: &[Selected], axes: &Axes, cells: &[Cell]) -> Vec<Hypothesis> {
    let all = |conditions: &Conditions| (0..cells.len()).filter(|&index| conditions.hold_for(&cells[index], axes)).collect();
    let resolved = wire.hypotheses.iter().zip(selected).filter_map(|(wire, selected)| {
        let named = |measure: &&Measure| wire.measure.as_ref().is_none_or(|wanted| wanted.value == measure.name());
        Some(Hypothesis {
            words: wire.says.clone().unwrap_or_default(),
            source: wire.source.clone().unwrap_or_default(),
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
            measure: *kind.measures.iter().find(named)?,
            cells: selected.about.as_ref().map_or_else(|| (0..cells.len()).collect(), all),
            than: selected.than.as_ref().map(all),
        })
    });
    resolved.collect()
}
