//! Numbers with few decimals, for readers. Callers keep all digits where values that differ would look alike.

use std::collections::BTreeSet;
use treebench_reports::few_digits;

/// Numbers with more decimals are shortened.
const DECIMALS: usize = 4;

/// A number with few decimals; any other value as it is.
pub(super) fn short(value: &str) -> String {
    match value.parse::<f64>() {
        // A small number would become 0, and keeps its digits as they are written.
        Ok(x) if x.abs() >= 0.001 && value.split_once('.').is_some_and(|(_, decimals)| decimals.len() > DECIMALS) => few_digits(x),
        _ => value.to_owned(),
    }
}

/// Names such as `uct exploration=1.4142135623730951` with short numbers, if all of them stay different.
pub fn short_names(names: &[String]) -> Vec<String> {
    let shortened: Vec<String> =
        names.iter().map(|name| name.split_inclusive([' ', '=', ',']).map(short_part).collect::<String>()).collect();
    let different = |names: &[String]| names.iter().collect::<BTreeSet<_>>().len();
    if different(&shortened) == different(names) { shortened } else { names.to_vec() }
}

/// A part of a name with the separator at its end.
fn short_part(part: &str) -> String {
    let value = part.trim_end_matches([' ', '=', ',']);
    short(value) + &part[value.len()..]
}

#[cfg(test)]
mod tests {
    use super::{short, short_names};

    #[test]
    fn numbers_are_short_unless_they_would_look_alike() {
        assert_eq!(
            ["1.4142135623730951", "0.25", "0.00001234", "inf", "mean", "1.00001"].map(short),
            ["1.4142", "0.25", "0.00001234", "inf", "mean", "1"]
        );
        let names = |names: &[&str]| short_names(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(
            names(&["uct exploration=1.4142135623730951, fpu=inf", "uct.x", "v1.41421356"]),
            ["uct exploration=1.4142, fpu=inf", "uct.x", "v1.41421356"]
        );
        assert_eq!(names(&["a c=0.30000000000000004", "a c=0.3"]), ["a c=0.30000000000000004", "a c=0.3"]);
    }
}
