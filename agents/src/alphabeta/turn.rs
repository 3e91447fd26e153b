//! A turn: iterative deepening from the root, and the search as an agent.

use super::search::{AlphaBeta, Findings, Frame, Node};
use super::value::Window;
use crate::agent::{Agent, AgentError, Proof, RootMove, SearchReport};
use crate::budget::Meter;
use treebench_games::{Move, Player, Position, Rng, Turn};

impl AlphaBeta {
    /// Iterative deepening from a nodal position until its value is proven, the budget is spent or the greatest depth is reached.
    ///
    /// Every visit of a nodal position below the root is an iteration of the meter and costs one state.
    ///
    /// # Errors
    /// If it is not a player's turn, there is no whole move, or the game is not a two-player game without chance.
    pub fn search(&mut self, position: &dyn Position, meter: &mut Meter) -> Result<&Findings, AgentError> {
        if self.info.players != 2 || self.info.chance {
            return Err(AgentError::new("alpha-beta plays two-player games without chance only"));
        }
        let Turn::Player(mover) = position.turn() else {
            return Err(AgentError::new("it is no player's turn"));
        };
        self.begin(position);
        for depth in 1..=self.options.depth {
            self.horizon = depth;
            let Ok(found) = self.best(Node { ply: 0, depth, mover }, Window::ALL, meter) else { break };
            self.findings.depth = depth;
            self.findings.proven = found.is_some_and(|found| found.proven);
            if self.findings.proven {
                break;
            }
        }
        if self.findings.submove.is_empty() { Err(AgentError::new("there is no legal move")) } else { Ok(&self.findings) }
    }

    /// Makes a position the root.
    fn begin(&mut self, position: &dyn Position) {
        self.table.grow_older();
        self.order.grow_older();
        match self.frames.first_mut() {
            Some(frame) => position.store_in(&mut frame.position),
            None => self.frames.push(Frame::new(position)),
        }
        self.findings = Findings { value: 0.5, ..Findings::default() };
        self.root.clear();
        self.root.extend(position.move_list().into_iter().map(RootMove::unvisited));
    }

    /// The semimoves searched at the root, in the game's order. Visits count the nodal positions visited below, in all iterations. Means
    /// are the values from the last search of each move; for moves that were not chosen they are only upper bounds.
    pub fn root_moves(&self) -> impl Iterator<Item = &RootMove> {
        self.root.iter().filter(|child| child.visits > 0)
    }
}

impl Agent for AlphaBeta {
    /// It draws no random numbers.
    fn start(&mut self, _seat: Player, _rng: Rng) {
        self.clear();
    }

    fn choose(&mut self, position: &dyn Position, meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        submove.extend_from_slice(&self.search(position, meter)?.submove);
        Ok(())
    }

    fn memory(&self) -> u64 {
        self.table().bytes() as u64
    }

    /// Nodes are the entries of the table. The move played comes first, then the others by value; see [`AlphaBeta::root_moves`].
    fn report(&self) -> SearchReport {
        let chosen = self.findings().submove.first();
        let mut root: Vec<RootMove> = self.root_moves().cloned().collect();
        root.sort_by(|a, b| {
            let rank = |child: &RootMove| (child.submove.first() == chosen, child.mean, child.visits);
            rank(b).partial_cmp(&rank(a)).unwrap_or(std::cmp::Ordering::Equal)
        });
        let Findings { value, proven, .. } = *self.findings();
        let bounds = if proven { (value, value) } else { (0.0, 1.0) };
        let known = Proof { bounds: Some(bounds), ..Proof::default() };
        SearchReport { nodes: self.table().used(), bytes: self.memory(), known, root, line: Vec::new() }
    }
}
