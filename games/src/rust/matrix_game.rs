//! Repeated matrix games: both choose at the same time, again and again.

use crate::capabilities::Information;
use crate::{Game, GameInfo, Move, NotationError, Player, Position, Rng, Turn};
use crate::{Params, game, hash};

/// The maximum number of rounds.
const MOST: usize = 20;

/// A matrix game for two, played several times: both choose at the same time, see what the other has chosen, and win or lose a point. Here the first player
/// chooses unseen before the second.
#[derive(Params, Clone, Debug)]
struct MatrixGame {
    /// The game that is repeated.
    #[param(default = Stage::RockPaperScissors)]
    stage: Stage,
    /// How often it is played.
    #[param(default = 3, range = 1..=20)]
    rounds: u8,
}

/// A game of one choice each.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
enum Stage {
    /// Rock breaks scissors, which cut paper, which covers rock.
    RockPaperScissors,
    /// Heads or tails: the first player wins if both are the same.
    MatchingPennies,
}

impl Stage {
    /// The letters of the choices.
    fn letters(self) -> &'static [char] {
        match self {
            Stage::RockPaperScissors => &['r', 'p', 's'],
            Stage::MatchingPennies => &['h', 't'],
        }
    }

    /// The first player's payoff.
    fn points(self, [first, second]: [u8; 2]) -> i32 {
        match (self, (3 + first - second) % 3) {
            (Stage::RockPaperScissors, 0) => 0,
            (Stage::RockPaperScissors, 1) | (Stage::MatchingPennies, 0) => 1,
            _ => -1,
        }
    }
}

#[game("matrix-game")]
impl Game for MatrixGame {
    fn info(&self) -> GameInfo {
        let most = f64::from(self.rounds);
        GameInfo { players: 2, scores: (-most, most), graded: true, chance: false, hidden: true, total: Some(0.0) }
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Rounds { stage: self.stage, rounds: self.rounds, chosen: [0; 2 * MOST], length: 0 })
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        let mut rounds = Rounds { stage: self.stage, rounds: self.rounds, chosen: [0; 2 * MOST], length: 0 };
        for letter in notation.chars().filter(|_| notation != "-") {
            let place = self.stage.letters().iter().position(|known| *known == letter).filter(|_| rounds.length < 2 * self.rounds);
            let chosen = place.ok_or_else(|| {
                NotationError::new(format!(
                    "`{notation}` is not a position of matrix-game in {} rounds: `{letter}` is not possible there; expected choices in turn, or `-`",
                    self.rounds
                ))
            })?;
            rounds.apply(Move(chosen as u64));
        }
        Ok(Box::new(rounds))
    }
}

/// The choices so far, in turn.
#[derive(Clone, Debug)]
struct Rounds {
    stage: Stage,
    rounds: u8,
    chosen: [u8; 2 * MOST],
    length: u8,
}

impl Rounds {
    /// The choices that a player has seen.
    fn seen(&self, player: Player) -> &[u8] {
        let unseen = player == 1 && !self.length.is_multiple_of(2);
        &self.chosen[..usize::from(self.length - u8::from(unseen))]
    }

    fn words(&self, chosen: &[u8]) -> String {
        if chosen.is_empty() { "-".to_owned() } else { chosen.iter().map(|&choice| self.stage.letters()[usize::from(choice)]).collect() }
    }
}

impl Position for Rounds {
    fn turn(&self) -> Turn {
        if self.length == 2 * self.rounds { Turn::Over } else { Turn::Player(usize::from(self.length % 2)) }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        if self.length < 2 * self.rounds {
            out.extend((0..self.stage.letters().len() as u64).map(Move));
        }
    }

    fn apply(&mut self, m: Move) {
        self.chosen[usize::from(self.length)] = m.0 as u8;
        self.length += 1;
    }

    fn score(&self, player: Player) -> f64 {
        let rounds = self.chosen[..usize::from(self.length)].chunks_exact(2);
        let first: i32 = rounds.map(|pair| self.stage.points([pair[0], pair[1]])).sum();
        f64::from(if player == 0 { first } else { -first })
    }

    fn key(&self) -> u64 {
        hash::key(&self.chosen[..usize::from(self.length)])
    }

    fn notation(&self) -> String {
        self.words(&self.chosen[..usize::from(self.length)])
    }

    fn write_move(&self, submove: &[Move], out: &mut String) {
        out.extend(submove.iter().map(|m| self.stage.letters()[m.0 as usize]));
    }

    fn information(&self) -> Option<&dyn Information> {
        Some(self)
    }
}

impl Information for Rounds {
    fn players(&self) -> usize {
        2
    }

    fn known(&self, player: Player) -> String {
        let seen = self.seen(player);
        self.words(seen) + if seen.len() < usize::from(self.length) { "?" } else { "" }
    }

    fn legend(&self) -> &'static str {
        "the choices in turn, player 0's first; `?` is one that you do not see yet"
    }

    fn known_key(&self, player: Player) -> u64 {
        hash::key(&(player, self.length, self.seen(player)))
    }

    fn resample_into(&self, player: Player, rng: &mut Rng, target: &mut dyn Position) -> bool {
        let mut drawn = self.clone();
        for unseen in self.seen(player).len()..usize::from(self.length) {
            drawn.chosen[unseen] = rng.below(self.stage.letters().len()) as u8;
        }
        target.copy_from(&drawn);
        true
    }

    fn draw_probability(&self, player: Player) -> Option<f64> {
        let unseen = usize::from(self.length) - self.seen(player).len();
        Some((self.stage.letters().len() as f64).powi(-(unseen as i32)))
    }

    fn joint_start(&self) -> Option<Box<dyn Position>> {
        let begun = !self.length.is_multiple_of(2);
        begun.then(|| -> Box<dyn Position> { Box::new(Rounds { length: self.length - 1, ..self.clone() }) })
    }
}
