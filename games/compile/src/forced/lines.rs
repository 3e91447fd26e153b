//! The conditions on the paths from a place in the rules to the next steps.

use super::conditions::{Test, exclude, implies};
use crate::automaton::{Automaton, Edge, Label, NodeId};
use crate::board::Direction;
use std::collections::BTreeMap;
use std::mem::take;
use std::rc::Rc;

/// Patterns with more paths than this are not analysed.
const MOST_WAYS: usize = 4;

/// The length at which lines are truncated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// The maximum number of edges of a line.
    pub(super) edges: usize,
    /// The maximum number of lines from one edge.
    pub(super) lines: usize,
}

/// A square, named by the shifts that lead there: its index in [`Lines::places`]. Equal names mean equal squares.
type Place = usize;
/// The square where the lines start.
const HERE: Place = 0;

/// A path, perhaps truncated: no step is reached along it unless all its conditions hold.
#[derive(Clone, Default, Debug)]
pub(super) struct Line<'a> {
    /// Its current end.
    node: NodeId,
    place: Place,
    edges: usize,
    /// Whether it has reached a step.
    stopped: bool,
    /// The nodes on the path, those inside patterns left out.
    nodes: Vec<(NodeId, Place)>,
    /// Places that must exist.
    places: Vec<Place>,
    /// Conditions that must hold, and where.
    tests: Vec<(Place, Test<'a>)>,
}

/// The lines from one node.
pub(super) struct Lines<'a, 'e> {
    automaton: &'a Automaton,
    reach: Reach,
    effort: &'e mut u64,
    /// For each place, the one before it and the shift between; the first is [`HERE`].
    places: Vec<(Place, Direction)>,
    /// The paths through patterns found so far, by place and start.
    bodies: BTreeMap<(Place, NodeId), Rc<[Line<'a>]>>,
}

impl<'a, 'e> Lines<'a, 'e> {
    pub(super) fn new(automaton: &'a Automaton, reach: Reach, effort: &'e mut u64) -> Self {
        Lines { automaton, reach, effort, places: vec![(HERE, Direction(0))], bodies: BTreeMap::new() }
    }

    /// The lines that begin with an edge, each up to the next step. Paths that end without a step, or contradict themselves, are left out.
    pub(super) fn behind(&mut self, edge: &'a Edge) -> Vec<Line<'a>> {
        let begin = Line { node: edge.from, places: vec![HERE], ..Line::default() };
        let mut open = self.walk(&begin, edge);
        let done = self.follow(&mut open, None);
        self.possible(done)
    }

    /// Whether two lines from the same square cannot lead to two different steps.
    pub(super) fn are_harmless(&mut self, a: &Line<'a>, b: &Line<'a>) -> bool {
        self.contradict(a, b)
            || self.spend((a.nodes.len() * b.nodes.len()) as u64 / 4) && a.nodes.iter().any(|point| b.nodes.contains(point))
            || self.denies(a, b)
            || self.denies(b, a)
    }

    /// Whether a test of one line excludes one of the other.
    fn contradict(&mut self, a: &Line<'a>, b: &Line<'a>) -> bool {
        for &(place, one) in &a.tests {
            for &(other_place, other) in &b.tests {
                if place == other_place && exclude(self.automaton, one, other, self.effort) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether one line requires that a pattern cannot be walked while the other implies that it can.
    fn denies(&mut self, a: &Line<'a>, b: &Line<'a>) -> bool {
        a.tests.iter().any(|&(place, test)| match test {
            Test::Pattern { negated: true, start, end } => {
                self.body(place, start, end).iter().any(|way| way.node == end && self.is_said(way, b))
            }
            _ => false,
        })
    }

    /// Whether a line implies all conditions of a path.
    fn is_said(&mut self, way: &Line<'a>, line: &Line<'a>) -> bool {
        way.places.iter().all(|place| line.places.contains(place))
            && way.tests.iter().all(|&(place, wanted)| {
                let mut there = line.tests.iter().filter(|(at, _)| *at == place);
                there.any(|&(_, said)| implies(self.automaton, said, wanted, self.effort))
            })
    }

    /// The paths through a pattern's body from a place.
    fn body(&mut self, place: Place, start: NodeId, end: NodeId) -> Rc<[Line<'a>]> {
        if let Some(known) = self.bodies.get(&(place, start)) {
            return Rc::clone(known);
        }
        let begin = Line { node: start, place, ..Line::default() };
        let ways: Rc<[Line<'a>]> = self.follow(&mut vec![begin], Some(end)).into();
        self.bodies.insert((place, start), Rc::clone(&ways));
        ways
    }

    /// Follows lines to the next step, or to the end of a pattern.
    fn follow(&mut self, open: &mut Vec<Line<'a>>, end: Option<NodeId>) -> Vec<Line<'a>> {
        let mut done: Vec<Line<'a>> = Vec::new();
        // Breadth first, so that each of many lines is followed a little.
        while !open.is_empty() {
            for line in take(open) {
                let out = &self.automaton.out[line.node as usize];
                let room = done.len() + open.len() + out.len() <= self.reach.lines && line.edges < self.reach.edges;
                if line.stopped || end == Some(line.node) || !room || !self.spend(1 + line.nodes.len() as u64 / 4) {
                    done.push(line);
                    continue;
                }
                for &edge in out {
                    open.extend(self.walk(&line, &self.automaton.edges[edge as usize]));
                }
            }
        }
        done
    }

    /// A line extended by one edge. A positive pattern with several paths through it makes several lines.
    fn walk(&mut self, line: &Line<'a>, edge: &'a Edge) -> Vec<Line<'a>> {
        let mut next = line.clone();
        let mut ways: Rc<[Line<'a>]> = Rc::new([]);
        match &edge.label {
            Label::Empty | Label::Dot => {}
            Label::Shift(direction) => {
                next.place = self.place(line.place, *direction);
                next.places.push(next.place);
            }
            Label::On(pieces) => next.tests.push((line.place, Test::On(pieces))),
            Label::Compare(comparison) => next.tests.push((line.place, Test::Compare(comparison))),
            &Label::Pattern { negated, start, end } => {
                next.tests.push((line.place, Test::Pattern { negated, start, end }));
                if !negated {
                    ways = self.body(line.place, start, end);
                }
            }
            Label::Put(_) | Label::Assign(..) | Label::Switch(_) => {
                next.stopped = true;
                return vec![next];
            }
        }
        next.node = edge.to;
        next.edges += 1;
        next.nodes.push((edge.to, next.place));
        if ways.is_empty() || ways.len() > MOST_WAYS {
            return vec![next];
        }
        let with = |way: &Line<'a>| {
            let mut line = next.clone();
            line.places.extend(&way.places);
            line.tests.extend(&way.tests);
            line
        };
        ways.iter().map(with).collect()
    }

    /// Drops lines that contradict themselves.
    fn possible(&mut self, mut lines: Vec<Line<'a>>) -> Vec<Line<'a>> {
        lines.retain(|line| {
            let never = line.tests.iter().any(|(_, test)| matches!(test, Test::On(pieces) if pieces.is_empty()));
            !never && !self.contradict(line, line) && !self.denies(line, line)
        });
        lines
    }

    /// The place that a shift leads to.
    fn place(&mut self, from: Place, direction: Direction) -> Place {
        let known = self.places.iter().skip(1).position(|&place| place == (from, direction));
        known.map_or_else(
            || {
                self.places.push((from, direction));
                self.places.len() - 1
            },
            |i| i + 1,
        )
    }

    /// Charges the effort; returns whether there was enough.
    fn spend(&mut self, units: u64) -> bool {
        let enough = *self.effort >= units;
        *self.effort = self.effort.saturating_sub(units);
        enough
    }
}
