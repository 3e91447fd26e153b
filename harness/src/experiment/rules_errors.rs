//! What is wrong inside a rules file, told like what is wrong in an experiment file.

use crate::config::{Diagnostics, Place};
use treebench_games::rbg::language::Errors;

/// Notes everything that is wrong with a rules file.
pub(crate) fn note(errors: &Errors, diagnostics: &mut Diagnostics) {
    let source = &errors.source;
    for diagnostic in &errors.list {
        let (line, column) = source.position(diagnostic.span.start);
        let text = source.line(line).to_owned();
        let width = source.text().get(diagnostic.span.start as usize..diagnostic.span.end as usize).unwrap_or("");
        let width = width.lines().next().unwrap_or("").chars().count().max(1);
        let place = Place { source: source.name().to_owned(), origin: String::new(), line, column, text, width };
        let error = diagnostics.add_at(Some(place), &diagnostic.message);
        if let Some(name) = &diagnostic.suggestion {
            error.help(format_args!("did you mean `{name}`?"));
        }
        for step in &diagnostic.chain {
            let (line, column) = source.position(step.span.start);
            error.note("note", format_args!("in the expansion of {}, {}:{line}:{column}", step.what, source.name()));
        }
    }
}
