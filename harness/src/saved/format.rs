//! The version of the saved form.

/// The version that this build writes, and the only one that it reads. Raise it with every change that another version would misread.
pub const FORMAT: u32 = 4;

/// Checks the version of a file before anything else in it is read, since what a newer version adds would be called an unknown key.
///
/// # Errors
/// If the file has none or another one. `advice` says what to do with a file of an older version.
pub(super) fn check(found: Option<i64>, advice: &str) -> Result<(), String> {
    match found {
        Some(format) if format == i64::from(FORMAT) => Ok(()),
        Some(format) if format > i64::from(FORMAT) => {
            Err(format!("it has format {format} of a newer version; this one reads format {FORMAT}"))
        }
        Some(format) if format > 0 => {
            Err(format!("it has format {format}, written by an older version; this one reads format {FORMAT}: {advice}"))
        }
        Some(format) => Err(format!("unknown format {format}")),
        None => Err(format!("it has no line `format = {FORMAT}`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_version_is_read() {
        let refused = |found| check(found, "play it again").unwrap_err();
        assert_eq!(check(Some(FORMAT.into()), ""), Ok(()));
        assert!(refused(Some(i64::from(FORMAT) + 1)).contains("newer version"));
        assert!(refused(Some(1)).contains("older version") && refused(Some(1)).ends_with(": play it again"));
        assert!(refused(Some(-1)).contains("unknown format -1"));
        assert!(refused(None).contains(&format!("no line `format = {FORMAT}`")));
    }
}
