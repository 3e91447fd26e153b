//! A thread's memory for native code: the log, the choices, the candidates, and the list.

use super::context::{Context, Results};
use crate::automaton::Step;
use crate::fault::{Fault, Limit};
use crate::limits::Limits;
use crate::state::State;
use crate::step::Undo;
use std::cell::RefCell;

/// Words at the start of a frame: the entry state, the log's mark, the step chosen last or the length of the trace or the options left, the node
/// that leads here; in place of it in lists the code of the steps that lead here, the weight of the next digit, and the hash.
pub(super) const FRAME_HEAD: usize = 6;
pub(super) const FRAME_ENTRY: usize = 0;
pub(super) const FRAME_MARK: usize = 1;
pub(super) const FRAME_STEP: usize = 2;
pub(super) const FRAME_TRACE: usize = 2;
pub(super) const FRAME_LEFT: usize = 2;
pub(super) const FRAME_NODE: usize = 3;
pub(super) const FRAME_CODE: usize = 3;
pub(super) const FRAME_WEIGHT: usize = 4;
pub(super) const FRAME_HASH: usize = 5;

/// Words of a frame that completes a count: its place in the table, the number of candidates found before, the record of the reference, and the
/// end of the nodes before.
pub(super) const FRAME_SLOT: usize = 2;
pub(super) const FRAME_TOTAL: usize = 3;
pub(super) const FRAME_RECORD: usize = 4;
pub(super) const FRAME_NODES: usize = 5;

/// Words of an entry of the table of counts: the move in which it was made, the count, and then the state.
pub(super) const COUNT_MOVE: usize = 0;
pub(super) const COUNT_VALUE: usize = 1;
pub(super) const COUNT_KEY: usize = 2;

/// Words at the start of a record: candidates up to its end, node, entry state with the record's size in bytes above it if sizes differ.
pub(super) const RECORD_HEAD: usize = 3;
pub(super) const RECORD_SIZE: u32 = 32;
/// Words of a node: the node before it, the step between them as an entry of a log that has what is put instead of what was there, and,
/// if there is a trace, its number and square.
pub(super) const NODE_WORDS: usize = 3;

/// The memory of a context. It does not move while native code runs.
#[derive(Debug)]
pub(super) struct Memory {
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
    pub(super) path: Path,
    /// The steps of the move at hand.
    pub(super) steps: Vec<Step>,
    /// The argument of native code. Its areas belong to this memory and are only moved by [`grow_list`](Self::grow_list) and
    /// [`grow_search`](Self::grow_search).
    pub(super) context: Context,
}

/// A whole move under construction, semimove by semimove.
#[derive(Debug, Default)]
pub(super) struct Path {
    pub(super) junctions: Vec<Junction>,
    /// The semimoves that were not drawn, junction by junction.
    pub(super) codes: Vec<u64>,
    /// The undo records of the steps taken.
    pub(super) trail: Vec<Undo>,
}

/// A point in a move at which a semimove is drawn.
#[derive(Debug)]
pub(super) struct Junction {
    /// The first of its codes.
    pub(super) first: usize,
    /// The number of steps taken before.
    pub(super) taken: usize,
    /// The code drawn.
    pub(super) drawn: u64,
}

impl Path {
    /// Begins a new move.
    pub(super) fn clear(&mut self) {
        self.junctions.clear();
        self.codes.clear();
        self.trail.clear();
    }
}

/// Words of each area at first: room for the candidates of a position with hundreds of thousands of moves. Unused pages cost nothing.
const AREA: usize = 1 << 22;

/// The most words of an area that grows: 256 MiB.
const MOST: usize = 1 << 25;

/// Words of the table of counts: 4 MiB.
pub(super) const TABLE: usize = 1 << 19;

/// Words of the list at first.
const FIRST_LIST: usize = 1 << 12;

/// Words reserved at the end of each area: entries begin before them, and no entry is longer.
pub(super) const SLACK: usize = 1 << 14;

thread_local! {
    /// One for each thread, whatever it plays: no call of native code leaves anything behind that the next one reads.
    pub(super) static MEMORY: RefCell<Memory> = RefCell::new(Memory::new());
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
    pub(super) fn holds(words: usize) -> bool {
        words < SLACK
    }

    /// The codes listed.
    pub(super) fn listed(&self) -> &[u64] {
        &self.list[..self.context.results.listed as usize]
    }

    /// The same, with room for the steps of a move.
    pub(super) fn listed_and_steps(&mut self) -> (&[u64], &mut Vec<Step>) {
        (&self.list[..self.context.results.listed as usize], &mut self.steps)
    }

    /// Saves a state.
    pub(super) fn keep(&mut self, state: &State) {
        self.kept.clear();
        self.kept.extend_from_slice(state.words());
    }

    /// Restores a state.
    pub(super) fn restore(&self, state: &mut State) {
        state.words_mut().copy_from_slice(&self.kept);
    }

    /// A copy of a state's words to work on, with the context.
    pub(super) fn work_on(&mut self, state: &State) -> (&mut [u64], &mut Context) {
        self.keep(state);
        (&mut self.kept, &mut self.context)
    }

    /// Doubles the room for codes, up to a limit.
    ///
    /// # Errors
    /// If that limit is already reached.
    pub(super) fn grow_list(&mut self, most: usize, limit: Limit) -> Result<(), Fault> {
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
    pub(super) fn grow_search(&mut self) -> Result<(), Fault> {
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
    pub(super) fn begin(&mut self, limits: &Limits, most: usize) -> &mut Context {
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
