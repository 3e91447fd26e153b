//! The layout of the areas of memory that native code works in: frames, records, nodes and the table of counts, in words.

/// Words at the start of a frame: the entry state, the mark of the log, the last step chosen or the length of the trace or the options left, the node
/// that leads here; in lists instead the code of the steps that lead here, the weight of the next digit, and the hash.
pub(crate) const FRAME_HEAD: usize = 6;
pub(crate) const FRAME_ENTRY: usize = 0;
pub(crate) const FRAME_MARK: usize = 1;
pub(crate) const FRAME_STEP: usize = 2;
pub(crate) const FRAME_TRACE: usize = 2;
pub(crate) const FRAME_LEFT: usize = 2;
pub(crate) const FRAME_NODE: usize = 3;
pub(crate) const FRAME_CODE: usize = 3;
pub(crate) const FRAME_WEIGHT: usize = 4;
pub(crate) const FRAME_HASH: usize = 5;

/// Words of a frame that completes a count: its place in the table, the number of candidates found before, the record of the reference, and the
/// end of the nodes before.
pub(crate) const FRAME_SLOT: usize = 2;
pub(crate) const FRAME_TOTAL: usize = 3;
pub(crate) const FRAME_RECORD: usize = 4;
pub(crate) const FRAME_NODES: usize = 5;

/// Words of an entry of the table of counts: the move in which it was made, the count, and then the state.
pub(crate) const COUNT_MOVE: usize = 0;
pub(crate) const COUNT_VALUE: usize = 1;
pub(crate) const COUNT_KEY: usize = 2;

/// Words at the start of a record: candidates up to its end, node, entry state with the record's size in bytes above it if sizes differ.
pub(crate) const RECORD_HEAD: usize = 3;
pub(crate) const RECORD_SIZE: u32 = 32;

/// Words of a node: the node before it, the step between them as an entry of the log with the new value in place of the old one, and in a trace
/// the step's number and square.
pub(crate) const NODE_WORDS: usize = 3;

/// Marks an entry of the undo log as a variable's. An entry is one word: the square or variable in bits 0–15, this mark, and the old value in bits
/// 32–63.
pub(crate) const VARIABLE: i64 = 1 << 16;

/// Words of the table of counts: 4 MiB.
pub(crate) const TABLE: usize = 1 << 19;

/// Words reserved at the end of each area: entries begin before them, and no entry is longer.
pub(crate) const SLACK: usize = 1 << 14;
