//! `[stop]` → the rule by which cells are stopped.

use super::KindRules;
use crate::config::wire::{Located, StopWire, Wire};
use crate::config::{Diagnostics, Key, KeyPath, Part, keys};
use crate::stats::{StopRule, StopTest, Unit};

/// The probabilities of errors unless they are given.
const LEVEL: f64 = 0.05;

/// The rule; `None` if there is no `[stop]`, or if something is wrong with it: see the diagnostics.
pub(crate) fn stop_rule(wire: &Wire, kind: &KindRules, games_per_cell: u32, diagnostics: &mut Diagnostics) -> Option<StopRule> {
    let stop = wire.stop.as_ref()?;
    let at = KeyPath::top().key(keys::STOP.name);
    if !kind.stops() {
        let message = format!("[stop] is for matches, whose cells are judged one by one; this experiment is of kind `{}`", kind.name);
        let error = diagnostics.add(&at, Part::Key, message);
        if kind.has_players {
            error.help(
                "a tournament asks for the order of its players: pairing = \"adaptive\" in [tournament] stops when `sure` of every pair",
            );
        }
        return None;
    }
    let test = match stop.test.as_ref()?.value.as_str() {
        "gsprt" => gsprt(stop, &at, diagnostics)?,
        _ => interval(stop, diagnostics)?,
    };
    let at_least = stop.at_least.as_ref().map_or(0, |games| games.value);
    let at_most = stop.at_most.as_ref().map_or(games_per_cell, |games| games.value);
    if let Some(most) = stop.at_most.as_ref().filter(|most| most.value > games_per_cell) {
        let message = format!("at-most is {at_most}, but games-per-cell is {games_per_cell}: no more games are in the plan");
        diagnostics.add(&most.at, Part::Value, message).help("raise games-per-cell, or leave at-most out");
        return None;
    }
    if let Some(least) = stop.at_least.as_ref().filter(|_| at_least > at_most) {
        let most = if stop.at_most.is_some() { keys::AT_MOST.name } else { keys::GAMES_PER_CELL.name };
        diagnostics.add(&least.at, Part::Value, format!("at-least is {at_least}, above {most} = {at_most}"));
        return None;
    }
    Some(StopRule { test, at_least, at_most })
}

fn gsprt(stop: &StopWire, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<StopTest> {
    let (h0, h1) = (hypothesis(&stop.h0, &keys::H0, at, diagnostics), hypothesis(&stop.h1, &keys::H1, at, diagnostics));
    let foreign = refuse(&stop.width, "gsprt", diagnostics);
    let (h0, h1) = (h0?, h1?);
    let unit = match stop.unit.as_ref().map_or("points", |unit| unit.value.as_str()) {
        "points" => Unit::Points,
        "elo" => Unit::Elo,
        _ => Unit::NormalisedElo,
    };
    for h in [h0, h1] {
        if unit == Unit::Points && !(h.value > 0.0 && h.value < 100.0) {
            let message = format!("`{}` must be a score above 0 and below 100 %, not {}", h.at.name(), h.value);
            diagnostics.add(&h.at, Part::Value, message).help("write unit = \"elo\" for a difference of rating");
            return None;
        }
    }
    if h0.value >= h1.value {
        diagnostics.add(&h0.at, Part::Value, format!("h0 = {} must be below h1 = {}", h0.value, h1.value));
        return None;
    }
    let level = |given: &Option<Located<f64>>| given.as_ref().map_or(LEVEL, |level| level.value);
    foreign.then_some(StopTest::Gsprt { h0: h0.value, h1: h1.value, unit, alpha: level(&stop.alpha), beta: level(&stop.beta) })
}

fn hypothesis<'w, S>(
    given: &'w Option<Located<f64>>,
    key: &Key<S>,
    at: &KeyPath,
    diagnostics: &mut Diagnostics,
) -> Option<&'w Located<f64>> {
    if given.is_none() && diagnostics.none() {
        let message = format!("`{}` is missing: the test \"gsprt\" decides between two scores", key.name);
        diagnostics.add(&at.key(key.name), Part::Key, message).help("write h0 = 50 and h1 = 55, in percent");
    }
    given.as_ref()
}

fn interval(stop: &StopWire, diagnostics: &mut Diagnostics) -> Option<StopTest> {
    let plain = [&stop.h0, &stop.h1, &stop.beta].map(|given| refuse(given, "interval", diagnostics));
    let plain = plain.into_iter().all(|none| none) & refuse(&stop.unit, "interval", diagnostics);
    let width = stop.width.as_ref().map(|width| width.value / 100.0);
    plain.then_some(StopTest::Interval { width, alpha: stop.alpha.as_ref().map_or(LEVEL, |alpha| alpha.value) })
}

/// Reports a key of another test; returns whether there is none.
fn refuse<T>(given: &Option<Located<T>>, test: &str, diagnostics: &mut Diagnostics) -> bool {
    if let Some(given) = given {
        diagnostics.add(&given.at, Part::Key, format!("the test \"{test}\" has no `{}`", given.at.name()));
    }
    given.is_none()
}
