//! The question that an experiment answers, where no key `question` gives it.

/// The first paragraph of the comment at the top of a file, as one line; empty if the file begins otherwise. Directives for editors
/// (`#:schema …`) and a byte order mark are skipped.
pub(crate) fn question_in_comment(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().map(str::trim).skip_while(|line| line.is_empty() || line.starts_with("#:"));
    let comment = lines.map_while(|line| line.strip_prefix('#')).filter(|line| !line.starts_with(':')).map(str::trim);
    comment.skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::question_in_comment;

    #[test]
    fn the_question_is_the_first_paragraph_of_the_comment_at_the_top() {
        assert_eq!(question_in_comment("\n#\n# Does it\n# help?\n#\n# More.\n[experiment]\n"), "Does it help?");
        assert_eq!(question_in_comment("\u{feff}#:schema x.json\n# Why?\n"), "Why?");
        assert_eq!(question_in_comment("[experiment]\n# Later.\n"), "");
    }
}
