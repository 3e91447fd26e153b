//! A position of a game given as rules.

use super::history::{self, History, Step};
use super::rules::Rules;
use crate::capabilities::{Chance, Information, RulesPosition};
use crate::hash;
use crate::moves::Move;
use crate::picture::Picture;
use crate::playout::{Playout, Scratch, Trace};
use crate::position::{Player, Position, Turn};
use crate::rng::Rng;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::sync::Arc;
use treebench_rg::notation::write_states;
use treebench_rg::{Continuations, Control, Fault, Interpreter, Move as Found, Native, NativePlayout, Problem, State, Symbol};

/// A state between two moves, or all states in which the tags of a move so far may have led, under one view.
#[derive(Clone)]
pub(super) struct RgPosition {
    pub(super) rules: Arc<Rules>,
    /// Whether every tag is a semimove.
    tags: bool,
    /// At least one.
    states: Vec<State>,
    inside: bool,
    /// What has happened, if information is hidden.
    pub(super) history: Option<History>,
    /// Why the game cannot go on.
    fault: RefCell<Option<Fault>>,
    /// Whether there is a semimove, once that has been computed.
    has_move: Cell<Option<bool>>,
}

/// The semimove that ends a move where it might go on; the move without tags in the orthodox view.
const STOP: Move = Move(0);

impl RgPosition {
    pub(super) fn new(rules: &Arc<Rules>, tags: bool, states: Vec<State>, inside: bool, fault: Option<Fault>) -> Self {
        let (fault, has_move) = (RefCell::new(fault), Cell::new(None));
        RgPosition { rules: Arc::clone(rules), tags, states, inside, history: None, fault, has_move }
    }

    /// A position of a game with hidden information.
    pub(super) fn with_history(rules: &Arc<Rules>, state: State, history: History) -> Self {
        RgPosition { history: Some(history), ..RgPosition::new(rules, false, vec![state], false, None) }
    }

    pub(super) fn state(&self) -> &State {
        &self.states[0]
    }

    fn control(&self) -> Control {
        self.state().control(&self.rules.game)
    }

    /// Whether a semimove is one tag here.
    fn cuts(&self) -> bool {
        self.tags && matches!(self.control(), Control::Player(_))
    }

    fn is_faulted(&self) -> bool {
        self.fault.borrow().is_some()
    }

    /// Asks an interpreter; a fault is recorded and replaced by the default.
    fn asked<T: Default>(&self, ask: impl FnOnce(&mut Interpreter) -> Result<T, Fault>) -> T {
        self.rules.interpret(ask).unwrap_or_else(|fault| {
            self.fault.replace(Some(fault));
            T::default()
        })
    }

    fn continuations(&self) -> Continuations {
        self.asked(|interpreter| interpreter.continuations(&self.states))
    }

    fn has_move(&self) -> bool {
        self.has_move.get().unwrap_or_else(|| {
            let has_move = self.asked(|interpreter| interpreter.has_move(self.state()));
            self.note(has_move);
            has_move
        })
    }

    /// Between two moves there must be a move, unless the game is over.
    fn note(&self, has_move: bool) {
        self.has_move.set(Some(has_move));
        let over = self.state().node == treebench_rg::game::END;
        if !has_move && !self.inside && !over && !self.is_faulted() {
            self.fault.replace(Some(Fault { problem: Problem::Stuck, node: self.state().node }));
        }
    }

    /// Goes to the state after a whole move and lets the keeper play.
    fn enter(&mut self, state: Option<State>) {
        self.has_move.set(None);
        self.inside = false;
        let Some(mut state) = state else { return };
        self.asked(|interpreter| interpreter.settle(&mut state));
        self.states.clear();
        self.states.push(state);
    }

    /// The same, which goes into the history if there is one.
    fn enter_by(&mut self, found: Option<Found>) {
        let (Some(history), Some(_)) = (&mut self.history, &found) else { return self.enter(found.map(|found| found.after)) };
        let (rules, control) = (&self.rules, self.states[0].control(&self.rules.game));
        let step = found.map(|found| rules.interpret(|interpreter| Step::new(rules, interpreter, control, found)));
        self.has_move.set(None);
        match step {
            Some(Ok(step)) => {
                history.push(step.code, &step.seen);
                self.states[0] = step.after;
            }
            Some(Err(fault)) => drop(self.fault.replace(Some(fault))),
            None => {}
        }
    }

    /// Plays a tag; the move is over if no other can follow.
    fn apply_tag(&mut self, m: Move) {
        let continuations = self.continuations();
        if m == STOP {
            return self.end(continuations.ends);
        }
        let tags = self.rules.codes.decode(m.0).unwrap_or_default();
        let Some((_, states)) = continuations.tags.into_iter().find(|(tag, _)| tags == [*tag]) else { return };
        self.states = states;
        self.inside = true;
        self.has_move.set(None);
        let next = self.continuations();
        if next.tags.is_empty() && !next.ends.is_empty() {
            self.end(next.ends);
        }
    }

    fn end(&mut self, mut ends: Vec<State>) {
        let end = ends.pop();
        if !ends.is_empty() {
            let node = self.state().node;
            self.fault.replace(Some(Fault { problem: Problem::TwoOutcomes(Vec::new()), node }));
        }
        self.enter(end);
    }

    /// The tags of consecutive semimoves from here.
    fn tags_of(&self, submove: &[Move]) -> Vec<Symbol> {
        let mut tags = Vec::new();
        for &m in submove {
            tags.extend(self.rules.tags(self.state(), m).unwrap_or_default());
        }
        tags
    }

    /// Plays random whole moves by native code, as `play` does; none if the interpreter is to play them, from the same state.
    fn play_natively(
        &mut self,
        rng: &mut Rng,
        cap: u32,
        play: impl FnOnce(&Native, &mut State, u64, u32) -> Option<NativePlayout>,
    ) -> Option<Playout> {
        let rules = Arc::clone(&self.rules);
        if self.is_faulted() || cap == 0 || self.history.is_some() {
            return None;
        }
        let native = rules.native().ok()?;
        let NativePlayout { moves, over } = play(native, &mut self.states[0], rng.bits64(), cap)?;
        self.has_move.set(None);
        if over {
            self.note(false);
        }
        Some(Playout { moves, semimoves: moves, over: over || self.turn() == Turn::Over })
    }

    /// Plays random whole moves; `note` hears of each.
    fn play(&mut self, rng: &mut Rng, cap: u32, mut note: impl FnMut(Player, Move)) -> Playout {
        let (mut done, mut by_chance) = (Playout::default(), 0);
        loop {
            let control = self.control();
            by_chance = if control == Control::Random { by_chance + 1 } else { 0 };
            if by_chance > self.rules.game.limits.keeper_moves {
                self.fault.replace(Some(Fault { problem: Problem::EndlessChance, node: self.state().node }));
            }
            if self.is_faulted() || control == Control::Keeper {
                return Playout { over: true, ..done };
            }
            if let Control::Player(_) = control
                && done.moves == cap
            {
                return Playout { over: self.turn() == Turn::Over, ..done };
            }
            let drawn = self.asked(|interpreter| {
                let mut list =
                    if control == Control::Random { interpreter.ways(self.state())? } else { interpreter.moves(self.state())? };
                Ok(if list.is_empty() { None } else { Some(list.swap_remove(rng.below(list.len()))) })
            });
            let Some(drawn) = drawn else {
                self.note(false);
                return Playout { over: true, ..done };
            };
            if let Control::Player(player) = control {
                note(player, Move(self.rules.codes.encode(&drawn.tags)));
                done.moves += 1;
                done.semimoves += 1;
            }
            self.enter_by(Some(drawn));
        }
    }
}

impl Position for RgPosition {
    /// A dead end inside a move, or a state whose semimoves all lead to some, is reported as open: detecting it takes a search.
    fn turn(&self) -> Turn {
        if self.is_faulted() || !self.inside && !self.has_move() {
            return Turn::Over;
        }
        self.mover()
    }

    fn mover(&self) -> Turn {
        match self.control() {
            Control::Player(player) => Turn::Player(player),
            Control::Random => Turn::Chance,
            Control::Keeper => Turn::Over,
        }
    }

    fn is_nodal(&self) -> bool {
        !self.inside || self.is_faulted()
    }

    /// True in both views: a move may turn out impossible when a limit is exceeded.
    fn is_split(&self) -> bool {
        true
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        if self.is_faulted() || self.control() == Control::Keeper {
            return;
        }
        if self.cuts() {
            let next = self.continuations();
            out.extend(next.tags.iter().map(|(tag, _)| Move(self.rules.codes.encode(&[*tag]))));
            out.extend((!next.ends.is_empty()).then_some(STOP));
        } else {
            let moves = self.asked(|interpreter| interpreter.moves(self.state()));
            out.extend(moves.iter().map(|found| Move(self.rules.codes.encode(&found.tags))));
            if self.history.is_some() {
                // The order in which they are found may tell what is hidden.
                out.sort_unstable();
            }
        }
        self.note(!out.is_empty());
    }

    fn apply(&mut self, m: Move) {
        if self.is_faulted() {
            return;
        }
        if self.cuts() {
            return self.apply_tag(m);
        }
        let found = self.asked(|interpreter| self.rules.find(interpreter, self.state(), m));
        self.enter_by(found);
    }

    fn score(&self, player: Player) -> f64 {
        f64::from(self.state().score(&self.rules.game, player))
    }

    fn playout(&mut self, rng: &mut Rng, cap: u32, scratch: &mut Scratch) -> Playout {
        match self.tags {
            true => crate::playout::uniform(self, rng, cap, scratch),
            false => {
                let native = self.play_natively(rng, cap, Native::playout);
                native.unwrap_or_else(|| self.play(rng, cap, |_, _| ()))
            }
        }
    }

    fn playout_traced(&mut self, rng: &mut Rng, cap: u32, scratch: &mut Scratch, trace: &mut Trace) -> Playout {
        match self.tags {
            true => crate::playout::traced(self, rng, cap, scratch, trace),
            false => {
                let rules = Arc::clone(&self.rules);
                let native = self.play_natively(rng, cap, |native, state, seed, cap| {
                    native.playout_traced(state, seed, cap, |player, tags| trace.push(player, &[Move(rules.codes.encode(tags))]))
                });
                native.unwrap_or_else(|| self.play(rng, cap, |player, m| trace.push(player, &[m])))
            }
        }
    }

    fn key(&self) -> u64 {
        self.history.as_ref().map_or_else(|| hash::key(&(self.inside, &self.states)), History::key)
    }

    /// Inside a move every state comes after a bar. Where information is hidden, what players know depends on all moves, so these are written.
    fn notation(&self) -> String {
        if let Some(history) = &self.history {
            return history::write(&self.rules, history);
        }
        format!("{}{}", if self.inside { "| " } else { "" }, write_states(&self.rules.game, &self.states))
    }

    fn write_move(&self, submove: &[Move], out: &mut String) {
        self.rules.notation.write_move(&self.tags_of(submove), out);
    }

    fn picture(&self) -> Option<Picture> {
        self.rules.looks.picture(&self.rules.game, self.state())
    }

    fn men(&self, out: &mut Vec<u16>) -> bool {
        self.rules.looks.men(self.state(), out)
    }

    fn chance(&self) -> Option<&dyn Chance> {
        if self.rules.info.chance { Some(self) } else { None }
    }

    fn information(&self) -> Option<&dyn Information> {
        if self.rules.info.hidden { Some(self) } else { None }
    }

    fn described(&self) -> Option<&dyn RulesPosition> {
        Some(self)
    }
}

impl Chance for RgPosition {
    /// Every way to an outcome is equally likely.
    fn probability(&self, outcome: Move) -> f64 {
        let moves = self.asked(|interpreter| interpreter.moves(self.state()));
        let ways = |code: Option<Move>| {
            let counted = moves.iter().filter(|found| code.is_none_or(|code| self.rules.codes.encode(&found.tags) == code.0));
            f64::from(counted.map(|found| found.ways).sum::<u32>())
        };
        ways(Some(outcome)) / ways(None)
    }

    fn sample(&self, rng: &mut Rng, _: &mut Vec<Move>) -> Move {
        let mut ways = self.asked(|interpreter| interpreter.ways(self.state()));
        if ways.is_empty() {
            return STOP;
        }
        Move(self.rules.codes.encode(&ways.swap_remove(rng.below(ways.len())).tags))
    }
}

impl RulesPosition for RgPosition {
    fn fault(&self) -> Option<String> {
        self.fault.borrow().as_ref().map(|fault| fault.describe(&self.rules.game))
    }

    fn give_up(&self) {
        self.fault.replace(Some(Fault { problem: Problem::GivenUp, node: self.state().node }));
    }

    fn read_move(&self, text: &str) -> Option<Vec<Move>> {
        let tags = self.rules.notation.read_move(text)?;
        if self.inside || self.is_faulted() || self.control() == Control::Keeper {
            return None;
        }
        self.rules.interpret(|interpreter| interpreter.find(self.state(), &tags)).ok()??;
        let codes = &self.rules.codes;
        if !self.cuts() {
            return Some(vec![Move(codes.encode(&tags))]);
        }
        let mut submove: Vec<Move> = tags.iter().map(|&tag| Move(codes.encode(&[tag]))).collect();
        let mut after = self.clone();
        submove.iter().for_each(|&m| after.apply(m));
        if after.inside || submove.is_empty() {
            submove.push(STOP);
        }
        Some(submove)
    }

    fn fen(&self) -> Option<String> {
        None
    }

    fn write_into(&self, target: &mut dyn Position) -> bool {
        let target: &mut dyn Any = target;
        let Some(target) = target.downcast_mut::<Self>() else { return false };
        if !Arc::ptr_eq(&self.rules, &target.rules) || self.inside || self.is_faulted() {
            return false;
        }
        *target =
            RgPosition { history: self.history.clone(), ..RgPosition::new(&self.rules, target.tags, self.states.clone(), false, None) };
        true
    }
}
