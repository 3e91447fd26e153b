//! Chains: steps that leave no choice until the last of them, after which either the candidate ends, in one way, or the search goes on. Their
//! changes are assumed, and only where the candidate does not end they are executed.

use super::records::{CandidateSteps, LastSquares};
use super::search::WholeMoves;
use crate::analysis::chains::{Chain, chain};
use crate::emit::segment;
use crate::emit::sets::Placement;
use crate::ir::Exit;
use crate::play::routine::Routine;
use cranelift_codegen::ir::{Block, Value};

impl WholeMoves {
    /// Goes on with a step after those that lead to a node, which need not be executed if it begins a chain that ends a candidate.
    pub(super) fn take_option(&mut self, routine: &mut Routine<'_, '_>, entry: usize, exit: &Exit, square: Value, node: Value) {
        match chain(routine.graph, entry, exit) {
            Some(chain) => {
                let block = self.chain_block(routine, chain);
                routine.code.jump(block, &[square, node]);
            }
            None => self.nodes.search_on(routine, entry, exit, square, node),
        }
    }

    /// Records the candidate that a chain ends, or executes its steps if it ends none.
    pub(super) fn look_at_chain(&mut self, routine: &mut Routine<'_, '_>, block: Block, chain: &Chain) {
        routine.code.begin(block);
        let [square, node] = routine.code.parameters(block)[..] else { unreachable!("two parameters") };
        let (mut here, mut puts, mut steps) = (square, Vec::new(), vec![chain.first.clone()]);
        let (last, others) = chain.links.split_last().expect("a chain has a step");
        for link in others {
            let place = routine.code.one(here);
            puts.push(Placement { old: link.old, new: link.new, square: here, place });
            let segment = &routine.graph.get(link.entry).segment;
            let set = segment::one_exit(&mut routine.code, segment, link.exit, here, &puts);
            let some = routine.code.any(&set);
            routine.code.require(some, routine.choices.dead);
            here = routine.code.first(&set);
            steps.push((link.entry, segment.exits[link.exit].clone()));
        }
        let place = routine.code.one(here);
        puts.push(Placement { old: last.old, new: last.new, square: here, place });
        let set = segment::one_exit(&mut routine.code, &routine.graph.get(last.entry).segment, last.exit, here, &puts);
        let (ends, goes_on) = (routine.code.block(), routine.code.block());
        let count = routine.code.count(&set);
        routine.code.branch(count, ends, goes_on);
        routine.code.begin(ends);
        self.records.require_room(&mut routine.code);
        let assumed = CandidateSteps { steps: steps.clone(), entry: last.entry, last: LastSquares::One };
        self.records.add_assumed(&mut routine.code, &[count], node, assumed, &puts, &[]);
        routine.backtrack();
        routine.code.begin(goes_on);
        let (last, others) = steps.split_last().expect("a chain has a step");
        let mut node = node;
        for ((entry, exit), put) in others.iter().zip(&puts) {
            node = self.nodes.execute(routine, *entry, exit, put.square, node);
        }
        self.nodes.search_on(routine, last.0, &last.1, here, node);
    }
}
