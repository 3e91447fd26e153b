//! Names with `*`, which matches any characters.

/// Whether a name is a pattern.
pub(crate) fn is_pattern(name: &str) -> bool {
    name.contains('*')
}

/// Whether a name fits a pattern.
pub(crate) fn matches(pattern: &str, name: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(name) = name.strip_prefix(head) else { return false };
    // The star takes as little as possible and grows: patterns and names are short.
    name.char_indices().map(|(i, _)| i).chain([name.len()]).any(|i| matches(rest, &name[i..]))
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn stars_stand_for_any_characters_and_everything_else_for_itself() {
        let fits =
            [("break*", "breakthrough"), ("*", ""), ("*-four", "connect-four"), ("c*-*r", "connect-four"), ("hex", "hex"), ("h*x", "hx")];
        assert!(fits.iter().all(|(pattern, name)| matches(pattern, name)));
        let not = [("break*", "outbreak"), ("*four", "four-in-a-row"), ("hex", "hexx"), ("a*a", "a")];
        assert!(!not.iter().any(|(pattern, name)| matches(pattern, name)));
    }
}
