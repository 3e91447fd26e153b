//! FEN for chess and its relatives that are given as rules.
//!
//! Beside `record pgn`, lines of the rules file say where the rules keep what FEN tells beside the board and the player to move:
//!
//! ```text
//! //@ fen castling whiteRook whiteHomeRook whiteKingMoved
//! //@ fen castling blackRook blackHomeRook blackKingMoved
//! //@ fen passed doubleStep
//! //@ fen clock quiet
//! ```
//!
//! `castling`, first for White and then for Black, names the rook that may not castle, the one that may, and the variable that is 1 once the king
//! has moved. `passed` names the variable that is 1 if the last move was a pawn's double step, which has ended on the current square. `clock` names
//! the variable that counts half-moves since a capture or a pawn move, which the rules raise before every move. What the rules do not keep
//! must be absent: `-`, or a clock of 0. They do not number moves, so that the number in a FEN is read but not kept, and written as 1.

use crate::fen::{parse_rows, write_rows};
use crate::names::find;
use crate::notation::NotationError;
use treebench_rbg::{Board, Control, Description, Interpreter, Label, Piece, Program, State, Step, Variable};

/// The castling data of one player.
#[derive(Clone, PartialEq, Debug)]
struct Castling {
    rook: Piece,
    home_rook: Piece,
    king_moved: Variable,
}

/// How a game keeps what FEN tells.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Forsyth {
    /// Of White, then of Black.
    castling: Vec<Castling>,
    passed: Option<Variable>,
    clock: Option<Variable>,
}

/// The letters of castling rights: on the king's side and on the queen's.
const RIGHTS: [[char; 2]; 2] = [['K', 'Q'], ['k', 'q']];

impl Forsyth {
    /// Takes a line, without the mark and the verb.
    ///
    /// # Errors
    /// The error.
    pub(super) fn line(&mut self, description: &Description, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let piece = |name: &str| find(&description.pieces, name, "piece").map(|place| Piece(place as u16));
        let variable = |name: &str| {
            let names: Vec<String> =
                (0..description.variable_count()).map(|i| description.variable(Variable(i as u16)).name.clone()).collect();
            find(&names, name, "variable").map(|place| Variable(place as u16))
        };
        match words[..] {
            ["castling", rook, home_rook, king_moved] if self.castling.len() < 2 => {
                self.castling.push(Castling { rook: piece(rook)?, home_rook: piece(home_rook)?, king_moved: variable(king_moved)? });
            }
            ["passed", name] => self.passed = Some(variable(name)?),
            ["clock", name] => self.clock = Some(variable(name)?),
            _ => return Err(format!("unknown key `{}` of FEN, expected `castling`, `passed` or `clock` with names", line.trim())),
        }
        Ok(())
    }

    /// The position of a FEN, whose letters are those of the pieces as they are drawn, found with an interpreter of the program.
    ///
    /// # Errors
    /// What is wrong with it, or cannot be a position of these rules.
    pub(super) fn parse(
        &self,
        program: &Program,
        interpreter: &mut Interpreter,
        letters: &[Option<char>],
        text: &str,
    ) -> Result<State, NotationError> {
        self.read(program, interpreter, letters, text).map_err(|what| NotationError::new(format!("{what}, in the FEN `{text}`")))
    }

    fn read(&self, program: &Program, interpreter: &mut Interpreter, letters: &[Option<char>], text: &str) -> Result<State, String> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let &[rows, mover, castling, passed, clock, number] = &fields[..] else {
            return Err(format!("{} fields instead of six", fields.len()));
        };
        let mover: usize = match mover {
            "w" => 0,
            "b" => 1,
            _ => return Err(format!("`{mover}` is not a player to move, expected `w` or `b`")),
        };
        let mut state = interpreter.start().map_err(|fault| fault.describe(&program.limits))?;
        self.put(program, &mut state, letters, rows)?;
        self.set_castling(program, &mut state, letters, castling)?;
        let square = match self.passed {
            _ if passed == "-" => state.square(),
            None => return Err(format!("this game has no en passant, but `{passed}` was passed")),
            Some(_) => landed(program, &state, letters, mover, passed)?,
        };
        if let Some(variable) = self.passed {
            state.set_variable(&program.layout, variable, i64::from(passed != "-"));
        }
        self.set_clock(program, &mut state, clock)?;
        if !matches!(number.parse(), Ok(1..=10_000)) {
            return Err(format!("`{number}` is not a move number"));
        }
        handed_over(program, interpreter, &state, mover, square)
    }

    /// Puts the pieces of the rows, with rooks that may not castle.
    fn put(&self, program: &Program, state: &mut State, letters: &[Option<char>], rows: &str) -> Result<(), String> {
        let board = &program.description.board;
        let (columns, lines) = size(board);
        let homes: Vec<Piece> = self.castling.iter().map(|castling| castling.home_rook).collect();
        let kind = |letter: char| (0..letters.len()).find(|&i| letters[i] == Some(letter) && !homes.contains(&Piece(i as u16)));
        let empty = letters.iter().position(Option::is_none).ok_or("this game has no empty squares")?;
        let pieces = parse_rows(rows, (columns, lines), kind).map_err(|error| error.to_string())?;
        for square in 0..board.squares() as u16 {
            state.put(&program.layout, square, Piece(empty as u16));
        }
        for king in ['K', 'k'] {
            let kings = pieces.iter().filter(|(.., piece)| letters[*piece] == Some(king)).count();
            if kings != 1 {
                return Err(format!("{kings} kings `{king}` instead of one"));
            }
        }
        for (column, row, piece) in pieces {
            if [0, lines - 1].contains(&row) && letters[piece].is_some_and(|letter| letter.eq_ignore_ascii_case(&'p')) {
                return Err("a pawn on the first or the last row".to_owned());
            }
            let square = (0..board.squares()).find(|&square| place(board, square) == (column, row));
            let square = square.ok_or("the board is not a rectangle")?;
            state.put(&program.layout, square as u16, Piece(piece as u16));
        }
        Ok(())
    }

    fn set_castling(&self, program: &Program, state: &mut State, letters: &[Option<char>], text: &str) -> Result<(), String> {
        let known = |letter: char| RIGHTS.iter().take(self.castling.len()).flatten().any(|right| *right == letter);
        if text != "-" && (text.is_empty() || !text.chars().all(known)) {
            let rights: String = RIGHTS.iter().take(self.castling.len()).flatten().collect();
            let expected =
                if rights.is_empty() { "`-`, as this game has no castling".to_owned() } else { format!("`-` or some of `{rights}`") };
            return Err(format!("the castling rights are `{text}`, expected {expected}"));
        }
        let board = &program.description.board;
        for (player, castling) in self.castling.iter().enumerate() {
            let mut moved = 1;
            for (side, right) in RIGHTS[player].into_iter().enumerate().filter(|(_, right)| text.contains(*right)) {
                let [king, rook] = homes(player, side).map(|name| board.names.iter().position(|known| known == name));
                let (king, rook) = king.zip(rook).ok_or("the board has no squares for castling")?;
                let on = |square: usize| state.piece(&program.layout, square as u16);
                if letters[usize::from(on(king).0)] != Some(RIGHTS[player][0]) || ![castling.rook, castling.home_rook].contains(&on(rook)) {
                    return Err(format!("king and rook are not on the squares from which they castle as `{right}` says"));
                }
                state.put(&program.layout, rook as u16, castling.home_rook);
                moved = 0;
            }
            state.set_variable(&program.layout, castling.king_moved, moved);
        }
        Ok(())
    }

    fn set_clock(&self, program: &Program, state: &mut State, text: &str) -> Result<(), String> {
        let clock: i64 =
            text.parse().ok().filter(|_| text.bytes().all(|c| c.is_ascii_digit())).ok_or(format!("`{text}` is not a half-move clock"))?;
        match self.clock {
            Some(variable) => {
                let bound = i64::from(program.description.variable(variable).bound);
                if clock >= bound {
                    return Err(format!("{clock} half-moves without a capture or a pawn move, of which {bound} draw the game"));
                }
                state.set_variable(&program.layout, variable, clock);
            }
            None if clock > 0 => return Err("this game does not count half-moves: the clock must be 0".to_owned()),
            None => {}
        }
        Ok(())
    }

    /// The FEN of a state; `None` inside a move, and after the end.
    pub(super) fn write(&self, program: &Program, letters: &[Option<char>], state: &State) -> Option<String> {
        let Control::Player(mover) = state.control() else { return None };
        let board = &program.description.board;
        let letter = |square: usize| letters[usize::from(state.piece(&program.layout, square as u16).0)];
        let at = |column: usize, row: usize| (0..board.squares()).find(|&square| place(board, square) == (column, row));
        let rows = write_rows(size(board), |column, row| at(column, row).and_then(letter));
        let on = |name: &str| board.names.iter().position(|known| known == name);
        let mut rights = String::new();
        for (player, castling) in self.castling.iter().enumerate() {
            for (side, right) in RIGHTS[player].into_iter().enumerate() {
                let [king, rook] = homes(player, side).map(on);
                let stays = king.and_then(letter) == Some(RIGHTS[player][0]) && state.variable(&program.layout, castling.king_moved) == 0;
                if stays && rook.is_some_and(|rook| state.piece(&program.layout, rook as u16) == castling.home_rook) {
                    rights.push(right);
                }
            }
        }
        let value = |variable: Option<Variable>| variable.map_or(0, |variable| state.variable(&program.layout, variable));
        let passed = if value(self.passed) == 1 {
            let (column, row) = place(board, usize::from(state.square()));
            let behind = if mover == 0 { row.checked_sub(1)? } else { row + 1 };
            board.names[at(column, behind)?].clone()
        } else {
            "-".to_owned()
        };
        let side = ['w', 'b'].get(usize::from(mover))?;
        let rights = if rights.is_empty() { "-" } else { &rights };
        Some(format!("{rows} {side} {rights} {passed} {} 1", (value(self.clock) - 1).max(0)))
    }
}

/// Hands the state over to the player to move as the rules do after a move of the opponent, so that what they keep for themselves is set, too.
fn handed_over(program: &Program, interpreter: &mut Interpreter, state: &State, mover: usize, square: u16) -> Result<State, String> {
    let numbers = 0..program.automaton.modifiers;
    let ends = numbers.filter(|&number| program.automaton.numbered(number).label == Label::Switch(Control::Keeper));
    let (mut found, mut lost) = (None, false);
    for number in ends {
        let mut after = state.clone();
        let played = interpreter.play(&mut after, &[Step { number, square }]);
        played.map_err(|fault| fault.describe(&program.limits))?;
        let score = |player: usize| after.variable(&program.layout, Variable(player as u16));
        match after.control() {
            Control::Player(player) if usize::from(player) == mover => found = Some(after),
            // After a move of the player to move, the rules would score the other as mated, or without a king.
            Control::Player(_) => lost |= score(mover) > score(1 - mover),
            Control::Keeper => {}
        }
    }
    match found {
        Some(_) if lost => Err("the king of the player who has just moved is attacked".to_owned()),
        Some(found) => Ok(found),
        None => Err("the game is over there".to_owned()),
    }
}

/// Where king and rook of a player are before they castle on the king's side, 0, or on the queen's.
fn homes(player: usize, side: usize) -> [&'static str; 2] {
    [[["e1", "h1"], ["e1", "a1"]], [["e8", "h8"], ["e8", "a8"]]][player][side]
}

/// The square on which the pawn has landed that passed this one.
fn landed(program: &Program, state: &State, letters: &[Option<char>], mover: usize, passed: &str) -> Result<u16, String> {
    let board = &program.description.board;
    let wrong = || format!("no pawn can have passed `{passed}` with its last move");
    let square = board.names.iter().position(|name| name == passed).ok_or_else(wrong)?;
    let (column, row) = place(board, square);
    let (_, lines) = size(board);
    let up = |steps: usize| if mover == 0 { row.checked_sub(steps) } else { Some(row + steps) };
    let down = |steps: usize| if mover == 0 { Some(row + steps) } else { row.checked_sub(steps) };
    let at = |row: Option<usize>| row.and_then(|row| (0..board.squares()).find(|&square| place(board, square) == (column, row)));
    let letter = |square: usize| letters[usize::from(state.piece(&program.layout, square as u16).0)];
    // It came from the second row of its owner.
    let begins = if mover == 0 { Some(1) } else { lines.checked_sub(2) };
    let (from, to) = at(up(1)).zip(at(down(1))).ok_or_else(wrong)?;
    let pawn = if mover == 0 { 'p' } else { 'P' };
    let came = Some(place(board, from).1) == begins && letter(from).is_none() && letter(square).is_none() && letter(to) == Some(pawn);
    came.then_some(to as u16).ok_or_else(wrong)
}

/// The column and the row of a square, from the upper left corner.
fn place(board: &Board, square: usize) -> (usize, usize) {
    let (x, y) = board.places[square];
    (usize::from(x / 2), usize::from(y / 2))
}

/// The columns and rows of a board.
fn size(board: &Board) -> (usize, usize) {
    let most = |of: fn((usize, usize)) -> usize| (0..board.squares()).map(|square| of(place(board, square)) + 1).max().unwrap_or(0);
    (most(|(column, _)| column), most(|(_, row)| row))
}
