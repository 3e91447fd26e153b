//! A thread's memory for native code: the log, the choices, the candidates, and the list.

use crate::abi::areas::{SLACK, TABLE};
use crate::abi::context::{Context, Results};
use crate::automaton::Step;
use crate::fault::{Fault, Limit};
use crate::limits::Limits;
use crate::state::State;
use crate::step::Undo;
use std::cell::RefCell;

/// The memory of a context. It does not move while native code runs.
#[derive(Debug)]
pub(crate) struct Memory {
    log: Vec<u64>,
    frames: Vec<u64>,
    nodes: Vec<u64>,
    records: Vec<u64>,
    list: Vec<u64>,
    /// Numbers of candidates that were counted, in an area that is never moved.
    table: Vec<u64>,
    /// The state before the call, in case it must be repeated, or a copy to work on.
    kept: Vec<u64>,
    /// The move under construction where semimoves are sequences of steps.
    pub(crate) path: Path,
    /// The steps of the move at hand.
    pub(crate) steps: Vec<Step>,
    /// The argument of native code. Its areas belong to this memory and are only moved by [`grow_list`](Self::grow_list) and
    /// [`grow_search`](Self::grow_search).
    pub(crate) context: Context,
}

/// A whole move under construction, semimove by semimove.
#[derive(Debug, Default)]
pub(crate) struct Path {
    pub(crate) junctions: Vec<Junction>,
    /// The semimoves that were not drawn, junction by junction.
    pub(crate) codes: Vec<u64>,
    /// The undo records of the steps taken.
    pub(crate) trail: Vec<Undo>,
}

/// A point in a move at which a semimove is drawn.
#[derive(Debug)]
pub(crate) struct Junction {
    /// The first of its codes.
    pub(crate) first: usize,
    /// The number of steps taken before.
    pub(crate) taken: usize,
    /// The code drawn.
    pub(crate) drawn: u64,
}

impl Path {
    /// Begins a new move.
    pub(crate) fn clear(&mut self) {
        self.junctions.clear();
        self.codes.clear();
        self.trail.clear();
    }
}

/// Words of each area at first: room for the candidates of a position with hundreds of thousands of moves. Unused pages cost nothing.
const AREA: usize = 1 << 22;

/// The maximum number of words of an area that grows: 256 MiB.
const MOST: usize = 1 << 25;

/// Words of the list at first.
const FIRST_LIST: usize = 1 << 12;

thread_local! {
    /// One for each thread, whatever it plays: no call of native code leaves anything behind that the next one reads.
    pub(crate) static MEMORY: RefCell<Memory> = RefCell::new(Memory::new());
}

impl Memory {
    fn new() -> Self {
        let area = || vec![0; AREA];
        let (log, frames, nodes, records, list) = (area(), area(), area(), area(), vec![0; FIRST_LIST]);
        let mut memory = Memory {
            log,
            frames,
            nodes,
            records,
            list,
            table: vec![0; TABLE],
            kept: Vec::new(),
            path: Path::default(),
            steps: Vec::new(),
            context: Context::default(),
        };
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
        context.table = memory.table.as_mut_ptr();
        memory
    }

    /// Whether frames or records of this many words fit.
    pub(crate) fn holds(words: usize) -> bool {
        words < SLACK
    }

    /// The codes listed.
    pub(crate) fn listed(&self) -> &[u64] {
        &self.list[..self.context.results.listed as usize]
    }

    /// The same, with room for the steps of a move.
    pub(crate) fn listed_and_steps(&mut self) -> (&[u64], &mut Vec<Step>) {
        (&self.list[..self.context.results.listed as usize], &mut self.steps)
    }

    /// Saves a state.
    pub(crate) fn keep(&mut self, state: &State) {
        self.kept.clear();
        self.kept.extend_from_slice(state.words());
    }

    /// Restores a state.
    pub(crate) fn restore(&self, state: &mut State) {
        state.words_mut().copy_from_slice(&self.kept);
    }

    /// A copy of a state's words to work on, with the context.
    pub(crate) fn work_on(&mut self, state: &State) -> (&mut [u64], &mut Context) {
        self.keep(state);
        (&mut self.kept, &mut self.context)
    }

    /// Doubles the room for codes, up to a limit.
    ///
    /// # Errors
    /// If that limit is already reached.
    pub(crate) fn grow_list(&mut self, most: usize, limit: Limit) -> Result<(), Fault> {
        if self.list.len() >= most {
            return Err(Fault::at_unknown_step(limit));
        }
        let size = (self.list.len() * 2).min(most);
        self.list.resize(size, 0);
        self.context.list = self.list.as_mut_ptr();
        self.context.list_end = self.context.list.wrapping_add(size);
        Ok(())
    }

    /// Doubles the room for the search for candidates.
    ///
    /// # Errors
    /// If the limit is already reached.
    pub(crate) fn grow_search(&mut self) -> Result<(), Fault> {
        if self.nodes.len() >= MOST {
            return Err(Fault::at_unknown_step(Limit::Memory));
        }
        let size = self.nodes.len() * 2;
        // What is in them is of no more use, and new pages cost nothing until they are written to.
        for area in [&mut self.nodes, &mut self.records] {
            *area = Vec::new();
            *area = vec![0; size];
        }
        let context = &mut self.context;
        (context.nodes, context.records) = (self.nodes.as_mut_ptr(), self.records.as_mut_ptr());
        context.nodes_end = context.nodes.wrapping_add(size - SLACK);
        context.records_end = context.records.wrapping_add(size - SLACK);
        Ok(())
    }

    /// The context of a call without further requests.
    /// Its list has room for at most this many words, however long it grew in earlier calls.
    pub(crate) fn begin(&mut self, limits: &Limits, most: usize) -> &mut Context {
        let context = &mut self.context;
        context.results = Results::default();
        context.cap = 0;
        context.wanted = 0;
        context.values = std::ptr::null();
        context.fuel = limits.steps_tried;
        context.pattern_fuel = limits.steps_tried;
        context.log_end = context.log.wrapping_add(limits.steps_per_move.min(AREA - SLACK));
        context.list_end = context.list.wrapping_add(self.list.len().min(most));
        context
    }
}
