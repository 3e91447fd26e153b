//! The search for candidates where every option is a single square: a choice of one option, or the last of several, leaves nothing to return to.

use super::search::WholeMoves;
use crate::abi::areas::{FRAME_HEAD, FRAME_LEFT, FRAME_NODE};
use crate::analysis::graph::Graph;
use crate::automaton::Label;
use crate::emit::code::Code;
use crate::emit::sets::Set;
use crate::ir::Exit;
use crate::passes::Pass;
use crate::play::routine::Routine;
use cranelift_codegen::ir::{Block, InstBuilder, Value, types};

/// The options left are bits of one word.
const MOST_OPTIONS: usize = 64;

/// Whether none of these steps of an entry state is ever possible on two squares, and all of them are logged: a step that is not must push a
/// frame, since nothing else bounds the length of a path of such steps.
pub(super) fn are_single(graph: Graph<'_>, entry: usize, exits: &[(&Exit, &Set)]) -> bool {
    let is_logged = |exit: &Exit| matches!(graph.program.automaton.numbered(exit.number).label, Label::Put(_) | Label::Assign(..));
    graph.program.passes.has(Pass::DropSingleChoices)
        && exits.len() <= MOST_OPTIONS
        && exits.iter().all(|(exit, _)| graph.is_single(entry, exit) && is_logged(exit))
}

impl WholeMoves {
    /// Goes on with each of the options in turn, and keeps a frame as long as others are left.
    pub(super) fn each_single(&mut self, routine: &mut Routine<'_, '_>, entry: usize, exits: &[(&Exit, &Set)], node: Value) {
        if let [(exit, set)] = exits {
            let taken = routine.code.block();
            let some = routine.code.any(set);
            routine.code.branch(some, taken, routine.choices.dead);
            routine.code.begin(taken);
            let square = routine.code.first(set);
            return self.take_option(routine, entry, exit, square, node);
        }
        let options = options(&mut routine.code, exits);
        routine.code.require(options, routine.choices.dead);
        let take = begin_choice(routine, entry, exits, options, node);
        routine.code.begin(take);
        let [frame, options, node] = routine.code.parameters(take)[..] else { unreachable!("three parameters") };
        let option = routine.code.builder.ins().ctz(options);
        let blocks: Vec<_> = exits.iter().map(|_| routine.code.block()).collect();
        routine.code.switch(option, &blocks);
        for (n, ((exit, set), block)) in exits.iter().zip(blocks).enumerate() {
            routine.code.begin(block);
            let set = routine.code.load_like(set, frame, FRAME_HEAD + n * routine.code.set_words());
            let square = routine.code.first(&set);
            self.take_option(routine, entry, exit, square, node);
        }
    }
}

/// The options that have a square, as bits.
fn options(code: &mut Code<'_, '_>, exits: &[(&Exit, &Set)]) -> Value {
    let mut options = code.number(0);
    for (n, (_, set)) in exits.iter().enumerate() {
        let some = code.some(set);
        let some = code.builder.ins().uextend(types::I64, some);
        let bit = code.builder.ins().ishl_imm_u(some, n as i64);
        options = code.builder.ins().bor(options, bit);
    }
    options
}

/// Begins a choice among the options, and the code that makes it again. Returns the block that takes the lowest option; its parameters are the
/// frame, the options left and the node.
fn begin_choice(routine: &mut Routine<'_, '_>, entry: usize, exits: &[(&Exit, &Set)], options: Value, node: Value) -> Block {
    let Routine { code, choices, log, .. } = routine;
    let (below, words) = (code.read(choices.top), code.set_words());
    let frame = code.builder.ins().iadd_imm_s(below, choices.size);
    choices.require_room(code, frame);
    for (n, (_, set)) in exits.iter().enumerate() {
        code.store_set(set, frame, FRAME_HEAD + n * words);
    }
    let (several, again, last) = (code.block(), code.block(), code.block());
    let (keep, take) = (code.block_with(1), code.block_with(3));
    let rest = without_lowest(code, options);
    code.branch_with(rest, (several, &[]), (take, &[frame, options, node]));
    code.begin(several);
    choices.begin_frame(code, *log, frame, entry as i64);
    code.store(node, frame, FRAME_NODE);
    code.write(choices.top, frame);
    code.store(rest, frame, FRAME_LEFT);
    code.jump(take, &[frame, options, node]);

    choices.set_again(entry, again);
    code.begin(again);
    let frame = code.read(choices.top);
    let options = code.load(frame, FRAME_LEFT);
    let node = code.load(frame, FRAME_NODE);
    let rest = without_lowest(code, options);
    code.branch_with(rest, (keep, &[rest]), (last, &[]));
    code.begin(keep);
    let rest = code.parameters(keep)[0];
    code.store(rest, frame, FRAME_LEFT);
    code.jump(take, &[frame, options, node]);
    code.begin(last);
    choices.pop(code);
    code.jump(take, &[frame, options, node]);
    take
}

fn without_lowest(code: &mut Code<'_, '_>, bits: Value) -> Value {
    let less = code.builder.ins().iadd_imm_s(bits, -1);
    code.builder.ins().band(bits, less)
}
