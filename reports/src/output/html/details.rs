//! Links to pages that show more of cells, such as their games.

use std::fmt::Write;

use super::escape;
use crate::model::Report;

/// Whether a report links to more of any cell.
pub(super) fn has_links(report: &Report) -> bool {
    report.details.iter().any(|detail| !detail.links.is_empty())
}

/// The links of every cell that has any.
pub(super) fn links(out: &mut String, report: &Report) {
    out.push_str("<section id=\"games\">\n<h2>Games</h2>\n<details>\n<summary>Games of every cell, to step through</summary>\n<dl>\n");
    for detail in report.details.iter().filter(|detail| !detail.links.is_empty()) {
        let _ = write!(out, "<div><dt>{}</dt><dd>", escape::line(&detail.name));
        for (place, link) in detail.links.iter().enumerate() {
            let comma = if place > 0 { ", " } else { "" };
            let text = escape::line(&link.text);
            let _ = match link.is_local() {
                true => write!(out, "{comma}<a href=\"{}\">{text}</a>", escape::line(&link.href)),
                false => write!(out, "{comma}{text} ({})", escape::line(&link.href)),
            };
        }
        out.push_str("</dd></div>\n");
    }
    out.push_str("</dl>\n</details>\n</section>\n");
}
