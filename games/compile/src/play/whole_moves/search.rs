//! The search for candidates: its registers, its blocks, and the code that it postpones.

use super::counts::Counts;
use super::nodes::Nodes;
use super::records::Records;
use super::trace::Trace;
use super::trials::Trials;
use crate::analysis::chains::Chain;
use crate::board::Piece;
use crate::play::entry_blocks::PendingCode;
use crate::play::routine::Routine;
use cranelift_codegen::ir::Block;
use cranelift_frontend::Variable;
use std::collections::BTreeMap;

/// Random play by whole moves.
pub(in crate::play) struct WholeMoves {
    pub(super) records: Records,
    pub(super) nodes: Nodes,
    pub(super) trials: Trials,
    /// The data for keeping counts, if any are kept.
    pub(super) counts: Option<Counts>,
    pub(super) trace: Trace,
    /// The rank of the candidate drawn within its record, and the record.
    pub(super) rank: Variable,
    pub(super) record: Variable,
    /// All candidates have been found.
    pub(super) found: Block,
    /// The numbers in the lowest frame that lead to `found`, to a failed trial and out of the function.
    pub(super) found_end: i64,
    pub(super) failed_end: i64,
    pub(super) over_end: i64,
    /// The blocks that draw the step that ends the candidate, by entry state.
    pub(super) last_steps: BTreeMap<usize, Block>,
    /// The blocks where the search begins, by entry state.
    roots: BTreeMap<usize, Block>,
    /// The blocks that look at the steps of chains, by the number of the first step and the piece that it takes the place of. Their parameters
    /// are the square of that step and the node before it.
    chains: BTreeMap<(u32, Piece), Block>,
    /// Code that was postponed.
    pub(super) postponed: Vec<DeferredCode>,
}

/// Code of the search's own.
#[derive(Clone)]
pub(super) enum DeferredCode {
    /// The entry state where the search begins.
    Root(usize),
    /// The steps of a chain.
    Chain(Block, Chain),
}

impl WholeMoves {
    pub(in crate::play) fn new(routine: &mut Routine<'_, '_>, traced: bool, over_end: i64) -> Self {
        let none = routine.code.number(0);
        let mut variable = || routine.code.variable(none);
        let (record_top, total, node_top, node) = (variable(), variable(), variable(), variable());
        let (whole, rank, record) = (variable(), variable(), variable());
        let trace = Trace { whole: traced.then_some(whole) };
        let found = routine.code.block();
        let trials = Trials::new(routine, none);
        let (found_end, failed_end) = (routine.choices.number(found), routine.choices.number(trials.failed));
        WholeMoves {
            records: Records::new(routine, record_top, total),
            nodes: Nodes { top: node_top, current: node, are_used: false, trace },
            trials,
            counts: Counts::new(routine),
            trace,
            rank,
            record,
            found,
            found_end,
            failed_end,
            over_end,
            last_steps: BTreeMap::new(),
            roots: BTreeMap::new(),
            chains: BTreeMap::new(),
            postponed: Vec::new(),
        }
    }

    /// The number of candidates of the move.
    pub(super) fn candidates(&self) -> Variable {
        self.counts.as_ref().map_or(self.records.total, |counts| counts.candidates)
    }

    /// The end of the nodes of the move.
    pub(super) fn nodes_end(&self) -> Variable {
        self.counts.as_ref().map_or(self.nodes.top, |counts| counts.nodes)
    }

    /// The block where the search for candidates begins at an entry state.
    pub(super) fn root_block(&mut self, routine: &mut Routine<'_, '_>, entry: usize) -> Block {
        if let Some(&block) = self.roots.get(&entry) {
            return block;
        }
        let block = routine.code.block_with(1);
        self.roots.insert(entry, block);
        self.postpone(routine, DeferredCode::Root(entry));
        block
    }

    /// The block that looks at the steps of a chain.
    pub(super) fn chain_block(&mut self, routine: &mut Routine<'_, '_>, chain: Chain) -> Block {
        let key = (chain.first.1.number, chain.links[0].old);
        if let Some(&block) = self.chains.get(&key) {
            return block;
        }
        let block = routine.code.block_with(2);
        self.chains.insert(key, block);
        self.postpone(routine, DeferredCode::Chain(block, chain));
        block
    }

    fn postpone(&mut self, routine: &mut Routine<'_, '_>, code: DeferredCode) {
        routine.blocks.postpone(PendingCode::Own(self.postponed.len()));
        self.postponed.push(code);
    }
}
