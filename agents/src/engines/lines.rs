//! Lines of bounded length, from a peer that may send anything.

use std::io::{BufRead, BufReader, Read, Result};

/// The longest line that is read. A position after ten thousand moves is shorter.
pub const LONGEST: usize = 1 << 20;

/// What was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// A line without its end. Bytes that are not UTF-8 are replaced.
    Text(String),
    /// More than [`LONGEST`] bytes without the end of a line. Nothing more can be read.
    TooLong,
    /// The end, after a last line without an end, if there was one.
    End {
        /// That line.
        rest: String,
    },
}

/// Reads lines.
pub struct LineReader<R> {
    from: BufReader<R>,
    line: Vec<u8>,
}

impl<R: Read> LineReader<R> {
    /// Reads lines from here.
    pub fn new(from: R) -> Self {
        LineReader { from: BufReader::new(from), line: Vec::new() }
    }

    /// The next line. `\n` and `\r\n` end one.
    ///
    /// # Errors
    /// If the peer cannot be read.
    pub fn next_line(&mut self) -> Result<Line> {
        loop {
            let part = self.from.fill_buf()?;
            let end = part.iter().position(|byte| *byte == b'\n');
            let taken = end.unwrap_or(part.len());
            self.line.extend_from_slice(&part[..taken]);
            let at_end = part.is_empty();
            self.from.consume(taken + usize::from(end.is_some()));
            if at_end {
                return Ok(Line::End { rest: self.take() });
            }
            if self.line.len() > LONGEST {
                self.line = Vec::new();
                return Ok(Line::TooLong);
            }
            if end.is_some() {
                return Ok(Line::Text(self.take()));
            }
        }
    }

    fn take(&mut self) -> String {
        let text = String::from_utf8_lossy(&self.line).trim_end_matches('\r').to_owned();
        self.line.clear();
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Line> {
        let mut reader = LineReader::new(bytes);
        let mut found = vec![reader.next_line().unwrap()];
        while let Some(Line::Text(_)) = found.last() {
            found.push(reader.next_line().unwrap());
        }
        found
    }

    #[test]
    fn lines_end_in_either_way_and_the_last_one_need_not() {
        let text = |text: &str| Line::Text(text.to_owned());
        assert_eq!(lines(b"= \r\n\nbest\xff\nmo"), [text("= "), text(""), text("best\u{fffd}"), Line::End { rest: "mo".to_owned() }]);
    }

    #[test]
    fn a_line_without_end_is_bounded() {
        let endless = vec![b'x'; 3 * LONGEST];
        assert_eq!(lines(&endless), [Line::TooLong]);
        let long = [vec![b'y'; LONGEST], b"\n".to_vec()].concat();
        assert_eq!(lines(&long).len(), 2);
    }
}
