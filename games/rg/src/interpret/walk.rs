//! A walk through the automaton from a state: depth first, each node once with the same tags and values.

use super::Viewers;
use super::visited::{VisitedKeys, mixed};
use crate::fault::{Fault, Problem};
use crate::game::{Base, Game, Label, NodeId, Operand, Symbol};
use crate::state::State;
use std::ops::{ControlFlow, Range};

/// The aim of a walk.
#[derive(Clone, Copy)]
pub(super) enum WalkGoal<'a> {
    /// Whole moves.
    Moves,
    /// Whole moves with these tags.
    Move(&'a [Symbol]),
    /// The next tag, or the end of the move before one.
    Tag,
}

/// The point that a walk has reached: the end of a move, or a tag.
pub(super) struct Arrival<'a> {
    pub(super) tags: &'a [Symbol],
    /// The players who see each tag, as bits; empty unless the game hides any.
    pub(super) seen_by: &'a [Viewers],
    pub(super) node: NodeId,
    pub(super) cells: &'a [Symbol],
}

/// The memory of walks.
pub(super) struct Walk {
    cells: Vec<Symbol>,
    /// Cells with the values that they had.
    trail: Vec<(u32, Symbol)>,
    /// The sum of all values' differences from those at the start, each times the weight of its cell.
    values: u128,
    /// A random odd number for every cell, so that the sums of two states are the same for one in about 10³³ choices of weights.
    weights: Vec<u128>,
    /// The key of every node.
    nodes: Vec<u128>,
    /// A map that is copied.
    copied: Vec<Symbol>,
    tags: Vec<Symbol>,
    /// The players who see each tag, as bits; empty unless the game hides any.
    seen_by: Vec<Viewers>,
    /// The cells that say what each player sees, if the game hides anything.
    visible: Range<usize>,
    /// The value of those cells for what is hidden.
    hidden: Option<Symbol>,
    steps: u64,
    /// The memory of a walk, and of each test inside it.
    levels: Vec<Level>,
}

#[derive(Default)]
struct Level {
    frames: Vec<Frame>,
    visited: VisitedKeys,
}

/// A node on the way.
struct Frame {
    node: NodeId,
    /// The next edge.
    edge: u32,
    /// The next member, if that edge sets any.
    member: u16,
    trail: u32,
    tags: u32,
    values: u128,
    tag_key: u128,
    /// The last test of this node and its result: `?` and `!` often come together.
    test: Option<(NodeId, NodeId, bool)>,
}

impl Walk {
    pub(super) fn new(game: &Game) -> Walk {
        Walk {
            cells: Vec::new(),
            trail: Vec::new(),
            values: 0,
            weights: (0..game.initial.len() as u32).map(|cell| mixed(cell, 1) | 1).collect(),
            nodes: (0..game.nodes.len() as u32).map(|node| mixed(node, 0)).collect(),
            copied: Vec::new(),
            tags: Vec::new(),
            seen_by: Vec::new(),
            visible: if game.hides() { game.visible_cells() } else { 0..0 },
            hidden: game.symbols.iter().position(|name| &**name == "0").map(|symbol| symbol as Symbol),
            steps: 0,
            levels: Vec::new(),
        }
    }

    /// Walks from a state until `arrive` breaks.
    pub(super) fn run(
        &mut self,
        game: &Game,
        from: &State,
        aim: WalkGoal<'_>,
        arrive: &mut dyn FnMut(Arrival<'_>) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        self.cells.clone_from(&from.cells);
        self.trail.clear();
        self.tags.clear();
        self.seen_by.clear();
        (self.values, self.steps) = (0, 0);
        let mut level = self.levels.pop().unwrap_or_default();
        let result = self.search(game, from.node, aim, arrive, &mut level);
        level.frames.clear();
        level.visited.clear();
        self.levels.push(level);
        result
    }

    fn search(
        &mut self,
        game: &Game,
        start: NodeId,
        aim: WalkGoal<'_>,
        arrive: &mut dyn FnMut(Arrival<'_>) -> ControlFlow<()>,
        level: &mut Level,
    ) -> Result<(), Fault> {
        let player = game.variables[game.player].offset;
        level.visited.insert(self.nodes[start as usize]);
        level.frames.push(self.frame(game, start, 0));
        while let Some(frame) = level.frames.last_mut() {
            let (node, tag_key) = (frame.node, frame.tag_key);
            self.take_back(frame.trail as usize, frame.values);
            self.tags.truncate(frame.tags as usize);
            self.seen_by.truncate(frame.tags as usize);
            if frame.edge == game.nodes[node as usize].last {
                level.frames.pop();
                continue;
            }
            let Some(edge) = self.step(game, frame, 1)? else { continue };
            let mut next_key = tag_key;
            match edge.label {
                Label::Tag(_) | Label::TagCell(_) => {
                    let tag = match edge.label {
                        Label::Tag(tag) => tag,
                        Label::TagCell(cell) => self.cells[cell],
                        _ => continue,
                    };
                    if matches!(aim, WalkGoal::Move(wanted) if wanted.get(self.tags.len()) != Some(&tag)) {
                        continue;
                    }
                    if self.tags.len() == game.limits.tags {
                        return Err(Fault { problem: Problem::Tags, node });
                    }
                    next_key = (tag_key ^ mixed(u32::from(tag), u32::MAX - self.tags.len() as u32)).rotate_left(1);
                    self.tags.push(tag);
                    if !self.visible.is_empty() {
                        let seen_by = self.viewers();
                        self.seen_by.push(seen_by);
                        next_key = (next_key ^ seen_by).rotate_left(1);
                    }
                    if matches!(aim, WalkGoal::Tag) {
                        if arrive(Arrival { tags: &self.tags, seen_by: &self.seen_by, node: edge.to, cells: &self.cells }).is_break() {
                            return Ok(());
                        }
                        continue;
                    }
                }
                Label::Switch(ref next) => {
                    if matches!(aim, WalkGoal::Move(wanted) if wanted.len() != self.tags.len()) {
                        continue;
                    }
                    let next = self.scalar(game, next);
                    let before = std::mem::replace(&mut self.cells[player], next);
                    let flow = arrive(Arrival { tags: &self.tags, seen_by: &self.seen_by, node: edge.to, cells: &self.cells });
                    self.cells[player] = before;
                    if flow.is_break() {
                        return Ok(());
                    }
                    continue;
                }
                _ => {}
            }
            let key = self.values ^ self.nodes[edge.to as usize] ^ next_key;
            if game.nodes[edge.to as usize].once || level.visited.insert(key) {
                let frame = self.frame(game, edge.to, next_key);
                level.frames.push(frame);
            }
        }
        Ok(())
    }

    /// The players who see a tag that is passed now, as bits.
    fn viewers(&self) -> Viewers {
        let sees = |&(_, value): &(usize, &Symbol)| Some(*value) != self.hidden;
        self.cells[self.visible.clone()].iter().enumerate().filter(sees).fold(0, |bits, (player, _)| bits | 1 << player)
    }

    /// Whether one node can be reached from another with the present values, which are left as they were.
    fn reaches(&mut self, game: &Game, from: NodeId, to: NodeId, depth: usize) -> Result<bool, Fault> {
        if from == to {
            return Ok(true);
        }
        if depth > game.limits.nested_tests {
            return Err(Fault { problem: Problem::NestedTests, node: from });
        }
        let (mark, values) = (self.trail.len(), self.values);
        let mut level = self.levels.pop().unwrap_or_default();
        let result = self.test(game, from, to, depth, &mut level);
        self.take_back(mark, values);
        level.frames.clear();
        level.visited.clear();
        self.levels.push(level);
        result
    }

    fn test(&mut self, game: &Game, from: NodeId, to: NodeId, depth: usize, level: &mut Level) -> Result<bool, Fault> {
        let player = game.variables[game.player].offset;
        level.visited.insert(self.values ^ self.nodes[from as usize]);
        level.frames.push(self.frame(game, from, 0));
        while let Some(frame) = level.frames.last_mut() {
            let node = frame.node;
            self.take_back(frame.trail as usize, frame.values);
            if frame.edge == game.nodes[node as usize].last {
                level.frames.pop();
                continue;
            }
            let Some(edge) = self.step(game, frame, depth + 1)? else { continue };
            if let Label::Switch(next) = &edge.label {
                let next = self.scalar(game, next);
                self.set(player, next);
            }
            if edge.to == to {
                return Ok(true);
            }
            if game.nodes[edge.to as usize].once || level.visited.insert(self.values ^ self.nodes[edge.to as usize]) {
                let frame = self.frame(game, edge.to, 0);
                level.frames.push(frame);
            }
        }
        Ok(false)
    }

    /// Applies the next edge of a node to the variables; nothing if it cannot be taken.
    fn step<'g>(&mut self, game: &'g Game, frame: &mut Frame, depth: usize) -> Result<Option<&'g crate::game::Edge>, Fault> {
        let node = frame.node;
        self.steps += 1;
        if self.steps > game.limits.steps {
            return Err(Fault { problem: Problem::Steps, node });
        }
        let edge = &game.edges[frame.edge as usize];
        match &edge.label {
            Label::AssignAny(place, set) => {
                let members = &game.sets[*set].members;
                let cell = self.cell(game, place, node)?;
                self.set(cell, members[usize::from(frame.member)]);
                frame.member += 1;
                if usize::from(frame.member) < members.len() {
                    // The same edge comes again.
                    return Ok(Some(edge));
                }
                frame.member = 0;
            }
            Label::Assign(place, value) => {
                let to = self.cell(game, place, node)?;
                if place.cells == 1 {
                    let value = self.scalar(game, value);
                    self.set(to, value);
                } else {
                    // A map may be copied onto a part of itself.
                    let mut copied = std::mem::take(&mut self.copied);
                    copied.clear();
                    copied.extend_from_slice(self.slice(game, value));
                    copied.iter().enumerate().for_each(|(i, &value)| self.set(to + i, value));
                    self.copied = copied;
                }
            }
            Label::Compare { left, right, negated } => {
                let equal = match left.cells {
                    1 => self.scalar(game, left) == self.scalar(game, right),
                    _ => self.slice(game, left) == self.slice(game, right),
                };
                if equal == *negated {
                    frame.edge += 1;
                    return Ok(None);
                }
            }
            Label::Reach { from, to, negated } => {
                let reached = match frame.test {
                    Some((known_from, known_to, reached)) if (known_from, known_to) == (*from, *to) => reached,
                    _ => self.reaches(game, *from, *to, depth)?,
                };
                frame.test = Some((*from, *to, reached));
                if reached == *negated {
                    frame.edge += 1;
                    return Ok(None);
                }
            }
            Label::Empty | Label::Tag(_) | Label::TagCell(_) | Label::Switch(_) => {}
        }
        frame.edge += 1;
        Ok(Some(edge))
    }

    fn frame(&self, game: &Game, node: NodeId, tag_key: u128) -> Frame {
        Frame {
            node,
            edge: game.nodes[node as usize].first,
            member: 0,
            trail: self.trail.len() as u32,
            tags: self.tags.len() as u32,
            values: self.values,
            tag_key,
            test: None,
        }
    }

    #[inline]
    fn set(&mut self, cell: usize, value: Symbol) {
        let before = std::mem::replace(&mut self.cells[cell], value);
        if before != value {
            let more = u128::from(value).wrapping_sub(u128::from(before));
            self.values = self.values.wrapping_add(more.wrapping_mul(self.weights[cell]));
            self.trail.push((cell as u32, before));
        }
    }

    #[inline]
    fn take_back(&mut self, mark: usize, values: u128) {
        while self.trail.len() > mark {
            if let Some((cell, before)) = self.trail.pop() {
                self.cells[cell as usize] = before;
            }
        }
        self.values = values;
    }

    /// The first cell of an operand that is read.
    #[inline]
    fn first(&self, game: &Game, operand: &Operand) -> usize {
        let first = match operand.base {
            Base::State(offset) | Base::Constant(offset) => offset,
            Base::Symbol(_) => 0,
        };
        operand.keys.iter().map(|key| game.sets[key.set].entry(self.scalar(game, &key.operand)) * key.stride).sum::<usize>() + first
    }

    /// The first cell of an operand that is written.
    #[inline]
    fn cell(&self, game: &Game, operand: &Operand, node: NodeId) -> Result<usize, Fault> {
        for key in &operand.keys {
            let value = self.scalar(game, &key.operand);
            if game.sets[key.set].place(value).is_none() {
                return Err(Fault { problem: Problem::NoKey(value), node });
            }
        }
        Ok(self.first(game, operand))
    }

    #[inline]
    fn scalar(&self, game: &Game, operand: &Operand) -> Symbol {
        match operand.base {
            Base::Symbol(symbol) => symbol,
            Base::State(cell) if operand.keys.is_empty() => self.cells[cell],
            Base::State(_) => self.cells[self.first(game, operand)],
            Base::Constant(_) => game.constants[self.first(game, operand)],
        }
    }

    fn slice<'s>(&'s self, game: &'s Game, operand: &Operand) -> &'s [Symbol] {
        let cell = self.first(game, operand);
        let cells = match operand.base {
            Base::Constant(_) => &game.constants,
            Base::State(_) | Base::Symbol(_) => &self.cells,
        };
        &cells[cell..cell + operand.cells]
    }
}
