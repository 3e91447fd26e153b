//! Fills in the template of a job script: `{{word}}` is replaced by its value.

use std::fmt;
use std::path::PathBuf;
use treebench_games::names::nearest;

/// A placeholder and its value.
pub type Substitution<'a> = (&'static str, &'a str);

/// Why a template cannot be filled in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TemplateError {
    /// The template; `None` if it is a built-in one.
    pub path: Option<PathBuf>,
    /// The line, from 1.
    pub line: usize,
    /// The message.
    pub message: String,
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.as_ref().map_or("the built-in template".to_owned(), |path| path.display().to_string());
        write!(f, "{path}:{}: {}", self.line, self.message)
    }
}

impl std::error::Error for TemplateError {}

/// A template with all its placeholders replaced; values are not scanned for further ones.
///
/// # Errors
/// If a placeholder is unknown, its braces are not closed on its line, or its value holds a line break. No quotes could keep such a value
/// inside a comment, where batch systems read their options.
pub fn fill(template: &str, words: &[Substitution<'_>], path: Option<PathBuf>) -> Result<String, TemplateError> {
    let mut text = String::with_capacity(2 * template.len());
    for (number, line) in template.lines().enumerate() {
        let fails = |message| TemplateError { path: path.clone(), line: number + 1, message };
        let mut rest = line;
        while let Some((before, after)) = rest.split_once("{{") {
            let (word, after) = after.split_once("}}").ok_or_else(|| fails("`{{` without `}}`".to_owned()))?;
            let word = word.trim();
            let (_, filled) = words.iter().find(|(name, _)| *name == word).ok_or_else(|| fails(unknown(word, words)))?;
            if filled.contains(['\n', '\r']) {
                return Err(fails(format!("`{word}` contains a line break: {filled:?}")));
            }
            text.push_str(before);
            text.push_str(filled);
            rest = after;
        }
        text.push_str(rest);
        text.push('\n');
    }
    Ok(text)
}

fn unknown(word: &str, words: &[Substitution<'_>]) -> String {
    let near = nearest(word, words.iter().map(|(name, _)| *name));
    let hint = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    let all: Vec<&str> = words.iter().map(|(name, _)| *name).collect();
    format!("unknown placeholder `{word}`{hint} (known: {})", all.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_replaced_once() {
        let words = [("name", "a {{array}} b"), ("array", "1-3")];
        assert_eq!(fill("x={{name}}\n{{ array }}{{array}}", &words, None).unwrap(), "x=a {{array}} b\n1-31-3\n");
        let error = fill("ok\n{{arry}}", &words, Some("my.sh".into())).unwrap_err().to_string();
        assert_eq!(error, "my.sh:2: unknown placeholder `arry`; did you mean `array`? (known: name, array)");
        assert!(fill("{{name", &words, None).unwrap_err().to_string().starts_with("the built-in template:1:"));
    }

    #[test]
    fn no_word_ends_the_line_of_a_comment() {
        let error = fill("ok\n#SBATCH --output={{jobs}}/log", &[("jobs", "'a\ntouch x'")], None).unwrap_err().to_string();
        assert!(error.starts_with("the built-in template:2: `jobs` contains a line break"), "{error}");
    }
}
