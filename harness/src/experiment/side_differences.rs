//! What the agents of an experiment that play each other differ in, in words.

use super::short_numbers::short;
use super::{Experiment, Labels, Participant, Program};
use std::collections::BTreeSet;

/// More pairs of agents are not compared: tables of agents serve better then.
const MOST_PAIRS: usize = 3;
/// As many agents make that many pairs.
const MOST_ALONE: usize = 3;
/// More parameters, and more values of one of them, are counted.
const MOST_NAMED: usize = 6;
const MOST_VALUES: usize = 4;

/// Two values of a fact, as in `exploration 0.7 → 6.0`; those of a budget have no name and share a unit, as in `100 → 200 iterations`.
pub(super) fn two_values(name: Option<&str>, here: &str, there: &str, sign: &str) -> String {
    match (name, here.split_once(' '), there.split_once(' ')) {
        (Some(name), ..) => format!("{name} {here}{sign}{there}"),
        (None, Some((n, unit)), Some((m, same))) if unit == same && n.parse::<f64>().is_ok() => format!("{n}{sign}{m} {unit}"),
        (None, ..) => format!("{here}{sign}{there}"),
    }
}

impl Experiment {
    /// For every two agents that meet, or that are compared where each is alone, the parameters and budgets in which they differ, as in `uct and mcts differ
    /// in: exploration 1.4142 / 0.4`. Nothing for many agents, and for agents that have no parameter in common.
    pub fn side_differences(&self) -> Vec<String> {
        let pairs = if self.cells.iter().all(|cell| cell.participants.len() == 1) { self.alone() } else { self.that_meet() };
        pairs.iter().filter_map(|pair| pair.words(&self.labels)).collect()
    }

    /// Agents that are alone in their cells, as in searches.
    fn alone(&self) -> Vec<Pair<'_>> {
        let mut agents: Vec<(&str, Vec<&Participant>)> = Vec::new();
        let mut seen = BTreeSet::new();
        for cell in &self.cells {
            let of_agents = cell.axes.iter().filter(|at| at.role().agent().is_some() || at.role().is_budget());
            let place: Vec<&str> = of_agents.map(|at| at.value.as_str()).collect();
            for agent in &cell.participants {
                let name = agent.name.as_str();
                if !seen.insert((name, place.clone())) {
                    continue;
                }
                match agents.iter().position(|(known, _)| *known == name) {
                    Some(known) => agents[known].1.push(agent),
                    None if agents.len() == MOST_ALONE => return Vec::new(),
                    None => agents.push((name, vec![agent])),
                }
            }
        }
        let mut pairs = Vec::new();
        for (place, (_, ours)) in agents.iter().enumerate() {
            for (_, theirs) in &agents[place + 1..] {
                // The shorter list goes round, so that every variant of either agent comes up.
                let both = (0..ours.len().max(theirs.len())).map(|i| (ours[i % ours.len()], theirs[i % theirs.len()])).collect();
                pairs.push(Pair { both, meet: false });
            }
        }
        pairs
    }

    /// Agents that play each other.
    fn that_meet(&self) -> Vec<Pair<'_>> {
        let mut pairs: Vec<Pair<'_>> = Vec::new();
        for cell in &self.cells {
            for (place, first) in cell.participants.iter().enumerate() {
                for second in cell.participants[place + 1..].iter().filter(|second| second.name != first.name) {
                    let is_known = |pair: &Pair<'_>| pair.both[0].0.name == first.name && pair.both[0].1.name == second.name;
                    match pairs.iter().position(is_known) {
                        Some(known) => pairs[known].both.push((first, second)),
                        None if pairs.len() == MOST_PAIRS => return Vec::new(),
                        None => pairs.push(Pair { both: vec![(first, second)], meet: true }),
                    }
                }
            }
        }
        pairs
    }
}

/// Two agents: in every cell in which they meet, or all variants of either.
struct Pair<'e> {
    both: Vec<(&'e Participant, &'e Participant)>,
    meet: bool,
}

impl<'e> Pair<'e> {
    fn words(&self, labels: &Labels) -> Option<String> {
        let (one, two) = self.both[0];
        let mut common: Vec<String> = self.parameters().into_iter().filter_map(|name| self.parameter(name, labels)).collect();
        let budgets = self.values(|participant| Some(participant.budget), |budget| budget.to_string());
        common.extend(budgets.map(|(here, there)| two_values(None, &here, &there, " / ")));
        let names = [one, two].map(|participant| labels.of(&participant.name));
        let more = self.others();
        if common.is_empty() {
            // Different agents are not alike because they share a few parameters.
            return None;
        }
        let hidden = common.len().saturating_sub(MOST_NAMED);
        common.truncate(MOST_NAMED);
        let hidden = if hidden > 0 { format!(" and {hidden} more") } else { String::new() };
        Some(format!("{} and {} differ in: {}{hidden}{more}", names[0], names[1], common.join(", ")))
    }

    /// The names of parameters that both have; engines do not declare theirs.
    fn parameters(&self) -> Vec<&'e str> {
        let (one, two) = self.both[0];
        match (&one.program, &two.program) {
            (Program::Agent(_), Program::Agent(_)) => {
                one.params.iter().map(|(name, _)| name).filter(|name| two.params.get(name).is_some()).collect()
            }
            (Program::Engine(_), Program::Engine(_)) | (Program::Script(_), Program::Script(_)) => {
                let mut names: Vec<&str> = Vec::new();
                for (name, _) in self.both.iter().flat_map(|(one, two)| [one, two]).flat_map(|side| side.params.iter()) {
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
                names
            }
            _ => Vec::new(),
        }
    }

    fn parameter(&self, name: &str, labels: &Labels) -> Option<String> {
        let (here, there) = self.values(|participant| participant.params.get(name), |value| labels.of(&value.to_string()).to_owned())?;
        Some(two_values(Some(labels.of(name)), &here, &there, " / "))
    }

    /// The values of both sides over all cells as texts, if any cell in which they meet has two different ones, or else if not all variants have the same.
    fn values<T: PartialEq + Copy>(
        &self,
        of: impl Fn(&'e Participant) -> Option<T>,
        text: impl Fn(T) -> String,
    ) -> Option<(String, String)> {
        let text = |value: Option<T>| value.map_or_else(|| "default".to_owned(), &text);
        let (mut here, mut there, mut differ) = (DistinctValues::default(), DistinctValues::default(), false);
        let mut last = None;
        for &(one, two) in &self.both {
            let values = (of(one), of(two));
            // Most cells have the values of the one before.
            if last == Some(values) {
                continue;
            }
            last = Some(values);
            let (one, two) = (text(values.0), text(values.1));
            differ |= one != two;
            here.add(one);
            there.add(two);
        }
        if !self.meet {
            differ = here.known != there.known;
        }
        if !differ {
            return None;
        }
        let (here, there) = (here.in_order, there.in_order);
        let [short_here, short_there] = [&here, &there].map(|values| listed(values, true));
        let is_same = short_here == short_there;
        Some(if is_same { (listed(&here, false), listed(&there, false)) } else { (short_here, short_there) })
    }

    /// Where to look for the parameters that only one of them has; empty if there are none.
    fn others(&self) -> String {
        let (one, two) = self.both[0];
        let lacks = |one: &Participant, two: &Participant| one.params.iter().any(|(name, _)| two.params.get(name).is_none());
        let sides = [(one, two), (two, one)]
            .into_iter()
            .filter(|(own, other)| matches!((&own.program, &other.program), (Program::Agent(_), Program::Agent(_))) && lacks(own, other));
        let shown: Vec<String> = sides.map(|(own, _)| format!("`bench show {}`", own.program.name())).collect();
        if shown.is_empty() { String::new() } else { format!("; for parameters that only one of them has, see {}", shown.join(" and ")) }
    }
}

/// Different values in the order in which they came.
#[derive(Default)]
struct DistinctValues {
    in_order: Vec<String>,
    known: BTreeSet<String>,
}

impl DistinctValues {
    fn add(&mut self, value: String) {
        if !self.known.contains(&value) {
            self.known.insert(value.clone());
            self.in_order.push(value);
        }
    }
}

/// Different values in their order.
fn listed(values: &[String], shortened: bool) -> String {
    let mut different: Vec<String> = Vec::new();
    for value in values {
        let value = if shortened { short(value) } else { value.clone() };
        if !different.contains(&value) {
            different.push(value);
        }
    }
    match &different[..] {
        all if all.len() <= MOST_VALUES => all.join(", "),
        [first, .., last] => format!("{first}, …, {last}"),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{listed, two_values};

    #[test]
    fn two_values_are_named_once() {
        assert_eq!(two_values(Some("fpu"), "0.5", "inf", " / "), "fpu 0.5 / inf");
        assert_eq!(two_values(None, "100 iterations", "200 iterations", " → "), "100 → 200 iterations");
        assert_eq!(two_values(None, "100 iterations", "0.5 s", " → "), "100 iterations → 0.5 s");
        assert_eq!(two_values(None, "python3 e.py", "python e.py", " → "), "python3 e.py → python e.py");
    }

    #[test]
    fn values_are_short() {
        let values = ["1", "2", "1", "3", "4", "5"].map(str::to_owned);
        assert_eq!((listed(&values, true), listed(&values[..4], true)), ("1, …, 5".to_owned(), "1, 2, 3".to_owned()));
    }
}
