//! Chains: steps that leave no choice until the last of them, after which either the candidate ends, in one way, or the search goes on. Their
//! changes are assumed, and only where the candidate does not end they are executed.

use super::alike::only_exit;
use super::foresee::Way;
use super::machine::{Machine, Waiting};
use super::registers::{Chain, Link};
use super::sets::Put;
use crate::automaton::Label;
use crate::ir::Exit;
use crate::passes::Pass;
use cranelift_codegen::ir::{Block, Value};
use std::collections::BTreeMap;

/// The most steps of a chain, whose squares are packed into one word.
const MOST_STEPS: usize = 4;

impl Machine<'_, '_> {
    /// Goes on with a step after those that lead to a node, which need not be executed if it begins a chain that ends a candidate.
    pub(super) fn take_option(&mut self, entry: usize, exit: &Exit, square: Value, node: Value) {
        match self.chain_from(entry, exit) {
            Some(chain) => {
                let block = self.chain_block(chain);
                self.code.jump(block, &[square, node]);
            }
            None => self.search_on(entry, exit, square, node),
        }
    }

    /// The chain that a step begins, if there is one.
    fn chain_from(&self, entry: usize, begins: &Exit) -> Option<Chain> {
        if !self.code.program.passes.has(Pass::FollowChains) {
            return None;
        }
        let (mut here, mut step, mut links) = (entry, begins, Vec::new());
        while links.len() < MOST_STEPS {
            let Label::Put(new) = self.code.program.automaton.numbered(step.number).label else { return None };
            let [old] = self.standing(here, step)?[..] else { return None };
            let next = self.entries.after(self.code.program, here, step);
            let segment = &self.entries.get(next).segment;
            // Patterns are tried on the state itself.
            if segment.tried().next().is_some() {
                return None;
            }
            let ends = |&n: &usize| self.ends_candidate(next, &segment.exits[n]) && only_exit(segment, n).is_some();
            if let Some(exit) = (0..segment.exits.len()).find(ends) {
                links.push(Link { old, new, entry: next, exit });
                return Some(Chain { first: (entry, begins.clone()), links });
            }
            let [only] = &segment.exits[..] else { return None };
            if !self.is_single(next, only) || self.ends_candidate(next, only) {
                return None;
            }
            links.push(Link { old, new, entry: next, exit: 0 });
            (here, step) = (next, only);
        }
        None
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
    pub(super) fn look_at_chain(&mut self, block: Block, chain: &Chain) {
        self.code.begin(block);
        let [square, node] = self.code.parameters(block)[..] else { unreachable!("two parameters") };
        let entries = self.entries;
        let mut way = Way { node, steps: vec![chain.first.clone()], unlike: BTreeMap::new(), has_room: false };
        let (mut here, mut puts) = (square, Vec::new());
        let (last, others) = chain.links.split_last().expect("a chain has a step");
        for link in others {
            let place = self.code.one(here);
            puts.push(Put { old: link.old, new: link.new, square: here, place });
            let segment = &entries.get(link.entry).segment;
            let set = self.code.one_exit(segment, link.exit, here, &puts);
            let some = self.code.any(&set);
            self.code.require(some, self.dead);
            here = self.code.first(&set);
            way.steps.push((link.entry, segment.exits[link.exit].clone()));
        }
        let place = self.code.one(here);
        puts.push(Put { old: last.old, new: last.new, square: here, place });
        let set = self.code.one_exit(&entries.get(last.entry).segment, last.exit, here, &puts);
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
