//! Words of a command line, quoted for a POSIX shell.

/// A word quoted so that the shell reads it back unchanged.
pub fn quote(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// The command line of these words.
pub fn command_line<W: AsRef<str>>(words: impl IntoIterator<Item = W>) -> String {
    words.into_iter().map(|word| quote(word.as_ref())).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::command_line;
    use std::process::Command;

    #[test]
    fn a_shell_reads_quoted_words_back() {
        let words = ["", "plain-1.toml", "a b", "it's", "$(touch x)", "`x`", "a\nb", "*", "\"", "ü", "-n", "{a,b}", "~", "#"];
        let said = Command::new("sh").arg("-c").arg(format!("printf '%s\\0' {}", command_line(words))).output().unwrap();
        let read: Vec<String> = String::from_utf8(said.stdout).unwrap().split_terminator('\0').map(str::to_owned).collect();
        assert_eq!(read, words);
    }
}
