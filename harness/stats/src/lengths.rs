//! A histogram of whole numbers with a bounded number of classes.

/// The largest number of classes.
const CLASSES: usize = 32;

/// Counts of whole numbers in classes of equal width: the smallest power of two for which there are at most 32 classes from 0 to the
/// largest number. It depends on the numbers alone, not on their order, so that parts of them can be put together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lengths {
    width: u32,
    counts: Vec<u64>,
}

impl Default for Lengths {
    fn default() -> Self {
        Lengths { width: 1, counts: Vec::new() }
    }
}

impl Lengths {
    /// Adds a number.
    pub fn push(&mut self, number: u32) {
        while number / self.width >= CLASSES as u32 {
            self.counts = self.counts.chunks(2).map(|pair| pair.iter().sum()).collect();
            self.width *= 2;
        }
        let place = (number / self.width) as usize;
        if place >= self.counts.len() {
            self.counts.resize(place + 1, 0);
        }
        self.counts[place] += 1;
    }

    /// Adds other numbers.
    pub fn merge(&mut self, other: &Lengths) {
        let mut other = other.clone();
        while self.width != other.width {
            let narrow = if self.width < other.width { &mut *self } else { &mut other };
            narrow.counts = narrow.counts.chunks(2).map(|pair| pair.iter().sum()).collect();
            narrow.width *= 2;
        }
        if self.counts.len() < other.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        self.counts.iter_mut().zip(&other.counts).for_each(|(count, more)| *count += more);
    }

    /// How many numbers there are.
    pub fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The classes in order: the smallest number, that after the largest, and how often they came up.
    pub fn classes(&self) -> impl Iterator<Item = (u32, u32, u64)> + '_ {
        (0..).zip(&self.counts).map(|(place, &count)| (place * self.width, (place + 1) * self.width, count))
    }

    /// The width of a class and the counts; nothing if there are no numbers. [`from_stored`](Lengths::from_stored) reads them back.
    pub fn stored(&self) -> Vec<u64> {
        if self.counts.is_empty() { Vec::new() } else { [u64::from(self.width)].into_iter().chain(self.counts.iter().copied()).collect() }
    }

    /// The numbers that were stored so; `None` if none can have been.
    pub fn from_stored(stored: &[u64]) -> Option<Lengths> {
        let Some((&width, counts)) = stored.split_first() else { return Some(Lengths::default()) };
        let width = u32::try_from(width).ok().filter(|width| width.is_power_of_two() && *width <= 1 << 26)?;
        let sound = (1..=CLASSES).contains(&counts.len()) && counts.last() != Some(&0);
        // A narrower class would have done.
        let needed = width == 1 || counts.len() > CLASSES / 2;
        let total = counts.iter().try_fold(0u64, |sum, &count| sum.checked_add(count));
        (sound && needed && total.is_some()).then(|| Lengths { width, counts: counts.to_vec() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use treebench_games::Rng;

    #[test]
    fn classes_grow_with_the_largest_number_only() {
        let mut rng = Rng::from_seed(91);
        for most in [5, 31, 32, 70, 1000] {
            let mut numbers: Vec<u32> = (0..300).map(|_| rng.below(most) as u32).collect();
            numbers.push(most as u32 - 1);
            let fill = |numbers: &[u32]| {
                let mut lengths = Lengths::default();
                numbers.iter().for_each(|&number| lengths.push(number));
                lengths
            };
            let whole = fill(&numbers);
            for (low, high, count) in whole.classes() {
                assert_eq!(count, numbers.iter().filter(|number| (low..high).contains(number)).count() as u64, "{low} to {high} of {most}");
            }
            numbers.sort_unstable();
            let mut merged = fill(&numbers[150..]);
            merged.merge(&fill(&numbers[..150]));
            assert_eq!((&merged, merged.count()), (&whole, 301));
            assert!(whole.classes().count() <= CLASSES);
            assert_eq!(Lengths::from_stored(&whole.stored()), Some(whole));
        }
        assert_eq!(Lengths::from_stored(&[]), Some(Lengths::default()));
        for spoilt in [&[3, 1][..], &[1], &[2, 1, 1], &[1, 0], &[0, 1], &[1, u64::MAX, 1]] {
            assert_eq!(Lengths::from_stored(spoilt), None, "{spoilt:?}");
        }
    }
}
