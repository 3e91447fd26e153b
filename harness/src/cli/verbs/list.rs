//! `bench list`: lists games, agents or experiments.

use super::Verb;
use crate::cli::CliError;
use crate::cli::args::catalogue::{CatalogueEntry, ExperimentFile, all_agents, all_games, experiments_folder, experiments_in};
use crate::cli::out::{self, Format};
use serde_json::json;
use std::borrow::Cow;
use std::path::PathBuf;
use std::process::ExitCode;
use treebench_games::params::{ParamError, Value, Values};
use treebench_games::{GameEntry, GameInfo, games};

/// Lists games, agents or experiments.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench list games
  bench list games --players 2 --hidden
  bench list games --names
  bench list agents ismcts
  bench list agents --long
  bench list experiments --folder .
  bench list agents --format json")]
pub(crate) struct Args {
    /// What to list.
    #[arg(value_enum)]
    what: Option<Listing>,
    /// Lists only what has this text in its name or in its description.
    text: Option<String>,
    #[command(flatten)]
    of_games: GameFilter,
    /// Shows every parameter with its range, meaning and source.
    #[arg(long, short)]
    long: bool,
    /// Shows the names alone, one a line.
    #[arg(long, conflicts_with_all = ["long", "format"])]
    names: bool,
    /// The folder of experiment files [default: configs, or the current folder where there is no such folder].
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Which games are listed.
#[derive(clap::Args, Debug)]
struct GameFilter {
    /// Lists only games for this number of players, also those that a parameter `players` makes so.
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// Lists only games with chance.
    #[arg(long)]
    chance: bool,
    /// Lists only games with hidden information, which simultaneous moves are, too.
    #[arg(long)]
    hidden: bool,
}

impl GameFilter {
    /// Whether it leaves out any game.
    fn is_given(&self) -> bool {
        self.players.is_some() || self.chance || self.hidden
    }

    fn lets_through(&self, info: &GameInfo) -> bool {
        self.players.is_none_or(|players| info.players == players) && (info.chance || !self.chance) && (info.hidden || !self.hidden)
    }
}

/// The lists.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Listing {
    /// The games of this program.
    Games,
    /// The agents of this program.
    Agents,
    /// The experiment files of a folder.
    Experiments,
}

impl Verb for Args {
    const NAME: &'static str = "list";

    fn run(self) -> Result<ExitCode, CliError> {
        let Some(what) = self.what else {
            let lists = "`bench list games`, `bench list agents` or `bench list experiments`";
            return Err(CliError::input(format!("what is to be listed? Write {lists}")));
        };
        if self.of_games.is_given() && !matches!(what, Listing::Games) {
            return Err(CliError::input("--players, --chance and --hidden select games: write `bench list games`"));
        }
        match what {
            Listing::Games => games_of(&self),
            Listing::Agents => registered(&self.with_text(all_agents()), &self),
            Listing::Experiments => files(&self),
        }
    }
}

impl Args {
    /// The entries with the text that was asked for.
    fn with_text(&self, entries: Vec<CatalogueEntry>) -> Vec<CatalogueEntry> {
        entries.into_iter().filter(|entry| self.has_text(&[entry.name, entry.doc])).collect()
    }

    fn has_text(&self, texts: &[&str]) -> bool {
        let wanted = self.text.as_deref().unwrap_or_default().to_lowercase();
        texts.iter().any(|text| text.to_lowercase().contains(&wanted))
    }
}

/// The parameter of games that sets the number of their players.
const PLAYERS: &str = "players";

/// A game with its facts.
struct ListedGame {
    entry: CatalogueEntry,
    info: GameInfo,
    /// The parameter `players`, if the game has this number of players only with it.
    given: Option<usize>,
}

impl ListedGame {
    /// The game at its defaults, or for this number of players if a parameter allows it.
    fn of(entry: &GameEntry, players: Option<usize>) -> Result<ListedGame, ParamError> {
        let of_entry = |info, given| ListedGame { entry: CatalogueEntry::from(entry), info, given };
        let usual = entry.build(&Values::default())?.info();
        let wanted = players.filter(|&players| players != usual.players && entry.specs().iter().any(|spec| spec.name == PLAYERS));
        let number = wanted.and_then(|players| i64::try_from(players).ok());
        let built = number.and_then(|number| entry.build(&[(PLAYERS.to_owned(), Value::Int(number))].into_iter().collect()).ok());
        // A parameter of this name may mean something else.
        let other = built.map(|game| game.info()).filter(|info| Some(info.players) == players);
        Ok(other.map_or_else(|| of_entry(usual, None), |info| of_entry(info, wanted)))
    }
}

/// Games with the number of their players, chance and hidden information.
fn games_of(args: &Args) -> Result<ExitCode, CliError> {
    let is_plain = args.names || args.long;
    // Their rules are read only if something is asked of them.
    if is_plain && !args.of_games.is_given() {
        return registered(&args.with_text(all_games()), args);
    }
    let games = games().iter().map(|entry| ListedGame::of(entry, args.of_games.players));
    let games: Vec<ListedGame> = games.collect::<Result<_, ParamError>>().map_err(CliError::input)?;
    let is_wanted = |game: &ListedGame| args.has_text(&[game.entry.name, game.entry.doc]) && args.of_games.lets_through(&game.info);
    let games: Vec<ListedGame> = games.into_iter().filter(is_wanted).collect();
    if is_plain {
        return registered(&games.into_iter().map(|game| game.entry).collect::<Vec<_>>(), args);
    }
    if args.format == Format::Json {
        let json = |ListedGame { entry, info, given }: &ListedGame| {
            let mut json = entry.json();
            json["players"] = info.players.into();
            json["chance"] = info.chance.into();
            json["hidden"] = info.hidden.into();
            if let Some(players) = given {
                json["given"] = json!({ PLAYERS: players });
            }
            json
        };
        return out::finish_json(&games.iter().map(json).collect());
    }
    let sign = |is: bool, sign: char| if is { sign } else { ' ' };
    let option = |game: &ListedGame| game.given.map_or_else(String::new, |players| format!("-p {PLAYERS}={players}  "));
    let width = games.iter().map(|game| option(game).len()).max().unwrap_or(0);
    let fact = |game: &ListedGame| {
        let info = &game.info;
        format!("{} {}{}  {:<width$}", info.players, sign(info.chance, 'C'), sign(info.hidden, 'H'), option(game))
    };
    let facts: Vec<String> = games.iter().map(fact).collect();
    let entries: Vec<CatalogueEntry> = games.into_iter().map(|game| game.entry).collect();
    let legend = "after the names: players, C with chance, H with hidden information, which simultaneous moves are, too\n";
    listed(&entries, &facts, legend)
}

fn registered(entries: &[CatalogueEntry], args: &Args) -> Result<ExitCode, CliError> {
    if args.names {
        return out::finish(&entries.iter().map(|entry| format!("{}\n", entry.name)).collect::<String>());
    }
    match args.format {
        Format::Json => out::finish_json(&entries.iter().map(CatalogueEntry::json).collect()),
        Format::Text if args.long => out::finish_prose(&entries.iter().map(CatalogueEntry::long).collect::<Vec<_>>().join("\n")),
        Format::Text => listed(entries, &[], ""),
    }
}

/// Entries in a line each: the name, facts if there are any, and the first sentence of the description; then a legend and where there is more.
fn listed(entries: &[CatalogueEntry], facts: &[String], legend: &str) -> Result<ExitCode, CliError> {
    if entries.is_empty() {
        return out::finish("nothing fits\n");
    }
    let width = entries.iter().map(|entry| entry.name.len()).max().unwrap_or(0) + 2;
    let line = |(place, entry): (usize, &CatalogueEntry)| {
        let fact = facts.get(place).map_or("", String::as_str);
        // A line each, which a terminal may be too narrow for.
        let rest = out::width().map_or(usize::MAX, |columns| columns.saturating_sub(width + fact.len()));
        format!("{:<width$}{fact}{}\n", entry.name, shortened(entry.first_sentence(), rest))
    };
    let lines: String = entries.iter().enumerate().map(line).collect();
    // A short name may be that of another game.
    let is_short = |(short, name): &(&str, &str)| games().find(short).is_ok_and(|found| found.name == *name);
    let short = entries.iter().filter_map(|entry| Some((entry.name.split_once('/')?.1, entry.name))).find(is_short);
    let short = short.map_or(String::new(), |(short, name)| format!("; `{short}` is short for `{name}`, and so on"));
    out::finish_prose(&format!("{lines}\n{legend}`bench show NAME` shows one in full, `--long` all, `--names` the names alone{short}\n"))
}

/// The text, or its beginning and `…` if it is longer.
fn shortened(text: &str, columns: usize) -> Cow<'_, str> {
    match text.char_indices().nth(columns) {
        Some(_) => (text.chars().take(columns.saturating_sub(1)).collect::<String>() + "…").into(),
        None => text.into(),
    }
}

fn files(args: &Args) -> Result<ExitCode, CliError> {
    let folder = experiments_folder(args.folder.as_deref());
    let mut files = experiments_in(&folder)?;
    let is_empty = files.is_empty();
    files.retain(|file| args.has_text(&[&file.name, &file.question]));
    if args.names {
        return out::finish(&files.iter().map(|file| format!("{}\n", file.name)).collect::<String>());
    }
    match args.format {
        Format::Json => {
            let files = files.iter().map(|file| json!({ "name": file.name, "file": file.path, "question": file.question }));
            out::finish_json(&files.collect())
        }
        Format::Text if is_empty => out::finish_prose(&format!(
            "no experiment in `{}`: `bench init experiment.toml` writes one, `bench init --list` shows the templates, and --folder \
             selects another folder\n",
            folder.display()
        )),
        Format::Text => {
            let width = files.iter().map(|file| file.path.as_os_str().len()).max().unwrap_or(0) + 2;
            let line = |file: &ExperimentFile| {
                format!("{:<width$}{}", file.path.display().to_string(), file.question).trim_end().to_owned() + "\n"
            };
            out::finish_prose(&files.iter().map(line).collect::<String>())
        }
    }
}
