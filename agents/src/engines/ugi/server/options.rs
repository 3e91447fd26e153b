//! The handshake, and options: those of the protocol's extensions and the parameters of the agent.

use super::{START, UgiServer};
use crate::engines::failure::quoted;
use crate::engines::ugi::Dialect;
use crate::engines::ugi::dialect::OBSERVATION;
use crate::registry::agents;
use treebench_games::GameInfo;
use treebench_games::names::nearest;
use treebench_games::params::{Kind, ParamSpec, Value};

/// The seed of the next games.
const SEED: &str = "Seed";
/// Iterations of every turn, whatever `go` says; 0 for none.
const ITERATIONS: &str = "Iterations";
/// How many root moves a search reports, each on a line.
const MULTI_PV: &str = "MultiPV";
/// Says that the engine knows `go ponder`; when to ponder is the client's affair.
const PONDER: &str = "Ponder";
/// Whether castling is written with the square of the rook.
const CHESS960: &str = "UCI_Chess960";
/// The number of players, which cannot be changed. It says that the engine knows of seats.
const PLAYERS: &str = "Players";
/// Says that the engine answers `query legalmoves`.
const LEGAL_MOVES: &str = "Legalmoves";

/// The words that clients look for in options.
const WORDS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];

/// The maximum number of lines that a search prints.
const MOST_LINES: i64 = 500;

/// The maximum number of iterations that a client may ask for.
const MOST: i64 = 1 << 40;

impl UgiServer {
    /// Names the engine and lists its options.
    pub(super) fn introduce(&mut self) -> Result<(), String> {
        let (_, answer, _) = self.dialect.words();
        let host = self.host()?;
        let GameInfo { players, hidden, .. } = host.game().info();
        let setup = host.setup();
        let (agent, values, seed) = (setup.agent.clone(), setup.agent_values.clone(), setup.seed);
        let mut lines = vec![
            format!("id name treebench {agent}"),
            format!("id version {}", self.version),
            "id author the treebench authors".to_owned(),
            format!("option name {SEED} type spin default {} min 0 max {}", seed.min(i32::MAX as u64), i32::MAX),
            format!("option name {ITERATIONS} type spin default 0 min 0 max {MOST}"),
        ];
        lines.push(format!("option name {MULTI_PV} type spin default 1 min 1 max {MOST_LINES}"));
        if self.dialect == Dialect::Uci {
            lines.push(format!("option name {PONDER} type check default false"));
            lines.push(format!("option name {CHESS960} type check default false"));
        }
        if self.dialect == Dialect::Ugi {
            lines.push(format!("option name {PLAYERS} type spin default {players} min {players} max {players}"));
            lines.push(format!("option name {LEGAL_MOVES} type check default true"));
            if hidden {
                lines.push(format!("option name {OBSERVATION} type check default true"));
            }
        }
        for spec in self.specs()? {
            let default = values.get(spec.name).unwrap_or(&spec.default);
            lines.extend(offer(&spec, default));
        }
        lines.push(answer.to_owned());
        lines.iter().for_each(|line| self.say(line));
        Ok(())
    }

    /// The parameters of the agent.
    fn specs(&mut self) -> Result<Vec<ParamSpec>, String> {
        let name = self.host()?.setup().agent.clone();
        agents().find(&name).map(|entry| (entry.specs)()).map_err(|error| error.to_string())
    }

    /// `setoption name NAME value VALUE`.
    pub(super) fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let expected = "expected `setoption name NAME value VALUE`";
        let words = words.strip_prefix(&["name"]).ok_or(expected)?;
        let split = words.iter().position(|word| *word == "value").ok_or(expected)?;
        let (name, value) = (words[..split].join(" "), words[split + 1..].join(" "));
        let whole = |most: i64| {
            let number = value.parse::<i64>().ok().filter(|number| (0..=most).contains(number));
            number.ok_or_else(|| format!("{} is not a whole number from 0 to {most}", quoted(&value)))
        };
        let is = |option: &str| name.eq_ignore_ascii_case(option);
        if is(SEED) {
            let seed = whole(i64::from(i32::MAX))?;
            self.host()?.set_seed(seed.unsigned_abs());
        } else if is(ITERATIONS) {
            let number = whole(MOST)?.unsigned_abs();
            self.iterations = (number > 0).then_some(number);
        } else if is(MULTI_PV) {
            self.lines = whole(MOST_LINES)?.max(1) as usize;
        } else if is(CHESS960) {
            self.chess960 = value == "true";
        } else if is(PLAYERS) {
            let players = self.host()?.game().info().players;
            if value != players.to_string() {
                return Err(format!("this game has {players} players"));
            }
        } else if !is(LEGAL_MOVES) && !is(PONDER) && !is(OBSERVATION) {
            let specs = self.specs()?;
            let Some(spec) = specs.iter().find(|spec| is(spec.name) || is(&title(spec.name))) else {
                let titles: Vec<String> = specs.iter().map(|spec| title(spec.name)).collect();
                let known = [SEED, ITERATIONS, MULTI_PV, PLAYERS].into_iter().chain(titles.iter().map(String::as_str));
                let hint = nearest(&name, known).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
                return Err(format!("unknown option {}{hint}", quoted(&name)));
            };
            let host = self.host()?;
            let mut values = host.setup().agent_values.clone();
            values.set(spec.name, spec.kind.read(&value));
            host.change_agent(&values)?;
        }
        Ok(())
    }

    /// A new game.
    pub(super) fn begin(&mut self) -> Result<(), String> {
        self.host()?.new_game();
        self.known = Some((START.to_owned(), Vec::new()));
        Ok(())
    }
}

/// The name of a parameter as an option, `MaxNodes` for `max-nodes`: clients take words such as `max` to be their own.
fn title(name: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split('-').filter(|word| !word.is_empty()).map(capital).collect()
}

/// A parameter as an option; `None` if clients would misread its values, which can be set nevertheless.
fn offer(spec: &ParamSpec, default: &Value) -> Option<String> {
    let values = match spec.kind {
        Kind::Bool => format!("check default {default}"),
        Kind::Int => {
            let (low, high) = spec.range.map_or((i64::MIN, i64::MAX), |range| (range.min as i64, range.max as i64));
            return Some(format!("option name {} type spin default {default} min {low} max {high}", title(spec.name)));
        }
        Kind::Float | Kind::Text => format!("string default {default}"),
        Kind::Choice(words) => {
            let words: String = words.iter().map(|(word, _)| format!(" var {word}")).collect();
            format!("combo default {default}{words}")
        }
    };
    let expected = 1 + if let Kind::Choice(words) = spec.kind { words.len() } else { 0 };
    let misread = values.split(|c: char| !c.is_alphanumeric()).filter(|word| WORDS.contains(word)).count() != expected;
    (!misread).then(|| format!("option name {} type {values}", title(spec.name)))
}
