//! The columns of a table that tell its rows apart.

use std::borrow::Cow;

use crate::cells;
use crate::model::{About, Cell, Facet, Table};
use crate::text::DASH;

/// In a table with fewer rows, a value that all of them share is no pattern.
const LEAST_ROWS: usize = 3;

/// The table for readers: without columns in which nothing stands, and with what stands in every row said once, in the caption. The first column
/// stays, and so do the facet, results with intervals and verdicts, and cells that lead somewhere.
pub(super) fn narrowed<'t>(table: &'t Table, facet: Option<&Facet>) -> Cow<'t, Table> {
    if table.rows.is_empty() {
        return Cow::Borrowed(table);
    }
    let width = table.rows.iter().map(Vec::len).max().unwrap_or(0).max(table.columns.len());
    let is_facet = |index: usize| facet.is_some_and(|facet| table.columns.get(index).is_some_and(|column| column.name == facet.name));
    let shared: Vec<Option<String>> = (0..width).map(|index| common(table, index).filter(|_| !is_facet(index))).collect();
    let kept: Vec<usize> = (0..width).filter(|&index| shared[index].is_none()).collect();
    if kept.len() == width {
        return Cow::Borrowed(table);
    }
    let said: Vec<&str> = shared.iter().flatten().map(String::as_str).filter(|words| !words.is_empty()).collect();
    let caption = table.caption.trim_end();
    let end = if caption.is_empty() || caption.ends_with(['.', '?']) { "" } else { "." };
    let caption = if said.is_empty() { caption.to_owned() } else { format!("{caption}{end} In every row: {}.", said.join("; ")) };
    let about = table.about.iter().filter_map(|about| {
        let column = kept.iter().position(|&index| index == about.column)?;
        Some(About { column, ..about.clone() })
    });
    Cow::Owned(Table {
        caption,
        columns: kept.iter().filter_map(|&index| table.columns.get(index).cloned()).collect(),
        rows: table.rows.iter().map(|row| kept.iter().map_while(|&index| row.get(index).cloned()).collect()).collect(),
        keys: kept.iter().filter(|&&index| index < table.keys).count(),
        about: about.collect(),
        id: table.id.clone(),
        remarks: table.remarks.clone(),
    })
}

/// What a column says of every row, with its name; an empty text if it says nothing at all, and `None` if it tells rows apart.
fn common(table: &Table, index: usize) -> Option<String> {
    let column = table.columns.get(index)?;
    let leads = |about: &About| about.column == index && !(about.aside.trim().is_empty() && about.href.is_empty());
    if index == 0 || table.about.iter().any(leads) {
        return None;
    }
    let cell = |row: &'_ [Cell]| row.get(index).map(cells::plain).unwrap_or_default();
    let first = cell(&table.rows[0]);
    if !table.rows.iter().all(|row| cell(row) == first) {
        return None;
    }
    if first.trim().is_empty() || first == DASH {
        return Some(String::new());
    }
    let is_fact = |cell: &Cell| matches!(cell, Cell::Text(_) | Cell::Named { .. } | Cell::Integer(_) | Cell::Number { .. });
    let unit = if column.unit.is_empty() { String::new() } else { format!(" {}", column.unit) };
    let is_pattern = table.rows.len() >= LEAST_ROWS && !column.name.trim().is_empty() && table.rows[0].get(index).is_some_and(is_fact);
    is_pattern.then(|| format!("{} {first}{unit}", column.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Column;

    fn table(rows: i64) -> Table {
        let columns = ["name", "source", "games", "failures", "score", "game"].map(Column::text);
        let empty = columns.into_iter().fold(Table::new("t", "Scores.").keys(2), Table::column);
        (0..rows).fold(empty, |table, row| {
            let cells = [Cell::from(row), Cell::Empty, 40.into(), 0.into(), Cell::interval(50.0, 40.0, 60.0, 1), "hex".into()];
            table.row(cells).linked(5, "#hex").about(4, Some(3), "printed")
        })
    }

    #[test]
    fn a_column_that_tells_no_rows_apart_is_said_once() {
        let games = Facet { name: "games".to_owned(), values: Vec::new() };
        assert_eq!(narrowed(&table(3), Some(&games)).caption, "Scores. In every row: failures 0.");
        let whole = table(3);
        let narrow = narrowed(&whole, None);
        let names: Vec<&str> = narrow.columns.iter().map(|column| column.name.as_str()).collect();
        assert_eq!(names, ["name", "score", "game"]);
        assert_eq!(narrow.caption, "Scores. In every row: games 40; failures 0.");
        assert!(narrow.keys == 1 && narrow.rows.iter().all(|row| row.len() == 3));
        let about: Vec<usize> = narrow.about.iter().map(|about| about.column).collect();
        assert_eq!(about[..2], [2, 1], "links and asides stay with their cells");
    }

    #[test]
    fn two_rows_alike_are_no_pattern_but_an_empty_column_is_left_out() {
        let names: Vec<String> = narrowed(&table(2), None).columns.iter().map(|column| column.name.clone()).collect();
        assert_eq!(names, ["name", "games", "failures", "score", "game"]);
        assert!(matches!(narrowed(&Table::new("t", "").column(Column::text("a")), None), Cow::Borrowed(_)), "nothing is known of no rows");
    }
}
