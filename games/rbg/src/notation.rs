//! States as text: `control; variables; current square; last step; pieces`.
//!
//! For example `white; white=50 black=50 turn=3; e4; 17; rook empty*7/pawn*8/…`. The last step is the number of the last modifier (the same
//! under every view), or `.` and the number of a dot inside a move of one view, or `start`; it determines where in the rules play
//! continues. The pieces are given in rows as the board is drawn, from the top and from the left.

use crate::board::Board;
use crate::program::Program;
use std::error::Error;
use std::fmt;
use std::fmt::Write;
use treebench_compile::{Automaton, Control, Label, NodeId, Piece, Square, State, Variable};

/// An error in a notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationError {
    /// The byte of the error.
    pub at: usize,
    /// What was expected.
    pub expected: String,
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: expected {}", self.at, self.expected)
    }
}

impl Error for NotationError {}

impl Program {
    /// A state as text.
    pub fn write_state(&self, state: &State) -> String {
        let description = &self.description;
        let mut text = format!("{}; ", control_name(self, state.control()));
        for i in 0..description.variable_count() {
            let variable = Variable(i as u16);
            let space = if i == 0 { "" } else { " " };
            // Writing to a string cannot fail.
            let _ = write!(text, "{space}{}={}", description.variable(variable).name, state.variable(&self.layout, variable));
        }
        let _ = write!(text, "; {}; {}; ", description.board.names[usize::from(state.square())], last_step(self, state.node()));
        for (i, row) in rows(&description.board).iter().enumerate() {
            text.push_str(if i == 0 { "" } else { "/" });
            let pieces: Vec<Piece> = row.iter().map(|&square| state.piece(&self.layout, square)).collect();
            for (i, run) in pieces.chunk_by(|a, b| a == b).enumerate() {
                text.push_str(if i == 0 { "" } else { " " });
                text.push_str(&description.pieces[usize::from(run[0].0)]);
                if run.len() > 1 {
                    let _ = write!(text, "*{}", run.len());
                }
            }
        }
        text
    }

    /// Reads the output of [`write_state`](Self::write_state).
    ///
    /// # Errors
    /// If the text is malformed or inconsistent: a value out of bounds, a step that no player or keeper makes, or another player in control
    /// than the last step implies.
    pub fn read_state(&self, text: &str) -> Result<State, NotationError> {
        let description = &self.description;
        let mut reader = Reader { text, at: 0 };
        let mut state = self.unstarted();
        let control_at = reader.at;
        let players = (0..description.players.len() as u16).map(Control::Player);
        let controls: Vec<Control> = players.chain([Control::Keeper]).collect();
        let control = reader
            .one_of("a player or `keeper`", "; ", |word| controls.iter().copied().find(|&control| control_name(self, control) == word))?;
        state.set_control(control);
        let count = description.variable_count();
        for i in 0..count {
            let (variable, bounded) = (Variable(i as u16), description.variable(Variable(i as u16)));
            reader.exactly(&format!("{}=", bounded.name))?;
            let expected = format!("a value of `{}` from 0 to {}", bounded.name, bounded.bound);
            let end = if i + 1 == count { "; " } else { " " };
            let value = reader.one_of(&expected, end, |word| number(word).filter(|&value| value <= bounded.bound))?;
            state.set_variable(&self.layout, variable, i64::from(value));
        }
        if count == 0 {
            reader.exactly("; ")?;
        }
        let board = &description.board;
        let square = reader.one_of("a square", "; ", |word| board.names.iter().position(|name| name == word))?;
        let in_play = in_play(&self.automaton);
        let node = reader
            .one_of("the number of the last step, or `start`", "; ", |word| node(self, word).filter(|&node| in_play[node as usize]))?;
        state.set_place(square as Square, node);
        let demanded = match self.arrived[node as usize].map(|number| &self.automaton.numbered(number).label) {
            None => Some(Control::Keeper),
            Some(Label::Switch(control)) => Some(*control),
            Some(_) => None,
        };
        if let Some(demanded) = demanded.filter(|&demanded| demanded != control) {
            let expected = format!("`{}`, who is in control after this last step", control_name(self, demanded));
            return Err(NotationError { at: control_at, expected });
        }
        reader.pieces(self, &mut state)?;
        Ok(state)
    }

    /// A state of this game from another view, or `None` if it is at a dot.
    pub fn adopt(&self, state: &State, from: &Program) -> Option<State> {
        let mut adopted = state.clone();
        self.adopt_into(&mut adopted, state, from).then_some(adopted)
    }

    /// Makes a state of this view, whatever it is, equal to one of another view of this game; returns `false`, with nothing changed, if
    /// that one is at a dot.
    pub fn adopt_into(&self, into: &mut State, state: &State, from: &Program) -> bool {
        let node = match from.arrived[state.node() as usize] {
            None => self.automaton.start,
            Some(number) if number < self.automaton.modifiers => self.automaton.numbered(number).to,
            Some(_) => return false,
        };
        into.copy_from(state);
        into.set_place(state.square(), node);
        true
    }
}

/// Reads a text from the left.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    /// Reads these characters.
    fn exactly(&mut self, expected: &str) -> Result<(), NotationError> {
        if !self.text[self.at..].starts_with(expected) {
            return Err(self.error(format!("`{expected}`")));
        }
        self.at += expected.len();
        Ok(())
    }

    /// Reads a word that means something, and its terminator.
    fn one_of<T>(&mut self, expected: &str, end: &str, meaning: impl FnOnce(&str) -> Option<T>) -> Result<T, NotationError> {
        let rest = &self.text[self.at..];
        let word = &rest[..rest.find([';', ' ', '/', '*']).unwrap_or(rest.len())];
        let value = meaning(word).ok_or_else(|| self.error(expected.to_string()))?;
        self.at += word.len();
        self.exactly(end)?;
        Ok(value)
    }

    fn pieces(&mut self, program: &Program, state: &mut State) -> Result<(), NotationError> {
        let names = &program.description.pieces;
        for (i, row) in rows(&program.description.board).iter().enumerate() {
            if i > 0 {
                self.exactly("/")?;
            }
            let mut left = row.as_slice();
            while !left.is_empty() {
                if left.len() < row.len() {
                    self.exactly(" ")?;
                }
                let piece = self.one_of("a piece", "", |word| names.iter().position(|name| name == word))?;
                let mut count = 1;
                if self.text[self.at..].starts_with('*') {
                    self.at += 1;
                    let expected = format!("a number of squares from 2 to {}", left.len());
                    count = self.one_of(&expected, "", |word| number(word).map(|n| n as usize).filter(|n| (2..=left.len()).contains(n)))?;
                }
                let (run, rest) = left.split_at(count);
                run.iter().for_each(|&square| state.put(&program.layout, square, Piece(piece as u16)));
                left = rest;
            }
        }
        if self.at < self.text.len() { Err(self.error("the end".to_string())) } else { Ok(()) }
    }

    fn error(&self, expected: String) -> NotationError {
        NotationError { at: self.at, expected }
    }
}

/// A number in canonical form: digits without a leading zero.
fn number(word: &str) -> Option<u32> {
    word.parse().ok().filter(|number: &u32| number.to_string() == word)
}

fn control_name(program: &Program, control: Control) -> &str {
    match control {
        Control::Player(player) => &program.description.players[usize::from(player)].name,
        Control::Keeper => "keeper",
    }
}

fn last_step(program: &Program, node: NodeId) -> String {
    let modifiers = program.automaton.modifiers;
    match program.arrived[node as usize] {
        None => "start".to_string(),
        Some(number) if number < modifiers => number.to_string(),
        Some(number) => format!(".{}", number - modifiers),
    }
}

/// The node after a step named by [`last_step`].
fn node(program: &Program, word: &str) -> Option<NodeId> {
    let automaton = &program.automaton;
    if word == "start" {
        return Some(automaton.start);
    }
    let number = match word.strip_prefix('.') {
        Some(dot) => number(dot)?.checked_add(automaton.modifiers)?,
        None => number(word).filter(|&number| number < automaton.modifiers)?,
    };
    automaton.by_number.get(number as usize).map(|&edge| automaton.edges[edge as usize].to)
}

/// For each node whether it is part of the main graph and not of a pattern.
fn in_play(automaton: &Automaton) -> Vec<bool> {
    let mut in_play = vec![false; automaton.nodes()];
    let mut open = vec![automaton.start];
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut in_play[node as usize], true) {
            open.extend(automaton.leaving(node).map(|edge| edge.to));
        }
    }
    in_play
}

/// The squares in rows, as they are drawn.
fn rows(board: &Board) -> Vec<Vec<Square>> {
    let mut squares: Vec<Square> = (0..board.squares() as Square).collect();
    let place = |square: Square| board.places[usize::from(square)];
    squares.sort_by_key(|&square| (place(square).1, place(square).0, square));
    squares.chunk_by(|&a, &b| place(a).1 == place(b).1).map(<[Square]>::to_vec).collect()
}
