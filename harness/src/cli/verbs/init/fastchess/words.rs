//! The words of a command line.

/// The words, with the quotes of a shell.
///
/// # Errors
/// If a quote is not closed.
pub(super) fn words(line: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut characters = line.chars();
    while let Some(c) = characters.next() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('\\', None | Some('"')) => word.get_or_insert_default().extend(characters.next().filter(|c| *c != '\n')),
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word.take());
    if quote.is_some() { Err("unclosed quote in the command line".to_owned()) } else { Ok(words) }
}

/// Whether a word is an option: a dash and a letter.
pub(super) fn is_option(word: &str) -> bool {
    let name = word.trim_start_matches('-');
    name.len() < word.len() && name.starts_with(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_a_shell() {
        let read = |line: &str| words(line).unwrap();
        assert_eq!(read("a  -b\tc='d e' \"f \\\" g\"\\\nh i\\ j"), ["a", "-b", "c=d e", "f \" gh", "i j"]);
        assert_eq!(read(" '' "), [""]);
        assert!(words("a 'b").is_err());
        assert!(is_option("-each") && is_option("--each") && !is_option("-3") && !is_option("elo0=-3") && !is_option("-"));
    }
}
