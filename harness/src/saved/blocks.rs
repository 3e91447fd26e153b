//! Points and hashes of blocks of tasks, for comparison with a later replay. The first block of a cell is its first two tasks, and each further one
//! doubles the total: tasks 2 and 3, 4 to 7, 8 to 15. All points of a cell are in its blocks, so editing the counts requires editing a block.

use crate::store::{Column, Row, hash_row};
use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

/// The results of a block's tasks.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Block {
    /// How many tasks.
    pub tasks: u32,
    /// The sum of their results, in the first number by which the kind compares runs.
    pub points: f64,
    /// The sum of the hashes of the reproducible parts of their records with a result, modulo 2⁶⁴: independent of their order.
    pub hash: u64,
}

impl Block {
    /// The place of a task's block.
    pub fn place_of(task: u32) -> usize {
        task.max(1).ilog2() as usize
    }

    /// Adds a task.
    pub fn add(&mut self, task: u32, points: Option<f64>, columns: &[Column], row: &Row) {
        self.tasks += 1;
        if let Some(points) = points {
            self.complete(task, points, columns, row);
        }
    }

    /// Adds the result of a task that had none.
    pub fn complete(&mut self, task: u32, points: f64, columns: &[Column], row: &Row) {
        let mut hasher = blake3::Hasher::new_derive_key("treebench 2026-11-26 block of tasks");
        hasher.update(&task.to_le_bytes());
        hash_row(columns, row, &mut hasher);
        let hash = hasher.finalize();
        let (first, _) = hash.as_bytes().split_first_chunk().expect("a hash has 32 bytes");
        self.points += points;
        self.hash = self.hash.wrapping_add(u64::from_le_bytes(*first));
    }

    /// Whether two blocks hold the same tasks with the same results.
    pub fn is_same(&self, other: &Block) -> bool {
        self.tasks == other.tasks && self.hash == other.hash && (self.points - other.points).abs() < 1e-6
    }
}

/// As in `4:2.5:00112233aabbccdd`.
impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{:016x}", self.tasks, self.points, self.hash)
    }
}

impl FromStr for Block {
    type Err = Option<ParseIntError>;

    fn from_str(text: &str) -> Result<Block, Self::Err> {
        let [tasks, points, hash] = text.splitn(3, ':').collect::<Vec<_>>()[..] else { return Err(None) };
        let points = points.parse().ok().filter(|points: &f64| points.is_finite()).ok_or(None)?;
        Ok(Block { tasks: tasks.parse()?, points, hash: u64::from_str_radix(hash, 16)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Field;

    #[test]
    fn blocks_double() {
        let places: Vec<usize> = [0, 1, 2, 3, 4, 7, 8, 15, 16, u32::MAX].map(Block::place_of).to_vec();
        assert_eq!(places, [0, 0, 1, 1, 2, 2, 3, 3, 4, 31]);
    }

    #[test]
    fn a_block_is_the_same_in_any_order_and_another_with_another_record() {
        let columns = [Column::of::<String>("moves", "The moves.")];
        let row = |moves: &str| vec![Field::Text(moves.to_owned())];
        let block = |records: &[(u32, f64, &str)]| {
            let mut block = Block::default();
            records.iter().for_each(|&(task, points, moves)| block.add(task, Some(points), &columns, &row(moves)));
            block
        };
        let honest = block(&[(2, 1.0, "a"), (3, 0.5, "b")]);
        assert!(honest.is_same(&block(&[(3, 0.5, "b"), (2, 1.0, "a")])));
        for other in [block(&[(2, 1.0, "b"), (3, 0.5, "a")]), block(&[(2, 1.0, "a")]), Block { points: 2.0, ..honest }] {
            assert!(!honest.is_same(&other), "{other}");
        }
        assert_eq!(honest.to_string().parse(), Ok(honest));
    }
}
