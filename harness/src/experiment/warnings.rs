//! Warnings about valid files that probably contain a mistake.

use super::axes::Axes;
use super::conditions::Conditions;
use super::contestants::Comparison;
use super::entry_files::EntryFiles;
use super::setup::Setup;
use super::{Cell, Hypothesis};
use crate::config::wire::HypothesisWire;
use crate::config::{KeyPath, Part, Place};
use std::collections::BTreeSet;
use treebench_games::params::Value;

/// More idle agents are not listed: to find a line takes as long as the file is.
const MOST_IDLE: usize = 50;

/// Each as a sentence with its place. Included files may serve several experiments, so there are no warnings about them.
pub(super) fn warnings(setup: &Setup<'_>, axes: &Axes, files: &EntryFiles, cells: &[Cell], hypotheses: &[Hypothesis]) -> Vec<String> {
    let mut warnings = idle_agents(setup);
    warnings.extend(self_play(setup, cells));
    warnings.extend(setup.caveats.iter().map(|(at, caveat)| format!("{}{caveat}", prefix(at.place(Part::Key)))));
    warnings.extend(excludes_nothing(setup, axes));
    warnings.extend(idle_files(setup, files));
    for (given, hypothesis) in setup.wire.hypotheses.0.iter().zip(hypotheses) {
        warnings.extend(about_nothing(setup, axes, given, hypothesis));
        warnings.extend(about_itself(given, hypothesis));
    }
    warnings
}

/// The place before a sentence.
fn prefix(place: Option<Place>) -> String {
    place.map_or(
        String::new(),
        |place| if place.line > 0 { format!("{}:{}: ", place.source, place.line) } else { format!("{}: ", place.source) },
    )
}

/// Agent tables that are not used.
fn idle_agents(setup: &Setup<'_>) -> Vec<String> {
    let (wire, players) = (setup.wire, setup.players.as_ref());
    if players.is_some_and(|players| players.chosen) {
        return Vec::new();
    }
    let mut named: BTreeSet<&String> = setup.comparisons.iter().flat_map(|comparison| &comparison.participants).collect();
    named.extend(players.into_iter().flat_map(|players| &players.tables));
    named.extend(wire.calibration.iter().filter_map(|calibration| Some(&calibration.agent.as_ref()?.value)));
    let idle = wire.agents.iter().filter(|(name, _)| !named.contains(name)).filter_map(|(_, table)| table.as_ref());
    idle.filter_map(|table| Some((table.at.place(Part::Key).filter(|place| place.origin.is_empty())?, &table.at)))
        .map(|(place, at)| format!("{}[{at}] is unused: nothing refers to it", prefix(Some(place))))
        .take(MOST_IDLE)
        .collect()
}

/// A hypothesis that is compared with its own cells, too.
fn about_itself(given: &HypothesisWire, hypothesis: &Hypothesis) -> Option<String> {
    let place = prefix(given.at.key("than").place(Part::Key));
    let left = match hypothesis.than.as_ref().map_or(0, Vec::len) {
        0 => "no cell remains".to_owned(),
        left => format!("{left} remain"),
    };
    (hypothesis.own_rivals > 0)
        .then(|| format!("{place}`than` includes {} of the hypothesis's own cells, which are left out; {left}", hypothesis.own_rivals))
}

/// Comparisons of an agent with itself, whose score is an even result whatever it plays, unless it keeps its seat.
fn self_play(setup: &Setup<'_>, cells: &[Cell]) -> Vec<String> {
    let rotates = |name: &String| {
        cells.iter().any(|cell| {
            cell.settings.get("swap-seats") != Some(&Value::Bool(false))
                && cell.participants.iter().all(|participant| participant.name == *name)
        })
    };
    let itself = |names: &[String]| names.len() > 1 && names.iter().all(|name| *name == names[0]) && rotates(&names[0]);
    let comparisons = setup.comparisons.iter().filter(|comparison| itself(&comparison.participants));
    comparisons
        .map(|Comparison { participants, at, .. }| {
            let name = &participants[0];
            format!("{}`{name}` plays against itself, which is even whatever its parameters are", prefix(at.place(Part::Value)))
        })
        .collect()
}

/// Texts of files that no cell reads. Resolved copies have those that are read; a file by hand hardly means to have any.
fn idle_files(setup: &Setup<'_>, files: &EntryFiles) -> Vec<String> {
    if setup.wire.only.is_some() {
        return Vec::new();
    }
    let read: BTreeSet<&str> = files.texts().map(|(name, _)| name).collect();
    let idle = setup.wire.files.iter().filter(|(path, _)| !read.contains(path.as_str()));
    idle.map(|(path, text)| {
        let place = prefix(text.at.place(Part::Key));
        format!("{place}[file] `{path}` is unused: no setting names this file ([file] belongs to resolved copies and has texts of files)")
    })
    .take(MOST_IDLE)
    .collect()
}

/// Conditions of an `[[exclude]]` that name values which are not in the grid, so that they leave nothing out, unless the grid was narrowed.
fn excludes_nothing(setup: &Setup<'_>, axes: &Axes) -> Vec<String> {
    let absent = setup.wire.excludes.0.iter().flat_map(|exclude| Conditions::absent(&exclude.conditions, axes));
    absent
        .filter(|(at, _)| !is_narrowed(setup, at))
        .map(|(at, caveat)| format!("{}an [[exclude]] leaves nothing out: {caveat}", prefix(at.place(Part::Value))))
        .collect()
}

/// Whether the grid was narrowed by [only], or its games by another source than the file with this place.
fn is_narrowed(setup: &Setup<'_>, at: &KeyPath) -> bool {
    let origin = |at: &KeyPath| at.place(Part::Key).map(|place| (place.source, place.origin));
    setup.wire.only.is_some() || origin(&setup.wire.at.key("grid").key("game")) != origin(at)
}

/// A side of a hypothesis without cells, unless the grid was narrowed by [only], a profile or `--set`.
fn about_nothing(setup: &Setup<'_>, axes: &Axes, given: &HypothesisWire, hypothesis: &Hypothesis) -> Vec<String> {
    if is_narrowed(setup, &given.at) {
        return Vec::new();
    }
    let sides = [(&given.conditions, Some(&hypothesis.cells)), (&given.than, hypothesis.than.as_ref())];
    let conditioned = sides.into_iter().filter_map(|(conditions, cells)| Some((conditions.as_ref()?, cells?)));
    let caveats = conditioned.flat_map(|(conditions, cells)| match Conditions::absent(conditions, axes) {
        absent if absent.is_empty() && cells.is_empty() => {
            vec![(given.at.clone(), format!("no cell of the grid matches {}", conditions.words()))]
        }
        absent => absent,
    });
    caveats.map(|(at, caveat)| format!("{}a hypothesis refers to a missing cell: {caveat}", prefix(at.place(Part::Value)))).collect()
}
