//! Text that HTML shows as it is, in an element and in an attribute.

use crate::text;

/// One line of text.
pub(super) fn line(words: &str) -> String {
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

/// Text whose line breaks and leading spaces are kept, for a `<pre>`.
pub(super) fn lines(words: &str) -> String {
    let keep_indent = |words: &str| {
        let indent = words.len() - words.trim_start_matches([' ', '\t']).len();
        format!("{}{}", words[..indent].replace('\t', "    "), line(words))
    };
    words.lines().map(keep_indent).collect::<Vec<_>>().join("\n")
}

/// A number as [`text::shown`] writes it, with a true minus sign.
pub(super) fn number(shown: &str) -> String {
    line(&shown.replace('-', "−"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_character_of_html_gets_through() {
        assert_eq!(line("a<b>&\"'\n\u{1b}\u{202e}c"), "a&lt;b&gt;&amp;&quot;&#39;   c");
        assert_eq!(lines("[a]\r\n  b = \"<\"\n\tc\n"), "[a]\n  b = &quot;&lt;&quot;\n    c");
        assert_eq!(number("-1.5"), "−1.5");
    }
}
