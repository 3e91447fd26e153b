//! A Markdown table for comments on merge requests.

use super::{JudgedCell, overall};
use std::fmt::Write as _;

/// The verdicts as a Markdown table under a line with the whole verdict, and the warnings below it.
pub fn markdown(experiment: &str, judged: &[JudgedCell], warnings: &[String]) -> String {
    let mut text =
        format!("**bench check {}: {}**\n\n| cell | verdict | why |\n|---|---|---|\n", escape(experiment), overall(judged).word());
    for cell in judged {
        // Writing into a string cannot fail.
        let _ = writeln!(text, "| {} | {} | {} |", escape(&cell.cell), cell.status.word(), escape(&cell.reason));
    }
    for (place, warning) in warnings.iter().enumerate() {
        let _ = writeln!(text, "{}* {}", if place == 0 { "\n" } else { "" }, escape(warning));
    }
    text
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('|', "\\|").replace('<', "&lt;").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Status;

    #[test]
    fn every_row_has_three_cells() {
        let judged = [JudgedCell { cell: "a|b".into(), status: Status::Pass, reason: "x\ny".into(), more: false }];
        let text = markdown("e", &judged, &["it grew".to_owned()]);
        assert!(text.ends_with("| a\\|b | pass | x y |\n\n* it grew\n") && text.starts_with("**bench check e: pass**"), "{text}");
    }
}
