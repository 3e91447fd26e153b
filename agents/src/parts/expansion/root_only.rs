//! Children for the root alone: flat Monte-Carlo.

use super::{Expansion, WholeMoves};
use crate::search::Edges;
use treebench_games::{Position, Scratch};

/// Only the root has children, one per whole move.
#[derive(Default)]
pub struct RootOnly(WholeMoves);

impl Expansion for RootOnly {
    fn grows(&self, _visits: u32, _depth: usize) -> bool {
        false
    }

    fn list(&mut self, position: &dyn Position, scratch: &mut Scratch, edges: &mut Edges) {
        self.0.list(position, scratch, edges);
    }
}
