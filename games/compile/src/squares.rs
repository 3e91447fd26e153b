//! Constant sets of squares and relations between squares.

use crate::board::{Board, Direction, Square};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// A set of squares; bit 0 of the first word is square 0. The tables of a game are thousands of sets: those of boards up to 128 squares need no memory
/// of their own.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SquareSet(SmallVec<[u64; 2]>);

impl SquareSet {
    /// The empty set of a board with this many squares.
    pub fn empty(squares: usize) -> Self {
        SquareSet(smallvec![0; squares.div_ceil(64)])
    }

    /// All squares of a board with this many squares.
    pub fn full(squares: usize) -> Self {
        let mut set = SquareSet::empty(squares);
        (0..squares).for_each(|square| set.insert(square));
        set
    }

    /// One square.
    pub fn one(squares: usize, square: usize) -> Self {
        let mut set = SquareSet::empty(squares);
        set.insert(square);
        set
    }

    /// Adds a square.
    pub fn insert(&mut self, square: usize) {
        self.0[square / 64] |= 1 << (square % 64);
    }

    /// Whether the square is in the set.
    pub fn contains(&self, square: usize) -> bool {
        self.0[square / 64] >> (square % 64) & 1 != 0
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The number of squares.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Its squares, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let (mut i, mut rest) = (0, self.0.first().copied().unwrap_or(0));
        std::iter::from_fn(move || {
            while rest == 0 {
                i += 1;
                rest = *self.0.get(i)?;
            }
            let square = i * 64 + rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Some(square)
        })
    }

    /// The words.
    pub fn words(&self) -> &[u64] {
        &self.0
    }

    /// Adds all squares of another set.
    pub fn unite(&mut self, other: &SquareSet) {
        for (word, &more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    /// The squares that are not in another set.
    pub fn without(&self, other: &SquareSet) -> SquareSet {
        SquareSet(self.0.iter().zip(&other.0).map(|(a, b)| a & !b).collect())
    }

    /// The squares in both.
    pub fn intersection(&self, other: &SquareSet) -> SquareSet {
        SquareSet(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }
}

/// A relation between squares: for each square, those to which it leads. Cheap to copy.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Relation(Arc<[SquareSet]>);

impl Relation {
    /// Every square leads to itself.
    pub fn identity(squares: usize) -> Self {
        Relation((0..squares).map(|square| SquareSet::one(squares, square)).collect())
    }

    /// One step in a direction.
    pub fn step(board: &Board, direction: Direction) -> Self {
        let squares = board.squares();
        let row = |square| match board.step(square as Square, direction) {
            Some(to) => SquareSet::one(squares, usize::from(to)),
            None => SquareSet::empty(squares),
        };
        Relation((0..squares).map(row).collect())
    }

    /// The relation with these rows.
    pub fn from_rows(rows: Vec<SquareSet>) -> Self {
        Relation(rows.into())
    }

    /// The number of squares of the board.
    pub fn squares(&self) -> usize {
        self.0.len()
    }

    /// The image of each square.
    pub fn rows(&self) -> &[SquareSet] {
        &self.0
    }

    /// The image of a set.
    pub fn image(&self, set: &SquareSet) -> SquareSet {
        let mut image = SquareSet::empty(self.squares());
        for square in set.iter() {
            image.unite(&self.0[square]);
        }
        image
    }

    /// The composition: first this relation, then another.
    pub fn then(&self, next: &Relation) -> Relation {
        Relation(self.0.iter().map(|row| next.image(row)).collect())
    }

    /// The union of two relations.
    pub fn or(&self, other: &Relation) -> Relation {
        let both = self.0.iter().zip(other.0.iter()).map(|(row, more)| {
            let mut both = row.clone();
            both.unite(more);
            both
        });
        Relation(both.collect())
    }

    /// The relation restricted to targets in a set.
    pub fn within(&self, set: &SquareSet) -> Relation {
        Relation(self.0.iter().map(|row| row.intersection(set)).collect())
    }

    /// The relation restricted to origins in a set, or to those outside it.
    pub fn out_of(&self, set: &SquareSet, inside: bool) -> Relation {
        let nothing = SquareSet::empty(self.squares());
        let row = |(square, row): (usize, &SquareSet)| if set.contains(square) == inside { row.clone() } else { nothing.clone() };
        Relation(self.0.iter().enumerate().map(row).collect())
    }

    /// The inverse relation.
    pub fn inverse(&self) -> Relation {
        let squares = self.squares();
        let mut rows = vec![SquareSet::empty(squares); squares];
        for (from, row) in self.0.iter().enumerate() {
            for to in row.iter() {
                rows[to].insert(from);
            }
        }
        Relation(rows.into())
    }

    /// Whether some row has the square after the last one, which is in no set.
    pub fn leaves_board(&self) -> bool {
        self.rows().iter().any(|row| row.iter().any(|to| to >= self.squares()))
    }

    /// Whether every square leads to at most one.
    pub fn is_function(&self) -> bool {
        self.0.iter().all(|row| row.len() <= 1)
    }

    /// The set to which every square leads, if it is the same for all.
    pub fn uniform(&self) -> Option<&SquareSet> {
        let (first, others) = self.0.split_first()?;
        others.iter().all(|row| row == first).then_some(first)
    }

    /// The relation as shifts of the whole board: for each distance in ascending order, the squares that lead that far.
    pub fn shifts(&self) -> Vec<(i32, SquareSet)> {
        let squares = self.squares();
        let mut shifts: Vec<(i32, SquareSet)> = Vec::new();
        for (from, row) in self.0.iter().enumerate() {
            for to in row.iter() {
                let distance = to as i32 - from as i32;
                match shifts.binary_search_by_key(&distance, |shift| shift.0) {
                    Ok(i) => shifts[i].1.insert(from),
                    Err(i) => shifts.insert(i, (distance, SquareSet::one(squares, from))),
                }
            }
        }
        shifts
    }

    /// The number of [shifts](Self::shifts).
    pub fn shift_count(&self) -> usize {
        let mut distances = SquareSet::empty(2 * self.squares() + 1);
        for (from, row) in self.0.iter().enumerate() {
            row.iter().for_each(|to| distances.insert(self.squares() + to - from));
        }
        distances.len()
    }

    /// The maximum number of steps that can be taken one after another; `None` if there is no end to them.
    pub fn longest_path(&self) -> Option<usize> {
        let squares = self.squares();
        let mut here = SquareSet::full(squares);
        for steps in 0..=squares {
            here = self.image(&here);
            if here.is_empty() {
                return Some(steps);
            }
        }
        None
    }

    /// For a function along which the numbers of squares only grow, or only shrink: the squares reached by taking it one or more times, and
    /// whether the numbers grow.
    pub fn rays(&self) -> Option<(Relation, bool)> {
        if !self.is_function() {
            return None;
        }
        let next = |square: usize| self.0[square].iter().next();
        let up = (0..self.squares()).all(|from| next(from).is_none_or(|to| to > from));
        let down = (0..self.squares()).all(|from| next(from).is_none_or(|to| to < from));
        if !up && !down {
            return None;
        }
        let ray = |from: usize| {
            let mut row = SquareSet::empty(self.squares());
            let mut here = from;
            while let Some(to) = next(here) {
                row.insert(to);
                here = to;
            }
            row
        };
        Some((Relation((0..self.squares()).map(ray).collect()), up))
    }
}
