//! The context of a place in a possibly unfinished TOML file: its table, and whether it is at a key or in a value.

/// The tables and keys around a place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Cursor {
    /// The keys from the top of the file to the table, or to the key of the value at the place.
    pub(super) path: Vec<String>,
    /// Whether the place is in a value rather than a key.
    pub(super) in_value: bool,
    /// Where the key or the value begins, in bytes.
    pub(super) start: usize,
    /// Whether the place is in a comment.
    pub(super) in_comment: bool,
}

/// An open bracket.
struct Bracket {
    is_table: bool,
    /// The number of keys that lead to it.
    depth: usize,
}

/// The context at the end of a prefix of a TOML file.
pub(super) fn cursor(text: &str) -> Cursor {
    let mut cursor = Cursor::default();
    let (mut open, mut table): (Vec<Bracket>, usize) = (Vec::new(), 0);
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let line = rest.find('\n').unwrap_or(rest.len());
        let is_key = !cursor.in_value && text[cursor.start..at].trim().is_empty();
        let header = rest.trim_start_matches('[');
        if is_key && open.is_empty() && rest.starts_with('[') {
            let begins = at + rest.len() - header.len();
            let end = header.find(']').filter(|&end| begins + end < at + line);
            cursor = Cursor { start: begins, ..Cursor::default() };
            let Some(end) = end else {
                at += line.max(1);
                continue;
            };
            cursor.path = keys(&header[..end]);
            table = cursor.path.len();
            at += line;
            cursor.start = at;
            continue;
        }
        let length = match rest.as_bytes()[0] {
            b'#' => {
                cursor.in_comment = at + line == text.len();
                if text[cursor.start..at].trim().is_empty() {
                    cursor.start = at + line;
                }
                line
            }
            quote @ (b'"' | b'\'') => string(rest, quote),
            b'=' if !cursor.in_value => {
                let key = keys(&text[cursor.start..at]);
                cursor.path.extend(key);
                cursor = Cursor { in_value: true, start: at + 1, ..cursor };
                1
            }
            bracket @ (b'{' | b'[') if cursor.in_value => {
                open.push(Bracket { is_table: bracket == b'{', depth: cursor.path.len() });
                cursor.in_value = bracket == b'[';
                cursor.start = at + 1;
                1
            }
            b',' => {
                if let Some(around) = open.last() {
                    cursor.path.truncate(around.depth);
                    cursor.in_value = !around.is_table;
                    cursor.start = at + 1;
                }
                1
            }
            b'}' | b']' => {
                if let Some(closed) = open.pop() {
                    cursor.path.truncate(closed.depth);
                    cursor.in_value = true;
                }
                1
            }
            b'\n' => {
                if open.is_empty() {
                    cursor.path.truncate(table);
                    cursor = Cursor { in_value: false, start: at + 1, ..cursor };
                }
                1
            }
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
        at += length;
    }
    cursor.start += text[cursor.start..].len() - text[cursor.start..].trim_start().len();
    cursor
}

/// The length of a string with its quotes; that of the remaining text if it is not closed.
fn string(rest: &str, quote: u8) -> usize {
    let quote = char::from(quote);
    let long: String = [quote; 3].iter().collect();
    if let Some(inner) = rest.strip_prefix(&long) {
        return inner.find(&long).map_or(rest.len(), |end| end + 6);
    }
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return at,
            '\\' if quote == '"' && !escaped => escaped = true,
            c if c == quote && !escaped => return at + 1,
            _ => escaped = false,
        }
    }
    rest.len()
}

/// The parts of a dotted key, without quotes.
pub(super) fn keys(text: &str) -> Vec<String> {
    let mut keys = vec![String::new()];
    let mut quoted = None;
    for c in text.trim().chars() {
        match (c, quoted) {
            (c, Some(quote)) if c == quote => quoted = None,
            ('"' | '\'', None) => quoted = Some(c),
            ('.', None) => keys.push(String::new()),
            (c, None) if c.is_whitespace() => {}
            (c, _) => keys.last_mut().expect("there is one").push(c),
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cursor where `|` is.
    fn at(text: &str) -> String {
        let end = text.find('|').unwrap();
        let cursor = cursor(&text[..end]);
        let slot = if cursor.in_value { "value" } else { "key" };
        format!("{} {slot} `{}`", cursor.path.join("."), &text[cursor.start..end])
    }

    #[test]
    fn keys_and_values_are_told_apart() {
        for (text, expected) in [
            ("|", " key ``"),
            ("[experiment]\nna|", "experiment key `na`"),
            ("[experiment]\nname = \"a # b\" # c = 1\nki|", "experiment key `ki`"),
            ("[experiment]\nkind = \"ma|", "experiment.kind value `\"ma`"),
            ("[agent.\"my.agent\".params]\nc = |", "agent.my.agent.params.c value ``"),
            ("[agent.x]\nuse = 'uct'\nparams = { c = 1, expl|", "agent.x.params key `expl`"),
            ("[agent.x]\nparams = { c = [1, 2|", "agent.x.params.c value `2`"),
            ("[agent.x]\nparams = { c = 1 }\nuse|", "agent.x key `use`"),
            ("[grid]\ngame = [\n  \"a\", # first\n  \"b|", "grid.game value `\"b`"),
            ("[grid]\ngame = [\"a\"]\n|", "grid key ``"),
            ("[[hypothesis]]\nsays = \"\"\"\n[x]\n\"\"\"\nis = |", "hypothesis.is value ``"),
            ("a.b.c = |", "a.b.c value ``"),
            ("[exper|", " key `exper`"),
            ("x = \"open\n[a]\ny|", "a key `y`"),
        ] {
            assert_eq!(at(text), expected, "{text}");
        }
    }
}
