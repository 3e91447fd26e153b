//! Random play that prefers semimoves of greater value: ε-greedy choice, the same for native code and interpreters.
//!
//! A number is drawn if several semimoves are possible, and before every move if semimoves are whole moves. Below ε·2⁶⁴ the choice is uniform;
//! otherwise the semimove of the greatest value is taken, with ties broken by reservoir sampling: a new one of equal value replaces the current one
//! with probability 1 / (number of equals so far).

use crate::program::Program;
use crate::splitmix::SplitMix;

/// Values of semimoves, in programs whose codes are all small: if every step is a semimove, and in some games also for whole moves.
#[derive(Clone, Copy, Debug)]
pub struct Guide<'a> {
    /// The value of each semimove for each player: `values[player * size + code]`. No value is NaN.
    pub values: &'a [f64],
    /// The number of codes; see [`Program::codes_below`](crate::Program::codes_below).
    pub size: usize,
    /// The probability ε of a uniform choice.
    pub epsilon: f64,
}

impl Guide<'_> {
    /// The least 64-bit number that does not mean a uniform choice.
    pub(crate) fn threshold(&self) -> u64 {
        // The conversion saturates at the greatest number.
        (self.epsilon * 18_446_744_073_709_551_616.0) as u64
    }

    /// The values of a player's semimoves, by code.
    pub(crate) fn of(&self, player: u16) -> &[f64] {
        &self.values[usize::from(player) * self.size..][..self.size]
    }

    /// Whether there is a value for every player and code.
    pub fn fits(&self, program: &Program) -> bool {
        let players = program.variables.players;
        program.codes_below().is_some_and(|size| self.size >= size && self.values.len() == players * self.size)
    }

    /// Chooses one of several semimoves with these codes; for a single one no number is drawn.
    pub fn choose(&self, player: u16, codes: impl ExactSizeIterator<Item = u64>, random: &mut SplitMix) -> Option<usize> {
        let count = codes.len();
        if count < 2 {
            return count.checked_sub(1);
        }
        if self.is_uniform(random) {
            return Some(random.below(count as u64) as usize);
        }
        self.greatest(player, codes, random)
    }

    /// Whether the next choice is uniform.
    pub fn is_uniform(&self, random: &mut SplitMix) -> bool {
        random.draw() < self.threshold()
    }

    /// The semimove of greatest value.
    // The inner loop of guided playouts: not inlined, it costs 2.4 % more instructions in `bench search rbg/breakthrough --agent mcts
    // -p agent.playout=mast` (cachegrind).
    #[inline(always)]
    pub fn greatest(&self, player: u16, codes: impl Iterator<Item = u64>, random: &mut SplitMix) -> Option<usize> {
        let values = self.of(player);
        let (mut best, mut chosen, mut equal) = (f64::NEG_INFINITY, None, 0);
        for (i, code) in codes.enumerate() {
            let value = values[code as usize];
            if value > best {
                (best, chosen, equal) = (value, Some(i), 1);
            } else if value == best {
                equal += 1;
                if random.below(equal) == 0 {
                    chosen = Some(i);
                }
            }
        }
        chosen
    }
}
