//! `go`: a search in a thread of its own, and what it prints.
//!
//! What a turn may cost is the first of: what the program was started with; the option `Iterations`; `iterations N`, `nodes N` (nodal states,
//! which `info` reports as nodes, too); `movetime`; the clock of the player to move by the [rule](crate::engines::allowance) of all protocols;
//! what is usual. `infinite` and `ponder` search until `stop`, or ten million iterations; the move is told after `stop` only. `depth`, `mate`
//! and `searchmoves` have no meaning for the agents and change nothing.

use super::UgiServer;
use crate::budget::Budget;
use crate::engines::allowance::Clock;
use crate::engines::failure::quoted;
use crate::engines::host::{Host, Searched};
use crate::engines::ugi::Dialect;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use treebench_games::notation::find_move;
use treebench_games::{Move, Turn};

/// The iterations of a search without an end, so that its tree does not fill the memory.
const ENDLESS: Budget = Budget::Iterations(10_000_000);
/// The centipawns of certain wins.
const MOST_CENTIPAWNS: f64 = 10_000.0;
/// What is told if there is no move.
const NO_MOVE: &str = "bestmove (none)";

/// A search that runs.
pub(super) struct Search {
    thread: JoinHandle<Host>,
    stop: Arc<AtomicBool>,
    endless: bool,
}

impl Search {
    /// Waits for the end, at once or as soon as the budget is spent, and gives the game back; `None` if it is lost.
    pub(super) fn join(self, now: bool) -> Option<Host> {
        if now || self.endless {
            self.stop.store(true, Ordering::Relaxed);
            self.thread.thread().unpark();
        }
        self.thread.join().ok()
    }
}

/// What `go` says.
#[derive(Default)]
struct Go {
    nodes: Option<u64>,
    iterations: Option<u64>,
    movetime: Option<u64>,
    time: [Option<u64>; 2],
    increment: [Option<u64>; 2],
    movestogo: Option<u32>,
    endless: bool,
}

impl Go {
    fn read(dialect: Dialect, words: &[&str]) -> Result<Go, String> {
        let mut go = Go::default();
        let mut words = words.iter();
        // In ataxx Black moves first.
        let (first, second) = if dialect == Dialect::Uai { (1, 0) } else { (0, 1) };
        while let Some(&word) = words.next() {
            let field = match word {
                "infinite" | "ponder" => {
                    go.endless = true;
                    continue;
                }
                "nodes" => &mut go.nodes,
                "iterations" => &mut go.iterations,
                "movetime" => &mut go.movetime,
                "wtime" => &mut go.time[first],
                "btime" => &mut go.time[second],
                "winc" => &mut go.increment[first],
                "binc" => &mut go.increment[second],
                "p1time" => &mut go.time[0],
                "p2time" => &mut go.time[1],
                "p1inc" => &mut go.increment[0],
                "p2inc" => &mut go.increment[1],
                "movestogo" => {
                    go.movestogo = Some(number(word, words.next())?.clamp(1, 1000) as u32);
                    continue;
                }
                // With its argument, or the moves that follow, which are no words of `go`.
                _ => continue,
            };
            *field = Some(number(word, words.next())?);
        }
        Ok(go)
    }

    fn budget(&self, player: usize) -> Option<Budget> {
        let clock = || {
            let of = |values: &[Option<u64>; 2]| values.get(player).copied().flatten();
            let left = Duration::from_millis(of(&self.time)?);
            let increment = Duration::from_millis(of(&self.increment).unwrap_or(0));
            Some(Budget::Time(Clock { left, increment, moves: self.movestogo }.share()))
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
    /// Starts a search. Whatever is wrong, a `bestmove` is told.
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
        let Turn::Player(player) = self.host()?.turn() else { return Err("no player is to move".to_owned()) };
        let fixed = self.budget.or(self.iterations.map(Budget::Iterations));
        let budget = if go.endless { ENDLESS } else { fixed.or_else(|| go.budget(player)).unwrap_or(self.usual) };
        let Some(mut host) = self.host.take() else { return self.host().map(drop) };
        let stop = Arc::new(AtomicBool::new(false));
        let (sink, dialect, flag, endless) = (Arc::clone(&self.sink), self.dialect, Arc::clone(&stop), go.endless);
        let work = move || {
            let lines = catch_unwind(AssertUnwindSafe(|| match host.search(budget, Some(Arc::clone(&flag))) {
                Ok(searched) => told(dialect, &host, &searched),
                Err(error) => [format!("info string {}", error.replace(char::is_control, " ")), NO_MOVE.to_owned()],
            }));
            // A move before `stop` would be taken for the answer to something else.
            while endless && !flag.load(Ordering::Relaxed) {
                thread::park();
            }
            match lines {
                Ok(lines) => lines.iter().for_each(|line| sink(line)),
                Err(_) => sink(NO_MOVE),
            }
            host
        };
        let thread =
            thread::Builder::new().name("search".to_owned()).spawn(work).map_err(|error| format!("no thread can be started: {error}"))?;
        self.search = Some(Search { thread, stop, endless });
        Ok(())
    }
}

/// What is printed of a search: an `info` line and the move.
fn told(dialect: Dialect, host: &Host, searched: &Searched) -> [String; 2] {
    let game = host.game().as_ref();
    let position = searched.position.as_ref();
    let chosen = dialect.write(game, position, &searched.submove);
    let line = variation(dialect, host, searched, &chosen);
    let millis = searched.taken.as_millis();
    let per_second = (searched.states as f64 / searched.taken.as_secs_f64().max(1e-6)) as u64;
    let mean =
        searched.report.root.iter().find(|root| root.submove == searched.submove).or(searched.report.root.first()).map(|root| root.mean);
    let score = mean.map_or(String::new(), |mean| format!(" score cp {}", centipawns(mean)));
    let info = format!(
        "info depth {} nodes {} time {millis} nps {per_second}{score} iterations {} pv {}",
        line.len(),
        searched.states,
        searched.iterations,
        line.join(" ")
    );
    [info, format!("bestmove {chosen}")]
}

/// The moves that the search expects, as the protocol writes them, beginning with the one that it chose.
fn variation(dialect: Dialect, host: &Host, searched: &Searched, chosen: &str) -> Vec<String> {
    let mut here = searched.position.boxed();
    let mut line = Vec::new();
    for text in &searched.report.line {
        let Ok(submove): Result<Vec<Move>, _> = find_move(here.as_ref(), text) else { break };
        line.push(dialect.write(host.game().as_ref(), here.as_ref(), &submove));
        submove.into_iter().for_each(|m| here.apply(m));
    }
    if line.first().is_none_or(|first| first != chosen) { vec![chosen.to_owned()] } else { line }
}

/// A mean result on [0, 1] as centipawns: 400 of them are odds of ten to one, as differences of Elo ratings are.
fn centipawns(mean: f64) -> i64 {
    let odds = mean / (1.0 - mean);
    let value = 400.0 * libm::log10(odds);
    if value.is_nan() { 0 } else { value.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS).round() as i64 }
}
