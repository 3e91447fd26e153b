//! Values that a column holds as a few numbers each.

use crate::store::{ColumnType, Field, Value};
use treebench_stats::{Lengths, Moments, Ratio};

/// A value that some numbers hold.
pub trait Pack: Sized {
    /// How many numbers.
    const NUMBERS: usize;

    /// The numbers.
    fn numbers(&self) -> Vec<f64>;

    /// The value of as many numbers; `None` if no value has them.
    fn of(numbers: &[f64]) -> Option<Self>;
}

/// Count, sum, sum of squares.
impl Pack for Moments {
    const NUMBERS: usize = 3;

    fn numbers(&self) -> Vec<f64> {
        self.sums().to_vec()
    }

    fn of(numbers: &[f64]) -> Option<Self> {
        Moments::from_stored(numbers.try_into().ok()?)
    }
}

/// Count, both sums, both sums of squares, sum of products.
impl Pack for Ratio {
    const NUMBERS: usize = 6;

    fn numbers(&self) -> Vec<f64> {
        let &Ratio { count, top, bottom, top_squares, bottom_squares, products } = self;
        vec![count as f64, top, bottom, top_squares, bottom_squares, products]
    }

    fn of(numbers: &[f64]) -> Option<Self> {
        let &[count, top, bottom, top_squares, bottom_squares, products] = numbers else { return None };
        Some(Ratio { count: whole(count)?, top, bottom, top_squares, bottom_squares, products })
    }
}

/// A graded score and how often it came up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GradedScore {
    /// The score as the game gives it.
    pub score: f64,
    /// Games with it.
    pub games: u64,
}

/// Score, games.
impl Pack for GradedScore {
    const NUMBERS: usize = 2;

    fn numbers(&self) -> Vec<f64> {
        vec![self.score, self.games as f64]
    }

    fn of(numbers: &[f64]) -> Option<Self> {
        let &[score, games] = numbers else { return None };
        Some(GradedScore { score, games: whole(games)? })
    }
}

/// A count that a number holds exactly.
fn whole(number: f64) -> Option<u64> {
    (number >= 0.0 && number.fract() == 0.0 && number < 9e15).then_some(number as u64)
}

/// A column of such values: the numbers of all of them, one after another.
#[derive(Clone, PartialEq, Debug)]
pub struct PackedColumn<T>(pub Vec<T>);

impl<T> Default for PackedColumn<T> {
    fn default() -> Self {
        PackedColumn(Vec::new())
    }
}

impl<T> FromIterator<T> for PackedColumn<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        PackedColumn(values.into_iter().collect())
    }
}

impl<T: Pack> PackedColumn<T> {
    /// The only value.
    pub fn one(value: T) -> Self {
        PackedColumn(vec![value])
    }

    /// The values, if they are this many.
    pub fn exactly<const N: usize>(&self) -> Option<&[T; N]> {
        self.0.as_slice().try_into().ok()
    }
}

impl<T: Pack> Value for PackedColumn<T> {
    const TYPE: ColumnType = ColumnType::List;

    fn into_field(self) -> Field {
        self.0.iter().flat_map(Pack::numbers).collect::<Vec<f64>>().into_field()
    }

    fn read(&mut self, field: &Field) -> Option<()> {
        let mut numbers: Vec<f64> = Vec::new();
        numbers.read(field)?;
        let values = numbers.chunks(T::NUMBERS).map(T::of);
        *self = PackedColumn(values.collect::<Option<_>>()?);
        Some(())
    }
}

/// A column with the distribution of the lengths of games: the width of a class, and how many games there are in each class from length 0 on.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Histogram(pub Lengths);

impl Value for Histogram {
    const TYPE: ColumnType = ColumnType::List;
    const WHOLE_ITEMS: bool = true;

    fn into_field(self) -> Field {
        self.0.stored().into_field()
    }

    fn read(&mut self, field: &Field) -> Option<()> {
        let mut numbers: Vec<u64> = Vec::new();
        numbers.read(field)?;
        *self = Histogram(Lengths::from_stored(&numbers)?);
        Some(())
    }
}
