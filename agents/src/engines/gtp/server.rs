//! A server of GTP, version 2.
//!
//! | commands | file |
//! |---|---|
//! | about the program and the protocol | `about` |
//! | the board and its setup | `board` |
//! | moves and the clock | `play` |
//! | GoGui's rules extension and the result, for any game for two | `rules` |

mod protocol_commands;
mod board;
mod play;
mod rules;

use super::answer::Answer;
use super::points::Points;
use crate::budget::Budget;
use crate::engines::allowance::GoClock;
use crate::engines::failure::quoted;
use crate::engines::host::{FinishedSearch, Host, Setup};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// An engine that speaks GTP. It plays both colours; Black is player 0.
pub struct GtpServer {
    host: Host,
    points: Points,
    clock: GoClock,
    /// The budget of every turn, which overrides the clock.
    budget: Option<Budget>,
    /// The default budget of a turn.
    usual: Budget,
    /// The last search.
    last: Option<FinishedSearch>,
    /// The version of the program.
    version: String,
    ended: bool,
}

/// The reply of a command: `=` or `?` and the text.
type Reply = Result<String, String>;

/// A command: its name, and what it does with its arguments.
struct Command {
    name: &'static str,
    run: fn(&mut GtpServer, &[&str]) -> Reply,
    /// Whether it exists only in go.
    go: bool,
}

const fn any(name: &'static str, run: fn(&mut GtpServer, &[&str]) -> Reply) -> Command {
    Command { name, run, go: false }
}

const fn go(name: &'static str, run: fn(&mut GtpServer, &[&str]) -> Reply) -> Command {
    Command { name, run, go: true }
}

/// All commands.
const COMMANDS: &[Command] = &[
    any("protocol_version", |_, _| Ok("2".to_owned())),
    any("name", protocol_commands::name),
    any("version", protocol_commands::version),
    any("known_command", protocol_commands::known_command),
    any("list_commands", protocol_commands::list_commands),
    any("quit", protocol_commands::quit),
    any("boardsize", GtpServer::boardsize),
    any("clear_board", GtpServer::clear_board),
    go("komi", GtpServer::komi),
    go("get_komi", GtpServer::get_komi),
    go("fixed_handicap", GtpServer::fixed_handicap),
    go("place_free_handicap", GtpServer::place_free_handicap),
    go("set_free_handicap", GtpServer::set_free_handicap),
    any("play", GtpServer::play),
    any("genmove", GtpServer::genmove),
    any("reg_genmove", GtpServer::reg_genmove),
    any("undo", GtpServer::undo),
    any("time_settings", GtpServer::time_settings),
    any("kgs-time_settings", GtpServer::kgs_time_settings),
    any("time_left", GtpServer::time_left),
    any("final_score", rules::final_score),
    go("final_status_list", rules::final_status_list),
    go("loadsgf", GtpServer::loadsgf),
    any("showboard", protocol_commands::showboard),
    any("set_random_seed", protocol_commands::set_random_seed),
    any("get_random_seed", protocol_commands::get_random_seed),
    any("gomill-explain_last_move", protocol_commands::explain_last_move),
    any("gomill-describe_engine", protocol_commands::describe_engine),
    any("gogui-analyze_commands", protocol_commands::analyze_commands),
    any("gogui-play_sequence", GtpServer::play_sequence),
    go("gogui-setup", GtpServer::setup),
    go("gogui-setup_player", GtpServer::setup_player),
    any("gogui-rules_game_id", rules::game_id),
    any("gogui-rules_board", rules::board),
    any("gogui-rules_board_size", rules::board_size_reply),
    any("gogui-rules_legal_moves", rules::legal_moves),
    any("gogui-rules_side_to_move", rules::side_to_move),
    any("gogui-rules_final_result", rules::final_result),
];

impl GtpServer {
    /// An engine for this game and agent. A turn costs `budget` if it is given, else what the clock allows, else `usual`.
    ///
    /// # Errors
    /// If the game is not for two, or the agent cannot play it.
    pub fn new(setup: Setup, budget: Option<Budget>, usual: Budget, version: impl Into<String>) -> Result<GtpServer, String> {
        let name = setup.entry.name;
        let mut host = Host::new(setup)?;
        let players = host.game().info().players;
        if players != 2 {
            return Err(format!("GTP needs two players, but `{name}` has {players}; UGI supports any number"));
        }
        host.draw_chance();
        let points = Points::of(host.game().as_ref());
        Ok(GtpServer { host, points, clock: GoClock::default(), budget, usual, last: None, version: version.into(), ended: false })
    }

    /// Carries out a line and gives the answer with the empty line at its end; nothing if the line has no command.
    pub fn line(&mut self, line: &str) -> Option<String> {
        // Control characters mean nothing, and a tab is a space (section 3.1 of the specification).
        let text = line.split('#').next().unwrap_or("");
        let text: String = text.chars().filter(|c| !c.is_control() || *c == '\t').map(|c| if c == '\t' { ' ' } else { c }).collect();
        let mut words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
        let id = words.first().and_then(|word| word.bytes().all(|b| b.is_ascii_digit()).then(|| word.parse().ok()).flatten());
        if id.is_some() {
            words.remove(0);
        }
        let Some((&name, arguments)) = words.split_first() else {
            return id.map(|id| Answer { id: Some(id), good: false, text: "there is no command".to_owned() }.write());
        };
        let said = match self.command(name) {
            None => Err(format!("unknown command {}", quoted(name))),
            Some(command) => catch_unwind(AssertUnwindSafe(|| (command.run)(self, arguments)))
                .unwrap_or_else(|_| Err("internal error: this is a bug in treebench".to_owned())),
        };
        let (good, text) = said.map_or_else(|text| (false, text), |text| (true, text));
        Some(Answer { id, good, text }.write())
    }

    /// Whether it was asked to quit.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// The command with this name, if this game has it.
    fn command(&self, name: &str) -> Option<&'static Command> {
        self.commands().find(|command| command.name == name)
    }

    fn commands(&self) -> impl Iterator<Item = &'static Command> + use<> {
        let is_go = self.points != Points::Own;
        COMMANDS.iter().filter(move |command| is_go || !command.go)
    }
}

/// The player of a colour.
fn player(word: Option<&&str>) -> Result<usize, String> {
    let word = word.ok_or_else(|| "syntax error: expected a colour".to_owned())?;
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(0),
        "w" | "white" => Ok(1),
        _ => Err(format!("syntax error: {} is not a colour, expected `black` or `white`", quoted(word))),
    }
}

/// The number that is an argument.
fn number<N: std::str::FromStr>(arguments: &[&str], place: usize, what: &str) -> Result<N, String> {
    let word = arguments.get(place).ok_or_else(|| format!("syntax error: expected {what}"))?;
    word.parse().map_err(|_| format!("syntax error: {} is not {what}", quoted(word)))
}

/// The word for a player.
const COLOURS: [&str; 2] = ["black", "white"];
