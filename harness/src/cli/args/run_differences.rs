//! What distinguishes several runs of one experiment from each other.

use crate::config::toml_key;
use std::collections::BTreeSet;
use toml::{Table, Value};

/// Longer values are not shown, only their keys.
const LONGEST: usize = 60;

/// For each resolved copy of an experiment, the keys on which the copies do not agree, with its own values: `budget.iterations = [10]`. A table that only
/// some of them have is named alone.
pub(crate) fn run_differences(copies: &[Table]) -> Vec<Vec<String>> {
    let mut found = vec![Vec::new(); copies.len()];
    compare("", &copies.iter().map(Some).collect::<Vec<_>>(), &mut found);
    found
}

fn compare(path: &str, tables: &[Option<&Table>], found: &mut [Vec<String>]) {
    let keys: BTreeSet<&String> = tables.iter().flatten().flat_map(|table| table.keys()).collect();
    for key in keys {
        let values: Vec<Option<&Value>> = tables.iter().map(|table| table.and_then(|table| table.get(key))).collect();
        if values.windows(2).all(|pair| pair[0] == pair[1]) {
            continue;
        }
        let path = if path.is_empty() { toml_key(key) } else { format!("{path}.{}", toml_key(key)) };
        let inner: Option<Vec<&Table>> = values.iter().map(|value| value.and_then(Value::as_table)).collect();
        if let Some(inner) = inner {
            compare(&path, &inner.into_iter().map(Some).collect::<Vec<_>>(), found);
            continue;
        }
        for (value, found) in values.iter().zip(found.iter_mut()) {
            found.extend(value.map(|value| shown(&path, value)));
        }
    }
}

/// A key with its value, if that is short.
fn shown(path: &str, value: &Value) -> String {
    match value {
        Value::Table(_) => path.to_owned(),
        value => {
            let text = value.to_string();
            if text.contains('\n') || text.chars().count() > LONGEST { path.to_owned() } else { format!("{path} = {text}") }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_shown() {
        let copy = |text: &str| text.parse::<Table>().expect("TOML");
        let first = copy("seed = 1\n[budget]\niterations = [10]\n[agent.uct.params]\nfpu = inf\nties = \"first\"\n");
        let second =
            copy("seed = 1\n[budget]\niterations = [20]\n[agent.uct.params]\nfpu = inf\nties = \"random\"\n[agent.rave]\nuse = \"rave\"\n");
        let found = run_differences(&[first.clone(), second, first]);
        let own = ["agent.uct.params.ties = \"first\"", "budget.iterations = [10]"];
        assert_eq!((&found[0][..], &found[2][..]), (&own.map(String::from)[..], &own.map(String::from)[..]));
        assert_eq!(found[1], ["agent.rave", "agent.uct.params.ties = \"random\"", "budget.iterations = [20]"]);
        let long = format!("[game.mine]\nrbg-text = \"{}\"\n", "x".repeat(LONGEST));
        let found = run_differences(&[copy(&long), copy("[game.mine]\nrbg-text = \"y\"\n")]);
        assert_eq!(found, [["game.mine.rbg-text"], ["game.mine.rbg-text = \"y\""]]);
    }
}
