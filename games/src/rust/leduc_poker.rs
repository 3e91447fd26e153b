//! Leduc hold'em: a poker of two rounds with a card in common (Southey et al., "Bayes' bluff: opponent modelling in poker", UAI 2005).

use crate::capabilities::{Chance, Information};
use crate::{Game, GameInfo, Move, NotationError, Player, Position, Rng, Turn};
use crate::{Params, game, hash};

/// Leduc hold'em for two: six cards, two each of jack, queen and king; one card for each player, and after the first round of betting one for both.
/// Bets are 2 chips in the first round and 4 in the second, with at most two of them in a round, and every player antes one chip. Whose card pairs with
/// the common one wins, else the higher card.
#[derive(Params, Clone, Debug)]
struct LeducPoker;

#[game("leduc-poker")]
impl Game for LeducPoker {
    fn info(&self) -> GameInfo {
        GameInfo { players: 2, scores: (-13.0, 13.0), graded: true, chance: true, hidden: true, total: Some(0.0) }
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Hand::default())
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Hand::parse(notation).map(|hand| -> Box<dyn Position> { Box::new(hand) })
    }
}

/// Folds a bet.
const FOLD: Move = Move(0);
/// Calls a bet, or checks.
const CALL: Move = Move(1);
/// Bets, or raises a bet.
const RAISE: Move = Move(2);
/// The letters of these.
const LETTERS: [char; 3] = ['f', 'c', 'r'];
/// The cards, as letters: number n has rank n / 2.
const CARDS: [char; 6] = ['J', 'j', 'Q', 'q', 'K', 'k'];
/// The size of a bet in each round.
const BETS: [u32; 2] = [2, 4];

/// The cards in the order of the deal, and what was said in both rounds.
#[derive(Clone, Debug, Default)]
struct Hand {
    /// The two players' cards and the common one.
    cards: [u8; 3],
    dealt: u8,
    /// Chips of each player in the pot besides the ante.
    paid: [u32; 2],
    /// The bets of each round, two bits per turn.
    said: [u16; 2],
    turns: [u8; 2],
    /// The round, 0 or 1; 2 after the last.
    round: u8,
    folded: Option<u8>,
}

impl Hand {
    fn parse(text: &str) -> Result<Hand, NotationError> {
        let wrong = |letter: char| {
            NotationError::new(format!(
                "`{text}` is not a position of leduc-poker: `{letter}` is not possible there; expected cards and turns, as in `JqcrcKr`"
            ))
        };
        let mut hand = Hand::default();
        for letter in text.chars().filter(|_| text != "-") {
            let letters: &[char] = if hand.turn() == Turn::Chance { &CARDS } else { &LETTERS };
            let m = letters.iter().position(|known| *known == letter).map(|place| Move(place as u64));
            let mut legal = Vec::new();
            hand.moves(&mut legal);
            hand.apply(m.filter(|m| legal.contains(m)).ok_or_else(|| wrong(letter))?);
        }
        Ok(hand)
    }

    fn round(&self) -> usize {
        usize::from(self.round)
    }

    fn mover(&self) -> usize {
        usize::from(self.turns[self.round()] % 2)
    }

    fn raises(&self) -> usize {
        (0..self.turns[self.round()]).filter(|turn| self.at(self.round(), *turn) == RAISE).count()
    }

    fn at(&self, round: usize, turn: u8) -> Move {
        Move(u64::from(self.said[round] >> (2 * turn) & 3))
    }

    /// The bets, with the common card after the first round.
    fn words(&self, out: &mut String) {
        for round in 0..2 {
            out.extend((0..self.turns[round]).map(|turn| LETTERS[self.at(round, turn).0 as usize]));
            if round == 0 && self.dealt == 3 {
                out.push(CARDS[usize::from(self.cards[2])]);
            }
        }
    }

    /// Whose hand is the better one, if one is.
    fn best(&self) -> Option<Player> {
        let strength = |player: usize| (self.cards[player] / 2 == self.cards[2] / 2, self.cards[player] / 2);
        match strength(0).cmp(&strength(1)) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
        }
    }
}

impl Position for Hand {
    fn turn(&self) -> Turn {
        match (self.folded, self.round) {
            (Some(_), _) | (None, 2..) => Turn::Over,
            (None, round) if self.dealt < 2 + round => Turn::Chance,
            (None, _) => Turn::Player(Hand::mover(self)),
        }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        match self.turn() {
            Turn::Over => {}
            Turn::Chance => {
                out.extend((0..6).filter(|card| !self.cards[..usize::from(self.dealt)].contains(card)).map(|card| Move(card.into())))
            }
            Turn::Player(player) => {
                out.extend((self.paid[player] < self.paid[1 - player]).then_some(FOLD));
                out.push(CALL);
                out.extend((self.raises() < 2).then_some(RAISE));
            }
        }
    }

    fn apply(&mut self, m: Move) {
        if self.turn() == Turn::Chance {
            self.cards[usize::from(self.dealt)] = m.0 as u8;
            self.dealt += 1;
            return;
        }
        let (player, round) = (Hand::mover(self), self.round());
        let first = self.turns[round] == 0;
        self.said[round] |= (m.0 as u16 & 3) << (2 * self.turns[round]);
        self.turns[round] += 1;
        match m {
            FOLD => self.folded = Some(player as u8),
            RAISE => self.paid[player] = self.paid[1 - player] + BETS[round],
            _ => {
                self.paid[player] = self.paid[1 - player];
                // A check of the first player leaves the word to the second.
                self.round += u8::from(!first);
            }
        }
    }

    fn score(&self, player: Player) -> f64 {
        let winner = self.folded.map_or_else(|| self.best(), |folded| Some(1 - usize::from(folded)));
        match winner {
            None => 0.0,
            Some(winner) => {
                let lost = f64::from(1 + self.paid[1 - winner]);
                if winner == player { lost } else { -lost }
            }
        }
    }

    fn key(&self) -> u64 {
        hash::key(&(self.cards, self.dealt, self.said, self.turns))
    }

    fn notation(&self) -> String {
        let mut text: String = self.cards[..usize::from(self.dealt.min(2))].iter().map(|card| CARDS[usize::from(*card)]).collect();
        self.words(&mut text);
        if text.is_empty() { "-".to_owned() } else { text }
    }

    fn write_move(&self, submove: &[Move], out: &mut String) {
        let letters: &[char] = if self.turn() == Turn::Chance { &CARDS } else { &LETTERS };
        out.extend(submove.iter().map(|m| letters[m.0 as usize]));
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
        1.0 / f64::from(6 - self.dealt)
    }

    fn is_ahead(&self) -> bool {
        self.dealt < 3 && self.folded.is_none()
    }
}

impl Information for Hand {
    fn players(&self) -> usize {
        2
    }

    fn known(&self, player: Player) -> String {
        let mut text = format!("{} ", self.dealt.min(2));
        text.push(if player < usize::from(self.dealt) { CARDS[usize::from(self.cards[player])] } else { '?' });
        text.push(' ');
        self.words(&mut text);
        text
    }

    fn legend(&self) -> &'static str {
        "the number of players with a card; your card; what the players have done in turn: `f` fold, `c` check or call, `r` raise, \
         with the common card in between; `J` and `j` are both jacks"
    }

    fn known_key(&self, player: Player) -> u64 {
        let common = (self.dealt == 3).then_some(self.cards[2]);
        hash::key(&(
            player,
            (player < usize::from(self.dealt)).then(|| self.cards[player]),
            self.dealt.min(2),
            common,
            self.said,
            self.turns,
        ))
    }

    fn resample_into(&self, player: Player, rng: &mut Rng, target: &mut dyn Position) -> bool {
        let mut drawn = self.clone();
        let seen =
            |card: &u8| (player < usize::from(self.dealt) && self.cards[player] == *card) || (self.dealt == 3 && self.cards[2] == *card);
        let rest: Vec<u8> = (0..6).filter(|card| !seen(card)).collect();
        if 1 - player < usize::from(self.dealt) {
            drawn.cards[1 - player] = rest[rng.below(rest.len())];
        }
        target.copy_from(&drawn);
        true
    }

    fn draw_probability(&self, player: Player) -> Option<f64> {
        let seen = usize::from(player < usize::from(self.dealt)) + usize::from(self.dealt == 3);
        let is_dealt = 1 - player < usize::from(self.dealt);
        Some(if is_dealt { 1.0 / (6 - seen) as f64 } else { 1.0 })
    }
}
