//! What the games are like, and how sure averages over them are: figures that readers ask for beside the win rates.

use super::tables::{headed, heading};
use super::view::{Seen, View, average_interval, words};
use crate::reports::model::{Axis, Bin, Cell, Column, Figure, Histogram, Plot, Section, Table};
use crate::stats::{Contrast, Estimate, LEVEL, Lengths, Z95, always_valid, games_needed, random_effects};

/// The difference whose number of games is given, and the probability of finding it.
const DIFFERENCE: f64 = 0.05;
const POWER: f64 = 0.8;

/// With more games than this, their lengths are not drawn.
const MOST_PICTURES: usize = 16;

/// The section, if there is a game with a result.
pub(super) fn section(view: &View<'_>) -> Option<Section> {
    if !view.cells.iter().any(Seen::is_played) {
        return None;
    }
    let mut section = Section::new("statistics", "Statistics of the games").block(table(view));
    section = averages(view).into_iter().fold(section, Section::block);
    Some(lengths(view).into_iter().fold(section, Section::block))
}

fn table(view: &View<'_>) -> Table {
    let mut table =
        headed(view, "statistics", "Draws, seats, pairs, and the numbers of games that a question needs.")
            .column(Column::number("draws").unit("%").doc("games neither won nor lost; none where scores are graded"))
            .column(Column::number("decisive").unit("%").doc("games won or lost"))
            .column(
                Column::number("first seat")
                    .unit("%")
                    .doc("the score of the first seat, whoever sits there, with its 95 % interval; for two players"),
            )
            .column(Column::text("pairs").doc("pairs in which the candidate scored 0, ½, 1, 1½ and 2 points"))
            .column(Column::number("length").doc("whole moves by players, on average"))
            .column(Column::number("± sd").doc("the standard deviation of the length"))
            .column(Column::number("games needed").doc(
                "to find a difference of 5 points from an even result with a probability of 80 %, at the variance seen (two-sided, 5 %)",
            ))
            .column(Column::number("always valid").unit("%").doc(
                "the score with the 95 % interval that holds it at every look at once, so that it may be watched while games are played",
            ));
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
        let (n, sum) = evidence(seen);
        let (low, high) = always_valid(n, sum, LEVEL);
        row.push(if n > 0.0 { Cell::interval(100.0 * sum / n, 100.0 * low, 100.0 * high, 1) } else { Cell::Empty });
        table = table.row(row);
    }
    table
}

/// Rounds with a result in all of their games: the candidate's mean scores.
fn rounds(seen: &Seen<'_>) -> Vec<f64> {
    let whole = seen.summary.rounds.candidate().map(|(games, _)| games).max().unwrap_or(0);
    let complete = seen.summary.rounds.candidate().filter(|(games, _)| *games == whole && whole > 0);
    complete.map(|(games, sum)| sum / f64::from(games)).collect()
}

/// The number of such rounds that count, and their sum.
fn evidence(seen: &Seen<'_>) -> (f64, f64) {
    let rounds = rounds(seen);
    (rounds.len() as f64 * seen.fresh(), rounds.iter().sum::<f64>() * seen.fresh())
}

/// The score of the first of two seats with its interval: half of what the candidate scores more there than in the second.
fn first_seat(seen: &Seen<'_>) -> Option<(f64, (f64, f64))> {
    let [first, second] = &seen.summary.by_seat[..] else { return None };
    if first.count() == 0 || second.count() == 0 {
        return None;
    }
    let contrast = Contrast(vec![(0.5, seen.seat(first)), (-0.5, seen.seat(second))]);
    let (low, high) = contrast.interval(Z95);
    Some((0.5 + contrast.value(), (0.5 + low, 0.5 + high)))
}

/// As in `3 1 20 2 9`; `None` if rounds are no pairs, or scores are graded.
fn pairs(seen: &Seen<'_>) -> Option<String> {
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

/// Games that a fixed number of them must have, by the variance of the rounds.
fn needed(seen: &Seen<'_>) -> Option<f64> {
    let rounds = rounds(seen);
    if rounds.len() < 2 {
        return None;
    }
    let mut moments = crate::stats::Moments::default();
    rounds.iter().for_each(|&value| moments.push(value));
    let size = seen.summary.rounds.candidate().map(|(games, _)| games).max().unwrap_or(1);
    let games = games_needed(moments.variance() / seen.fresh(), size, DIFFERENCE, LEVEL, POWER);
    (games > 0.0).then_some(games)
}

/// Averages over games, once with these games fixed, once with them as a sample of all games; `None` if there is only one game.
fn averages(view: &View<'_>) -> Option<Table> {
    if view.games.len() < 2 {
        return None;
    }
    let caption =
        "Averages over games: these games and no others (fixed), and games like these (random effects, DerSimonian and Laird 1986).";
    let mut table = Table::new("averages-table", caption)
        .column(Column::text("variant"))
        .column(Column::number("games"))
        .column(Column::number("fixed").unit("%").doc("every game counted once, with its 95 % interval"))
        .column(Column::number("random").unit("%").doc("the mean over games like these, with its 95 % interval"))
        .column(Column::number("between").unit("points").doc("the standard deviation of true scores between games"))
        .column(Column::number("I²").unit("%").doc("the share of the variance of the scores that is not chance"));
    for variant in &view.variants {
        let estimates: Vec<Estimate> = view.of_variant(variant).filter(|seen| seen.is_played()).map(|seen| seen.judged.estimate).collect();
        if estimates.len() < 2 {
            continue;
        }
        // Clean sweeps have a variance, too: one game more, half of it won.
        let variance = |estimate: &Estimate| {
            let mean = (estimate.mean * estimate.size + 0.5) / (estimate.size + 1.0);
            mean * (1.0 - mean) / estimate.size
        };
        let observed: Vec<(f64, f64)> = estimates.iter().map(|estimate| (estimate.mean, variance(estimate))).collect();
        let mut row: Vec<Cell> = vec![words(variant).into(), Cell::Integer(estimates.len() as i64)];
        row.push(Cell::Interval(average_interval(&Contrast::average(&estimates))));
        if let Some(random) = random_effects(&observed) {
            let half = Z95 * random.error;
            let [value, low, high] = [random.mean, random.mean - half, random.mean + half].map(|x| 100.0 * x.clamp(0.0, 1.0));
            row.extend([
                Cell::interval(value, low, high, 1),
                Cell::number(100.0 * random.between, 1),
                Cell::number(100.0 * random.share, 0),
            ]);
        }
        table = table.row(row);
    }
    (!table.rows.is_empty()).then_some(table)
}

/// A picture per game of how long its games are, all cells together. A results file of an earlier version does not say.
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
        let caption = format!("How long the games of {name} are: whole moves by players, all cells together.");
        let plot = Plot::Histogram(Histogram { x: Axis::new("moves", ""), y: Axis::new("games", ""), bins });
        let id = format!("lengths-{}", super::figures::slug(name));
        Some(Figure::new(id, &caption, format!("{caption} The table of statistics has means and standard deviations."), plot))
    };
    view.games.iter().filter_map(picture).collect()
}
