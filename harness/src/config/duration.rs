//! The parser of durations, for budgets, command-line options and all other times.

use std::time::Duration;

/// The units with their lengths in nanoseconds. A unit comes before those that it ends with.
const UNITS: [(&str, f64); 6] = [("ns", 1.0), ("us", 1e3), ("ms", 1e6), ("min", 60e9), ("h", 3600e9), ("s", 1e9)];

/// The longest duration, thirty days, in nanoseconds.
const MOST: f64 = 30.0 * 86_400e9;

/// The syntax of a duration, as a regular expression for editors.
pub(crate) const PATTERN: &str = "^[0-9.eE+-]+ *(ns|us|ms|s|min|h)$";

/// A description of durations, for messages.
pub const DURATION: &str = "a time from 1ns to 720h, such as \"0.5s\", \"200ms\" or \"1min\"";

/// Reads a duration: a number above zero and one of the units `ns`, `us`, `ms`, `s`, `min`, `h`; at least a nanosecond and at most
/// thirty days.
///
/// # Errors
/// The description of durations.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let refused = || format!("expected {DURATION}, not `{text}`");
    let (number, unit) =
        UNITS.iter().find_map(|(unit, length)| Some((text.trim().strip_suffix(unit)?.trim(), length))).ok_or_else(refused)?;
    let nanoseconds = (number.parse::<f64>().map_err(|_| refused())? * unit).round();
    if (1.0..=MOST).contains(&nanoseconds) { Ok(Duration::from_nanos(nanoseconds as u64)) } else { Err(refused()) }
}

/// A duration as a text that [`parse_duration`] reads back: seconds if they are whole milliseconds, else nanoseconds.
pub fn duration_text(time: Duration) -> String {
    if time.subsec_nanos().is_multiple_of(1_000_000) { format!("{}s", time.as_secs_f64()) } else { format!("{}ns", time.as_nanos()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_is_read_and_nothing_else() {
        let good = [
            ("0.5s", 500_000_000),
            ("200ms", 200_000_000),
            ("1 min", 60_000_000_000),
            ("3us", 3_000),
            ("7ns", 7),
            (" 1h", 3_600_000_000_000),
        ];
        for (text, nanoseconds) in good {
            assert_eq!(parse_duration(text), Ok(Duration::from_nanos(nanoseconds)), "{text}");
        }
        for text in ["", "s", "5", "-1s", "0s", "721h", "NaNs", "infs", "1e30s", "2 days"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_written_reads_back() {
        for nanoseconds in [1, 999, 1_000_000, 333_000_000, 1_000_000_000, 2_592_000_000_000_000] {
            let time = Duration::from_nanos(nanoseconds);
            assert_eq!(parse_duration(&duration_text(time)), Ok(time));
        }
    }
}
