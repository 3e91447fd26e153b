//! A game under one split strategy, ready to be played: what the two engines execute.
//!
//! # How a program is played
//!
//! Both engines follow these rules to the letter, so that the same seed plays the same game on either.
//!
//! 1. A *segment* is the part of the graph that can be walked from a node and a square without a modifier or (under a split, for a player)
//!    a dot. Inside a segment every (node, square) pair counts once. Its ends are the *steps* that can be taken, in canonical order: by
//!    number, then by square. For the keeper, and in the orthodox view, a dot is an empty edge.
//! 2. A step does what its edge says at its square and goes on from the edge's end. A *semimove* is a sequence of steps that ends at
//!    the first step which ends semimoves: a switch always, a dot where dots count, an off or assignment under `Mod`. Under `Mod`
//!    a semimove is thus one step. Semimoves are listed in the order of their steps.
//! 3. The keeper's moves are made at once: after every switch to the keeper, and at the start. It takes the first legal whole move in
//!    canonical order (depth first, going back from dead ends). Without one the game is over; likewise for a player without
//!    a legal whole move. The scores are the players' variables.
//! 4. Random play draws its numbers from a [`SplitMix`](crate::SplitMix) that is seeded anew for every playout; no number is drawn
//!    where there is only one to choose from.
//!    Under `Mod`, where every step is a semimove, one of the segment's steps is drawn uniformly, and taken back and struck from the
//!    list, its order kept, if it leads to dead ends only.
//!    In the orthodox view a *candidate* is a sequence of steps from a nodal state to the first [`forced`](Program::forced) node or
//!    switch. Candidates are listed in this order: of a segment, first all steps that end a candidate, in canonical order; then,
//!    for every other step in canonical order, the candidates that begin with it. One is drawn uniformly and completed if
//!    possible; if not, one is drawn again, [`TRIES`] times in all; then those that can be completed are listed in the same
//!    order and one of them is drawn. Every legal move is equally likely, since no candidate has two completions.
//!    Under any other strategy the semimoves are listed and handled as the steps are under `Mod`.
//! 5. A move drawn semimove by semimove may enter a region without a way out, of which all paths would be tried. At the first dead end after
//!    [`Limits::restart_after`] semimoves, those taken back included, it therefore starts over, with everything taken back, and from there on
//!    a state is a dead end at once if it is proved that no switch can be reached from it, even if every piece that may be put on a square were
//!    there whenever it is wanted.

use crate::automaton::{Automaton, Label, NodeId, Step};
use crate::description::Description;
use crate::encoding::Codes;
use crate::expr::{Action, Control, Expr, Span};
use crate::forced::forced;
use crate::limits::Limits;
use crate::passes::Passes;
use crate::split::{Split, SplitError, dotted};
use crate::state::{Layout, State};
use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// Views with more codes than this get no table of values.
const MOST_CODES: u64 = 1 << 18;

/// The number of candidates drawn before the legal moves are listed.
pub const TRIES: u32 = 16;

/// A game under one split strategy.
#[derive(Clone, Debug)]
pub struct Program {
    /// The game.
    pub description: Arc<Description>,
    /// The strategy.
    pub split: Split,
    /// The automaton of the rules with the strategy's dots.
    pub automaton: Automaton,
    /// The layout of states.
    pub layout: Layout,
    /// The limits of play.
    pub limits: Limits,
    /// For each node: whether every segment from there to the next switch offers at most one step in every state, so that there is at most
    /// one way to complete a move; dots do not count. Found by a conservative analysis: `false` may mean "not proved", and does so for all
    /// nodes except those after modifiers.
    pub forced: Vec<bool>,
    /// For each node: the number of the modifier or dot whose edge ends there, if there is one (there are never two).
    pub arrived: Vec<Option<u32>>,
    /// For each node: whether no modifier leads there, or a switch.
    nodal: Vec<bool>,
    /// The numbering of the semimoves of this view.
    pub codes: Codes,
    /// The numbering of whole moves, whatever the view: by their steps without dots.
    pub whole_codes: Codes,
    codes_below: Option<u64>,
    /// The optimisations that native code is made with: all of them, unless a test asks for less.
    pub passes: Passes,
}

/// The most pairs of a node and a square that a program may have: an engine marks them with a bit each.
const PAIRS: usize = 1 << 30;

impl Program {
    /// Prepares a game under a strategy.
    ///
    /// # Errors
    /// If it is too large.
    pub fn new(description: Arc<Description>, split: Split, limits: Limits) -> Result<Self, ProgramError> {
        let automaton = Automaton::new(&dotted(&description, split, &limits)?);
        let orthodox = Automaton::new(&dotted(&description, Split::ORTHODOX, &limits)?);
        let (nodes, squares) = (automaton.nodes(), description.board.squares());
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
        let mut arrived: Vec<Option<u32>> = vec![None; nodes];
        for (number, &edge) in (0..).zip(&automaton.by_number) {
            arrived[automaton.edges[edge as usize].to as usize] = Some(number);
        }
        let leads_on = |number: u32| !matches!(automaton.numbered(number).label, Label::Switch(_));
        let nodal = arrived.iter().map(|arrived| !arrived.is_some_and(leads_on)).collect();
        let (layout, forced) = (Layout::new(&description), forced(&orthodox));
        let is_forced = |number| forced[orthodox.numbered(number).to as usize];
        let is_switch = |number| matches!(orthodox.numbered(number).label, Label::Switch(_));
        let whole_codes = Codes::new(&orthodox, squares, false, |number| is_switch(number) || is_forced(number));
        let codes = if split == Split::ORTHODOX {
            whole_codes.clone()
        } else {
            let ends = |number| split.modifiers || number >= automaton.modifiers || is_switch(number);
            Codes::new(&automaton, squares, true, ends)
        };
        // The same in all views, so that the notation of a move leaves out the same steps.
        let forced = arrived.iter().map(|arrived| arrived.is_some_and(|number| number < automaton.modifiers && is_forced(number)));
        let forced = forced.collect();
        let codes_below = codes.size(MOST_CODES);
        Ok(Program {
            description,
            split,
            automaton,
            layout,
            limits,
            forced,
            arrived,
            nodal,
            codes,
            whole_codes,
            codes_below,
            passes: Passes::ALL,
        })
    }

    /// A bound above all codes of this view, if it is small enough for tables of values.
    pub fn codes_below(&self) -> Option<usize> {
        self.codes_below.map(|size| size as usize)
    }

    /// The state before the keeper's first move.
    pub fn unstarted(&self) -> State {
        State::start(&self.layout, &self.description, self.automaton.start)
    }

    /// Whether a state is at the start or right after a switch, and not inside a move.
    pub fn is_nodal(&self, state: &State) -> bool {
        self.nodal[state.node() as usize]
    }

    /// Whether dots end semimoves for the player or keeper in control; otherwise they are empty edges.
    pub fn has_dots(&self, control: Control) -> bool {
        self.split != Split::ORTHODOX && control != Control::Keeper
    }

    /// Whether a step with this number ends a whole move.
    pub fn is_switch(&self, number: u32) -> bool {
        matches!(self.automaton.numbered(number).label, Label::Switch(_))
    }

    /// Whether a step with this number ends a semimove (rule 2).
    pub fn ends_semimove(&self, number: u32) -> bool {
        self.split.modifiers || matches!(self.automaton.numbered(number).label, Label::Switch(_) | Label::Dot)
    }

    /// The place of the modifier with this number in the source; `None` for dots.
    pub fn span(&self, number: u32) -> Option<Span> {
        let mut before = number;
        find_modifier(&self.description.rules, &mut before)
    }

    /// The node after a step.
    pub fn target(&self, step: Step) -> NodeId {
        self.automaton.numbered(step.number).to
    }
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
