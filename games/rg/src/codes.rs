//! Moves as 63-bit numbers, the same in every state.

use crate::game::{Game, Label, Symbol};
use std::collections::BTreeSet;

/// The numbering of sequences of tags. A short sequence is a number with the tags as its digits, from which they can be read back; a longer one
/// is a hash of them.
#[derive(Debug)]
pub struct Codes {
    /// The digit of every symbol that can be a tag, from 1.
    digits: Vec<u16>,
    tags: Vec<Symbol>,
}

/// Marks a hash.
const HASHED: u64 = 1 << 62;

impl Codes {
    /// For the tags of a game.
    pub fn new(game: &Game) -> Codes {
        let mut tags: BTreeSet<Symbol> = BTreeSet::new();
        for edge in &game.edges {
            match edge.label {
                Label::Tag(tag) => drop(tags.insert(tag)),
                Label::TagCell(cell) => {
                    let variable = game.variables.iter().find(|variable| variable.offset == cell);
                    tags.extend(variable.into_iter().flat_map(|variable| &game.sets[variable.shape.leaf].members));
                }
                _ => {}
            }
        }
        let mut digits = vec![0; game.symbols.len()];
        tags.iter().zip(1..).for_each(|(&tag, digit)| digits[usize::from(tag)] = digit);
        Codes { digits, tags: tags.into_iter().collect() }
    }

    /// All symbols that can be tags.
    pub fn tags(&self) -> &[Symbol] {
        &self.tags
    }

    /// The code of a sequence of tags.
    pub fn encode(&self, tags: &[Symbol]) -> u64 {
        let base = self.tags.len() as u64 + 1;
        let digit = |tag: Symbol| u64::from(self.digits[usize::from(tag)]);
        let number =
            tags.iter().try_fold(0_u64, |code, &tag| code.checked_mul(base)?.checked_add(digit(tag)).filter(|&code| code < HASHED));
        number.unwrap_or_else(|| {
            let mix = |hash: u64, &tag: &Symbol| (hash ^ digit(tag)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
            HASHED | tags.iter().fold(tags.len() as u64, mix) >> 2
        })
    }

    /// The tags of a code that is not a hash.
    pub fn decode(&self, code: u64) -> Option<Vec<Symbol>> {
        if code & HASHED != 0 {
            return None;
        }
        let base = self.tags.len() as u64 + 1;
        let (mut left, mut tags) = (code, Vec::new());
        while left > 0 {
            tags.push(*self.tags.get((left % base).checked_sub(1)? as usize)?);
            left /= base;
        }
        tags.reverse();
        Some(tags)
    }
}
