//! The interpreter: the reference semantics of the language.
//!
//! A move is the tags from one assignment to `player` to the next. A state has a move once for every path to it through different nodes, tags or
//! values; chance chooses uniformly among these paths, and players see moves with the same tags and the same outcome as one.

mod visited;
mod walk;

use crate::fault::{Fault, Problem};
use crate::game::{END, Game, Symbol};
use crate::state::{Control, State};
use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use walk::{Walk, WalkGoal};

/// Plays one game; its memory is used again.
pub struct Interpreter {
    game: Arc<Game>,
    walk: Walk,
}

/// Players as bits: bit i is player i.
pub type Viewers = u128;

/// A move and its outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// Its tags.
    pub tags: Vec<Symbol>,
    /// The players to whom each tag is visible; empty unless the game hides any.
    pub seen_by: Vec<Viewers>,
    /// The state after it, in which the keeper may have to move.
    pub after: State,
    /// The number of paths of the move.
    pub ways: u32,
}

/// The continuations inside a move: tags with the states after each, and states in which the move is over.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Continuations {
    /// The tags in the order in which they are found.
    pub tags: Vec<(Symbol, Vec<State>)>,
    /// The states after the move, if it may end before another tag.
    pub ends: Vec<State>,
}

impl Interpreter {
    /// For a game.
    pub fn new(game: Arc<Game>) -> Self {
        Interpreter { walk: Walk::new(&game), game }
    }

    /// Every path of a move, in the order of discovery.
    pub fn ways(&mut self, state: &State) -> Result<Vec<Move>, Fault> {
        self.aimed(state, WalkGoal::Moves)
    }

    fn aimed(&mut self, state: &State, aim: WalkGoal<'_>) -> Result<Vec<Move>, Fault> {
        let mut found = Vec::new();
        let mut full = false;
        let most = self.game.limits.moves;
        self.walk.run(&self.game, state, aim, &mut |arrival| {
            full = found.len() == most;
            if full {
                return ControlFlow::Break(());
            }
            found.push(Move {
                tags: arrival.tags.to_vec(),
                seen_by: arrival.seen_by.to_vec(),
                after: State { node: arrival.node, cells: arrival.cells.to_vec() },
                ways: 1,
            });
            ControlFlow::Continue(())
        })?;
        if full { Err(Fault { problem: Problem::Moves, node: state.node }) } else { Ok(found) }
    }

    /// The moves of a state, each once.
    ///
    /// # Errors
    /// If moves with the same tags lead to different states or are seen by different players, or a limit is exceeded.
    pub fn moves(&mut self, state: &State) -> Result<Vec<Move>, Fault> {
        let ways = self.ways(state)?;
        merged(ways, state)
    }

    /// Whether there is a move.
    pub fn has_move(&mut self, state: &State) -> Result<bool, Fault> {
        let mut found = false;
        self.walk.run(&self.game, state, WalkGoal::Moves, &mut |_| {
            found = true;
            ControlFlow::Break(())
        })?;
        Ok(found)
    }

    /// The move with these tags, if there is one.
    ///
    /// # Errors
    /// If it leads to two states, or a limit is exceeded.
    pub fn find(&mut self, state: &State, tags: &[Symbol]) -> Result<Option<Move>, Fault> {
        let ways = self.aimed(state, WalkGoal::Move(tags))?;
        Ok(merged(ways, state)?.pop())
    }

    /// The continuations of these states, which are inside the same move.
    pub fn continuations(&mut self, states: &[State]) -> Result<Continuations, Fault> {
        let mut next = Continuations::default();
        let mut places: BTreeMap<Symbol, usize> = BTreeMap::new();
        let mut seen: HashSet<(Option<Symbol>, State)> = HashSet::new();
        let mut full = false;
        let most = self.game.limits.moves;
        for state in states {
            self.walk.run(&self.game, state, WalkGoal::Tag, &mut |arrival| {
                let (tag, after) = (arrival.tags.first().copied(), State { node: arrival.node, cells: arrival.cells.to_vec() });
                if seen.insert((tag, after.clone())) {
                    match tag {
                        None => next.ends.push(after),
                        Some(tag) => {
                            let place = *places.entry(tag).or_insert_with(|| {
                                next.tags.push((tag, Vec::new()));
                                next.tags.len() - 1
                            });
                            next.tags[place].1.push(after);
                        }
                    }
                }
                full = seen.len() > most;
                if full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })?;
        }
        if full {
            return Err(Fault { problem: Problem::Moves, node: states.first().map_or(END, |state| state.node) });
        }
        Ok(next)
    }

    /// Makes the keeper's moves, until a player or chance acts or the game is over.
    ///
    /// # Errors
    /// If the keeper has not exactly one move, or a limit is exceeded.
    pub fn settle(&mut self, state: &mut State) -> Result<(), Fault> {
        self.settle_and_tell(state, |_| ())
    }

    /// The same; `tell` is given each of the keeper's moves.
    ///
    /// # Errors
    /// If the keeper has not exactly one move, or a limit is exceeded.
    pub fn settle_and_tell(&mut self, state: &mut State, mut tell: impl FnMut(&Move)) -> Result<(), Fault> {
        let mut seen: HashSet<State> = HashSet::new();
        for made in 0.. {
            if state.node == END || state.control(&self.game) != Control::Keeper {
                return Ok(());
            }
            let endless = made == self.game.limits.keeper_moves || made > 100 && !seen.insert(state.clone());
            if endless {
                return Err(Fault { problem: Problem::EndlessKeeper, node: state.node });
            }
            let mut ways = self.ways(state)?;
            let choice = ways.len();
            let Some(only) = ways.pop() else { return Err(Fault { problem: Problem::Stuck, node: state.node }) };
            if ways.iter().any(|way| *way != only) {
                return Err(Fault { problem: Problem::KeeperChoice(choice), node: state.node });
            }
            tell(&only);
            *state = only.after;
        }
        Ok(())
    }
}

/// Moves with the same tags become one.
fn merged(ways: Vec<Move>, state: &State) -> Result<Vec<Move>, Fault> {
    let mut moves: Vec<Move> = Vec::with_capacity(ways.len());
    let mut places: BTreeMap<Vec<Symbol>, usize> = BTreeMap::new();
    for way in ways {
        match places.get(&way.tags) {
            None => {
                places.insert(way.tags.clone(), moves.len());
                moves.push(way);
            }
            Some(&place) if moves[place].seen_by != way.seen_by => {
                return Err(Fault { problem: Problem::TwoViews(way.tags), node: state.node });
            }
            Some(&place) if moves[place].after == way.after => moves[place].ways += 1,
            Some(_) => return Err(Fault { problem: Problem::TwoOutcomes(way.tags), node: state.node }),
        }
    }
    Ok(moves)
}
