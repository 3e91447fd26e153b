//! Nodes of information sets: all positions that an observer cannot distinguish share one.

use super::Mcts;
use crate::budget::Meter;
use crate::search::Step;
use crate::search::tree::{NodeId, Tree, add_detached};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use treebench_games::{Player, Position, Turn};

/// The observer whose information sets are the nodes of a search (Cowling, Powley and Whitehouse 2012, sections 4.2 and 4.4). Every iteration begins
/// in a position sampled from what the searching player knows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Observer {
    /// Those of the searching player, whoever is to move.
    Single,
    /// Those of the player to move: a tree for every player.
    Multiple,
    /// Those of the searching player where it is to move; where others are, every sampled position by itself, as if they saw everything.
    Own,
    /// As [`Multiple`](Self::Multiple), but with this probability an iteration begins in a position sampled from the knowledge of another player, who
    /// does not know the searching player's private information. The searching player's information set in that position is the root of a separate
    /// tree.
    Many(f64),
}

/// Where the information sets met in this turn have their nodes.
pub(super) struct InformationSets {
    observer: Observer,
    /// The key of the root's information set.
    root: u64,
    nodes: HashMap<u64, NodeId, BuildHasherDefault<IdentityHasher>>,
}

/// Keys are hashes already.
#[derive(Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are numbers of 64 bits")
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl InformationSets {
    pub(super) fn new(observer: Observer) -> InformationSets {
        InformationSets { observer, root: 0, nodes: HashMap::default() }
    }

    /// Starts a search from this root: no other set has a node yet.
    pub(super) fn begin(&mut self, root: &dyn Position, player: Player) {
        self.nodes.clear();
        self.root = self.key(root, player);
    }

    /// The key of a position's information set in a search for `player`.
    fn key(&self, position: &dyn Position, player: Player) -> u64 {
        let observer = match (self.observer, position.turn()) {
            (Observer::Multiple | Observer::Many(_), Turn::Player(mover)) => mover,
            (Observer::Own, Turn::Player(mover)) if mover != player => return position.key(),
            _ => player,
        };
        position.information().map_or_else(|| position.key(), |information| information.known_key(observer))
    }
}

impl Mcts {
    /// Replaces `position` by one that the searching player cannot tell from the root, or that another player cannot tell from such a position. If none is
    /// found, or in time, the iteration begins in the root, which was drawn for this turn.
    #[inline(never)]
    pub(super) fn redraw(&mut self, position: &mut dyn Position, meter: &Meter) {
        let player = self.tree.root_player();
        let in_time = || meter.has_time();
        if let Some(information) = self.root.as_ref().and_then(|root| root.information()) {
            let found = information.resample_in_time(player, &mut self.rng, position, &in_time);
            if let (false, Some(root)) = (found, &self.root) {
                position.copy_from(root.as_ref());
                self.failed_draws += 1;
            }
        }
        if let Some(Observer::Many(share)) = self.sets.as_ref().map(|sets| sets.observer)
            && self.rng.unit() < share
            && self.tree.allocated() < self.options.max_nodes
        {
            let other = (player + 1 + self.rng.below(self.info.players - 1)) % self.info.players;
            let mut drawn = position.boxed();
            let found =
                position.information().map(|information| information.resample_in_time(other, &mut self.rng, drawn.as_mut(), &in_time));
            match found {
                Some(true) => position.copy_from(drawn.as_ref()),
                Some(false) => self.failed_draws += 1,
                None => {}
            }
        }
        self.redrawn = true;
    }

    /// The node in which an iteration begins: the root, or the node of another set in which the searching player could be.
    pub(super) fn first_node(&mut self, position: &dyn Position) -> NodeId {
        let player = self.tree.root_player();
        match &mut self.sets {
            Some(sets) if matches!(sets.observer, Observer::Many(_)) => match sets.key(position, player) {
                key if key == sets.root => Tree::ROOT,
                key => *sets.nodes.entry(key).or_insert_with(|| add_detached(&mut self.tree)),
            },
            _ => Tree::ROOT,
        }
    }

    /// The node of a position in which the searching player is to move: the root, or where others choose at the same time the node of what the player
    /// knows, if the search has come there.
    pub(super) fn node_of(&self, position: &dyn Position) -> Option<NodeId> {
        let information = position.information().filter(|information| information.joint_start().is_some());
        match (&self.sets, information) {
            (Some(sets), Some(information)) => sets.nodes.get(&information.known_key(self.tree.root_player())).copied(),
            _ => Some(Tree::ROOT),
        }
    }

    /// The step from a move to the node of the information set that it leads to, through chance; the move's own step if the game is over, or there is
    /// no room for another node.
    #[inline(never)]
    pub(super) fn enter_set(&mut self, position: &mut dyn Position, step: Step) -> Step {
        self.options.chance.pass(position, &mut self.rng, &mut self.buffers.scratch.moves);
        let (Some(sets), Turn::Player(mover)) = (&mut self.sets, position.turn()) else { return step };
        if self.buffers.path.len() == 1 {
            return step;
        }
        let key = sets.key(position, self.tree.root_player());
        let node = match sets.nodes.get(&key) {
            Some(&node) => node,
            None if self.tree.allocated() >= self.options.max_nodes => return step,
            None => *sets.nodes.entry(key).or_insert(add_detached(&mut self.tree)),
        };
        let step = Step { node, chooser: mover, ..step };
        self.buffers.path.push(step);
        step
    }
}
