//! A game given as rules, and its two views.

use super::history;
use super::position::RgPosition;
use super::rules::Rules;
use crate::game::{Game, GameInfo, ORTHODOX, find_split};
use crate::notation::NotationError;
use crate::params::ParamError;
use crate::position::Position;
use crate::rules_text::Directives;
use std::sync::Arc;
use treebench_rg::notation::read_states;
use treebench_rg::{Control, State};

/// The view in which every tag is a semimove.
const TAGS: &str = "tags";

/// A game under one of its views.
pub(super) struct RgGame {
    rules: Arc<Rules>,
    tags: bool,
}

impl RgGame {
    /// The orthodox view of a game.
    ///
    /// # Errors
    /// If a line of the text that says how it looks cannot be understood.
    pub(super) fn build(game: treebench_rg::Game, directives: &Directives, text: &str) -> Result<Arc<dyn Game>, String> {
        Ok(Arc::new(RgGame { rules: Arc::new(Rules::new(game, directives, text)?), tags: false }))
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

    fn execution(&self) -> Option<String> {
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
