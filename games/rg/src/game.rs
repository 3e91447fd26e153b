//! A game with all names resolved to numbers, as it is played.

use crate::limits::PlayLimits;
use std::ops::Range;
use std::sync::Arc;

/// A value or a tag, as a number.
pub type Symbol = u16;
/// A node's number. Play starts at [`BEGIN`].
pub type NodeId = u32;

/// The node at which play starts.
pub const BEGIN: NodeId = 0;
/// The node at which the game is over.
pub const END: NodeId = 1;

/// A game.
#[derive(Debug)]
pub struct Game {
    /// The name of every symbol.
    pub symbols: Vec<Arc<str>>,
    /// The sets of values.
    pub sets: Vec<Set>,
    /// The cells of all constants.
    pub(crate) constants: Vec<Symbol>,
    /// The variables: `goals`, `player` and `visible` are among them.
    pub variables: Vec<Variable>,
    /// The cells of all variables at the start.
    pub initial: Vec<Symbol>,
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The edges, those of a node one after the other.
    pub edges: Vec<Edge>,
    /// The players.
    pub players: Vec<Symbol>,
    /// The score of a symbol.
    pub(crate) scores: Vec<Option<i32>>,
    pub(crate) random: Symbol,
    /// The number of the variable `goals`.
    pub goals: usize,
    /// The number of the variable `player`.
    pub player: usize,
    /// The number of the variable `visible`.
    pub visible: usize,
    /// Likely mistakes.
    pub warnings: Vec<String>,
    /// The limits of play.
    pub limits: PlayLimits,
}

/// A set of values.
#[derive(Debug)]
pub struct Set {
    /// A name of it, if it has one.
    pub name: Option<Arc<str>>,
    /// Its members in order.
    pub members: Vec<Symbol>,
    /// For every symbol its place among the members, and the number of members for other symbols.
    pub(crate) index: Vec<u16>,
}

impl Set {
    /// The place of a symbol among the members.
    #[inline]
    pub fn place(&self, symbol: Symbol) -> Option<usize> {
        let entry = self.entry(symbol);
        (entry < self.members.len()).then_some(entry)
    }

    /// The entry of a map with these keys that is read for a symbol; the one after the last is for symbols that are no members.
    #[inline]
    pub(crate) fn entry(&self, symbol: Symbol) -> usize {
        usize::from(self.index[usize::from(symbol)])
    }
}

/// A type: a map from some keys to a set, or a set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The numbers of the sets of keys, the outermost first.
    pub keys: Vec<usize>,
    /// The number of the set of values.
    pub leaf: usize,
}

/// A variable.
#[derive(Debug)]
pub struct Variable {
    /// Its name.
    pub name: Arc<str>,
    /// Its type.
    pub shape: Shape,
    /// Its first cell in the states.
    pub offset: usize,
    /// The number of its cells. A map has one for every member of its set of keys, and one more, which is read for all other keys.
    pub cells: usize,
}

/// A node of the automaton.
#[derive(Debug)]
pub struct Node {
    /// Its name.
    pub name: Arc<str>,
    /// Its first edge.
    pub(crate) first: u32,
    /// The edge after its last.
    pub(crate) last: u32,
    /// Whether walks reach it at most once with the same values, so visits need not be recorded.
    pub(crate) once: bool,
}

/// An edge of the automaton.
#[derive(Debug)]
pub struct Edge {
    /// Its target.
    pub to: NodeId,
    /// Its label.
    pub label: Label,
}

/// The label of an edge.
#[derive(PartialEq, Eq, Debug)]
pub enum Label {
    /// Nothing.
    Empty,
    /// Copies cells.
    Assign(Operand, Operand),
    /// Sets a cell to any member of a set.
    AssignAny(Operand, usize),
    /// Compares cells.
    Compare {
        /// The left side.
        left: Operand,
        /// The right side.
        right: Operand,
        /// Whether they must differ.
        negated: bool,
    },
    /// Tests whether one node can be reached from another.
    Reach {
        /// The first node.
        from: NodeId,
        /// The last node.
        to: NodeId,
        /// Whether it must be impossible.
        negated: bool,
    },
    /// Adds a tag to the move.
    Tag(Symbol),
    /// Adds the value of a cell to the move.
    TagCell(usize),
    /// Ends the move and hands over control.
    Switch(Operand),
}

impl Label {
    /// Whether the label reads any of the cells.
    pub(crate) fn reads(&self, cells: &Range<usize>) -> bool {
        match self {
            Label::Assign(place, value) => place.keys_read(cells) || value.reads(cells),
            Label::AssignAny(place, _) => place.keys_read(cells),
            Label::Compare { left, right, .. } => left.reads(cells) || right.reads(cells),
            Label::Switch(value) => value.reads(cells),
            Label::TagCell(cell) => cells.contains(cell),
            Label::Empty | Label::Reach { .. } | Label::Tag(_) => false,
        }
    }

    /// Whether the label changes any of the cells, apart from that of `player` by a change of the player.
    pub(crate) fn changes(&self, cells: &Range<usize>) -> bool {
        matches!(self, Label::Assign(place, _) | Label::AssignAny(place, _) if place.is_in(cells))
    }

    fn mentions(&self, cells: &Range<usize>) -> bool {
        self.reads(cells) || self.changes(cells)
    }
}

/// Cells of a variable or a constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operand {
    /// Their location.
    pub(crate) base: Base,
    /// The keys that are applied, the outermost first.
    pub(crate) keys: Vec<Key>,
    /// How many cells there are.
    pub(crate) cells: usize,
}

/// The location of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Base {
    /// In the state, from this one on.
    State(usize),
    /// In the constants, from this one on.
    Constant(usize),
    /// A single value.
    Symbol(Symbol),
}

/// A key of a map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    /// The set that it is from.
    pub(crate) set: usize,
    /// The cells between one key and the next.
    pub(crate) stride: usize,
    pub(crate) operand: Operand,
}

impl Operand {
    /// Whether it is one of the cells, or several of them.
    pub(crate) fn is_in(&self, cells: &Range<usize>) -> bool {
        matches!(self.base, Base::State(cell) if cells.contains(&cell))
    }

    fn reads(&self, cells: &Range<usize>) -> bool {
        self.is_in(cells) || self.keys_read(cells)
    }

    fn keys_read(&self, cells: &Range<usize>) -> bool {
        self.keys.iter().any(|key| key.operand.reads(cells))
    }
}

impl Game {
    /// The name of a symbol.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.symbols[usize::from(symbol)]
    }

    /// The names of the players.
    pub fn player_names(&self) -> impl Iterator<Item = &str> {
        self.players.iter().map(|&player| self.name(player))
    }

    /// The lowest and the highest score.
    pub fn score_range(&self) -> (i32, i32) {
        let scores = self.score_values();
        (scores.iter().copied().min().unwrap_or(0), scores.iter().copied().max().unwrap_or(0))
    }

    /// The scores that the rules know.
    pub fn score_values(&self) -> Vec<i32> {
        let leaf = self.variables[self.goals].shape.leaf;
        self.sets[leaf].members.iter().filter_map(|&symbol| self.scores[usize::from(symbol)]).collect()
    }

    /// Whether chance ever acts.
    pub fn has_chance(&self) -> bool {
        let random = |operand: &Operand| operand.base == Base::Symbol(self.random);
        let switches = |edge: &Edge| match &edge.label {
            Label::Switch(operand) => random(operand) || !matches!(operand.base, Base::Symbol(_)) && self.may_be_random(operand),
            _ => false,
        };
        self.edges.iter().any(switches) || self.initial[self.variables[self.player].offset] == self.random
    }

    /// Whether cells may hold `random`: their set has it.
    fn may_be_random(&self, operand: &Operand) -> bool {
        match operand.base {
            Base::State(offset) => {
                let variable = self.variables.iter().rev().find(|variable| variable.offset <= offset);
                variable.is_some_and(|variable| self.sets[variable.shape.leaf].members.contains(&self.random))
            }
            Base::Constant(offset) => self.constants[offset..].contains(&self.random),
            Base::Symbol(symbol) => symbol == self.random,
        }
    }

    /// The cells of `visible`, one for every player in their order.
    pub fn visible_cells(&self) -> Range<usize> {
        let visible = &self.variables[self.visible];
        visible.offset..visible.offset + self.players.len()
    }

    /// Whether anything is ever hidden from a player.
    pub fn hides(&self) -> bool {
        let visible = &self.variables[self.visible];
        let cells = visible.offset..visible.offset + visible.cells;
        let sets = |edge: &Edge| match &edge.label {
            Label::Assign(place, _) | Label::AssignAny(place, _) => matches!(place.base, Base::State(offset) if cells.contains(&offset)),
            _ => false,
        };
        self.initial[cells.clone()].iter().any(|&symbol| self.name(symbol) == "0") || self.edges.iter().any(sets)
    }

    /// Whether any edge reads or changes a variable.
    pub fn mentions(&self, number: usize) -> bool {
        let variable = &self.variables[number];
        let cells = variable.offset..variable.offset + variable.cells;
        number == self.player || self.edges.iter().any(|edge| edge.label.mentions(&cells))
    }

    /// The edges of a node.
    pub fn leaving(&self, node: NodeId) -> &[Edge] {
        let Node { first, last, .. } = self.nodes[node as usize];
        &self.edges[first as usize..last as usize]
    }
}
