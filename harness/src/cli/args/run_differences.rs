//! What distinguishes several runs of one experiment from each other.

use crate::config::toml_key;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use toml::{Table, Value};

/// Of longer values only the keys are shown.
const LONGEST: usize = 60;

/// What distinguishes a run from the others.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct RunDifferences {
    /// The keys on which the runs do not agree, with its own values, as in `budget.iterations = [10]`. Those that tell runs apart are first.
    pub(crate) all: Vec<String>,
    /// How many of them a list shows: enough to tell it from every other run.
    shown: usize,
}

impl RunDifferences {
    /// Those that a list shows, in one line.
    pub(crate) fn line(&self) -> String {
        let more = self.all.len() - self.shown;
        let (shown, more) = if more > 1 { (self.shown, Some(format!("and {more} more"))) } else { (self.all.len(), None) };
        self.all[..shown].iter().chain(&more).map(String::as_str).collect::<Vec<_>>().join("; ")
    }
}

/// For each resolved copy of an experiment, what distinguishes it from the others. A table that only some of them have is named alone: `with
/// agent.rave`. A list shows the first `most` keys, or more if two runs would look the same.
pub(crate) fn run_differences(copies: &[Table], most: usize) -> Vec<RunDifferences> {
    let mut keys = Vec::new();
    compare("", &copies.iter().map(Some).collect::<Vec<_>>(), &mut keys);
    let (keys, enough) = telling_first(keys, copies.len());
    let shown = enough.max(most).min(keys.len());
    let of_run = |run: usize| {
        let said =
            |keys: &[Vec<String>]| keys.iter().map(|values| values[run].clone()).filter(|value| !value.is_empty()).collect::<Vec<_>>();
        RunDifferences { all: said(&keys), shown: said(&keys[..shown]).len() }
    };
    (0..copies.len()).map(of_run).collect()
}

/// Adds the keys on which the tables do not agree: for each, what is said of every run, which is nothing where the table itself is missing.
fn compare(path: &str, tables: &[Option<&Table>], found: &mut Vec<Vec<String>>) {
    let keys: BTreeSet<&String> = tables.iter().flatten().flat_map(|table| table.keys()).collect();
    for key in keys {
        let values: Vec<Option<&Value>> = tables.iter().map(|table| table.and_then(|table| table.get(key))).collect();
        let asked = || tables.iter().zip(&values).filter(|(table, _)| table.is_some()).map(|(_, value)| *value);
        if asked().collect::<Vec<_>>().windows(2).all(|pair| pair[0] == pair[1]) {
            continue;
        }
        let path = if path.is_empty() { toml_key(key) } else { format!("{path}.{}", toml_key(key)) };
        let are_tables = values.iter().flatten().all(|value| value.is_table());
        if !are_tables || asked().any(|value| value.is_none()) {
            found.push(said(&path, tables, &values));
        }
        if are_tables {
            compare(&path, &values.iter().map(|value| value.and_then(Value::as_table)).collect::<Vec<_>>(), found);
        }
    }
}

/// What is said of a key in every run: its value if that is short, else its number among the long ones.
fn said(path: &str, tables: &[Option<&Table>], values: &[Option<&Value>]) -> Vec<String> {
    let mut long: Vec<String> = Vec::new();
    let mut of_value = |value: Option<&Value>| {
        let value = match value {
            None => return format!("without {path}"),
            Some(Value::Table(_)) => return format!("with {path}"),
            Some(value) => value,
        };
        let text = value.to_string();
        if !text.contains('\n') && text.chars().count() <= LONGEST {
            return format!("{path} = {text}");
        }
        let place = long.iter().position(|known| *known == text).unwrap_or_else(|| {
            long.push(text);
            long.len() - 1
        });
        // The first needs no number: others that are long have one.
        if place == 0 { path.to_owned() } else { format!("{path} (value {})", place + 1) }
    };
    tables.iter().zip(values).map(|(table, value)| table.map_or_else(String::new, |_| of_value(*value))).collect()
}

/// The keys in the order in which they tell the runs apart, then those with more values first; and how many tell apart what all of them do.
fn telling_first(mut keys: Vec<Vec<String>>, runs: usize) -> (Vec<Vec<String>>, usize) {
    let distinct = |values: &Vec<String>| values.iter().collect::<BTreeSet<_>>().len();
    keys.sort_by_key(|values| Reverse(distinct(values)));
    let mut ordered: Vec<Vec<String>> = Vec::new();
    // Runs of one group look the same up to now.
    let mut groups = vec![0; runs];
    let mut count = 1;
    loop {
        let best =
            keys.iter().map(|values| refined(&groups, values)).enumerate().min_by_key(|(place, (count, _))| (Reverse(*count), *place));
        match best {
            Some((place, (more, finer))) if more > count => {
                ordered.push(keys.remove(place));
                (groups, count) = (finer, more);
            }
            _ => break,
        }
    }
    let enough = ordered.len();
    ordered.append(&mut keys);
    (ordered, enough)
}

/// The groups of runs that are in one group and have one value, and how many there are.
fn refined(groups: &[usize], values: &[String]) -> (usize, Vec<usize>) {
    let mut numbers = BTreeMap::new();
    let mut number = |pair| {
        let next = numbers.len();
        *numbers.entry(pair).or_insert(next)
    };
    let finer = groups.iter().zip(values).map(&mut number).collect();
    (numbers.len(), finer)
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
        let all = |copies: &[Table]| run_differences(copies, 4).into_iter().map(|run| run.all).collect::<Vec<_>>();
        let found = all(&[first.clone(), second, first]);
        let own = ["without agent.rave", "agent.uct.params.ties = \"first\"", "budget.iterations = [10]"];
        assert_eq!((&found[0][..], &found[2][..]), (&own.map(String::from)[..], &own.map(String::from)[..]));
        assert_eq!(found[1], ["with agent.rave", "agent.uct.params.ties = \"random\"", "budget.iterations = [20]"]);
        let long = |letter: &str| copy(&format!("[game.mine]\nrbg-text = \"{}\"\n", letter.repeat(LONGEST)));
        let found = all(&[long("x"), copy("[game.mine]\nrbg-text = \"y\"\n"), long("z")]);
        assert_eq!(found, [["game.mine.rbg-text"], ["game.mine.rbg-text = \"y\""], ["game.mine.rbg-text (value 2)"]]);
    }

    /// Keys on which many runs differ are first, and a line is as long as it takes to tell any two runs apart.
    #[test]
    fn no_two_runs_look_the_same() {
        let copy = |text: &str| text.parse::<Table>().expect("TOML");
        let run = |seed: u32, games: &str, last: u32| {
            copy(&format!("[a]\nb = {games}\nc = {games}\nd = {games}\ne = {games}\nf = {games}\n[y]\nlast = {last}\n[z]\nseed = {seed}\n"))
        };
        let found = run_differences(&[run(1, "1", 1), run(2, "1", 1), run(3, "2", 1), run(3, "2", 2)], 2);
        let lines: Vec<String> = found.iter().map(RunDifferences::line).collect();
        assert_eq!(lines[0], "z.seed = 1; y.last = 1; and 5 more");
        assert_eq!(lines[3], "z.seed = 3; y.last = 2; and 5 more");
        assert_eq!(found[0].all.len(), 7, "{found:?}");
        // Tables that only some have are compared, too.
        let game = |size: u32| copy(&format!("[game.mine]\nsize = {size}\n"));
        let lines: Vec<String> = run_differences(&[game(1), game(2), copy("")], 1).iter().map(RunDifferences::line).collect();
        assert_eq!(lines, ["game.mine.size = 1; with game", "game.mine.size = 2; with game", "without game"]);
        assert_eq!(lines.iter().collect::<BTreeSet<_>>().len(), 3);
    }
}
