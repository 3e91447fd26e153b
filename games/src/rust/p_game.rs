//! P-games: incremental random trees (Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006, section 3.1).

use super::gomba::noise;
use crate::picture::{Colour, Layout, Man, Place, Shade, Shape};
use crate::{Game, GameInfo, Move, NotationError, Params, Picture, Player, Playout, Position, Rng, Scratch, Turn, game, hash};

/// P-games: every move has a random value from 0 to `most`, which counts for the player who makes it. The player with the larger sum at the
/// end wins; equal sums are a draw. Unlike in Gomba trees, minimax values can only be found by search.
///
/// Moves are numbers. The tree is a function of the parameters alone. Experiments over many trees draw a tree number for each game.
#[derive(Params, Clone, Debug)]
struct PGame {
    /// Moves in every position.
    #[param(default = 2u16, range = 1..=1000, source = "Kocsis and Szepesvári 2006, section 3.1")]
    branching: u16,
    /// Moves in every game.
    #[param(default = 12u16, range = 1..=1000, source = "Kocsis and Szepesvári 2006, section 3.1")]
    depth: u16,
    /// The greatest value of a move.
    #[param(default = 127u32, range = 1..=1_000_000, source = "Kocsis and Szepesvári 2006, section 3.1")]
    most: u32,
    /// The number of the tree.
    #[param(default = 1u64, range = 0.0..=9e15)]
    seed: u64,
}

impl PGame {
    fn root(&self, tree: u64) -> Box<dyn Position> {
        let size = Size { branching: u64::from(self.branching), depth: self.depth, most: self.most };
        Box::new(Sum { size, key: noise::root(tree), depth: 0, sum: 0 })
    }
}

#[game("p-game")]
impl Game for PGame {
    fn info(&self) -> GameInfo {
        GameInfo::win_draw_loss(2)
    }

    fn start(&self) -> Box<dyn Position> {
        self.root(self.seed)
    }

    fn draw_start(&self, rng: &mut Rng) -> Box<dyn Position> {
        self.root(noise::drawn_tree(self.seed, rng.bits64()))
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        let size = Size { branching: u64::from(self.branching), depth: self.depth, most: self.most };
        let wrong = |what: &str| NotationError::new(format!("`{notation}` is not a P-game position: {what}"));
        let words: Vec<&str> = notation.split(' ').collect();
        let [key, depth, sum] = words[..] else { return Err(wrong("expected key, depth and sum")) };
        let key = u64::from_str_radix(key, 16).map_err(|_| wrong("the key is a hexadecimal number of up to 16 digits"))?;
        let depth = depth.parse().ok().filter(|&depth| depth <= self.depth).ok_or_else(|| wrong("there are fewer moves than that"))?;
        // The greatest possible sum of player 0's moves so far.
        let possible = |sum: &i64| sum.unsigned_abs() <= u64::from(self.most) * u64::from(self.depth);
        let sum = sum.parse().ok().filter(possible).ok_or_else(|| wrong("the moves cannot be worth so much"))?;
        Ok(Box::new(Sum { size, key, depth, sum }))
    }
}

#[derive(Clone, Copy, Debug)]
struct Size {
    branching: u64,
    depth: u16,
    most: u32,
}

/// A position.
#[derive(Clone, Debug)]
struct Sum {
    size: Size,
    /// A hash of the path to this position.
    key: u64,
    /// The number of moves made.
    depth: u16,
    /// The values of player 0's moves minus those of player 1's.
    sum: i64,
}

impl Sum {
    #[inline]
    fn play(&mut self, action: u64) {
        self.key = noise::child(self.key, action);
        let worth = noise::below(noise::bits(self.key, noise::Purpose::Value), u64::from(self.size.most) + 1) as i64;
        self.sum += if self.depth & 1 == 0 { worth } else { -worth };
        self.depth += 1;
    }
}

impl Position for Sum {
    #[inline]
    fn turn(&self) -> Turn {
        if self.depth == self.size.depth { Turn::Over } else { Turn::Player(usize::from(self.depth & 1)) }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        if self.depth < self.size.depth {
            out.extend((0..self.size.branching).map(Move));
        }
    }

    #[inline]
    fn apply(&mut self, m: Move) {
        self.play(m.0);
    }

    fn score(&self, player: Player) -> f64 {
        let sum = if player == 0 { self.sum } else { -self.sum };
        0.5 + 0.5 * sum.signum() as f64
    }

    fn playout(&mut self, rng: &mut Rng, cap: u32, _scratch: &mut Scratch) -> Playout {
        let left = u32::from(self.size.depth - self.depth);
        let moves = left.min(cap);
        for _ in 0..moves {
            self.play(rng.below(self.size.branching as usize) as u64);
        }
        Playout::orthodox(moves, moves == left)
    }

    fn key(&self) -> u64 {
        hash::key(&(self.key, self.depth, self.sum))
    }

    /// The sum so far relative to the greatest change that is still possible.
    fn evaluate(&self, player: Player) -> Option<f64> {
        let sum = if player == 0 { self.sum } else { -self.sum };
        let scale = 1.0 + f64::from(self.size.most) * f64::from(self.size.depth);
        Some(0.5 + 0.5 * (sum as f64 / scale).clamp(-0.999, 0.999))
    }

    fn notation(&self) -> String {
        format!("{:x} {} {}", self.key, self.depth, self.sum)
    }

    fn write_move(&self, submove: &[Move], out: &mut String) {
        for m in submove {
            out.push_str(&m.0.to_string());
        }
    }

    /// The sum so far, from the greatest that is possible for player 0 to that for player 1.
    fn picture(&self) -> Option<Picture> {
        const STEPS: i64 = 10;
        let mut layout = Layout::default().with_colours(&[Colour::White, Colour::Black]);
        for step in -STEPS..=STEPS {
            layout.places.push(Place { name: String::new(), x: step as f32, y: 0.0, shape: Shape::Square, shade: Shade::Plain });
        }
        let greatest = (i64::from(self.size.most) * i64::from(self.size.depth)).max(1);
        // White is ahead on the right.
        let here = STEPS + self.sum.signum() * (self.sum.abs() * STEPS).div_euclid(greatest).max(i64::from(self.sum != 0));
        let colour = [Colour::Black, Colour::Grey, Colour::White][(self.sum.signum() + 1) as usize];
        let picture = Picture::new(layout, |i| (i as i64 == here).then(|| Man::stone('o', colour).label(format!("sum {}", self.sum))));
        let last = self.size.branching - 1;
        Some(picture.note(format!("after {} of {} moves, sum {}, moves 0 to {last}", self.depth, self.size.depth, self.sum)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_follow_the_sum_of_what_the_moves_are_worth() {
        let game = PGame { branching: 3, depth: 5, most: 9, seed: 4 };
        for number in 0..243u64 {
            let mut here = game.start();
            let (mut sum, mut key) = (0i64, noise::root(4));
            for ply in 0..5 {
                let action = number / 3u64.pow(ply) % 3;
                key = noise::child(key, action);
                let worth = noise::below(noise::bits(key, noise::Purpose::Value), 10) as i64;
                assert!((0..=9).contains(&worth));
                sum += [worth, -worth][ply as usize % 2];
                here.apply(Move(action));
            }
            assert!(here.is_over());
            assert_eq!(here.score(0), [0.0, 0.5, 1.0][(sum.signum() + 1) as usize]);
            assert_eq!(here.score(0) + here.score(1), 1.0);
        }
    }
}
