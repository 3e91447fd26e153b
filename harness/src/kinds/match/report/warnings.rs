//! Warnings about the numbers.

use super::fitted_budget::FittedBudgets;
use super::view::{CellView, NoVerdictReason, View, game, label};
use super::{average_tests, identity, sequential_tests};
use crate::experiment::{AxisValue, Cell, Program, References};
use crate::kinds::r#match::caveats::{by_processor, nested_openings, starved, turns_over};
use crate::kinds::r#match::{Effort, Ending, failures_lose, uneven_cap};
use crate::report::{indefinite, listed, missing, plural, unused};
use std::collections::{BTreeMap, BTreeSet};
use treebench_stats::failure_bounds;

/// More games that an average lacks are not named one by one.
const MOST_GAMES: usize = 3;

/// All warnings.
pub(super) fn warnings(view: &View<'_>, references: &References, fitted: Option<&FittedBudgets<'_>>) -> Vec<String> {
    let mut warnings = if view.experiment.stop_rule().is_some() {
        sequential_tests::unfinished(view).or_else(|| average_tests::unfinished(view)).into_iter().collect()
    } else {
        missing(view.experiment, view.cells.iter().map(|seen| seen.summary.played).sum(), "games").into_iter().collect::<Vec<_>>()
    };
    warnings.extend(nested(view));
    warnings.extend(failed(view));
    warnings.extend(view.cells.iter().flat_map(|seen| of_cell(view, seen)));
    warnings.extend(of_many_cells(view));
    warnings.extend(identity::warnings(view));
    warnings.extend(uneven_averages(view));
    warnings.extend(programs(view));
    warnings.extend(timed(view));
    warnings.extend(unused(view.experiment, references));
    // A value that names no budget is printed for the one that is fitted.
    let is_fitted = |cell: &Cell, axis: &str| fitted.is_some_and(|fitted| fitted.is_about(cell, axis));
    warnings.extend(indefinite(view.experiment, references, is_fitted));
    warnings
}

/// Openings that continue others.
fn nested(view: &View<'_>) -> Option<String> {
    let nested = view.cells.iter().map(|seen| (seen, nested_openings(seen.cell, seen.summary))).filter(|(_, count)| *count > 0);
    let nested: Vec<String> = nested.map(|(seen, count)| format!("{} ({count})", view.title(seen))).collect();
    (!nested.is_empty()).then(|| {
        format!(
            "Some openings are continuations of others: a game that follows several of them is played several times, and counts once in verdicts; \
             `openings-plies` cuts them to one length: {}.",
            listed(nested)
        )
    })
}

/// The failures of each participant.
fn failed(view: &View<'_>) -> Vec<String> {
    let failed = failures(view).into_iter().map(|((name, lose), cells)| {
        let count = plural(cells.iter().map(|(_, count)| count).sum(), "failure");
        let places = listed(cells.into_iter().map(|(place, count)| format!("{place} ({count})")).collect());
        let what = if lose { "count as losses" } else { "do not count in win rates" };
        format!("{count} of `{name}` {what}: {places}.")
    });
    failed.collect()
}

/// Warnings specific to one cell: games without a result, doubts about who won, and searches of other positions than meant.
fn of_cell(view: &View<'_>, seen: &CellView<'_>) -> Vec<String> {
    let mut warnings = Vec::new();
    let scores = &seen.summary.scores;
    if let Some((lost, won)) = failure_bounds(scores.sum(), scores.count(), seen.missing()).filter(|_| seen.missing() > 0) {
        let without = plural(seen.missing(), "game");
        let again = match seen.summary.retried {
            0 => String::new(),
            retried => format!(", {retried} of them played again"),
        };
        warnings.push(format!(
            "{}: {without} without a result{again}. The score would be {:.1} % if all were lost, {:.1} % if all were won.",
            view.title(seen),
            100.0 * lost,
            100.0 * won
        ));
    }
    if seen.summary.disagreements > 0 {
        let (place, count) = (view.title(seen), plural(seen.summary.disagreements, "time"));
        warnings.push(format!("{place}: {count} an engine named a different winner from the referee, whose verdict counts."));
    }
    if seen.summary.failed_draws > 0 {
        let (place, count) = (view.title(seen), plural(seen.summary.failed_draws, "time"));
        warnings.push(format!(
            "{place}: {count} no position was found that agrees with what the searching player knew, and another was searched."
        ));
    }
    warnings
}

/// Warnings that list their cells.
fn of_many_cells(view: &View<'_>) -> Vec<String> {
    let mut warnings = Vec::new();
    let mut add = |place: &dyn Fn(&CellView<'_>) -> Option<String>, words: &dyn Fn(&str, &str) -> String| {
        let places: Vec<String> = view.cells.iter().filter_map(place).collect();
        if !places.is_empty() {
            warnings.push(words(&plural(places.len() as u64, "cell"), &listed(places)));
        }
    };
    for (ending, what) in [
        (Ending::Void, "Void games do not count in win rates"),
        (Ending::LengthCap, "Games were cut off and scored by cap-score"),
        (Ending::Adjudication, "Games were adjudicated by scores, the solver or tablebases"),
    ] {
        let ended = |seen: &CellView<'_>| match seen.summary.ended(ending) {
            0 => None,
            count => Some(format!("{} ({count})", view.title(seen))),
        };
        add(&ended, &|cells, places| format!("{what} in {cells}: {places}."));
    }
    add(
        &|seen| {
            let is_capped = seen.summary.ended(Ending::LengthCap) > 0;
            Some(format!("{}: {}", view.title(seen), is_capped.then(|| uneven_cap(seen.cell))??))
        },
        &|_, places| format!("`cap-score` is not an even result, which biases scores and verdicts: {places}."),
    );
    add(&|seen| (seen.no_verdict == Some(NoVerdictReason::UnevenScores)).then(|| view.title(seen)), &|cells, places| {
        format!(
            "Scores do not sum to one win per game in {cells}, so an equal share is not an even result, and there is no verdict: {places}."
        )
    });
    add(
        &|seen| {
            let (distinct, count) = (seen.summary.distinct_games(), seen.summary.scores.count());
            (2 * distinct < count).then(|| format!("{} ({} of {count})", view.title(seen), plural(distinct, "distinct game")))
        },
        &|cells, places| {
            format!("Games repeat in {cells} and count once in verdicts; `openings` or `random-plies` in [match] vary them: {places}.")
        },
    );
    add(
        &|seen| {
            let scores = &seen.summary.scores;
            (scores.count() > 1 && scores.variance() == 0.0).then(|| view.title(seen))
        },
        &|cells, places| format!("All results are equal in {cells}, so the ± of the papers is 0 there; the interval is not: {places}."),
    );
    warnings
}

/// Averages over other games than those beside them. Variants that share no game, directly or through others, are not compared.
fn uneven_averages(view: &View<'_>) -> Option<String> {
    let games = |variant: &Vec<AxisValue>| -> BTreeSet<usize> {
        let names: Vec<String> = view.played(variant).iter().map(|seen| game(seen.cell)).collect();
        (0..view.games.len()).filter(|&place| names.contains(&view.games[place])).collect()
    };
    let played: Vec<BTreeSet<usize>> = view.variants.iter().map(games).collect();
    let mut groups: Vec<BTreeSet<usize>> = Vec::new();
    for own in &played {
        let (linked, mut apart): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group| !group.is_disjoint(own));
        apart.push(linked.into_iter().flatten().chain(own.iter().copied()).collect());
        groups = apart;
    }
    let mut lacking: BTreeMap<Vec<usize>, Vec<String>> = BTreeMap::new();
    // Of those that lack games, whether others have more, and whether others have as many.
    let (mut any_fewer, mut any_equal) = (false, false);
    for (variant, own) in view.variants.iter().zip(&played) {
        let group = groups.iter().find(|group| !group.is_disjoint(own));
        if group.is_some_and(|group| group.len() > own.len()) {
            let most = played.iter().filter(|other| group.is_some_and(|group| other.is_subset(group))).map(BTreeSet::len).max();
            *(if most > Some(own.len()) { &mut any_fewer } else { &mut any_equal }) = true;
        }
        let without: Vec<usize> = group.into_iter().flat_map(|group| group.difference(own)).copied().collect();
        lacking.entry(without).or_default().push(label(view, variant));
    }
    lacking.remove(&Vec::new());
    let count: usize = lacking.values().map(Vec::len).sum();
    let places = lacking.into_iter().map(|(without, variants)| {
        let games = match without.len() {
            1..=MOST_GAMES => without.iter().map(|&place| view.games[place].as_str()).collect::<Vec<_>>().join(", "),
            many => plural(many as u64, "game"),
        };
        let more = if variants.len() > 1 { format!(" and {} more", variants.len() - 1) } else { String::new() };
        format!("without {games}: {}{more}", variants[0])
    });
    (count > 0).then(|| {
        format!(
            "{} {} games than others, and cannot be compared with them: {}.",
            if count == 1 { "1 average is over".to_owned() } else { format!("{count} averages are over") },
            match (any_fewer, any_equal) {
                (true, true) => "fewer or different",
                (true, false) => "fewer",
                (false, _) => "different",
            },
            listed(places.collect())
        )
    })
}

/// The failures of every participant, by its label, and whether they count as losses: where, and how many.
pub(super) fn failures(view: &View<'_>) -> BTreeMap<(String, bool), Vec<(String, u64)>> {
    let mut failures: BTreeMap<(String, bool), Vec<(String, u64)>> = BTreeMap::new();
    for seen in &view.cells {
        for (name, &count) in seen.cell.participant_names().into_iter().zip(&seen.summary.failures).filter(|(_, count)| **count > 0) {
            failures.entry((view.experiment.labels.of_parts(&name), failures_lose(seen.cell))).or_default().push((view.title(seen), count));
        }
    }
    failures
}

/// Engines and classes of an interpreter are programs from elsewhere, which may not be repeatable.
fn programs(view: &View<'_>) -> Vec<String> {
    let named = |is: fn(&Program) -> bool, what: &str, these: &str| {
        let participants = view.cells.iter().flat_map(|seen| &seen.cell.participants);
        let names: BTreeSet<&str> = participants
            .filter(|participant| is(&participant.program))
            .map(|participant| view.experiment.labels.of(&participant.name))
            .collect();
        let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
        (!names.is_empty()).then(|| {
            format!(
                "{what} play ({}): even under counted budgets, results are reproducible only if these {these} are deterministic for a given seed.",
                names.join(", ")
            )
        })
    };
    let engines = named(|program| matches!(program, Program::Engine(_)), "Engines", "programs");
    engines.into_iter().chain(named(|program| matches!(program, Program::Script(_)), "Python agents", "classes")).collect()
}

/// The clock of time budgets, and agents that got less than their budget.
fn timed(view: &View<'_>) -> Vec<String> {
    let Some(warning) = clock_warning(view.cells.iter().map(|seen| seen.cell)) else { return Vec::new() };
    let mut warnings = vec![warning];
    let over: Vec<String> = participants(view)
        .filter_map(|(seen, name, effort)| {
            let share = turns_over(effort)?;
            let longest = effort.longest_turn as f64 * 1e-6;
            Some(format!("{}: `{name}` {:.1} %, the longest {longest:.3} s", view.title(seen), 100.0 * share))
        })
        .collect();
    if !over.is_empty() {
        warnings.push(format!(
            "Turns exceeded their budget of time by more than a tenth ({}): {}.",
            plural(over.len() as u64, "case"),
            listed(over)
        ));
    }
    let starved = shares(view);
    if !starved.is_empty() {
        let what = "Agents got less than 90 % of a core, so their turns were worth less than their budget";
        warnings.push(format!("{what} ({}): {}.", plural(starved.len() as u64, "case"), listed(starved)));
    }
    warnings
}

/// The participants with a budget of time, by their labels.
fn participants<'v>(view: &'v View<'_>) -> impl Iterator<Item = (&'v CellView<'v>, String, &'v Effort)> {
    view.cells.iter().flat_map(move |seen| {
        let all = seen.cell.participants.iter().zip(seen.cell.participant_names()).zip(&seen.summary.effort);
        all.filter(|((participant, _), _)| !participant.budget.is_counted())
            .map(move |((_, name), effort)| (seen, view.experiment.labels.of_parts(&name), effort))
    })
}

/// Agents that got too little of a core for their budget of wall time.
pub(super) fn shares(view: &View<'_>) -> Vec<String> {
    let starved = participants(view).filter_map(|(seen, name, effort)| {
        let share = starved(seen.cell, effort)?;
        Some(format!("{}: `{name}` {:.0} %", view.title(seen), 100.0 * share))
    });
    starved.collect()
}

/// The clock of a match's time budgets, and what results depend on; `None` if all budgets are counted.
pub(in crate::kinds) fn clock_warning<'c>(mut cells: impl Iterator<Item = &'c Cell>) -> Option<String> {
    let timed = cells.find(|cell| cell.has_timed_budgets())?;
    Some(if by_processor(timed) {
        "Budgets of processor time of the playing thread: results are not exactly reproducible and depend on the machine.".to_owned()
    } else {
        "Budgets of wall time: results are not exactly reproducible and depend on the machine and its load.".to_owned()
    })
}
