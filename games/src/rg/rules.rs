//! The rules of a game, with the interpreters and the native code that play by them.

use super::look::Looks;
use super::worlds::Worlds;
use crate::game::GameInfo;
use crate::moves::Move;
use crate::pool::Pool;
use crate::position::Player;
use crate::rules_text::Directives;
use std::sync::{Arc, OnceLock};
use treebench_rg::{Codes, Fault, Interpreter, LoweringError, Move as Found, Native, Notation, State, Symbol};

/// What both views of a game share.
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
    /// # Errors
    /// If a line of the text that says how the game looks cannot be understood.
    pub(super) fn new(game: treebench_rg::Game, directives: &Directives, text: &str) -> Result<Rules, String> {
        let info = info(&game, directives);
        let codes = Codes::new(&game);
        let looks = Looks::new(&game, text)?;
        let notation = Notation::new(&game, &codes, looks.rows_down);
        Ok(Rules {
            game: Arc::new(game),
            codes,
            notation,
            looks,
            info,
            interpreters: Pool::default(),
            worlds: Pool::default(),
            native: OnceLock::new(),
        })
    }

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
