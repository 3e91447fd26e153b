//! Kuhn poker: the smallest poker in which bluffing pays (Kuhn, "A simplified two-person poker", 1950), for two to five players.

use crate::capabilities::{Chance, Information};
use crate::{Game, GameInfo, Move, NotationError, Player, Position, Rng, Turn};
use crate::{Params, game, hash};

/// The maximum number of players.
const MOST: usize = 5;

/// Kuhn poker: every player antes a chip and gets one card of a deck with one card more than there are players. In turn, players pass or bet one
/// chip; after a bet every other player calls or folds in turn. The highest card that has not folded wins the pot.
#[derive(Params, Clone, Debug)]
struct KuhnPoker {
    /// The number of players.
    #[param(default = 2, range = 2..=5, source = "n players: Risk and Szafron 2010, section 4")]
    players: u8,
}

#[game("kuhn-poker")]
impl Game for KuhnPoker {
    fn info(&self) -> GameInfo {
        let players = usize::from(self.players);
        GameInfo { players, scores: (-2.0, 2.0 * (players - 1) as f64), graded: true, chance: true, hidden: true, total: Some(0.0) }
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Hand { players: self.players, dealt: 0, cards: [0; MOST], said: 0, turns: 0 })
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Hand::parse(self.players, notation).map(|hand| -> Box<dyn Position> { Box::new(hand) })
    }
}

/// Pass, or fold a bet.
const PASS: Move = Move(0);
/// Bet, or call a bet.
const BET: Move = Move(1);

/// Cards are numbered from the lowest, 0. An outcome of chance is the card that the next player gets.
#[derive(Clone, Debug)]
struct Hand {
    players: u8,
    dealt: u8,
    cards: [u8; MOST],
    /// Bit i is whether turn i was a bet or a call.
    said: u16,
    turns: u8,
}

impl Hand {
    fn parse(players: u8, text: &str) -> Result<Hand, NotationError> {
        let wrong = |why: &str| {
            NotationError::new(format!(
                "`{text}` is not a position of kuhn-poker among {players}: {why}; expected cards (or `-`) and turns (or `-`), as in `20 pb`"
            ))
        };
        let (cards, turns) = text.split_once(' ').ok_or_else(|| wrong("no space"))?;
        let mut hand = Hand { players, dealt: 0, cards: [0; MOST], said: 0, turns: 0 };
        for letter in cards.chars().filter(|_| cards != "-") {
            let card = letter.to_digit(10).map(|digit| Move(u64::from(digit))).filter(|card| hand.move_list().contains(card));
            let card = card.filter(|_| hand.turn() == Turn::Chance).ok_or_else(|| wrong("these cards cannot be dealt"))?;
            hand.apply(card);
        }
        for letter in turns.chars().filter(|_| turns != "-") {
            let said = match letter {
                'p' => PASS,
                'b' => BET,
                _ => return Err(wrong("a turn is `p` or `b`")),
            };
            if !matches!(hand.turn(), Turn::Player(_)) {
                return Err(wrong("nobody can act any more, or not yet"));
            }
            hand.apply(said);
        }
        Ok(hand)
    }

    fn move_list(&self) -> Vec<Move> {
        let mut list = Vec::new();
        self.moves(&mut list);
        list
    }

    /// Whether a player has this card.
    fn has_been_dealt(&self, card: u8) -> bool {
        self.cards[..usize::from(self.dealt)].contains(&card)
    }

    /// The turn of the first bet.
    fn bet_at(&self) -> Option<u8> {
        (self.said != 0).then(|| self.said.trailing_zeros() as u8)
    }

    /// Whether a player has bet or called.
    fn is_in(&self, player: Player) -> bool {
        (0..self.turns).any(|turn| usize::from(turn % self.players) == player && self.said >> turn & 1 == 1)
    }

    fn words(&self) -> String {
        if self.turns == 0 {
            "-".to_owned()
        } else {
            (0..self.turns).map(|turn| if self.said >> turn & 1 == 1 { 'b' } else { 'p' }).collect()
        }
    }
}

impl Position for Hand {
    fn turn(&self) -> Turn {
        if self.dealt < self.players {
            return Turn::Chance;
        }
        let over = match self.bet_at() {
            None => self.turns == self.players,
            Some(bet) => self.turns == bet + self.players,
        };
        if over { Turn::Over } else { Turn::Player(usize::from(self.turns % self.players)) }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        match self.turn() {
            Turn::Chance => out.extend((0..=self.players).filter(|&card| !self.has_been_dealt(card)).map(|card| Move(card.into()))),
            Turn::Player(_) => out.extend([PASS, BET]),
            Turn::Over => {}
        }
    }

    fn apply(&mut self, m: Move) {
        if self.dealt < self.players {
            self.cards[usize::from(self.dealt)] = m.0 as u8;
            self.dealt += 1;
        } else {
            self.said |= (m.0 as u16 & 1) << self.turns;
            self.turns += 1;
        }
    }

    fn score(&self, player: Player) -> f64 {
        let bet = self.bet_at().is_some();
        let players = 0..usize::from(self.players);
        let paid = |player| 1.0 + f64::from(u8::from(self.is_in(player)));
        let winner = players.clone().filter(|&player| !bet || self.is_in(player)).max_by_key(|&player| self.cards[player]);
        let pot: f64 = players.map(paid).sum();
        if winner == Some(player) { pot - paid(player) } else { -paid(player) }
    }

    fn key(&self) -> u64 {
        hash::key(&(self.dealt, self.cards, self.said, self.turns))
    }

    fn notation(&self) -> String {
        let cards: String = self.cards[..usize::from(self.dealt)].iter().map(u8::to_string).collect();
        format!("{} {}", if cards.is_empty() { "-" } else { &cards }, self.words())
    }

    fn write_move(&self, submove: &[Move], out: &mut String) {
        let chance = self.turn() == Turn::Chance;
        submove.iter().for_each(|m| match (chance, *m) {
            (true, card) => out.push_str(&card.0.to_string()),
            (false, PASS) => out.push('p'),
            (false, _) => out.push('b'),
        });
    }

    fn chance(&self) -> Option<&dyn Chance> {
        Some(self)
    }

    fn information(&self) -> Option<&dyn Information> {
        Some(self)
    }
}

impl Chance for Hand {
    fn probability(&self, _: Move) -> f64 {
        1.0 / f64::from(self.players + 1 - self.dealt)
    }

    fn is_ahead(&self) -> bool {
        self.dealt < self.players
    }
}

impl Information for Hand {
    fn players(&self) -> usize {
        usize::from(self.players)
    }

    fn known(&self, player: Player) -> String {
        // Cards are shown when all is over, but for those that have folded; how much was won says the rest that matters.
        let own = if player < usize::from(self.dealt) { self.cards[player].to_string() } else { "?".to_owned() };
        format!("{} {own} {}", self.dealt, self.words())
    }

    fn legend(&self) -> &'static str {
        "the number of players with a card; your card, 0 the lowest; what the players have done in turn: `p` pass, `b` bet, `-` nothing yet"
    }

    fn known_key(&self, player: Player) -> u64 {
        hash::key(&(player, (player < usize::from(self.dealt)).then(|| self.cards[player]), self.dealt, self.said, self.turns))
    }

    fn resample_into(&self, player: Player, rng: &mut Rng, target: &mut dyn Position) -> bool {
        let mut drawn = self.clone();
        let own = (player < usize::from(self.dealt)).then(|| self.cards[player]);
        let mut rest: Vec<u8> = (0..=self.players).filter(|card| Some(*card) != own).collect();
        for other in (0..usize::from(self.dealt)).filter(|&other| other != player) {
            drawn.cards[other] = rest.swap_remove(rng.below(rest.len()));
        }
        target.copy_from(&drawn);
        true
    }

    fn draw_probability(&self, player: Player) -> Option<f64> {
        let (dealt, own) = (usize::from(self.dealt), usize::from(player < usize::from(self.dealt)));
        let rest = usize::from(self.players) + 1 - own;
        Some((0..dealt - own).map(|other| 1.0 / (rest - other) as f64).product())
    }
}
