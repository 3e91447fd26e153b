//! A budget in all the ways it can be written: `iterations = 200`, `states = [1_000, 5_000]`, `time = "0.5s"`, `states-as = "0.5s"`.

use super::sources::{At, Faults, Part};
use super::wire::{BudgetWire, Located};
use crate::experiment::STATES_AS;
use figment::value::{Dict, Value};
use std::time::Duration;
use treebench_agents::Budget;

/// The keys of a budget; exactly one of them is given.
pub(crate) const KEYS: [&str; 4] = ["iterations", "states", "time", STATES_AS];

/// The units of time, longer names first, with their length in nanoseconds.
const UNITS: [(&str, f64); 5] = [("ns", 1.0), ("us", 1e3), ("ms", 1e6), ("min", 60e9), ("s", 1e9)];

/// Reads a table with exactly one budget.
pub(crate) fn budget(value: &Value, at: &At, faults: &mut Faults) -> Option<BudgetWire> {
    let table = faults.strict_table(value, at, &KEYS)?;
    let key = only_key(table, at, faults)?;
    let at_key = at.key(key);
    let mut values = Vec::new();
    for (value, at) in faults.several(&table[key], &at_key) {
        if let Some(budget) = one(key, value, &at, faults) {
            values.push(Located::new(budget, at));
        }
    }
    (!values.is_empty()).then_some(BudgetWire { at: at_key, key, values })
}

/// The one key of a budget. A layer above may replace the key below it by another; in one layer, two keys are a fault.
fn only_key(table: &Dict, at: &At, faults: &mut Faults) -> Option<&'static str> {
    let mut given: Vec<_> = KEYS.into_iter().filter(|key| table.contains_key(*key)).map(|key| (faults.rank(&at.key(key)), key)).collect();
    given.sort();
    match given[..] {
        [] => {
            if table.is_empty() {
                faults.add(at, Part::Key, format!("`{at}` needs one of {}", KEYS.join(", ")));
            }
            None
        }
        [.., (below, _), (top, key)] if below == top => {
            let keys: Vec<_> = given.iter().filter(|(rank, _)| *rank == top).map(|(_, key)| format!("`{key}`")).collect();
            faults.add(&at.key(key), Part::Key, format!("`{at}` has {}: a turn has one budget", keys.join(" and ")));
            None
        }
        [.., (_, key)] => Some(key),
    }
}

fn one(key: &str, value: &Value, at: &At, faults: &mut Faults) -> Option<Budget> {
    if key != "time" && key != STATES_AS {
        let number = faults.whole(value, at, 1, i64::MAX)?;
        let number = u64::try_from(number).ok()?;
        return Some(if key == "iterations" { Budget::Iterations(number) } else { Budget::States(number) });
    }
    let time = value.as_str().and_then(parse_time);
    if time.is_none() {
        faults.wrong(at, "a time above zero, such as \"0.5s\", \"200ms\" or \"1min\"", value);
    }
    time.map(Budget::Time)
}

/// Reads a time above zero and of at most a day.
fn parse_time(text: &str) -> Option<Duration> {
    let (number, unit) = UNITS.iter().find_map(|(unit, length)| Some((text.strip_suffix(unit)?.trim(), length)))?;
    let nanoseconds = (number.parse::<f64>().ok()? * unit).round();
    (1.0..=86_400e9).contains(&nanoseconds).then_some(Duration::from_nanos(nanoseconds as u64))
}

/// A budget's value as TOML writes it.
pub(crate) fn budget_text(budget: Budget) -> String {
    match budget {
        Budget::Iterations(n) | Budget::States(n) => n.to_string(),
        Budget::Time(time) if time.subsec_nanos() % 1_000_000 == 0 => format!("\"{}s\"", time.as_secs_f64()),
        Budget::Time(time) => format!("\"{}ns\"", time.as_nanos()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_every_unit_and_nothing_else_is_a_time() {
        let good = [("0.5s", 500_000_000), ("200ms", 200_000_000), ("1 min", 60_000_000_000), ("3us", 3_000), ("7ns", 7)];
        for (text, nanoseconds) in good {
            assert_eq!(parse_time(text), Some(Duration::from_nanos(nanoseconds)), "{text}");
        }
        for text in ["", "s", "5", "-1s", "0s", "1h", "NaNs", "infs", "1e30s", "2 days"] {
            assert_eq!(parse_time(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_written_reads_back() {
        for nanoseconds in [1, 999, 1_000_000, 333_000_000, 1_000_000_000, 86_400_000_000_000] {
            let time = Duration::from_nanos(nanoseconds);
            assert_eq!(parse_time(budget_text(Budget::Time(time)).trim_matches('"')), Some(time));
        }
    }
}
