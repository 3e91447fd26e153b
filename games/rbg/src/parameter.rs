//! Macros that can be given from outside.

use crate::lex::lex;
use crate::report::{Report, nearest};
use crate::sections::Directive;

/// Replaces the bodies of macros without parameters.
pub(crate) fn replace(macros: &mut [Directive], overrides: &[(&str, &str)], _text: &str, report: &mut Report) {
    for &(name, value) in overrides {
        let Some(found) = macros.iter_mut().find(|directive| *directive.name == *name && directive.parameters.is_empty()) else {
            report.suggest(Default::default(), format!("there is no macro `{name}` without parameters"), || {
                nearest(name, macros.iter().filter(|directive| directive.parameters.is_empty()).map(|directive| &*directive.name))
            });
            continue;
        };
        let place = found.place();
        let mut inner = Report::new(name, value);
        found.body = lex(value, &mut inner).tokens;
        if inner.count() > 0 || found.body.iter().any(|token| token.is("#")) {
            report.error(place, format!("`{}` cannot be the value of `{name}`", value.escape_debug()));
        }
        // What the value leads to is told at the place that it replaces.
        found.body.iter_mut().for_each(|token| token.span = place.span);
    }
}
