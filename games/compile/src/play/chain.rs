//! Chains: steps that leave no choice until the last of them, after which either the candidate ends, in one way, or the search goes on. Their
//! changes are assumed, and only where the candidate does not end they are executed.

use crate::analysis::chains::{Chain, chain};
use crate::emit::segment;
use crate::emit::sets::Put;
use crate::ir::Exit;
use crate::play::foresee::Way;
use crate::play::machine::{Machine, Waiting};
use cranelift_codegen::ir::{Block, Value};
use std::collections::BTreeMap;

impl Machine<'_, '_> {
    /// Goes on with a step after those that lead to a node, which need not be executed if it begins a chain that ends a candidate.
    pub(crate) fn take_option(&mut self, entry: usize, exit: &Exit, square: Value, node: Value) {
        match chain(self.graph, entry, exit) {
            Some(chain) => {
                let block = self.chain_block(chain);
                self.code.jump(block, &[square, node]);
            }
            None => self.search_on(entry, exit, square, node),
        }
    }

    fn chain_block(&mut self, chain: Chain) -> Block {
        let key = (chain.first.1.number, chain.links[0].old);
        if let Some(&block) = self.search().chains.get(&key) {
            return block;
        }
        let block = self.code.block_with(2);
        self.search.as_mut().expect("declared").chains.insert(key, block);
        self.waiting.push(Waiting::Chain(block, chain));
        block
    }

    /// Records the candidate that a chain ends, or executes its steps if it ends none.
    pub(crate) fn look_at_chain(&mut self, block: Block, chain: &Chain) {
        self.code.begin(block);
        let [square, node] = self.code.parameters(block)[..] else { unreachable!("two parameters") };
        let mut way = Way { node, steps: vec![chain.first.clone()], unlike: BTreeMap::new(), has_room: false };
        let (mut here, mut puts) = (square, Vec::new());
        let (last, others) = chain.links.split_last().expect("a chain has a step");
        for link in others {
            let place = self.code.one(here);
            puts.push(Put { old: link.old, new: link.new, square: here, place });
            let segment = &self.graph.get(link.entry).segment;
            let set = segment::one_exit(&mut self.code, segment, link.exit, here, &puts);
            let some = self.code.any(&set);
            self.code.require(some, self.dead);
            here = self.code.first(&set);
            way.steps.push((link.entry, segment.exits[link.exit].clone()));
        }
        let place = self.code.one(here);
        puts.push(Put { old: last.old, new: last.new, square: here, place });
        let set = segment::one_exit(&mut self.code, &self.graph.get(last.entry).segment, last.exit, here, &puts);
        let (ends, goes_on) = (self.code.block(), self.code.block());
        let count = self.code.count(&set);
        self.code.branch(count, ends, goes_on);
        self.code.begin(ends);
        self.add_foreseen(&[count], &way, last.entry, &puts, None);
        self.code.jump(self.dead, &[]);
        self.code.begin(goes_on);
        let (last, others) = way.steps.split_last().expect("a chain has a step");
        let mut node = node;
        for ((entry, exit), put) in others.iter().zip(&puts) {
            node = self.execute(*entry, exit, put.square, node);
        }
        self.search_on(last.0, &last.1, here, node);
    }
}
