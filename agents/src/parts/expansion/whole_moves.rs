//! One child per whole move, even over a split view: for every node, or for the root alone.

use crate::search::{Edges, Expansion, MoveLister};
use treebench_games::{Position, Scratch};

/// A leaf gets all its children when it is visited for the second time, one per whole move, so that every node is nodal
/// (split-moves paper, tree design "orthodox").
#[derive(Default)]
pub struct WholeMoves(MoveLister);

impl Expansion for WholeMoves {
    #[inline]
    fn grows(&self, visits: u32, _depth: usize) -> bool {
        visits > 0
    }

    fn list(&mut self, position: &dyn Position, scratch: &mut Scratch, edges: &mut Edges) {
        self.0.list(position, scratch, edges);
    }
}

/// Only the root has children, one per whole move.
#[derive(Default)]
pub struct RootOnly(MoveLister);

impl Expansion for RootOnly {
    fn grows(&self, _visits: u32, _depth: usize) -> bool {
        false
    }

    fn list(&mut self, position: &dyn Position, scratch: &mut Scratch, edges: &mut Edges) {
        self.0.list(position, scratch, edges);
    }
}
