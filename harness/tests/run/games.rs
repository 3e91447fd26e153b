//! A race with dice for any number of players, which can be made to fail or never to end.

use treebench::prelude::*;

/// The fault of the race.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
pub(crate) enum Trouble {
    /// Nothing.
    None,
    /// It panics on the fifth move.
    Panics,
    /// It never ends.
    Endless,
}

/// Chance rolls 1 to 3; the player to move takes the roll or one less; the first player to reach 10 wins. Scores are from -1 to 1.
#[derive(Params, Clone, Debug)]
struct Race {
    /// The number of players.
    #[param(default = 3u32, range = 1..=5)]
    players: u32,
    /// Its fault.
    #[param(default = Trouble::None)]
    trouble: Trouble,
}

#[game("test-race")]
impl Game for Race {
    fn info(&self) -> GameInfo {
        GameInfo { players: self.players as usize, scores: (-1.0, 1.0), graded: false, chance: true, hidden: false, total: None }
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Track { places: vec![0; self.players as usize], mover: 0, roll: 0, plies: 0, trouble: self.trouble })
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Err(NotationError::new(format!("`{notation}` is never read")))
    }
}

const GOAL: u64 = 10;

#[derive(Clone, Debug)]
struct Track {
    places: Vec<u64>,
    mover: usize,
    roll: u64,
    plies: u32,
    trouble: Trouble,
}

impl Position for Track {
    fn turn(&self) -> Turn {
        if self.trouble != Trouble::Endless && self.places.iter().any(|&place| place >= GOAL) {
            Turn::Over
        } else if self.roll == 0 {
            Turn::Chance
        } else {
            Turn::Player(self.mover)
        }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        match self.turn() {
            Turn::Over => {}
            Turn::Chance => out.extend((1..=3).map(Move)),
            Turn::Player(_) => out.extend((self.roll - 1..=self.roll).map(Move)),
        }
    }

    fn apply(&mut self, m: Move) {
        if self.roll == 0 {
            self.roll = m.0;
            return;
        }
        self.plies += 1;
        assert!(self.trouble != Trouble::Panics || self.plies < 5, "the track is broken");
        self.places[self.mover] += m.0;
        self.mover = (self.mover + 1) % self.places.len();
        self.roll = 0;
    }

    fn score(&self, player: Player) -> f64 {
        if self.places[player] >= GOAL { 1.0 } else { -1.0 }
    }

    fn chance(&self) -> Option<&dyn Chance> {
        Some(self)
    }

    fn notation(&self) -> String {
        format!("{:?}-{}-{}", self.places, self.mover, self.roll).replace(' ', "")
    }

    fn write_move(&self, submove: &[Move], out: &mut String) {
        out.push_str(if self.roll == 0 { "d" } else { "+" });
        submove.iter().for_each(|m| out.push_str(&m.0.to_string()));
    }

    fn draw(&self) -> String {
        self.notation()
    }
}

impl Chance for Track {
    fn probability(&self, outcome: Move) -> f64 {
        [0.5, 0.25, 0.25][outcome.0 as usize - 1]
    }
}
