//! FEN with its six fields, moves in UCI notation, and the drawing.

use super::board::{CASTLES, KING_HOMES, MOST, PASS, Status};
use super::castling::{Path, home};
use super::{Board, Castling, Ending, History, Kind, Rules};
use crate::capabilities::{Piece, Square, Squares};
use crate::picture::{Colour, Grid, Look, Man, grid};
use crate::{Move, NotationError, Picture, Player, bits, fen};

/// The letters of the castling rights, in the order of [`CASTLES`].
const RIGHTS: [[char; 2]; 2] = [['K', 'Q'], ['k', 'q']];

/// Between FEN and the moves that led to the position.
const AFTER: &str = " after ";

impl<R: Ending> Board<R> {
    /// The starting position of the game.
    pub(crate) fn start(rules: R) -> Self {
        Board::parse(rules, R::START).expect("the start is a position")
    }

    /// Reads FEN: the rows, the player to move, the castling rights, the en-passant square, plies since the last capture or pawn move, and
    /// the number of the move. In games that remember earlier positions, `after` and the moves since the first of them, joined by slashes.
    pub(crate) fn parse(rules: R, text: &str) -> Result<Self, NotationError> {
        match text.split_once(AFTER) {
            Some((fen, moves)) if R::History::KEPT => with_past(&parse_fen(rules, fen)?, fen, moves),
            _ => parse_fen(rules, text),
        }
    }
}

impl<R: Rules> Board<R> {
    fn letter(&self, column: usize, row: usize) -> Option<char> {
        let square = Self::square(column, row);
        let kind = Kind::ALL.into_iter().find(|&kind| self.kinds[kind as usize] >> square & 1 == 1)?;
        let black = self.sides[1] >> square & 1 == 1;
        Some(if black { kind.letter() } else { kind.letter().to_ascii_uppercase() })
    }

    /// The square at a column and a row from the top.
    fn square(column: usize, row: usize) -> u32 {
        (R::ATTACKS.height() - 1 - row as u32) * R::ATTACKS.width() + column as u32
    }

    fn size() -> (usize, usize) {
        (R::ATTACKS.width() as usize, R::ATTACKS.height() as usize)
    }
}

fn parse_fen<R: Ending>(rules: R, text: &str) -> Result<Board<R>, NotationError> {
    let fields: Vec<&str> = text.split(' ').collect();
    let &[rows, mover, castling, passed, quiet, number] = fields.as_slice() else {
        return Err(NotationError::new(format!(
            "`{text}` has {} fields, expected the six of FEN joined by single spaces, as in `{}`",
            fields.len(),
            R::START
        )));
    };
    let to_move = match mover {
        "w" => 0,
        "b" => 1,
        _ => return Err(NotationError::new(format!("`{mover}` in `{text}` is not a player to move, expected `w` or `b`"))),
    };
    let (kinds, sides) = parse_pieces::<R>(rows)?;
    let quiet = parse_counter(quiet, 0)?;
    let plies = 2 * (parse_counter(number, 1)? - 1) + u32::from(to_move);
    let mut board =
        Board { rules, kinds, sides, castling: 0, passed: 0, quiet, plies, to_move, status: Status::Move, history: R::History::default() };
    check_pieces(&board, rows)?;
    board.castling = parse_castling(&board, castling)?;
    board.passed = parse_passed(&board, passed)?;
    if R::History::KEPT {
        board.drop_idle_passed();
        board.begin_history();
    }
    board.settle();
    Ok(board)
}

/// The same position, with the moves that led to it: they are taken back and played again.
fn with_past<R: Ending>(position: &Board<R>, start: &str, moves: &str) -> Result<Board<R>, NotationError> {
    let wrong = |text: &str| NotationError::new(format!("`{text}` cannot be among the last moves before `{start}`"));
    let mut board = position.clone();
    for text in moves.split('/').rev() {
        take_back(&mut board, text).ok_or_else(|| wrong(text))?;
    }
    if board.in_check(1 - board.mover()) {
        return Err(wrong(moves));
    }
    board.begin_history();
    for text in moves.split('/') {
        board.settle();
        let mut legal = Vec::new();
        board.legal_moves(&mut legal);
        let named = |m: &&Move| {
            let mut name = String::new();
            write_coordinates(&board, **m, &mut name);
            name == text
        };
        let found = *legal.iter().find(named).filter(|_| board.status == Status::Move).ok_or_else(|| wrong(text))?;
        board.play(found);
    }
    board.settle();
    let whole = board.history.moves().len() == moves.split('/').count() && fen(&board) == fen(position);
    if whole { Ok(board) } else { Err(wrong(moves)) }
}

/// Takes back a move without a capture, of a piece that is no pawn; `None` if it cannot have been played.
fn take_back<R: Rules>(board: &mut Board<R>, text: &str) -> Option<()> {
    let named = |name: &str| (0..64).find(|&square| square_name(square, R::ATTACKS.width()) == name);
    let (from, to) = text.split_at_checked(2)?;
    let (from, to) = (named(from)?, named(to)?);
    let me = 1 - board.mover();
    let moves = board.side(me) & !board.kinds[Kind::Pawn as usize] & !board.castling;
    let fits = moves >> to & 1 == 1 && board.occupied() >> from & 1 == 0 && board.passed == 0;
    (board.quiet, board.plies) = (board.quiet.checked_sub(1)?, board.plies.checked_sub(1)?);
    board.to_move ^= 1;
    for set in board.kinds.iter_mut().chain(&mut board.sides) {
        *set = *set & !(1 << to) | (*set >> to & 1) << from;
    }
    fits.then_some(())
}

/// The extension of FEN that [`Board::parse`] reads.
pub(super) fn past<R: Rules>(board: &Board<R>) -> String {
    let name = |m: &Move| {
        let squares = [m.0, m.0 >> 6].map(|square| square_name(square as u32 & 63, R::ATTACKS.width()));
        squares.concat()
    };
    let moves: Vec<String> = board.history.moves().iter().map(name).collect();
    if moves.is_empty() { String::new() } else { format!("{AFTER}{}", moves.join("/")) }
}

fn parse_pieces<R: Rules>(rows: &str) -> Result<([u64; 6], [u64; 2]), NotationError> {
    let (mut kinds, mut sides) = ([0; 6], [0; 2]);
    let pieces = fen::parse_rows(rows, Board::<R>::size(), |c| {
        let kind = R::KINDS.iter().find(|kind| kind.letter() == c.to_ascii_lowercase())?;
        Some((usize::from(c.is_ascii_lowercase()), *kind))
    })?;
    for (column, row, (player, kind)) in pieces {
        let square = 1 << Board::<R>::square(column, row);
        sides[player] |= square;
        kinds[kind as usize] |= square;
    }
    Ok((kinds, sides))
}

/// Rejects positions that no game reaches and the move generator cannot handle.
fn check_pieces<R: Rules>(board: &Board<R>, rows: &str) -> Result<(), NotationError> {
    let wrong = |what: &str| Err(NotationError::new(format!("{what} in `{rows}`")));
    let last = R::ATTACKS.height() - 1;
    for (player, name, [home, goal]) in [(0, "White", [0, last]), (1, "Black", [last, 0])] {
        let pawns = board.pieces(player, Kind::Pawn);
        if pawns & R::ATTACKS.row(home) != 0 {
            return wrong(&format!("{name} has a pawn behind the row where pawns start"));
        }
        if pawns & R::ATTACKS.row(goal) != 0 && !R::PROMOTIONS.is_empty() {
            return wrong(&format!("{name} has a pawn on the last row, expected it to have become something else"));
        }
        match board.pieces(player, Kind::King).count_ones() {
            0 if !R::KINGLESS => return wrong(&format!("{name} has no king")),
            0 | 1 => {}
            kings => return wrong(&format!("{name} has {kings} kings, expected at most one")),
        }
    }
    if R::ROYAL && !R::KINGLESS && board.in_check(1 - board.mover()) {
        return wrong("the king of the player who has just moved is attacked");
    }
    Ok(())
}

fn parse_castling<R: Rules>(board: &Board<R>, text: &str) -> Result<u64, NotationError> {
    let wrong = |what: &str| NotationError::new(format!("{what} in the castling rights `{text}`, expected `-` or some of `KQkq`"));
    let mut rights = 0;
    if text == "-" {
        return Ok(rights);
    }
    if R::CASTLING == Castling::Never {
        return Err(NotationError::new(format!("the castling rights are `{text}`, expected `-`: there is no castling in this game")));
    }
    if text.is_empty() {
        return Err(wrong("there is nothing"));
    }
    if R::CASTLING == Castling::Fischer {
        for right in text.chars() {
            let rook = rook_of(board, right).ok_or_else(|| wrong(&format!("king and rook are not where `{right}` requires them")))?;
            let king = board.pieces(usize::from(right.is_ascii_lowercase()), Kind::King).trailing_zeros();
            let twice = bits::ones(rights & home(usize::from(right.is_ascii_lowercase()))).any(|other| (other > king) == (rook > king));
            if twice {
                return Err(wrong(&format!("there is a second right beside `{right}`")));
            }
            rights |= 1 << rook;
        }
        return Ok(rights);
    }
    for c in text.chars() {
        let found = (0..2).flat_map(|player| (0..2).map(move |wing| (player, wing))).find(|&(player, wing)| RIGHTS[player][wing] == c);
        let (player, wing): (Player, usize) = found.ok_or_else(|| wrong(&format!("`{c}` is unknown")))?;
        let rook = 1 << CASTLES[player][wing].rook;
        if board.pieces(player, Kind::Rook) & rook == 0 || board.pieces(player, Kind::King) != 1 << KING_HOMES[player] {
            return Err(wrong(&format!("king and rook are not where `{c}` requires them")));
        }
        rights |= rook;
    }
    Ok(rights)
}

/// The letter of the right to castle with a rook, as in X-FEN: `K` or `Q` for the outermost rook, else its column.
fn right<R: Rules>(board: &Board<R>, player: Player, rook: u32) -> char {
    let king = board.pieces(player, Kind::King).trailing_zeros();
    let beyond = if rook > king { !0 << rook << 1 } else { (1 << rook) - 1 };
    let outermost = board.pieces(player, Kind::Rook) & home(player) & beyond == 0;
    let letter = match (outermost, rook > king) {
        (true, true) => 'k',
        (true, false) => 'q',
        (false, _) => char::from(b'a' + (rook % 8) as u8),
    };
    if player == 0 { letter.to_ascii_uppercase() } else { letter }
}

/// The rook of a right to castle, in X-FEN or Shredder-FEN; `None` if there is no such rook.
fn rook_of<R: Rules>(board: &Board<R>, right: char) -> Option<u32> {
    let player = usize::from(right.is_ascii_lowercase());
    let king = board.pieces(player, Kind::King);
    let square = king.trailing_zeros();
    let rooks = board.pieces(player, Kind::Rook) & home(player);
    if king & home(player) == 0 {
        return None;
    }
    match right.to_ascii_lowercase() {
        'k' => rooks.checked_ilog2().filter(|&rook| rook > square),
        'q' => Some(rooks.trailing_zeros()).filter(|&rook| rook < square),
        column @ 'a'..='h' => Some(KING_HOMES[player] - 4 + u32::from(column) - u32::from('a')).filter(|&rook| rooks >> rook & 1 == 1),
        _ => None,
    }
}

/// The square behind a pawn that has just made a double step, or nothing if no pawn can capture it there.
fn parse_passed<R: Rules>(board: &Board<R>, text: &str) -> Result<u64, NotationError> {
    if text == "-" {
        return Ok(0);
    }
    let (me, height) = (board.mover(), R::ATTACKS.height());
    let row = if me == 0 { height - 3 } else { 2 };
    let square = bits::ones(R::ATTACKS.row(row)).find(|&square| square_name(square, R::ATTACKS.width()) == text);
    let (Some(square), true) = (square, R::DOUBLE_STEP) else {
        return Err(NotationError::new(format!("`{text}` is not a square that a pawn has just passed, expected `-` if there is none")));
    };
    let behind = |steps: i32| 1 << (square as i32 + steps * Board::<R>::ahead(me));
    if board.pieces(1 - me, Kind::Pawn) & behind(-1) == 0 || board.occupied() & (1 << square | behind(1)) != 0 {
        return Err(NotationError::new(format!("no pawn can have passed `{text}` on its first move")));
    }
    let ready = R::ATTACKS.pawn(1 - me, square) & board.pieces(me, Kind::Pawn);
    Ok(u64::from(ready != 0) << square)
}

pub(super) fn fen<R: Rules>(board: &Board<R>) -> String {
    let rows = fen::write_rows(Board::<R>::size(), |column, row| board.letter(column, row));
    let mut castling: String = if R::CASTLING == Castling::Fischer {
        // The right of the king's side, whose square is the higher one, comes first.
        let rights = |player: Player| {
            let rooks: Vec<u32> = bits::ones(board.castling & home(player)).collect();
            rooks.into_iter().rev().map(move |rook| right(board, player, rook))
        };
        (0..2).flat_map(rights).collect()
    } else {
        (0..2)
            .flat_map(|player| (0..2).map(move |wing| (player, wing)))
            .filter(|&(player, wing)| board.castling >> CASTLES[player][wing].rook & 1 == 1)
            .map(|(player, wing): (Player, usize)| RIGHTS[player][wing])
            .collect()
    };
    if castling.is_empty() {
        castling.push('-');
    }
    let passed = bits::ones(board.passed).next().map_or("-".to_owned(), |square| square_name(square, R::ATTACKS.width()));
    format!("{rows} {} {castling} {passed} {} {}", ['w', 'b'][board.mover()], board.quiet, board.plies / 2 + 1)
}

/// `e2e4`, `e7e8q`, `e1g1` for castling, or the square of the rook where king and rook are not on the squares of standard chess; `pass`.
pub(super) fn write_coordinates<R: Rules>(board: &Board<R>, m: Move, out: &mut String) {
    if m == PASS {
        out.push_str("pass");
        return;
    }
    let width = R::ATTACKS.width();
    let (from, to) = (m.0 as u32 & 63, (m.0 >> 6) as u32 & 63);
    let usual = |path: &Path| KING_HOMES.contains(&path.king[0]) && [0, 7].contains(&(path.rook[0] % 8));
    let to = board.castle(m).filter(usual).map_or(to, |path| path.king[1]);
    out.push_str(&square_name(from, width));
    out.push_str(&square_name(to, width));
    let promotion = (m.0 >> 12) as usize & 7;
    out.extend(Kind::ALL.get(promotion).filter(|&&kind| kind != Kind::Pawn).map(|kind| kind.letter()));
}

pub(super) fn pictured<R: Rules>(board: &Board<R>) -> Picture {
    let (columns, rows) = Board::<R>::size();
    let colours = [Colour::White, Colour::Black];
    let mut grid = Grid::new(Look::Chequered, columns, rows);
    grid.layout().colours = colours.to_vec();
    grid.picture(|column, row| {
        let letter = board.letter(column, row)?;
        Some(Man::chessman(letter, colours[usize::from(letter.is_ascii_lowercase())]))
    })
}

pub(super) fn men<R: Rules>(board: &Board<R>, out: &mut Vec<u16>) {
    grid::lettered(Board::<R>::size(), |column, row| board.letter(column, row), out);
}

impl<R: Ending> Squares for Board<R> {
    fn size(&self) -> (usize, usize) {
        Self::size()
    }

    fn piece(&self, (column, row): Square) -> Option<Piece> {
        let letter = self.letter(column, row)?;
        Some(Piece { owner: usize::from(letter.is_ascii_lowercase()), kind: letter.to_ascii_uppercase() })
    }

    fn square_name(&self, (column, row): Square) -> String {
        square_name(Self::square(column, row), R::ATTACKS.width())
    }
}

fn square_name(square: u32, width: u32) -> String {
    format!("{}{}", fen::column_letter((square % width) as usize), square / width + 1)
}

fn parse_counter(text: &str, least: u32) -> Result<u32, NotationError> {
    let digits = !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    match text.parse() {
        Ok(number) if digits && (least..=MOST).contains(&number) => Ok(number),
        _ => Err(NotationError::new(format!("`{text}` is not a count of moves, expected a whole number from {least} to {MOST}"))),
    }
}
