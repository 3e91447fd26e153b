//! The rating list.

use super::board::{Board, MANY, SAMPLES};
use super::bounds::{Ends, rating};
use super::view::{View, WholeTournament};
use crate::report::{listed, plural};
use treebench_reports::model::{Axis, Bar, Bars, Cell, Column, Figure, Plot, Reference, Section, Table};
use treebench_stats::{BradleyTerry, unmet};

/// How ratings are computed, in words.
pub(super) fn explanation() -> String {
    format!(
        "Ratings are Bradley-Terry strengths on the Elo scale with mean 0, draws counted half, every game weighted equally; 400 points \
         are a score of 10 : 1. The likelihood of superiority (LOS) is that of a player being stronger than the next, given the games of \
         everyone: it is no test, and may be high where the games of the two against each other decide nothing (see the pairs). Both it and \
         the intervals (95 %) come from a bootstrap of up to {SAMPLES} samples over rounds of games that share a seed, which for pairs with \
         seeds or games in common are drawn together; repeated games count once; if a pair has fewer than five distinct rounds \
         in a game, or all are alike, rounds are drawn from the fitted ratings and the pair's results. α-rank is the share of time that a \
         population imitating success spends on a player; Nash averaging weighs opponents by the equilibrium of the game \"choose a \
         player\": a weight above 0 means that no mixture of others beats it."
    )
}

pub(super) fn section(view: &View<'_>, whole: &WholeTournament, id: &str, heading: String) -> Section {
    let mut section = Section::new(id, heading).paragraph(explanation());
    section.prose.extend(super::lead::design(view).map(|(_, full)| full).filter(|full| !full.is_empty()));
    section.prose.extend(caveats(view, whole));
    section.block(figure(view, whole, id)).block(table(view, whole, id))
}

fn table(view: &View<'_>, whole: &WholeTournament, id: &str) -> Table {
    let with_alpha = !whole.samples.alpha.is_empty();
    // What holds at least has a name of its own, which no output drops.
    let superiority = if whole.has_missing() { "LOS at least" } else { "LOS" };
    let mut table = Table::new(id, "The players by strength.")
        .column(Column::number("rank"))
        .column(Column::text("player"))
        .column(Column::number("Elo").doc("Bradley-Terry, with the 95 % interval of a bootstrap over rounds"))
        .column(Column::number(superiority).unit("%").doc("likelihood of being stronger than the player below"))
        .column(Column::number("score").unit("%").doc("mean over all games and opponents met, draws half"))
        .column(Column::number("games").doc("with a result"))
        .column(Column::number("α-rank").unit("%"))
        .column(Column::number("Nash").unit("%").doc("weight in the equilibrium"))
        .column(Column::number("against Nash").unit("%").doc("mean advantage against the equilibrium, at most 0"))
        .column(Column::text("note"));
    for (rank, &player) in whole.order.iter().enumerate() {
        let (value, low, high) = rating(&whole.boards, &whole.ratings, &whole.samples, player);
        let next = whole.order.get(rank + 1).filter(|_| whole.rotates());
        let next =
            next.and_then(|&next| whole.superiority(player, next)).map_or(Cell::Empty, |likelihood| Cell::number(100.0 * likelihood, 1));
        let (won, lost) = tally(&whole.points, player);
        let share = |value: f64| Cell::number(100.0 * value, 1);
        let ends = whole.player_ends(player);
        let sampled = with_alpha.then(|| whole.samples.alpha_interval(player)).map(<[f64; 2]>::from);
        let nash = whole.nash.as_ref().map(|nash| [nash.weights[player], nash.advantages[player]]);
        // Among many players, shares that failures could turn are not shown.
        let figure = |value: Option<f64>, sampled: Option<Ends>, place: usize| match (value, &ends) {
            (None, _) => Cell::Empty,
            (Some(value), None) => sampled.map_or_else(|| share(value), |sampled| range(value, &sampled)),
            (Some(value), Some(ends)) => {
                let known = |shares: &[Ends; 3]| range(value, &[&shares[place][..], &sampled.unwrap_or([value; 2])].concat());
                ends.shares.as_ref().map_or(Cell::Empty, known)
            }
        };
        let notes = if whole.rotates() { note(won, lost) } else { "seats not rotated" };
        let notes = Some(notes.to_owned()).filter(|notes| !notes.is_empty()).into_iter();
        let notes: Vec<String> = notes.chain(whole.failures(view, player, ends.as_ref())).collect();
        table = table.row([
            Cell::Integer(rank as i64 + 1),
            view.names[player].as_str().into(),
            if whole.is_rated(player) { Cell::interval(value, low, high, 0) } else { Cell::Empty },
            next,
            if won + lost > 0.0 { share(won / (won + lost)) } else { Cell::Empty },
            Cell::Integer(whole.games(player).round() as i64),
            figure(Some(whole.alpha[player]), sampled, 0),
            figure(nash.map(|[weight, _]| weight), None, 1),
            figure(nash.map(|[_, advantage]| advantage), None, 2),
            notes.join("; ").into(),
        ]);
    }
    table
}

/// A share in percent with the range of its possible values.
fn range(value: f64, others: &[f64]) -> Cell {
    let bound = |of: fn(f64, f64) -> f64| others.iter().copied().fold(value, of);
    Cell::interval(100.0 * value, 100.0 * bound(f64::min), 100.0 * bound(f64::max), 1)
}

/// The total points scored and conceded by a player.
fn tally(points: &[Vec<f64>], player: usize) -> (f64, f64) {
    (points[player].iter().sum(), points.iter().map(|row| row[player]).sum())
}

/// A note on a rating that the results alone do not bound.
fn note(won: f64, lost: f64) -> &'static str {
    match (won > 0.0, lost > 0.0) {
        (true, true) => "",
        (true, false) => "won every game",
        (false, true) => "lost every game",
        (false, false) => "no game with a result",
    }
}

fn figure(view: &View<'_>, whole: &WholeTournament, id: &str) -> Figure {
    let bar = |&player: &usize| {
        let (value, low, high) = rating(&whole.boards, &whole.ratings, &whole.samples, player);
        Bar { label: view.names[player].clone(), value, low, high }
    };
    let bars = whole.order.iter().filter(|player| whole.is_rated(**player)).map(bar).collect();
    let caption = "Ratings of the players on the Elo scale. Error bars are 95 % intervals.";
    let plot = Plot::Bars(Bars {
        value: Axis::new("Elo", ""),
        bars,
        reference: Some(Reference { value: 0.0, label: "the average player".to_owned() }),
    });
    Figure::new(format!("{id}-ratings"), caption, format!("{caption} The table below holds the same numbers."), plot)
}

/// Warnings about ratings that the results alone do not determine.
pub(super) fn caveats(view: &View<'_>, whole: &WholeTournament) -> Vec<String> {
    let mut caveats = Vec::new();
    if whole.ratings.with_virtual_draws {
        caveats.push(unbounded(&whole.ratings).to_owned());
    }
    let circles = whole.circles();
    let playing: usize = circles.iter().map(Vec::len).sum();
    if playing < view.names.len() {
        let idle = plural((view.names.len() - playing) as u64, "player");
        caveats.push(format!("{idle} of {} without a game with a result: listed last, without a rating.", view.names.len()));
    }
    if circles.len() > 1 {
        let names = |circle: &Vec<usize>| circle.iter().map(|&player| view.names[player].as_str()).collect::<Vec<_>>().join(", ");
        caveats.push(format!(
            "The players form {} that never met, so neither ratings of different groups nor effects of choices can be compared: {}.",
            plural(circles.len() as u64, "group"),
            listed(circles.iter().map(names).collect())
        ));
    }
    let unmet = unmet(&whole.points);
    if !unmet.is_empty() && circles.len() == 1 {
        let pairs = unmet.iter().map(|&(i, j)| format!("{} – {}", view.names[i], view.names[j]));
        caveats.push(format!(
            "{} did not meet; α-rank and Nash averaging use the scores that the ratings predict for them: {}.",
            plural(unmet.len() as u64, "pair"),
            listed(pairs.collect())
        ));
    }
    if whole.has_missing() {
        caveats.push(
            "Some games have no result. Every interval of a rating or an effect covers both extremes, all of these lost and all of them \
             won by the player; so do the ranges of α-rank and Nash averaging. The likelihoods of superiority count them against the \
             stronger player, and a note gives the possible ranks of a player."
                .to_owned(),
        );
    }
    if whole.has_missing() && whole.order.len() > MANY {
        caveats.push(
            "Likelihoods of superiority, α-rank and Nash averaging are not shown for this many players, since games without a \
             result could reverse them."
                .to_owned(),
        );
    }
    if whole.nash.is_none() {
        caveats.push("Nash averaging found no equilibrium: the results are too close to degenerate.".to_owned());
    }
    caveats
}

pub(super) fn unbounded(ratings: &BradleyTerry) -> &'static str {
    if ratings.with_virtual_draws {
        "The results alone have no finite ratings, as when a player won every game: for the ratings, every player is given one additional \
         draw against an average player."
    } else {
        ""
    }
}

/// The rating of a player in one game; none without games.
pub(super) fn in_game(board: &Board, player: usize) -> Option<(f64, f64, f64)> {
    (board.games(player) > 0.0).then(|| rating(std::slice::from_ref(board), &board.ratings, &board.samples, player))
}
