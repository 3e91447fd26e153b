//! Facts that a rules file states in comments starting with `//=`, because the language cannot express them.
//!
//! ```text
//! //= total 100
//! ```
//!
//! says that the scores of all players always add up to 100, which many searches need to know and nobody can see in the rules. The
//! contract checks it over random games.

/// All facts that a text states in this way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Directives {
    /// What the final scores of all players add up to.
    pub(super) total: Option<u32>,
}

impl Directives {
    /// Reads them. An unknown or repeated directive is an error that names its line.
    pub(super) fn read(text: &str) -> Result<Directives, String> {
        let mut found = Directives::default();
        for (i, line) in text.lines().enumerate() {
            let Some(directive) = line.trim().strip_prefix("//=") else { continue };
            let total = directive.trim().strip_prefix("total ").and_then(|number| number.trim().parse().ok());
            match total {
                Some(total) if found.total.is_none() => found.total = Some(total),
                Some(_) => return Err(format!("{}: the total is given twice", i + 1)),
                None => return Err(format!("{}: `{}` says nothing that is known, expected one as `//= total 100`", i + 1, line.trim())),
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::Directives;

    #[test]
    fn the_total_is_read_and_mistakes_are_told() {
        assert_eq!(Directives::read("#rules = up\n  //= total 100\n"), Ok(Directives { total: Some(100) }));
        assert_eq!(Directives::read("// = total 100\n#x = 1"), Ok(Directives { total: None }));
        assert_eq!(Directives::read("//= total 1\n//= total 1").unwrap_err(), "2: the total is given twice");
        assert!(Directives::read("//= constant-sum").unwrap_err().starts_with("1: `//= constant-sum` says nothing that is known"));
    }
}
