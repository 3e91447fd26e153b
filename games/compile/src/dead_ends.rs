//! Dead ends proved without search: states inside a move from which no switch can be reached on any path (rule 5).
//!
//! The proof over-approximates: a piece put on a square on some path may be there on every path, besides all others; variables may have any value. If
//! even then no path leads to a switch, none exists.

use crate::automaton::{Label, NodeId};
use crate::board::{Piece, Square};
use crate::marks::{Marks, rows};
use crate::program::Program;
use crate::state::State;

/// A set of pieces, of which there are at most 255.
type Pieces = [u64; 4];

/// Proofs for the states of one move.
#[derive(Debug)]
pub struct DeadEnds {
    /// The row of each node's marks.
    rows: Vec<u32>,
    /// The marks of the rules, of the patterns in them, of the patterns in those, and so on.
    levels: Vec<Level>,
    /// The pieces that each square may hold.
    pieces: Vec<Pieces>,
}

#[derive(Default, Debug)]
struct Level {
    marks: Marks,
    open: Vec<(NodeId, Square)>,
}

impl Level {
    fn start(&mut self, program: &Program) {
        self.marks.restart(program.layout.set_words);
        self.open.clear();
    }

    fn visit(&mut self, rows: &[u32], node: NodeId, square: Square) {
        if self.marks.visit(rows[node as usize], square) {
            self.open.push((node, square));
        }
    }
}

/// A discovery of a walk through the rules.
enum Discovery {
    /// A switch.
    Switch,
    /// More pieces that squares may hold, so that more paths may be open.
    Pieces,
    Nothing,
}

impl DeadEnds {
    /// No proof yet.
    pub fn new(program: &Program) -> Self {
        DeadEnds { rows: rows(&program.automaton), levels: Vec::new(), pieces: Vec::new() }
    }

    /// Whether no switch can be reached from a state. `false` may mean that this is not proved.
    pub fn proves(&mut self, program: &Program, state: &State) -> bool {
        let there = (0..program.layout.squares).map(|square| only(state.piece(&program.layout, square as Square)));
        self.pieces.clear();
        self.pieces.extend(there);
        loop {
            match self.walk(program, (state.node(), state.square())) {
                Discovery::Switch => return false,
                Discovery::Pieces => {}
                Discovery::Nothing => return true,
            }
        }
    }

    /// Walks through the rules, and records the pieces put on the way.
    fn walk(&mut self, program: &Program, from: (NodeId, Square)) -> Discovery {
        let mut level = self.enter(0, program);
        let mut found = Discovery::Nothing;
        level.visit(&self.rows, from.0, from.1);
        while let Some((node, square)) = level.open.pop() {
            for edge in program.automaton.leaving(node) {
                let next = match &edge.label {
                    Label::Switch(_) => {
                        self.levels[0] = level;
                        return Discovery::Switch;
                    }
                    Label::Put(piece) => {
                        let (held, new) = (&mut self.pieces[usize::from(square)], only(*piece));
                        if !is_part(&new, held) {
                            held.iter_mut().zip(new).for_each(|(held, new)| *held |= new);
                            found = Discovery::Pieces;
                        }
                        Some(square)
                    }
                    Label::Pattern { negated, start, end } => {
                        let holds = self.pattern(program, 1, (*start, square), *end, !negated);
                        (holds != *negated).then_some(square)
                    }
                    label => self.step(program, label, square, false),
                };
                if let Some(square) = next {
                    level.visit(&self.rows, edge.to, square);
                }
            }
        }
        self.levels[0] = level;
        found
    }

    /// Whether a pattern's body may be walked from a square or, if not `may`, certainly can be.
    fn pattern(&mut self, program: &Program, depth: usize, from: (NodeId, Square), end: NodeId, may: bool) -> bool {
        let mut level = self.enter(depth, program);
        level.visit(&self.rows, from.0, from.1);
        let mut holds = false;
        while let Some((node, square)) = level.open.pop() {
            // A piece put inside a pattern is seen only there: nothing is said about what follows.
            let changes = program.automaton.leaving(node).any(|edge| edge.label.is_modifier());
            if node == end || changes && may {
                holds = true;
                break;
            }
            for edge in program.automaton.leaving(node) {
                let next = match &edge.label {
                    Label::Pattern { negated, start, end } => {
                        let inside = self.pattern(program, depth + 1, (*start, square), *end, may != *negated);
                        (inside != *negated).then_some(square)
                    }
                    label => self.step(program, label, square, !may),
                };
                if let Some(square) = next {
                    level.visit(&self.rows, edge.to, square);
                }
            }
        }
        self.levels[depth] = level;
        holds
    }

    /// The square after an edge that may be walked, or that certainly can be.
    fn step(&self, program: &Program, label: &Label, square: Square, certainly: bool) -> Option<Square> {
        match label {
            Label::Empty | Label::Dot => Some(square),
            Label::Shift(direction) => program.board.step(square, *direction),
            Label::On(pieces) => {
                let (held, wanted) = (&self.pieces[usize::from(square)], any(pieces));
                let holds =
                    if certainly { is_part(held, &wanted) } else { held.iter().zip(wanted).any(|(held, wanted)| held & wanted != 0) };
                holds.then_some(square)
            }
            _ => (!certainly).then_some(square),
        }
    }

    /// Lends out a level; the caller puts it back.
    fn enter(&mut self, depth: usize, program: &Program) -> Level {
        if depth == self.levels.len() {
            self.levels.push(Level::default());
        }
        let mut level = std::mem::take(&mut self.levels[depth]);
        level.start(program);
        level
    }
}

fn only(piece: Piece) -> Pieces {
    any(&[piece])
}

fn any(pieces: &[Piece]) -> Pieces {
    let mut set = Pieces::default();
    pieces.iter().for_each(|piece| set[usize::from(piece.0) / 64] |= 1 << (piece.0 % 64));
    set
}

fn is_part(part: &Pieces, whole: &Pieces) -> bool {
    part.iter().zip(whole).all(|(part, whole)| part & !whole == 0)
}
