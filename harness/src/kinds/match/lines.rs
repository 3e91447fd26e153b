//! Games that several openings lead to, found by what follows each opening.

use super::outcome::Round;
use std::collections::BTreeMap;
use treebench_stats::Rounds;

/// The games of a cell with openings: by the hash of a game from the end of an opening, and whether the game only passes that end after another opening, the
/// first round that has it.
///
/// Games after one opening are no such lines for each other: rounds repeat if all of their games are the same.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Lines(BTreeMap<(u64, bool), u32>);

impl Lines {
    /// Adds a round to others, linked with those whose openings lead to a game of it.
    pub(super) fn finish(&mut self, round: &Round, rounds: &mut Rounds) {
        round.finish(rounds);
        let place = rounds.keys().len() - 1;
        for other in self.add(round, place as u32) {
            rounds.link(other as usize, place);
        }
    }

    /// Adds a round by its number; returns the other rounds whose openings lead to a game of it.
    pub(super) fn add(&mut self, round: &Round, place: u32) -> Vec<u32> {
        let mut others = Vec::new();
        for (line, passes) in round.lines() {
            others.extend(self.0.get(&(line, true)));
            others.extend(self.0.get(&(line, false)).filter(|_| passes));
            let first = self.0.entry((line, passes)).or_insert(place);
            *first = place.min(*first);
        }
        others.sort_unstable();
        others.dedup();
        others.retain(|other| *other != place);
        others
    }

    /// As numbers: every hash, then twice the round and one more if the game only passes there.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.iter().flat_map(|(&(line, passes), &round)| [line, 2 * u64::from(round) + u64::from(passes)])
    }

    /// Reads such numbers; `None` if there are no such rounds.
    pub(super) fn read(numbers: &[u64], is_round: impl Fn(usize) -> bool) -> Option<Lines> {
        let (lines, rest) = numbers.as_chunks::<2>();
        let line = |&[line, round]: &[u64; 2]| {
            let place = u32::try_from(round / 2).ok().filter(|place| is_round(*place as usize))?;
            Some(((line, round % 2 == 1), place))
        };
        let lines: Option<BTreeMap<(u64, bool), u32>> = lines.iter().map(line).collect();
        lines.filter(|_| rest.is_empty()).map(Lines)
    }
}
