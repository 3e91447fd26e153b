//! `go`: a search in a thread of its own, and what it prints.
//!
//! The budget of a turn is the first of: that of the command line; the option `Iterations`; `iterations N`, `nodes N` (nodal states, which `info`
//! reports as nodes, too); `movetime`; the clock of the player to move by the [rule](crate::engines::allowance) of all protocols; the default.
//! `infinite` searches until `stop`, or ten million iterations; the move is sent only after `stop`. So does `ponder`, which `ponderhit` turns into an
//! ordinary search whose time begins then. `searchmoves` names the moves among which the one with the most visits is played. `depth` and `mate` have
//! no meaning for the agents and change nothing.

use super::UgiServer;
use crate::agent::centipawns;
use crate::budget::{Budget, RemainingTime};
use crate::engines::failure::quoted;
use crate::engines::host::{FinishedSearch, Host};
use crate::engines::ugi::Dialect;
use crate::engines::ugi::dialect::king_takes_rook;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use treebench_games::notation::find_move;
use treebench_games::{Move, Position, Turn};

/// The maximum iterations of an infinite search, so that its tree does not fill the memory.
const ENDLESS: Budget = Budget::Iterations(10_000_000);
/// The answer if there is no move.
const NO_MOVE: &str = "bestmove (none)";

/// A search that runs.
pub(super) struct Search {
    thread: JoinHandle<Host>,
    stop: Arc<AtomicBool>,
    /// Whether the move is told after `stop` or `ponderhit` only.
    held: Arc<AtomicBool>,
    /// The time that it may take after `ponderhit`.
    time: Option<Duration>,
}

impl Search {
    /// Waits for the end, at once or as soon as the budget is spent, and gives the game back; `None` if it is lost.
    pub(super) fn join(self, now: bool) -> Option<Host> {
        if now || self.held.load(Ordering::Relaxed) {
            self.stop.store(true, Ordering::Relaxed);
            self.release();
        }
        self.thread.join().ok()
    }

    /// The move that the client expected was played: the clock of this turn begins.
    pub(super) fn ponderhit(&mut self) {
        if let Some(time) = self.time.take() {
            let stop = Arc::clone(&self.stop);
            // Without a timer it ends when the client says so.
            let _ = thread::Builder::new().name("clock".to_owned()).spawn(move || {
                thread::sleep(time);
                stop.store(true, Ordering::Relaxed);
            });
        }
        self.release();
    }

    fn release(&self) {
        self.held.store(false, Ordering::Relaxed);
        self.thread.thread().unpark();
    }
}

/// The words of `go` besides those of clocks, before which the moves of `searchmoves` end.
const WORDS: [&str; 10] = ["infinite", "ponder", "searchmoves", "nodes", "iterations", "movetime", "movestogo", "depth", "mate", "perft"];

/// The maximum number of players whose clocks are told.
const MOST_PLAYERS: usize = 8;

/// The player whose clock a word of `go` tells, and which word: `wtime`, `p1inc`. In ataxx Black moves first.
fn of_clock(dialect: Dialect, word: &str) -> Option<(usize, &str)> {
    let end = ["time", "inc"].into_iter().find(|end| word.ends_with(end))?;
    let side = word.strip_suffix(end)?;
    let is_side = |player: &usize| side == Dialect::Ugi.side(*player) || *player < 2 && side == colours(dialect).side(*player);
    (0..MOST_PLAYERS).find(is_side).map(|player| (player, end))
}

/// The interface whose words for clocks a client of this one may use besides its own.
fn colours(dialect: Dialect) -> Dialect {
    if dialect == Dialect::Ugi { Dialect::Uci } else { dialect }
}

/// The arguments of `go`.
#[derive(Default)]
struct Go {
    nodes: Option<u64>,
    iterations: Option<u64>,
    movetime: Option<u64>,
    /// By player.
    time: [Option<u64>; MOST_PLAYERS],
    increment: [Option<u64>; MOST_PLAYERS],
    movestogo: Option<u32>,
    infinite: bool,
    ponder: bool,
    /// The only moves that may be played, as the client writes them; all if there are none.
    searchmoves: Vec<String>,
}

impl Go {
    fn read(dialect: Dialect, words: &[&str]) -> Result<Go, String> {
        let mut go = Go::default();
        let mut words = words.iter().peekable();
        while let Some(&word) = words.next() {
            let field = match word {
                "infinite" => {
                    go.infinite = true;
                    continue;
                }
                "ponder" => {
                    go.ponder = true;
                    continue;
                }
                "searchmoves" => {
                    while let Some(text) = words.next_if(|text| !WORDS.contains(text) && of_clock(dialect, text).is_none()) {
                        go.searchmoves.push((*text).to_owned());
                    }
                    continue;
                }
                "nodes" => &mut go.nodes,
                "iterations" => &mut go.iterations,
                "movetime" => &mut go.movetime,
                "movestogo" => {
                    go.movestogo = Some(number(word, words.next())?.clamp(1, 1000) as u32);
                    continue;
                }
                _ => match of_clock(dialect, word) {
                    Some((player, "time")) => &mut go.time[player],
                    Some((player, _)) => &mut go.increment[player],
                    // With its argument, which is no word of `go`.
                    None => continue,
                },
            };
            *field = Some(number(word, words.next())?);
        }
        Ok(go)
    }

    fn budget(&self, player: usize) -> Option<Budget> {
        let clock = || {
            let of = |values: &[Option<u64>; MOST_PLAYERS]| values.get(player).copied().flatten();
            let left = Duration::from_millis(of(&self.time)?);
            let increment = Duration::from_millis(of(&self.increment).unwrap_or(0));
            Some(Budget::Time(RemainingTime { left, increment, moves: self.movestogo }.share()))
        };
        let nodes = || self.nodes.map(|nodes| Budget::States(nodes.max(1)));
        let movetime = || self.movetime.map(|millis| Budget::Time(Duration::from_millis(millis.max(1))));
        self.iterations.map(|n| Budget::Iterations(n.max(1))).or_else(nodes).or_else(movetime).or_else(clock)
    }
}

/// A number after a word of `go`; clocks may be below zero.
fn number(word: &str, text: Option<&&str>) -> Result<u64, String> {
    let parsed = text.and_then(|text| text.parse::<i64>().ok());
    let number = parsed.ok_or_else(|| format!("expected a number after `{word}`, not {}", quoted(text.unwrap_or(&"nothing"))))?;
    // Sums of larger times would overflow.
    Ok(number.clamp(0, 1 << 40).unsigned_abs())
}

impl UgiServer {
    /// Starts a search. A `bestmove` is always sent, even on errors.
    pub(super) fn go(&mut self, words: &[&str]) -> Result<(), String> {
        let started = self.start(words);
        if started.is_err() {
            self.say(NO_MOVE);
        }
        started
    }

    fn start(&mut self, words: &[&str]) -> Result<(), String> {
        let go = Go::read(self.dialect, words)?;
        if self.known.is_none() {
            return Err("the last position could not be read".to_owned());
        }
        let dialect = self.dialect;
        let host = self.host()?;
        let Turn::Player(player) = host.turn() else { return Err("no player is to move".to_owned()) };
        let mut allowed = Vec::new();
        for text in &go.searchmoves {
            let found = dialect.read(host.game().as_ref(), host.position(), text);
            allowed.push(
                found.ok_or_else(|| format!("{} after `searchmoves` is not legal in `{}`", quoted(text), host.position().notation()))?,
            );
        }
        let fixed = self.budget.or(self.iterations.map(Budget::Iterations));
        let usual = fixed.or_else(|| go.budget(player)).unwrap_or(self.usual);
        let (budget, time) = match usual {
            _ if go.infinite => (ENDLESS, None),
            Budget::Time(time) if go.ponder => (ENDLESS, Some(time)),
            usual => (usual, None),
        };
        let Some(mut host) = self.host.take() else { return self.host().map(drop) };
        let [stop, held] = [false, go.infinite || go.ponder].map(|flag| Arc::new(AtomicBool::new(flag)));
        let answer = Answer { dialect, lines: self.lines, chess960: self.chess960, allowed };
        let (sink, flag, waits) = (Arc::clone(&self.sink), Arc::clone(&stop), Arc::clone(&held));
        let work = move || {
            let lines = catch_unwind(AssertUnwindSafe(|| match host.search(budget, Some(flag)) {
                Ok(searched) => answer.lines(&host, &searched),
                Err(error) => vec![format!("info string {}", error.replace(char::is_control, " ")), NO_MOVE.to_owned()],
            }));
            // A move before `stop` would be taken for the answer to something else.
            while waits.load(Ordering::Relaxed) {
                thread::park();
            }
            match lines {
                Ok(lines) => lines.iter().for_each(|line| sink(line)),
                Err(_) => sink(NO_MOVE),
            }
            host
        };
        let thread =
            thread::Builder::new().name("search".to_owned()).spawn(work).map_err(|error| format!("cannot start a thread: {error}"))?;
        self.search = Some(Search { thread, stop, held, time });
        Ok(())
    }
}

/// How the result of a search is written.
struct Answer {
    dialect: Dialect,
    /// The maximum number of root moves.
    lines: usize,
    chess960: bool,
    /// The moves that may be played; all if there are none.
    allowed: Vec<Vec<Move>>,
}

impl Answer {
    /// The output: an `info` line for each of the best root moves, and the move.
    fn lines(&self, host: &Host, searched: &FinishedSearch) -> Vec<String> {
        let may = |submove: &Vec<Move>| self.allowed.is_empty() || self.allowed.contains(submove);
        let root = &searched.report.root;
        let chosen = Some(&searched.submove).filter(|submove| may(submove));
        let chosen = chosen.or_else(|| root.iter().map(|root| &root.submove).find(|submove| may(submove)));
        let chosen = chosen.or(self.allowed.first()).unwrap_or(&searched.submove);
        let others = root.iter().map(|root| &root.submove).filter(|submove| may(submove) && *submove != chosen);
        let millis = searched.taken.as_millis();
        let per_second = (searched.states as f64 / searched.taken.as_secs_f64().max(1e-6)) as u64;
        let mut said = Vec::new();
        let mut ponder = None;
        for (number, submove) in std::iter::once(chosen).chain(others).take(self.lines).enumerate() {
            let line = self.variation(host, searched, submove);
            let score = root
                .iter()
                .find(|root| root.submove == *submove)
                .map_or(String::new(), |root| format!(" score cp {}", centipawns(root.mean)));
            let place = if self.lines > 1 { format!(" multipv {}", number + 1) } else { String::new() };
            said.push(format!(
                "info depth {}{place} nodes {} time {millis} nps {per_second}{score} iterations {} pv {}",
                line.len(),
                searched.states,
                searched.iterations,
                line.join(" ")
            ));
            ponder = ponder.or_else(|| line.get(1).filter(|_| number == 0 && self.dialect == Dialect::Uci).cloned());
        }
        let ponder = ponder.map_or(String::new(), |expected| format!(" ponder {expected}"));
        said.push(format!("bestmove {}{ponder}", self.write(host, searched.position.as_ref(), chosen)));
        said
    }

    fn write(&self, host: &Host, before: &dyn Position, submove: &[Move]) -> String {
        let name = self.dialect.write(host.game().as_ref(), before, submove);
        if self.chess960 { king_takes_rook(before, name) } else { name }
    }

    /// The moves that the search expects, beginning with this one.
    fn variation(&self, host: &Host, searched: &FinishedSearch, first: &[Move]) -> Vec<String> {
        let mut here = searched.position.boxed();
        let mut line = Vec::new();
        for text in &searched.report.line {
            let Ok(submove): Result<Vec<Move>, _> = find_move(here.as_ref(), text) else { break };
            if line.is_empty() && submove != first {
                break;
            }
            line.push(self.write(host, here.as_ref(), &submove));
            submove.into_iter().for_each(|m| here.apply(m));
        }
        if line.is_empty() { vec![self.write(host, searched.position.as_ref(), first)] } else { line }
    }
}
