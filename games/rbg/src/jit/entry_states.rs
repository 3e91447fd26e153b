//! The entry states of a program: the places in the rules where a segment begins.

use super::memory::{FRAME_HEAD, RECORD_HEAD};
use crate::automaton::{Label, NodeId};
use crate::expr::Control;
use crate::ir::lower::Relations;
use crate::ir::{Exit, Segment, Unsupported};
use crate::program::Program;

/// The most operations that all segments of a program may take together; beyond that the interpreter serves.
const MAX_VALUES: usize = 400_000;

/// An entry state.
#[derive(Debug)]
pub(super) struct EntryState {
    /// Whether the keeper is in control.
    pub(super) keeper: bool,
    /// Whether at most one step can be taken at each entry state from here to the next switch.
    pub(super) forced: bool,
    /// Whether there always is such a step, at each of these entry states; known of forced ones only.
    certain: bool,
    /// The number of a step that leads here from inside a move, if there is one. What can follow is the same for all of them.
    pub(super) behind: Option<u32>,
    /// What can be done.
    pub(super) segment: Segment,
}

/// All entry states that can be reached.
#[derive(Debug)]
pub(super) struct EntryStates {
    all: Vec<EntryState>,
    /// The entry state of each node, for players and for the keeper.
    known: [Vec<Option<u32>>; 2],
    /// The representative of each node: a node with a single empty edge is the same as its target.
    same: Vec<NodeId>,
    /// Words of a frame: entry state, log, and a set for every step.
    pub(super) frame_words: usize,
    /// Words of a record: total, entry state and node, and a set for every step that ends a candidate.
    pub(super) record_words: usize,
}

impl EntryStates {
    /// Finds the entry states and what can be done at each.
    pub(super) fn new(program: &Program) -> Result<Self, Unsupported> {
        let relations = Relations::new(program);
        let nodes = program.automaton.nodes();
        let same = (0..nodes as NodeId).map(|node| follow(program, node)).collect();
        let mut entries =
            EntryStates { all: Vec::new(), known: [vec![None; nodes], vec![None; nodes]], same, frame_words: 0, record_words: 0 };
        let mut waiting = vec![(program.automaton.start, true)];
        let (mut values, mut most) = (0, 0);
        while let Some((node, keeper)) = waiting.pop() {
            // Only nodes behind steps are known to be forced, not those that they are the same as.
            let forced = program.forced[node as usize];
            let behind = program.arrived[node as usize].filter(|&number| !program.codes.ends(number));
            if let Some(known) = entries.find(node, keeper) {
                let known = &mut entries.all[known];
                known.forced |= forced;
                known.behind = known.behind.or(behind);
                continue;
            }
            let node = entries.same[node as usize];
            let segment = Segment::new(program, &relations, node, keeper)?;
            values += segment.values.len();
            if values > MAX_VALUES {
                return Err(Unsupported(format!("the rules need more than {MAX_VALUES} operations")));
            }
            most = most.max(segment.exits.len());
            for exit in &segment.exits {
                waiting.push(leads_to(program, keeper, exit));
            }
            entries.known[usize::from(keeper)][node as usize] = Some(entries.all.len() as u32);
            entries.all.push(EntryState { keeper, forced, certain: false, behind, segment });
        }
        for entry in 0..entries.all.len() {
            entries.all[entry].certain = entries.is_certain(program, entry);
        }
        let set_words = program.layout.set_words;
        entries.frame_words = FRAME_HEAD + most * set_words;
        entries.record_words = RECORD_HEAD + most * set_words;
        Ok(entries)
    }

    pub(super) fn all(&self) -> &[EntryState] {
        &self.all
    }

    pub(super) fn get(&self, entry: usize) -> &EntryState {
        &self.all[entry]
    }

    /// The entry state of a node, if it can be reached.
    pub(super) fn find(&self, node: NodeId, keeper: bool) -> Option<usize> {
        self.known[usize::from(keeper)][*self.same.get(node as usize)? as usize].map(|entry| entry as usize)
    }

    /// Where a step of an entry state leads.
    pub(super) fn after(&self, program: &Program, entry: usize, exit: &Exit) -> usize {
        let (node, keeper) = leads_to(program, self.all[entry].keeper, exit);
        self.find(node, keeper).expect("all entries that can be reached are known")
    }

    /// Whether forced steps always lead from here to a switch.
    fn is_certain(&self, program: &Program, entry: usize) -> bool {
        let mut here = entry;
        // A way that is longer than this leads in a circle.
        for _ in 0..self.all.len() {
            let EntryState { forced, segment, .. } = &self.all[here];
            let Some(exit) = segment.exits.iter().find(|exit| *forced && segment.values.never_empty(exit.squares)) else { return false };
            if program.is_switch(exit.number) {
                return true;
            }
            here = self.after(program, here, exit);
        }
        false
    }

    /// Whether a step that ends a whole move's code leads to one that can always be completed.
    pub(super) fn always_ends(&self, program: &Program, entry: usize, exit: &Exit) -> bool {
        program.is_switch(exit.number) || self.all[self.after(program, entry, exit)].certain
    }
}

/// The node behind a step, and whether the keeper is in control there.
fn leads_to(program: &Program, keeper: bool, exit: &Exit) -> (NodeId, bool) {
    let edge = program.automaton.numbered(exit.number);
    match edge.label {
        Label::Switch(control) => (edge.to, control == Control::Keeper),
        _ => (edge.to, keeper),
    }
}

/// Follows empty edges as long as nothing else leaves.
fn follow(program: &Program, node: NodeId) -> NodeId {
    let mut here = node;
    for _ in 0..program.automaton.nodes() {
        match program.automaton.out[here as usize][..] {
            [edge] if program.automaton.edges[edge as usize].label == Label::Empty => here = program.automaton.edges[edge as usize].to,
            _ => break,
        }
    }
    here
}
