//! One child per semimove.

use crate::search::{Edges, Expansion};
use treebench_games::{Position, Scratch};

/// A leaf gets all its children when it is visited for the second time, one per semimove (split-moves paper, raw expansion).
///
/// This equals the textbook's "one node per iteration", because a node counts as added only when it is visited.
#[derive(Clone, Copy, Debug, Default)]
pub struct Semimoves;

impl Expansion for Semimoves {
    #[inline]
    fn grows(&self, visits: u32, _depth: usize) -> bool {
        visits > 0
    }

    fn is_by_semimove(&self) -> bool {
        true
    }

    #[inline]
    fn list(&mut self, position: &dyn Position, scratch: &mut Scratch, edges: &mut Edges) {
        position.moves(&mut scratch.moves);
        edges.push_each(&scratch.moves);
    }
}
