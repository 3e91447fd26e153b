//! Evaluates operands at a point, given the contents of the board and variables that they read.

use super::plan::Remedy;
use super::point::{Point, Value};
use super::storage::{Place, Storage};
use crate::game::{Base, Game, Key, Operand};
use crate::game::{Label, Symbol};
use std::sync::Arc;
use treebench_compile::LoweringError;

/// A place whose content is not known while lowering.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Content {
    /// The squares of these cells, one for each current square.
    Square(Cells),
    /// A variable.
    Variable(u16),
}

/// The cell on each current square, and [`NOWHERE`] on others.
pub(super) type Cells = Arc<[usize]>;

/// No cell.
pub(super) const NOWHERE: usize = usize::MAX;

/// Maps of at most this many entries are read and changed by a branch for each key.
const FEW_ENTRIES: usize = 16;

/// Assumed contents.
pub(super) type Contents = Vec<(Content, Symbol)>;

/// Why a value is not known.
pub(super) enum UnknownReason {
    /// It depends on this content.
    Content(Content),
    /// It depends on the current square, as this function.
    Square(Value),
    /// It cannot be expressed: why, and what may help.
    Refusal(LoweringError, Option<Remedy>),
}

impl From<LoweringError> for UnknownReason {
    fn from(reason: LoweringError) -> Self {
        UnknownReason::Refusal(reason, None)
    }
}

/// The effect of an edge at a point with assumed contents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// It can be taken on these squares.
    Passes(Vec<bool>),
    /// It sets a scalar.
    Scalar(usize, Value),
    /// It puts a value on the squares of these cells.
    Put(Cells, Symbol),
    /// It sets a variable to the value with this number.
    Variable(u16, i64),
    /// It adds this number to a variable.
    Add(u16, i64),
    /// It hands over control.
    Switch(Symbol),
    /// It changes what nothing reads.
    Nothing,
}

/// The game and a point in it.
#[derive(Clone, Copy)]
pub(super) struct Evaluation<'a> {
    pub(super) game: &'a Game,
    pub(super) storage: &'a Storage,
    pub(super) point: &'a Point,
    pub(super) contents: &'a Contents,
}

impl Evaluation<'_> {
    /// The effect of a comparison, an assignment or a switch.
    pub(super) fn outcome(&self, label: &Label) -> Result<Outcome, UnknownReason> {
        match label {
            Label::Compare { left, right, negated } => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                let passes = |square: usize| self.point.squares[square] && (left.at(square) == right.at(square)) != *negated;
                Ok(Outcome::Passes((0..self.point.squares.len()).map(passes).collect()))
            }
            Label::Switch(value) => Ok(Outcome::Switch(self.symbol(value)?)),
            Label::Assign(place, value) => self.assignment(place, value),
            _ => Ok(Outcome::Nothing),
        }
    }

    fn assignment(&self, place: &Operand, value: &Operand) -> Result<Outcome, UnknownReason> {
        if place.cells != 1 {
            return Err(self.unsupported(place, "is a map that is copied").into());
        }
        let Base::State(first) = place.base else { return Ok(Outcome::Nothing) };
        match self.place(place, first)? {
            Place::Scalar(scalar) => Ok(Outcome::Scalar(scalar, self.value(value)?)),
            Place::Nowhere => Ok(Outcome::Nothing),
            Place::Square(_) => {
                let cells = self.cells(place, first)?;
                if self.point.current().any(|square| self.storage.square_of(cells[square]).is_none()) {
                    let reason = self.unsupported(place, "may be changed at a key that it does not have");
                    return Err(UnknownReason::Refusal(reason, Some(Remedy::Exact)));
                }
                let value = self.symbol(value)?;
                if !self.storage.values(first).contains(&value) {
                    let reason = self.unsupported(place, "gets a value that its type does not have");
                    return Err(UnknownReason::Refusal(reason, self.map(first).map(Remedy::Extend)));
                }
                Ok(Outcome::Put(cells, value))
            }
            Place::Variable(variable) => {
                let value = self.symbol(value)?;
                let number = self.storage.number(variable, value);
                let number = number.ok_or_else(|| self.unsupported(place, "gets a value that its type does not have"))?;
                Ok(Outcome::Variable(variable, number))
            }
        }
    }

    /// The value of an operand, the same on all current squares.
    fn symbol(&self, operand: &Operand) -> Result<Symbol, UnknownReason> {
        let value = self.value(operand)?;
        let mut symbols = self.point.current().map(|square| value.at(square));
        let first = symbols.next();
        match first.filter(|first| symbols.all(|symbol| symbol == *first)) {
            Some(symbol) => Ok(symbol),
            None => Err(UnknownReason::Square(value)),
        }
    }

    /// The place of an operand that is written; its square if it is on the board is any.
    fn place(&self, operand: &Operand, first: usize) -> Result<Place, UnknownReason> {
        match self.storage.places[first] {
            _ if self.storage.is_board(first) => Ok(Place::Square(0)),
            place if operand.keys.is_empty() => Ok(place),
            _ => match self.cell(operand, first)? {
                (cell, true) => Ok(self.storage.places[cell]),
                (_, false) => Err(self.unsupported(operand, "may be changed at a key that it does not have").into()),
            },
        }
    }

    /// The value of an operand.
    pub(super) fn value(&self, operand: &Operand) -> Result<Value, UnknownReason> {
        match operand.base {
            Base::Symbol(symbol) => Ok(Value::Symbol(symbol)),
            _ if operand.cells != 1 => Err(self.unsupported(operand, "is a map that is compared or copied").into()),
            Base::Constant(first) => {
                let keys = self.keys(operand)?;
                Ok(self.point.value(|square| {
                    let place = |(key, value): (&Key, &Value)| place_of(self.game, key, value.at(square)).0 * key.stride;
                    self.game.constants[first + operand.keys.iter().zip(&keys).map(place).sum::<usize>()]
                }))
            }
            Base::State(first) => match self.storage.places[first] {
                Place::Scalar(scalar) => match &self.point.scalars[scalar] {
                    Value::Dead => Err(self.unsupported(operand, "is read, contrary to the liveness analysis").into()),
                    value => Ok(value.clone()),
                },
                _ if self.storage.is_board(first) => {
                    let cells = self.cells(operand, first)?;
                    if self.point.current().all(|square| self.storage.square_of(cells[square]).is_none()) {
                        return Ok(self.point.value(|square| self.game.initial[cells[square]]));
                    }
                    self.content(Content::Square(cells))
                }
                _ => {
                    let (cell, _) = self.cell(operand, first)?;
                    match self.storage.places[cell] {
                        Place::Variable(variable) => self.content(Content::Variable(variable)),
                        _ => Ok(Value::Symbol(self.game.initial[cell])),
                    }
                }
            },
        }
    }

    fn content(&self, content: Content) -> Result<Value, UnknownReason> {
        let known = self.contents.iter().find(|(known, _)| *known == content);
        known.map(|(_, symbol)| Value::Symbol(*symbol)).ok_or(UnknownReason::Content(content))
    }

    fn keys(&self, operand: &Operand) -> Result<Vec<Value>, UnknownReason> {
        operand.keys.iter().map(|key| self.value(&key.operand)).collect()
    }

    /// The cell of an entry on each current square.
    pub(super) fn cells(&self, operand: &Operand, first: usize) -> Result<Cells, UnknownReason> {
        let mut cells = vec![NOWHERE; self.point.squares.len()];
        self.point.current().for_each(|square| cells[square] = first);
        for (key, value) in operand.keys.iter().zip(self.keys(operand)?) {
            for square in self.point.current() {
                cells[square] += place_of(self.game, key, value.at(square)).0 * key.stride;
            }
        }
        Ok(cells.into())
    }

    /// The cell of an entry, and whether the map has all its keys.
    fn cell(&self, operand: &Operand, first: usize) -> Result<(usize, bool), UnknownReason> {
        let (mut cell, mut has) = (first, true);
        for (key, value) in operand.keys.iter().zip(self.keys(operand)?) {
            let symbol = match self.point.value(|square| value.at(square)) {
                Value::Symbol(symbol) => symbol,
                _ if self.game.sets[key.set].members.len() <= FEW_ENTRIES => return Err(UnknownReason::Square(value)),
                _ => {
                    let reason = self.unsupported(operand, "is a second map over squares");
                    return Err(UnknownReason::Refusal(reason, self.map(first).map(Remedy::Board)));
                }
            };
            let (place, member) = place_of(self.game, key, symbol);
            cell += place * key.stride;
            has &= member;
        }
        Ok((cell, has))
    }

    /// The number of the variable with a cell.
    fn map(&self, cell: usize) -> Option<usize> {
        self.game.variables.iter().position(|variable| (variable.offset..variable.offset + variable.cells).contains(&cell))
    }

    fn unsupported(&self, operand: &Operand, what: &str) -> LoweringError {
        let name = match operand.base {
            Base::State(cell) => self.game.variables.iter().rev().find(|variable| variable.offset <= cell).map(|variable| &*variable.name),
            _ => None,
        };
        LoweringError(match name {
            Some(name) => format!("`{name}` {what}"),
            None => format!("a constant {what}"),
        })
    }
}

/// The place of a key in its map, and whether the map has it.
fn place_of(game: &Game, key: &Key, symbol: Symbol) -> (usize, bool) {
    let set = &game.sets[key.set];
    match if usize::from(symbol) < game.symbols.len() { set.place(symbol) } else { None } {
        Some(place) => (place, true),
        None => (set.members.len(), false),
    }
}
