//! The frequent mistakes of TOML in our words: what is wrong, and what to write.

use super::toml_text::key as toml_key;
use std::ops::Range;

/// The message for an error of the parser at a place of a text, and what to write instead, if that is known.
pub(super) fn explained(text: &str, at: &Range<usize>, message: &str) -> (String, Option<String>) {
    let own = |message: &str| (message.to_owned(), None);
    if message.starts_with("invalid unquoted key") {
        let key = bare_key(text, at.start);
        return (message.to_owned(), Some(format!("quote keys with other characters: {}", toml_key(key))));
    }
    if message.starts_with("duplicate key") {
        let Some(key) = text.get(at.clone()).filter(|key| !key.is_empty()) else { return own(message) };
        let first = first_line(text, at.start, key).map_or(String::new(), |line| format!(", first on line {line}"));
        return (format!("`{key}` occurs twice{first}"), Some("remove one of the two, or join what they hold".to_owned()));
    }
    if message.starts_with("string values must be quoted") {
        let word = text.get(at.start..).and_then(|rest| rest.split(['\n', '#', ',', ']', '}']).next()).unwrap_or_default().trim();
        let values: Vec<&str> = word.split_whitespace().collect();
        let is_value = |word: &&str| word.parse::<toml::Value>().is_ok();
        return match word.is_empty() {
            true => own(message),
            false if values.len() > 1 && values.iter().all(is_value) => {
                let before = text.get(..at.start).unwrap_or_default();
                let is_list = before.rfind('[') > before.rfind('=');
                let list = values.join(", ");
                let list = if is_list { list } else { format!("[{list}]") };
                (format!("commas are missing in `{word}`"), Some(format!("write {list}")))
            }
            false => (format!("text is written in quotes, and `{word}` has none"), Some(format!("write {}", toml::Value::from(word)))),
        };
    }
    if message.starts_with("key with no value") {
        let line = text.get(..at.start).map_or("", |before| before.rsplit('\n').next().unwrap_or_default()).trim();
        return (format!("`=` and a value are missing after the key `{line}`"), None);
    }
    own(message)
}

/// The line, counted from 1, before this place at which the same key of the same table, or the same header, stands.
fn first_line(text: &str, before: usize, key: &str) -> Option<usize> {
    let lines: Vec<&str> = text.get(..before)?.lines().collect();
    let start = text[..before].rfind('\n').map_or(0, |end| end + 1);
    let is_header = text[start..before].trim_start().starts_with('[');
    let found = |line: &&str| {
        let line = line.trim_start();
        if is_header {
            line.strip_prefix('[')
                .and_then(|rest| rest.trim_start().strip_prefix(key))
                .is_some_and(|rest| rest.trim_start().starts_with(']'))
        } else {
            line.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='))
        }
    };
    // The line of the error itself may be the last of these.
    let full = text[..start].lines().count();
    let above = lines.iter().take(full).enumerate().rev();
    let in_table = above.take_while(|(_, line)| is_header || !line.trim_start().starts_with('['));
    in_table.filter(|(_, line)| found(line)).map(|(place, _)| place + 1).last()
}

/// The key of TOML, written without quotes, that holds this place of a text. In the head of a table it may have spaces.
fn bare_key(text: &str, at: usize) -> &str {
    let (before, after) = text.split_at_checked(at).unwrap_or((text, ""));
    let is_head = before.rsplit('\n').next().is_some_and(|line| line.trim_start().starts_with('['));
    let ends = |c: char| c.is_whitespace() && (c == '\n' || !is_head) || "[]{}.,=#\"'".contains(c);
    let start = before.rfind(ends).map_or(0, |place| place + before[place..].chars().next().map_or(0, char::len_utf8));
    text[start..at + after.find(ends).unwrap_or(after.len())].trim()
}

#[cfg(test)]
mod tests {
    use super::explained;

    #[test]
    fn frequent_mistakes_say_what_to_write() {
        let said = |text: &str| {
            let (_, errors) = toml::de::DeTable::parse_recoverable(text);
            let error = errors.first().unwrap_or_else(|| panic!("{text} is valid"));
            let (message, help) = explained(text, &error.span().unwrap_or_default(), error.message());
            format!("{message}; {}", help.unwrap_or_default())
        };
        let twice = "remove one of the two, or join what they hold";
        assert_eq!(said("[a]\nx = 1\n[b]\nx = 1\ny = 2\nx = 3\n"), format!("`x` occurs twice, first on line 4; {twice}"));
        assert_eq!(said("[a]\nx = 1\n[b]\n[a]\n"), format!("`a` occurs twice, first on line 1; {twice}"));
        assert_eq!(said("x = { y = 1, y = 2 }\n"), format!("`y` occurs twice; {twice}"));
        assert_eq!(said("name = d # it\n"), "text is written in quotes, and `d` has none; write \"d\"");
        assert_eq!(said("games = [hex, go]\n"), "text is written in quotes, and `hex` has none; write \"hex\"");
        assert_eq!(said("x = [0.1 0.7]\n"), "commas are missing in `0.1 0.7`; write 0.1, 0.7");
        assert_eq!(said("x = [1, 2 3 4, 5]\n"), "commas are missing in `2 3 4`; write 2, 3, 4");
        assert_eq!(said("[a]\nx = 1 2\n"), "commas are missing in `1 2`; write [1, 2]");
        assert_eq!(said("my name = 1\n"), "`=` and a value are missing after the key `my`; ");
    }
}
