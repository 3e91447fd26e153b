//! `bench show`: shows one game, agent or experiment in full.

use super::Verb;
use crate::cli::CliError;
use crate::cli::args::catalogue::{
    CatalogueEntry, ExperimentFile, all_agents, all_games, experiments_folder, experiments_in, read_experiment,
};
use crate::cli::out::{self, Format};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use treebench_agents::agents;
use treebench_games::names::nearest;
use treebench_games::params::Values;
use treebench_games::registry::Entry;
use treebench_games::{GameEntry, GameInfo, games, languages, swap};

/// Shows one game, agent or experiment in full.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench show tic-tac-toe
  bench show uct --format json
  bench show experiment.toml

A game may also be given by its rules file, and an experiment by its file, or by the file's name without `.toml` in the folder of experiments.
Games are shown with default parameters.")]
pub(crate) struct Args {
    /// A game, an agent or an experiment.
    name: String,
    /// The folder of experiment files [default: configs, or the current folder where there is no such folder].
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Verb for Args {
    const NAME: &'static str = "show";

    fn run(self) -> Result<ExitCode, CliError> {
        let mut found: Vec<(String, Value)> = Vec::new();
        let file = Path::new(&self.name);
        if let Ok(entry) = games().find(&self.name) {
            let (text, json) = game(entry)?;
            found.push((format!("{text}{}", short_for(&self.name, entry)), json));
        } else if languages::is_rules_file(file) && file.is_file() {
            found.push(game(languages::load(file).map_err(CliError::input)?)?);
        }
        if let Ok(entry) = agents().find(&self.name) {
            found.push(agent(&CatalogueEntry::from(entry), &game_infos()?)?);
        }
        if let Some(file) = experiment(&self)? {
            found.push(experiment_shown(&file));
        }
        match (found.is_empty(), self.format) {
            (true, _) => Err(unknown(&self)),
            (false, Format::Text) => out::finish_prose(&found.into_iter().map(|(text, _)| text).collect::<Vec<_>>().join("\n")),
            (false, Format::Json) => out::finish_json(&found.into_iter().map(|(_, json)| json).collect()),
        }
    }
}

/// The games that share a short name, if one was used.
fn short_for(name: &str, entry: &'static GameEntry) -> String {
    if name == entry.name {
        return String::new();
    }
    let others = games().iter().filter(|other| other.short_name() == name && other.name != entry.name);
    let others: Vec<String> = others.map(|other| format!("; another game is `{}`", other.name)).collect();
    format!("\n  `{name}` is short for `{}`{}\n", entry.name, others.concat())
}

/// A game with its parameters at their defaults, as text and as JSON.
pub(super) fn game(entry: &GameEntry) -> Result<(String, Value), CliError> {
    let built = entry.build(&Values::default()).map_err(CliError::input)?;
    let info = built.info();
    let specs = if swap::applies(&info) { entry.all_specs() } else { entry.specs() };
    let GameInfo { players, scores: (low, high), graded, chance, hidden, total } = info;
    let entry = CatalogueEntry { specs, ..CatalogueEntry::from(entry) };
    let start = built.start();
    let mut text = format!("game {}", entry.long());
    text += &format!(
        "\n  players: {players}\n  scores: {low} to {high}{}\n  chance: {}\n",
        if graded { ", graded" } else { "" },
        if chance { "yes" } else { "no" }
    );
    if hidden {
        text += "  hidden information: yes; agents see what their player knows\n";
    }
    if let Some(total) = total {
        text += &format!("  scores add up to: {total}\n");
    }
    let execution = built.execution();
    if let Some(execution) = &execution {
        text += &format!("  execution: {execution}\n");
    }
    text += &format!("  split moves: {}\n", if start.is_split() { "yes" } else { "no" });
    text += &format!("\n  start: {}\n  semimoves there: {}\n", start.notation(), start.move_list().len());
    for line in start.draw().lines() {
        text += &format!("    {line}\n");
    }
    let mut json = entry.json();
    json["what"] = "game".into();
    json["players"] = players.into();
    json["scores"] = json!([low, high]);
    json["graded"] = graded.into();
    json["chance"] = chance.into();
    json["hidden"] = hidden.into();
    json["total"] = total.into();
    json["execution"] = execution.into();
    json["split"] = start.is_split().into();
    json["start"] = start.notation().into();
    Ok((text, json))
}

/// The names of all games with their facts. Rules are read for them, which takes far longer than asking an agent about each.
pub(super) fn game_infos() -> Result<Vec<(&'static str, GameInfo)>, CliError> {
    games().iter().map(|game| Ok((game.name, game.build(&Values::default()).map_err(CliError::input)?.info()))).collect()
}

/// An agent with its parameters at their defaults and those of the games that it refuses, as text and as JSON.
pub(super) fn agent(entry: &CatalogueEntry, games: &[(&str, GameInfo)]) -> Result<(String, Value), CliError> {
    let recipe = agents().find(entry.name).map_err(CliError::input)?.recipe(&Values::default()).map_err(CliError::input)?;
    let refused: Vec<(&str, String)> = games.iter().filter_map(|(name, info)| Some((*name, recipe.supports(info).err()?))).collect();
    let mut text = format!("agent {}\n", entry.long());
    text += match refused.as_slice() {
        [] => "  plays every game\n",
        _ => "  plays every game but\n",
    };
    if recipe.cheats() {
        text += "  cheats: it sees hidden information; a reference, not an opponent\n";
    }
    for (game, reason) in &refused {
        text += &format!("    {game}: it {reason}\n");
    }
    let mut json = entry.json();
    json["what"] = "agent".into();
    json["cheats"] = recipe.cheats().into();
    json["refuses"] = refused.iter().map(|(game, reason)| json!({ "game": game, "reason": reason })).collect();
    Ok((text, json))
}

/// The experiment file of this name, if there is one.
fn experiment(args: &Args) -> Result<Option<ExperimentFile>, CliError> {
    let in_folder = experiments_folder(args.folder.as_deref()).join(format!("{}.toml", args.name));
    let as_path = Path::new(&args.name);
    if as_path.is_file() && !languages::is_rules_file(as_path) {
        read_experiment(as_path).map(Some)
    } else if in_folder.is_file() {
        read_experiment(&in_folder).map(Some)
    } else {
        Ok(None)
    }
}

fn experiment_shown(file: &ExperimentFile) -> (String, Value) {
    let path = file.path.display();
    let question = if file.question.is_empty() { "(its first comment states no question)" } else { &file.question };
    let mut text = format!("experiment {}\n  {question}\n  {path}; `bench plan {path}` shows its cells\n\n", file.name);
    text += file.text.trim_end();
    text.push('\n');
    let json = json!({ "what": "experiment", "name": file.name, "file": file.path, "question": file.question, "text": file.text });
    (text, json)
}

fn unknown(args: &Args) -> CliError {
    let mut names: Vec<String> = all_games().iter().chain(&all_agents()).map(|entry| entry.name.to_owned()).collect();
    // A folder that cannot be read has no experiments to suggest.
    names.extend(experiments_in(&experiments_folder(args.folder.as_deref())).into_iter().flatten().map(|file| file.name));
    let name = &args.name;
    match nearest(name, names.iter().map(String::as_str)) {
        Some(near) => CliError::input(format!("no game, agent or experiment is named `{name}`; did you mean `{near}`?")),
        None => CliError::input(format!("no game, agent or experiment is named `{name}`; known: {}", names.join(", "))),
    }
}
