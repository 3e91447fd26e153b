//! Go in which players see only their own stones.
//!
//! A position is the true board with what each player has discovered on it; `events` say what a try looks like to each player, `worlds` draws games that look
//! the same to one.

mod events;
mod line;
mod plan;
mod worlds;

use super::Ko;
use super::board::{Board, EMPTY, PASS, Rules, points};
use crate::capabilities::Information;
use crate::{Move, NotationError, Player, Position, Rng, Turn, hash};
use events::{Event, Outcome, Try};
use std::fmt::Write as _;
use worlds::Worlds;

/// The start of a game. `komi` is in half points; the game ends after `max_moves` tries.
pub(in crate::rust) fn start(size: u32, komi: i32, max_moves: u32) -> Box<dyn Position> {
    Box::new(Phantom::new(rules(size, komi, max_moves)))
}

/// The position after these tries.
pub(in crate::rust) fn parse(size: u32, komi: i32, max_moves: u32, notation: &str) -> Result<Box<dyn Position>, NotationError> {
    let mut here = Phantom::new(rules(size, komi, max_moves));
    for word in notation.split(' ').filter(|_| notation != "-") {
        let legal = <dyn Position>::move_list(&here).into_iter().find(|m| here.name(m.0 as usize) == word);
        let m = legal.ok_or_else(|| {
            NotationError::new(format!(
                "`{notation}` is not a position of phantom-go: `{word}` cannot be tried there; expected points in the order of the tries, as in `A1 pass`, or \
                 `-`"
            ))
        })?;
        here.apply(m);
    }
    Ok(Box::new(here))
}

fn rules(size: u32, komi: i32, max_moves: u32) -> Rules {
    Rules { size: size as usize, ko: Ko::Simple, suicide: false, komi, max_moves, dead_stones: 0 }
}

/// A board for all sizes up to 9×9.
type Stones = Board<10, 128>;

/// Points as bits.
type Points = u128;

fn bit(point: usize) -> Points {
    1 << point
}

fn each(mut set: Points) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let point = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(point)
    })
}

#[derive(Debug)]
struct Phantom {
    /// The true board. Its history has all boards so far, its moves are the tries.
    board: Stones,
    /// All tries, in their order.
    tries: Vec<Try>,
    /// The enemy stones that each player has come upon.
    found: [Points; 2],
    /// Whether a board has been repeated.
    repeated: bool,
    key: u64,
    /// Keys of everything that each player has seen.
    seen: [u64; 2],
}

impl Clone for Phantom {
    fn clone(&self) -> Phantom {
        Phantom { board: self.board.clone(), tries: self.tries.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Phantom) {
        self.board.clone_from(&other.board);
        self.tries.clone_from(&other.tries);
        let Phantom { board: _, tries: _, found, repeated, key, seen } = other;
        (self.found, self.repeated, self.key, self.seen) = (*found, *repeated, *key, *seen);
    }
}

impl Phantom {
    fn new(rules: Rules) -> Phantom {
        let mut board = Stones::empty(rules);
        board.history.push(board.stones.key, 0);
        Phantom { board, tries: Vec::new(), found: [0; 2], repeated: false, key: 0, seen: [0; 2] }
    }

    fn name(&self, point: usize) -> String {
        let mut name = String::new();
        self.board.write_point(point, &mut name);
        name
    }

    fn stones(&self, player: Player) -> Points {
        points::<10>(self.board.rules.size)
            .filter(|&point| usize::from(self.board.stones.colour[point]) == player)
            .fold(0, |set, point| set | bit(point))
    }

    fn is_over(&self) -> bool {
        self.board.is_over() || self.repeated
    }

    /// Whether the mover, who sees this point empty or an enemy stone unknown to it, may try it.
    fn looks_empty(&self, player: Player, point: usize) -> bool {
        usize::from(self.board.stones.colour[point]) != player && self.found[player] & bit(point) == 0
    }

    /// Plays a try, and says what came of it.
    fn perform(&mut self, point: usize) -> Try {
        let me = self.board.mover;
        let outcome = if point == PASS {
            self.board.play(PASS);
            Outcome::Passed
        } else if self.board.stones.colour[point] != EMPTY {
            self.found[me] |= bit(point);
            self.fail(Outcome::Taken)
        } else if !self.board.is_legal(point) {
            self.fail(Outcome::Illegal)
        } else {
            let before = (self.board.stones.count[1 - me], self.board.stones);
            self.board.play(point);
            let captured = before.0 - self.board.stones.count[1 - me];
            let (mut lost, mut known) = (0, 0);
            if captured > 0 {
                let gone = |&other: &usize| usize::from(before.1.colour[other]) == 1 - me && self.board.stones.colour[other] == EMPTY;
                lost = points::<10>(self.board.rules.size).filter(gone).fold(0, |set, other| set | bit(other));
                known = self.found[me] & lost;
                self.found[me] &= !lost;
            }
            let key = self.board.stones.key;
            if self.board.history.contains(key) {
                self.repeated = true;
            } else {
                self.board.history.push(key, self.board.stones.total());
            }
            Outcome::Placed { lost, known }
        };
        let one = Try { player: me as u8, point: point as u8, outcome };
        self.tries.push(one);
        self.key = hash::key(&(self.key, point));
        for (player, seen) in self.seen.iter_mut().enumerate() {
            *seen = hash::key(&(*seen, one.seen_by(player)));
        }
        one
    }

    /// Counts a try that failed.
    fn fail(&mut self, outcome: Outcome) -> Outcome {
        self.board.passes = 0;
        self.board.moves += 1;
        outcome
    }

    /// Everything that a player has seen, in its order.
    fn events(&self, player: Player) -> Vec<Event> {
        self.tries.iter().map(|one| one.seen_by(player)).collect()
    }

    /// The rows of a board with these stones.
    fn rows(&self, shown: [Points; 2]) -> Vec<String> {
        let size = self.board.rules.size;
        let letter = |point| match shown.map(|stones| stones & bit(point) != 0) {
            [true, _] => 'X',
            [_, true] => 'O',
            _ => '.',
        };
        (0..size).rev().map(|row| (0..size).map(|column| letter(Stones::point(column, row))).collect()).collect()
    }
}

/// A move is the index of its point, as in go.
impl Position for Phantom {
    fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { Turn::Player(self.board.mover) }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        if !self.is_over() {
            let tried = points::<10>(self.board.rules.size).filter(|&point| self.looks_empty(self.board.mover, point));
            out.extend(tried.map(|point| Move(point as u64)));
            out.push(Move(PASS as u64));
        }
    }

    fn playout_moves(&self, out: &mut Vec<Move>) {
        out.clear();
        if !self.is_over() {
            out.extend(self.board.light_points().map(|point| Move(point as u64)));
            if out.is_empty() {
                out.push(Move(PASS as u64));
            }
        }
    }

    fn apply(&mut self, m: Move) {
        self.perform(m.0 as usize & 127);
    }

    fn score(&self, player: Player) -> f64 {
        let lead = if player == 0 { self.board.lead() } else { -self.board.lead() };
        if self.repeated { 0.5 } else { f64::from(lead.signum() + 1) / 2.0 }
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn notation(&self) -> String {
        let words: Vec<String> = self.tries.iter().map(|one| self.name(one.point.into())).collect();
        if words.is_empty() { "-".to_owned() } else { words.join(" ") }
    }

    fn write_move(&self, submove: &[Move], out: &mut String) {
        submove.iter().for_each(|m| self.board.write_point(m.0 as usize, out));
    }

    /// The board, and beside it what each player sees.
    fn draw(&self) -> String {
        let width = self.board.rules.size.max("X sees".len()) + 3;
        let mut text = format!("{:width$}{:width$}O sees\n", "board", "X sees");
        let stones = [0, 1].map(|player| self.stones(player));
        let [x, o] = [0, 1].map(|player: usize| {
            let mut shown = self.found;
            shown.swap(0, 1);
            shown[player] = stones[player];
            self.rows(shown)
        });
        for ((board, x), o) in self.rows(stones).iter().zip(&x).zip(&o) {
            let _ = writeln!(text, "{board:width$}{x:width$}{o}");
        }
        text
    }

    fn information(&self) -> Option<&dyn Information> {
        Some(self)
    }
}

impl Information for Phantom {
    fn players(&self) -> usize {
        2
    }

    /// What the player has seen; when the game is over, the whole game, since the board is shown then.
    fn known(&self, player: Player) -> String {
        if self.is_over() {
            return format!("{}: {} over", ["X", "O"][player], self.notation());
        }
        let mut text = String::new();
        for event in self.events(player) {
            event.write(&mut text, |point| self.name(point));
            text.push(' ');
        }
        text + if self.board.mover == player { "to move" } else { "waits" }
    }

    fn legend(&self) -> &'static str {
        "every event in order. Your moves are points: `!` marks one that the other player held, `?` one where your move was illegal, and `xN:` stands \
         before points where you captured N stones. Of the other player: `+` is a stone, followed by the points of your stones that it captured, `-` is \
         a failed try, and `(pass)` a pass. At the end, whether it is your turn"
    }

    fn known_key(&self, player: Player) -> u64 {
        if self.is_over() { hash::key(&(player, self.key, true)) } else { hash::key(&(player, self.seen[player])) }
    }

    /// Draws a game that looks the same to the player: hidden stones are placed one by one, each uniformly among the points that neither a discovery nor a
    /// capture rules out, those that later events demand in time; hidden failures are drawn uniformly among the points where a try would fail.
    fn resample_into(&self, player: Player, rng: &mut Rng, target: &mut dyn Position) -> bool {
        self.resample_in_time(player, rng, target, &|| true)
    }

    fn resample_in_time(&self, player: Player, rng: &mut Rng, target: &mut dyn Position, in_time: &dyn Fn() -> bool) -> bool {
        if self.is_over() {
            target.copy_from(self);
            return true;
        }
        match Worlds::new(self.board.rules, player, self.events(player)).draw(rng, in_time) {
            Some(drawn) => target.copy_from(&drawn),
            None => return false,
        }
        true
    }
}
