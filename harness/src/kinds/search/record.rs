//! What is stored of a search, column by column.

use crate::kinds::lists::{Shown, json_list, numbers};
use crate::kinds::{Column, ColumnType, Field, Row};

const fn column(name: &'static str, kind: ColumnType, doc: &'static str) -> Column {
    Column { name, kind, doc, reproducible: true }
}

/// The columns of the table `search`.
pub const COLUMNS: &[Column] = &[
    column("position", ColumnType::Text, "the position that was searched"),
    column("iterations", ColumnType::Text, "after how many iterations the search was looked at (a JSON list)"),
    column("optimal", ColumnType::Text, "per look: 1 if the move that would have been played is optimal, else 0 (a JSON list)"),
    column(
        "difficulty",
        ColumnType::Text,
        "per look: the difficulty after that move to 6 decimals; empty where the game has none (a JSON list)",
    ),
    column("nodes", ColumnType::Text, "per look: nodes in the tree (a JSON list)"),
    column("states", ColumnType::Text, "per look: nodal states computed (a JSON list)"),
    column("move", ColumnType::Text, "the move played in the end"),
    column("message", ColumnType::Text, "why the search counts for nothing, else empty"),
    column("seed", ColumnType::Text, "the task's seed in hexadecimal digits"),
    Column {
        name: "micros",
        kind: ColumnType::Text,
        doc: "per look: microseconds of wall time since the search began (a JSON list)",
        reproducible: false,
    },
];

/// One look at a search.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Look {
    /// Iterations done.
    pub iterations: u64,
    /// Whether the move that would have been played is optimal.
    pub optimal: bool,
    /// The difficulty after it; not a number if the game has none.
    pub difficulty: f64,
    /// Nodes in the tree.
    pub nodes: u64,
    /// Nodal states computed.
    pub states: u64,
    /// Microseconds since the search began.
    pub micros: u64,
}

/// A search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Searched {
    /// The position.
    pub position: String,
    /// One look per checkpoint.
    pub looks: Vec<Look>,
    /// The move played in the end.
    pub played: String,
    /// Why it counts for nothing; empty if it does count.
    pub message: String,
}

impl Searched {
    /// The search as a row.
    pub(super) fn row(&self, seed: String) -> Row {
        let list = |of: fn(&Look) -> u64| Field::Text(json_list(self.looks.iter().map(of)));
        let has_difficulty = self.looks.iter().all(|look| look.difficulty.is_finite());
        let difficulties = if has_difficulty { &self.looks[..] } else { &[] };
        let rounded = |look: &Look| Shown((look.difficulty * 1e6).round() / 1e6);
        vec![
            Field::Text(self.position.clone()),
            list(|look| look.iterations),
            list(|look| u64::from(look.optimal)),
            Field::Text(json_list(difficulties.iter().map(rounded))),
            list(|look| look.nodes),
            list(|look| look.states),
            Field::Text(self.played.clone()),
            Field::Text(self.message.clone()),
            Field::Text(seed),
            list(|look| look.micros),
        ]
    }

    /// Reads a row back; `None` if it cannot be that of a search.
    pub fn of(row: &Row) -> Option<Searched> {
        let text = |place: usize| if let Field::Text(text) = row.get(place)? { Some(text.clone()) } else { None };
        let list = |place: usize| row.get(place).map(|field| numbers(field).collect::<Vec<f64>>());
        let (iterations, optimal, difficulty) = (list(1)?, list(2)?, list(3)?);
        let (nodes, states, micros) = (list(4)?, list(5)?, list(9)?);
        let complete = [&optimal, &nodes, &states, &micros].iter().all(|list| list.len() == iterations.len());
        if !complete || !(difficulty.is_empty() || difficulty.len() == iterations.len()) {
            return None;
        }
        let look = |k: usize| Look {
            iterations: iterations[k] as u64,
            optimal: optimal[k] == 1.0,
            difficulty: difficulty.get(k).copied().unwrap_or(f64::NAN),
            nodes: nodes[k] as u64,
            states: states[k] as u64,
            micros: micros[k] as u64,
        };
        Some(Searched {
            // Reports leave out long texts.
            position: text(0).unwrap_or_default(),
            looks: (0..iterations.len()).map(look).collect(),
            played: text(6).unwrap_or_default(),
            message: text(7)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_read_back() {
        let look = |k: u64| Look {
            iterations: 10u64.pow(k as u32),
            optimal: k == 1,
            difficulty: k as f64 / 4.0 - 0.25,
            nodes: 5 * k,
            states: 7 * k,
            micros: k,
        };
        let searched = Searched { position: "here".into(), looks: (0..4).map(look).collect(), played: "3".into(), message: String::new() };
        let row = searched.row("ab".into());
        assert_eq!(row.len(), COLUMNS.len());
        assert_eq!(Searched::of(&row).unwrap(), searched);
        let mut without = searched;
        without.looks.iter_mut().for_each(|look| look.difficulty = f64::NAN);
        let read = Searched::of(&without.row("ab".into())).unwrap();
        assert!(read.looks.iter().all(|look| look.difficulty.is_nan()) && read.looks.len() == 4);
        assert_eq!(Searched::of(&row[..5].to_vec()), None);
    }
}
