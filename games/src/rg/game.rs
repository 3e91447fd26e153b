//! A game given as rules, and its two views.

use super::history;
use super::look::Looks;
use super::position::RgPosition;
use super::worlds::Worlds;
use crate::game::{Game, GameInfo, ORTHODOX, find_split};
use crate::moves::Move;
use crate::notation::NotationError;
use crate::params::ParamError;
use crate::pool::Pool;
use crate::position::{Player, Position};
use crate::rules_text::Directives;
use std::sync::{Arc, OnceLock};
use treebench_rg::notation::read_states;
use treebench_rg::{Codes, Control, Fault, Interpreter, LoweringError, Move as Found, Native, Notation, State, Symbol};

/// The view in which every tag is a semimove.
const TAGS: &str = "tags";

/// A game under one of its views.
pub(super) struct RgGame {
    rules: Arc<Rules>,
    tags: bool,
}

/// The part that both views share.
pub(super) struct Rules {
    pub(super) game: Arc<treebench_rg::Game>,
    pub(super) codes: Codes,
    pub(super) notation: Notation,
    pub(super) looks: Looks,
    pub(super) info: GameInfo,
    interpreters: Pool<Interpreter>,
    /// The worlds of every player.
    worlds: Pool<Vec<Worlds>>,
    /// Native code for whole random games, made when the first is played; or why the interpreter plays them.
    native: OnceLock<Result<Native, LoweringError>>,
}

impl Rules {
    /// Runs `f` with an interpreter from the pool.
    pub(super) fn interpret<T>(&self, f: impl FnOnce(&mut Interpreter) -> T) -> T {
        self.interpreters.lend(|| Interpreter::new(Arc::clone(&self.game)), f)
    }

    /// Native code for whole random games.
    ///
    /// # Errors
    /// If the interpreter plays them: the reason.
    pub(super) fn native(&self) -> Result<&Native, &LoweringError> {
        self.native.get_or_init(|| Native::new(&self.game)).as_ref()
    }

    /// The move with this code, if there is one.
    ///
    /// # Errors
    /// If a limit is exceeded.
    pub(super) fn find(&self, interpreter: &mut Interpreter, state: &State, code: Move) -> Result<Option<Found>, Fault> {
        match self.codes.decode(code.0) {
            Some(tags) => interpreter.find(state, &tags),
            None => Ok(interpreter.moves(state)?.into_iter().find(|found| self.codes.encode(&found.tags) == code.0)),
        }
    }

    /// The tags of a move that is a single semimove, in a state in which it is legal.
    pub(super) fn tags(&self, state: &State, code: Move) -> Result<Vec<Symbol>, Fault> {
        match self.codes.decode(code.0) {
            Some(tags) => Ok(tags),
            None => Ok(self.interpret(|interpreter| self.find(interpreter, state, code))?.map(|found| found.tags).unwrap_or_default()),
        }
    }

    /// Runs `f` with the worlds of a player, which may be those of an earlier drawing.
    pub(super) fn with_worlds<T>(&self, player: Player, f: impl FnOnce(&mut Worlds) -> T) -> T {
        let all = || (0..self.info.players).map(Worlds::new).collect();
        self.worlds.lend(all, |worlds: &mut Vec<Worlds>| f(&mut worlds[player]))
    }
}

impl RgGame {
    /// The orthodox view of a game.
    ///
    /// # Errors
    /// If a line of the text that says how it looks cannot be understood.
    pub(super) fn build(game: treebench_rg::Game, directives: &Directives, text: &str) -> Result<Arc<dyn Game>, String> {
        let info = info(&game, directives);
        let codes = Codes::new(&game);
        let looks = Looks::new(&game, text)?;
        let notation = Notation::new(&game, &codes, looks.rows_down);
        let rules = Rules {
            game: Arc::new(game),
            codes,
            notation,
            looks,
            info,
            interpreters: Pool::default(),
            worlds: Pool::default(),
            native: OnceLock::new(),
        };
        Ok(Arc::new(RgGame { rules: Arc::new(rules), tags: false }))
    }
}

fn info(game: &treebench_rg::Game, directives: &Directives) -> GameInfo {
    let (low, high) = game.score_range();
    // The highest, the lowest, or an equal share of the highest, rounded.
    let share = |score: i32| f64::from(score - low) / f64::from(high - low).max(1.0);
    let usual = |score: i32| score == low || (1..=game.players.len()).any(|leaders| (share(score) * leaders as f64 - 1.0).abs() < 0.02);
    GameInfo {
        players: game.players.len(),
        // A range needs two different ends even if all scores are equal.
        scores: (f64::from(low), f64::from(if high > low { high } else { low + 1 })),
        graded: !game.score_values().into_iter().all(usual),
        chance: game.has_chance(),
        hidden: game.hides(),
        total: directives.total.map(f64::from),
    }
}

impl Game for RgGame {
    fn info(&self) -> GameInfo {
        self.rules.info
    }

    fn start(&self) -> Box<dyn Position> {
        if self.rules.info.hidden {
            return Box::new(match history::start(&self.rules) {
                Ok((state, history)) => RgPosition::with_history(&self.rules, state, history),
                Err(fault) => RgPosition::new(&self.rules, false, vec![State::start(&self.rules.game)], false, Some(fault)),
            });
        }
        let mut start = State::start(&self.rules.game);
        let settled = self.rules.interpret(|interpreter| interpreter.settle(&mut start));
        Box::new(RgPosition::new(&self.rules, self.tags, vec![start], false, settled.err()))
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        let wrong = |error: String| NotationError::new(format!("`{notation}` is not a position of this game: {error}"));
        if self.rules.info.hidden {
            let (state, history) = history::read(&self.rules, notation).map_err(wrong)?;
            return Ok(Box::new(RgPosition::with_history(&self.rules, state, history)));
        }
        let (inside, states) = match notation.strip_prefix('|') {
            Some(_) if !self.tags => return Err(wrong(format!("it is inside a move, which only the view `{TAGS}` cuts"))),
            Some(states) => (true, states),
            None => (false, notation),
        };
        let mut states = read_states(&self.rules.game, states).map_err(wrong)?;
        if !inside && states.len() > 1 {
            return Err(wrong("it is in several states, and not inside a move".to_owned()));
        }
        let same = |state: &State| state.control(&self.rules.game) == states[0].control(&self.rules.game);
        if inside && !(matches!(states[0].control(&self.rules.game), Control::Player(_)) && states.iter().all(same)) {
            return Err(wrong("inside a move, one player acts".to_owned()));
        }
        if !inside {
            let settled = self.rules.interpret(|interpreter| interpreter.settle(&mut states[0]));
            settled.map_err(|fault| wrong(fault.describe(&self.rules.game)))?;
        }
        Ok(Box::new(RgPosition::new(&self.rules, self.tags, states, inside, None)))
    }

    fn engine(&self) -> Option<String> {
        if self.rules.info.hidden {
            return Some("interpreter, because it tells what players see".to_owned());
        }
        Some(match self.rules.native() {
            Ok(_) if self.tags => "interpreter, because native code chooses whole moves and not tag by tag".to_owned(),
            Ok(_) => "native code for random games, interpreter for moves".to_owned(),
            Err(reason) => format!("interpreter, because {reason}"),
        })
    }

    /// What players see is told for whole moves, so hidden information leaves one view.
    fn splits(&self) -> Vec<String> {
        [ORTHODOX, TAGS].iter().take(if self.rules.info.hidden { 1 } else { 2 }).map(|&split| split.to_owned()).collect()
    }

    fn split(&self) -> &str {
        if self.tags { TAGS } else { ORTHODOX }
    }

    fn view(&self, split: &str) -> Result<Arc<dyn Game>, ParamError> {
        let split = find_split(self, split)?;
        Ok(Arc::new(RgGame { rules: Arc::clone(&self.rules), tags: split == TAGS }))
    }
}
