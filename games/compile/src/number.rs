//! Variables, arithmetic over them, and comparisons.

use crate::board::Piece;

/// A variable. The players' scores come first, in the order of the players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Variable(pub u16);

/// Variables and their ranges.
#[derive(Clone, Debug)]
pub struct Variables {
    /// The number of players, whose scores are the first variables.
    pub players: usize,
    /// The highest value of each variable, at most 2³¹ − 1. The lowest is 0, which is also the value when the game starts.
    pub bounds: Vec<u32>,
}

impl Variables {
    /// The highest value of a variable.
    pub fn bound(&self, variable: Variable) -> i64 {
        i64::from(self.bounds[usize::from(variable.0)])
    }
}

/// A comparison of two values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// The left value.
    pub left: Arithmetic,
    /// How they are compared.
    pub comparator: Comparator,
    /// The right value.
    pub right: Arithmetic,
}

/// A comparison operator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparator {
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

impl Comparator {
    /// Whether it holds between two values.
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Comparator::Equal => left == right,
            Comparator::Unequal => left != right,
            Comparator::Less => left < right,
            Comparator::LessEqual => left <= right,
            Comparator::Greater => left > right,
            Comparator::GreaterEqual => left >= right,
        }
    }

    /// Its usual symbol.
    pub fn symbol(self) -> &'static str {
        match self {
            Comparator::Equal => "==",
            Comparator::Unequal => "!=",
            Comparator::Less => "<",
            Comparator::LessEqual => "<=",
            Comparator::Greater => ">",
            Comparator::GreaterEqual => ">=",
        }
    }

    /// The comparison of the same values, read from the right.
    pub fn mirrored(self) -> Self {
        match self {
            Comparator::Equal | Comparator::Unequal => self,
            Comparator::Less => Comparator::Greater,
            Comparator::LessEqual => Comparator::GreaterEqual,
            Comparator::Greater => Comparator::Less,
            Comparator::GreaterEqual => Comparator::LessEqual,
        }
    }
}

/// A value computed from variables and counts of pieces.
///
/// No intermediate value leaves the range of `i64`, whatever the variables hold; the language guarantees that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    /// A constant.
    Number(i64),
    /// The value of a variable.
    Variable(Variable),
    /// How many of these pieces are on the board.
    Count(Piece),
    /// Two values combined.
    Binary(Box<Arithmetic>, Operator, Box<Arithmetic>),
}

/// An arithmetic operator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`: rounds towards zero; division by zero makes the action that contains it impossible.
    Divide,
}
