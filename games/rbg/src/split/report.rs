//! What became of every dot, to explain a split to whoever wrote the rules.

use crate::expr::{Expr, Span};

/// Who wanted a dot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The author of the rules wrote it.
    Text,
    /// The strategy `Plus`.
    Plus,
    /// The strategy `Shift`.
    Shift,
}

/// What became of a dot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It is a split point.
    Kept,
    /// Only the keeper comes there, and the keeper's moves are never split.
    Keeper,
    /// On its way to the right it met another dot, which now represents both.
    Merged,
    /// It was not legal anywhere up to the end of the rules.
    Lost,
    /// Wherever it happens, the next end of a semimove is the only way on.
    RightDetermined,
    /// Wherever it happens, it was the only way on from the last end of a semimove.
    LeftDetermined,
}

/// A dot and its history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dot {
    /// Who wanted it.
    pub origin: Origin,
    /// Where it was written: the dot itself, or the empty place in front of the action for which a strategy wrote it.
    pub written: Span,
    /// Its final place, if it was [kept](Fate::Kept): the dot itself, or the empty place behind the action that it follows (in front
    /// of the next one if it follows none).
    pub place: Span,
    /// How many steps to the right it had to go until it was legal.
    pub postponed: u32,
    /// What became of it.
    pub fate: Fate,
}

impl Dot {
    /// A new dot in front of an expression.
    pub(super) fn new(origin: Origin, before: &Expr) -> Self {
        let at = match before {
            Expr::Dot(span) => *span,
            other => first(other).map_or(Span::default(), |span| Span { start: span.start, end: span.start }),
        };
        Dot { origin, written: at, place: at, postponed: 0, fate: Fate::Kept }
    }
}

/// The dots of a split in the making, in the order of the text where they were written.
///
/// While the passes run, the span of a dot in the tree holds its number in this list, since the tree has no other room for it.
#[derive(Default)]
pub(super) struct Dots(pub(super) Vec<Dot>);

impl Dots {
    /// Enters a dot and returns it as an expression.
    pub(super) fn enter(&mut self, dot: Dot) -> Expr {
        self.0.push(dot);
        numbered(self.0.len() as u32 - 1)
    }

    /// Sets the fate of a dot.
    pub(super) fn decide(&mut self, number: u32, fate: Fate) {
        self.0[number as usize].fate = fate;
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

/// What a strategy made of the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Every dot, in the order of the text where they were written.
    pub dots: Vec<Dot>,
}

impl Report {
    /// How many dots there were at first: in the text and by the strategy.
    pub fn written(&self) -> usize {
        self.dots.len()
    }

    /// How many had to go to the right, whatever became of them then.
    pub fn postponed(&self) -> usize {
        self.dots.iter().filter(|dot| dot.postponed > 0).count()
    }

    /// How many met a fate.
    pub fn count(&self, fate: Fate) -> usize {
        self.dots.iter().filter(|dot| dot.fate == fate).count()
    }

    /// How many are split points now.
    pub fn kept(&self) -> usize {
        self.count(Fate::Kept)
    }

    /// Gives the dots of a finished tree their spans back, and notes their final places.
    pub(super) fn new(mut dots: Dots, rules: &mut Expr) -> Self {
        settle(rules, &mut None, &mut dots);
        Report { dots: dots.0 }
    }
}

/// Settles the dots of an expression; `last` is the place behind the action before it in the text.
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
