//! A cell's name in parts, to find the difference between two cells.

use super::side_differences::two_values;
use std::collections::BTreeMap;
use treebench_agents::agents;
use treebench_games::games;
use treebench_games::params::ParamSpec;

/// A cell's name in parts.
pub(super) struct CellFacts {
    /// The game and the agents, by the names of their tables.
    pub(super) names: Vec<String>,
    /// The other facts, keyed by their owner among the names, or none, and their name: a parameter, a setting, or [`WHAT`] or [`BUDGET`] of the
    /// owner.
    values: BTreeMap<(Option<usize>, String), String>,
}

/// The registered game or agent, or the program, of a table.
const WHAT: &str = "";
/// The budget of an agent; sorted after all parameters.
const BUDGET: &str = "~budget";

/// A fact, by its owner and name, with its values in two cells.
type Difference<'f> = (&'f (Option<usize>, String), Option<&'f String>, Option<&'f String>);

impl CellFacts {
    /// The parts of a name; `None` if it does not have the form of one.
    pub(super) fn of(name: &str) -> Option<CellFacts> {
        // Cells that would share a name have the beginnings of their keys in brackets.
        let name = name.strip_suffix(']').and_then(|rest| rest.rsplit_once(" [")).map_or(name, |(name, _)| name);
        let mut parts = parts(name).into_iter().peekable();
        let mut facts = CellFacts { names: Vec::new(), values: BTreeMap::new() };
        facts.add(parts.next()?, ": ");
        let agents: Option<Vec<(&str, &str)>> = parts.peek().and_then(|agents| agents.split(" against ").map(with_budget).collect());
        if agents.is_some() {
            parts.next();
        }
        for (agent, budget) in agents.into_iter().flatten() {
            facts.values.insert((Some(facts.names.len()), BUDGET.to_owned()), budget.to_owned());
            facts.add(agent, " = ");
        }
        for setting in parts {
            let (name, value) = setting.split_once(' ')?;
            facts.values.insert((None, name.to_owned()), value.to_owned());
        }
        Some(facts)
    }

    /// Adds a game or an agent, written as `table = registered (parameter=value, …)` or without the table.
    fn add(&mut self, text: &str, sign: &str) {
        // What a program is known by is in brackets, too, and belongs to its name.
        let (head, params) = match text.strip_suffix(')').and_then(|text| text.split_once(" (")) {
            Some((head, params)) if params.split(", ").all(|param| param.contains('=')) => (head, params),
            _ => (text, ""),
        };
        let (table, what) = head.split_once(sign).unwrap_or((head, head));
        let owner = Some(self.names.len());
        self.names.push(table.to_owned());
        self.values.insert((owner, WHAT.to_owned()), what.to_owned());
        for (name, value) in params.split(", ").filter_map(|param| param.split_once('=')) {
            self.values.insert((owner, name.to_owned()), value.to_owned());
        }
    }

    /// The number of differing budgets, and of other differences.
    pub(super) fn distance(&self, other: &CellFacts) -> (usize, usize) {
        let [mut budgets, mut others] = [0, 0];
        for ((_, name), ..) in self.differing(other) {
            *(if name == BUDGET { &mut budgets } else { &mut others }) += 1;
        }
        (budgets, others)
    }

    /// The differences, with both values unless they are the default.
    fn differing<'f>(&'f self, other: &'f CellFacts) -> Vec<Difference<'f>> {
        let mut all: Vec<&(Option<usize>, String)> = self.values.keys().chain(other.values.keys()).collect();
        all.sort_unstable();
        all.dedup();
        let both = all.into_iter().map(|fact| (fact, self.values.get(fact), other.values.get(fact)));
        both.filter(|(_, here, there)| here != there).collect()
    }

    /// Whether the candidate is tested elsewhere: in another game, under other settings, or against other opponents. A budget that all agents share is the
    /// candidate's, too.
    pub(super) fn is_other_setting(&self, other: &CellFacts) -> bool {
        let differing = self.differing(other);
        let shared = self.shared_budget(&differing);
        differing.into_iter().any(|((owner, name), ..)| *owner != Some(1) && !(shared && name == BUDGET))
    }

    /// Whether the budgets of all agents have the same difference.
    fn shared_budget(&self, differing: &[Difference<'_>]) -> bool {
        let agents = self.names.len() - 1;
        let budgets: Vec<_> = differing.iter().filter(|((_, name), ..)| name == BUDGET).map(|(_, here, there)| (here, there)).collect();
        budgets.len() == agents && agents > 1 && budgets.iter().all(|budget| *budget == budgets[0])
    }

    /// The differences in words.
    pub(super) fn difference(&self, other: &CellFacts) -> String {
        let differing = self.differing(other);
        // It is one difference.
        let shared = self.shared_budget(&differing);
        let mut owners: Vec<(Option<usize>, Vec<String>)> = Vec::new();
        for ((owner, name), here, there) in differing {
            let owner = if shared && name == BUDGET { None } else { *owner };
            let value = |facts: &CellFacts, known: Option<&String>| known.cloned().unwrap_or_else(|| facts.default(owner, name));
            let (here, there) = (value(self, here), value(other, there));
            let is_named = ![WHAT, BUDGET].contains(&name.as_str());
            let words = two_values(is_named.then_some(name.as_str()), &here, &there, " → ");
            match owners.iter_mut().find(|(known, _)| *known == owner) {
                Some((_, list)) if !list.contains(&words) => list.push(words),
                Some(_) => {}
                None => owners.push((owner, vec![words])),
            }
        }
        let said = owners.into_iter().map(|(owner, words)| match owner {
            Some(owner) => format!("{}: {}", self.names[owner], words.join(", ")),
            None => words.join(", "),
        });
        let mut said: Vec<String> = said.collect();
        // An agent that plays against itself changes twice.
        said.dedup();
        said.join("; ")
    }

    /// The default of a parameter that the name leaves out.
    fn default(&self, owner: Option<usize>, name: &str) -> String {
        let of = |specs: Vec<ParamSpec>| specs.iter().find(|spec| spec.name == name).map(|spec| spec.default.to_string());
        let what = self.values.get(&(owner, WHAT.to_owned()));
        let known = match (owner, what) {
            (Some(0), Some(game)) => games().find(game).ok().and_then(|game| of(game.all_specs())),
            (Some(_), Some(agent)) => agents().find(agent).ok().and_then(|agent| of((agent.specs)())),
            _ => None,
        };
        known.unwrap_or_else(|| "default".to_owned())
    }
}

/// A name split at semicolons outside brackets.
fn parts(name: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, c) in name.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ';' if depth == 0 && name[at..].starts_with("; ") => {
                parts.push(&name[start..at]);
                start = at + 2;
            }
            _ => {}
        }
    }
    parts.push(&name[start..]);
    parts
}

/// An agent's text and its budget; `None` if the text has none.
fn with_budget(agent: &str) -> Option<(&str, &str)> {
    let (agent, budget) = agent.rsplit_once(", ")?;
    let (amount, unit) = budget.split_once(' ')?;
    (amount.parse::<f64>().is_ok() && ["iterations", "states", "s"].contains(&unit)).then_some((agent, budget))
}
