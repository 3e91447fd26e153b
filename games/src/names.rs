//! Suggestions for misspelt names.

/// The candidate nearest to `text`, if one is near enough to be a likely misspelling.
pub fn nearest<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(text, name), name))
        .filter(|&(distance, name)| {
            distance <= 1 + name.chars().count().max(text.chars().count()) / 4 || name.starts_with(text) || one_stem(text, name)
        })
        .min()
        .map(|(_, name)| name)
}

/// Whether two words begin alike, but for an ending: `explore` and `exploration`.
fn one_stem(text: &str, name: &str) -> bool {
    let common = text.chars().zip(name.chars()).take_while(|(a, b)| a == b).count();
    common >= 5 && 4 * common >= 3 * text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_what_was_meant_and_nothing_far_fetched() {
        let games = ["breakthrough", "connect-four", "reversi"];
        assert_eq!(nearest("breaktrough", games), Some("breakthrough"));
        assert_eq!(nearest("connect4", games), Some("connect-four"));
        assert_eq!(nearest("explore", ["expand", "exploration"]), Some("exploration"));
        assert_eq!(nearest("uct-thompson", ["uct-tuned"]), None);
        assert_eq!(nearest("connect", games), Some("connect-four"));
        assert_eq!(nearest("chess", games), None);
    }
}
