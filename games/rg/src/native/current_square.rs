//! Which scalar is the key of the current square, and where that changes to another one's.

use super::point::{Point, Value};
use super::storage::Storage;
use crate::game::Game;
use std::sync::Arc;
use treebench_compile::Square;

/// The neighbour of every square in a direction.
type Neighbours = Vec<Option<Square>>;

/// The fewest squares among the values of a scalar that becomes the current square.
const FEWEST_SQUARES: usize = 9;

/// The maximum number of parts of the squares from which another one is visited.
const MOST_PARTS: usize = 8;

/// Chooses the current square.
pub(super) struct CurrentSquare<'g> {
    game: &'g Game,
    storage: &'g Storage,
    /// Sets of squares that have names in the game, the smallest first.
    domains: Vec<Arc<[bool]>>,
}

impl<'g> CurrentSquare<'g> {
    pub(super) fn new(game: &'g Game, storage: &'g Storage) -> Self {
        let squares = storage.setup.len();
        let mut domains: Vec<Arc<[bool]>> = Vec::new();
        for set in &game.sets {
            let keys: Option<Vec<Square>> = set.members.iter().map(|&member| storage.square(member)).collect();
            if let Some(keys) = keys {
                domains.push((0..squares).map(|square| keys.contains(&(square as Square))).collect());
            }
        }
        domains.push(vec![true; squares].into());
        domains.sort_by_key(|domain| domain.iter().filter(|&&here| here).count());
        CurrentSquare { game, storage, domains }
    }

    /// Where a scalar has a square, if it has one on some squares only, and could become the current square there.
    pub(super) fn mixed(&self, point: &Point) -> Option<Vec<bool>> {
        let functions = || point.scalars.iter().filter(|value| matches!(value, Value::Square(_)));
        if functions().any(|value| value.is_here(&point.squares, self.storage)) {
            return None;
        }
        functions().find_map(|value| {
            let squares = (0..point.squares.len()).map(|square| self.storage.square(value.at(square)).is_some());
            let squares: Vec<bool> = squares.collect();
            let mut current = point.current().map(|square| squares[square]);
            let first = current.next()?;
            current.any(|other| other != first).then_some(squares)
        })
    }

    /// The same point with a scalar as the key of the current square, and the direction to that square if it is another one. Unless the possible
    /// squares are to stay exact, they become a set with a name, so that points coincide.
    pub(super) fn settled(&self, point: Point, exact: bool) -> (Option<Neighbours>, Point) {
        let (next, mut point) = self.turned(point);
        let here = |value: &Value| value.is_here(&point.squares, self.storage);
        if !exact && point.scalars.iter().all(|value| !matches!(value, Value::Square(_)) || here(value)) {
            // Which squares exactly it was computed from does not matter any more.
            let holds = |domain: &&Arc<[bool]>| point.squares.iter().zip(domain.iter()).all(|(&here, &within)| within || !here);
            if point.scalars.iter().any(here)
                && let Some(domain) = self.domains.iter().find(holds)
            {
                point.squares = Arc::clone(domain);
                let here = point.here(self.storage);
                point.scalars.iter_mut().filter(|value| matches!(value, Value::Square(_))).for_each(|value| *value = here.clone());
            }
        }
        (next, point)
    }

    fn turned(&self, mut point: Point) -> (Option<Neighbours>, Point) {
        let functions = || point.scalars.iter().filter(|value| matches!(value, Value::Square(_)));
        if functions().any(|value| value.is_here(&point.squares, self.storage)) {
            return (None, point);
        }
        for value in functions() {
            if let Some((next, moved)) = moved(&point, |square| self.storage.square(value.at(square))).ok().flatten() {
                return (Some(next), moved);
            }
        }
        if functions().next().is_some() {
            return (None, point);
        }
        let known = |(number, value): (usize, &Value)| match *value {
            Value::Symbol(symbol) if self.is_square(number) => Some((number, self.storage.square(symbol)?)),
            _ => None,
        };
        let count = point.squares.len();
        match point.scalars.iter().enumerate().find_map(known) {
            Some((number, square)) => {
                point.squares = (0..count).map(|other| other == usize::from(square)).collect();
                point.scalars[number] = point.here(self.storage);
                (Some(vec![Some(square); count]), point)
            }
            None => {
                point.squares = vec![true; count].into();
                (None, point)
            }
        }
    }

    /// The points after going to other squares, and the directions there, each for a part of the current squares: scalars are functions of the
    /// square in each. None if there may be no square.
    ///
    /// # Errors
    /// The number of a scalar for which that would be too many parts.
    pub(super) fn parted(&self, point: &Point, next: impl Fn(usize) -> Option<Square>) -> Result<Option<Vec<(Neighbours, Point)>>, usize> {
        let (mut left, mut parts) = (point.clone(), Vec::new());
        loop {
            let mut failed = None;
            // The squares that lead to others than those before them, as far as a scalar depends on it.
            let mut taken: Vec<Option<usize>> = vec![None; point.squares.len()];
            let mut part = vec![false; point.squares.len()];
            for square in left.current() {
                let Some(next) = next(square) else { return Ok(None) };
                let first = *taken[usize::from(next)].get_or_insert(square);
                let differs = |value: &Value| value.at(first) != value.at(square);
                match left.scalars.iter().position(differs) {
                    None => part[square] = true,
                    Some(scalar) => failed = Some(scalar),
                }
            }
            let within = left.within(|square| part[square]);
            parts.extend(within.and_then(|within| moved(&within, &next).ok().flatten()));
            let Some(scalar) = failed else { return Ok(Some(parts)) };
            if parts.len() == MOST_PARTS {
                return Err(scalar);
            }
            match left.within(|square| !part[square]) {
                Some(others) => left = others,
                None => return Ok(Some(parts)),
            }
        }
    }

    /// Whether a scalar can become the current square.
    pub(super) fn is_square(&self, scalar: usize) -> bool {
        let cell = self.storage.scalars[scalar];
        let variable = self.game.variables.iter().find(|variable| variable.offset == cell && variable.shape.keys.is_empty());
        let squares = |set: usize| self.game.sets[set].members.iter().filter(|&&member| self.storage.square(member).is_some()).count();
        variable.is_some_and(|variable| squares(variable.shape.leaf) >= FEWEST_SQUARES)
    }
}

/// The point after going to other squares, and the direction there; none if there may be no square.
///
/// # Errors
/// The number of a scalar that is no function of that square.
fn moved(point: &Point, next: impl Fn(usize) -> Option<Square>) -> Result<Option<(Neighbours, Point)>, usize> {
    if point.current().any(|square| next(square).is_none()) {
        return Ok(None);
    }
    let after = point.moved(|square| next(square).unwrap_or(0))?;
    let direction = point.squares.iter().enumerate().map(|(square, &here)| if here { next(square) } else { None });
    Ok(Some((direction.collect(), after)))
}
