//! Nim: take any number of stones from one heap; the player who takes the last stone wins.

use treebench::prelude::*;

/// Nim with heaps of 1, 2, 3, … stones: players take any number from one heap, and the player who takes the last stone wins.
#[derive(Params, Clone, Debug)]
struct Nim {
    /// Number of heaps.
    #[param(default = 4, range = 1..=8, source = "Bouton 1901")]
    heaps: u8,
}

#[game("nim")]
impl Game for Nim {
    fn info(&self) -> GameInfo {
        GameInfo::win_draw_loss(2)
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Heaps { stones: (1..=self.heaps).collect(), to_move: 0 })
    }

    /// The heaps separated by commas, and who moves: `1,2,3 0`.
    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        let wrong = || NotationError::new(format!("`{notation}` is not a position of nim: expected {} heaps and who moves, as in `1,2,3 0`", self.heaps));
        let (heaps, mover) = notation.split_once(' ').ok_or_else(wrong)?;
        let stones: Vec<u8> = heaps.split(',').map(|heap| heap.parse().map_err(|_| wrong())).collect::<Result<_, _>>()?;
        let to_move = ["0", "1"].iter().position(|player| *player == mover).ok_or_else(wrong)?;
        let fits = stones.len() == usize::from(self.heaps) && stones.iter().zip(1..).all(|(&heap, most)| heap <= most);
        if fits { Ok(Box::new(Heaps { stones, to_move })) } else { Err(wrong()) }
    }
}

/// The heaps on the table. A move is 256 × heap + stones taken.
#[derive(Clone, Debug)]
struct Heaps {
    stones: Vec<u8>,
    to_move: Player,
}

impl Position for Heaps {
    fn turn(&self) -> Turn {
        if self.stones.iter().all(|&heap| heap == 0) { Turn::Over } else { Turn::Player(self.to_move) }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        for (heap, &stones) in self.stones.iter().enumerate() {
            out.extend((1..=u64::from(stones)).map(|taken| Move(256 * heap as u64 + taken)));
        }
    }

    fn apply(&mut self, m: Move) {
        self.stones[(m.0 / 256) as usize] -= (m.0 % 256) as u8;
        self.to_move = 1 - self.to_move;
    }

    fn score(&self, player: Player) -> f64 {
        // The player to move at the end has lost: the other took the last stone.
        if player == self.to_move { 0.0 } else { 1.0 }
    }

    fn notation(&self) -> String {
        let heaps: Vec<String> = self.stones.iter().map(u8::to_string).collect();
        format!("{} {}", heaps.join(","), self.to_move)
    }

    fn write_move(&self, submove: &[Move], out: &mut String) {
        for m in submove {
            *out += &format!("{}x{}", (b'a' + (m.0 / 256) as u8) as char, m.0 % 256);
        }
    }

    fn draw(&self) -> String {
        self.stones.iter().zip('a'..).map(|(&heap, name)| format!("{name} {}\n", "o".repeat(usize::from(heap)))).collect()
    }
}

#[cfg(test)]
mod tests {
    use treebench::games::{contract, games};

    #[test]
    fn nim_keeps_the_contract_of_games() {
        contract::check_game(games().find("nim").expect("it is registered")).expect("it keeps the contract");
    }
}
