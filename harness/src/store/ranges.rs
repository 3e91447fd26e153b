//! Task numbers as text: `0-199 204 210-211`.

use std::fmt;
use std::str::FromStr;
use treebench_records::text_value;

/// Task numbers as ascending ranges that do not touch.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ranges(Vec<(u32, u32)>);

text_value!(Ranges);

impl Ranges {
    /// The highest number.
    pub fn last(&self) -> Option<u32> {
        self.0.last().map(|&(_, last)| last)
    }

    /// How many numbers there are.
    pub fn count(&self) -> u64 {
        self.0.iter().map(|&(first, last)| u64::from(last - first) + 1).sum()
    }

    /// The numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().flat_map(|&(first, last)| first..=last)
    }
}

/// From ascending numbers.
impl FromIterator<u32> for Ranges {
    fn from_iter<I: IntoIterator<Item = u32>>(numbers: I) -> Ranges {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for number in numbers {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == number => *last = number,
                _ => ranges.push((number, number)),
            }
        }
        Ranges(ranges)
    }
}

impl fmt::Display for Ranges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (first, last)) in self.0.iter().enumerate() {
            let separator = if place == 0 { "" } else { " " };
            write!(f, "{separator}{first}")?;
            if last > first {
                write!(f, "-{last}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for Ranges {
    type Err = String;

    fn from_str(text: &str) -> Result<Ranges, String> {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for range in text.split_whitespace() {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let bounds = first.parse().ok().zip(last.parse().ok());
            // Neither the first range nor one behind a gap may end where numbers do.
            let next = ranges.last().map_or(Some(0), |(_, last)| last.checked_add(2));
            let sound = |&(first, last): &(u32, u32)| next.is_some_and(|next| next <= first) && first <= last;
            ranges.push(
                bounds.filter(sound).ok_or_else(|| format!("`{range}` is not a range of tasks such as `0-199`, in ascending order"))?,
            );
        }
        Ok(Ranges(ranges))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_ranges_and_read_back() {
        let ranges: Ranges = (0..=199).chain([204, 210, 211, 299]).collect();
        assert_eq!(ranges.to_string(), "0-199 204 210-211 299");
        assert_eq!("0-199 204 210-211 299".parse(), Ok(ranges.clone()));
        assert_eq!((ranges.count(), ranges.last()), (204, Some(299)));
        assert_eq!(ranges.iter().collect::<Ranges>(), ranges);
        assert_eq!((Ranges::default().to_string().as_str(), "".parse()), ("", Ok(Ranges::default())));
        for (text, reason) in [("5 4", "`4`"), ("5-4", "`5-4`"), ("x", "`x`"), ("3 3", "`3`"), ("3 4", "`4`"), ("-1", "`-1`")] {
            let error = text.parse::<Ranges>().unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
