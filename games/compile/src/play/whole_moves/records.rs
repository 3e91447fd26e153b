//! Records: what the search for candidates leaves of them.

use crate::abi::areas::{RECORD_HEAD, RECORD_SIZE};
use crate::abi::context::Context;
use crate::board::Piece;
use crate::emit::code::Code;
use crate::emit::sets::{Placement, Set};
use crate::ir::Exit;
use crate::play::routine::Routine;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use cranelift_frontend::Variable;
use std::mem::offset_of;

/// The records of a move's candidates.
pub(super) struct Records {
    /// The address of the next record.
    pub(super) top: Variable,
    /// The number of candidates found.
    pub(super) total: Variable,
    /// The references of records without sets of steps.
    pub(super) sources: Vec<Source>,
    /// The number of entry states: greater numbers in records are those of the sources.
    states: usize,
    /// Words of a record, unless it takes only those that it needs.
    words: usize,
    packs: bool,
    /// The maximum number of candidates, and the exits for more of them or of their records.
    most: i64,
    too_many: Block,
    no_room: Block,
}

/// The reference of a record without sets.
#[derive(Clone)]
pub(super) enum Source {
    /// Candidates found by steps that were only assumed.
    Assumed(CandidateSteps),
    /// A state that was counted before, at this entry state.
    Counted(usize),
}

/// Steps that were only assumed: the entry state and the exit of each, and the entry state they lead to.
#[derive(Clone)]
pub(super) struct CandidateSteps {
    pub(super) steps: Vec<(usize, Exit)>,
    pub(super) entry: usize,
    pub(super) last: LastSquares,
}

/// The squares of the last of these steps.
#[derive(Clone)]
pub(super) enum LastSquares {
    /// One, which is recorded as those of the other steps are.
    One,
    /// Squares of one word that are recorded together: from each of them, this exit ends one candidate.
    Run(usize),
    /// A set of squares whose candidates are counted together. For each step the pieces that it takes away and puts down.
    Set(Vec<(Piece, Piece)>),
}

impl Records {
    pub(super) fn new(routine: &Routine<'_, '_>, top: Variable, total: Variable) -> Self {
        let entries = routine.graph.entries;
        Records {
            top,
            total,
            sources: Vec::new(),
            states: entries.all().len(),
            words: entries.record_words,
            packs: entries.packs_records(),
            most: routine.graph.program.limits.drawn as i64,
            too_many: routine.faults.too_many,
            no_room: routine.faults.no_room,
        }
    }

    /// Leaves the function if there is no room for another record.
    pub(super) fn require_room(&self, code: &mut Code<'_, '_>) {
        let record = code.read(self.top);
        let end = code.field(offset_of!(Context, records_end));
        let room = code.compare(IntCC::UnsignedLessThan, record, end);
        code.require(room, self.no_room);
    }

    /// Leaves the function if these are too many candidates.
    pub(super) fn require_few(&self, code: &mut Code<'_, '_>, candidates: Value) {
        let few = code.compare_number(IntCC::UnsignedLessThanOrEqual, candidates, self.most);
        code.require(few, self.too_many);
    }

    /// Records the steps that end candidates at an entry state, if there are any.
    pub(super) fn add_sets(&self, code: &mut Code<'_, '_>, entry: usize, sets: &[&Set], node: Value) {
        let mut count = code.number(0);
        for set in sets {
            let more = code.count(set);
            count = code.builder.ins().iadd(count, more);
        }
        let (some, done) = (code.block(), code.block());
        code.branch(count, some, done);
        code.begin(some);
        self.require_room(code);
        let record = code.read(self.top);
        let before = code.read(self.total);
        let after = code.builder.ins().iadd(before, count);
        code.write(self.total, after);
        code.store(after, record, 0);
        code.store(node, record, 1);
        let words = self.words_or(RECORD_HEAD + sets.len() * code.set_words());
        self.store_number(code, record, entry, words);
        for (n, set) in sets.iter().enumerate() {
            code.store_set(set, record, RECORD_HEAD + n * code.set_words());
        }
        code.add(self.top, (words * 8) as i64);
        code.jump(done, &[]);
        code.begin(done);
    }

    /// Records the steps that end candidates after some assumed ones, which lead from a node and change these squares. There may be none: the
    /// record then has no rank of its own, and is never found. `last` are squares of the last step that are recorded together.
    pub(super) fn add_assumed(
        &mut self,
        code: &mut Code<'_, '_>,
        counts: &[Value],
        node: Value,
        steps: CandidateSteps,
        puts: &[Placement],
        last: &[Value],
    ) {
        let mut after = code.read(self.total);
        for &more in counts {
            after = code.builder.ins().iadd(after, more);
        }
        code.write(self.total, after);
        let record = code.read(self.top);
        code.store(after, record, 0);
        let words = self.words_or(RECORD_HEAD + 1 + last.len());
        self.refer(code, record, node, Source::Assumed(steps), words);
        let mut squares: Option<Value> = None;
        for (i, put) in puts.iter().enumerate() {
            let higher = code.builder.ins().ishl_imm_u(put.square, 16 * i as i64);
            squares = Some(squares.map_or(higher, |squares| code.builder.ins().bor(squares, higher)));
        }
        if let Some(squares) = squares {
            code.store(squares, record, RECORD_HEAD);
        }
        code.store_set(last, record, RECORD_HEAD + 1);
        code.add(self.top, (words * 8) as i64);
    }

    /// Begins a record of the candidates behind the state at an entry state, without their number; returns its address.
    pub(super) fn begin_reference(&mut self, code: &mut Code<'_, '_>, entry: usize, square: Value, node: Variable) -> Value {
        self.require_room(code);
        let record = code.read(self.top);
        let node = code.read(node);
        self.refer(code, record, node, Source::Counted(entry), self.reference_words());
        code.store(square, record, RECORD_HEAD);
        record
    }

    /// Completes a record with the number of its candidates, at least 1, and discards what was recorded after it.
    pub(super) fn end_reference(&self, code: &mut Code<'_, '_>, record: Value, before: Value, count: Value) {
        let after = code.builder.ins().iadd(before, count);
        code.write(self.total, after);
        // What is not enumerated may be more than a word can count.
        self.require_few(code, after);
        code.store(after, record, 0);
        let top = code.builder.ins().iadd_imm_s(record, (self.reference_words() * 8) as i64);
        code.write(self.top, top);
    }

    /// The words of such a record.
    pub(super) fn reference_words(&self) -> usize {
        self.words_or(RECORD_HEAD + 1)
    }

    /// The record after one.
    pub(super) fn after(&self, code: &mut Code<'_, '_>, record: Value) -> Value {
        if !self.packs {
            return code.builder.ins().iadd_imm_s(record, (self.words * 8) as i64);
        }
        let size = code.load(record, 2);
        let size = code.builder.ins().ushr_imm_u(size, i64::from(RECORD_SIZE));
        code.builder.ins().iadd(record, size)
    }

    /// The length of a record in words: what it needs if records are packed, else the fixed length.
    fn words_or(&self, needed: usize) -> usize {
        if self.packs { needed } else { self.words }
    }

    /// Writes at the start of a record of this many words the node that leads to its candidates, and a number for its source.
    fn refer(&mut self, code: &mut Code<'_, '_>, record: Value, node: Value, source: Source, words: usize) {
        self.sources.push(source);
        let number = code.number(self.number(self.states + self.sources.len() - 1, words));
        code.store(node, record, 1);
        code.store(number, record, 2);
    }

    fn store_number(&self, code: &mut Code<'_, '_>, record: Value, number: usize, words: usize) {
        let number = code.number(self.number(number, words));
        code.store(number, record, 2);
    }

    /// A number with the size of its record above it, if sizes differ.
    fn number(&self, number: usize, words: usize) -> i64 {
        let size = if self.packs { words as i64 * 8 } else { 0 };
        number as i64 | size << RECORD_SIZE
    }
}
