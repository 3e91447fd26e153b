//! Backgammon as a position.

use super::board::{BAR, Board, OFF, Phase};
use super::plays::{NO_PLAY, steps};
use crate::{Captures, Chance, Move, Picture, Player, Position, Rng, Turn, hash};

/// The first code of a roll; 8 × the higher die + the lower is added. Plays have lower codes.
const ROLL: u64 = 1 << 60;

/// The 21 rolls, the higher die first.
fn rolls() -> impl Iterator<Item = (u8, u8)> {
    (1..=6).flat_map(|high| (1..=high).map(move |low| (high, low)))
}

fn roll(high: u8, low: u8) -> Move {
    Move(ROLL + 8 * u64::from(high) + u64::from(low))
}

fn dice(m: Move) -> (u8, u8) {
    ((m.0 >> 3 & 7) as u8, (m.0 & 7) as u8)
}

impl Position for Board {
    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Opening | Phase::Roll => Turn::Chance,
            Phase::Move(..) => Turn::Player(self.mover),
            Phase::Over => Turn::Over,
        }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        match self.phase {
            Phase::Opening => out.extend(rolls().filter(|(high, low)| high != low).map(|(high, low)| roll(high, low))),
            Phase::Roll => out.extend(rolls().map(|(high, low)| roll(high, low))),
            Phase::Move(..) => self.push_plays(out),
            Phase::Over => {}
        }
    }

    fn apply(&mut self, m: Move) {
        if m.0 >= ROLL {
            let (high, low) = dice(m);
            self.phase = Phase::Move(high, low);
            return;
        }
        for (from, to) in steps(m) {
            self.step(from, to);
        }
        self.pass_on();
    }

    fn score(&self, player: Player) -> f64 {
        let won = player == self.mover;
        match (self.points, won) {
            (true, true) => f64::from(self.worth()),
            (true, false) => -f64::from(self.worth()),
            (false, won) => f64::from(u8::from(won)),
        }
    }

    fn chance(&self) -> Option<&dyn Chance> {
        Some(self)
    }

    fn captures(&mut self) -> Option<&mut dyn Captures> {
        Some(self)
    }

    fn key(&self) -> u64 {
        hash::key(&(self.men, self.mover, self.phase))
    }

    /// Based on the difference in pips to go.
    fn evaluate(&self, player: Player) -> Option<f64> {
        let (own, other) = (f64::from(self.pips(player)), f64::from(self.pips(1 - player)));
        let lead = (other - own) / (other + own).max(1.0);
        Some(if self.points { 2.9 * lead } else { 0.5 + 0.49 * lead })
    }

    fn notation(&self) -> String {
        Board::notation(self)
    }

    /// `24/18,13/11*` with the rearmost man first, `bar/20`, `6/off`, `*` for a hit, or `no-play`; a roll is `31`.
    fn write_move(&self, submove: &[Move], out: &mut String) {
        for &m in submove {
            if m.0 >= ROLL {
                let (high, low) = dice(m);
                out.extend([high, low].map(|die| char::from(b'0' + die)));
            } else if m == NO_PLAY {
                out.push_str("no-play");
            } else {
                let mut here = self.clone();
                for (k, (from, to)) in steps(m).enumerate() {
                    if k > 0 {
                        out.push(',');
                    }
                    let from_name = if from == BAR { "bar".to_owned() } else { from.to_string() };
                    let to_name = if to == OFF { "off".to_owned() } else { to.to_string() };
                    let hit = if here.step(from, to) { "*" } else { "" };
                    out.push_str(&format!("{from_name}/{to_name}{hit}"));
                }
            }
        }
    }

    fn picture(&self) -> Option<Picture> {
        Some(self.pictured())
    }
}

impl Captures for Board {
    /// The plays that hit.
    fn capturing_moves(&self, out: &mut Vec<Move>) {
        self.moves(out);
        let other = &self.men[1 - self.mover];
        let hits = |m: Move| steps(m).any(|(_, to)| to != OFF && other[usize::from(25 - to)] == 1);
        let is_play = matches!(self.phase, Phase::Move(..));
        out.retain(|&m| is_play && hits(m));
    }
}

impl Chance for Board {
    fn probability(&self, outcome: Move) -> f64 {
        let (high, low) = dice(outcome);
        match self.phase {
            Phase::Opening => 1.0 / 15.0,
            _ if high == low => 1.0 / 36.0,
            _ => 2.0 / 36.0,
        }
    }

    fn sample(&self, rng: &mut Rng, _moves: &mut Vec<Move>) -> Move {
        loop {
            let (a, b) = (1 + rng.below(6) as u8, 1 + rng.below(6) as u8);
            if a != b || self.phase != Phase::Opening {
                return roll(a.max(b), a.min(b));
            }
        }
    }
}
