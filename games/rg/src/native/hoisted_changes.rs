//! Changes of the board that are made together with a tag, before their turn.
//!
//! `$$ from; …; $$ to; board[from] = empty; board[to] = piece` would be four steps, and the way from `to` back to `from` would be different for every
//! direction. Where nothing between a tag and a change of the current square reads that square, both are one step.

use super::liveness::{Scalars, read};
use super::operands::{Contents, Evaluation};
use super::point::{HoistedChange, Point, Value};
use super::storage::{Place, Storage};
use crate::game::{self, Base, Game, Operand};
use std::collections::BTreeSet;
use treebench_compile::{LoweringError, Piece};

/// The changes that are made early.
pub(super) struct Hoists<'g> {
    game: &'g Game,
    storage: &'g Storage,
    /// The tags with which no change can be made early.
    pub(super) late: BTreeSet<usize>,
    /// Whether lowering must begin again, because one was.
    pub(super) refused: bool,
}

impl<'g> Hoists<'g> {
    pub(super) fn new(game: &'g Game, storage: &'g Storage, late: BTreeSet<usize>) -> Self {
        Hoists { game, storage, late, refused: false }
    }

    /// The next change of the board behind a tag, if it is the same on all ways, and on the current square.
    pub(super) fn next_put(&self, point: &Point, tag: usize) -> Option<(HoistedChange, Piece)> {
        if self.late.contains(&tag) {
            return None;
        }
        let (mut open, mut seen, mut edges) = (vec![self.game.edges[tag].to], Vec::new(), Vec::new());
        while let Some(node) = open.pop() {
            if seen.contains(&node) {
                continue;
            }
            seen.push(node);
            let node = &self.game.nodes[node as usize];
            for edge in node.first as usize..node.last as usize {
                let made = point.early.iter().any(|put| put.edges.contains(&edge));
                match &self.game.edges[edge].label {
                    game::Label::Switch(_) => return None,
                    game::Label::Assign(place, _) if !made && self.is_board(place) => edges.push(edge),
                    _ => open.push(self.game.edges[edge].to),
                }
            }
        }
        let first = &self.game.edges[*edges.first()?].label;
        let game::Label::Assign(place, value) = first else { return None };
        let ([key], Base::State(cell)) = (&place.keys[..], place.base) else { return None };
        let key = scalar(self.storage, &key.operand)?;
        let contents = Contents::new();
        let evaluation = Evaluation { game: self.game, storage: self.storage, point, contents: &contents };
        let Ok(Value::Symbol(symbol)) = evaluation.value(value) else { return None };
        let cells = evaluation.cells(place, cell).ok()?;
        let is_here = point.current().all(|square| self.storage.square_of(cells[square]).is_some_and(|there| usize::from(there) == square));
        let same = edges.iter().all(|&edge| self.game.edges[edge].label == *first);
        if !same || !is_here {
            return None;
        }
        let (fixed, others) = (read(self.storage, value) | 1 << key, point.different_from(key));
        Some((HoistedChange { tag, edges, key, fixed, others }, self.storage.piece(symbol)?))
    }

    /// The point behind an edge whose change was made early; none for other edges.
    ///
    /// # Errors
    /// If an edge does not allow a change to have been made early: lowering begins again without.
    pub(super) fn hoist(&mut self, point: &Point, number: usize) -> Result<Option<Point>, LoweringError> {
        if let Some(place) = point.early.iter().position(|put| put.edges.contains(&number)) {
            let mut point = point.clone();
            point.early.remove(place);
            return Ok(Some(point));
        }
        let label = &self.game.edges[number].label;
        let allows = |put: &HoistedChange| {
            let may_set =
                |place: &Operand| !self.is_board(place) && scalar(self.storage, place).is_none_or(|set| put.fixed >> set & 1 == 0);
            let may_read = |operand: &Operand| self.reads_only(operand, put.others);
            match label {
                game::Label::Switch(_) | game::Label::Reach { .. } => false,
                game::Label::Assign(place, value) => {
                    may_set(place) && place.keys.iter().all(|key| may_read(&key.operand)) && may_read(value)
                }
                game::Label::AssignAny(place, _) => may_set(place),
                game::Label::Compare { left, right, .. } => may_read(left) && may_read(right),
                game::Label::Empty | game::Label::Tag(_) | game::Label::TagCell(_) => true,
            }
        };
        if point.early.iter().all(allows) {
            return Ok(None);
        }
        self.late.extend(point.early.iter().map(|put| put.tag));
        self.refused = true;
        Err(LoweringError("a change of the board cannot be made early".to_owned()))
    }

    fn is_board(&self, operand: &Operand) -> bool {
        matches!(operand.base, Base::State(cell) if self.storage.is_board(cell))
    }

    /// Whether an operand reads the board only at the keys that these scalars are.
    fn reads_only(&self, operand: &Operand, scalars: Scalars) -> bool {
        let here = !self.is_board(operand)
            || operand.keys.first().and_then(|key| scalar(self.storage, &key.operand)).is_some_and(|key| scalars >> key & 1 == 1);
        here && operand.keys.iter().all(|key| self.reads_only(&key.operand, scalars))
    }
}

/// The scalar that an operand is.
fn scalar(storage: &Storage, operand: &Operand) -> Option<usize> {
    match operand.base {
        Base::State(cell) if operand.keys.is_empty() => match storage.places[cell] {
            Place::Scalar(scalar) => Some(scalar),
            _ => None,
        },
        _ => None,
    }
}
