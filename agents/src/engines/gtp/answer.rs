//! Answers: `=ID text` or `?ID text`, ended by an empty line.

/// The answer to a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The number of the command, if the answer has one.
    pub id: Option<u32>,
    /// Whether the command was carried out.
    pub good: bool,
    /// The text, perhaps several lines.
    pub text: String,
}

impl Answer {
    /// The answer as it is sent, with the empty line at its end.
    pub fn write(&self) -> String {
        let id = self.id.map_or(String::new(), |id| id.to_string());
        // An empty line would end the answer.
        let lines: Vec<&str> = self.text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        format!("{}{id} {}\n\n", if self.good { '=' } else { '?' }, lines.join("\n"))
    }
}

/// Puts an answer together, line by line.
#[derive(Clone, Debug, Default)]
pub struct AnswerReader {
    open: Option<Answer>,
}

impl AnswerReader {
    /// Takes the next line, and gives the answer that it ends. Lines outside an answer mean nothing.
    pub fn line(&mut self, line: &str) -> Option<Answer> {
        let line: String = line.chars().filter(|c| !c.is_control() || *c == '\t').collect();
        match &mut self.open {
            Some(_) if line.trim().is_empty() => self.open.take(),
            Some(answer) => {
                answer.text += "\n";
                answer.text += line.trim_end();
                None
            }
            None => {
                self.open = first_line(&line);
                None
            }
        }
    }
}

fn first_line(line: &str) -> Option<Answer> {
    let (good, rest) = match line.strip_prefix('=') {
        Some(rest) => (true, rest),
        None => (false, line.strip_prefix('?')?),
    };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    Some(Answer { id: rest[..digits].parse().ok(), good, text: rest[digits..].trim().to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Answer> {
        let mut reader = AnswerReader::default();
        text.lines().filter_map(|line| reader.line(line)).collect()
    }

    #[test]
    fn answers_are_read_back() {
        for (id, good, text) in [(None, true, "B D4"), (Some(17), false, "unknown command"), (Some(0), true, ""), (Some(3), true, "a\nb")] {
            let answer = Answer { id, good, text: text.to_owned() };
            assert_eq!(read(&answer.write()), [answer]);
        }
    }

    #[test]
    fn only_answers_count() {
        let good = |id, text: &str| Answer { id, good: true, text: text.to_owned() };
        assert_eq!(read("hello\n\n=4 B\u{7} D4 \n\n\n= 17\n\nlate words\n"), [good(Some(4), "B D4"), good(None, "17")]);
        assert_eq!(read("=1 never ends"), []);
    }
}
