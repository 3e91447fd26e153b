//! Brackets that do not match, as the cause of other errors.
//!
//! Macros may be any piece of text, so that brackets need to match in the expanded text only. But where something is wrong and the brackets
//! of one section or macro do not match, that is nearly always the mistake, and what an expansion of it leads to is not.

use crate::lex::{Kind, Token};
use crate::report::Report;
use crate::sections::Parts;

/// If the brackets of a section or macro do not match, this is reported in place of all errors found so far.
pub(super) fn report_unbalanced(parts: &Parts, report: &mut Report) {
    let directives = parts.macros.iter().chain(parts.sections.iter().flatten());
    let faults: Vec<(&Token, String)> = directives.filter_map(|directive| fault(&directive.body)).collect();
    if !faults.is_empty() {
        report.clear();
        for (token, message) in faults {
            report.error(token.place(), message);
        }
    }
}

/// The first bracket without its partner.
fn fault(body: &[Token]) -> Option<(&Token, String)> {
    let mut open: Vec<(&Token, &str)> = Vec::new();
    for token in body {
        let Kind::Symbol(symbol) = token.kind else { continue };
        match (symbol, open.last()) {
            ("(", _) => open.push((token, ")")),
            ("[" | "[$", _) => open.push((token, "]")),
            ("{" | "{?" | "{!" | "{$", _) => open.push((token, "}")),
            (")" | "]" | "}", Some((_, close))) if *close == symbol => drop(open.pop()),
            (")" | "]" | "}", Some((opening, close))) => {
                return Some((opening, format!("unclosed: expected `{close}` before `{symbol}`")));
            }
            (")" | "]" | "}", None) => return Some((token, format!("unmatched `{symbol}`"))),
            _ => {}
        }
    }
    open.last().map(|(token, close)| (*token, format!("unclosed: missing `{close}`")))
}
