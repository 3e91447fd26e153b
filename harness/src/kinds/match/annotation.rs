//! Annotations of turns with a clock or a reported score: one line of text per turn.
//!
//! ```text
//! WORD MILLISECONDS LEFT SCORE DEPTH
//! ```
//!
//! WORD is the index of the turn's move among the words of the game's moves, LEFT the milliseconds that the player's clock shows after the move,
//! SCORE is in centipawns for the player, or `#N` for a mate in N moves. Unknown values are `-`.

use std::fmt::Write as _;
use treebench_agents::{Evaluation, Score};

/// The annotation of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Annotation {
    /// The index of its move among the words of the game's moves, outcomes of chance included.
    pub word: usize,
    /// The milliseconds that it took.
    pub millis: u64,
    /// The milliseconds left on the player's clock.
    pub left: Option<u64>,
    /// The agent's evaluation.
    pub evaluation: Option<Evaluation>,
}

impl Annotation {
    /// Appends the turn as a line.
    pub(super) fn write(&self, text: &mut String) {
        let shown = |number: Option<u64>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
        let score = match self.evaluation.map(|evaluation| evaluation.score) {
            Some(Score::Centipawns(value)) => value.to_string(),
            Some(Score::Mate(moves)) => format!("#{moves}"),
            None => "-".to_owned(),
        };
        let depth = shown(self.evaluation.and_then(|evaluation| evaluation.depth).map(u64::from));
        // Writing into a string cannot fail.
        let _ = writeln!(text, "{} {} {} {score} {depth}", self.word, self.millis, shown(self.left));
    }

    /// Reads all turns of a game, skipping malformed lines.
    pub fn read(text: &str) -> Vec<Annotation> {
        text.lines().filter_map(Annotation::read_line).collect()
    }

    fn read_line(line: &str) -> Option<Annotation> {
        let words: Vec<&str> = line.split(' ').collect();
        let &[word, millis, left, score, depth] = &words[..] else { return None };
        let known = |text: &str| if text == "-" { Some(None) } else { text.parse::<u64>().ok().map(Some) };
        let score = match score.strip_prefix('#') {
            Some(moves) => Some(Score::Mate(moves.parse().ok()?)),
            None if score == "-" => None,
            None => Some(Score::Centipawns(score.parse().ok()?)),
        };
        let depth = known(depth)?.and_then(|depth| u32::try_from(depth).ok());
        let evaluation = score.map(|score| Evaluation { score, depth });
        Some(Annotation { word: word.parse().ok()?, millis: millis.parse().ok()?, left: known(left)?, evaluation })
    }

    /// As a PGN comment in the style of cutechess: `+0.31/12 0.530s`, `-M4/20 0.1s`, `0.530s`.
    pub fn comment(&self) -> String {
        let time = format!("{:.3}s", self.millis as f64 / 1000.0);
        let Some(Evaluation { score, depth }) = self.evaluation else { return time };
        let score = match score {
            Score::Centipawns(0) => "0.00".to_owned(),
            Score::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
            Score::Mate(moves) if moves > 0 => format!("+M{moves}"),
            Score::Mate(moves) => format!("-M{}", moves.unsigned_abs()),
        };
        format!("{score}/{} {time}", depth.unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let turn = |word, millis, left, evaluation| Annotation { word, millis, left, evaluation };
        let evaluation = |score, depth| Some(Evaluation { score, depth });
        let cases = [
            (turn(0, 530, Some(59_470), evaluation(Score::Centipawns(31), Some(12))), "0 530 59470 31 12\n", "+0.31/12 0.530s"),
            (turn(3, 1, None, evaluation(Score::Mate(-4), None)), "3 1 - #-4 -\n", "-M4/0 0.001s"),
            (turn(4, 0, None, evaluation(Score::Centipawns(0), Some(1))), "4 0 - 0 1\n", "0.00/1 0.000s"),
            (turn(9, 12_000, Some(0), None), "9 12000 0 - -\n", "12.000s"),
        ];
        let mut text = String::new();
        for (annotation, line, comment) in cases {
            let before = text.len();
            annotation.write(&mut text);
            assert_eq!(&text[before..], line);
            assert_eq!(annotation.comment(), comment);
        }
        assert_eq!(Annotation::read(&text), cases.map(|(annotation, ..)| annotation));
        assert_eq!(Annotation::read("1 2\n1 2 3 4 5 6\nx 0 - - -\n"), []);
    }
}
