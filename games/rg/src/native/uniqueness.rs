//! The proof that tags determine moves, and that the keeper has one way to go.
//!
//! Two ways part at a node on a square, at edges that do not exclude each other. If the first tags behind them, or the end of the move, always differ, no
//! two ways have the same tags. Then every move has one outcome, and the program's moves are those of the game. Where the first tags may be the same, the ways
//! are followed further (`parted_ways`).

use super::automaton::{Parts, Tag};
use super::lowering::Product;
use super::parted_ways::PartedWays;
use super::storage::Storage;
use crate::game::{Game, Symbol};
use std::collections::BTreeMap;
use treebench_compile::{Arithmetic, Automaton, Comparator, Comparison, Control, Edge, Label, LoweringError, NodeId, Piece, Square};

/// The maximum number of words of memory for the proof.
const MOST_WORDS: usize = 1 << 24;

/// Where an edge leads from a square.
pub(super) enum Next {
    Nowhere,
    /// To a tag, or to the end of the move.
    Event(usize),
    Place(NodeId, usize),
}

pub(super) struct Proof<'a> {
    parts: &'a Parts,
    automaton: &'a Automaton,
    constant: &'a [bool],
    setup: &'a [Piece],
    keys: &'a [Symbol],
    /// The number of every tag; one more is the end of the move.
    events: BTreeMap<Symbol, usize>,
    squares: usize,
    words: usize,
    /// Whether play can come to a node on a square.
    reached: Vec<bool>,
    /// Whether the keeper acts at a node.
    keeper: Vec<bool>,
    /// The first events from there, a bit for each.
    first: Vec<u64>,
}

/// Proves it for a game.
///
/// # Errors
/// If it cannot be proved: the node where two ways part.
pub(super) fn prove(game: &Game, storage: &Storage, lowered: &Product, automaton: &Automaton) -> Result<(), LoweringError> {
    let parts = &lowered.parts;
    let known = parts.tags.iter().filter_map(|tag| if let Tag::Symbol(tag) = tag { Some(*tag) } else { None });
    let mut events: BTreeMap<Symbol, usize> = known.chain(storage.keys.iter().copied()).map(|tag| (tag, 0)).collect();
    (0..).zip(events.values_mut()).for_each(|(number, event)| *event = number);
    let squares = storage.setup.len();
    let words = (events.len() + 1).div_ceil(64);
    let places = automaton.nodes() * squares;
    if places * words > MOST_WORDS {
        return Err(LoweringError("the proof that tags determine moves takes too much memory".to_owned()));
    }
    let mut proof = Proof {
        parts,
        automaton,
        constant: &lowered.constant,
        setup: &storage.setup,
        keys: &storage.keys,
        events,
        squares,
        words,
        reached: vec![false; places],
        keeper: vec![false; automaton.nodes()],
        first: vec![0; places * words],
    };
    proof.reach(lowered);
    proof.find_first();
    match proof.ambiguous(&mut PartedWays::new(storage.variables.len() as u16)) {
        None => Ok(()),
        Some(node) => {
            let name = &game.nodes[parts.origins[node as usize] as usize].name;
            let what = if proof.keeper[node as usize] { "the keeper may have a choice" } else { "the tags may not determine the move" };
            Err(LoweringError(format!("{what} at the node `{name}`")))
        }
    }
}

impl Proof<'_> {
    fn next(&self, edge: &Edge, square: usize) -> Next {
        match &edge.label {
            Label::Shift(direction) => match self.parts.next[usize::from(direction.0)][square] {
                Some(next) => Next::Place(edge.to, usize::from(next)),
                None => Next::Nowhere,
            },
            Label::On(pieces) if self.constant[square] && !pieces.contains(&self.setup[square]) => Next::Nowhere,
            Label::Pattern { negated: false, start, .. } if !self.may_see(*start, square) => Next::Nowhere,
            Label::Switch(_) => Next::Event(self.events.len()),
            Label::Put(_) | Label::Assign(..) => match self.tag(edge, square) {
                Some(tag) => Next::Event(self.events[&tag]),
                None => Next::Place(edge.to, square),
            },
            _ => Next::Place(edge.to, square),
        }
    }

    fn tag(&self, edge: &Edge, square: usize) -> Option<Symbol> {
        match self.parts.tags[edge.number as usize] {
            Tag::Silent => None,
            Tag::Symbol(tag) => Some(tag),
            Tag::Square => self.keys.get(square).copied(),
        }
    }

    /// Finds where play can come to, whatever tests say.
    fn reach(&mut self, lowered: &Product) {
        let controls: BTreeMap<NodeId, bool> = self
            .automaton
            .edges
            .iter()
            .filter_map(|edge| if let Label::Switch(next) = edge.label { Some((edge.to, next == Control::Keeper)) } else { None })
            .collect();
        let mut open: Vec<(NodeId, usize, bool)> = vec![(lowered.start, 0, true)];
        for entry in &lowered.entries {
            // Where no scalar depends on the square, all squares are alike.
            let count = if entry.point.has_functions() { self.squares } else { 1 };
            open.extend(entry.point.current().take(count).map(|square| (entry.node, square, controls[&entry.node])));
        }
        while let Some((node, square, keeper)) = open.pop() {
            let place = node as usize * self.squares + square;
            let strict = keeper && !self.keeper[node as usize];
            if std::mem::replace(&mut self.reached[place], true) && !strict {
                continue;
            }
            self.keeper[node as usize] |= keeper;
            if let Some(any) = self.parts.choices.get(&node) {
                open.extend((0..self.squares).filter(|&square| any.squares[square]).map(|square| (any.to, square, keeper)));
                continue;
            }
            for edge in self.automaton.leaving(node) {
                match self.next(edge, square) {
                    Next::Nowhere => {}
                    Next::Place(to, next) => open.push((to, next, keeper)),
                    Next::Event(_) if matches!(edge.label, Label::Switch(_)) => {}
                    Next::Event(_) => open.push((edge.to, square, keeper)),
                }
            }
        }
    }

    /// The edges that leave a place, where they lead, and the squares that can be chosen there.
    pub(super) fn each_way<'s>(&'s self, node: NodeId, square: usize, mut each: impl FnMut(Option<&'s Edge>, Next)) {
        match self.parts.choices.get(&node) {
            Some(any) => (0..self.squares).filter(|&square| any.squares[square]).for_each(|square| each(None, Next::Place(any.to, square))),
            None => self.automaton.leaving(node).for_each(|edge| each(Some(edge), self.next(edge, square))),
        }
    }

    /// Whether the keeper may act at a node.
    pub(super) fn is_keeper(&self, node: NodeId) -> bool {
        self.keeper[node as usize]
    }

    /// The number of the end of a move among the events.
    pub(super) fn end(&self) -> usize {
        self.events.len()
    }

    /// Whether a tag or the end of the move may follow.
    pub(super) fn goes_on(&self, node: NodeId, square: usize) -> bool {
        self.first_at(node as usize * self.squares + square).iter().any(|&word| word != 0)
    }

    /// Whether a test that looks at another square can hold.
    fn may_see(&self, start: NodeId, square: usize) -> bool {
        let Some((direction, pieces)) = self.parts.looks.get(&start) else { return true };
        let seen = self.parts.next[usize::from(direction.0)][square].map(usize::from);
        seen.is_some_and(|seen| !self.constant[seen] || pieces.contains(&self.setup[seen]))
    }

    /// The square that a test looks at from another one, and the pieces that it allows, if it is of that kind.
    pub(super) fn look(&self, start: NodeId, square: usize) -> Option<(Square, Vec<Piece>)> {
        let (direction, pieces) = self.parts.looks.get(&start)?;
        Some((self.parts.next[usize::from(direction.0)][square]?, pieces.clone()))
    }

    fn find_first(&mut self) {
        let reached: Vec<usize> = (0..self.reached.len()).rev().filter(|&place| self.reached[place]).collect();
        let mut changed = true;
        let mut found = vec![0; self.words];
        while changed {
            changed = false;
            for &place in &reached {
                found.copy_from_slice(self.first_at(place));
                self.each_way((place / self.squares) as NodeId, place % self.squares, |_, next| self.add_first(&next, &mut found));
                let known = &mut self.first[place * self.words..][..self.words];
                changed |= *known != found[..];
                known.copy_from_slice(&found);
            }
        }
    }

    fn first_at(&self, place: usize) -> &[u64] {
        &self.first[place * self.words..][..self.words]
    }

    fn add_first(&self, next: &Next, all: &mut [u64]) {
        match *next {
            Next::Nowhere => {}
            Next::Event(event) => all[event / 64] |= 1 << (event % 64),
            Next::Place(node, square) => {
                let first = self.first_at(node as usize * self.squares + square);
                all.iter_mut().zip(first).for_each(|(all, first)| *all |= first);
            }
        }
    }

    /// A node at which two ways part that may have the same tags.
    fn ambiguous(&self, parted: &mut PartedWays) -> Option<NodeId> {
        let places = (0..self.reached.len()).filter(|&place| self.reached[place]);
        places
            .map(|place| ((place / self.squares) as NodeId, place % self.squares))
            .find(|&(node, square)| self.parts_ways(node, square, parted))
            .map(|(node, _)| node)
    }

    fn parts_ways(&self, node: NodeId, square: usize, parted: &mut PartedWays) -> bool {
        let collide = |a: &[u64], b: &[u64]| match self.keeper[node as usize] {
            true => a.iter().any(|&word| word != 0) && b.iter().any(|&word| word != 0),
            false => a.iter().zip(b).any(|(a, b)| a & b != 0),
        };
        let (mut ways, mut all, mut found) = (Vec::new(), vec![0; self.words], false);
        self.each_way(node, square, |edge, next| {
            let mut first = vec![0; self.words];
            self.add_first(&next, &mut first);
            found |= collide(&all, &first);
            all.iter_mut().zip(&first).for_each(|(all, first)| *all |= first);
            ways.push((edge, next, first));
        });
        found
            && ways.iter().enumerate().any(|(number, (edge, next, first))| {
                ways[..number].iter().any(|(other, behind, before)| {
                    let exclusive = edge.zip::<&Edge>(*other).is_some_and(|(a, b)| self.exclude_each_other(a, b));
                    collide(first, before) && !exclusive && parted.may_be_alike(self, (node, square), (*edge, next), (*other, behind))
                })
            })
    }

    /// Whether two edges of a node cannot both be taken.
    fn exclude_each_other(&self, a: &Edge, b: &Edge) -> bool {
        let disjoint = |a: &[Piece], b: &[Piece]| !a.iter().any(|piece| b.contains(piece));
        match (&a.label, &b.label) {
            (Label::On(a), Label::On(b)) => disjoint(a, b),
            (Label::Compare(a), Label::Compare(b)) => {
                a.left == b.left && matches!((range(a), range(b)), (Some(a), Some(b)) if a.1 < b.0 || b.1 < a.0)
            }
            (Label::Pattern { negated: a_not, start: a, .. }, Label::Pattern { negated: b_not, start: b, .. }) => {
                let looks = (self.parts.looks.get(a), self.parts.looks.get(b));
                a == b && a_not != b_not || matches!(looks, (Some(a), Some(b)) if !a_not && !b_not && a.0 == b.0 && disjoint(&a.1, &b.1))
            }
            _ => false,
        }
    }
}

/// The least and the greatest number with which a comparison holds.
pub(super) fn range(comparison: &Comparison) -> Option<(i64, i64)> {
    let Arithmetic::Number(number) = comparison.right else { return None };
    match comparison.comparator {
        Comparator::Equal => Some((number, number)),
        Comparator::LessEqual => Some((i64::MIN, number)),
        Comparator::GreaterEqual => Some((number, i64::MAX)),
        _ => None,
    }
}
