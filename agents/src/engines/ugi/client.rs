//! Speaks UGI, UCI, USI or UAI to an engine.

use super::dialect::{CHESS960, Dialect, Info, OBSERVATION, OptionOffer, observation};
use super::questions::answer;
use crate::agent::Fault;
use crate::budget::Budget;
use crate::engines::conversation::{Conversation, EngineAnswer, Identity, Reply, TurnRequest};
use crate::engines::failure::{Failure, quoted};
use crate::engines::process::{Deadline, Process};
use std::sync::Arc;
use treebench_games::{Exchange, Game, Move, Position};

/// Give up after this many other lines before the expected one. A long search may print thousands.
const MOST_LINES: u32 = 500_000;

/// A conversation in one of the four.
pub struct UgiConversation {
    dialect: Dialect,
    options: Vec<(String, String)>,
    offers: Vec<OptionOffer>,
    /// The words after `position` that say where the game began, and what was played since.
    base: String,
    moves: Vec<String>,
    /// Known once the first game begins.
    game: Option<Arc<dyn Game>>,
}

impl UgiConversation {
    /// With an engine that is set to these options.
    pub fn new(dialect: Dialect, options: Vec<(String, String)>) -> Self {
        UgiConversation { dialect, options, offers: Vec::new(), base: "startpos".to_owned(), moves: Vec::new(), game: None }
    }

    /// Waits until the engine prints a line that begins with this word, and gives the rest of it. `other` sees the lines before.
    fn wait_for(
        process: &mut Process,
        deadline: &Deadline,
        word: &str,
        mut other: impl FnMut(&mut Process, &str, &str) -> Result<(), Failure>,
    ) -> Result<String, Failure> {
        for _ in 0..MOST_LINES {
            let line = process.line(deadline)?;
            let line = line.trim();
            let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            if first == word {
                return Ok(rest.trim().to_owned());
            }
            other(process, first, rest.trim())?;
        }
        Err(Failure::protocol(format!("printed {MOST_LINES} lines without `{word}`")))
    }

    fn ready(process: &mut Process, deadline: &Deadline) -> Result<(), Failure> {
        process.send("isready", deadline)?;
        // A move that nobody asked for would otherwise be taken for the next answer.
        Self::wait_for(process, deadline, "readyok", |_, word, rest| match word {
            "bestmove" => Err(Failure::protocol(format!("answered twice: {}", quoted(&format!("bestmove {rest}"))))),
            _ => Ok(()),
        })
        .map(drop)
    }

    /// The option with this name, if the engine offers it.
    fn offer(&self, name: &str) -> Option<&OptionOffer> {
        self.offers.iter().find(|offer| offer.name.eq_ignore_ascii_case(name))
    }

    /// Sends the position. Where information is hidden it is one that was drawn for this turn from what the player knows, and the moves that led to it are not told.
    fn show(&mut self, process: &mut Process, deadline: &Deadline, asked: &TurnRequest<'_>) -> Result<(), Failure> {
        let Some(information) = asked.position.information() else { return process.send(&self.position(), deadline) };
        if let Some(game) = &self.game {
            (self.base, self.moves) = (self.dialect.base(game.as_ref(), asked.position), Vec::new());
        }
        process.send(&self.position(), deadline)?;
        if self.offer(OBSERVATION).is_none() {
            return Ok(());
        }
        process.send(&format!("observation {}", observation(information, asked.player)), deadline)
    }

    fn position(&self) -> String {
        if self.moves.is_empty() {
            format!("position {}", self.base)
        } else {
            format!("position {} moves {}", self.base, self.moves.join(" "))
        }
    }
}

impl Conversation for UgiConversation {
    fn greet(&mut self, process: &mut Process, deadline: &Deadline) -> Result<Identity, Failure> {
        let (hello, answer, _) = self.dialect.words();
        process.send(hello, deadline)?;
        let (mut identity, mut offers) = (Identity::default(), Vec::new());
        Self::wait_for(process, deadline, answer, |_, word, rest| {
            match (word, rest.split_once(' ')) {
                ("id", Some(("name", name))) => identity.name = name.trim().to_owned(),
                ("id", Some(("version", version))) => identity.version = version.trim().to_owned(),
                ("option", _) => offers.extend(OptionOffer::read(rest)),
                _ => {}
            }
            Ok(())
        })?;
        self.offers = offers;
        for (name, value) in &self.options {
            if self.offer(name).is_none() {
                let known: Vec<&str> = self.offers.iter().map(|offer| offer.name.as_str()).collect();
                let hint = treebench_games::names::nearest(name, known.iter().copied());
                let hint =
                    hint.map_or_else(|| format!("it offers {}", quoted(&known.join(", "))), |name| format!("did you mean `{name}`?"));
                return Err(Failure::protocol(format!("has no option {}; {hint}", quoted(name))));
            }
            process.send(&format!("setoption name {name} value {value}"), deadline)?;
        }
        Self::ready(process, deadline)?;
        Ok(identity)
    }

    fn begin(
        &mut self,
        process: &mut Process,
        deadline: &Deadline,
        game: &Arc<dyn Game>,
        start: &dyn Position,
        seed: u32,
    ) -> Result<(), Failure> {
        let players = game.info().players;
        if players != 2 {
            let fits = |offer: &OptionOffer| offer.range.is_none_or(|(low, high)| (low..=high).contains(&(players as i64)));
            if !self.offer("Players").is_some_and(fits) {
                return Err(Failure::protocol(format!("does not offer an option `Players` that can be {players}")));
            }
            process.send(&format!("setoption name Players value {players}"), deadline)?;
        }
        if let Some(offer) = self.offer("Seed") {
            let (low, high) = offer.range.unwrap_or((0, i64::from(i32::MAX)));
            let values = high.saturating_sub(low).saturating_add(1).max(1);
            process.send(&format!("setoption name Seed value {}", low + i64::from(seed) % values), deadline)?;
        }
        if self.dialect == Dialect::Uci && matches!(game.exchange(), Exchange::Pgn { variant, .. } if variant == CHESS960) {
            if self.offer("UCI_Chess960").is_none() {
                return Err(Failure::protocol(
                    "does not offer the option `UCI_Chess960`, without which it plays from the standard start only",
                ));
            }
            process.send("setoption name UCI_Chess960 value true", deadline)?;
        }
        process.send(self.dialect.words().2, deadline)?;
        Self::ready(process, deadline)?;
        self.base = self.dialect.base(game.as_ref(), start);
        self.game = Some(Arc::clone(game));
        self.moves.clear();
        Ok(())
    }

    fn played(
        &mut self,
        _process: &mut Process,
        _deadline: &Deadline,
        before: &dyn Position,
        submove: &[Move],
        _own: bool,
    ) -> Result<(), Failure> {
        let Some(game) = self.game.as_ref().filter(|_| before.information().is_none()) else { return Ok(()) };
        self.moves.push(self.dialect.write(game.as_ref(), before, submove));
        Ok(())
    }

    fn choose(&mut self, process: &mut Process, deadline: &Deadline, asked: &TurnRequest<'_>) -> Result<EngineAnswer, Failure> {
        let go = match asked.budget {
            _ if asked.clock().is_some() => self.dialect.go_by_clock(asked),
            Budget::Iterations(n) | Budget::States(n) => format!("go nodes {n}"),
            Budget::Time(time) => format!("go movetime {}", time.as_millis().max(1)),
            Budget::Clock(control) => format!("go movetime {}", control.base.as_millis()),
        };
        Self::ready(process, deadline)?;
        self.show(process, deadline, asked)?;
        process.send(&go, deadline)?;
        let mut info = Info::default();
        let players = self.game.as_ref().map_or(2, |game| game.info().players);
        let answer = Self::wait_for(process, deadline, "bestmove", |process, word, rest| match word {
            "info" => {
                info.read(rest);
                Ok(())
            }
            "query" => match answer(asked.position, players, rest) {
                Some(line) => process.send(&line, deadline),
                None => Err(Failure::protocol(format!("asked {}, which is no question", quoted(rest)))),
            },
            _ => Ok(()),
        })?;
        let word = answer.split_whitespace().next().unwrap_or("");
        let reply = if word == "resign" {
            Reply::Resigns
        } else {
            let found = self.game.as_ref().and_then(|game| self.dialect.read(game.as_ref(), asked.position, word));
            Reply::Move(
                found.ok_or_else(|| Failure::new(Fault::IllegalMove, format!("played {}, which is no legal move", quoted(&answer))))?,
            )
        };
        Ok(EngineAnswer { reply, asked: go, iterations: info.iterations, states: info.nodes, evaluation: info.evaluation() })
    }

    fn provoke(&mut self, process: &mut Process, deadline: &Deadline) -> Result<(), Failure> {
        for line in ["position startpos moves zz99", "no-such-word"] {
            process.send(line, deadline)?;
        }
        Self::ready(process, deadline)
    }

    fn legal_moves(
        &mut self,
        process: &mut Process,
        deadline: &Deadline,
        _position: &dyn Position,
    ) -> Result<Option<Vec<String>>, Failure> {
        if self.dialect != Dialect::Ugi || self.offer("Legalmoves").is_none() {
            return Ok(None);
        }
        process.send(&self.position(), deadline)?;
        process.send("query legalmoves", deadline)?;
        let text = Self::wait_for(process, deadline, "legalmoves", |_, _, _| Ok(()))?;
        let mut moves: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        moves.sort();
        Ok(Some(moves))
    }
}
