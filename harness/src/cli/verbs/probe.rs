//! `bench probe`: tests an engine and reports what works, for its author.

use super::Verb;
use crate::cli::args::choice::choice;
use crate::cli::args::game_args::GameArgs;
use crate::cli::{CliError, out};
use crate::config::parse_duration;
use std::fmt::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use treebench_agents::Budget;
use treebench_agents::engines::gtp::Points;
use treebench_agents::engines::process::Deadline;
use treebench_agents::engines::{Conversation, Failure, Launch, Process, Protocol, Reply, TurnRequest};
use treebench_games::notation::whole_moves;
use treebench_games::params::ParamChoice;
use treebench_games::{Game, Move, Position, Rng, Turn};

/// Tries an engine of your own: whether it introduces itself, repeats itself by its seed, plays legal moves, survives nonsense and quits.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench probe --protocol ugi -- python3 my_agent.py
  bench probe --protocol gtp --game go -- gnugo --mode gtp --level 0
  bench probe --protocol uci --time 0.1s -- stockfish

Exit code 0 if nothing fails, 2 otherwise. Missing optional features, such as a seed, are notes and not failures.")]
pub(crate) struct Args {
    /// The language in which the engine is spoken to.
    #[arg(long, value_parser = choice::<Protocol>())]
    protocol: Protocol,
    /// The game that is played [default: tic-tac-toe; of gtp go, of uci chess, of uai ataxx].
    #[arg(long)]
    game: Option<String>,
    /// Seconds that an answer may take.
    #[arg(long, default_value_t = 10.0)]
    limit: f64,
    /// Wall time per turn, such as `0.1s` [default: 10 iterations].
    #[arg(long, value_parser = parse_duration)]
    time: Option<Duration>,
    /// The program and its arguments.
    #[arg(last = true, required = true, value_name = "CMD")]
    command: Vec<String>,
}

/// Whole moves of a trial game.
const MOST_MOVES: usize = 60;

/// The findings, line by line.
#[derive(Default)]
struct Findings {
    text: String,
    failed: usize,
}

impl Findings {
    fn good(&mut self, what: &str, told: impl std::fmt::Display) {
        let _ = writeln!(self.text, "ok    {what}: {told}");
    }

    fn missed(&mut self, what: &str, told: &str) {
        let _ = writeln!(self.text, "note  {what}: {told}");
    }

    fn bad(&mut self, what: &str, told: impl std::fmt::Display) {
        self.failed += 1;
        let _ = writeln!(self.text, "FAIL  {what}: {told}");
    }
}

/// An engine under trial.
struct Trial<'a> {
    protocol: Protocol,
    game: &'a Arc<dyn Game>,
    process: Process,
    conversation: Box<dyn Conversation>,
    limit: Duration,
    budget: Budget,
}

impl Verb for Args {
    const NAME: &'static str = "probe";

    fn run(self) -> Result<ExitCode, CliError> {
        if !(0.01..=86_400.0).contains(&self.limit) {
            return Err(CliError::input(format!("--limit must be from 0.01 to 86400 seconds, got {}", self.limit)));
        }
        let usual = match self.protocol {
            Protocol::Gtp => "go",
            Protocol::Ugi => "tic-tac-toe",
            Protocol::Uci => "chess",
            Protocol::Usi => "minishogi",
            Protocol::Uai => "ataxx",
        };
        let game = GameArgs::named(self.game.as_deref().unwrap_or(usual)).open()?.game;
        if game.info().hidden && self.protocol != Protocol::Ugi {
            return Err(CliError::input(format!("`{}` is a protocol without hidden information, unlike `ugi`", self.protocol.word())));
        }
        let mut findings = Findings::default();
        if let Err(failure) = self.examine(&game, &mut findings) {
            findings.bad("the engine", format!("{} ({})", failure, failure.fault.word()));
        }
        let total = if findings.failed == 0 { "nothing fails".to_owned() } else { format!("{} failed", findings.failed) };
        out::print(&format!("{}{total}\n", findings.text))?;
        Ok(ExitCode::from(if findings.failed == 0 { 0 } else { 2 }))
    }
}

impl Args {
    fn examine(&self, game: &Arc<dyn Game>, findings: &mut Findings) -> Result<(), Failure> {
        let limit = Duration::from_secs_f64(self.limit);
        let budget = self.time.map_or(Budget::Iterations(10), Budget::Time);
        let process = Process::start(&Launch { command: self.command.clone(), folder: None })?;
        let conversation = self.protocol.conversation(Vec::new());
        let mut trial = Trial { protocol: self.protocol, game, process, conversation, limit, budget };
        let identity = trial.conversation.greet(&mut trial.process, &Deadline::after(limit)).map_err(Failure::at_start)?;
        findings.good("introduces itself", &identity);
        if identity.name.is_empty() {
            findings.missed("name", "it has none, so records cannot name the player");
        }
        let (first, times) = trial.play(1)?;
        findings.good("plays legal moves", format!("{} of them, {}", first.len(), first.join(" ")));
        let slowest = times.iter().max().copied().unwrap_or_default();
        let mean = times.iter().sum::<Duration>() / u32::try_from(times.len().max(1)).unwrap_or(1);
        findings.good(
            "time of an answer",
            format!("{:.1} ms on average, {:.1} ms at most", 1e3 * mean.as_secs_f64(), 1e3 * slowest.as_secs_f64()),
        );
        let (second, _) = trial.play(1)?;
        if first == second {
            findings.good("the same seed gives the same game", "twice");
        } else {
            findings.missed(
                "the same seed gives another game",
                "results are not reproducible; see the option `Seed` or the command `set_random_seed`",
            );
        }
        trial.legal_moves(findings)?;
        trial.nonsense(findings)?;
        if trial.process.quit(trial.conversation.farewell()) {
            findings.good("quits when asked", "at once");
        } else {
            findings.bad("quits when asked", "it did not quit and was killed");
        }
        Ok(())
    }
}

impl Trial<'_> {
    fn deadline(&self) -> Deadline {
        Deadline::after(self.limit)
    }

    /// Plays a game of the engine against itself; its moves and their times.
    #[expect(clippy::disallowed_methods, reason = "how long an answer takes is what is measured")]
    fn play(&mut self, seed: u32) -> Result<(Vec<String>, Vec<Duration>), Failure> {
        let mut here = self.game.start();
        let (mut moves, mut times, mut rng) = (Vec::new(), Vec::new(), Rng::from_seed(u64::from(seed)));
        let deadline = self.deadline();
        self.conversation.begin(&mut self.process, &deadline, self.game, here.as_ref(), seed)?;
        while moves.len() < MOST_MOVES {
            let deadline = self.deadline();
            if here.turn() == Turn::Chance && self.protocol == Protocol::Ugi {
                let outcome = here.sample(&mut rng, &mut Vec::new());
                self.conversation.played(&mut self.process, &deadline, here.as_ref(), &[outcome], false)?;
                here.apply(outcome);
                continue;
            }
            let Turn::Player(player) = here.turn() else { break };
            // Where information is hidden, an engine is told what its player knows.
            let drawn = here.information().map(|information| information.resample(player, &mut rng));
            let position = match &drawn {
                None => here.as_ref(),
                Some(Some(drawn)) => drawn.as_ref(),
                Some(None) => break,
            };
            let asked = TurnRequest { position, player, budget: self.budget, clocks: Vec::new() };
            let started = Instant::now();
            let chosen = self.conversation.choose(&mut self.process, &deadline, &asked)?;
            times.push(started.elapsed());
            let Reply::Move(submove) = chosen.reply else { break };
            moves.push(here.move_notation(&submove));
            self.conversation.played(&mut self.process, &deadline, here.as_ref(), &submove, true)?;
            submove.into_iter().for_each(|m| here.apply(m));
        }
        Ok((moves, times))
    }

    /// A move as the engine writes it in a list.
    fn written(&self, position: &dyn Position, submove: &[Move]) -> String {
        match self.protocol {
            Protocol::Gtp => Points::of(self.game.as_ref()).write(position, submove),
            _ => position.move_notation(submove),
        }
    }

    /// Whether the engine's list of legal moves at the start is ours.
    fn legal_moves(&mut self, findings: &mut Findings) -> Result<(), Failure> {
        let start = self.game.start();
        let deadline = self.deadline();
        self.conversation.begin(&mut self.process, &deadline, self.game, start.as_ref(), 1)?;
        match self.conversation.legal_moves(&mut self.process, &deadline, start.as_ref())? {
            None => findings.missed("legal moves", "it does not offer a list"),
            Some(theirs) => {
                let mut ours: Vec<String> =
                    whole_moves(start.as_ref()).iter().map(|submove| self.written(start.as_ref(), submove)).collect();
                ours.sort();
                if ours == theirs {
                    findings.good("legal moves", format!("the same {}", ours.len()));
                } else {
                    findings.bad("legal moves", format!("{} instead of {}", theirs.join(" "), ours.join(" ")));
                }
            }
        }
        Ok(())
    }

    /// Sends nonsense; afterwards the engine must still play.
    fn nonsense(&mut self, findings: &mut Findings) -> Result<(), Failure> {
        let what = "an impossible position and unknown words";
        let deadline = self.deadline();
        let provoked = self.conversation.provoke(&mut self.process, &deadline);
        match provoked.and_then(|()| self.play(2)) {
            Ok(_) => findings.good(what, "it plays on"),
            Err(failure) => findings.bad(what, failure),
        }
        Ok(())
    }
}
