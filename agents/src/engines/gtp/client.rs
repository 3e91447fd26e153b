//! Speaks GTP to an engine.

use super::answer::{Answer, AnswerReader};
use super::points::Points;
use crate::agent::{Fault, Outcome, Verdict};
use crate::budget::{Budget, PlayerClock};
use crate::engines::conversation::{Conversation, EngineAnswer, Identity, Reply, TurnRequest};
use crate::engines::failure::{Failure, quoted};
use crate::engines::process::{Deadline, Process};
use std::collections::BTreeSet;
use std::sync::Arc;
use treebench_games::notation::whole_moves;
use treebench_games::{Game, Move, Position};

/// Give up after this many lines outside answers.
const MOST_LINES: u32 = 100_000;

/// A conversation in GTP.
pub struct GtpConversation {
    options: Vec<(String, String)>,
    next_id: u32,
    known: BTreeSet<String>,
    points: Points,
    /// The time settings that were sent last.
    clock: Option<String>,
}

impl GtpConversation {
    /// With an engine that is to carry out these commands once, each with its arguments.
    pub fn new(options: Vec<(String, String)>) -> Self {
        GtpConversation { options, next_id: 0, known: BTreeSet::new(), points: Points::Own, clock: None }
    }

    /// Sends a command and waits for its answer.
    fn ask(&mut self, process: &mut Process, deadline: &Deadline, command: &str) -> Result<Answer, Failure> {
        self.next_id += 1;
        let id = self.next_id;
        process.send(&format!("{id} {command}"), deadline)?;
        let mut reader = AnswerReader::default();
        for _ in 0..MOST_LINES {
            let Some(answer) = reader.line(&process.line(deadline)?) else { continue };
            // Many engines leave the number out.
            return match answer.id {
                Some(other) if other != id => Err(Failure::protocol(format!(
                    "answered command {other} instead of {id}, {}: {}",
                    quoted(command),
                    quoted(&answer.text)
                ))),
                _ => Ok(answer),
            };
        }
        Err(Failure::protocol(format!("printed {MOST_LINES} lines without answering {}", quoted(command))))
    }

    /// Sends a command that must be carried out.
    fn command(&mut self, process: &mut Process, deadline: &Deadline, command: &str) -> Result<String, Failure> {
        let answer = self.ask(process, deadline, command)?;
        if answer.good { Ok(answer.text) } else { Err(Failure::protocol(format!("refuses {}: {}", quoted(command), quoted(&answer.text)))) }
    }

    fn knows(&self, command: &str) -> bool {
        self.known.contains(command)
    }

    /// Puts the stones of a position on the empty board, as moves: no chain of a position lacks liberties while fewer stones are there.
    fn place_stones(&mut self, process: &mut Process, deadline: &Deadline, position: &dyn Position) -> Result<(), Failure> {
        let Some(board) = position.squares() else { return Ok(()) };
        for player in [0, 1] {
            let letter = colour(player);
            let names: Vec<String> = board.pieces_of(player).filter_map(|point| self.points.name(point)).collect();
            for name in names {
                self.command(process, deadline, &format!("play {letter} {name}"))?;
            }
        }
        Ok(())
    }

    /// Sets the clock. The standard has whole seconds; a time control with parts of one is sent as it is.
    fn set_clock(&mut self, process: &mut Process, deadline: &Deadline, asked: &TurnRequest<'_>) -> Result<(), Failure> {
        let (settings, left) = match (asked.clock(), asked.budget) {
            (Some(clock), _) => by_game(clock),
            (None, Budget::Time(time)) => (format!("0 {} 1", time.as_secs_f64()), format!("{} 1", time.as_secs_f64())),
            (None, _) => return Ok(()),
        };
        let settings = format!("time_settings {settings}");
        if self.clock.as_ref() != Some(&settings) {
            self.command(process, deadline, &settings)?;
            self.clock = Some(settings);
        }
        if self.knows("time_left") {
            self.command(process, deadline, &format!("time_left {} {left}", colour(asked.player)))?;
        }
        Ok(())
    }
}

/// The arguments of `time_settings` and `time_left` for the clock of a game. The standard has no increments: what a move adds shows in the time
/// that is left only.
fn by_game(clock: PlayerClock) -> (String, String) {
    let (control, shown) = (clock.control(), clock.time_left());
    let base = control.base.as_secs_f64();
    let settings = control.moves.map_or_else(|| format!("{base} 0 0"), |moves| format!("0 {base} {moves}"));
    (settings, format!("{} {}", shown.left.as_secs(), shown.moves.unwrap_or(0)))
}

impl Conversation for GtpConversation {
    fn greet(&mut self, process: &mut Process, deadline: &Deadline) -> Result<Identity, Failure> {
        let name = self.command(process, deadline, "name")?;
        let version = self.ask(process, deadline, "version")?;
        let commands = self.command(process, deadline, "list_commands")?;
        self.known = commands.split_whitespace().map(str::to_owned).collect();
        for (command, arguments) in self.options.clone() {
            self.command(process, deadline, format!("{command} {arguments}").trim())?;
        }
        Ok(Identity { name, version: if version.good { version.text } else { String::new() } })
    }

    fn begin(
        &mut self,
        process: &mut Process,
        deadline: &Deadline,
        game: &Arc<dyn Game>,
        start: &dyn Position,
        seed: u32,
    ) -> Result<(), Failure> {
        self.points = Points::of(game.as_ref());
        self.clock = None;
        if let Points::Go { size, .. } = self.points {
            self.command(process, deadline, &format!("boardsize {size}"))?;
            self.command(process, deadline, "clear_board")?;
            self.command(process, deadline, &format!("komi {}", game.exchange().komi()))?;
            self.place_stones(process, deadline, start)?;
        } else {
            self.command(process, deadline, "clear_board")?;
            if let Some(theirs) = self.legal_moves(process, deadline, start)? {
                let mut ours: Vec<String> = whole_moves(start).iter().map(|submove| self.points.write(start, submove)).collect();
                ours.sort();
                if ours != theirs {
                    let message =
                        format!("plays another game: its legal moves are {}, not {}", quoted(&theirs.join(" ")), quoted(&ours.join(" ")));
                    return Err(Failure::protocol(message));
                }
            }
        }
        if self.knows("set_random_seed") {
            self.command(process, deadline, &format!("set_random_seed {seed}"))?;
        }
        Ok(())
    }

    fn played(
        &mut self,
        process: &mut Process,
        deadline: &Deadline,
        before: &dyn Position,
        submove: &[Move],
        own: bool,
    ) -> Result<(), Failure> {
        let treebench_games::Turn::Player(player) = before.turn() else { return Ok(()) };
        if own {
            return Ok(());
        }
        let command = format!("play {} {}", colour(player), self.points.write(before, submove));
        self.command(process, deadline, &command).map(drop)
    }

    fn choose(&mut self, process: &mut Process, deadline: &Deadline, asked: &TurnRequest<'_>) -> Result<EngineAnswer, Failure> {
        let colour = colour(asked.player);
        self.set_clock(process, deadline, asked)?;
        let command = format!("genmove {colour}");
        let text = self.command(process, deadline, &command)?;
        let reply = if text.eq_ignore_ascii_case("resign") {
            Reply::Resigns
        } else {
            let found = self.points.read(asked.position, &text);
            Reply::Move(found.ok_or_else(|| Failure::new(Fault::IllegalMove, format!("played {}, which is no legal move", quoted(&text))))?)
        };
        let asked = match &self.clock {
            Some(settings) => format!("{settings}, genmove"),
            // The standard has no word for playouts: what the engine spends is its own matter.
            None => "genmove without a budget".to_owned(),
        };
        Ok(EngineAnswer { reply, asked, iterations: 0, states: 0, evaluation: None })
    }

    fn verdict(&mut self, process: &mut Process, deadline: &Deadline) -> Option<Verdict> {
        let command = if self.points == Points::Own { "gogui-rules_final_result" } else { "final_score" };
        if !self.knows(command) {
            return None;
        }
        let says = self.command(process, deadline, command).ok()?;
        let outcome = match says.to_ascii_lowercase().chars().next() {
            Some('b') => Some(Outcome::Won(0)),
            Some('w') => Some(Outcome::Won(1)),
            Some('0') => Some(Outcome::Drawn),
            _ if says.eq_ignore_ascii_case("draw") => Some(Outcome::Drawn),
            _ => None,
        };
        Some(Verdict { says, outcome })
    }

    fn provoke(&mut self, process: &mut Process, deadline: &Deadline) -> Result<(), Failure> {
        for command in ["play b Z99", "no-such-command"] {
            if self.ask(process, deadline, command)?.good {
                return Err(Failure::protocol(format!("carries out {}", quoted(command))));
            }
        }
        Ok(())
    }

    fn legal_moves(
        &mut self,
        process: &mut Process,
        deadline: &Deadline,
        _position: &dyn Position,
    ) -> Result<Option<Vec<String>>, Failure> {
        if !self.knows("gogui-rules_legal_moves") {
            return Ok(None);
        }
        let text = self.command(process, deadline, "gogui-rules_legal_moves")?;
        let mut moves: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        moves.sort();
        Ok(Some(moves))
    }
}

/// Black is player 0.
fn colour(player: usize) -> char {
    if player == 0 { 'b' } else { 'w' }
}
