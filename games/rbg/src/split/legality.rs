//! Dots that could make one move look like two (split-moves paper, appendix 2.2, "Legality Check").
//!
//! # What is computed
//!
//! A *segment* here is everything that can be walked in the product from a source (the start of the game, or the place behind a step)
//! without another step; dots do not end it. A dot is **illegal** if in the segment of some source, some place can be reached by one
//! way that uses the dot at some square, and by another that does not use it at that square. (A dot in a cycle is such a dot: the place
//! in front of it is reached with and without it.)
//!
//! *If all dots are legal, no two sequences of semimoves make the same move.* Two that do agree in their steps, so between some two
//! steps they walk from the same place to the same place, over different dots. Different sets of dots contradict legality at once; the
//! same set in another order, or a dot used twice, needs a cycle through a dot.
//!
//! *Dots do not influence one another's legality*, since another dot is but an edge that is walked like any other. So a dot that is
//! legal stays so while others move.
//!
//! # How
//!
//! One search per source. It gives each place the set of dots of the way by which it was found first, T(place), and wherever an edge
//! leads from u to a place v that was found before, marks the difference between T(u), the edge's dot included, and T(v).
//! That finds exactly the illegal dots. Every set is that of a real way, so nothing else is marked. And whatever way p leads to v, its
//! dots differ from T(v) by marked ones only: by induction, if p comes from u by an edge e, its dots differ from T(u) ∪ e by marked
//! ones only, and T(u) ∪ e from T(v) likewise. Hence any two ways to v differ by marked ones only.

use super::budget::{Budget, SplitError};
use super::product::{Pass, Place, Product};

/// The illegal dots among the watched ones, by number. Unwatched dots are ignored.
///
/// # Errors
/// [`SplitError::TooMuchWork`] if the searches take more steps than the budget has.
pub(super) fn illegal(product: &Product<'_>, watched: &[bool], budget: &mut Budget) -> Result<Vec<bool>, SplitError> {
    let mut search = Search {
        product,
        watched,
        near: nodes_before(product, watched),
        round: 0,
        found: vec![(0, NONE); product.alive.len()],
        ways: Vec::new(),
        illegal: vec![false; watched.len()],
    };
    let mut seen = vec![false; product.alive.len()];
    for source in sources(product) {
        if !std::mem::replace(&mut seen[source], true) {
            search.from(source, budget)?;
        }
    }
    Ok(search.illegal)
}

/// The starts of segments: the start of the game, and the places after steps. Some occur more than once.
fn sources(product: &Product<'_>) -> impl Iterator<Item = Place> {
    let steps = product.rules.edges.iter().filter(|edge| edge.pass.is_step());
    let behind = steps.flat_map(|edge| product.at(edge.from).map(|place| product.place(edge.to, product.square(place))));
    std::iter::once(product.start()).chain(behind)
}

/// For each node of the rules: whether a watched dot can be reached from there without a step. Segments from elsewhere need no search.
fn nodes_before(product: &Product<'_>, watched: &[bool]) -> Vec<bool> {
    let rules = product.rules;
    let mut near = vec![false; rules.nodes()];
    let mut todo = Vec::new();
    for edge in &rules.edges {
        if matches!(edge.pass, Pass::Dot(dot) if watched[dot as usize]) {
            todo.push(edge.from);
        }
    }
    while let Some(node) = todo.pop() {
        if std::mem::replace(&mut near[node as usize], true) {
            continue;
        }
        let edges = rules.into[node as usize].iter().map(|&edge| rules.edges[edge as usize]);
        todo.extend(edges.filter(|edge| !edge.pass.is_step()).map(|edge| edge.from));
    }
    near
}

/// A set of dots, each at a square: the last one and the set without it, by its place in [`Search::ways`].
#[derive(Clone, Copy)]
struct DotPath {
    before: u32,
    dot: u32,
    length: u32,
}

/// The empty set.
const NONE: u32 = u32::MAX;

struct Search<'a> {
    product: &'a Product<'a>,
    watched: &'a [bool],
    near: Vec<bool>,
    /// The number of the present search.
    round: u32,
    /// For each place: the search in which it was found last, and the dots of the way.
    found: Vec<(u32, u32)>,
    /// The sets of dots of this search. Every one but the empty one ends with a dot at a square that no other one ends with, since
    /// each place is left only once.
    ways: Vec<DotPath>,
    illegal: Vec<bool>,
}

impl Search<'_> {
    /// Searches the segment of a source.
    fn from(&mut self, source: Place, budget: &mut Budget) -> Result<(), SplitError> {
        if !self.near[self.product.node(source) as usize] || !self.product.alive[source] {
            return Ok(());
        }
        self.round += 1;
        self.ways.clear();
        self.found[source] = (self.round, NONE);
        let mut todo = vec![source];
        while let Some(place) = todo.pop() {
            let before = self.found[place].1;
            for (edge, to) in self.product.leaving(place) {
                budget.spend(1)?;
                let way = match edge.pass {
                    pass if pass.is_step() => continue,
                    Pass::Dot(dot) if self.watched[dot as usize] => self.extend(before, dot),
                    _ => before,
                };
                if self.found[to].0 == self.round {
                    self.compare(way, self.found[to].1, budget)?;
                } else {
                    self.found[to] = (self.round, way);
                    todo.push(to);
                }
            }
        }
        Ok(())
    }

    fn extend(&mut self, before: u32, dot: u32) -> u32 {
        let length = self.length(before) + 1;
        self.ways.push(DotPath { before, dot, length });
        self.ways.len() as u32 - 1
    }

    fn length(&self, way: u32) -> u32 {
        if way == NONE { 0 } else { self.ways[way as usize].length }
    }

    /// Marks the dots in which two sets differ: what each has beyond their common start.
    fn compare(&mut self, mut one: u32, mut other: u32, budget: &mut Budget) -> Result<(), SplitError> {
        while one != other {
            budget.spend(1)?;
            if self.length(one) < self.length(other) {
                std::mem::swap(&mut one, &mut other);
            }
            let way = self.ways[one as usize];
            self.illegal[way.dot as usize] = true;
            one = way.before;
        }
        Ok(())
    }
}
