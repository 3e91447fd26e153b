//! A game under one split strategy, lowered to the [program](treebench_compile::Program) that is played.

use crate::automaton::automaton;
use crate::description::Description;
use crate::expr::{Action, Expr, Span};
use crate::limits::Limits;
use crate::split::{Split, SplitError, dotted};
use std::error::Error;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use treebench_compile::forced::forced_after;
use treebench_compile::number::Variables;
use treebench_compile::{Board, Codes, Fault, Limit, LoweringError, NativeProgram, Passes, Semimoves};

/// A game under one split strategy: the executable program and its source.
#[derive(Clone, Debug)]
pub struct Program {
    /// The game.
    pub description: Arc<Description>,
    /// The strategy.
    pub split: Split,
    /// The numbering of whole moves, if semimoves are less.
    whole_codes: Option<Codes>,
    lowered: Arc<treebench_compile::Program>,
}

impl Deref for Program {
    type Target = treebench_compile::Program;

    #[inline]
    fn deref(&self) -> &Self::Target {
        &self.lowered
    }
}

/// The maximum number of pairs of a node and a square that a program may have: the interpreter marks each with a bit.
const PAIRS: usize = 1 << 30;

impl Program {
    /// Prepares a game under a strategy.
    ///
    /// # Errors
    /// If it is too large.
    pub fn new(description: Arc<Description>, split: Split, limits: Limits) -> Result<Self, ProgramError> {
        let rules = automaton(&dotted(&description, split, &limits)?);
        let plain = automaton(&dotted(&description, Split::ORTHODOX, &limits)?);
        let (nodes, squares) = (rules.nodes(), description.board.squares());
        if nodes > limits.nodes {
            return Err(ProgramError::TooLarge { what: "nodes of the automaton", found: nodes, limit: limits.nodes });
        }
        if nodes.saturating_mul(squares) > PAIRS {
            return Err(ProgramError::TooLarge {
                what: "pairs of a node and a square",
                found: nodes.saturating_mul(squares),
                limit: PAIRS,
            });
        }
        // The same in all views, so that the notation of a move leaves out the same steps.
        let forced = forced_after(&plain);
        let semimoves = split.semimoves();
        let whole_codes = (semimoves != Semimoves::Moves).then(|| Codes::new(&plain, squares, Semimoves::Moves, &forced));
        let lowered = treebench_compile::Program::new(rules, board(&description), variables(&description), semimoves, &forced, limits.play);
        Ok(Program { description, split, whole_codes, lowered: Arc::new(lowered) })
    }

    /// The same with other optimisations.
    pub fn with_passes(mut self, passes: Passes) -> Self {
        Arc::make_mut(&mut self.lowered).passes = passes;
        self
    }

    /// The program as native code.
    ///
    /// # Errors
    /// If the processor or the program is not supported; use the interpreter instead.
    pub fn compile(&self) -> Result<NativeProgram, LoweringError> {
        NativeProgram::new(Arc::clone(&self.lowered))
    }

    /// The numbering of whole moves, whatever the view: by their steps without dots.
    pub fn whole_codes(&self) -> &Codes {
        self.whole_codes.as_ref().unwrap_or(&self.codes)
    }

    /// A fault at the step with this number.
    pub(crate) fn fault(&self, limit: Limit, number: Option<u32>) -> Fault {
        Fault::new(limit, number.and_then(|number| self.span(number)).map(|span| span.start))
    }

    /// The place of the modifier with this number in the source; `None` for dots.
    pub fn span(&self, number: u32) -> Option<Span> {
        let mut before = number;
        find_modifier(&self.description.rules, &mut before)
    }
}

/// The board as the program has it.
fn board(description: &Description) -> Board {
    let board = &description.board;
    Board { setup: board.pieces.clone(), pieces: description.pieces.len(), next: board.next.clone() }
}

/// The players' scores and the declared variables.
fn variables(description: &Description) -> Variables {
    let all = description.players.iter().chain(&description.variables);
    Variables { players: description.players.len(), bounds: all.map(|variable| variable.bound).collect() }
}

/// Why a game cannot be prepared under a strategy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProgramError {
    /// It is too large.
    TooLarge {
        /// The quantity that is too large.
        what: &'static str,
        /// Its value.
        found: usize,
        /// Its limit.
        limit: usize,
    },
    /// The split points could not be computed.
    Split(SplitError),
}

impl From<SplitError> for ProgramError {
    fn from(error: SplitError) -> Self {
        ProgramError::Split(error)
    }
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProgramError::TooLarge { what, found, limit } => {
                write!(f, "the game is too large: {found} {what}, at most {limit} are allowed")
            }
            ProgramError::Split(error) => write!(f, "{error}"),
        }
    }
}

impl Error for ProgramError {}

/// Finds a modifier by the number of those before it, counting down.
fn find_modifier(expr: &Expr, before: &mut u32) -> Option<Span> {
    match expr {
        Expr::Sequence(parts) | Expr::Sum(parts) => parts.iter().find_map(|part| find_modifier(part, before)),
        Expr::Star(body) | Expr::Action(Action::Pattern { body, .. }, _) => find_modifier(body, before),
        Expr::Action(action, span) if action.is_modifier() => {
            if *before == 0 {
                return Some(*span);
            }
            *before -= 1;
            None
        }
        Expr::Action(..) | Expr::Dot(_) => None,
    }
}
