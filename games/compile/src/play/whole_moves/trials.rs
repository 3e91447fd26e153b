//! Trials: after several candidates that could not be completed, all of them are tested, and one of the others is drawn.

use crate::abi::context::{Context, Status};
use crate::emit::code::Code;
use crate::play::routine::Routine;
use crate::playout::TRIES;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use cranelift_frontend::Variable;
use std::mem::offset_of;

/// The trials of candidates.
pub(super) struct Trials {
    /// The number of unsuccessful draws.
    pub(super) tries: Variable,
    /// The candidate being tested, whether there is one, and the number of completable ones.
    pub(super) index: Variable,
    pub(super) testing: Variable,
    pub(super) legal: Variable,
    /// A candidate could not be completed.
    pub(super) failed: Block,
    /// A candidate that was only tested could be completed.
    pub(super) tested: Block,
}

impl Trials {
    pub(super) fn new(routine: &mut Routine<'_, '_>, none: Value) -> Self {
        let code = &mut routine.code;
        Trials {
            tries: code.variable(none),
            index: code.variable(none),
            testing: code.variable(none),
            legal: code.variable(none),
            failed: code.block(),
            tested: code.block(),
        }
    }

    /// Begins a move: no candidate was drawn yet.
    pub(super) fn reset(&self, code: &mut Code<'_, '_>) {
        let none = code.number(0);
        code.write(self.tries, none);
        code.write(self.testing, none);
    }

    /// Before a switch of a player: ends the trial if the move was only tested.
    pub(super) fn end_trial(&self, code: &mut Code<'_, '_>) {
        let testing = code.read(self.testing);
        let on = code.block();
        code.branch(testing, self.tested, on);
        code.begin(on);
    }

    /// Emits the code for a candidate that could not be completed: draws again, and finally tests all of them. `after` is the end of the nodes.
    pub(super) fn emit(&self, routine: &mut Routine<'_, '_>, total: Variable, after: Variable, draw: Block, select: Block) {
        let Trials { tries, index, testing, legal, .. } = *self;
        let code = &mut routine.code;
        let (again, first, each, test, done, over) = (code.block(), code.block(), code.block(), code.block(), code.block(), code.block());
        code.begin(self.failed);
        let on = code.read(testing);
        let (one_fails, drawn_fails) = (code.block(), code.block());
        code.branch(on, one_fails, drawn_fails);
        code.begin(drawn_fails);
        code.add(tries, 1);
        let tried = code.read(tries);
        let left = code.compare_number(IntCC::UnsignedLessThan, tried, i64::from(TRIES));
        code.branch(left, again, first);
        code.begin(again);
        code.jump(draw, &[]);

        code.begin(first);
        let (none, yes) = (code.number(0), code.number(1));
        code.write(testing, yes);
        code.write(index, none);
        code.write(legal, none);
        code.jump(each, &[]);

        self.emit_tested(routine, after, one_fails);

        let code = &mut routine.code;
        code.begin(one_fails);
        code.add(index, 1);
        code.jump(each, &[]);
        code.begin(each);
        let (at, all) = (code.read(index), code.read(total));
        let more = code.compare(IntCC::UnsignedLessThan, at, all);
        code.branch(more, test, done);
        code.begin(test);
        code.jump(select, &[at]);

        code.begin(done);
        let none = code.number(0);
        code.write(testing, none);
        let count = code.read(legal);
        code.require(count, over);
        let rank = routine.random.below(code, count);
        let address = legal_address(code, after, rank);
        let rank = code.load(address, 0);
        code.jump(select, &[rank]);
        code.begin(over);
        routine.leave(Status::Over);
    }

    /// Emits the code for a candidate that was tested and could be completed: records and undoes it.
    fn emit_tested(&self, routine: &mut Routine<'_, '_>, after: Variable, next: Block) {
        let no_room = routine.faults.no_room;
        let code = &mut routine.code;
        code.begin(self.tested);
        let count = code.read(self.legal);
        let address = legal_address(code, after, count);
        let end = code.field(offset_of!(Context, nodes_end));
        let room = code.compare(IntCC::UnsignedLessThan, address, end);
        code.require(room, no_room);
        let at = code.read(self.index);
        code.store(at, address, 0);
        code.add(self.legal, 1);
        routine.undo_all();
        routine.code.jump(next, &[]);
    }
}

/// The place where the n-th completable candidate is recorded: after the nodes.
fn legal_address(code: &mut Code<'_, '_>, after: Variable, n: Value) -> Value {
    let top = code.read(after);
    let offset = code.builder.ins().ishl_imm_u(n, 3);
    code.builder.ins().iadd(top, offset)
}
