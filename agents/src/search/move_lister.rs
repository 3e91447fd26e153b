//! All whole moves of a position.

use super::tree::Edges;
use treebench_games::{Move, Position, Scratch};

/// Lists the whole moves of positions, whatever the view, in memory of its own.
#[derive(Default)]
pub struct MoveLister {
    /// One per semimove of the current move.
    levels: Vec<Level>,
    submove: Vec<Move>,
}

/// A position inside a move, and the semimoves still to be expanded.
struct Level {
    position: Box<dyn Position>,
    left: Vec<Move>,
}

impl MoveLister {
    /// Appends all whole moves from a position to `edges`.
    pub fn list(&mut self, position: &dyn Position, scratch: &mut Scratch, edges: &mut Edges) {
        if position.is_split() {
            self.walk(position, edges);
        } else {
            position.moves(&mut scratch.moves);
            edges.push_each(&scratch.moves);
        }
    }

    /// Visits all completions of a move from a position, depth first.
    fn walk(&mut self, position: &dyn Position, edges: &mut Edges) {
        self.submove.clear();
        self.begin(position);
        let mut depth = 0;
        loop {
            // The last level is where the next semimove leads to.
            if self.levels.len() < depth + 2 {
                self.levels.push(Level { position: position.boxed(), left: Vec::new() });
            }
            let (above, below) = self.levels.split_at_mut(depth + 1);
            let (here, next) = (&mut above[depth], &mut below[0]);
            let Some(m) = here.left.pop() else {
                if depth == 0 {
                    return;
                }
                depth -= 1;
                self.submove.pop();
                continue;
            };
            self.submove.push(m);
            next.position.copy_from(here.position.as_ref());
            next.position.apply(m);
            if next.position.is_nodal() {
                edges.push(&self.submove);
                self.submove.pop();
            } else {
                depth += 1;
                next.position.moves(&mut next.left);
                next.left.reverse();
            }
        }
    }

    /// Lists the semimoves of the position where the walk begins.
    fn begin(&mut self, position: &dyn Position) {
        if self.levels.is_empty() {
            self.levels.push(Level { position: position.boxed(), left: Vec::new() });
        }
        let level = &mut self.levels[0];
        position.store_in(&mut level.position);
        position.moves(&mut level.left);
        level.left.reverse();
    }
}
