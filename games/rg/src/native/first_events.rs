//! Where play can come to, and which events follow first from there: a tag, or the end of the move.

use super::automaton::{Parts, Tag};
use super::lowering::Product;
use super::storage::Storage;
use crate::game::Symbol;
use std::collections::BTreeMap;
use treebench_compile::{Automaton, Control, Edge, Label, LoweringError, NodeId, Piece, Square};

/// The maximum number of words of memory for them.
const MOST_WORDS: usize = 1 << 24;

/// Where an edge leads from a square.
pub(super) enum Next {
    Nowhere,
    /// To a tag, or to the end of the move.
    Event(usize),
    Place(NodeId, usize),
}

/// The first events of every place: of a node on a square.
pub(super) struct FirstEvents<'a> {
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

impl<'a> FirstEvents<'a> {
    /// Those of a program.
    ///
    /// # Errors
    /// If they take too much memory.
    pub(super) fn new(storage: &'a Storage, lowered: &'a Product, automaton: &'a Automaton) -> Result<Self, LoweringError> {
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
        let mut found = FirstEvents {
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
        found.reach(lowered);
        found.find_first();
        Ok(found)
    }

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

    /// The places to which play can come.
    pub(super) fn places(&self) -> impl Iterator<Item = (NodeId, usize)> {
        let reached = (0..self.reached.len()).filter(|&place| self.reached[place]);
        reached.map(|place| ((place / self.squares) as NodeId, place % self.squares))
    }

    /// The first events where an edge leads, a bit for each.
    pub(super) fn behind(&self, next: &Next) -> Vec<u64> {
        let mut first = vec![0; self.words];
        self.add_first(next, &mut first);
        first
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
}
