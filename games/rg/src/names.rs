//! The names that may have been meant.

/// The name most similar to a word, if one is similar enough. Looks at so few names that an error costs little in a large game.
pub(crate) fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    treebench_rbg::error::nearest(word, names.into_iter().take(10_000))
}
