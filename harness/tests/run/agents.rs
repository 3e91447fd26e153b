//! Misbehaving agents.

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use treebench::prelude::*;

/// The number of failing agents built so far.
pub(crate) static BUILT: AtomicUsize = AtomicUsize::new(0);

/// The kind of failure.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
pub(crate) enum Fault {
    /// Panics.
    Panic,
    /// Continues its search after its budget is spent.
    Overrun,
    /// Plays a move that does not exist.
    Illegal,
    /// Returns an error.
    GivesUp,
    /// Panics while it watches the opponent.
    PanicWatching,
    /// Returns no move at all.
    Silent,
}

/// Plays at random, and fails in one of its turns.
#[derive(Params, Clone, Debug)]
struct Faulty {
    /// The kind of failure.
    #[param(default = Fault::Panic)]
    fault: Fault,
    /// The index of the turn in which it fails, from 0.
    #[param(default = 1u32)]
    turn: u32,
    /// Fails in one of this many games, chosen by its first random number; 1 is every game.
    #[param(default = 1u32, range = 1..=100)]
    one_in: u32,
}

#[agent("test-faulty")]
impl Recipe for Faulty {
    fn agent(&self, _game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        BUILT.fetch_add(1, SeqCst);
        Ok(Box::new(FaultyAgent { recipe: self.clone(), rng: Rng::from_seed(0), turns: 0, fails: false }))
    }
}

struct FaultyAgent {
    recipe: Faulty,
    rng: Rng,
    turns: u32,
    fails: bool,
}

impl Agent for FaultyAgent {
    fn start(&mut self, _seat: Player, mut rng: Rng) {
        self.fails = rng.below(self.recipe.one_in as usize) == 0;
        self.rng = rng;
        self.turns = 0;
    }

    fn choose(&mut self, position: &dyn Position, meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        let now = self.fails && self.turns == self.recipe.turn;
        self.turns += 1;
        match self.recipe.fault {
            Fault::Panic if now => panic!("out of ideas"),
            Fault::Overrun if now => loop {
                meter.another();
                meter.spend(1);
            },
            Fault::Illegal if now => submove.push(Move(99)),
            Fault::GivesUp if now => return Err(AgentError::new("no idea")),
            Fault::Silent if now => {}
            _ => submove.extend(self.rng.pick(&position.move_list())),
        }
        Ok(())
    }

    fn observe(&mut self, _before: &dyn Position, _submove: &[Move]) {
        assert!(!(self.fails && self.recipe.fault == Fault::PanicWatching && self.turns == self.recipe.turn), "cannot look");
    }
}

/// Plays at random after some work, so that a run takes a while.
#[derive(Params, Clone, Debug)]
struct Busy {
    /// Random numbers drawn before each move.
    #[param(default = 20_000u32)]
    draws: u32,
}

#[agent("test-busy")]
impl Recipe for Busy {
    fn agent(&self, _game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        Ok(Box::new(BusyAgent { draws: self.draws, rng: Rng::from_seed(0) }))
    }
}

struct BusyAgent {
    draws: u32,
    rng: Rng,
}

impl Agent for BusyAgent {
    fn start(&mut self, _seat: Player, rng: Rng) {
        self.rng = rng;
    }

    fn choose(&mut self, position: &dyn Position, meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        while meter.another() {
            meter.spend(2);
        }
        let moves = position.move_list();
        let choice = (0..self.draws).fold(0, |_, _| self.rng.below(moves.len()));
        submove.push(moves[choice]);
        Ok(())
    }
}

/// Plays at random, and reports 1,000 extra states for its very first search.
#[derive(Params, Clone, Debug)]
struct Lazy {}

#[agent("test-lazy")]
impl Recipe for Lazy {
    fn agent(&self, _game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        Ok(Box::new(LazyAgent { prepared: false, rng: Rng::from_seed(0) }))
    }
}

struct LazyAgent {
    prepared: bool,
    rng: Rng,
}

impl Agent for LazyAgent {
    fn start(&mut self, _seat: Player, rng: Rng) {
        self.rng = rng;
    }

    fn choose(&mut self, position: &dyn Position, meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        if !std::mem::replace(&mut self.prepared, true) {
            meter.spend(1_000);
        }
        submove.extend(self.rng.pick(&position.move_list()));
        Ok(())
    }
}
