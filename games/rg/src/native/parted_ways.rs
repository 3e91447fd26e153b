//! Two ways that part, followed side by side: whether they can have the same tags.
//!
//! The proof in `uniqueness` compares the first tags behind two edges. Where these are the same, both ways are followed here, from tag to tag. What
//! they have tested since they parted, and what they have assigned, rules out steps that are not possible for both.

use super::first_events::{FirstEvents, Next};
use std::collections::{BTreeSet, HashSet};
use treebench_compile::{Arithmetic, Comparator, Comparison, Edge, Label, NodeId, Piece, Variable};

/// The maximum number of places that are visited for one game, each as often as it is.
const MOST_PLACES: usize = 100_000;
/// How many tests a way remembers.
const MOST_FACTS: usize = 8;

/// A test that held on a way, of the state in which the ways parted.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Fact {
    On(usize, Vec<Piece>),
    Range(Variable, i64, i64),
    Pattern(NodeId, usize, bool),
}

impl Fact {
    fn excludes(&self, other: &Fact) -> bool {
        match (self, other) {
            (Fact::On(a, pieces), Fact::On(b, others)) => a == b && !pieces.iter().any(|piece| others.contains(piece)),
            (Fact::Range(a, least, most), Fact::Range(b, low, high)) => a == b && (most < low || high < least),
            (Fact::Pattern(a, square, negated), Fact::Pattern(b, other, opposite)) => a == b && square == other && negated != opposite,
            _ => false,
        }
    }
}

/// What follows a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Mark {
    Silent,
    /// A tag, or the end of the move.
    Event(usize),
}

/// A place on a way, and what is known there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Way {
    node: NodeId,
    square: usize,
    facts: Vec<Fact>,
    /// The variables assigned since the ways parted, with their values if these are known.
    assigned: Vec<(Variable, Option<i64>)>,
    /// Whether the board has changed since then.
    changed: bool,
}

/// A step that can be taken next.
struct NextStep {
    number: u32,
    square: usize,
    mark: Mark,
    after: Way,
}

/// Follows ways that part. What was followed once is not followed again.
pub(super) struct PartedWays {
    /// A variable that is never read.
    idle: Variable,
    seen: HashSet<(Way, Option<usize>, Way)>,
    places: usize,
}

impl PartedWays {
    pub(super) fn new(idle: u16) -> Self {
        PartedWays { idle: Variable(idle), seen: HashSet::new(), places: 0 }
    }

    /// Whether two ways from a place may have the same tags. The ways begin with an edge, or at a square that is chosen.
    pub(super) fn may_be_alike(
        &mut self,
        first: &FirstEvents<'_>,
        from: (NodeId, usize),
        a: (Option<&Edge>, &Next),
        b: (Option<&Edge>, &Next),
    ) -> bool {
        let keeper = first.is_keeper(from.0);
        let start = Way { node: from.0, square: from.1, facts: Vec::new(), assigned: Vec::new(), changed: false };
        let mut begin = |(edge, next): (Option<&Edge>, &Next)| {
            let (mut open, mut steps) = (Vec::new(), Vec::new());
            self.advance(first, &start, edge, next, &mut open, &mut steps);
            self.steps(first, open, steps)
        };
        let (Some(left), Some(right)) = (begin(a), begin(b)) else { return true };
        let mut open: Vec<(Way, Option<usize>, Way)> = Vec::new();
        for a in &left {
            for b in &right {
                if conflict(&a.after, &b.after) {
                    continue;
                }
                // Even where the steps are the same, variables that are not read any more may differ.
                if keeper || (a.number, a.square) == (b.number, b.square) {
                    return true;
                }
                let (left, right) = (a.after.clone(), b.after.clone());
                match (a.mark, b.mark) {
                    (Mark::Silent, Mark::Silent) => open.push((left, None, right)),
                    (Mark::Event(event), Mark::Silent) => open.push((left, Some(event), right)),
                    (Mark::Silent, Mark::Event(event)) => open.push((right, Some(event), left)),
                    (Mark::Event(a), Mark::Event(b)) if a == b && a == first.end() => return true,
                    (Mark::Event(a), Mark::Event(b)) if a == b => open.push((left, None, right)),
                    _ => {}
                }
            }
        }
        self.follow(first, open)
    }

    fn follow(&mut self, first: &FirstEvents<'_>, mut open: Vec<(Way, Option<usize>, Way)>) -> bool {
        while let Some(pair) = open.pop() {
            let (left, pending, right) = &pair;
            if pending.is_none()
                && (left.node, left.square, &left.assigned) == (right.node, right.square, &right.assigned)
                && first.goes_on(left.node, left.square)
            {
                return true;
            }
            if !self.seen.insert(pair.clone()) {
                continue;
            }
            let moving = if pending.is_none() { left } else { right };
            let Some(steps) = self.steps(first, vec![moving.clone()], Vec::new()) else { return true };
            for step in steps {
                match (pending, step.mark) {
                    (None, _) if conflict(&step.after, right) => {}
                    (Some(_), _) if conflict(&step.after, left) => {}
                    (None, Mark::Silent) => open.push((step.after, None, right.clone())),
                    (None, Mark::Event(event)) => open.push((step.after, Some(event), right.clone())),
                    (&Some(event), Mark::Silent) => open.push((left.clone(), Some(event), step.after)),
                    (&Some(event), Mark::Event(other)) if event == other && event == first.end() => {
                        return true;
                    }
                    (&Some(event), Mark::Event(other)) if event == other => open.push((left.clone(), None, step.after)),
                    _ => {}
                }
            }
        }
        false
    }

    /// The next steps of ways; none if there are too many places before them.
    fn steps(&mut self, first: &FirstEvents<'_>, mut open: Vec<Way>, mut steps: Vec<NextStep>) -> Option<Vec<NextStep>> {
        let mut seen: BTreeSet<Way> = BTreeSet::new();
        while let Some(way) = open.pop() {
            if !seen.insert(way.clone()) {
                continue;
            }
            self.places += 1;
            if self.places > MOST_PLACES {
                return None;
            }
            first.each_way(way.node, way.square, |edge, next| self.advance(first, &way, edge, &next, &mut open, &mut steps));
        }
        Some(steps)
    }

    /// Follows one edge of a way, to another place or over a step.
    fn advance(
        &self,
        first: &FirstEvents<'_>,
        way: &Way,
        edge: Option<&Edge>,
        next: &Next,
        open: &mut Vec<Way>,
        steps: &mut Vec<NextStep>,
    ) {
        let mut after = way.clone();
        let mark = match *next {
            Next::Nowhere => return,
            Next::Place(node, square) => {
                (after.node, after.square) = (node, square);
                Mark::Silent
            }
            Next::Event(event) => {
                after.node = edge.map_or(way.node, |edge| edge.to);
                Mark::Event(event)
            }
        };
        let Some(edge) = edge else { return open.push(after) };
        match &edge.label {
            Label::Put(_) => after.changed = true,
            Label::Assign(variable, value) if *variable != self.idle => {
                after.assigned.retain(|(assigned, _)| assigned != variable);
                after.assigned.push((*variable, if let Arithmetic::Number(number) = value { Some(*number) } else { None }));
                after.assigned.sort_unstable();
            }
            Label::Assign(..) | Label::Switch(_) => {}
            test => {
                if let Some(fact) = self.fact(first, way, test) {
                    match fact {
                        Err(Never) => return,
                        Ok(fact) if after.facts.iter().any(|known| known.excludes(&fact)) => return,
                        Ok(fact) if after.facts.contains(&fact) => {}
                        Ok(fact) => after.facts.push(fact),
                    }
                    if after.facts.len() > MOST_FACTS {
                        after.facts.remove(0);
                    }
                }
                return open.push(after);
            }
        }
        steps.push(NextStep { number: edge.number, square: way.square, mark, after });
    }

    /// What a test says of the state in which the ways parted, if anything.
    fn fact(&self, first: &FirstEvents<'_>, way: &Way, test: &Label) -> Option<Result<Fact, Never>> {
        match test {
            Label::On(pieces) if !way.changed => Some(Ok(Fact::On(way.square, pieces.clone()))),
            Label::Compare(comparison) => {
                let Arithmetic::Variable(variable) = comparison.left else { return None };
                let (least, most) = range(comparison)?;
                match way.assigned.iter().find(|(assigned, _)| *assigned == variable) {
                    Some((_, Some(value))) if (least..=most).contains(value) => None,
                    Some((_, Some(_))) => Some(Err(Never)),
                    Some((_, None)) => None,
                    None => Some(Ok(Fact::Range(variable, least, most))),
                }
            }
            Label::Pattern { negated, start, .. } if !way.changed && way.assigned.is_empty() => match first.look(*start, way.square) {
                Some((square, pieces)) if !negated => Some(Ok(Fact::On(usize::from(square), pieces))),
                _ => Some(Ok(Fact::Pattern(*start, way.square, *negated))),
            },
            _ => None,
        }
    }
}

/// A test that cannot hold.
struct Never;

/// Whether two ways have found the state in which they parted to be different.
fn conflict(a: &Way, b: &Way) -> bool {
    a.facts.iter().any(|fact| b.facts.iter().any(|other| fact.excludes(other)))
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
