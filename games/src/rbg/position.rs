//! A position of a game given as rules.

use super::view::View;
use crate::capabilities::{Guide, GuidedPlayouts, Piece, RulesPosition, Square, Squares};
use crate::hash;
use crate::moves::Move;
use crate::picture::Picture;
use crate::playout::{Playout, Scratch, Trace};
use crate::position::{Player, Position, Turn};
use crate::rng::Rng;
use std::any::Any;
use std::cell::Cell;
use std::sync::Arc;
use treebench_rbg::{Control, Fault, Limit, PlayoutCount, State, Step, Variable};

/// A state under one view, with cached results of looking ahead, which playing a move clears.
pub(super) struct RbgPosition {
    view: Arc<View>,
    state: State,
    /// The limit that was exceeded here or on the way here.
    fault: Cell<Option<Fault>>,
    /// Whether there is a semimove, once that has been computed.
    has_move: Cell<Option<bool>>,
    /// Semimoves since the last nodal state.
    inside: u32,
}

impl RbgPosition {
    /// The starting position of a game.
    pub(super) fn start(view: &Arc<View>) -> Self {
        let started = view.start();
        let fault = started.as_ref().err().copied();
        let position = RbgPosition::new(view, started.unwrap_or_else(|_| view.program.unstarted()));
        position.fault.set(fault);
        position
    }

    /// A state as a position.
    pub(super) fn new(view: &Arc<View>, state: State) -> Self {
        RbgPosition { view: Arc::clone(view), state, fault: Cell::new(None), has_move: Cell::new(None), inside: 0 }
    }

    /// Unwraps a result; a fault is recorded and replaced by the default.
    fn noted<T: Default>(&self, result: Result<T, Fault>) -> T {
        result.unwrap_or_else(|fault| {
            self.fault.set(Some(fault));
            T::default()
        })
    }

    /// Plays a random game by one of the view's functions.
    fn play(&mut self, rng: &mut Rng, play: impl FnOnce(&View, &mut State, u64) -> Result<PlayoutCount, Fault>) -> Playout {
        let seed = rng.bits64();
        if self.fault.get().is_some() {
            return Playout { over: true, ..Playout::default() };
        }
        let result = play(&self.view, &mut self.state, seed);
        self.has_move.set(None);
        self.inside = if self.view.program.is_nodal(&self.state) { 0 } else { self.inside };
        let count = self.noted(result);
        // Random play that stops at the cap does not check whether a move exists.
        let over = count.over || count.dead || self.turn() == Turn::Over;
        Playout { moves: count.moves, semimoves: u32::try_from(count.semimoves).unwrap_or(u32::MAX), over }
    }

    fn has_move(&self) -> bool {
        self.has_move.get().unwrap_or_else(|| {
            let has_move = self.noted(self.view.has_move(&self.state));
            self.has_move.set(Some(has_move));
            has_move
        })
    }

    /// The steps of consecutive semimoves from here.
    fn steps(&self, submove: &[Move]) -> Result<Vec<Step>, Fault> {
        self.view.interpret(|interpreter| {
            let (mut state, mut all) = (self.state.clone(), Vec::new());
            for m in submove {
                let steps = interpreter.find(&state, m.0)?.unwrap_or_default();
                interpreter.play(&mut state, &steps)?;
                all.extend(steps);
            }
            Ok(all)
        })
    }
}

impl Clone for RbgPosition {
    fn clone(&self) -> Self {
        let RbgPosition { view, state, fault, has_move, inside } = self;
        RbgPosition { view: Arc::clone(view), state: state.clone(), fault: fault.clone(), has_move: has_move.clone(), inside: *inside }
    }

    /// Allocates nothing and does not touch the view's reference count, which all threads share.
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        if !Arc::ptr_eq(&self.view, &other.view) {
            *self = other.clone();
            return;
        }
        self.state.copy_from(&other.state);
        self.fault.set(other.fault.get());
        self.has_move.set(other.has_move.get());
        self.inside = other.inside;
    }
}

impl Position for RbgPosition {
    /// A nodal state without semimoves is over. One whose semimoves all lead to dead ends is reported as open: detecting it takes a search.
    fn turn(&self) -> Turn {
        let Control::Player(player) = self.state.control() else { return Turn::Over };
        let over = self.fault.get().is_some() || self.is_nodal() && !self.has_move();
        if over { Turn::Over } else { Turn::Player(Player::from(player)) }
    }

    #[inline]
    fn mover(&self) -> Turn {
        match self.state.control() {
            Control::Player(player) => Turn::Player(Player::from(player)),
            Control::Keeper => Turn::Over,
        }
    }

    #[inline]
    fn is_nodal(&self) -> bool {
        self.fault.get().is_some() || self.view.program.is_nodal(&self.state)
    }

    /// True in every view: even an orthodox move may turn out a dead end when a limit is exceeded.
    fn is_split(&self) -> bool {
        true
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        if self.fault.get().is_none() {
            self.noted(self.view.moves(&self.state, out));
        }
        if self.fault.get().is_some() {
            out.clear();
        }
        self.has_move.set(Some(!out.is_empty()));
    }

    fn apply(&mut self, m: Move) {
        let result = self.view.apply(&mut self.state, m);
        self.noted(result);
        self.has_move.set(None);
        let program = &self.view.program;
        self.inside = if program.is_nodal(&self.state) { 0 } else { self.inside + 1 };
        if self.inside as usize > program.limits.steps_per_move {
            self.fault.set(Some(Fault::at_unknown_step(Limit::StepsPerMove)));
        }
    }

    fn score(&self, player: Player) -> f64 {
        // The score of a player is the variable with the player's number.
        let variable = Variable(u16::try_from(player).unwrap_or(u16::MAX));
        self.state.variable(&self.view.program.layout, variable) as f64
    }

    fn described(&self) -> Option<&dyn RulesPosition> {
        Some(self)
    }

    fn playout(&mut self, rng: &mut Rng, cap: u32, _scratch: &mut Scratch) -> Playout {
        self.play(rng, |view, state, seed| view.playout(state, seed, cap))
    }

    fn playout_traced(&mut self, rng: &mut Rng, cap: u32, _scratch: &mut Scratch, trace: &mut Trace) -> Playout {
        self.play(rng, |view, state, seed| view.playout_traced(state, seed, cap, trace))
    }

    /// Offered if all semimoves have codes below a limit, so that a table can hold their values.
    fn guided(&mut self) -> Option<&mut dyn GuidedPlayouts> {
        if self.view.program.codes_below().is_some() { Some(self) } else { None }
    }

    /// The place in the rules enters as the number of the last step, which is the same under every view.
    fn key(&self) -> u64 {
        let program = &self.view.program;
        let last = program.arrived[self.state.node() as usize];
        let control = match self.state.control() {
            Control::Player(player) => Some(player),
            Control::Keeper => None,
        };
        hash::key(&(control, self.state.square(), last, &self.state.words()[1..]))
    }

    fn notation(&self) -> String {
        self.view.program.write_state(&self.state)
    }

    fn write_move(&self, submove: &[Move], out: &mut String) {
        let written =
            self.steps(submove).and_then(|steps| self.view.interpret(|interpreter| interpreter.write_move(&self.state, &steps, out)));
        self.noted(written);
    }

    fn picture(&self) -> Option<Picture> {
        Some(self.view.looks.picture(&self.view.program, &self.state))
    }

    fn men(&self, out: &mut Vec<u16>) -> bool {
        let layout = &self.view.program.layout;
        out.clear();
        out.extend((0..self.view.looks.layout.places.len()).map(|square| self.state.piece(layout, square as u16).0));
        true
    }

    /// Offered if the game is exchanged in a notation that needs it.
    fn squares(&self) -> Option<&dyn Squares> {
        if self.view.looks.squares.is_some() { Some(self) } else { None }
    }
}

impl Squares for RbgPosition {
    fn size(&self) -> (usize, usize) {
        self.view.looks.squares.as_ref().map_or((0, 0), |squares| squares.size)
    }

    fn piece(&self, square: Square) -> Option<Piece> {
        let squares = self.view.looks.squares.as_ref()?;
        squares.pieces[usize::from(self.state.piece(&self.view.program.layout, squares.at(square)?).0)]
    }

    fn square_name(&self, square: Square) -> String {
        let looks = &self.view.looks;
        let number = looks.squares.as_ref().and_then(|squares| squares.at(square));
        number.map_or(String::new(), |number| looks.layout.places[usize::from(number)].name.clone())
    }
}

impl RulesPosition for RbgPosition {
    fn fault(&self) -> Option<String> {
        self.fault.get().map(|fault| fault.describe(&self.view.program.limits))
    }

    fn give_up(&self) {
        self.fault.set(Some(Fault::at_unknown_step(Limit::StepsTried)));
    }

    fn read_move(&self, text: &str) -> Option<Vec<Move>> {
        let program = &self.view.program;
        let read = self.view.interpret(|interpreter| match interpreter.read_move(&self.state, text)? {
            Some(plain) if self.is_nodal() => interpreter.with_dots(&self.state, &plain),
            _ => Ok(None),
        });
        let steps = read.ok()??;
        let semimoves = steps.split_inclusive(|step| program.ends_semimove(step.number));
        Some(semimoves.map(|steps| Move(program.codes.encode(steps))).collect())
    }

    fn fen(&self) -> Option<String> {
        let looks = &self.view.looks;
        let writes = self.is_nodal() && self.fault.get().is_none();
        looks.forsyth.as_ref().filter(|_| writes)?.write(&self.view.program, &looks.letters(), &self.state)
    }

    fn write_into(&self, target: &mut dyn Position) -> bool {
        let target: &mut dyn Any = target;
        let Some(target) = target.downcast_mut::<Self>() else { return false };
        let (from, to) = (&self.view.program, &target.view.program);
        let written = Arc::ptr_eq(&from.description, &to.description)
            && self.fault.get().is_none()
            && self.is_nodal()
            && to.adopt_into(&mut target.state, &self.state, from);
        if written {
            target.fault.set(None);
            target.has_move.set(None);
            target.inside = 0;
        }
        written
    }
}

impl GuidedPlayouts for RbgPosition {
    fn codes(&self) -> usize {
        self.view.program.codes_below().unwrap_or(0)
    }

    fn playout_guided(&mut self, rng: &mut Rng, cap: u32, guide: &Guide<'_>, trace: &mut Trace) -> Playout {
        self.play(rng, |view, state, seed| view.playout_guided(state, seed, cap, guide, trace))
    }
}
