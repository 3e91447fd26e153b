//! The whole tree of a small game of imperfect information, with the information sets of its players.

use std::collections::BTreeMap;
use std::fmt;
use treebench_games::{Game, Move, Player, Position, Turn};

/// A game with more positions than can be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SizeError {
    /// As many positions are kept at most.
    pub most: usize,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the game has more than {} positions", self.most)
    }
}

impl std::error::Error for SizeError {}

/// All positions of a game by the moves that lead to them.
#[derive(Clone, Debug)]
pub struct GameTree {
    pub(super) players: usize,
    pub(super) nodes: Vec<Node>,
    pub(super) sets: Vec<InformationSet>,
}

/// A position.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// The final score of every player.
    Over(Vec<f64>),
    /// Outcomes with their probabilities.
    Chance(Vec<(f64, usize)>),
    /// The set in which a player chooses, and the position after each of its moves.
    Choice(usize, Vec<usize>),
}

/// An information set of a player.
#[derive(Clone, Debug)]
pub(super) struct InformationSet {
    pub(super) player: Player,
    pub(super) key: u64,
    pub(super) moves: Vec<Move>,
    /// The positions in it.
    pub(super) nodes: Vec<usize>,
}

impl GameTree {
    /// The tree of a game.
    ///
    /// # Errors
    /// If it has more than `most` positions.
    pub fn of(game: &dyn Game, most: usize) -> Result<GameTree, SizeError> {
        let mut tree = GameTree { players: game.info().players, nodes: Vec::new(), sets: Vec::new() };
        tree.grow(game.start().as_ref(), &mut BTreeMap::new(), most)?;
        Ok(tree)
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is none; there always is a start.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The number of information sets of all players.
    pub fn information_sets(&self) -> usize {
        self.sets.len()
    }

    /// Visits every information set once, with its place and a position in it.
    ///
    /// # Errors
    /// The first that `visit` gives.
    pub(super) fn each_set<E>(&self, game: &dyn Game, visit: &mut dyn FnMut(usize, &dyn Position) -> Result<(), E>) -> Result<(), E> {
        self.each_below(0, game.start().as_ref(), &mut vec![false; self.sets.len()], visit)
    }

    fn each_below<E>(
        &self,
        node: usize,
        here: &dyn Position,
        known: &mut [bool],
        visit: &mut dyn FnMut(usize, &dyn Position) -> Result<(), E>,
    ) -> Result<(), E> {
        let next: Vec<usize> = match &self.nodes[node] {
            Node::Over(_) => return Ok(()),
            Node::Chance(outcomes) => outcomes.iter().map(|outcome| outcome.1).collect(),
            Node::Choice(set, next) => {
                if !std::mem::replace(&mut known[*set], true) {
                    visit(*set, here)?;
                }
                next.clone()
            }
        };
        for (m, node) in here.move_list().into_iter().zip(next) {
            let mut after = here.boxed();
            after.apply(m);
            self.each_below(node, after.as_ref(), known, visit)?;
        }
        Ok(())
    }

    fn grow(&mut self, here: &dyn Position, known: &mut BTreeMap<(Player, u64), usize>, most: usize) -> Result<usize, SizeError> {
        let place = self.nodes.len();
        if place >= most {
            return Err(SizeError { most });
        }
        self.nodes.push(Node::Over(Vec::new()));
        let moves = here.move_list();
        let mut after = |tree: &mut GameTree, m: Move| {
            let mut next = here.boxed();
            next.apply(m);
            tree.grow(next.as_ref(), known, most)
        };
        self.nodes[place] = match here.turn() {
            Turn::Over => Node::Over((0..self.players).map(|player| here.score(player)).collect()),
            Turn::Chance => {
                let mut outcomes = Vec::new();
                for m in moves {
                    let p = here.chance().map_or(0.0, |chance| chance.probability(m));
                    outcomes.push((p, after(self, m)?));
                }
                Node::Chance(outcomes)
            }
            Turn::Player(player) => {
                let mut next = Vec::new();
                for &m in &moves {
                    next.push(after(self, m)?);
                }
                let key = here.information().map_or_else(|| here.key(), |information| information.known_key(player));
                let sets = &mut self.sets;
                let set = *known.entry((player, key)).or_insert_with(|| {
                    sets.push(InformationSet { player, key, moves, nodes: Vec::new() });
                    sets.len() - 1
                });
                self.sets[set].nodes.push(place);
                Node::Choice(set, next)
            }
        };
        Ok(place)
    }
}
