//! The date for the provenance: the one place of the store that reads the clock.

use std::time::{SystemTime, UNIX_EPOCH};

/// The date and time now, in UTC, as in `2026-11-20T21:28:49Z`.
#[expect(clippy::disallowed_methods, reason = "the provenance says when a run was made; no result depends on it")]
pub(super) fn now() -> String {
    date(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()))
}

/// Seconds since 1970 as a date of the Gregorian calendar. Years are counted from March, so that the leap day is the last of
/// its year, and in cycles of 400 years, which all have the same 146,097 days.
fn date(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // The 719,468 days from 1 March of year 0 to 1 January 1970.
    let days = days + 719_468;
    let (cycle, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    // The months from March on have 31, 30, 31, 30, 31 days, over and over: 153 in five.
    let month = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month + 2) / 5 + 1;
    let (year, month) = (400 * cycle + year + month / 10, (month + 2) % 12 + 1);
    format!("{year:04}-{month:02}-{day_of_month:02}T{:02}:{:02}:{:02}Z", second / 3_600, second / 60 % 60, second % 60)
}

#[cfg(test)]
mod tests {
    use super::date;

    /// Values from `date -u -d @N +%FT%TZ` (GNU coreutils).
    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
            (1_795_210_129, "2026-11-20T21:28:49Z"),
        ] {
            assert_eq!(date(seconds), expected);
        }
    }
}
