//! The recursion: descent and cutoffs.

use super::order::{self, Order};
use super::table::{StoredResult, Table};
use super::value::{self, SearchValue, Window};
use crate::agent::RootMove;
use crate::budget::Meter;
use treebench_games::{GameInfo, Move, Player, Position, Turn};

/// The settings of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlphaBetaOptions {
    /// The greatest depth in whole moves; at least 1.
    pub depth: u8,
    /// The memory of the transposition table in bytes; 0 for no table.
    pub table_bytes: usize,
    /// Whether moves are ordered. If not, they are searched in the game's order, except that the best move of the previous iteration still
    /// comes first at the root, because an interrupted iteration plays the best of the moves that it has searched.
    pub ordering: bool,
    /// Whether the fastest win and the slowest loss are preferred, counted in whole moves. If not, all wins are equal, and all losses.
    pub distance: bool,
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Findings {
    /// The best whole move.
    pub submove: Vec<Move>,
    /// Its value for the player to move, (1 + own score − opponent's) / 2 with scores on the scale [0, 1]: the score itself if the two sum
    /// to 1.
    pub value: f64,
    /// The depth of the last completed iteration in whole moves. The move and its value may come from the next one.
    pub depth: u8,
    /// Whether this is the game-theoretic value: nothing is left to search.
    pub proven: bool,
}

/// An alpha-beta search and its memory.
pub struct AlphaBeta {
    pub(super) info: GameInfo,
    pub(super) options: AlphaBetaOptions,
    pub(super) table: Table,
    pub(super) order: Order,
    /// The positions from the root to the current one; allocated as needed.
    pub(super) frames: Vec<Frame>,
    pub(super) findings: Findings,
    /// The depth of the current iteration in whole moves.
    pub(super) horizon: u8,
    /// The semimoves at the root, in the game's order.
    pub(super) root: Vec<RootMove>,
}

/// A position on the current line, and the state of the search there.
pub(super) struct Frame {
    pub(super) position: Box<dyn Position>,
    moves: Vec<Move>,
    /// The order in which the moves are tried.
    ranks: Vec<u64>,
    /// The current semimove.
    played: Move,
    /// The best semimoves from here to the next nodal position.
    line: Vec<Move>,
}

/// A node: semimoves from the root, remaining depth in whole moves, and the player to move.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) ply: usize,
    pub(super) depth: u8,
    pub(super) mover: Player,
}

/// The budget is spent.
pub(super) struct BudgetSpent;

impl AlphaBeta {
    /// A search for a game with these facts.
    pub fn new(info: GameInfo, options: AlphaBetaOptions) -> AlphaBeta {
        AlphaBeta {
            info,
            options,
            table: Table::new(options.table_bytes),
            order: Order::default(),
            frames: Vec::new(),
            findings: Findings::default(),
            horizon: 0,
            root: Vec::new(),
        }
    }

    /// Clears all memory.
    pub fn clear(&mut self) {
        self.table.clear();
        self.order.clear();
        self.findings = Findings::default();
        self.root.clear();
    }

    /// The transposition table.
    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    /// The result of the last search.
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// The value of a node for its mover, exact within the window and a bound outside; `None` for a dead end.
    pub(super) fn best(&mut self, node: Node, window: Window, meter: &mut Meter) -> Result<Option<SearchValue>, BudgetSpent> {
        let here = &self.frames[node.ply].position;
        if node.depth == 0 {
            let found = SearchValue::estimate(self.info, here.as_ref(), node.mover);
            return Ok(Some(if self.options.distance { found.undecided() } else { found }));
        }
        let nodal = here.is_nodal();
        let key = if self.table.is_on() { here.key() } else { 0 };
        let played = self.played(node);
        let known = self.table.get(key).map(|known| StoredResult { value: value::seen_from_root(known.value, played), ..known });
        // At the root and inside a move the caller needs the whole submove, of which the table holds only the first semimove.
        if let Some(found) = known.filter(|_| nodal && node.ply > 0).and_then(|known| known.answer(node.depth, window)) {
            return Ok(Some(found));
        }
        self.list_moves(node, known);

        let mut best: Option<(SearchValue, usize)> = None;
        let mut open = window;
        let mut proven = true;
        for rank in 0..self.frames[node.ply].ranks.len() {
            let place = order::place(self.frames[node.ply].ranks[rank]);
            let Some(found) = self.try_move(node, place, open, best.is_none(), meter)? else { continue };
            proven &= found.proven;
            if best.is_none_or(|(best, _)| found.value > best.value) {
                best = Some((found, place));
                self.keep_line(node, found);
                open.alpha = open.alpha.max(found.value);
            }
            if found.value >= window.beta {
                // One refutation suffices, and only it must be proven.
                proven = found.proven;
                self.order.reward(node.ply, node.mover, self.frames[node.ply].played, node.depth);
                break;
            }
        }
        let Some((SearchValue { value, proven: best_is_proven }, place)) = best else {
            // All ways are dead ends. For a nodal position this is the end of the game.
            let here = self.frames[node.ply].position.as_ref();
            return Ok(nodal.then(|| SearchValue::score(self.info, here, node.mover).later(played)));
        };
        let best = u16::try_from(place).unwrap_or(u16::MAX);
        // No other move wins faster: any unproven line is longer than this iteration's depth.
        proven |= self.options.distance && best_is_proven && value >= value::DECISIVE;
        let bound = window.bound(value);
        self.table.put(key, StoredResult { value: value::seen_from_here(value, played), bound, proven, depth: node.depth, best });
        Ok(Some(SearchValue { value, proven }))
    }

    /// The number of whole moves from the root to a node; 0 if distances do not count.
    fn played(&self, node: Node) -> u8 {
        if self.options.distance { self.horizon - node.depth } else { 0 }
    }

    /// Lists and orders the moves.
    fn list_moves(&mut self, node: Node, known: Option<StoredResult>) {
        let Frame { position, moves, ranks, .. } = &mut self.frames[node.ply];
        position.moves(moves);
        let chosen = self.findings.submove.first().filter(|_| node.ply == 0);
        let chosen = chosen.and_then(|chosen| moves.iter().position(|m| m == chosen)).and_then(|place| u16::try_from(place).ok());
        if self.options.ordering {
            self.order.rank(node.ply, node.mover, moves, chosen.or(known.map(|known| known.best)), ranks);
        } else {
            order::rank_plainly(moves.len(), chosen, ranks);
        }
    }

    /// The value of a move for its mover: by a full search of the first move, and of others only if a null-window search finds them better.
    fn try_move(
        &mut self,
        node: Node,
        place: usize,
        window: Window,
        first: bool,
        meter: &mut Meter,
    ) -> Result<Option<SearchValue>, BudgetSpent> {
        let begun = meter.iterations();
        let below = self.descend(node, place, meter)?;
        let mut found = self.value(below, if first { window } else { window.scout() }, meter)?;
        if !first && found.is_some_and(|found| window.alpha < found.value && found.value < window.beta) {
            found = self.value(below, window, meter)?;
        }
        if node.ply == 0
            && let Some(found) = found
        {
            self.root[place].visits += meter.iterations() - begun;
            self.root[place].mean = on_scale(found, self.options.distance);
        }
        Ok(found)
    }

    /// Makes a move: the next frame gets the resulting position. The node keeps its mover, see [`AlphaBeta::value`].
    fn descend(&mut self, node: Node, place: usize, meter: &mut Meter) -> Result<Node, BudgetSpent> {
        if self.frames.len() == node.ply + 1 {
            self.frames.push(Frame::new(self.frames[node.ply].position.as_ref()));
        }
        let [.., here, below] = &mut self.frames[..node.ply + 2] else { return Err(BudgetSpent) };
        here.played = here.moves[place];
        below.position.copy_from(here.position.as_ref());
        below.position.apply(here.played);
        if !below.position.is_nodal() {
            return Ok(Node { ply: node.ply + 1, ..node });
        }
        if !meter.another() {
            return Err(BudgetSpent);
        }
        meter.spend(1);
        if self.findings.submove.is_empty() {
            // The first whole move: better than none if the search is interrupted now.
            self.findings.submove.extend(self.frames[..=node.ply].iter().map(|frame| frame.played));
        }
        Ok(Node { ply: node.ply + 1, depth: node.depth - 1, ..node })
    }

    /// The value of a node for the player whose move led there, whoever is to move now.
    fn value(&mut self, node: Node, window: Window, meter: &mut Meter) -> Result<Option<SearchValue>, BudgetSpent> {
        let here = self.frames[node.ply].position.as_ref();
        match here.turn() {
            Turn::Player(mover) if mover == node.mover => self.best(node, window, meter),
            Turn::Player(mover) => Ok(self.best(Node { mover, ..node }, window.flipped(), meter)?.map(SearchValue::flipped)),
            // These games have no chance.
            Turn::Over | Turn::Chance => Ok(Some(SearchValue::score(self.info, here, node.mover).later(self.played(node)))),
        }
    }

    /// Records the last move searched as the best so far, with its semimoves.
    fn keep_line(&mut self, node: Node, found: SearchValue) {
        let [.., here, below] = &mut self.frames[..node.ply + 2] else { return };
        here.line.clear();
        here.line.push(here.played);
        if !below.position.is_nodal() {
            here.line.extend_from_slice(&below.line);
        }
        if node.ply == 0 {
            self.findings.submove.clone_from(&here.line);
            self.findings.value = on_scale(found, self.options.distance);
        }
    }
}

impl Frame {
    pub(super) fn new(position: &dyn Position) -> Frame {
        Frame { position: position.boxed(), moves: Vec::new(), ranks: Vec::new(), played: Move::default(), line: Vec::new() }
    }
}

/// A value on the scale [0, 1], without the distance of a win or a loss.
fn on_scale(found: SearchValue, distance: bool) -> f64 {
    let value = if distance && found.value.abs() >= value::DECISIVE { found.value.signum() } else { found.value };
    0.5 + 0.5 * f64::from(value)
}
