//! Native code that plays a game.

use super::automaton::Tag;
use super::lowering::{Product, Refusal, chance, lower};
use super::plan::Plan;
use super::states::States;
use super::storage::Storage;
use super::uniqueness::prove;
use crate::game::{Game, Symbol};
use crate::state::State;
use std::sync::Arc;
use treebench_compile::forced::forced_after;
use treebench_compile::{self as compile, Control, Label, LoweringError, NativeProgram, PlayoutEvent, Program, Semimoves, Step};

/// A game as native code, between the moves of players, chance and the keeper. Each function is compiled on its first call.
pub struct Native {
    game: Arc<Game>,
    storage: Storage,
    states: States,
    /// The tags of all steps.
    tags: Vec<Tag>,
    compiled: NativeProgram,
}

/// A move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NativeMove {
    /// Its tags.
    pub tags: Vec<Symbol>,
    /// The state after it and the moves of the keeper that follow; variables that are not read any more have their values from before.
    pub after: State,
}

/// The end of a random game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NativePlayout {
    /// The number of moves of players.
    pub moves: u32,
    /// Whether there is no other move.
    pub over: bool,
}

impl Native {
    /// Lowers a game.
    ///
    /// # Errors
    /// If a program cannot express it, or it is not proved that it is the same game.
    pub fn new(game: &Arc<Game>) -> Result<Native, LoweringError> {
        let mut plan = Plan::default();
        let first = ProgramAutomaton::of(game, &[], &mut plan)?;
        // What never changes needs no square, if nothing goes there.
        let constant = first.product.constant.clone();
        let mut same = plan.clone();
        // The squares are numbered as before only if the board consists of the same maps.
        let smaller = ProgramAutomaton::of(game, &constant, &mut same).ok().filter(|_| plan.has_squares_of(&same));
        let ProgramAutomaton { storage, product: mut lowered, automaton } = smaller.unwrap_or(first);
        let mut board = storage.program_board();
        board.next = std::mem::take(&mut lowered.parts.next);
        let tags = std::mem::take(&mut lowered.parts.tags);
        let forced = untagged(&automaton, &tags, forced_after(&automaton));
        let variables = storage.program_variables(game);
        let mut program = Program::new(automaton, board, variables, Semimoves::Moves, &forced, compile::Limits::default());
        program.chance = game.has_chance().then(|| chance(game));
        let compiled = NativeProgram::new(Arc::new(program))?;
        Ok(Native { game: Arc::clone(game), states: States::new(lowered.entries, lowered.constant), storage, tags, compiled })
    }

    fn program(&self) -> &Arc<Program> {
        self.compiled.program()
    }

    fn encode(&self, state: &State) -> Option<compile::State> {
        self.states.encode(&self.game, &self.storage, self.program(), state)
    }

    fn decode(&self, encoded: &compile::State, state: &mut State) -> Option<()> {
        self.states.decode(&self.storage, self.program(), encoded, state)
    }

    /// The tags of a move by its code; none if it is a hash.
    fn tags_of(&self, code: u64) -> Option<Vec<Symbol>> {
        let tag = |step: &Step| match self.tags[step.number as usize] {
            Tag::Silent => None,
            Tag::Symbol(tag) => Some(tag),
            Tag::Square => self.storage.keys.get(usize::from(step.square)).copied(),
        };
        Some(self.program().codes.decode(code)?.iter().filter_map(tag).collect())
    }

    /// The moves of a player or the outcomes of chance, which are equally likely, in the order of the program; none if play does not lead to this state, or a limit is exceeded.
    pub fn moves(&self, state: &State) -> Option<Vec<NativeMove>> {
        let (encoded, mut codes) = (self.encode(state)?, Vec::new());
        self.compiled.list(&encoded, &mut codes).ok()?;
        codes.iter().map(|&code| Some(NativeMove { tags: self.tags_of(code)?, after: self.after(state, &encoded, code)? })).collect()
    }

    /// The states after the moves of a state, also where their tags cannot be told.
    pub fn states_after(&self, state: &State) -> Option<Vec<State>> {
        let (encoded, mut codes) = (self.encode(state)?, Vec::new());
        self.compiled.list(&encoded, &mut codes).ok()?;
        codes.iter().map(|&code| self.after(state, &encoded, code)).collect()
    }

    /// The state after a move by its code.
    fn after(&self, state: &State, encoded: &compile::State, code: u64) -> Option<State> {
        let (mut after, mut decoded) = (encoded.clone(), state.clone());
        self.compiled.apply(&mut after, code).ok()?;
        self.decode(&after, &mut decoded)?;
        Some(decoded)
    }

    /// Plays at random up to a number of moves. None, with the state unchanged, if play does not lead to this state, or a limit is exceeded.
    pub fn playout(&self, state: &mut State, seed: u64, cap: u32) -> Option<NativePlayout> {
        let mut encoded = self.encode(state)?;
        let count = self.compiled.playout(&mut encoded, seed, cap).ok()?;
        self.decode(&encoded, state)?;
        Some(NativePlayout { moves: count.moves, over: count.over })
    }

    /// The same, and calls `note` with the player and the tags of every move but those of chance in the end.
    pub fn playout_traced(&self, state: &mut State, seed: u64, cap: u32, mut note: impl FnMut(usize, &[Symbol])) -> Option<NativePlayout> {
        let (mut encoded, mut events) = (self.encode(state)?, Vec::new());
        let count = self.compiled.playout_traced(&mut encoded, seed, cap, |event| events.push(event)).ok()?;
        let tags: Option<Vec<(PlayoutEvent, Vec<Symbol>)>> = events
            .into_iter()
            .map(|event| match event {
                PlayoutEvent::Semimove(code) => Some((event, self.tags_of(code)?)),
                PlayoutEvent::End(_) => Some((event, Vec::new())),
            })
            .collect();
        let tags = tags?;
        self.decode(&encoded, state)?;
        let mut last: &[Symbol] = &[];
        for (event, tags) in &tags {
            match event {
                PlayoutEvent::Semimove(_) => last = tags,
                PlayoutEvent::End(player) if self.program().is_chance(Control::Player(*player)) => {}
                PlayoutEvent::End(player) => note(usize::from(*player), last),
            }
        }
        Some(NativePlayout { moves: count.moves, over: count.over })
    }
}

/// A game as an automaton that is proved to be the same game.
struct ProgramAutomaton {
    storage: Storage,
    product: Product,
    automaton: compile::Automaton,
}

impl ProgramAutomaton {
    fn of(game: &Game, constant: &[bool], plan: &mut Plan) -> Result<ProgramAutomaton, LoweringError> {
        // What hinders the usual storage says more than what hinders the last of the others.
        let mut first = None;
        loop {
            let Refusal { reason, remedy, full } = match ProgramAutomaton::with(game, constant, plan) {
                Ok(automaton) => return Ok(automaton),
                Err(refusal) => refusal,
            };
            let (reason, full) = first.get_or_insert((reason, full));
            let changed = remedy.is_some_and(|remedy| plan.apply(remedy)) || *full && plan.fall_back();
            if !changed {
                return Err(reason.clone());
            }
        }
    }

    fn with(game: &Game, constant: &[bool], plan: &Plan) -> Result<ProgramAutomaton, Refusal> {
        let storage = Storage::new(game, constant, plan)?;
        let mut product = lower(game, &storage, plan)?;
        let automaton = product.parts.finish(product.start, product.end);
        prove(game, &storage, &product, &automaton)?;
        Ok(ProgramAutomaton { storage, product, automaton })
    }
}

/// A move's code ends where no choice is left: but not before its last tag, and not where there is no way on.
fn untagged(automaton: &compile::Automaton, tags: &[Tag], mut forced: Vec<bool>) -> Vec<bool> {
    for (number, forced) in (0..).zip(&mut forced) {
        let (mut open, mut seen) = (vec![automaton.numbered(number).to], vec![false; automaton.nodes()]);
        let (mut tagged, mut ends) = (false, matches!(automaton.numbered(number).label, Label::Switch(_)));
        while *forced && let Some(node) = open.pop() {
            if std::mem::replace(&mut seen[node as usize], true) {
                continue;
            }
            for edge in automaton.leaving(node) {
                let ended = matches!(edge.label, Label::Switch(_));
                tagged |= edge.label.is_modifier() && tags[edge.number as usize] != Tag::Silent;
                ends |= ended;
                open.extend((!ended).then_some(edge.to));
            }
        }
        *forced &= ends && !tagged;
    }
    forced
}
