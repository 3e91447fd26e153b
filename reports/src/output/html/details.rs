//! What is known of every cell of the experiment: folded, the target of the links in tables, and the source of what the script shows
//! beside a cell.

use std::fmt::Write;

use super::escape;
use crate::model::Detail;

/// The anchor of the detail at a place.
pub(super) fn anchor(place: usize) -> String {
    format!("cell-{place}")
}

/// Writes the section; nothing if there are no details.
pub(super) fn write(out: &mut String, details: &[Detail]) {
    if details.is_empty() {
        return;
    }
    let count = if details.len() == 1 { "1 cell".to_owned() } else { format!("{} cells", details.len()) };
    let _ = writeln!(
        out,
        "<section id=\"cells\">\n<h2>Cells</h2>\n<details class=\"cells\">\n<summary>Details of {count}, with the commands that play \
         them</summary>"
    );
    for (place, detail) in details.iter().enumerate() {
        let _ = writeln!(out, "<details>\n<summary>{}</summary>\n<div id=\"{}\">\n<dl>", escape::line(&detail.name), anchor(place));
        for fact in &detail.facts {
            let _ = writeln!(out, "<div><dt>{}</dt><dd>{}</dd></div>", escape::line(&fact.key), escape::line(&fact.value));
        }
        out.push_str("</dl>\n");
        if !detail.links.is_empty() {
            out.push_str("<p class=\"links\">");
            for link in &detail.links {
                let _ = if link.is_local() {
                    write!(out, "<a href=\"{}\">{}</a> ", escape::line(&link.href), escape::line(&link.text))
                } else {
                    write!(out, "{} ({}) ", escape::line(&link.text), escape::line(&link.href))
                };
            }
            out.push_str("</p>\n");
        }
        out.push_str("</div>\n</details>\n");
    }
    out.push_str("</details>\n</section>\n");
}
