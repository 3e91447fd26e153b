//! The rounds of a match: how often each result came up, and in which order.

use std::fmt;
use std::str::FromStr;
use treebench_records::text_value;
use treebench_stats::Tally;

/// Rounds by their result, as in `120x2:1.5/0.5#0000deadbeef`: 120 rounds of 2 games in which the participants scored 1.5 and 0.5 points, with
/// the hash of their games where rounds may repeat others.
#[derive(Clone, PartialEq, Debug)]
pub struct SavedTally(pub Tally);

impl fmt::Display for SavedTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { rounds, games, key, sums } = &self.0;
        let sums: Vec<String> = sums.iter().map(f64::to_string).collect();
        write!(f, "{rounds}x{games}:{}", sums.join("/"))?;
        if *key == 0 { Ok(()) } else { write!(f, "#{key:012x}") }
    }
}

/// A text that is no tally.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TallyError;

impl FromStr for SavedTally {
    type Err = TallyError;

    fn from_str(text: &str) -> Result<Self, TallyError> {
        let read = || {
            let (text, key) =
                text.split_once('#').map_or(Some((text, 0)), |(text, key)| Some((text, u64::from_str_radix(key, 16).ok()?)))?;
            let (counts, sums) = text.split_once(':')?;
            let (rounds, games) = counts.split_once('x')?;
            let (rounds, games): (u64, u32) = (rounds.parse().ok()?, games.parse().ok()?);
            let sums = sums.split('/').map(|sum| sum.parse().ok().filter(|sum: &f64| sum.is_finite())).collect::<Option<Vec<f64>>>()?;
            (rounds > 0 && games > 0).then_some(SavedTally(Tally { rounds, games, key, sums }))
        };
        read().ok_or(TallyError)
    }
}

/// The order of rounds in the plan: of each round the place of its tally, none for a round without a result. Written with a digit (0-9, a-z) per
/// round as in `0010-2`, or, if there are more than 36 places, with a number and a dot, as in `0.12.-.40.`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Order(pub Vec<Option<usize>>);

text_value!(Order);

/// Up to this many places are written as one digit each.
const DIGITS: u32 = 36;

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let short = self.0.iter().flatten().all(|&place| place < DIGITS as usize);
        for place in &self.0 {
            match place.map(|place| char::from_digit(place as u32, DIGITS).filter(|_| short).map_or(place.to_string(), String::from)) {
                Some(place) => f.write_str(&place)?,
                None => f.write_str("-")?,
            }
            f.write_str(if short { "" } else { "." })?;
        }
        Ok(())
    }
}

impl FromStr for Order {
    type Err = TallyError;

    fn from_str(text: &str) -> Result<Self, TallyError> {
        let places: Option<Vec<Option<usize>>> = match text.strip_suffix('.') {
            None => {
                text.chars().map(|c| if c == '-' { Some(None) } else { c.to_digit(DIGITS).map(|digit| Some(digit as usize)) }).collect()
            }
            Some(text) => text.split('.').map(|part| if part == "-" { Some(None) } else { part.parse().ok().map(Some) }).collect(),
        };
        places.map(Order).ok_or(TallyError)
    }
}

impl Order {
    /// Whether every place comes up as often as its tally says.
    pub fn fits(&self, tallies: &[SavedTally]) -> bool {
        let mut left: Vec<u64> = tallies.iter().map(|tally| tally.0.rounds).collect();
        let mut take = |place: usize| left.get_mut(place).and_then(|left| left.checked_sub(1).map(|less| *left = less)).is_some();
        self.0.iter().flatten().all(|&place| take(place)) && left.iter().all(|left| *left == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(rounds: u64, games: u32, key: u64, sums: &[f64]) -> SavedTally {
        SavedTally(Tally { rounds, games, key, sums: sums.to_vec() })
    }

    #[test]
    fn tallies_are_written_as_documented() {
        let one = tally(120, 2, 0xdead_beef, &[1.5, 0.5]);
        assert_eq!(one.to_string(), "120x2:1.5/0.5#0000deadbeef");
        assert_eq!("120x2:1.5/0.5#0000deadbeef".parse(), Ok(one));
        for text in ["", "2x2", "x2:1/1", "2x0:1/1", "0x2:1/1", "2x2:1/NaN", "2x2:1/1#", "2x2:1/1#g", "-1x2:1/1"] {
            assert_eq!(text.parse::<SavedTally>(), Err(TallyError), "{text}");
        }
    }

    #[test]
    fn an_order_names_every_tally_as_often_as_it_counts() {
        let order = Order(vec![Some(0), None, Some(2), Some(0), Some(1)]);
        assert_eq!((order.to_string().as_str(), "0-201".parse()), ("0-201", Ok(order.clone())));
        let tallies = [2, 1, 1].map(|rounds| tally(rounds, 2, 0, &[1.0, 1.0]));
        assert!(order.fits(&tallies));
        for text in ["0-20", "0-2011", "0-203"] {
            assert!(!text.parse::<Order>().unwrap().fits(&tallies), "{text}");
        }
        let long = Order((0..40).rev().map(Some).chain([None]).collect());
        assert!(long.to_string().ends_with("1.0.-.") && long.to_string().parse() == Ok(long));
    }
}
