//! Prior experience: visits that a child has before its first.

use crate::search::{Backup, Column, ColumnId, ExpandedNode, Iteration, Needs, Rows, Tree};
use treebench_games::capabilities::{Expectation, Parts};
use treebench_games::{Move, Position};

/// The prior experience of a child, for the values of results and for those of all moves as first (Gelly and Silver 2007, section 5; 2011, section
/// 5).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Experience {
    /// The mean of the visits, for the player who chooses, on the scale [0, 1].
    pub mean: f64,
    /// Their number.
    pub visits: u32,
    /// The number of samples of all moves as first, with the same mean.
    pub samples: u32,
}

impl Column for Experience {
    type Table = Rows<Experience>;
    const NAME: &'static str = "the prior experience";
    const OF_UNVISITED: bool = true;
}

/// Where prior experience comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// Every move is worth ½: the even-game heuristic.
    Even,
    /// The game says what to expect of moves, by these parts of its policy ([`Knowledge::expect`](treebench_games::Knowledge::expect)).
    Game(Parts),
}

/// Gives the children of a node that is expanded their prior experience. Needs a tree of single semimoves.
pub struct GiveExperience {
    source: Source,
    /// Visits, and samples of all moves as first, of a move of which the game is sure.
    most: [u32; 2],
    column: ColumnId<Experience>,
    /// The position at hand, because a game's knowledge is reached through a position that may change.
    position: Option<Box<dyn Position>>,
    moves: Vec<Move>,
    expected: Vec<Expectation>,
}

impl GiveExperience {
    /// With this equivalent experience: visits, and samples of all moves as first.
    pub fn new(source: Source, visits: u32, samples: u32) -> Self {
        let (column, position, moves, expected) = Default::default();
        GiveExperience { source, most: [visits, samples], column, position, moves, expected }
    }
}

impl Backup for GiveExperience {
    fn declare(&mut self, needs: &mut Needs) {
        needs.positions();
        self.column = needs.writes(Rows::single(Experience::default()));
    }

    fn expanded(&mut self, tree: &mut Tree, expanded: &mut ExpandedNode<'_>) {
        let children = tree.child_ids(expanded.node);
        self.expected.clear();
        match (self.source, expanded.position) {
            (Source::Even, _) => self.expected.resize(children.len(), Expectation { value: 0.5, trust: 1.0 }),
            (Source::Game(parts), Some(here)) => {
                self.moves.clear();
                self.moves.extend(children.clone().filter_map(|child| tree.edge(child).next()));
                let position = self.position.get_or_insert_with(|| here.boxed());
                here.store_in(position);
                if let Some(game) = position.knowledge() {
                    game.expect(parts, &self.moves, &mut self.expected);
                }
            }
            (Source::Game(_), None) => {}
        }
        let cells = tree.column_mut(self.column).rows_mut(children);
        for (cell, &Expectation { value, trust }) in cells.iter_mut().zip(&self.expected) {
            let [visits, samples] = self.most.map(|most| (trust * f64::from(most)).round() as u32);
            *cell = Experience { mean: value, visits, samples };
        }
    }

    fn back_up(&mut self, _tree: &mut Tree, _iteration: &Iteration<'_>) {}
}
