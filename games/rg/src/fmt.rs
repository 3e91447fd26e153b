//! A text in the standard layout: lines stay as they are cut, their indentation and spaces are set. The tree stays the same.

use crate::lex::{Kind, Token, lex};
use crate::limits::Limits;
use crate::load::description;
use crate::report::Report;
use treebench_rbg::error::Errors;

const INDENTATION: usize = 2;
/// Words before brackets that are not called or read.
const KEYWORDS: [&str; 11] = ["if", "then", "else", "in", "or", "where", "while", "loop", "repeat", "branch", "domain"];
const OPERATORS: [&str; 14] = ["->", "==", "!=", "<=", ">=", "&&", "||", "=", "+", "-", "%", "<", ">", "|"];

/// Lays out a text; `file` is its name in messages, and its extension the language.
///
/// # Errors
/// If it cannot be read.
pub fn fmt(file: &str, text: &str, limits: &Limits) -> Result<String, Errors> {
    description(file, text, limits)?;
    let mut report = Report::new(file, text);
    let tokens = lex(&mut report);
    let source = report.source().clone();
    let word = |token: &Token| &source.text()[token.span.start as usize..token.span.end as usize];
    let line_of = |token: &Token| source.position(token.span.start).0;
    let (mut out, mut depth, mut last_line) = (String::with_capacity(text.len()), 0_usize, 0);
    let mut at = 0;
    let mut unfinished = false;
    while at < tokens.len() {
        let line = line_of(&tokens[at]);
        let length = tokens[at..].iter().take_while(|token| line_of(token) == line).count();
        let words: Vec<&str> = tokens[at..at + length].iter().map(word).collect();
        if last_line > 0 && line > last_line + 1 {
            out.push('\n');
        }
        let closes = words.iter().take_while(|word| is_close(word)).count();
        let continues = unfinished || ["where", "then", "|", "&&", "||", "+", "-"].contains(&words[0]) || words[0] == "else" && closes == 0;
        let indentation = depth.saturating_sub(closes) + usize::from(continues && !is_comment(&tokens[at]));
        out.extend(std::iter::repeat_n(' ', INDENTATION * indentation));
        for (i, token) in words.iter().enumerate() {
            let adjacent = i > 0 && tokens[at + i].span.start == tokens[at + i - 1].span.end;
            if i > 0 && spaced(&words, i, adjacent) {
                out.push(' ');
            }
            out.push_str(token.trim_end());
            depth = if is_open(token) { depth + 1 } else { depth.saturating_sub(usize::from(is_close(token))) };
        }
        out.push('\n');
        // A comment says nothing of whether its line goes on.
        let code = tokens[at..at + length].iter().rposition(|token| !is_comment(token));
        unfinished = match code {
            Some(last) => {
                let word = words[last];
                OPERATORS.contains(&word) || ["then", "else", "where"].contains(&word)
            }
            None => unfinished,
        };
        last_line = line;
        at += length;
    }
    Ok(out)
}

fn is_comment(token: &Token) -> bool {
    token.kind == Kind::Comment
}

fn is_open(word: &str) -> bool {
    ["{", "(", "["].contains(&word)
}

fn is_close(word: &str) -> bool {
    ["}", ")", "]"].contains(&word)
}

/// Whether there is a space before the i-th word of a line.
fn spaced(words: &[&str], i: usize, adjacent: bool) -> bool {
    let (before, word) = (words[i - 1], words[i]);
    let is_name = |word: &str| word.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    if word.starts_with("//") {
        return true;
    }
    // An entry without a key, which holds for all others.
    let begins_entry = |before: &str| ["{", ",", ";"].contains(&before);
    if ["(", "[", ".."].contains(&before) || [")", "]", ",", ";", ":", ".."].contains(&word) && !(word == ":" && begins_entry(before)) {
        return false;
    }
    match (before, word) {
        ("$", _) => !word.starts_with('_') || !adjacent,
        (":", _) => i >= 2 && !begins_entry(words[i - 2]),
        ("@", _) => false,
        (_, "(" | "[") => !(is_name(before) && !KEYWORDS.contains(&before) || is_close(before)),
        _ => true,
    }
}
