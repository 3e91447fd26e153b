//! Rolit (Adi Golad, 1997): reversi for two to four players, without passes.

mod position;
#[cfg(test)]
mod tests;

use super::disc_flips::{flips, legal};
use crate::{Game, GameInfo, NotationError, Params, Player, Position, game};

/// Rolit on 8×8 by Goliath's printed rules (English text at ultraboardgames.com). Four balls, one of each colour, lie in the centre for any
/// number of players. Red (player 0), Yellow, Green and Blue place a ball in turn. It must trap at least one ball of another colour, even
/// one without a player, between itself and a ball of the player's colour; all trapped balls roll over to that colour. A player who cannot
/// trap anything places a ball on any square next to another ball, diagonals included. When the board is full, the player with the most
/// balls wins.
///
/// The leader scores 1; several leaders share it equally, which the printed rules leave open. The printed rules draw the first player
/// by lot; here Red begins, and two or three players take the first colours.
#[derive(Params, Clone, Debug)]
struct Rolit {
    /// Number of players.
    #[param(default = 4, range = 2..=4)]
    players: usize,
}

#[game("rolit")]
impl Game for Rolit {
    fn info(&self) -> GameInfo {
        GameInfo::win_draw_loss(self.players)
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Board::new(self.players, START, 0))
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Board::parse(self.players, notation).map(|board| -> Box<dyn Position> { Box::new(board) })
    }
}

/// The first ball of each colour, clockwise from d4.
const START: [u64; 4] = [1 << 27, 1 << 28, 1 << 36, 1 << 35];

/// Squares are numbered row by row from a1, the upper left; a move is the number of its square.
#[derive(Clone, Debug)]
struct Board {
    players: u8,
    to_move: u8,
    /// The balls of each colour, including colours without a player.
    balls: [u64; 4],
    /// The squares on which the player to move may place a ball.
    legal: u64,
}

impl Board {
    fn new(players: usize, balls: [u64; 4], to_move: usize) -> Board {
        let mut board = Board { players: players as u8, to_move: to_move as u8, balls, legal: 0 };
        board.find_legal();
        board
    }

    #[inline(always)]
    fn occupied(&self) -> u64 {
        self.balls[0] | self.balls[1] | self.balls[2] | self.balls[3]
    }

    /// Updates `legal` from the balls. It is empty only when the board is full.
    #[inline(always)]
    fn find_legal(&mut self) {
        let occupied = self.occupied();
        let own = self.balls[usize::from(self.to_move & 3)];
        self.legal = legal(own, occupied & !own);
        if self.legal == 0 {
            self.legal = around(occupied);
        }
    }

    /// Places a ball and rolls over what it traps.
    #[inline(always)]
    fn place(&mut self, square: u32) {
        let me = usize::from(self.to_move & 3);
        let own = self.balls[me];
        let rolled = flips(own, self.occupied() & !own, square);
        for balls in &mut self.balls {
            *balls &= !rolled;
        }
        self.balls[me] |= rolled | 1 << (square & 63);
        self.to_move = if self.to_move + 1 == self.players { 0 } else { self.to_move + 1 };
        self.find_legal();
    }

    fn count(&self, player: Player) -> u32 {
        self.balls[player].count_ones()
    }
}

/// The empty squares next to any ball, where a player who cannot trap anything may place one.
#[inline(always)]
fn around(balls: u64) -> u64 {
    const LEFT: u64 = 0x0101_0101_0101_0101;
    const RIGHT: u64 = LEFT << 7;
    let wide = balls | (balls & !RIGHT) << 1 | (balls & !LEFT) >> 1;
    (wide | wide << 8 | wide >> 8) & !balls
}
