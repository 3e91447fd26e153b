//! A game and an agent for the tests of the protocol servers.

use treebench_agents::agents;
use treebench_agents::engines::host::Setup;
use treebench_games::ORTHODOX;
use treebench_games::games;
use treebench_games::params::{Value, Values, resolve};

/// A game with these parameters, and an agent with its defaults.
pub(crate) fn setup(game: &str, values: &[(&str, Value)], agent: &str) -> Setup {
    let entry = games().find(game).unwrap();
    let given: Values = values.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let agent = agents().find(agent).unwrap();
    Setup {
        entry,
        values: resolve(&entry.specs(), &given).unwrap(),
        split: ORTHODOX.to_owned(),
        recipe: agent.recipe(&Values::default()).unwrap(),
        agent: agent.name.to_owned(),
        agent_values: Values::default(),
        seed: 1,
    }
}
