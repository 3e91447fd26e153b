//! The known scalars at a point of the program.

use super::liveness::Scalars;
use super::storage::Storage;
use crate::game::Symbol;
use std::sync::Arc;
use treebench_compile::Square;

/// Marks squares on which a function has no value.
pub(super) const NONE: Symbol = Symbol::MAX;

/// The knowledge of a value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Value {
    /// Nothing: it is not read any more.
    Dead,
    /// This symbol.
    Symbol(Symbol),
    /// A function of the current square, not the same everywhere; [`NONE`] on squares that cannot be current.
    Square(Arc<[Symbol]>),
}

/// A change of the board that was made before its turn, together with a tag.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct HoistedChange {
    /// The edge of the game that adds the tag.
    pub(super) tag: usize,
    /// The edges of the game that make the change.
    pub(super) edges: Vec<usize>,
    /// The scalar that is the key.
    pub(super) key: usize,
    /// The scalars on which the change depends, which must not change before its turn.
    pub(super) fixed: Scalars,
    /// The scalars that differ from the key.
    pub(super) others: Scalars,
}

/// The knowledge of all scalars, and the possible current squares.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Point {
    pub(super) scalars: Vec<Value>,
    pub(super) squares: Arc<[bool]>,
    /// The changes whose turn is yet to come.
    pub(super) early: Vec<HoistedChange>,
}

impl Value {
    /// The symbol if this square is current.
    pub(super) fn at(&self, square: usize) -> Symbol {
        match self {
            Value::Dead => NONE,
            Value::Symbol(symbol) => *symbol,
            Value::Square(function) => function[square],
        }
    }

    /// Whether it is the key of the current square.
    pub(super) fn is_here(&self, squares: &[bool], storage: &Storage) -> bool {
        let Value::Square(function) = self else { return false };
        storage.keys.iter().enumerate().all(|(square, &key)| !squares[square] || function[square] == key)
            && squares[storage.keys.len()..].iter().all(|&here| !here)
    }
}

impl Point {
    /// The scalars that differ from another one, wherever the current square is.
    pub(super) fn different_from(&self, key: usize) -> Scalars {
        let differs = |value: &Value| {
            *value != Value::Dead
                && self.scalars[key] != Value::Dead
                && self.current().all(|square| value.at(square) != self.scalars[key].at(square))
        };
        self.scalars.iter().enumerate().filter(|(_, value)| differs(value)).fold(0, |all, (number, _)| all | 1 << number)
    }

    /// Sets a scalar.
    pub(super) fn set(&mut self, scalar: usize, value: Value) {
        self.scalars[scalar] = value;
        for place in 0..self.early.len() {
            let different = self.different_from(self.early[place].key);
            let others = &mut self.early[place].others;
            *others = *others & !(1 << scalar) | different & 1 << scalar;
        }
    }

    /// Whether a scalar depends on the current square.
    pub(super) fn has_functions(&self) -> bool {
        self.scalars.iter().any(|value| matches!(value, Value::Square(_)))
    }

    /// The current squares.
    pub(super) fn current(&self) -> impl Iterator<Item = usize> + '_ {
        self.squares.iter().enumerate().filter_map(|(square, &here)| here.then_some(square))
    }

    /// A value for every current square, which is known if it is the same everywhere.
    pub(super) fn value(&self, symbol: impl Fn(usize) -> Symbol) -> Value {
        let mut function = vec![NONE; self.squares.len()];
        self.current().for_each(|square| function[square] = symbol(square));
        let mut all = self.current().map(|square| function[square]);
        match all.next() {
            Some(first) if all.all(|other| other == first) => Value::Symbol(first),
            _ => Value::Square(function.into()),
        }
    }

    /// The key of the current square, if it has one wherever it is.
    pub(super) fn here(&self, storage: &Storage) -> Value {
        let key = |square: usize| storage.keys.get(square).copied().unwrap_or(NONE);
        Value::Square((0..self.squares.len()).map(|square| if self.squares[square] { key(square) } else { NONE }).collect())
    }

    /// The same on fewer squares; none if none is left.
    pub(super) fn within(&self, keep: impl Fn(usize) -> bool) -> Option<Point> {
        let squares: Arc<[bool]> = self.squares.iter().enumerate().map(|(square, &here)| here && keep(square)).collect();
        if squares == self.squares {
            return Some(self.clone());
        }
        let cut = |value: &Value| match value {
            Value::Square(function) => {
                Value::Square(function.iter().zip(squares.iter()).map(|(&f, &here)| if here { f } else { NONE }).collect())
            }
            other => other.clone(),
        };
        let scalars = self.scalars.iter().map(cut).collect();
        squares.contains(&true).then_some(Point { scalars, squares, early: self.early.clone() })
    }

    /// The point after the current square has changed to that of a key; none if a scalar is no function of it.
    ///
    /// # Errors
    /// The number of such a scalar.
    pub(super) fn moved(&self, next: impl Fn(usize) -> Square) -> Result<Point, usize> {
        let mut squares = vec![false; self.squares.len()];
        self.current().for_each(|square| squares[usize::from(next(square))] = true);
        let mut scalars = Vec::with_capacity(self.scalars.len());
        for (number, value) in self.scalars.iter().enumerate() {
            let Value::Square(function) = value else {
                scalars.push(value.clone());
                continue;
            };
            let mut after = vec![NONE; squares.len()];
            for square in self.current() {
                let place = &mut after[usize::from(next(square))];
                if *place != NONE && *place != function[square] {
                    return Err(number);
                }
                *place = function[square];
            }
            scalars.push(Value::Square(after.into()));
        }
        Ok(Point { scalars, squares: squares.into(), early: self.early.clone() })
    }
}
