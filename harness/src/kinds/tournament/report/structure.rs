//! Structure beyond ratings: cycles, and similar players.

use super::view::{View, WholeTournament};
use crate::report::plural;
use treebench_reports::model::{Axis, Cell, Column, Dendrogram, Figure, Interval, Join, Plot, Section, Table};
use treebench_stats::{cyclic_triples, distance, linkage, scores};

/// The maximum number of listed cyclic triples.
const MOST_LISTED: usize = 50;

pub(super) fn section(view: &View<'_>, whole: &WholeTournament, id: &str, heading: String) -> Section {
    let (triples, count) = cycles(whole);
    let mut section = Section::new(id, heading).paragraph(cycles_in_words(whole, count));
    if count > 0 {
        section = section.block(cycle_table(view, whole, id, &triples));
    }
    match kinship(view, whole, id) {
        Some(figure) => section.block(figure),
        None => section,
    }
}

/// The triples of players in which each significantly beats the next, and their number.
pub(super) fn cycles(whole: &WholeTournament) -> (Vec<[usize; 3]>, usize) {
    let n = whole.order.len();
    let mut beats = vec![vec![false; n]; n];
    for pair in whole.pairs.iter().filter(|pair| pair.holds()) {
        let (winner, loser) = if pair.mean > 0.5 { (pair.first, pair.second) } else { (pair.second, pair.first) };
        beats[winner][loser] = true;
    }
    cyclic_triples(&beats, MOST_LISTED)
}

pub(super) fn cycles_in_words(whole: &WholeTournament, count: usize) -> String {
    let held = whole.pairs.iter().filter(|pair| pair.holds()).count();
    let pairs = format!(
        "{held} of {} differ significantly (5 %, all pairs judged jointly by Holm's method; colours are those of each pair by itself)",
        plural(whole.pairs.len() as u64, "pair")
    );
    match count {
        0 => format!("{pairs}, and no three of these form a cycle."),
        _ => format!("{pairs}; they form {}, so no single rating per player can describe them.", plural(count as u64, "cyclic triple")),
    }
}

fn cycle_table(view: &View<'_>, whole: &WholeTournament, id: &str, triples: &[[usize; 3]]) -> Table {
    let mut table = Table::new(format!("{id}-cycles"), "Cyclic triples: each player beats the next one, and the third beats the first.");
    for name in ["first", "second", "third"] {
        table = table.column(Column::text(name));
    }
    for name in ["first – second", "second – third", "third – first"] {
        table = table.column(Column::number(name).unit("%"));
    }
    for &[a, b, c] in triples {
        let score = |i, j| {
            let Some((pair, forward)) = whole.pair(i, j) else { return Cell::Empty };
            let (low, high) = pair.interval;
            let (value, low, high) = if forward { (pair.mean, low, high) } else { (1.0 - pair.mean, 1.0 - high, 1.0 - low) };
            Cell::Interval(Interval { value: 100.0 * value, low: 100.0 * low, high: 100.0 * high, decimals: 1 })
        };
        let name = |player: usize| Cell::from(view.names[player].as_str());
        table = table.row([name(a), name(b), name(c), score(a, b), score(b, c), score(c, a)]);
    }
    table
}

/// The clustering of players by their results against the same opponents.
fn kinship(view: &View<'_>, whole: &WholeTournament, id: &str) -> Option<Figure> {
    if whole.order.len() < 3 {
        return None;
    }
    let tables: Vec<Vec<Vec<f64>>> = whole.boards.iter().map(|board| scores(&board.points)).collect();
    let profiles: Vec<Vec<f64>> =
        (0..whole.order.len()).map(|player| tables.iter().flat_map(|table| table[player].iter().copied()).collect()).collect();
    let distances: Vec<Vec<f64>> = (0..profiles.len()).map(|i| (0..profiles.len()).map(|j| distance(&profiles, i, j)).collect()).collect();
    let join = |join: treebench_stats::Join| Join { groups: join.groups, distance: 100.0 * join.distance };
    let plot = Dendrogram {
        distance: Axis::new("difference of scores against the same opponents", "%"),
        leaves: view.names.clone(),
        joins: linkage(&distances).into_iter().map(join).collect(),
    };
    let caption = "Similarity of players: those that join early score alike against the same opponents in the same games (root mean \
         square difference, average linkage). With few games per pair, distances are noisy.";
    Some(Figure::new(format!("{id}-kinship"), caption, caption, Plot::Dendrogram(plot)))
}
