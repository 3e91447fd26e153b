//! Selection of a group of moves, then of a move in the group.

use super::win_loss_ucb::Tally;
use super::{Sum, WinLossUcb};
use crate::greatest::first_greatest;
use crate::search::{Needs, NodeId, Pick, Selection, Tree};
use treebench_games::{Player, Position, Rng};

/// Which move of the best group is played (the function one-move of Alg. 5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OneMove {
    /// A uniformly random one.
    Random,
    /// In turn.
    Cycle,
}

/// Where there are moves of several groups ([`treebench_games::MoveGroups`]), the best group by the statistics of all its moves together, and one
/// of its moves regardless of that move's statistics; where there is a single group, the best move (tree-reductions paper, Alg. 5).
///
/// Unvisited groups come before all others; among several of them, and among groups of equal score, the group `first`.
#[derive(Clone, Debug)]
pub struct MoveGroups {
    rule: Sum<WinLossUcb>,
    one_move: OneMove,
    first: u32,
    groups: Vec<Group>,
}

#[derive(Clone, Debug)]
struct Group {
    number: u32,
    tally: Tally,
    /// The places of its children, the visited ones before the others.
    members: Vec<u32>,
}

impl MoveGroups {
    /// The rule that scores groups, and moves where there is one group; which move a group plays; which group comes first.
    pub fn new(rule: Sum<WinLossUcb>, one_move: OneMove, first: u32) -> MoveGroups {
        MoveGroups { rule, one_move, first, groups: Vec::new() }
    }

    /// Sorts the children of a node into groups and returns their number. The lists keep their memory.
    fn sort(&mut self, tree: &Tree, node: NodeId, position: &dyn Position) -> usize {
        let decided = self.rule.terms.decided(tree);
        let mut count = 0;
        let game = position.groups();
        for (place, child) in tree.child_ids(node).enumerate() {
            let number = game.zip(tree.edge(child).next()).map_or(0, |(game, m)| game.group(m));
            let at = self.groups[..count].iter().position(|group| group.number == number).unwrap_or(count);
            if at == count {
                if count == self.groups.len() {
                    self.groups.push(Group { number, tally: Tally::default(), members: Vec::new() });
                }
                let group = &mut self.groups[count];
                group.number = number;
                group.tally = Tally::default();
                group.members.clear();
                count += 1;
            }
            self.groups[at].tally.add(tree, decided, child);
            self.groups[at].members.push(place as u32);
        }
        count
    }

    /// The best of the first `count` groups.
    fn best(&self, tree: &Tree, node: NodeId, count: usize) -> usize {
        let log = self.rule.terms.log(tree, node);
        let score = |group: &Group| if group.tally.visits == 0 { f64::INFINITY } else { self.rule.terms.score(log, group.tally) };
        let key = |group: &Group| (score(group), group.number == self.first);
        first_greatest(self.groups[..count].iter().map(key)).map_or(0, |(at, _)| at)
    }
}

impl Selection for MoveGroups {
    /// It sorts all children into groups, by their moves.
    fn declare(&mut self, needs: &mut Needs) {
        needs.unvisited_children();
        self.rule.declare(needs);
    }

    fn select(&mut self, tree: &mut Tree, node: NodeId, mover: Player, position: &dyn Position, rng: &mut Rng) -> Pick {
        let count = self.sort(tree, node, position);
        if count == 1 {
            return self.rule.select(tree, node, mover, position, rng);
        }
        let members = &self.groups[self.best(tree, node, count)].members;
        let visited = tree.visited(node).len();
        let child = tree.child_ids(node).start;
        let place = match self.one_move {
            OneMove::Random => members[rng.below(members.len())],
            // The least visited move is the next in the cycle.
            OneMove::Cycle => members.iter().copied().min_by_key(|&place| tree.node(child + place).visits).unwrap_or(0),
        } as usize;
        if place < visited { Pick::Visited(place) } else { Pick::New(place - visited) }
    }
}
