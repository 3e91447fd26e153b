//! The board: the stones, the die and the notation.

use crate::{NotationError, Player, fen};

/// The squares of Red's triangle from its corner outwards, in the order in which a layout lists the stones. Squares are numbered row by
/// row from a5, the upper left; Blue's triangle is Red's turned by half a turn.
const TRIANGLE: [u8; 6] = [0, 1, 5, 2, 6, 10];

/// The square of a stone that is removed or not yet placed.
pub(super) const GONE: u8 = 25;

/// The number of orders of six stones.
pub(super) const LAYOUTS: u64 = 720;

/// The phase of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Phase {
    /// Chance draws the layout of the player to move.
    Layout,
    /// Chance rolls the die for the player to move.
    Roll,
    /// The player to move uses this roll, 0 to 5.
    Move(u8),
    /// The game is over and this player has won.
    Won(u8),
}

/// Six stones of each player, and what happens next.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// The square of every stone of both players.
    pub(super) stones: [[u8; 6]; 2],
    /// The remaining stones, one bit each.
    pub(super) left: [u8; 2],
    /// The piece on each square: 0 for none, otherwise 1 + 6 × player + stone. The last one is [`GONE`].
    squares: [u8; 26],
    pub(super) to_move: u8,
    pub(super) phase: Phase,
}

impl Board {
    /// The board before the layouts are drawn.
    pub(super) fn empty() -> Board {
        Board { stones: [[GONE; 6]; 2], left: [0; 2], squares: [0; 26], to_move: 0, phase: Phase::Layout }
    }

    /// The board with the stones of both players in these orders, the first roll to come.
    pub(super) fn with_layouts(orders: [u64; 2]) -> Board {
        let mut board = Board::empty();
        for order in orders {
            board.place_layout(order);
        }
        board
    }

    /// Places the stones of the player to move in the order with this number.
    pub(super) fn place_layout(&mut self, order: u64) {
        let player = usize::from(self.to_move);
        for (&square, stone) in TRIANGLE.iter().zip(permutation(order)) {
            self.put(player, stone, if player == 0 { square } else { 24 - square });
        }
        self.to_move ^= 1;
        self.phase = if self.to_move == 0 { Phase::Roll } else { Phase::Layout };
    }

    fn put(&mut self, player: Player, stone: u8, square: u8) {
        self.stones[player][usize::from(stone)] = square;
        self.left[player] |= 1 << stone;
        self.squares[usize::from(square)] = 1 + 6 * player as u8 + stone;
    }

    /// The stones that a roll allows, one bit each: its own, or else the nearest ones on both sides.
    #[inline(always)]
    pub(super) fn allowed(&self, player: Player, roll: u8) -> u8 {
        let left = self.left[player];
        let own = 1u8 << roll;
        if left & own != 0 {
            return own;
        }
        let (lower, higher) = (left & (own - 1), left & !(own - 1));
        let highest_lower = if lower == 0 { 0 } else { 0x80 >> lower.leading_zeros() };
        highest_lower | higher & higher.wrapping_neg()
    }

    /// The targets of this player's stone from here, up to three squares.
    #[inline(always)]
    pub(super) fn targets(player: Player, from: u8) -> impl Iterator<Item = u8> {
        // As Red sees it: to the right, down, and both.
        let seen = if player == 0 { from } else { 24 - from };
        let (right, down) = (seen % 5 < 4, seen < 20);
        [(right, 1), (down, 5), (right && down, 6)]
            .into_iter()
            .filter(|&(can, _)| can)
            .map(move |(_, step)| if player == 0 { seen + step } else { 24 - seen - step })
    }

    /// The player and stone on a square.
    pub(super) fn at(&self, square: u8) -> Option<(Player, u8)> {
        let found = self.squares[usize::from(square.min(GONE))].checked_sub(1)?;
        Some((usize::from(found / 6), found % 6))
    }

    /// Moves the stone on one square to the other, removes any stone there, and passes the turn.
    #[inline(always)]
    pub(super) fn step(&mut self, from: u8, to: u8) {
        let player = usize::from(self.to_move);
        if let Some((owner, stone)) = self.at(to) {
            self.stones[owner][usize::from(stone)] = GONE;
            self.left[owner] &= !(1 << stone);
        }
        self.squares[usize::from(to)] = self.squares[usize::from(from)];
        self.squares[usize::from(from)] = 0;
        if let Some((owner, stone)) = self.at(to) {
            self.stones[owner][usize::from(stone)] = to;
        }
        let goal = if player == 0 { 24 } else { 0 };
        self.phase = if to == goal || self.left[1 - player] == 0 { Phase::Won(self.to_move) } else { Phase::Roll };
        self.to_move ^= 1;
    }

    /// The letter at a column and a row from the top: `A` to `F` for Red's stones 1 to 6, `a` to `f` for Blue's.
    pub(super) fn letter(&self, column: usize, row: usize) -> Option<char> {
        let (player, stone) = self.at((5 * row + column) as u8)?;
        Some(char::from([b'A', b'a'][player] + stone))
    }

    /// The board as in FEN, the player to move (`r` or `b`), and the roll, `-` before it, or `layout`.
    pub(super) fn notation(&self) -> String {
        let rows = fen::write_rows((5, 5), |column, row| self.letter(column, row));
        let phase = match self.phase {
            Phase::Layout => "layout".to_owned(),
            Phase::Roll | Phase::Won(_) => "-".to_owned(),
            Phase::Move(roll) => (roll + 1).to_string(),
        };
        format!("{rows} {} {phase}", ['r', 'b'][usize::from(self.to_move)])
    }

    /// Reads what [`Board::notation`] wrote.
    pub(super) fn parse(text: &str) -> Result<Board, NotationError> {
        let wrong = |what: String| NotationError::new(format!("`{text}` is not an einstein position: {what}"));
        let mut board = Board::empty();
        let parts: Vec<&str> = text.split(' ').collect();
        let [rows, mover, phase] = parts[..] else {
            let count = parts.len();
            return Err(wrong(format!("it has {count} parts, expected the board, `r` or `b`, and `-`, a roll or `layout`")));
        };
        let stones = fen::parse_rows(rows, (5, 5), |c| match c {
            'A'..='F' => Some((0, c as u8 - b'A')),
            'a'..='f' => Some((1, c as u8 - b'a')),
            _ => None,
        })?;
        for (column, row, (player, stone)) in stones {
            if board.left[player] >> stone & 1 == 1 {
                let letter = char::from([b'A', b'a'][player] + stone);
                return Err(wrong(format!("stone `{letter}` is on it twice, expected at most once")));
            }
            board.put(player, stone, (5 * row + column) as u8);
        }
        board.to_move = match mover {
            "r" => 0,
            "b" => 1,
            _ => return Err(wrong(format!("`{mover}` is not a player to move, expected `r` or `b`"))),
        };
        if phase == "layout" {
            let placed = if board.to_move == 0 { [0, 0] } else { [0b11_1111, 0] };
            if board.left != placed || board.left[0] != 0 && TRIANGLE.iter().any(|&square| board.at(square).is_none()) {
                return Err(wrong("before a layout is drawn, Red has no stones or, for Blue's, all six in its triangle".to_owned()));
            }
            return Ok(board);
        }
        board.phase = match (phase, board.winner()?) {
            ("-", Some(winner)) => Phase::Won(winner),
            ("-", None) => Phase::Roll,
            (_, Some(_)) => return Err(wrong("the game is over, expected `-` instead of a roll".to_owned())),
            (roll, None) => match roll.parse::<u8>() {
                Ok(roll @ 1..=6) if phase.len() == 1 => Phase::Move(roll - 1),
                _ => return Err(wrong(format!("`{roll}` is not a roll, expected 1 to 6, or `-` before it"))),
            },
        };
        Ok(board)
    }

    /// The winner of this position, if any.
    fn winner(&self) -> Result<Option<u8>, NotationError> {
        let in_corner = |player: Player, corner: u8| self.at(corner).is_some_and(|(owner, _)| owner == player);
        match (in_corner(0, 24) || self.left[1] == 0, in_corner(1, 0) || self.left[0] == 0) {
            (true, true) => Err(NotationError::new("both players have won on this board, expected at most one winner")),
            (true, false) => Ok(Some(0)),
            (false, true) => Ok(Some(1)),
            (false, false) => Ok(None),
        }
    }
}

/// The order of the stones 0 to 5 with this number, in the factorial number system: 0 is the ascending one.
pub(super) fn permutation(number: u64) -> [u8; 6] {
    let mut rest = number % LAYOUTS;
    let mut unused: Vec<u8> = (0..6).collect();
    let mut weight = LAYOUTS;
    std::array::from_fn(|place| {
        weight /= 6 - place as u64;
        let stone = unused.remove((rest / weight) as usize);
        rest %= weight;
        stone
    })
}
