//! Fills in the template of a job script: `{{word}}` is replaced by what the word means.

use std::fmt;
use std::path::PathBuf;
use treebench_games::names::nearest;

/// A word of a template, and what it means.
pub type Filled<'a> = (&'static str, &'a str);

/// A template that uses a word that there is not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TemplateError {
    /// The template; `None` if it is a built-in one.
    pub path: Option<PathBuf>,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.as_ref().map_or("the built-in template".to_owned(), |path| path.display().to_string());
        write!(f, "{path}:{}: {}", self.line, self.message)
    }
}

impl std::error::Error for TemplateError {}

/// A template with all its words replaced. What is filled in is not looked at again.
///
/// # Errors
/// If a word is unknown, or its braces are not closed on its line.
pub fn fill(template: &str, words: &[Filled<'_>], path: Option<PathBuf>) -> Result<String, TemplateError> {
    let mut text = String::with_capacity(2 * template.len());
    for (number, line) in template.lines().enumerate() {
        let fails = |message| TemplateError { path: path.clone(), line: number + 1, message };
        let mut rest = line;
        while let Some((before, after)) = rest.split_once("{{") {
            let (word, after) = after.split_once("}}").ok_or_else(|| fails("`{{` without `}}`".to_owned()))?;
            let word = word.trim();
            let (_, filled) = words.iter().find(|(name, _)| *name == word).ok_or_else(|| fails(unknown(word, words)))?;
            text.push_str(before);
            text.push_str(filled);
            rest = after;
        }
        text.push_str(rest);
        text.push('\n');
    }
    Ok(text)
}

fn unknown(word: &str, words: &[Filled<'_>]) -> String {
    let near = nearest(word, words.iter().map(|(name, _)| *name));
    let hint = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    let all: Vec<&str> = words.iter().map(|(name, _)| *name).collect();
    format!("unknown word `{word}`{hint} (there are: {})", all.join(", "))
}

/// A word as a POSIX shell reads it back, whatever it holds.
pub fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn words_are_replaced_once() {
        let words = [("name", "a {{array}} b"), ("array", "1-3")];
        assert_eq!(fill("x={{name}}\n{{ array }}{{array}}", &words, None).unwrap(), "x=a {{array}} b\n1-31-3\n");
        let error = fill("ok\n{{arry}}", &words, Some("my.sh".into())).unwrap_err().to_string();
        assert_eq!(error, "my.sh:2: unknown word `arry`; did you mean `array`? (there are: name, array)");
        assert!(fill("{{name", &words, None).unwrap_err().to_string().starts_with("the built-in template:1:"));
    }

    #[test]
    fn a_shell_reads_quoted_words_back() {
        for word in ["", "plain-1.toml", "a b", "it's", "$(touch x)", "`x`", "a\nb", "*", "\"", "ü", "-n"] {
            let said = Command::new("sh").arg("-c").arg(format!("printf %s {}", quote(word))).output().unwrap();
            assert_eq!(String::from_utf8(said.stdout).unwrap(), if word == "-n" { "-n" } else { word });
        }
    }
}
