//! Lowers `.hrg` to `.rg`: domains become types, functions constants, graphs parts of one automaton.

mod calls;
mod conditions;
mod domains;
mod expressions;
mod functions;
mod graphs;
mod term;
mod variables;

use crate::description::{Description, Name};
use crate::hrg::Source;
use crate::limits::Limits;
use crate::report::{Failure, Report};
use domains::Domains;
use functions::Functions;
use std::sync::Arc;
use treebench_rbg::expr::Span;

/// Lowers a game. Parts with errors are left out.
pub(crate) fn lower(source: &Source, limits: &Limits, report: &mut Report) -> Result<Description, Failure> {
    let mut description = Description::default();
    let domains = Domains::new(&source.domains, limits, report)?;
    description.types = domains.types(&source.domains);
    let mut functions = Functions::new(&source.functions, &domains, limits);
    for function in &source.functions {
        if let Ok(constant) = functions.constant(function, report) {
            description.constants.push(constant);
        }
    }
    for variable in &source.variables {
        if let Ok(variable) = functions.variable(variable, report) {
            description.variables.push(variable);
        }
    }
    graphs::lower(source, &mut functions, limits, &mut description, report)?;
    Ok(description)
}

/// A fresh name.
fn made(text: impl Into<Arc<str>>, span: Span) -> Name {
    Name { text: text.into(), span }
}
