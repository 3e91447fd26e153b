//! The game's automaton to the program's.
//!
//! A node of the program is a node of the game with what is known of the scalars there: a symbol, or a function of the current square. What is not
//! read any more is forgotten, so that nodes coincide. Where no scalar is the key of the current square, that changes to the square of one of them.

use super::automaton::{Parts, Tag, partial};
use super::current_square::CurrentSquare;
use super::hoisted_changes::Hoists;
use super::liveness::{Liveness, Scalars};
use super::operands::{Contents, Outcome};
use super::plan::{Plan, Remedy};
use super::point::{HoistedChange, Point, Value};
use super::storage::{Place, Storage};
use crate::game::{self, BEGIN, END, Game, Symbol};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use treebench_compile::{Arithmetic, Label, LoweringError, NodeId, Piece, Variable};

/// The maximum number of nodes, which compile in some seconds; games whose values give more remain with the interpreter.
const MOST_NODES: usize = 20_000;
/// Above this many nodes, variables with many values are numbers, and games that need another plan remain with the interpreter: the functions for ataxx, of
/// 16,000 nodes, take minutes to compile. If numbers do not help, [`MOST_NODES`] is the limit again.
const MANY_NODES: usize = 4_000;

/// A part of the program: the whole game, or the body of a test.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Part(usize);

/// The whole game.
pub(super) const WHOLE: Part = Part(0);

/// A node at which a phase begins.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) node: NodeId,
    /// The node of the game.
    pub(super) origin: game::NodeId,
    pub(super) point: Point,
}

/// The player of the program that is chance.
pub(super) fn chance(game: &Game) -> u16 {
    game.players.len() as u16
}

/// A game as an automaton.
pub(super) struct Product {
    pub(super) parts: Parts,
    pub(super) start: NodeId,
    pub(super) end: NodeId,
    pub(super) entries: Vec<Entry>,
    /// The squares whose pieces never change.
    pub(super) constant: Vec<bool>,
}

/// Lowers a game.
///
/// # Errors
/// If the program cannot express it.
pub(super) fn lower(game: &Game, storage: &Storage, plan: &Plan) -> Result<Product, Refusal> {
    let (mut constant, mut late) = (at_most_constant(game, storage), BTreeSet::new());
    loop {
        let mut lowering = Lowering::new(game, storage, plan, constant, late);
        let result = lowering.run();
        if lowering.hoists.refused {
            (constant, late) = (lowering.constant, lowering.hoists.late);
            continue;
        }
        let (start, end) = result.map_err(|reason| lowering.refusal(reason))?;
        let Lowering { parts, entries, constant: assumed, changed, hoists, .. } = lowering;
        if !assumed.iter().zip(&changed).any(|(&assumed, &changed)| assumed && changed) {
            return Ok(Product { parts, start, end, entries, constant: assumed });
        }
        late = hoists.late;
        constant = assumed.iter().zip(&changed).map(|(&assumed, &changed)| assumed && !changed).collect();
    }
}

/// Why a game cannot be lowered.
pub(super) struct Refusal {
    pub(super) reason: LoweringError,
    /// What may help.
    pub(super) remedy: Option<Remedy>,
    /// Whether it has too many nodes.
    pub(super) full: bool,
}

impl From<LoweringError> for Refusal {
    fn from(reason: LoweringError) -> Self {
        Refusal { reason, remedy: None, full: false }
    }
}

/// The squares that may be constant: those that no choice of any square has.
fn at_most_constant(game: &Game, storage: &Storage) -> Vec<bool> {
    let mut constant = vec![true; storage.setup.len()];
    for edge in &game.edges {
        if let game::Label::AssignAny(_, set) = edge.label {
            for square in game.sets[set].members.iter().filter_map(|&member| storage.square(member)) {
                constant[usize::from(square)] = false;
            }
        }
    }
    constant
}

/// A lowering under way.
pub(super) struct Lowering<'g> {
    pub(super) game: &'g Game,
    pub(super) storage: &'g Storage,
    pub(super) plan: &'g Plan,
    /// What may help if it fails.
    pub(super) remedy: Option<Remedy>,
    pub(super) parts: Parts,
    pub(super) entries: Vec<Entry>,
    liveness: Liveness,
    /// What may help if there are too many nodes.
    fewer_nodes: Option<Remedy>,
    /// The squares whose pieces are assumed not to change.
    constant: Vec<bool>,
    /// The squares whose pieces may change.
    pub(super) changed: Vec<bool>,
    /// Where each part ends, in the game and in the program.
    ends: Vec<Option<(game::NodeId, NodeId)>>,
    nodes: BTreeMap<(Part, game::NodeId, Point), NodeId>,
    open: Vec<(Part, game::NodeId, Point, NodeId)>,
    tests: BTreeMap<(game::NodeId, game::NodeId, Point), (NodeId, NodeId)>,
    /// The number of edges that lead to each node of the game.
    arrivals: Vec<u32>,
    /// The nodes of the game at which the keeper's way is cut.
    cuts: Vec<bool>,
    pub(super) hoists: Hoists<'g>,
    pub(super) current: CurrentSquare<'g>,
}

impl<'g> Lowering<'g> {
    fn new(game: &'g Game, storage: &'g Storage, plan: &'g Plan, constant: Vec<bool>, late: BTreeSet<usize>) -> Self {
        let mut arrivals = vec![0; game.nodes.len()];
        game.edges.iter().for_each(|edge| arrivals[edge.to as usize] += 1);
        let current = CurrentSquare::new(game, storage);
        let fewer_nodes = storage.fewer_nodes(game, |scalar| current.is_square(scalar));
        let is_large = plan.large || fewer_nodes.is_none() && *plan == Plan::default();
        Lowering {
            game,
            storage,
            plan,
            remedy: None,
            parts: Parts::new(if is_large { MOST_NODES } else { MANY_NODES }),
            fewer_nodes,
            entries: Vec::new(),
            liveness: Liveness::default(),
            changed: vec![false; constant.len()],
            constant,
            ends: vec![None],
            nodes: BTreeMap::new(),
            open: Vec::new(),
            tests: BTreeMap::new(),
            cuts: cuts(game, &arrivals),
            arrivals,
            hoists: Hoists::new(game, storage, late),
            current,
        }
    }

    fn run(&mut self) -> Result<(NodeId, NodeId), LoweringError> {
        let (start, end) = (self.parts.node(BEGIN)?, self.parts.node(END)?);
        let scalars = self.storage.scalars.iter().map(|&cell| Value::Symbol(self.game.initial[cell])).collect();
        let squares = (0..self.storage.setup.len()).map(|square| square == 0).collect();
        self.link(start, WHOLE, BEGIN, Point { scalars, squares, early: Vec::new() })?;
        while let Some((part, origin, point, node)) = self.open.pop() {
            let (first, last) = (self.game.nodes[origin as usize].first, self.game.nodes[origin as usize].last);
            let mut edges = first as usize..last as usize;
            while let Some(edge) = edges.next() {
                let other = edges.start;
                if self.is_superfluous(first as usize..last as usize, edge, &point) {
                    continue;
                }
                if self.repeats(first as usize..edge, edge) && !(part == WHOLE && self.may_be_chance(&point)) {
                    continue;
                }
                if edges.contains(&other) && are_alternatives(self.game, edge, other) {
                    edges.next();
                    self.alternatives(part, node, &point, [edge, other])?;
                } else {
                    self.edge(part, node, &point, edge)?;
                }
            }
        }
        Ok((start, end))
    }

    /// The refusal for a reason.
    fn refusal(&self, reason: LoweringError) -> Refusal {
        let full = self.parts.is_full();
        Refusal { reason, remedy: if full { self.fewer_nodes } else { self.remedy }, full }
    }

    /// The scalars that are read behind a node of a part; none if it does not lead to the part's end.
    fn live_if_leading(&mut self, part: Part, node: game::NodeId, early: &[HoistedChange]) -> Result<Option<Scalars>, LoweringError> {
        let target = self.ends[part.0].map(|(target, _)| target);
        let idle: Vec<usize> = early.iter().flat_map(|put| &put.edges).copied().collect();
        Ok(self.liveness.until(self.game, self.storage, target, &idle)?[node as usize])
    }

    /// The scalars that are read behind a node of a part.
    pub(super) fn live(&mut self, part: Part, node: game::NodeId, point: &Point) -> Result<Scalars, LoweringError> {
        Ok(self.live_if_leading(part, node, &point.early)?.unwrap_or(0))
    }

    /// Goes on from a node of the program at a node of the game.
    pub(super) fn link(&mut self, from: NodeId, part: Part, to: game::NodeId, point: Point) -> Result<(), LoweringError> {
        if let Some((target, end)) = self.ends[part.0]
            && target == to
        {
            self.parts.edge(from, end, Label::Empty);
            return Ok(());
        }
        let Some(live) = self.live_if_leading(part, to, &point.early)? else { return Ok(()) };
        let point = read_only(&point, live);
        if let Some(squares) = self.current.mixed(&point) {
            for wanted in [true, false] {
                let Some(within) = point.within(|square| squares[square] == wanted) else { continue };
                let there = self.only_on(from, &within.squares)?;
                self.link(there, part, to, within)?;
            }
            return Ok(());
        }
        let exact = self.plan.exact && self.arrivals[to as usize] < 2;
        let (next, point) = self.current.settled(point, exact);
        let label = match next {
            Some(next) => Label::Shift(self.parts.direction(next)?),
            None => Label::Empty,
        };
        let key = (part, to, point);
        let node = match self.nodes.get(&key) {
            Some(&known) => known,
            None => {
                let node = self.parts.node(to)?;
                let on = if self.is_cut(part, to, &key.2) { self.idle_step(node, Tag::Silent)? } else { node };
                self.open.push((part, to, key.2.clone(), on));
                self.nodes.insert(key, node);
                node
            }
        };
        self.parts.edge(from, node, label);
        Ok(())
    }

    /// Whether the keeper's way is cut here by a step that does nothing. Where ways join, the tests behind would otherwise belong to the segments of all of
    /// them, and take time to compile for each.
    fn is_cut(&self, part: Part, node: game::NodeId, point: &Point) -> bool {
        let acts = |symbol: Symbol| symbol == self.game.random || self.game.players.contains(&symbol);
        let keeps = self.player().is_some_and(|player| matches!(point.scalars[player], Value::Symbol(symbol) if !acts(symbol)));
        part == WHOLE && keeps && self.cuts[node as usize]
    }

    /// Adds a step without an effect: something that is never read is set to the value that it always has.
    pub(super) fn idle_step(&mut self, from: NodeId, tag: Tag) -> Result<NodeId, LoweringError> {
        self.parts.step(from, Label::Assign(Variable(self.storage.variables.len() as u16), Arithmetic::Number(0)), tag)
    }

    /// Whether it may be chance that chooses, where every edge counts.
    fn may_be_chance(&self, point: &Point) -> bool {
        self.player().is_none_or(|player| !matches!(point.scalars[player], Value::Symbol(symbol) if symbol != self.game.random))
    }

    /// Whether an edge is the same way as one of these: it has the same label, and leads to the same node.
    fn repeats(&self, others: std::ops::Range<usize>, edge: usize) -> bool {
        let game::Edge { label, to } = &self.game.edges[edge];
        others.into_iter().any(|other| {
            let other = &self.game.edges[other];
            other.label == *label && behind(self.game, other.to) == behind(self.game, *to)
        })
    }

    /// Whether an edge is a comparison beside an edge that can always be taken, and leads to the same node.
    fn is_superfluous(&self, edges: std::ops::Range<usize>, edge: usize, point: &Point) -> bool {
        let game = self.game;
        let holds = |number: usize| match &game.edges[number].label {
            game::Label::Empty => true,
            game::Label::Compare { .. } => {
                let outcome = self.outcome(point, &Contents::new(), &game.edges[number]);
                matches!(outcome, Ok(Outcome::Passes(passed)) if point.current().all(|square| passed[square]))
            }
            _ => false,
        };
        let to = behind(game, game.edges[edge].to);
        let mut others = edges.filter(|&other| other != edge && behind(game, game.edges[other].to) == to);
        matches!(game.edges[edge].label, game::Label::Compare { .. }) && others.any(|other| (other < edge || !holds(edge)) && holds(other))
    }

    /// The body of a test, which begins at a point.
    pub(super) fn test(&mut self, from: game::NodeId, to: game::NodeId, point: &Point) -> Result<(NodeId, NodeId), LoweringError> {
        let live = self.liveness.until(self.game, self.storage, Some(to), &[])?[from as usize].unwrap_or(0);
        let point = read_only(point, live);
        let key = (from, to, point.clone());
        if let Some(&known) = self.tests.get(&key) {
            return Ok(known);
        }
        let (start, end) = (self.parts.node(from)?, self.parts.node(to)?);
        self.tests.insert(key, (start, end));
        let part = Part(self.ends.len());
        self.ends.push(Some((to, end)));
        self.link(start, part, from, point)?;
        Ok((start, end))
    }

    /// The point on the squares where the squares of cells may hold one of these pieces.
    pub(super) fn holding(&self, point: &Point, cells: &[usize], pieces: &[Piece]) -> Option<Point> {
        point.within(|square| {
            let constant = match self.storage.square_of(cells[square]) {
                Some(read) if !self.constant[usize::from(read)] => return true,
                Some(read) => Some(self.storage.setup[usize::from(read)]),
                None => self.game.initial.get(cells[square]).and_then(|&value| self.storage.piece(value)),
            };
            constant.is_some_and(|piece| pieces.contains(&piece))
        })
    }

    /// The symbol for who acts at the start of a part of play.
    pub(super) fn player(&self) -> Option<usize> {
        match self.storage.places[self.game.variables[self.game.player].offset] {
            Place::Scalar(player) => Some(player),
            _ => None,
        }
    }

    /// The name of a scalar.
    pub(super) fn name(&self, scalar: usize) -> &str {
        let cell = self.storage.scalars[scalar];
        let variable = self.game.variables.iter().find(|variable| variable.offset == cell && variable.cells == 1);
        variable.map_or("?", |variable| &variable.name)
    }

    /// Goes on where the current square is one of these.
    pub(super) fn only_on(&mut self, from: NodeId, squares: &[bool]) -> Result<NodeId, LoweringError> {
        let (to, direction) = (self.parts.node(self.parts.origins[from as usize])?, self.parts.direction(partial(squares))?);
        self.parts.edge(from, to, Label::Shift(direction));
        Ok(to)
    }
}

/// The nodes at which ways join, and behind which there is a test before the next phase.
fn cuts(game: &Game, arrivals: &[u32]) -> Vec<bool> {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); game.nodes.len()];
    let (mut tested, mut open) = (vec![false; game.nodes.len()], Vec::new());
    for (number, node) in game.nodes.iter().enumerate() {
        for edge in &game.edges[node.first as usize..node.last as usize] {
            match edge.label {
                game::Label::Switch(_) => {}
                game::Label::Reach { .. } => open.push(number),
                _ => before[edge.to as usize].push(number),
            }
        }
    }
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut tested[node], true) {
            open.extend(&before[node]);
        }
    }
    tested.iter().zip(arrivals).map(|(&tested, arrivals)| tested && *arrivals > 1).collect()
}

/// The node to which one leads by empty edges alone.
fn behind(game: &Game, mut node: game::NodeId) -> game::NodeId {
    for _ in 0..game.nodes.len() {
        match game.leaving(node) {
            [game::Edge { label: game::Label::Empty, to }] => node = *to,
            _ => break,
        }
    }
    node
}

/// Whether two edges compare the same, one for equality and the other for the opposite.
fn are_alternatives(game: &Game, edge: usize, other: usize) -> bool {
    match (&game.edges[edge].label, &game.edges[other].label) {
        (game::Label::Compare { left: a, right: b, negated }, game::Label::Compare { left, right, negated: opposite }) => {
            a == left && b == right && negated != opposite
        }
        _ => false,
    }
}

/// The point without what is not read.
pub(super) fn read_only(point: &Point, live: Scalars) -> Point {
    let keep = |(number, value): (usize, &Value)| if live >> number & 1 == 1 { value.clone() } else { Value::Dead };
    Point { scalars: point.scalars.iter().enumerate().map(keep).collect(), squares: Arc::clone(&point.squares), early: point.early.clone() }
}
