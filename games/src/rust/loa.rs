//! The board of lines of action, for every size up to 8×8.

mod lines;
mod mobility;
mod playout;
mod text;

use crate::picture::{Colour, Look};
use crate::playout::{Playout, Scratch};
use crate::{Move, Params, Picture, Player, Position, Rng, Turn, bits, hash};
use lines::{Counts, RAYS, STEPS, connected, opposite, rooms};
use mobility::{Lines, lines};

/// The result of a move that leaves both players with one group each.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
pub(super) enum DoubleConnection {
    /// The game is drawn.
    Draw,
    /// The player who moved wins.
    MoverWins,
}

/// The parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub(super) both_connected: DoubleConnection,
    pub(super) max_moves: u32,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Ending {
    /// This player has won.
    Won(u8),
    Drawn,
}

/// The pass of a player who has no legal move.
const PASS: Move = Move(1 << 12);

/// Squares are numbered from a1, the lower left, eight to a row whatever the size. A move is its source plus 64 × its target,
/// or [`PASS`].
#[derive(Clone, Debug)]
pub(super) struct Board<const SIZE: u32> {
    rules: Rules,
    /// The stones of Black and of White.
    stones: [u64; 2],
    counts: Counts,
    to_move: u8,
    /// Moves made since the start, passes included.
    moves: u32,
    ending: Option<Ending>,
}

impl<const SIZE: u32> Board<SIZE> {
    /// The number of squares to the edge, by direction and square.
    const ROOMS: &'static [[u8; 64]; 8] = &rooms(SIZE);
    /// The lines along which moves are counted.
    const LINES: &'static Lines = &lines(SIZE);

    /// Black fills the lowest and the highest row, White the outer columns; the corners are empty.
    pub(super) fn start(rules: Rules) -> Self {
        let last = SIZE - 1;
        let (mut black, mut white) = (0u64, 0u64);
        for i in 1..last {
            black |= 1 << i | 1 << (8 * last + i);
            white |= 1 << (8 * i) | 1 << (8 * i + last);
        }
        Board::new(rules, [black, white], 0, 0)
    }

    fn new(rules: Rules, stones: [u64; 2], to_move: u8, moves: u32) -> Self {
        let mut board = Board { rules, stones, counts: Counts::of(stones), to_move, moves, ending: None };
        board.ending = board.groups_end(true).or(board.standstill());
        board
    }

    /// The number of stones of each player at the start.
    const fn stones_at_start() -> u32 {
        2 * (SIZE - 2)
    }

    /// The target of a stone of the player to move, and whether the move is legal.
    #[inline(always)]
    fn target(&self, from: u32, direction: usize) -> (u32, bool) {
        let me = usize::from(self.to_move & 1);
        let distance = self.counts.along(from, direction);
        let to = from.wrapping_add(distance.wrapping_mul(STEPS[direction])) & 63;
        let between = RAYS[direction][from as usize & 63] & RAYS[opposite(direction)][to as usize];
        let blocked = between & self.stones[1 - me] | 1 << to & self.stones[me];
        (to, (distance <= u32::from(Self::ROOMS[direction][from as usize & 63])) & (blocked == 0))
    }

    /// The sources and targets of the legal moves without passes, even if the game is over.
    #[inline]
    fn targets(&self) -> impl Iterator<Item = (u32, u32)> + Clone {
        bits::ones(self.stones[usize::from(self.to_move & 1)]).flat_map(move |from| {
            (0..8).filter_map(move |direction| {
                let (to, legal) = self.target(from, direction);
                legal.then_some((from, to))
            })
        })
    }

    /// Moves a stone of the player to move and changes the turn, without checking for the end. Returns whether it captured.
    #[inline(always)]
    fn step(&mut self, from: u32, to: u32) -> bool {
        let me = usize::from(self.to_move & 1);
        let target = 1u64 << (to & 63);
        let captures = self.stones[1 - me] & target != 0;
        self.stones[me] ^= 1 << (from & 63) | target;
        self.stones[1 - me] &= !target;
        self.counts.remove(from);
        if !captures {
            self.counts.add(to);
        }
        self.change_turn();
        captures
    }

    #[inline(always)]
    fn change_turn(&mut self) {
        self.to_move ^= 1;
        self.moves = self.moves.wrapping_add(1);
    }

    /// The result according to the groups after the last move. Without a capture, the player to move cannot have become connected.
    #[inline(always)]
    fn groups_end(&self, captured: bool) -> Option<Ending> {
        let next = usize::from(self.to_move & 1);
        let mover = 1 - next;
        let next_connected = captured && connected(self.stones[next]);
        match (connected(self.stones[mover]), next_connected) {
            (false, false) => None,
            (false, true) => Some(Ending::Won(next as u8)),
            (true, true) if self.rules.both_connected == DoubleConnection::Draw => Some(Ending::Drawn),
            (true, _) => Some(Ending::Won(mover as u8)),
        }
    }

    /// Whether the game is a draw: it is too long, or neither player can move (Ludii has both pass first, to the same effect).
    #[inline]
    fn standstill(&self) -> Option<Ending> {
        let stuck = || self.targets().next().is_none() && self.turned().targets().next().is_none();
        (self.moves >= self.rules.max_moves || stuck()).then_some(Ending::Drawn)
    }

    /// The same board with the other player to move.
    fn turned(&self) -> Self {
        Board { to_move: self.to_move ^ 1, ..self.clone() }
    }
}

impl<const SIZE: u32> Position for Board<SIZE> {
    #[inline]
    fn turn(&self) -> Turn {
        if self.ending.is_some() { Turn::Over } else { Turn::Player(usize::from(self.to_move)) }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        if self.ending.is_some() {
            return;
        }
        // As `targets`, but without a branch on what is legal, which is hard to predict.
        let (mut found, mut count) = ([0; 128], 0);
        for from in bits::ones(self.stones[usize::from(self.to_move & 1)]) {
            for direction in 0..8 {
                let (to, legal) = self.target(from, direction);
                found[count & 127] = (from | to << 6) as u16;
                count += usize::from(legal);
            }
        }
        out.extend(found[..count].iter().map(|&m| Move(u64::from(m))));
        if out.is_empty() {
            out.push(PASS);
        }
    }

    fn count_moves(&self, _list: &mut Vec<Move>) -> usize {
        let me = usize::from(self.to_move & 1);
        if self.ending.is_some() { 0 } else { mobility::count(Self::LINES, self.stones[me], self.stones[1 - me]).max(1) }
    }

    #[inline]
    fn apply(&mut self, m: Move) {
        if m == PASS {
            self.change_turn();
            self.ending = self.standstill();
        } else {
            let captured = self.step(m.0 as u32 & 63, (m.0 >> 6) as u32 & 63);
            self.ending = self.groups_end(captured).or_else(|| self.standstill());
        }
    }

    fn score(&self, player: Player) -> f64 {
        match self.ending {
            Some(Ending::Won(winner)) => f64::from(u8::from(usize::from(winner) == player)),
            _ => 0.5,
        }
    }

    fn playout(&mut self, rng: &mut Rng, cap: u32, _scratch: &mut Scratch) -> Playout {
        playout::run(self, rng, cap)
    }

    fn key(&self) -> u64 {
        hash::key(&(self.stones, self.to_move))
    }

    fn notation(&self) -> String {
        self.write()
    }

    /// `b1-b3`, `b1xb3` for a capture, or `pass`.
    fn write_move(&self, submove: &[Move], out: &mut String) {
        for &m in submove {
            match m {
                PASS => out.push_str("pass"),
                _ => Self::STONE_BOARD.write_move(m, self.stones[usize::from(1 - self.to_move)], out),
            }
        }
    }

    fn picture(&self) -> Option<Picture> {
        Some(Self::STONE_BOARD.stones(self.stones, Look::Squares, [Colour::Black, Colour::White]))
    }

    fn men(&self, out: &mut Vec<u16>) -> bool {
        Self::STONE_BOARD.men(self.stones, out);
        true
    }
}

#[cfg(test)]
mod tests;
