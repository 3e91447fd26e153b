//! What native code works on besides the state: its memory and its results.

use super::stations::Stations;
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
            Status::TooLong => Err(Fault { limit: Limit::StepsPerMove, span: None }),
            Status::TooMuch => Err(Fault { limit: Limit::StepsTried, span: None }),
            Status::Over | Status::Stopped | Status::ListFull | Status::Found => Ok(self),
        }
    }

    pub(super) fn from_code(code: i64) -> Self {
        [Status::Over, Status::Stopped, Status::TooLong, Status::TooMuch, Status::ListFull, Status::Found][code as usize]
    }
}

/// The fields that native code reads and writes, at fixed offsets.
#[repr(C)]
#[derive(Debug)]
pub(super) struct Context {
    /// In: where the generator of random numbers stands.
    pub(super) random: u64,
    /// In: the most whole moves of players.
    pub(super) cap: u64,
    /// Out: whole moves of players.
    pub(super) moves: u64,
    /// Out: semimoves of players, those taken back included.
    pub(super) semimoves: u64,
    /// In: the hash whose steps are wanted, or 0.
    pub(super) wanted: u64,
    /// Out: how many codes were listed.
    pub(super) listed: u64,
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
    /// The steps that lead to each station visited in the search for candidates.
    pub(super) nodes: *mut u64,
    /// Behind the last node that fits.
    pub(super) nodes_end: *mut u64,
    /// The steps that end candidates, station by station.
    pub(super) records: *mut u64,
    /// Behind the last record that fits.
    pub(super) records_end: *mut u64,
    /// Where codes of moves are listed.
    pub(super) list: *mut u64,
    /// Behind the last one that fits.
    pub(super) list_end: *mut u64,
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
}

/// Words of each area: room for the candidates of a position with hundreds of thousands of moves. Pages that are never used cost nothing.
const AREA: usize = 1 << 22;

/// Words at the end of each area that no check lets begin an entry: more than any entry takes.
const SLACK: usize = 1 << 14;

thread_local! {
    /// One for each thread, whatever it plays: a call of native code leaves nothing behind that the next one reads.
    pub(super) static MEMORY: RefCell<Memory> = RefCell::new(Memory::new());
}

impl Memory {
    fn new() -> Self {
        let area = || vec![0; AREA];
        Memory { log: area(), frames: area(), nodes: area(), records: area(), list: vec![0; 1 << 12], kept: Vec::new() }
    }

    /// Whether a program's entries fit.
    pub(super) fn holds(stations: &Stations) -> bool {
        stations.frame_words.max(stations.record_words) < SLACK
    }

    /// What was listed.
    pub(super) fn list(&self, count: u64) -> &[u64] {
        &self.list[..count as usize]
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

    /// A copy of a state's words to work on.
    pub(super) fn work_on(&mut self, state: &State) -> &mut [u64] {
        self.keep(state);
        &mut self.kept
    }

    /// Makes room for twice as many codes.
    pub(super) fn grow_list(&mut self) {
        let size = self.list.len() * 2;
        self.list.resize(size, 0);
    }

    /// A context with this memory.
    pub(super) fn context(&mut self, limits: &Limits) -> Context {
        let ends = |area: &mut Vec<u64>, words: usize| {
            let start = area.as_mut_ptr();
            (start, start.wrapping_add(words))
        };
        let (log, log_end) = ends(&mut self.log, limits.steps_per_move.min(AREA - SLACK));
        let (frames, frames_end) = ends(&mut self.frames, AREA - SLACK);
        let (nodes, nodes_end) = ends(&mut self.nodes, AREA - SLACK);
        let (records, records_end) = ends(&mut self.records, AREA - SLACK);
        let size = self.list.len();
        let (list, list_end) = ends(&mut self.list, size);
        Context {
            random: 0,
            cap: 0,
            moves: 0,
            semimoves: 0,
            wanted: 0,
            threshold: 0,
            values: std::ptr::null(),
            values_size: 0,
            listed: 0,
            fuel: limits.steps_tried,
            log,
            log_end,
            frames,
            frames_end,
            nodes,
            nodes_end,
            records,
            records_end,
            list,
            list_end,
        }
    }
}
