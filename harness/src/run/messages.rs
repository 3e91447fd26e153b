//! Messages on standard error: warnings and errors, fitted to the terminal.

use console::Term;
use std::borrow::Cow;
use std::io::Write as _;
use treebench_reports::output::terminal;

/// Writes a text and a line break to standard error. On a terminal, long lines are broken at spaces. If standard error is closed, the text
/// is lost and nothing else happens.
pub(crate) fn say(text: &str) {
    let fits = columns(&Term::stderr()).map_or(Cow::Borrowed(text), |width| fitted(text, width).into());
    let _ = writeln!(std::io::stderr().lock(), "{fits}");
}

/// The width of a terminal in columns, if known.
pub(crate) fn columns(terminal: &Term) -> Option<usize> {
    let known = terminal.is_term().then(|| terminal.size_checked()).flatten();
    known.map(|(_, columns)| usize::from(columns)).filter(|columns| *columns > 0)
}

/// The text with long lines broken, except quoted lines of files, whose marks must stay aligned.
fn fitted(text: &str, width: usize) -> String {
    let fit = |line| if quotes(line) { Cow::Borrowed(line) } else { terminal::fitted(line, width).into() };
    text.split_inclusive('\n').map(fit).collect()
}

/// Whether a line quotes a file or marks a part of such a line: a number or spaces, then `|`.
fn quotes(line: &str) -> bool {
    line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start().starts_with('|')
}

#[cfg(test)]
mod tests {
    use super::fitted;

    #[test]
    fn messages_fit_and_quoted_lines_stay_whole() {
        let message =
            "error: unknown key `a`\n --> x.toml:12:1\n   |\n12 | a = 1 # wider than the terminal\n   | ^\n   = allowed: b, c, d, e, f";
        let expected = "error: unknown key\n  `a`\n --> x.toml:12:1\n   |\n12 | a = 1 # wider than the terminal\n   | ^\n   = allowed: b, c,\n     d, e, f";
        assert_eq!(fitted(message, 20), expected);
    }
}
