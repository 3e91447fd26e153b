//! Remarks on single cells in the data files of a report.

use super::remarks::{CellProvenance, cell_remarks, printed_remark, statement_remarks};
use crate::experiment::Experiment;
use crate::store::Statements;
use std::collections::BTreeSet;
use treebench_reports::Report;
use treebench_reports::model::{Block, Table};

/// Gives the details of every cell, and every row of a table that names the cells it is about, what must be known of these cells. Other rows have what must
/// be known of the whole report.
pub(crate) fn add_cell_remarks(report: &mut Report, experiment: &Experiment, cells: &[CellProvenance], statements: &Statements) {
    if report.details.len() != cells.len() {
        return;
    }
    let shared: Vec<String> = statement_remarks(experiment, statements).into_iter().chain(printed_remark(experiment, statements)).collect();
    let of = |places: &BTreeSet<usize>| {
        let own = cell_remarks(places.iter().filter_map(|&place| cells.get(place)), experiment);
        shared.iter().cloned().chain(own).collect::<Vec<_>>().join("; ")
    };
    for (place, detail) in report.details.iter_mut().enumerate() {
        detail.remarks = of(&BTreeSet::from([place]));
    }
    let all = report.remarks.join("; ");
    let blocks = report.sections.iter_mut().flat_map(|section| &mut section.blocks);
    for table in blocks.filter_map(|block| if let Block::Table(table) = block { Some(table) } else { None }) {
        let rows = cells_of_rows(table);
        if rows.iter().any(|places| !places.is_empty()) {
            table.remarks = rows.iter().map(|places| if places.is_empty() { all.clone() } else { of(places) }).collect();
        }
    }
}

/// The cells that every row is about; none for a row that names none.
fn cells_of_rows(table: &Table) -> Vec<BTreeSet<usize>> {
    let mut rows = vec![BTreeSet::new(); table.rows.len()];
    for about in &table.about {
        if let (Some(row), Some(place)) = (rows.get_mut(about.row), about.detail) {
            row.insert(place);
        }
    }
    rows
}
