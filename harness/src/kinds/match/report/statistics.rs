//! Statistics of the games and of averages over them, besides the win rates.

use super::always_valid::counted;
use super::average::Average;
use super::tables::{headed, heading};
use super::view::{CellView, View, words};
use treebench_reports::model::{Axis, Bin, Cell, Column, Figure, Histogram, Plot, Section, Table};
use treebench_stats::{Bets, LEVEL, Lengths, Moments, Z95, games_needed};

/// The difference and the power for which the number of games is given.
const DIFFERENCE: f64 = 0.05;
const POWER: f64 = 0.8;

/// With more games than this, lengths are not drawn.
const MOST_PICTURES: usize = 16;

/// The section, if there is a game with a result.
pub(super) fn section(view: &View<'_>) -> Option<Section> {
    if !view.cells.iter().any(CellView::is_played) {
        return None;
    }
    let mut section = Section::new("statistics", "Statistics of the games").block(table(view));
    section = averages(view).into_iter().fold(section, Section::block);
    Some(lengths(view).into_iter().fold(section, Section::block))
}

fn table(view: &View<'_>) -> Table {
    let mut table =
        headed(view, "statistics", "Draws, seats, pairs, and required numbers of games.")
            .column(Column::number("draws").unit("%").doc("games neither won nor lost; none where scores are graded"))
            .column(Column::number("decisive").unit("%").doc("games won or lost"))
            .column(
                Column::number("first seat")
                    .unit("%")
                    .doc("the score of the first seat, whoever sits there, with its 95 % interval from rounds; for two players"),
            )
            .column(Column::text("pairs").doc("pairs in which the candidate scored 0, ½, 1, 1½ and 2 points"))
            .column(Column::number("length").doc("whole moves by players, on average"))
            .column(Column::number("± sd").doc("the standard deviation of the length"))
            .column(Column::number("games needed").doc(
                "to detect a difference of 5 points from an even result with a power of 80 %, at the observed variance (two-sided, 5 %)",
            ))
            .column(
                Column::number("always valid")
                    .unit("%")
                    .doc("the score with the 95 % interval that is valid at every look, so it may be watched while games are played"),
            );
    for seen in view.cells.iter().filter(|seen| seen.is_played()) {
        let s = seen.summary;
        let results = (s.wins + s.draws + s.losses) as f64;
        let mut row = heading(view, seen);
        let share = |games: u64| if s.graded.is_none() { Cell::number(100.0 * games as f64 / results, 1) } else { Cell::Empty };
        row.extend([share(s.draws), share(s.wins + s.losses)]);
        row.push(first_seat(seen).map_or(Cell::Empty, |(value, (low, high))| Cell::interval(100.0 * value, 100.0 * low, 100.0 * high, 1)));
        row.push(pairs(seen).map_or(Cell::Empty, Cell::from));
        row.extend([Cell::number(s.plies.mean(), 1), Cell::number(s.plies.variance().sqrt(), 1)]);
        row.push(needed(seen).map_or(Cell::Empty, |games| Cell::number(games, 0)));
        row.push(always_valid(seen));
        table = table.row(row);
    }
    table
}

/// The score with its always-valid interval.
fn always_valid(seen: &CellView<'_>) -> Cell {
    let rounds = seen.whole_rounds();
    if rounds.is_empty() {
        return Cell::Empty;
    }
    let mean = rounds.iter().sum::<f64>() / rounds.len() as f64;
    let (low, high) = Bets::on(&counted(rounds.into_iter())).share(seen.fresh()).interval(LEVEL);
    Cell::interval(100.0 * mean, 100.0 * low, 100.0 * high, 1)
}

/// The score of the first of two seats with its interval, by rounds.
fn first_seat(seen: &CellView<'_>) -> Option<(f64, (f64, f64))> {
    let [first, second] = &seen.summary.by_seat[..] else { return None };
    let mut rounds = Moments::default();
    seen.whole_rounds().into_iter().for_each(|score| rounds.push(score));
    let estimate = treebench_stats::first_seat(first, second, &rounds, seen.fresh())?;
    Some((estimate.mean, estimate.interval(Z95)))
}

/// As in `3 1 20 2 9`; `None` if rounds are no pairs, or scores are graded.
fn pairs(seen: &CellView<'_>) -> Option<String> {
    if seen.summary.graded.is_some() || seen.summary.by_seat.len() != 2 {
        return None;
    }
    let mut counts = [0u64; 5];
    for (games, sum) in seen.summary.rounds.candidate() {
        if games == 2 {
            *counts.get_mut((2.0 * sum).round() as usize)? += 1;
        }
    }
    (counts.iter().sum::<u64>() > 0).then(|| counts.map(|count| count.to_string()).join(" "))
}

/// The number of games that a test of fixed size needs, by the variance of the rounds.
fn needed(seen: &CellView<'_>) -> Option<f64> {
    let rounds = seen.whole_rounds();
    // Of games that are alike by identity, the variance says nothing about others.
    if rounds.len() < 2 || seen.summary.is_mostly_mirrored() {
        return None;
    }
    let mut moments = Moments::default();
    rounds.iter().for_each(|&value| moments.push(value));
    let size = seen.summary.rounds.candidate().map(|(games, _)| games).max().unwrap_or(1);
    let games = games_needed(moments.variance() / seen.fresh(), size, DIFFERENCE, LEVEL, POWER);
    (games > 0.0).then_some(games)
}

/// Averages over games, once with these games as they are, once as a sample of games like these; `None` if there is only one game.
fn averages(view: &View<'_>) -> Option<Table> {
    if view.games.len() < 2 {
        return None;
    }
    let caption = "Averages over games: for these games alone, and for games like these.";
    let mut table = Table::new("averages-table", caption)
        .column(Column::text("variant"))
        .column(Column::number("games"))
        .column(Column::number("these").unit("%").doc(
            "every game weighted equally, with its 95 % interval (t by sweeps, on the logit \
             scale)",
        ))
        .column(Column::number("like these").unit("%").doc(
            "the same average with the games as a random sample, with its 95 % interval (Hartung and Knapp 2001); it needs a fixed \
                 size, so it is not shown if games grew or a rule stopped them",
        ))
        .column(Column::number("between").unit("points").doc("the standard deviation of the scores of these games"));
    for variant in &view.variants {
        let cells = view.played(variant);
        let Some(average) = Average::of(&cells) else { continue };
        if average.like_these.is_none() {
            continue;
        }
        let mut scores = Moments::default();
        cells.iter().for_each(|seen| scores.push(seen.judged.estimate.mean));
        table = table.row([
            words(variant).into(),
            Cell::Integer(cells.len() as i64),
            Cell::Interval(average.shown(view, &cells, None)),
            average.interval_like_these(view).map_or(Cell::Empty, Cell::Interval),
            Cell::number(100.0 * scores.variance().sqrt(), 1),
        ]);
    }
    (!table.rows.is_empty()).then_some(table)
}

/// A figure of game lengths per game, over all cells. Unknown in results files of earlier versions.
fn lengths(view: &View<'_>) -> Vec<Figure> {
    if view.games.len() > MOST_PICTURES {
        return Vec::new();
    }
    let picture = |name: &String| {
        let mut lengths = Lengths::default();
        let cells = view.cells.iter().filter(|seen| super::view::game(seen.cell) == *name && seen.is_played());
        let mut known = true;
        for seen in cells {
            lengths.merge(&seen.summary.lengths);
            known &= seen.summary.lengths.count() == seen.summary.plies.count();
        }
        if !known || lengths.count() < 2 {
            return None;
        }
        let from = lengths.classes().position(|(_, _, count)| count > 0).unwrap_or(0);
        let bins = lengths
            .classes()
            .skip(from)
            .map(|(low, high, count)| Bin { low: f64::from(low), high: f64::from(high), count: count as f64 })
            .collect();
        let caption = format!("Length of the games of {name}: whole moves by players, all cells pooled.");
        let plot = Plot::Histogram(Histogram { x: Axis::new("moves", ""), y: Axis::new("games", ""), bins });
        let id = format!("lengths-{}", super::figures::slug(name));
        Some(Figure::new(id, &caption, format!("{caption} The table of statistics has means and standard deviations."), plot))
    };
    view.games.iter().filter_map(picture).collect()
}
