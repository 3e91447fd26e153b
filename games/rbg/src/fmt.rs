//! Formatting of source text: spaces, indentation and rows of boards. Macros, comments and line breaks stay.

mod lines;
mod rows;

use crate::error::Errors;
use crate::lex::lex;
use crate::limits::Limits;
use crate::parse::parse;
use crate::report::Report;
use lines::Line;

/// The indentation of a level.
const STEP: usize = 4;

/// Formats a description. Formatting is idempotent, and the result describes the same game. Errors: those of the description.
pub fn fmt(name: &str, text: &str, limits: &Limits) -> Result<String, Errors> {
    parse(name, text, limits)?;
    let lexed = lex(text, &mut Report::new(name, text));
    let mut lines = lines::lines(text, &lexed);
    indent(&mut lines);
    rows::align(&mut lines);
    let mut out = String::with_capacity(text.len());
    for line in &lines {
        if line.blank_before && !out.is_empty() {
            out.push('\n');
        }
        out.extend(std::iter::repeat_n(' ', line.indent));
        out += line.text.as_deref().unwrap_or(&line.spaced());
        out.push('\n');
    }
    Ok(out)
}

/// Indents lines by the number of open brackets. If the first line of a directive's text leaves none open, the following lines are indented
/// by one level. The `+` of an alternative is written before the column of its operands.
fn indent(lines: &mut [Line<'_>]) {
    let (mut open, mut base, mut named) = (0usize, 0, true);
    for i in 0..lines.len() {
        let ahead = lines[i..].iter().find_map(|line| line.tokens().next());
        if ahead.is_none_or(|token| token.is("#")) {
            (open, base, named) = (0, 0, true);
        }
        let closing = lines[i].tokens().take_while(|token| lines::closes(token)).count();
        let joins = lines[i].tokens().next().is_some_and(|token| token.is("+"));
        lines[i].indent = (STEP * (open.saturating_sub(closing) + base)).saturating_sub(if joins { 2 } else { 0 });
        let mut starts = false;
        for token in lines[i].tokens() {
            starts |= named && open == 0 && token.is("=");
            open = if lines::closes(token) { open.saturating_sub(1) } else { open + usize::from(lines::opens(token)) };
        }
        if starts {
            (base, named) = (usize::from(open == 0), false);
        }
    }
}
