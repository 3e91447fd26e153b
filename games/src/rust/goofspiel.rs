//! Goofspiel: bids at the same time for prizes (Ross, "Goofspiel, the game of pure strategy", 1971).

use crate::capabilities::{Chance, Information};
use crate::{Game, GameInfo, Move, NotationError, Player, Position, Rng, Turn};
use crate::{Params, game, hash};

/// The maximum number of cards.
const MOST: usize = 13;

/// Goofspiel for two: each player has the cards 1 to n, and prizes of 1 to n points come up one by one. Both bid a card at the same time, the higher
/// one wins the prize, and equal bids win nothing. Most points win the game. Here the first player bids unseen before the second.
#[derive(Params, Clone, Debug)]
struct Goofspiel {
    /// Cards of each player, and prizes.
    #[param(default = 4, range = 2..=13)]
    cards: u8,
    /// The order in which prizes come up.
    #[param(default = Order::Random)]
    prizes: Order,
}

/// The order of prizes.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
enum Order {
    /// Drawn one by one.
    Random,
    /// From the highest down.
    Descending,
}

#[game("goofspiel")]
impl Game for Goofspiel {
    fn info(&self) -> GameInfo {
        GameInfo { chance: self.prizes == Order::Random, hidden: true, ..GameInfo::win_draw_loss(2) }
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Table::new(self.cards, self.prizes))
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Table::parse(self.cards, self.prizes, notation).map(|table| -> Box<dyn Position> { Box::new(table) })
    }
}

/// Cards and prizes are numbered from 1; those left are bits.
#[derive(Clone, Debug)]
struct Table {
    order: Order,
    hands: [u16; 2],
    prizes: u16,
    points: [u8; 2],
    /// Prizes and bids so far, in their order: three numbers a round.
    past: [u8; 3 * MOST],
    length: u8,
}

impl Table {
    fn new(cards: u8, order: Order) -> Table {
        let all = ((1u32 << (cards + 1)) - 2) as u16;
        let mut table = Table { order, hands: [all; 2], prizes: all, points: [0; 2], past: [0; 3 * MOST], length: 0 };
        table.turn_up();
        table
    }

    fn parse(cards: u8, order: Order, text: &str) -> Result<Table, NotationError> {
        let wrong = |word: &str| {
            NotationError::new(format!(
                "`{text}` is not a position of goofspiel with {cards} cards: `{word}` is not possible there; expected rounds of prize and bids, as in `3:1/4 5:2`"
            ))
        };
        let mut table = Table::new(cards, order);
        for round in text.split(' ').filter(|_| text != "-") {
            for (place, word) in round.split([':', '/']).enumerate() {
                let number: u8 = word.parse().map_err(|_| wrong(word))?;
                if usize::from(table.length % 3) == place {
                    let mut legal = Vec::new();
                    table.moves(&mut legal);
                    table.apply(Some(Move(number.into())).filter(|m| legal.contains(m)).ok_or_else(|| wrong(word))?);
                } else if place != 0 || table.length % 3 != 1 || table.past[usize::from(table.length) - 1] != number {
                    // In descending order the prize is up already.
                    return Err(wrong(word));
                }
            }
        }
        Ok(table)
    }

    /// In descending order the next prize comes up by itself.
    fn turn_up(&mut self) {
        if self.order == Order::Descending && self.length.is_multiple_of(3) && self.prizes != 0 {
            self.write(15 - self.prizes.leading_zeros() as u8);
        }
    }

    fn write(&mut self, number: u8) {
        self.past[usize::from(self.length)] = number;
        self.length += 1;
        let card = !(1 << number);
        match self.length % 3 {
            1 => self.prizes &= card,
            2 => self.hands[0] &= card,
            _ => {
                self.hands[1] &= card;
                let [prize, first, second] = [3, 2, 1].map(|back| self.past[usize::from(self.length) - back]);
                self.points[0] += if first > second { prize } else { 0 };
                self.points[1] += if second > first { prize } else { 0 };
            }
        }
    }

    /// Prizes and bids, as far as one sees them who does not see a bid that waits for the second one.
    fn words(&self, length: u8) -> String {
        let mut text = String::new();
        for (place, number) in self.past[..usize::from(length)].iter().enumerate() {
            text.push_str([" ", ":", "/"][place % 3]);
            text.push_str(&number.to_string());
        }
        if text.is_empty() { "-".to_owned() } else { text.trim_start().to_owned() }
    }
}

fn numbers(bits: u16) -> impl Iterator<Item = Move> {
    (1..=MOST as u64).filter(move |number| bits >> number & 1 == 1).map(Move)
}

impl Position for Table {
    fn turn(&self) -> Turn {
        match self.length % 3 {
            0 if self.prizes == 0 => Turn::Over,
            0 => Turn::Chance,
            place => Turn::Player(usize::from(place) - 1),
        }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        match self.turn() {
            Turn::Over => {}
            Turn::Chance => out.extend(numbers(self.prizes)),
            Turn::Player(player) => out.extend(numbers(self.hands[player])),
        }
    }

    fn apply(&mut self, m: Move) {
        self.write(m.0 as u8);
        self.turn_up();
    }

    fn score(&self, player: Player) -> f64 {
        match self.points[player].cmp(&self.points[1 - player]) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
        }
    }

    fn key(&self) -> u64 {
        hash::key(&(self.past, self.length))
    }

    fn notation(&self) -> String {
        self.words(self.length)
    }

    fn write_move(&self, submove: &[Move], out: &mut String) {
        submove.iter().for_each(|m| out.push_str(&m.0.to_string()));
    }

    fn chance(&self) -> Option<&dyn Chance> {
        (self.order == Order::Random).then_some(self)
    }

    fn information(&self) -> Option<&dyn Information> {
        Some(self)
    }
}

impl Chance for Table {
    fn probability(&self, _: Move) -> f64 {
        1.0 / f64::from(self.prizes.count_ones())
    }

    fn is_ahead(&self) -> bool {
        self.prizes != 0
    }
}

impl Information for Table {
    fn players(&self) -> usize {
        2
    }

    fn known(&self, player: Player) -> String {
        let waits = self.length % 3 == 2;
        let mut text = self.words(self.length - u8::from(waits && player == 1));
        if waits && player == 1 {
            text.push_str(":?");
        }
        text
    }

    fn legend(&self) -> &'static str {
        "for every prize so far: its points, `:`, the bid of player 0, `/`, the bid of player 1; `?` is a bid that you do not see yet"
    }

    fn known_key(&self, player: Player) -> u64 {
        let seen = self.length - u8::from(self.length % 3 == 2 && player == 1);
        hash::key(&(player, self.length, &self.past[..usize::from(seen)]))
    }

    fn resample_into(&self, player: Player, rng: &mut Rng, target: &mut dyn Position) -> bool {
        let mut drawn = self.clone();
        if self.length % 3 == 2 && player == 1 {
            let last = usize::from(self.length) - 1;
            drawn.hands[0] |= 1 << self.past[last];
            let bids: Vec<Move> = numbers(drawn.hands[0]).collect();
            drawn.length -= 1;
            drawn.write(bids[rng.below(bids.len())].0 as u8);
        }
        target.copy_from(&drawn);
        true
    }

    fn draw_probability(&self, player: Player) -> Option<f64> {
        let is_hidden = self.length % 3 == 2 && player == 1;
        // The cards of the first player, of which one is the bid.
        Some(if is_hidden { 1.0 / f64::from(self.hands[0].count_ones() + 1) } else { 1.0 })
    }

    fn joint_start(&self) -> Option<Box<dyn Position>> {
        (self.length % 3 == 2).then(|| -> Box<dyn Position> {
            let mut before = self.clone();
            before.length -= 1;
            before.hands[0] |= 1 << self.past[usize::from(before.length)];
            before.past[usize::from(before.length)] = 0;
            Box::new(before)
        })
    }
}
