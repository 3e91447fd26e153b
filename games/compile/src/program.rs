//! A game with its division of moves into semimoves, as executed by native code and interpreters.
//!
//! # How a program is played
//!
//! Native code and interpreters follow these rules to the letter, so that the same seed plays the same game on either.
//!
//! 1. A *segment* is the part of the graph that can be walked from a node and a square without a modifier and, for a player whose
//!    semimoves are not whole moves, without a dot; elsewhere a dot is an empty edge. Inside a segment every (node, square) pair counts
//!    once. Its ends are the *steps* that can be taken, in canonical order: by number, then by square.
//! 2. A step does what its edge says at its square and goes on from the edge's end. A *semimove* is a sequence of steps up to the first
//!    that ends one, as [`Semimoves`] says: a switch always does. Semimoves are listed in the order of their steps.
//! 3. The keeper's moves are made at once: after every switch to the keeper, and at the start. It takes the first legal whole move in
//!    canonical order (depth first, going back from dead ends). Without one the game is over; likewise for a player without
//!    a legal whole move. The scores are the players' variables.
//! 4. Random play draws its numbers from a [`SplitMix`](crate::SplitMix) that is seeded anew for every playout; no number is drawn
//!    where there is only one to choose from.
//!    If every step is a semimove, one of the segment's steps is drawn uniformly, and taken back and struck from the list, its order
//!    kept, if it leads to dead ends only. Semimoves that are sequences are listed and drawn likewise.
//!    If semimoves are whole moves, a *candidate* is a sequence of steps from a nodal state to the first [`forced`](Program::forced)
//!    node or switch. Candidates are listed in this order: of a segment, first all steps that end a candidate, in canonical order;
//!    then, for every other step in canonical order, the candidates that begin with it. One is drawn uniformly and completed if
//!    possible; if not, one is drawn again, [`TRIES`](crate::playout::TRIES) times in all; then those that can be completed are listed
//!    in the same order and one of them is drawn. Every legal move is equally likely, since no candidate has two completions.
//!    Chance is a player in all this, except that its moves are not counted.
//! 5. A move drawn semimove by semimove may enter a region without a way out, of which all paths would be tried. At the first dead end
//!    after [`Limits::restart_after`] semimoves, those taken back included, it therefore starts over, with everything taken back, and
//!    from there on a state is a dead end at once if it is proved that no switch can be reached from it, even if every piece that may
//!    be put on a square were there whenever it is wanted.

use crate::automaton::{Automaton, Label, NodeId, Semimoves, Step};
use crate::board::{Board, Control};
use crate::codes::Codes;
use crate::limits::Limits;
use crate::number::Variables;
use crate::passes::Passes;
use crate::state::{Layout, State};

/// Programs with more codes than this get no table of values.
const MOST_CODES: u64 = 1 << 18;

/// A game, and the division of its moves.
#[derive(Clone, Debug)]
pub struct Program {
    /// The rules.
    pub automaton: Automaton,
    /// The board.
    pub board: Board,
    /// The players' scores and the other variables.
    pub variables: Variables,
    /// The division of moves.
    pub semimoves: Semimoves,
    /// The limits of play.
    pub limits: Limits,
    /// The layout of states.
    pub layout: Layout,
    /// For each node: whether every segment from there to the next switch offers at most one step in every state, so that there is at most
    /// one way to complete a move; dots do not count. Found by a conservative analysis: `false` may mean "not proved", and does so for all
    /// nodes except those after modifiers.
    pub forced: Vec<bool>,
    /// For each node: the number of the modifier or dot whose edge ends there, if there is one.
    pub arrived: Vec<Option<u32>>,
    /// For each node: whether no modifier leads there, or a switch.
    nodal: Vec<bool>,
    /// The numbering of the semimoves.
    pub codes: Codes,
    codes_below: Option<u64>,
    /// The player that is chance, if one is: its moves are drawn uniformly, too, but not counted, and random play never stops before one. Only
    /// where semimoves are whole moves.
    pub chance: Option<u16>,
    /// The optimisations that native code is made with: all of them, unless a test asks for less.
    pub passes: Passes,
}

impl Program {
    /// Prepares a game. `forced` says for each modifier whether what follows it is [`forced`](crate::forced).
    pub fn new(automaton: Automaton, board: Board, variables: Variables, semimoves: Semimoves, forced: &[bool], limits: Limits) -> Self {
        let mut arrived: Vec<Option<u32>> = vec![None; automaton.nodes()];
        for (number, &edge) in (0..).zip(&automaton.by_number) {
            arrived[automaton.edges[edge as usize].to as usize] = Some(number);
        }
        let leads_on = |number: u32| !matches!(automaton.numbered(number).label, Label::Switch(_));
        let nodal = arrived.iter().map(|arrived| !arrived.is_some_and(leads_on)).collect();
        let is_forced = |&number: &u32| forced.get(number as usize) == Some(&true);
        let codes = Codes::new(&automaton, board.squares(), semimoves, forced);
        Program {
            layout: Layout::new(&board, &variables),
            forced: arrived.iter().map(|arrived| arrived.as_ref().is_some_and(is_forced)).collect(),
            codes_below: codes.size(MOST_CODES),
            chance: None,
            passes: Passes::ALL,
            automaton,
            board,
            variables,
            semimoves,
            limits,
            arrived,
            nodal,
            codes,
        }
    }

    /// A bound above all codes, if it is small enough for tables of values.
    pub fn codes_below(&self) -> Option<usize> {
        self.codes_below.map(|size| size as usize)
    }

    /// The state before the keeper's first move.
    pub fn unstarted(&self) -> State {
        State::start(&self.layout, &self.board, self.automaton.start)
    }

    /// Whether a state is at the start or right after a switch, and not inside a move.
    #[inline]
    pub fn is_nodal(&self, state: &State) -> bool {
        self.nodal[state.node() as usize]
    }

    /// Whether dots end semimoves for the player or keeper in control; otherwise they are empty edges.
    #[inline]
    pub fn has_dots(&self, control: Control) -> bool {
        self.semimoves != Semimoves::Moves && control != Control::Keeper
    }

    /// Whether chance is in control.
    #[inline]
    pub fn is_chance(&self, control: Control) -> bool {
        matches!(control, Control::Player(player) if self.chance == Some(player))
    }

    /// Whether a step with this number ends a whole move.
    #[inline]
    pub fn is_switch(&self, number: u32) -> bool {
        matches!(self.automaton.numbered(number).label, Label::Switch(_))
    }

    /// Whether a step with this number ends a semimove (rule 2).
    pub fn ends_semimove(&self, number: u32) -> bool {
        self.semimoves == Semimoves::Steps || matches!(self.automaton.numbered(number).label, Label::Switch(_) | Label::Dot)
    }

    /// The node after a step.
    #[inline]
    pub fn target(&self, step: Step) -> NodeId {
        self.automaton.numbered(step.number).to
    }
}
