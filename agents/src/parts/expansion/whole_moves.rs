//! One child per whole move: the orthodox tree, also over a split view.

use super::Expansion;
use crate::search::Edges;
use treebench_games::notation::whole_moves;
use treebench_games::{Position, Scratch};

/// A leaf gets all its children when it is visited for the second time, one per whole move, so that every node is nodal
/// (split-moves paper, tree design "orthodox").
#[derive(Clone, Copy, Debug, Default)]
pub struct WholeMoves;

impl Expansion for WholeMoves {
    #[inline]
    fn grows(&self, visits: u32, _depth: usize) -> bool {
        visits > 0
    }

    fn list(&mut self, position: &dyn Position, scratch: &mut Scratch, edges: &mut Edges) {
        if position.is_split() {
            whole_moves(position).iter().for_each(|submove| edges.push(submove));
        } else {
            position.moves(&mut scratch.moves);
            edges.push_each(&scratch.moves);
        }
    }
}
