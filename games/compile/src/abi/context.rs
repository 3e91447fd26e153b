//! The data that native code accesses besides the state: its memory and its results.

use crate::fault::{Fault, Limit};

/// How a call of native code ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// The game is over, or the search for a path found none.
    Over,
    /// It stopped as requested: at the cap, or after the move.
    Stopped,
    /// Too many steps for one move, or for memory.
    TooLong,
    /// Too many tries for one move.
    TooMuch,
    /// More candidates of a move than may be counted.
    TooMany,
    /// The search for candidates needs more memory than there is.
    NoRoom,
    /// More codes than fit into the list.
    ListFull,
    /// The requested steps are in the list.
    Found,
    /// Random play met many dead ends in a move: the state, the moves and the random numbers are those before it.
    Stuck,
}

impl Status {
    /// Its number in native code.
    pub(crate) fn code(self) -> i64 {
        self as i64
    }

    /// The statuses that are not faults.
    pub(crate) fn checked(self) -> Result<Self, Fault> {
        match self {
            Status::TooLong => Err(Fault::at_unknown_step(Limit::StepsPerMove)),
            Status::TooMuch => Err(Fault::at_unknown_step(Limit::StepsTried)),
            Status::TooMany => Err(Fault::at_unknown_step(Limit::Drawn)),
            Status::NoRoom => Err(Fault::at_unknown_step(Limit::Memory)),
            Status::Over | Status::Stopped | Status::ListFull | Status::Found | Status::Stuck => Ok(self),
        }
    }

    pub(crate) fn from_code(code: i64) -> Self {
        use Status::{Found, ListFull, NoRoom, Over, Stopped, Stuck, TooLong, TooMany, TooMuch};
        [Over, Stopped, TooLong, TooMuch, TooMany, NoRoom, ListFull, Found, Stuck][code as usize]
    }
}

/// The results of a call.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Results {
    /// In and out: the state of the random number generator. While semimoves are drawn, this and `semimoves` are those before the move at hand.
    pub(crate) random: u64,
    /// Whole moves of players.
    pub(crate) moves: u64,
    /// Semimoves of players, those taken back included.
    pub(crate) semimoves: u64,
    /// How many codes were listed.
    pub(crate) listed: u64,
}

/// The fields that native code reads and writes, at fixed offsets.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct Context {
    /// Out, and the seed of random numbers.
    pub(crate) results: Results,
    /// In: the most whole moves of players.
    pub(crate) cap: u64,
    /// In: the hash whose steps are requested, or 0.
    pub(crate) wanted: u64,
    /// In: the threshold of a uniform choice, if there are values.
    pub(crate) threshold: u64,
    /// In: the values of semimoves by player and code.
    pub(crate) values: *const f64,
    /// In: the size of one player's values in bytes.
    pub(crate) values_size: u64,
    /// In: the number of tries for one move or one phase of the keeper.
    pub(crate) fuel: u64,
    /// The tries left for the patterns of the move at hand.
    pub(crate) pattern_fuel: u64,
    /// In, for a pattern: the end of the log and of the stack of choices of the code that tries it.
    pub(crate) pattern_log: u64,
    pub(crate) pattern_frames: u64,
    /// The undo log, oldest entry first.
    pub(crate) log: *mut u64,
    /// The end of the last entry that fits.
    pub(crate) log_end: *mut u64,
    /// The stack of choices for backtracking.
    pub(crate) frames: *mut u64,
    /// The end of the last frame that fits.
    pub(crate) frames_end: *mut u64,
    /// The steps that lead to each entry state visited in the search for candidates.
    pub(crate) nodes: *mut u64,
    /// The end of the last node that fits.
    pub(crate) nodes_end: *mut u64,
    /// The steps that end candidates, entry state by entry state.
    pub(crate) records: *mut u64,
    /// The end of the last record that fits.
    pub(crate) records_end: *mut u64,
    /// The list of codes of moves.
    pub(crate) list: *mut u64,
    /// The end of the last code that fits.
    pub(crate) list_end: *mut u64,
    /// The table of counts.
    pub(crate) table: *mut u64,
    /// The number of moves for which counts were kept: what was counted for another one than the last is not used.
    pub(crate) counted: u64,
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
            pattern_fuel: 0,
            pattern_log: 0,
            pattern_frames: 0,
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
            table: nowhere,
            counted: 0,
        }
    }
}
