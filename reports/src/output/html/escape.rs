//! Escapes text for HTML elements and attributes.

use crate::text;

/// One line of text.
pub(crate) fn line(words: &str) -> String {
    characters(text::line(words).trim())
}

fn characters(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for c in words.chars() {
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

/// Sentences on one line: words between backticks are code, numbers are [readable](text::readable), and no line breaks before `%` and around `±`.
pub(crate) fn prose(words: &str) -> String {
    inline(words.trim())
}

/// The same for a part of a line, whose spaces at its ends stay.
pub(super) fn inline(words: &str) -> String {
    let line = characters(&text::line(words));
    let parts: Vec<&str> = line.split('`').collect();
    let has_code = !parts.len().is_multiple_of(2);
    let sentence = |part: &str| text::readable(part).replace(" %", "\u{a0}%").replace(" ± ", "\u{a0}±\u{a0}");
    if !has_code {
        return sentence(&line);
    }
    let marked = |(place, part): (usize, &&str)| if place % 2 == 1 { format!("<code>{part}</code>") } else { sentence(part) };
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

/// Numbers as [`text::shown`] writes them, for readers.
pub(super) fn number(shown: &str) -> String {
    line(&text::readable(shown))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_character_of_html_gets_through() {
        assert_eq!(line("a<b>&\"'\n\u{1b}\u{202e}c"), "a&lt;b&gt;&amp;&quot;&#39;   c");
        assert_eq!(lines("[a]\r\n  b = \"<\"\n\tc\n"), "[a]\n  b = &quot;&lt;&quot;\n    c");
        assert_eq!(prose("51.0 ± 3.9 %"), "51.0\u{a0}±\u{a0}3.9\u{a0}%");
        assert_eq!(prose("`a<b 20000` or `c`"), "<code>a&lt;b 20000</code> or <code>c</code>");
        assert_eq!(prose(" a ` b 20000"), "a ` b 20\u{202f}000");
        assert_eq!(inline(" said &#39;"), " said &amp;#39;");
    }
}
