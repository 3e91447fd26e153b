//! The results of a cell's rounds in the order of the plan, as a baseline holds them.

use serde::{Deserialize, Serialize};

/// Digits of a result: its place on a lattice of at most 35 steps.
const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
/// The mark of a round without a result.
const NONE: char = '-';

/// A result in [0, 1] per round, if the round has one.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Series(pub Vec<Option<f64>>);

/// How a series is written: as one digit per round where all results lie on a lattice, otherwise as numbers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SeriesText {
    /// Every digit counts steps; `-` is a round without a result.
    Digits {
        /// Steps from 0 to 1.
        steps: u32,
        /// The digits, in base 36.
        results: String,
    },
    /// Results that lie on no such lattice.
    Numbers {
        /// The results; -1 is a round without one.
        results: Vec<f64>,
    },
}

impl Series {
    /// The number of rounds with a result.
    pub fn count(&self) -> usize {
        self.0.iter().flatten().count()
    }

    /// Their mean; not a number if there is none.
    pub fn mean(&self) -> f64 {
        self.0.iter().flatten().sum::<f64>() / self.count() as f64
    }

    /// As it is written.
    pub fn write(&self) -> SeriesText {
        let fits = |steps: u32| self.0.iter().flatten().all(|x| (x * f64::from(steps) - (x * f64::from(steps)).round()).abs() < 1e-9);
        // Pairs of games without draws need two steps, with draws four.
        let Some(steps) = (1..DIGITS.len() as u32).map(|k| if k < 4 { 4 } else { k }).find(|&steps| fits(steps)) else {
            return SeriesText::Numbers { results: self.0.iter().map(|x| x.unwrap_or(-1.0)).collect() };
        };
        let digit = |x: &Option<f64>| x.map_or(NONE, |x| char::from(DIGITS[(x * f64::from(steps)).round() as usize]));
        SeriesText::Digits { steps, results: self.0.iter().map(digit).collect() }
    }

    /// Reads a series.
    ///
    /// # Errors
    /// A digit or a number that is no result.
    pub(super) fn read(written: &SeriesText) -> Result<Series, String> {
        let rounds: Option<Vec<Option<f64>>> = match written {
            SeriesText::Digits { steps, results } => results
                .chars()
                .map(|c| match c.to_digit(36) {
                    _ if c == NONE => Some(None),
                    Some(digit) if digit <= *steps && *steps > 0 => Some(Some(f64::from(digit) / f64::from(*steps))),
                    _ => None,
                })
                .collect(),
            SeriesText::Numbers { results } => results
                .iter()
                .map(|&x| match x {
                    -1.0 => Some(None),
                    x if (0.0..=1.0).contains(&x) => Some(Some(x)),
                    _ => None,
                })
                .collect(),
        };
        rounds.map(Series).ok_or_else(|| "has a round whose result is not a score from 0 to 1".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let pairs = Series(vec![Some(0.0), Some(0.25), None, Some(1.0), Some(0.75)]);
        assert_eq!(pairs.write(), SeriesText::Digits { steps: 4, results: "01-43".to_owned() });
        let thirds = Series(vec![Some(1.0 / 3.0), Some(2.0 / 9.0)]);
        assert_eq!(thirds.write(), SeriesText::Digits { steps: 9, results: "32".to_owned() });
        let any = Series(vec![Some(0.123_456), None]);
        assert_eq!(any.write(), SeriesText::Numbers { results: vec![0.123_456, -1.0] });
        for series in [pairs, thirds, any, Series::default()] {
            assert_eq!(Series::read(&series.write()), Ok(series));
        }
    }

    #[test]
    fn what_is_no_score_is_refused() {
        for written in [
            SeriesText::Digits { steps: 4, results: "015".into() },
            SeriesText::Digits { steps: 0, results: "0".into() },
            SeriesText::Digits { steps: 4, results: "0 1".into() },
            SeriesText::Numbers { results: vec![f64::NAN] },
            SeriesText::Numbers { results: vec![1.5] },
        ] {
            assert!(Series::read(&written).is_err(), "{written:?}");
        }
    }
}
