//! The search for candidates where every option is a single square: a choice of one option, or the last of several, leaves nothing to return to.

use crate::abi::areas::{FRAME_ENTRY, FRAME_HEAD, FRAME_LEFT, FRAME_MARK, FRAME_NODE};
use crate::automaton::Label;
use crate::emit::sets::Set;
use crate::ir::Exit;
use crate::passes::Pass;
use crate::play::machine::Machine;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

/// The options left are bits of one word.
const MOST_OPTIONS: usize = 64;

impl Machine<'_, '_> {
    /// Whether none of these steps of an entry state is ever possible on two squares, and all of them are logged: a step that is not must push a
    /// frame, since nothing else bounds the length of a path of such steps.
    pub(crate) fn are_single(&self, entry: usize, exits: &[(&Exit, &Set)]) -> bool {
        let is_logged = |exit: &Exit| matches!(self.code.program.automaton.numbered(exit.number).label, Label::Put(_) | Label::Assign(..));
        self.code.program.passes.has(Pass::DropSingleChoices)
            && exits.len() <= MOST_OPTIONS
            && exits.iter().all(|(exit, _)| self.graph.is_single(entry, exit) && is_logged(exit))
    }

    /// Goes on with each of the options in turn, and keeps a frame as long as others are left.
    pub(crate) fn each_single(&mut self, entry: usize, exits: &[(&Exit, &Set)], node: Value) {
        if let [(exit, set)] = exits {
            let taken = self.code.block();
            let some = self.code.any(set);
            self.code.branch(some, taken, self.dead);
            self.code.begin(taken);
            let square = self.code.first(set);
            return self.take_option(entry, exit, square, node);
        }
        let mut options = self.code.number(0);
        for (n, (_, set)) in exits.iter().enumerate() {
            let some = self.code.some(set);
            let some = self.code.builder.ins().uextend(types::I64, some);
            let bit = self.code.builder.ins().ishl_imm_u(some, n as i64);
            options = self.code.builder.ins().bor(options, bit);
        }
        self.code.require(options, self.dead);
        let size = (self.graph.entries.frame_words * 8) as i64;
        let (below, words) = (self.code.read(self.frame), self.code.set_words());
        let frame = self.code.builder.ins().iadd_imm_s(below, size);
        let room = self.code.compare(IntCC::UnsignedLessThan, frame, self.frames_end);
        self.code.require(room, self.too_long);
        for (n, (_, set)) in exits.iter().enumerate() {
            self.code.store_set(set, frame, FRAME_HEAD + n * words);
        }
        let (several, again, last) = (self.code.block(), self.code.block(), self.code.block());
        let (keep, take) = (self.code.block_with(1), self.code.block_with(3));
        let rest = self.without_lowest(options);
        self.code.branch_with(rest, (several, &[]), (take, &[frame, options, node]));
        self.code.begin(several);
        let number = self.code.number(entry as i64);
        self.code.store(number, frame, FRAME_ENTRY);
        let mark = self.code.read(self.log.top);
        self.code.store(mark, frame, FRAME_MARK);
        self.code.store(node, frame, FRAME_NODE);
        self.code.write(self.frame, frame);
        self.code.store(rest, frame, FRAME_LEFT);
        self.code.jump(take, &[frame, options, node]);

        self.choices.insert(entry, again);
        self.code.begin(again);
        let frame = self.code.read(self.frame);
        let options = self.code.load(frame, FRAME_LEFT);
        let node = self.code.load(frame, FRAME_NODE);
        let rest = self.without_lowest(options);
        self.code.branch_with(rest, (keep, &[rest]), (last, &[]));
        self.code.begin(keep);
        let rest = self.code.parameters(keep)[0];
        self.code.store(rest, frame, FRAME_LEFT);
        self.code.jump(take, &[frame, options, node]);
        self.code.begin(last);
        self.code.add(self.frame, -size);
        self.code.jump(take, &[frame, options, node]);

        self.code.begin(take);
        let [frame, options, node] = self.code.parameters(take)[..] else { unreachable!("three parameters") };
        let option = self.code.builder.ins().ctz(options);
        let blocks: Vec<_> = exits.iter().map(|_| self.code.block()).collect();
        self.code.switch(option, &blocks);
        for (n, ((exit, set), block)) in exits.iter().zip(blocks).enumerate() {
            self.code.begin(block);
            let set = self.code.load_like(set, frame, FRAME_HEAD + n * words);
            let square = self.code.first(&set);
            self.take_option(entry, exit, square, node);
        }
    }

    fn without_lowest(&mut self, bits: Value) -> Value {
        let less = self.code.builder.ins().iadd_imm_s(bits, -1);
        self.code.builder.ins().band(bits, less)
    }
}
