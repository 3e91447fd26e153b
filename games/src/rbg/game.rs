//! A game given as rules, and its views.

use super::look::Looks;
use super::position::RbgPosition;
use super::view::View;
use crate::game::{Exchange, Game, GameInfo};
use crate::notation::NotationError;
use crate::params::ParamError;
use crate::position::Position;
use crate::rules_text::Directives;
use std::sync::{Arc, OnceLock};
use treebench_rbg::expr::{Action, Expr};
use treebench_rbg::{Arithmetic, Description, Limits, Operator, Split};

/// The number of split strategies.
const SPLITS: usize = 8;

/// A game under one of its views.
pub(super) struct RbgGame {
    family: Arc<Family>,
    view: Arc<View>,
    /// The view's name.
    split: String,
}

/// The part that all views of a game share. Each view is built on first request.
struct Family {
    description: Arc<Description>,
    looks: Arc<Looks>,
    info: GameInfo,
    views: [OnceLock<Result<Arc<View>, String>>; SPLITS],
}

impl RbgGame {
    /// The orthodox view of a game.
    ///
    /// # Errors
    /// If the game is too large.
    pub(super) fn build(description: Description, directives: &Directives, looks: Looks) -> Result<Arc<dyn Game>, String> {
        let info = info(&description, directives);
        let family = Family { description: Arc::new(description), looks: Arc::new(looks), info, views: Default::default() };
        RbgGame::seen(&Arc::new(family), Split::ORTHODOX)
    }

    fn seen(family: &Arc<Family>, split: Split) -> Result<Arc<dyn Game>, String> {
        let view = family.view(split)?;
        Ok(Arc::new(RbgGame { family: Arc::clone(family), view, split: split.to_string() }))
    }
}

impl Family {
    fn view(&self, split: Split) -> Result<Arc<View>, String> {
        let place = Split::all().position(|known| known == split).unwrap_or_default();
        self.views[place].get_or_init(|| View::new(&self.description, &self.looks, split, Limits::default()).map(Arc::new)).clone()
    }
}

fn info(description: &Description, directives: &Directives) -> GameInfo {
    let bound = description.players.iter().map(|player| player.bound).max().unwrap_or(0);
    GameInfo {
        players: description.players.len(),
        // A range needs two different ends even if all scores are 0.
        scores: (0.0, f64::from(bound.max(1))),
        graded: is_graded(&description.rules, description.players.len(), i64::from(bound)),
        chance: false,
        hidden: false,
        total: directives.total.map(f64::from),
    }
}

/// Whether the rules set a player's score to anything but the highest value, half of it, 0, or an equal share (`100 / leaders`).
fn is_graded(rules: &Expr, players: usize, highest: i64) -> bool {
    match rules {
        Expr::Sequence(parts) | Expr::Sum(parts) => parts.iter().any(|part| is_graded(part, players, highest)),
        Expr::Star(part) => is_graded(part, players, highest),
        Expr::Action(Action::Assign { variable, value }, _) if usize::from(variable.0) < players => match value {
            Arithmetic::Number(score) => ![0, highest].contains(score) && 2 * score != highest,
            Arithmetic::Binary(whole, Operator::Divide, _) => **whole != Arithmetic::Number(highest),
            _ => true,
        },
        Expr::Action(..) | Expr::Dot(_) => false,
    }
}

impl Game for RbgGame {
    fn info(&self) -> GameInfo {
        self.family.info
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(RbgPosition::start(&self.view))
    }

    /// Also reads FEN, where the rules file says how.
    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        let looks = &self.family.looks;
        // No FEN has a semicolon, and every other notation begins with a player and one.
        if let Some(forsyth) = looks.forsyth.as_ref().filter(|_| !notation.contains(';')) {
            let program = &self.view.program;
            let state = self.view.interpret(|interpreter| forsyth.parse(program, interpreter, &looks.letters(), notation))?;
            return Ok(Box::new(RbgPosition::new(&self.view, state)));
        }
        if !notation.contains(';') && matches!(looks.exchange, Exchange::Pgn { .. }) {
            let own = self.start().notation();
            return Err(NotationError::new(format!("this game reads its own notation instead of FEN, as in `{own}`")));
        }
        let state = self
            .view
            .program
            .read_state(notation)
            .map_err(|error| NotationError::new(format!("`{notation}` is not a position of this game: {error}")))?;
        Ok(Box::new(RbgPosition::new(&self.view, state)))
    }

    fn execution(&self) -> Option<String> {
        Some(self.view.execution())
    }

    fn exchange(&self) -> Exchange {
        self.family.looks.exchange.clone()
    }

    fn splits(&self) -> Vec<String> {
        Split::all().map(|split| split.to_string()).collect()
    }

    fn split(&self) -> &str {
        &self.split
    }

    fn view(&self, split: &str) -> Result<Arc<dyn Game>, ParamError> {
        let split = split.parse().map_err(|error: String| ParamError::rule("split", error))?;
        RbgGame::seen(&self.family, split).map_err(|error| ParamError::rule("split", error))
    }
}
