//! What is known of the scalars at a point of the program.

use super::storage::Storage;
use crate::game::Symbol;
use std::sync::Arc;
use treebench_compile::Square;

/// Marks squares on which a function has no value.
pub(super) const NONE: Symbol = Symbol::MAX;

/// What is known of a value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Value {
    /// Nothing: it is not read any more.
    Dead,
    /// This symbol.
    Symbol(Symbol),
    /// A function of the current square, not the same everywhere; [`NONE`] on squares that cannot be current.
    Square(Arc<[Symbol]>),
}

/// What is known of all scalars, and the squares that can be current.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Point {
    pub(super) scalars: Vec<Value>,
    pub(super) squares: Arc<[bool]>,
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
        squares.contains(&true).then_some(Point { scalars, squares })
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
        Ok(Point { scalars, squares: squares.into() })
    }
}
