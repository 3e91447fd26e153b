//! What native code works on besides the state: its memory and its results.

use super::entry_states::EntryStates;
use crate::automaton::Step;
use crate::interpret::{Fault, Limit};
use crate::limits::Limits;
use crate::state::State;
use std::cell::RefCell;

/// How native code ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    /// The game is over, or the search for a way found none.
    Over,
    /// It stopped where it was asked to: at the cap, or after the move.
    Stopped,
    /// More steps than one move may have, or than there is memory for.
    TooLong,
    /// More tries than one move may cost.
    TooMuch,
    /// More codes than the list has room for.
    ListFull,
    /// The steps that were wanted are in the list.
    Found,
}

impl Status {
    /// The number by which native code tells it.
    pub(super) fn code(self) -> i64 {
        self as i64
    }

    /// The ways to end that are no faults.
    pub(super) fn checked(self) -> Result<Self, Fault> {
        match self {
            Status::TooLong => Err(Fault::somewhere(Limit::StepsPerMove)),
            Status::TooMuch => Err(Fault::somewhere(Limit::StepsTried)),
            Status::Over | Status::Stopped | Status::ListFull | Status::Found => Ok(self),
        }
    }

    pub(super) fn from_code(code: i64) -> Self {
        [Status::Over, Status::Stopped, Status::TooLong, Status::TooMuch, Status::ListFull, Status::Found][code as usize]
    }
}

/// What native code tells of a call.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Results {
    /// In and out: where the generator of random numbers stands.
    pub(super) random: u64,
    /// Whole moves of players.
    pub(super) moves: u64,
    /// Semimoves of players, those taken back included.
    pub(super) semimoves: u64,
    /// How many codes were listed.
    pub(super) listed: u64,
}

/// The fields that native code reads and writes, at fixed offsets.
#[repr(C)]
#[derive(Debug)]
pub(super) struct Context {
    /// Out, and where random numbers begin.
    pub(super) results: Results,
    /// In: the most whole moves of players.
    pub(super) cap: u64,
    /// In: the hash whose steps are wanted, or 0.
    pub(super) wanted: u64,
    /// In: the bits below which a choice is uniform, if there are values.
    pub(super) threshold: u64,
    /// In: the values of semimoves by player and code.
    pub(super) values: *const f64,
    /// In: the bytes of one player's values.
    pub(super) values_size: u64,
    /// In: what may be tried for one move or one phase of the keeper.
    pub(super) fuel: u64,
    /// The log of changes, oldest first, for taking steps back.
    pub(super) log: *mut u64,
    /// Behind the last entry that fits.
    pub(super) log_end: *mut u64,
    /// The stack of choices that may have to be made again.
    pub(super) frames: *mut u64,
    /// Behind the last frame that fits.
    pub(super) frames_end: *mut u64,
    /// The steps that lead to each entry state visited in the search for candidates.
    pub(super) nodes: *mut u64,
    /// Behind the last node that fits.
    pub(super) nodes_end: *mut u64,
    /// The steps that end candidates, entry state by entry state.
    pub(super) records: *mut u64,
    /// Behind the last record that fits.
    pub(super) records_end: *mut u64,
    /// Where codes of moves are listed.
    pub(super) list: *mut u64,
    /// Behind the last one that fits.
    pub(super) list_end: *mut u64,
}

impl Default for Context {
    fn default() -> Self {
        let nowhere = std::ptr::null_mut();
        Context {
            results: Results::default(),
            cap: 0,
            wanted: 0,
            threshold: 0,
            values: std::ptr::null(),
            values_size: 0,
            fuel: 0,
            log: nowhere,
            log_end: nowhere,
            frames: nowhere,
            frames_end: nowhere,
            nodes: nowhere,
            nodes_end: nowhere,
            records: nowhere,
            records_end: nowhere,
            list: nowhere,
            list_end: nowhere,
        }
    }
}

/// The memory behind a context. It does not move while native code runs.
#[derive(Debug)]
pub(super) struct Memory {
    log: Vec<u64>,
    frames: Vec<u64>,
    nodes: Vec<u64>,
    records: Vec<u64>,
    list: Vec<u64>,
    /// The state before the call, in case it must be repeated, or a copy to work on.
    kept: Vec<u64>,
    /// The steps of the move at hand.
    pub(super) steps: Vec<Step>,
    /// What native code is given. The areas are its own: they are only ever moved by [`grow_list`](Self::grow_list).
    pub(super) context: Context,
}

/// Words of each area: room for the candidates of a position with hundreds of thousands of moves. Pages that are never used cost nothing.
const AREA: usize = 1 << 22;

/// Words of the list at first.
const FIRST_LIST: usize = 1 << 12;

/// Words at the end of each area that no check lets begin an entry: more than any entry takes.
const SLACK: usize = 1 << 14;

thread_local! {
    /// One for each thread, whatever it plays: a call of native code leaves nothing behind that the next one reads.
    pub(super) static MEMORY: RefCell<Memory> = RefCell::new(Memory::new());
}

impl Memory {
    fn new() -> Self {
        let area = || vec![0; AREA];
        let (log, frames, nodes, records, list) = (area(), area(), area(), area(), vec![0; FIRST_LIST]);
        let mut memory = Memory { log, frames, nodes, records, list, kept: Vec::new(), steps: Vec::new(), context: Context::default() };
        let ends = |area: &mut Vec<u64>, words: usize| {
            let start = area.as_mut_ptr();
            (start, start.wrapping_add(words))
        };
        let context = &mut memory.context;
        (context.log, context.log_end) = ends(&mut memory.log, 0);
        (context.frames, context.frames_end) = ends(&mut memory.frames, AREA - SLACK);
        (context.nodes, context.nodes_end) = ends(&mut memory.nodes, AREA - SLACK);
        (context.records, context.records_end) = ends(&mut memory.records, AREA - SLACK);
        (context.list, context.list_end) = ends(&mut memory.list, FIRST_LIST);
        memory
    }

    /// Whether a program's entries fit.
    pub(super) fn holds(entries: &EntryStates) -> bool {
        entries.frame_words.max(entries.record_words) < SLACK
    }

    /// What was listed.
    pub(super) fn listed(&self) -> &[u64] {
        &self.list[..self.context.results.listed as usize]
    }

    /// The same, with room for the steps of a move.
    pub(super) fn listed_and_steps(&mut self) -> (&[u64], &mut Vec<Step>) {
        (&self.list[..self.context.results.listed as usize], &mut self.steps)
    }

    /// Keeps a copy of a state.
    pub(super) fn keep(&mut self, state: &State) {
        self.kept.clear();
        self.kept.extend_from_slice(state.words());
    }

    /// Gives a state what was kept.
    pub(super) fn restore(&self, state: &mut State) {
        state.words_mut().copy_from_slice(&self.kept);
    }

    /// A copy of a state's words to work on, with the context.
    pub(super) fn work_on(&mut self, state: &State) -> (&mut [u64], &mut Context) {
        self.keep(state);
        (&mut self.kept, &mut self.context)
    }

    /// Makes room for twice as many codes.
    pub(super) fn grow_list(&mut self) {
        let size = self.list.len() * 2;
        self.list.resize(size, 0);
        self.context.list = self.list.as_mut_ptr();
        self.context.list_end = self.context.list.wrapping_add(size);
    }

    /// The context, as a call needs it that asks for nothing.
    pub(super) fn begin(&mut self, limits: &Limits) -> &mut Context {
        let context = &mut self.context;
        context.results = Results::default();
        context.cap = 0;
        context.wanted = 0;
        context.values = std::ptr::null();
        context.fuel = limits.steps_tried;
        context.log_end = context.log.wrapping_add(limits.steps_per_move.min(AREA - SLACK));
        context.list_end = context.list.wrapping_add(self.list.len());
        context
    }
}
