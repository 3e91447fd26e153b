//! `[agent.NAME]` and `[compare]` → agents and comparisons.

use super::Program;
use super::engines::option_variants;
use super::variants::{MOST_CELLS, Variant, located, variants};
use crate::config::wire::{AgentTable, BudgetWire, Located, NamedTable, Wire};
use crate::config::{KeyPath, Part, is_pattern, matches};
use crate::embedding::Script;
use std::collections::BTreeMap;
use std::sync::Arc;
use treebench_agents::{Budget, Recipe, agents};
use treebench_games::games;
use treebench_games::names::nearest;
use treebench_games::params::Values;

/// An agent's table with all variants of its sweeps.
pub(crate) struct AgentSet {
    /// The name of its table.
    pub(crate) name: String,
    pub(crate) program: Program,
    pub(crate) at: KeyPath,
    /// Its own budgets, if any.
    pub(crate) budget: Option<BudgetWire>,
    /// The parameters that all variants share.
    pub(crate) fixed: Values,
    pub(crate) variants: Vec<AgentVariant>,
}

pub(crate) struct AgentVariant {
    pub(crate) variant: Variant,
    pub(crate) recipe: Box<dyn Recipe>,
    /// Its own budget, and its index among several.
    pub(crate) budget: Option<(usize, Located<Budget>)>,
}

/// The names of the agents in one match: the candidate first, then its opponents.
pub(crate) struct Comparison {
    pub(crate) participants: Vec<String>,
    pub(crate) at: KeyPath,
    pub(crate) seats: Seats,
}

/// The games of a comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seats {
    /// All: an agent is alone, whatever the number of players.
    Any,
    /// Those with one seat per participant; any other game is an error.
    Required,
    /// Those with one seat per participant; other games have their own comparisons.
    Matching,
}

/// All agents with a table, and those only named; `None` for an agent with errors.
pub(crate) type AgentSets = BTreeMap<String, Option<AgentSet>>;

/// The agents that have a table.
pub(crate) fn agent_sets(wire: &Wire, identities: &BTreeMap<String, String>) -> AgentSets {
    let build = |(name, table): (&String, &NamedTable<AgentTable>)| {
        let set = table.as_ref().filter(|table| !is_misspelt(name, table, wire)).and_then(|table| {
            let engine = table.engine.as_ref().map(|engine| engine.known_as(identities.get(name)));
            let identity = table.identity.clone().or_else(|| Some(Located::new(identities.get(name)?.clone(), table.at.clone())));
            build(name, &AgentTable { engine, identity, ..table.clone() })
        });
        (name.clone(), set)
    };
    wire.agents.iter().map(build).collect()
}

/// Whether a table that names no agent is a misspelling of another one, which is an error.
fn is_misspelt(name: &str, table: &AgentTable, wire: &Wire) -> bool {
    if table.names_player() || agents().find(name).is_ok() {
        return false;
    }
    let near = nearest(name, wire.agents.keys().map(String::as_str).filter(|other| *other != name));
    if let Some(near) = near {
        let message = format!("`[{}]` does not name an agent", table.at);
        table.at.refuse(Part::Key, message).help(format_args!("did you mean `[agent.{near}]`?")).help("add use = \"…\"");
    }
    near.is_some()
}

/// An agent with its table; `None` if it has errors.
pub(crate) fn build(name: &str, table: &AgentTable) -> Option<AgentSet> {
    if let Some(script) = table.script(None) {
        return of(name, Program::Script(Arc::new(script)), table.script_variants(), table);
    }
    if let Some(limit) = &table.limit {
        limit.at.refuse(Part::Key, "`limit` belongs to `python`; an engine has its own in `engine`");
    }
    if let Some(engine) = &table.engine {
        refuse_beside_engine(table);
        let variants = option_variants(engine, table);
        return of(name, Program::Engine(Arc::new(engine.settings())), variants, table);
    }
    let used = table.used.clone().unwrap_or_else(|| Located::new(name.to_owned(), table.at.clone()));
    let Ok(entry) = agents().find(&used.value) else {
        let known: Vec<&str> = agents().iter().map(|entry| entry.name).collect();
        if table.used.is_some() {
            refuse_unknown(&used.at, Part::Value, &used.value, known);
        } else if !table.names_player() && !table.at.key("use").is_misspelt() {
            let message = format!("`[{}]` does not name an agent", table.at);
            used.at.refuse(Part::Key, message).help("write use = \"…\"").suggest(&used.value, known);
        }
        return None;
    };
    let variants = variants(&(entry.specs)(), table.given());
    of(name, Program::Agent(entry), variants, table)
}

/// Reports an unknown agent. Some papers' agents are parameters of others here.
fn refuse_unknown(at: &KeyPath, part: Part, name: &str, known: Vec<&str>) {
    let is_kept = !at.sources().full();
    let mut error = at.refuse(part, format!("unknown agent `{name}`"));
    if !is_kept {
        return;
    }
    let owners = agents().iter().filter(|entry| (entry.specs)().iter().any(|spec| spec.name == name)).map(|entry| entry.name);
    let owners: Vec<&str> = owners.collect();
    if let Some(first) = owners.iter().min_by_key(|name| name.len()) {
        let list = owners.join(", ");
        error.help(format_args!(
            "`{name}` is a parameter of {list}: write use = \"{first}\", params = {{ {name} = … }} (`bench show {first}`)"
        ));
    }
    if games().find(name).is_ok() {
        error.help(format_args!("`{name}` is a game: games belong in [grid], as in game = \"{name}\""));
    }
    error.suggest(name, known);
}

/// Reports keys of registered agents in the table of an engine.
fn refuse_beside_engine(table: &AgentTable) {
    for (key, given) in [("use", table.used.is_some()), ("params", !table.params.is_empty())] {
        if given {
            let message = format!("an agent has either `engine` or `{key}`; the program is configured by `command` and `options`");
            table.at.key(key).refuse(Part::Key, message);
        }
    }
}

/// Variants of a registered agent, or of an engine, with the budgets of a table.
fn of(name: &str, program: Program, variants: Vec<Variant>, table: &AgentTable) -> Option<AgentSet> {
    let (mut built, fixed) = (Vec::new(), variants.first().map(Variant::fixed).unwrap_or_default());
    let params = &table.engine.as_ref().map_or_else(|| table.at.key("params"), |engine| engine.at.clone());
    let budgets = table.budget.as_ref().map_or(1, |budget| budget.values.len() as u64);
    if (variants.len() as u64).saturating_mul(budgets) > MOST_CELLS {
        let message = format!("`[{}]` has more than {MOST_CELLS} combinations of parameters and budgets", table.at);
        table.at.refuse(Part::Key, message);
        return None;
    }
    for variant in variants {
        let budgets = match &table.budget {
            Some(budget) => budget.values.iter().cloned().enumerate().map(Some).collect(),
            None => vec![None],
        };
        for budget in budgets {
            match program.recipe(&variant.params) {
                Ok(recipe) => built.push(AgentVariant { variant: variant.clone(), recipe, budget }),
                Err(error) => variant.refuse(&error, &table.at, params),
            }
        }
    }
    let set = AgentSet { name: name.to_owned(), program, at: table.at.clone(), budget: table.budget.clone(), fixed, variants: built };
    (!set.variants.is_empty()).then_some(set)
}

impl AgentSet {
    /// Its table with every parameter; `given` is the file's table, and `identity` that of its engine.
    pub(crate) fn table(&self, given: Option<&AgentTable>, identity: Option<&String>) -> AgentTable {
        let given = given.cloned().unwrap_or_else(|| AgentTable::empty(&self.at));
        if let Some(Script { folder, identity, .. }) = given.script(identity) {
            let identity = Some(Located::new(identity, self.at.clone()));
            return AgentTable { identity, folder: Some(folder), ..given };
        }
        match &given.engine {
            Some(engine) => AgentTable { engine: Some(engine.known_as(identity).resolved()), ..given },
            None => {
                let used = Located::new(self.program.name().to_owned(), self.at.clone());
                AgentTable { used: Some(used), params: located(&self.fixed, &self.at), ..given }
            }
        }
    }
}

/// All comparisons. Without `[compare]`, every agent is a separate comparison; without agents, there is one empty comparison.
pub(crate) fn comparisons(wire: &Wire, sets: &mut AgentSets) -> Vec<Comparison> {
    let mut comparisons = Vec::new();
    for (pattern, line) in &wire.compare {
        let candidates = fitting(pattern, &line.at, Part::Key, sets);
        for candidate in &candidates {
            for opponents in &line.value.0 {
                for participants in alternatives(is_pattern(pattern), candidate, opponents, sets) {
                    comparisons.push(Comparison { participants, at: opponents.at.clone(), seats: Seats::Required });
                }
                if comparisons.len() as u64 > MOST_CELLS {
                    let message = format!("[compare] has more than {MOST_CELLS} comparisons");
                    opponents.at.refuse(Part::Value, message);
                    return comparisons;
                }
            }
        }
    }
    if wire.compare.is_empty() {
        let alone = |name: &String| Comparison { participants: vec![name.clone()], at: wire.at.key("agent").key(name), seats: Seats::Any };
        comparisons.extend(sets.keys().map(alone));
        if comparisons.is_empty() {
            comparisons.push(Comparison { participants: Vec::new(), at: wire.at.clone(), seats: Seats::Any });
        }
    }
    comparisons
}

/// The lists of participants for a list of opponents: one, or one per match if it is a single pattern. The candidate may have been chosen by a pattern.
fn alternatives(by_pattern: bool, candidate: &str, opponents: &Located<Vec<Located<String>>>, sets: &mut AgentSets) -> Vec<Vec<String>> {
    if let [single] = &opponents.value[..] {
        let fits = fitting(&single.value, &single.at, Part::Value, sets);
        // A pattern does not make an agent play against itself.
        let others = fits.into_iter().filter(|name| name != candidate || !(by_pattern || is_pattern(&single.value)));
        return others.map(|other| vec![candidate.to_owned(), other]).collect();
    }
    let mut participants = vec![candidate.to_owned()];
    for opponent in &opponents.value {
        if is_pattern(&opponent.value) {
            let message = format!("the pattern `{}` cannot be one of several opponents: it must be the only one", opponent.value);
            opponent.at.refuse(Part::Value, message);
        } else {
            participants.extend(fitting(&opponent.value, &opponent.at, Part::Value, sets));
        }
    }
    if participants.len() == opponents.value.len() + 1 { vec![participants] } else { Vec::new() }
}

/// The agents that match a name or a pattern. A registered agent without a table has its defaults.
fn fitting(name: &str, at: &KeyPath, part: Part, sets: &mut AgentSets) -> Vec<String> {
    if is_pattern(name) {
        let fits: Vec<String> = sets.keys().filter(|known| matches(name, known)).cloned().collect();
        if fits.is_empty() {
            at.refuse(part, format!("no [agent.NAME] table matches `{name}`")).suggest("", sets.keys().map(String::as_str));
        }
        return fits;
    }
    if !sets.contains_key(name) && agents().find(name).is_ok() {
        let set = build(name, &AgentTable::empty(at));
        sets.insert(name.to_owned(), set);
    }
    match sets.get(name) {
        Some(_) => vec![name.to_owned()],
        None => {
            // Agents of the file come first, and win where two names are equally near.
            let others = agents().iter().map(|entry| entry.name).filter(|name| !sets.contains_key(*name));
            let known: Vec<&str> = sets.keys().map(String::as_str).chain(others).collect();
            refuse_unknown(at, part, name, known);
            Vec::new()
        }
    }
}
