//! The outcome of every dot, to explain a split to the author of the rules.

use crate::expr::{Expr, Span};

/// The origin of a dot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The author of the rules wrote it.
    Text,
    /// The strategy `Plus`.
    Plus,
    /// The strategy `Shift`.
    Shift,
}

/// The outcome of a dot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum DotOutcome {
    /// It is a split point.
    Kept,
    /// Only the keeper reaches it, and the keeper's moves are never split.
    Keeper,
    /// Moving to the right it met another dot, which now represents both.
    Merged,
    /// It was not legal anywhere up to the end of the rules.
    Lost,
    /// Wherever it happens, the next end of a semimove is the only continuation.
    RightDetermined,
    /// Wherever it happens, it was the only continuation of the last end of a semimove.
    LeftDetermined,
}

/// A dot and its history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dot {
    /// Its origin.
    pub origin: Origin,
    /// Its place in the text: the dot itself, or the empty place before the action for which a strategy wrote it.
    pub written: Span,
    /// Its final place, if it was [kept](DotOutcome::Kept): the dot itself, or the empty place after the action that it follows (before the next
    /// one if it follows none).
    pub place: Span,
    /// The number of steps to the right until it was legal.
    pub postponed: u32,
    /// Its outcome.
    pub outcome: DotOutcome,
}

impl Dot {
    /// A new dot before an expression.
    pub(super) fn new(origin: Origin, before: &Expr) -> Self {
        let at = match before {
            Expr::Dot(span) => *span,
            other => first(other).map_or(Span::default(), |span| Span { start: span.start, end: span.start }),
        };
        Dot { origin, written: at, place: at, postponed: 0, outcome: DotOutcome::Kept }
    }
}

/// The dots of a split under construction, in the order of the text where they were written.
///
/// While the passes run, the span of a dot in the tree holds its index in this list.
#[derive(Default)]
pub(super) struct Dots(pub(super) Vec<Dot>);

impl Dots {
    /// Enters a dot and returns it as an expression.
    pub(super) fn enter(&mut self, dot: Dot) -> Expr {
        self.0.push(dot);
        numbered(self.0.len() as u32 - 1)
    }

    /// Sets the outcome of a dot.
    pub(super) fn decide(&mut self, number: u32, outcome: DotOutcome) {
        self.0[number as usize].outcome = outcome;
    }
}

/// The dot with this number as an expression.
pub(super) fn numbered(number: u32) -> Expr {
    Expr::Dot(Span { start: number, end: number })
}

/// The number of a dot in the tree.
pub(super) fn number(span: &Span) -> u32 {
    span.start
}

/// The effect of a strategy on the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Every dot, in the order of the text where they were written.
    pub dots: Vec<Dot>,
}

impl Report {
    /// The initial number of dots: those in the text and those of the strategy.
    pub fn written(&self) -> usize {
        self.dots.len()
    }

    /// The number of dots that moved to the right, whatever their outcome.
    pub fn postponed(&self) -> usize {
        self.dots.iter().filter(|dot| dot.postponed > 0).count()
    }

    /// The number of dots with a outcome.
    pub fn count(&self, outcome: DotOutcome) -> usize {
        self.dots.iter().filter(|dot| dot.outcome == outcome).count()
    }

    /// The number of split points.
    pub fn kept(&self) -> usize {
        self.count(DotOutcome::Kept)
    }

    /// Restores the spans of the dots in a finished tree, and records their final places.
    pub(super) fn new(mut dots: Dots, rules: &mut Expr) -> Self {
        settle(rules, &mut None, &mut dots);
        Report { dots: dots.0 }
    }
}

/// Restores the dots of an expression; `last` is the place after the action before it in the text.
fn settle(expr: &mut Expr, last: &mut Option<Span>, dots: &mut Dots) {
    match expr {
        Expr::Sequence(parts) | Expr::Sum(parts) => parts.iter_mut().for_each(|part| settle(part, last, dots)),
        Expr::Star(body) => settle(body, last, dots),
        Expr::Action(_, span) => *last = Some(Span { start: span.end, end: span.end }),
        Expr::Dot(span) => {
            let dot = &mut dots.0[number(span) as usize];
            if dot.postponed > 0 {
                dot.place = last.unwrap_or_default();
            }
            *span = dot.place;
        }
    }
}

/// The span of the first action or dot of an expression.
fn first(expr: &Expr) -> Option<Span> {
    match expr {
        Expr::Sequence(parts) | Expr::Sum(parts) => parts.iter().find_map(first),
        Expr::Star(body) => first(body),
        Expr::Action(_, span) | Expr::Dot(span) => Some(*span),
    }
}
