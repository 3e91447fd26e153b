//! Liar's dice with a die each: bids about hidden dice, until one is called a lie.

use crate::capabilities::{Chance, Information};
use crate::{Game, GameInfo, Move, NotationError, Player, Position, Rng, Turn};
use crate::{Params, game, hash};

/// Liar's dice for two with one die each, which only its owner sees. A bid says how many dice, one or two, show a face at least; the highest face counts as
/// every face. Each bid is higher than the one before, by number and then by face. Instead of bidding, a player may call the last bid a lie: its bidder wins
/// if it holds, else the caller.
#[derive(Params, Clone, Debug)]
struct LiarsDice {
    /// Faces of a die.
    #[param(default = 6, range = 2..=6)]
    faces: u8,
}

#[game("liars-dice")]
impl Game for LiarsDice {
    fn info(&self) -> GameInfo {
        GameInfo { chance: true, hidden: true, ..GameInfo::win_draw_loss(2) }
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Dice { faces: self.faces, dice: [0; 2], bids: 0, called: false })
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Dice::parse(self.faces, notation).map(|dice| -> Box<dyn Position> { Box::new(dice) })
    }
}

/// Bids are numbered from 0: one die with face 1, …, two dice with the last face; the number after the last calls a lie. A die is 0 until it is rolled,
/// and an outcome of chance is its face.
#[derive(Clone, Debug)]
struct Dice {
    faces: u8,
    dice: [u8; 2],
    /// The bids that were made, as bits.
    bids: u16,
    called: bool,
}

impl Dice {
    fn parse(faces: u8, text: &str) -> Result<Dice, NotationError> {
        let wrong = |word: &str| {
            NotationError::new(format!(
                "`{text}` is not a position of liars-dice with {faces} faces: `{word}` is not possible there; expected dice (or `-`) and bids, as in `36 1x3 2x1 liar`"
            ))
        };
        let mut dice = Dice { faces, dice: [0; 2], bids: 0, called: false };
        let mut words = text.split(' ');
        let rolled = words.next().unwrap_or_default();
        let mut legal = Vec::new();
        for face in rolled.chars().filter(|_| rolled != "-") {
            dice.moves(&mut legal);
            let rolled = face.to_digit(10).map(|face| Move(face.into())).filter(|m| dice.turn() == Turn::Chance && legal.contains(m));
            dice.apply(rolled.ok_or_else(|| wrong(&face.to_string()))?);
        }
        for word in words {
            dice.moves(&mut legal);
            let said = legal.iter().copied().filter(|_| dice.turn() != Turn::Chance).find(|m| dice.word(*m) == word);
            dice.apply(said.ok_or_else(|| wrong(word))?);
        }
        Ok(dice)
    }

    fn word(&self, m: Move) -> String {
        let (bid, faces) = (m.0 as u8, self.faces);
        if bid == 2 * faces { "liar".to_owned() } else { format!("{}x{}", 1 + bid / faces, 1 + bid % faces) }
    }

    /// The number that the next bid must have at least.
    fn least(&self) -> u8 {
        (u16::BITS - self.bids.leading_zeros()) as u8
    }

    /// Whether the last bid holds.
    fn holds(&self) -> bool {
        let Some(bid) = self.least().checked_sub(1) else { return false };
        let (number, face) = (1 + bid / self.faces, 1 + bid % self.faces);
        self.dice.iter().filter(|die| **die == face || **die == self.faces).count() >= usize::from(number)
    }

    fn bid_words(&self) -> String {
        let mut text: String =
            (0..2 * self.faces).filter(|bid| self.bids >> bid & 1 == 1).map(|bid| format!(" {}", self.word(Move(bid.into())))).collect();
        if self.called {
            text.push_str(" liar");
        }
        text
    }
}

impl Position for Dice {
    fn turn(&self) -> Turn {
        if self.called {
            Turn::Over
        } else if self.dice.contains(&0) {
            Turn::Chance
        } else {
            Turn::Player(self.bids.count_ones() as usize % 2)
        }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        match self.turn() {
            Turn::Over => {}
            Turn::Chance => out.extend((1..=self.faces).map(|face| Move(face.into()))),
            Turn::Player(_) => {
                out.extend((self.least()..2 * self.faces).map(|bid| Move(bid.into())));
                out.extend((self.bids != 0).then_some(Move(u64::from(2 * self.faces))));
            }
        }
    }

    fn apply(&mut self, m: Move) {
        let number = m.0 as u8;
        if let Some(die) = self.dice.iter_mut().find(|die| **die == 0) {
            *die = number;
        } else if number == 2 * self.faces {
            self.called = true;
        } else {
            self.bids |= 1 << number;
        }
    }

    fn score(&self, player: Player) -> f64 {
        // The caller would have been next to bid.
        let caller = self.bids.count_ones() as usize % 2;
        f64::from(u8::from((player == caller) != self.holds()))
    }

    fn key(&self) -> u64 {
        hash::key(&(self.dice, self.bids, self.called))
    }

    fn notation(&self) -> String {
        let dice: String = self.dice.iter().filter(|die| **die > 0).map(u8::to_string).collect();
        format!("{}{}", if dice.is_empty() { "-" } else { &dice }, self.bid_words())
    }

    fn write_move(&self, submove: &[Move], out: &mut String) {
        let chance = self.turn() == Turn::Chance;
        submove.iter().for_each(|m| out.push_str(&if chance { m.0.to_string() } else { self.word(*m) }));
    }

    fn chance(&self) -> Option<&dyn Chance> {
        Some(self)
    }

    fn information(&self) -> Option<&dyn Information> {
        Some(self)
    }
}

impl Chance for Dice {
    fn probability(&self, _: Move) -> f64 {
        1.0 / f64::from(self.faces)
    }

    fn is_ahead(&self) -> bool {
        self.dice.contains(&0)
    }
}

impl Information for Dice {
    fn players(&self) -> usize {
        2
    }

    fn known(&self, player: Player) -> String {
        let rolled = self.dice.iter().filter(|die| **die > 0).count();
        format!("{rolled} {}{}", self.dice[player], self.bid_words())
    }

    fn legend(&self) -> &'static str {
        "the number of dice rolled; your die; the bids in turn: `1x5` for at least one five; `liar` if the last bid was doubted"
    }

    fn known_key(&self, player: Player) -> u64 {
        hash::key(&(player, self.dice[player], self.dice.map(|die| die > 0), self.bids, self.called))
    }

    fn resample_into(&self, player: Player, rng: &mut Rng, target: &mut dyn Position) -> bool {
        let mut drawn = self.clone();
        if self.dice[1 - player] > 0 {
            drawn.dice[1 - player] = 1 + rng.below(usize::from(self.faces)) as u8;
        }
        target.copy_from(&drawn);
        true
    }

    fn draw_probability(&self, player: Player) -> Option<f64> {
        Some(if self.dice[1 - player] > 0 { 1.0 / f64::from(self.faces) } else { 1.0 })
    }
}
