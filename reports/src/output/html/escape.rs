//! Escapes text for HTML elements and attributes.

use crate::text;

/// One line of text.
pub(crate) fn line(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for c in text::line(words).trim().chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// Sentences: like [`code`], without line breaks before `%` and around `±`.
pub(crate) fn prose(words: &str) -> String {
    code(words).replace(" %", "\u{a0}%").replace(" ± ", "\u{a0}±\u{a0}")
}

/// One line of text, in which words between backticks are code.
fn code(words: &str) -> String {
    let line = line(words);
    let parts: Vec<&str> = line.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return line;
    }
    let marked = |(place, part): (usize, &&str)| if place % 2 == 1 { format!("<code>{part}</code>") } else { (*part).to_owned() };
    parts.iter().enumerate().map(marked).collect()
}

/// Text whose line breaks and leading spaces are kept, for a `<pre>`.
pub(super) fn lines(words: &str) -> String {
    let keep_indent = |words: &str| {
        let indent = words.len() - words.trim_start_matches([' ', '\t']).len();
        format!("{}{}", words[..indent].replace('\t', "    "), line(words))
    };
    words.lines().map(keep_indent).collect::<Vec<_>>().join("\n")
}

/// Numbers as [`text::shown`] writes them, with a true minus sign and a narrow space between thousands from 10 000 on.
pub(super) fn number(shown: &str) -> String {
    let mut out = String::new();
    for part in line(shown).split_inclusive(|c: char| !c.is_ascii_digit()) {
        let digits = part.trim_end_matches(|c: char| !c.is_ascii_digit());
        // Digits after the point are never grouped.
        let whole = digits.len() > 4 && !out.ends_with('.');
        for (place, digit) in digits.char_indices() {
            if whole && place > 0 && (digits.len() - place) % 3 == 0 {
                out.push('\u{202f}');
            }
            out.push(digit);
        }
        out.push_str(&part[digits.len()..].replace('-', "−"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_character_of_html_gets_through() {
        assert_eq!(line("a<b>&\"'\n\u{1b}\u{202e}c"), "a&lt;b&gt;&amp;&quot;&#39;   c");
        assert_eq!(lines("[a]\r\n  b = \"<\"\n\tc\n"), "[a]\n  b = &quot;&lt;&quot;\n    c");
        assert_eq!(prose("51.0 ± 3.9 %"), "51.0\u{a0}±\u{a0}3.9\u{a0}%");
        assert_eq!(code("`a<b` or `c`"), "<code>a&lt;b</code> or <code>c</code>");
        assert_eq!(code("a ` b"), "a ` b");
    }

    #[test]
    fn only_whole_thousands_are_grouped() {
        assert_eq!(number("-1.5"), "−1.5");
        assert_eq!(number("1234"), "1234");
        assert_eq!(number("[-1234567.123456, 98765]"), "[−1\u{202f}234\u{202f}567.123456, 98\u{202f}765]");
    }
}
