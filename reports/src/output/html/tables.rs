//! Tables: each scrolls inside its own box; every colour is accompanied by a sign.

use std::fmt::Write;

use super::escape;
use crate::cells;
use crate::model::{Align, Cell, Column, Interval, Table, Verdict};
use crate::text::DASH;

/// Writes the table with its caption, the meaning of its columns and the links to its data.
pub(super) fn write(out: &mut String, table: &Table, name: &str, number: usize) {
    let width = table.rows.iter().map(Vec::len).max().unwrap_or(0).max(table.columns.len()).max(1);
    let _ = writeln!(
        out,
        "<div class=\"table\" id=\"table-{name}\">\n<div class=\"scroll\" role=\"region\" aria-labelledby=\"table-{name}.caption\" tabindex=\"0\">\n\
         <table>\n<caption id=\"table-{name}.caption\"><span><b>Table {number}.</b> {}</span></caption>",
        escape::prose(&table.caption)
    );
    out.push_str("<thead>\n<tr>");
    for index in 0..width {
        out.push_str(&heading(table.columns.get(index)));
    }
    out.push_str("</tr>\n</thead>\n<tbody>\n");
    for row in &table.rows {
        out.push_str("<tr>");
        for index in 0..width {
            cell(out, row.get(index).unwrap_or(&Cell::Empty), side(table.columns.get(index)), index == 0);
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table>\n</div>\n");
    below(out, table, name);
    out.push_str("</div>\n");
}

fn heading(column: Option<&Column>) -> String {
    let class = side(column);
    // A screen reader would announce an empty heading.
    let Some(column) = column.filter(|column| !column.name.trim().is_empty() || !column.unit.trim().is_empty()) else {
        return "<td></td>".to_owned();
    };
    let unit = if column.unit.is_empty() { String::new() } else { format!(" <span class=\"unit\">{}</span>", escape::line(&column.unit)) };
    format!("<th scope=\"col\"{class}>{}{unit}</th>", escape::line(&column.name))
}

fn side(column: Option<&Column>) -> &'static str {
    match column.map(|column| column.align) {
        Some(Align::Right) => " class=\"right\"",
        Some(Align::Center) => " class=\"center\"",
        Some(Align::Left) | None => "",
    }
}

fn cell(out: &mut String, cell: &Cell, side: &str, first: bool) {
    let content = content(cell);
    let _ = match cells::verdict(cell) {
        _ if first => write!(out, "<th scope=\"row\"{side}>{content}</th>"),
        Some(verdict) if side.is_empty() => write!(out, "<td class=\"{}\">{content}</td>", verdict.word()),
        Some(verdict) => write!(out, "<td{} {}\">{content}</td>", side.trim_end_matches('"'), verdict.word()),
        None => write!(out, "<td{side}>{content}</td>"),
    };
}

fn content(cell: &Cell) -> String {
    match cell {
        Cell::Interval(estimate) => interval(estimate),
        // The word is for screen readers; others see the sign and the colour.
        Cell::Graded { interval: estimate, verdict } => {
            format!("{} {}<span class=\"heard\"> {}</span>", interval(estimate), sign(*verdict), verdict.word())
        }
        Cell::Verdict { verdict, text } => format!("{} {}", sign(*verdict), escape::line(cells::verdict_word(*verdict, text))),
        Cell::Comparison(comparison) => {
            let parts = cells::comparison_parts(comparison);
            format!(
                "{}<br><span class=\"half\">paper {}, {}, {}</span>",
                interval(&comparison.ours),
                escape::number(&parts.paper),
                escape::number(&parts.difference),
                parts.overlap
            )
        }
        Cell::Empty | Cell::Text(_) => escape::line(&cells::plain(cell)),
        Cell::Integer(_) | Cell::Number { .. } | Cell::PValue(_) => escape::number(&cells::plain(cell)),
    }
}

fn sign(verdict: Verdict) -> String {
    format!("<span class=\"sign\" aria-hidden=\"true\">{}</span>", verdict.sign())
}

/// The estimate at full size, followed by its interval in small print.
fn interval(estimate: &Interval) -> String {
    let text = cells::interval(estimate);
    match text.split_once(' ') {
        Some((value, rest)) => format!("{} <span class=\"half\">{}</span>", escape::number(value), escape::number(rest)),
        None if text == DASH => format!("<span class=\"half\">{DASH}</span>"),
        None => escape::number(&text),
    }
}

/// What the signs and the columns mean, and the links to the data.
fn below(out: &mut String, table: &Table, name: &str) {
    out.push_str("<p class=\"below\">");
    if table.rows.iter().flatten().any(|cell| matches!(cell, Cell::Graded { .. })) {
        out.push_str("<span class=\"key\">");
        for verdict in [Verdict::Better, Verdict::Same, Verdict::Worse] {
            let _ = write!(out, "<span class=\"{}\">{} {}</span> ", verdict.word(), sign(verdict), verdict.word());
        }
        out.push_str("</span> ");
    }
    let _ =
        writeln!(out, "<span class=\"files\">Data: <a href=\"data/{name}.csv\">CSV</a> <a href=\"tables/{name}.tex\">LaTeX</a></span></p>");
    let explained: Vec<&Column> = table.columns.iter().filter(|column| !column.doc.trim().is_empty()).collect();
    if explained.is_empty() {
        return;
    }
    out.push_str("<details class=\"columns\">\n<summary>What the columns mean</summary>\n<dl>\n");
    for column in explained {
        let _ = writeln!(out, "<div><dt>{}</dt><dd>{}</dd></div>", escape::line(&column.name), escape::prose(&column.doc));
    }
    out.push_str("</dl>\n</details>\n");
}
