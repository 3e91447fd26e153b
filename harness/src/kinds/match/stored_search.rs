//! The stored search of a turn with `keep = "search"`: one line of text per turn.
//!
//! ```text
//! WORD ITERATIONS STATES MICROSECONDS COUNT VISITS:MEAN:MOVE … MOVE …
//! ```
//!
//! WORD is the index of the turn's move among the words of the game's moves, COUNT the number of moves at the root that follow, the most
//! visited first; the rest is the principal variation. Notations of moves have no spaces.

use std::fmt::Write as _;
use treebench_agents::{Meter, SearchReport};
use treebench_games::{Move, Position};

/// The maximum number of root moves stored per turn.
const MOVES: usize = 12;

/// The stored search of a turn.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct StoredSearch {
    /// The index of its move among the words of the game's moves, outcomes of chance included.
    pub word: usize,
    /// Iterations.
    pub iterations: u64,
    /// Nodal states.
    pub states: u64,
    /// Wall time in microseconds.
    pub micros: u64,
    /// The moves at the root, the most visited first.
    pub moves: Vec<StoredRootMove>,
    /// The whole moves that the search expected.
    pub line: Vec<String>,
}

/// A stored move at the root.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct StoredRootMove {
    /// Its notation.
    pub text: String,
    /// Its visits.
    pub visits: u64,
    /// Its mean for the player to move, on the scale [0, 1].
    pub mean: f64,
}

impl StoredSearch {
    /// The result of a search in a position before it chose a submove.
    pub(super) fn new(word: usize, position: &dyn Position, meter: &Meter, report: SearchReport, chosen: &[Move]) -> StoredSearch {
        let micros = u64::try_from(meter.elapsed().as_micros()).unwrap_or(u64::MAX);
        let mut root = report.root;
        // Some agents put the move that they play first.
        root.sort_by_key(|root| std::cmp::Reverse(root.visits));
        // The move that was played is kept even if others have more visits.
        let played = root.iter().position(|root| !root.submove.is_empty() && chosen.starts_with(&root.submove));
        if let Some(place) = played.filter(|&place| place >= MOVES) {
            root.swap(place, MOVES - 1);
        }
        let kept = root.into_iter().filter(|root| root.visits > 0).take(MOVES).map(|root| StoredRootMove {
            text: root.written.unwrap_or_else(|| position.move_notation(&root.submove)),
            visits: root.visits,
            mean: root.mean,
        });
        StoredSearch { word, iterations: meter.iterations(), states: meter.states(), micros, moves: kept.collect(), line: report.line }
    }

    /// Appends the turn as a line.
    pub(super) fn write(&self, text: &mut String) {
        let StoredSearch { word, iterations, states, micros, moves, line } = self;
        // Writing into a string cannot fail.
        let _ = write!(text, "{word} {iterations} {states} {micros} {}", moves.len());
        for StoredRootMove { text: name, visits, mean } in moves {
            let _ = write!(text, " {visits}:{mean:.4}:{name}");
        }
        for name in line {
            let _ = write!(text, " {name}");
        }
        text.push('\n');
    }

    /// Reads all turns of a game, skipping malformed lines.
    pub fn read(text: &str) -> Vec<StoredSearch> {
        text.lines().filter_map(StoredSearch::read_line).collect()
    }

    fn read_line(line: &str) -> Option<StoredSearch> {
        let mut words = line.split(' ');
        let mut number = || words.next()?.parse::<u64>().ok();
        let [word, iterations, states, micros, count] = [number()?, number()?, number()?, number()?, number()?];
        let mut moves = Vec::new();
        for _ in 0..count {
            let mut parts = words.next()?.splitn(3, ':');
            let (visits, mean) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
            moves.push(StoredRootMove { text: parts.next()?.to_owned(), visits, mean });
        }
        let line = words.map(str::to_owned).collect();
        Some(StoredSearch { word: usize::try_from(word).ok()?, iterations, states, micros, moves, line })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use treebench_games::Rng;

    #[test]
    fn what_is_written_is_read_back() {
        let kept = |text: &str, visits, mean| StoredRootMove { text: text.to_owned(), visits, mean };
        let full = StoredSearch {
            word: 3,
            iterations: 1000,
            states: 20_000,
            micros: 1234,
            moves: vec![kept("a1:b2", 600, 0.5), kept("e4", 399, 0.25)],
            line: vec!["a1:b2".to_owned(), "pass".to_owned()],
        };
        let bare = StoredSearch { word: 5, ..StoredSearch::default() };
        let mut text = String::new();
        [&full, &bare].into_iter().for_each(|turn| turn.write(&mut text));
        assert_eq!(text, "3 1000 20000 1234 2 600:0.5000:a1:b2 399:0.2500:e4 a1:b2 pass\n5 0 0 0 0\n");
        assert_eq!(StoredSearch::read(&text), [full, bare]);
        assert_eq!(StoredSearch::read("3 1000\n1 2 3 4 1 x\n"), []);
    }

    #[test]
    fn any_turns_are_read_back_and_a_cut_text_loses_only_its_end() {
        let mut rng = Rng::from_seed(5);
        for _ in 0..500 {
            let mut name = || (0..=rng.below(6)).map(|_| ['a', ':', '7', '×', '-', '.'][rng.below(6)]).collect::<String>();
            let names: Vec<String> = (0..20).map(|_| name()).collect();
            let mut number = |bits: usize| rng.bits64() >> rng.below(bits) >> (64 - bits);
            let turns: Vec<StoredSearch> = (0..=number(2))
                .map(|_| StoredSearch {
                    word: number(16) as usize,
                    iterations: number(64),
                    states: number(64),
                    micros: number(64),
                    moves: names[..number(3) as usize]
                        .iter()
                        .map(|text| StoredRootMove {
                            text: text.clone(),
                            visits: number(64),
                            mean: (number(13).min(10_000)) as f64 / 10_000.0,
                        })
                        .collect(),
                    line: names[12 - number(3) as usize..12].to_vec(),
                })
                .collect();
            let mut text = String::new();
            turns.iter().for_each(|turn| turn.write(&mut text));
            assert_eq!(StoredSearch::read(&text), turns);
            let end = text.floor_char_boundary(number(30) as usize % text.len());
            let whole = text[..end].lines().count().saturating_sub(1);
            assert_eq!(StoredSearch::read(&text[..end])[..whole], turns[..whole]);
        }
    }
}
