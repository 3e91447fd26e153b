//! Games and agents on the command line: `GAME -p key=value --position …` and `--agent NAME`.

use crate::cli::CliError;
use crate::experiment::value_json;
use std::path::Path;
use std::sync::Arc;
use treebench_agents::{Recipe, agents};
use treebench_games::names::nearest;
use treebench_games::params::{Kind, ParamSpec, Values, resolve};
use treebench_games::swap::SWAP;
use treebench_games::{Game, GameEntry, ORTHODOX, Position, Rng, Turn, games, languages, view};

/// A game, its parameters and a position in it.
#[derive(clap::Args, Debug)]
pub(crate) struct GameArgs {
    /// The game (`bench list games` shows them), or a rules file that ends in `.rbg`, `.hrg` or `.rg`.
    pub(crate) game: String,
    /// A parameter, for example `-p size=6`; can be repeated.
    #[arg(short = 'p', long = "param", value_name = "KEY=VALUE")]
    pub(crate) params: Vec<String>,
    /// The split strategy [default: orthodox].
    #[arg(long, value_name = "STRATEGY")]
    pub(crate) split: Option<String>,
    /// The position to start from, in the game's notation [default: the start of the game].
    #[arg(long, value_name = "NOTATION", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
}

/// A game with its parameters, ready to play.
pub(crate) struct PlayableGame {
    /// Where it comes from.
    pub(crate) entry: &'static GameEntry,
    /// Its registered name.
    pub(crate) name: &'static str,
    /// All its parameters.
    pub(crate) values: Values,
    /// The game under the split strategy given.
    pub(crate) game: Arc<dyn Game>,
    /// The position given, or the start.
    pub(crate) position: Box<dyn Position>,
}

/// An agent with its parameters, ready to play.
pub(crate) struct OpenedAgent {
    /// Its registered name.
    pub(crate) name: &'static str,
    /// All its parameters.
    pub(crate) values: Values,
    pub(crate) recipe: Box<dyn Recipe>,
}

impl GameArgs {
    /// A registered game with its defaults.
    pub(crate) fn named(game: &str) -> GameArgs {
        GameArgs { game: game.to_owned(), params: Vec::new(), split: None, position: None }
    }

    /// Looks up the game; every parameter belongs to it.
    pub(crate) fn open(&self) -> Result<PlayableGame, CliError> {
        let entry = game_entry(&self.game)?;
        let specs = entry.all_specs();
        let mut given = Values::default();
        for pair in &self.params {
            let (key, text) = split(pair)?;
            insert(&mut given, key.strip_prefix("game.").unwrap_or(key), text, &specs)?;
        }
        self.opened(entry, &given)
    }

    /// Looks up the game and an agent. A parameter belongs to the one that declares it; `game.key` and `agent.key` resolve ambiguities.
    pub(crate) fn open_with(&self, agent: &str) -> Result<(PlayableGame, OpenedAgent), CliError> {
        let game = game_entry(&self.game)?;
        let agent_entry = agents().find(agent).map_err(CliError::input)?;
        let (game_specs, agent_specs) = (game.all_specs(), (agent_entry.specs)());
        let (mut to_game, mut to_agent) = (Values::default(), Values::default());
        for pair in &self.params {
            let (key, text) = split(pair)?;
            if let Some(key) = key.strip_prefix("game.") {
                insert(&mut to_game, key, text, &game_specs)?;
            } else if let Some(key) = key.strip_prefix("agent.") {
                insert(&mut to_agent, key, text, &agent_specs)?;
            } else {
                match (has(&game_specs, key), has(&agent_specs, key)) {
                    (true, false) => insert(&mut to_game, key, text, &game_specs)?,
                    (false, true) => insert(&mut to_agent, key, text, &agent_specs)?,
                    (true, true) => {
                        return Err(CliError::input(format!(
                            "both game `{}` and agent `{agent}` have a parameter `{key}`: write `game.{key}={text}` or `agent.{key}={text}`",
                            self.game
                        )));
                    }
                    (false, false) => return Err(unknown_to_both(key, (&self.game, &game_specs), (agent, &agent_specs))),
                }
            }
        }
        let opened = self.opened(game, &to_game)?;
        let fault = |error| CliError::input(format!("agent `{agent}`: {error}"));
        let values = resolve(&agent_specs, &to_agent).map_err(fault)?;
        let recipe = agent_entry.recipe(&to_agent).map_err(fault)?;
        recipe
            .supports(&opened.game.info())
            .map_err(|reason| CliError::input(format!("agent `{agent}` cannot play `{}`: it {reason}", self.game)))?;
        Ok((opened, OpenedAgent { name: agent_entry.name, values, recipe }))
    }

    fn opened(&self, entry: &'static GameEntry, given: &Values) -> Result<PlayableGame, CliError> {
        let fault = |error| CliError::input(format!("game `{}`: {error}", entry.name));
        let specs = if given.get(SWAP).is_some() { entry.all_specs() } else { entry.specs() };
        let values = resolve(&specs, given).map_err(fault)?;
        let mut game = entry.build(given).map_err(fault)?;
        if let Some(split) = &self.split {
            game = view(&game, split).map_err(fault)?;
        }
        let position = match &self.position {
            Some(text) => game.parse(text).map_err(CliError::input)?,
            None => game.start(),
        };
        Ok(PlayableGame { entry, name: entry.name, values, game, position })
    }
}

/// The game with this name, or the game of this rules file.
pub(crate) fn game_entry(name: &str) -> Result<&'static GameEntry, CliError> {
    let path = Path::new(name);
    if languages::is_rules_file(path) { languages::load(path) } else { games().find(name) }.map_err(CliError::input)
}

impl PlayableGame {
    /// Samples chance until a player is to move or the game is over, and returns the outcomes in the game's notation.
    pub(crate) fn draw_chance(&mut self, rng: &mut Rng) -> Vec<String> {
        let mut drawn = Vec::new();
        while self.position.turn() == Turn::Chance {
            let outcome = self.position.sample(rng, &mut Vec::new());
            drawn.push(self.position.move_notation(&[outcome]));
            self.position.apply(outcome);
        }
        drawn
    }
}

impl PlayableGame {
    /// `game (key=value, …) @Mod`; only the name if there are no parameters and no split.
    pub(crate) fn title(&self) -> String {
        let split = self.game.split();
        let title = titled(self.name, &self.values);
        if split == ORTHODOX { title } else { format!("{title} @{split}") }
    }
}

/// `game (key=value, …)`; only the name if there are no parameters.
pub(crate) fn titled(name: &str, values: &Values) -> String {
    if values.is_empty() { name.to_owned() } else { format!("{name} ({values})") }
}

/// A generator of random numbers; different streams of one seed are independent.
pub(crate) fn rng(seed: u64, stream: u64) -> Rng {
    Rng::of_seed(seed, stream)
}

/// All values as a JSON object.
pub(crate) fn json_values(values: &Values) -> serde_json::Value {
    values.iter().map(|(name, value)| (name.to_owned(), value_json(value))).collect::<serde_json::Map<_, _>>().into()
}

fn has(specs: &[ParamSpec], key: &str) -> bool {
    specs.iter().any(|spec| spec.name == key)
}

fn split(pair: &str) -> Result<(&str, &str), CliError> {
    pair.split_once('=').ok_or_else(|| CliError::input(format!("`-p {pair}`: expected `-p key=value`, for example `-p size=6`")))
}

/// Reads a value with the type of its parameter. Text that does not parse stays text, and the check against the spec reports it.
fn insert(values: &mut Values, key: &str, text: &str, specs: &[ParamSpec]) -> Result<(), CliError> {
    let kind = specs.iter().find(|spec| spec.name == key).map_or(Kind::Text, |spec| spec.kind);
    if values.get(key).is_some() {
        return Err(CliError::input(format!("duplicate parameter `{key}`")));
    }
    values.set(key, kind.read(text));
    Ok(())
}

fn unknown_to_both(key: &str, (game, of_game): (&str, &[ParamSpec]), (agent, of_agent): (&str, &[ParamSpec])) -> CliError {
    let names = |specs: &[ParamSpec]| match specs {
        [] => "none".to_owned(),
        specs => specs.iter().map(|spec| spec.name).collect::<Vec<_>>().join(", "),
    };
    let near = nearest(key, of_game.iter().chain(of_agent).map(|spec| spec.name));
    let hint = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    CliError::input(format!(
        "unknown parameter `{key}`{hint} (of game `{game}`: {}; of agent `{agent}`: {})",
        names(of_game),
        names(of_agent)
    ))
}
