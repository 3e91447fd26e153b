//! What native code works on besides the state: its memory and its results.

use crate::interpret::{Fault, Limit};

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
    /// More candidates of a move than may be counted.
    TooMany,
    /// The search for candidates needs more memory than there is.
    NoRoom,
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
            Status::TooMany => Err(Fault::somewhere(Limit::Moves)),
            Status::NoRoom => Err(Fault::somewhere(Limit::Memory)),
            Status::Over | Status::Stopped | Status::ListFull | Status::Found => Ok(self),
        }
    }

    pub(super) fn from_code(code: i64) -> Self {
        [Status::Over, Status::Stopped, Status::TooLong, Status::TooMuch, Status::TooMany, Status::NoRoom, Status::ListFull, Status::Found]
            [code as usize]
    }
}

/// What native code tells of a call.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Results {
    /// In and out: the state of the random number generator.
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
