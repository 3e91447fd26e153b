//! The entry states of a program: the places in the rules where a segment begins.

use crate::abi::areas::{FRAME_HEAD, RECORD_HEAD};
use crate::automaton::{Label, NodeId};
use crate::board::Control;
use crate::ir::lower::Relations;
use crate::ir::{Body, Exit, LoweringError, Place, Segment};
use crate::program::Program;

/// The maximum number of operations that all segments of a program may take together, counted word by word; above that the interpreter plays.
///
/// The largest of the published files are gess (280,000), arimaa (263,000) and paperSoccer (202,000); go on 19×19 has 22,000. At the limit a
/// function takes several seconds and 300 MiB to compile.
const MAX_OPERATIONS: usize = 300_000;
/// Operations that count for an entry state and for an exit besides the values of its segment: choosing, executing and undoing steps.
const ENTRY_OPERATIONS: usize = 20;
const EXIT_OPERATIONS: usize = 10;
/// The maximum number of squares of a board; above that the interpreter plays. A table of all pairs of squares then takes 512 KiB.
const MAX_SQUARES: usize = 2048;

/// Records of more words take only those that they need.
const LONG_RECORD: usize = 64;

/// An entry state.
#[derive(Debug)]
pub(crate) struct EntryState {
    /// The place in the rules.
    pub(crate) node: NodeId,
    /// Whether the keeper is in control.
    pub(crate) keeper: bool,
    /// Whether at most one step can be taken at each entry state from here to the next switch.
    pub(crate) forced: bool,
    /// Whether such a step always exists, at each of these entry states; known only for forced ones.
    pub(crate) certain: bool,
    /// The number of a step that leads here from inside a move, if there is one. All such steps have the same successors.
    pub(crate) behind: Option<u32>,
    /// The segment.
    pub(crate) segment: Segment,
}

/// All reachable entry states.
#[derive(Debug)]
pub(crate) struct EntryStates {
    all: Vec<EntryState>,
    /// The entry state of each node, for players and for the keeper.
    known: [Vec<Option<u32>>; 2],
    /// The representative of each node: a node with a single empty edge is identified with its target.
    same: Vec<NodeId>,
    /// Words of a frame: entry state, log, and a set for every step.
    pub(crate) frame_words: usize,
    /// Words of a record: total, entry state and node, and a set for every step that ends a candidate.
    pub(crate) record_words: usize,
}

impl EntryStates {
    /// Finds the entry states of the rules and their segments, and those of the patterns that change the state, each pattern before those
    /// inside it.
    pub(crate) fn new(program: &Program) -> Result<(Self, Vec<(Body, Self)>), LoweringError> {
        let squares = program.layout.squares;
        if squares > MAX_SQUARES {
            return Err(LoweringError(format!("the board has {squares} squares, more than {MAX_SQUARES}")));
        }
        let relations = Relations::new(program);
        let mut operations = 0;
        let rules = EntryStates::reachable(program, &relations, None, &mut operations)?;
        let mut patterns: Vec<(Body, Self)> = Vec::new();
        let mut waiting = rules.tried();
        while let Some(body) = waiting.pop() {
            if patterns.iter().all(|(known, _)| *known != body) {
                let entries = EntryStates::reachable(program, &relations, Some(body), &mut operations)?;
                waiting.extend(entries.tried());
                patterns.push((body, entries));
            }
        }
        Ok((rules, patterns))
    }

    /// The patterns that the segments try.
    fn tried(&self) -> Vec<Body> {
        self.all.iter().flat_map(|entry| entry.segment.tried()).collect()
    }

    /// Those of the rules, or of a pattern.
    fn reachable(program: &Program, relations: &Relations, body: Option<Body>, operations: &mut usize) -> Result<Self, LoweringError> {
        let nodes = program.automaton.nodes();
        let same = (0..nodes as NodeId).map(|node| follow(program, node)).collect();
        let mut entries =
            EntryStates { all: Vec::new(), known: [vec![None; nodes], vec![None; nodes]], same, frame_words: 0, record_words: 0 };
        let mut waiting = vec![(body.map_or(program.automaton.start, |body| body.start), true)];
        let mut most = 0;
        while let Some((node, keeper)) = waiting.pop() {
            // Only nodes after steps are known to be forced, not those identified with them.
            let forced = program.forced[node as usize];
            let behind = program.arrived[node as usize].filter(|&number| !program.codes.ends(number));
            if let Some(known) = entries.find(node, keeper) {
                let known = &mut entries.all[known];
                known.forced |= forced;
                known.behind = known.behind.or(behind);
                continue;
            }
            let node = entries.same[node as usize];
            let place = match body {
                Some(body) => Place::Pattern(body),
                None if keeper => Place::Keeper,
                None => Place::Player,
            };
            let segment = Segment::new(program, relations, node, place)?;
            let values = segment.values.len() + ENTRY_OPERATIONS + EXIT_OPERATIONS * segment.exits.len();
            *operations += values * program.layout.set_words;
            if *operations > MAX_OPERATIONS {
                return Err(LoweringError(format!("the rules need more than {MAX_OPERATIONS} operations")));
            }
            most = most.max(segment.exits.len());
            for exit in &segment.exits {
                waiting.push(leads_to(program, keeper, exit));
            }
            entries.known[usize::from(keeper)][node as usize] = Some(entries.all.len() as u32);
            entries.all.push(EntryState { node, keeper, forced, certain: false, behind, segment });
        }
        for entry in &mut entries.all {
            entry.forced &= !offers_dots(program, &entry.segment);
            if body.is_some() {
                entry.forced = offers_one(&entry.segment);
            }
        }
        entries.find_certain(program);
        let set_words = program.layout.set_words;
        entries.frame_words = FRAME_HEAD + most * set_words;
        // Foreseen candidates have the squares of their steps in one word, and those of the last that are recorded together.
        entries.record_words = RECORD_HEAD + (most * set_words).max(1 + set_words);
        Ok(entries)
    }

    /// Replaces a segment by one that offers the same moves.
    pub(crate) fn replace(&mut self, entry: usize, segment: Segment) {
        self.all[entry].segment = segment;
    }

    pub(crate) fn all(&self) -> &[EntryState] {
        &self.all
    }

    pub(crate) fn get(&self, entry: usize) -> &EntryState {
        &self.all[entry]
    }

    /// Whether records take only the words that they need, which costs time when one is looked up but saves memory where they are long.
    pub(crate) fn packs_records(&self) -> bool {
        self.record_words > LONG_RECORD
    }

    /// Whether some segment tries patterns that change the state.
    pub(crate) fn tries(&self) -> bool {
        self.all.iter().any(|entry| entry.segment.tried().next().is_some())
    }

    /// The entry state of a node, if it is reachable.
    pub(crate) fn find(&self, node: NodeId, keeper: bool) -> Option<usize> {
        self.known[usize::from(keeper)][*self.same.get(node as usize)? as usize].map(|entry| entry as usize)
    }

    /// The target of a step of an entry state.
    pub(crate) fn after(&self, program: &Program, entry: usize, exit: &Exit) -> usize {
        let (node, keeper) = leads_to(program, self.all[entry].keeper, exit);
        self.find(node, keeper).expect("all entries that can be reached are known")
    }

    /// Finds the entry states from which forced steps always lead to a switch.
    fn find_certain(&mut self, program: &Program) {
        let mut known: Vec<Option<bool>> = vec![None; self.all.len()];
        for start in 0..self.all.len() {
            let (mut path, mut here) = (Vec::new(), start);
            let certain = loop {
                if let Some(certain) = known[here] {
                    break certain;
                }
                // A path that returns here is a cycle.
                known[here] = Some(false);
                path.push(here);
                let EntryState { forced, segment, .. } = &self.all[here];
                match segment.exits.iter().find(|exit| *forced && segment.values.never_empty(exit.squares)) {
                    None => break false,
                    Some(exit) if program.is_switch(exit.number) => break true,
                    Some(exit) => here = self.after(program, here, exit),
                }
            };
            for entry in path {
                known[entry] = Some(certain);
            }
        }
        for (entry, certain) in self.all.iter_mut().zip(known) {
            entry.certain = certain == Some(true);
        }
    }
}

/// Whether a segment may offer several steps one of which is a dot. The proof that a node is forced ignores dots, so that there may be a
/// choice among dots even where only one of the steps after them is possible.
fn offers_dots(program: &Program, segment: &Segment) -> bool {
    let several = segment.exits.len() > 1 || segment.exits.iter().any(|exit| !segment.values.at_most_one(exit.squares));
    several && segment.exits.iter().any(|exit| program.automaton.numbered(exit.number).label == Label::Dot)
}

/// Whether a segment never offers two steps.
fn offers_one(segment: &Segment) -> bool {
    match &segment.exits[..] {
        [] => true,
        [exit] => segment.values.at_most_one(exit.squares),
        _ => false,
    }
}

/// The node after a step, and whether the keeper is in control there.
fn leads_to(program: &Program, keeper: bool, exit: &Exit) -> (NodeId, bool) {
    let edge = program.automaton.numbered(exit.number);
    match edge.label {
        Label::Switch(control) => (edge.to, control == Control::Keeper),
        _ => (edge.to, keeper),
    }
}

/// Follows empty edges as long as nothing else leaves a node.
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
