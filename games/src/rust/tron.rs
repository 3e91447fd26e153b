//! Tron, the game of light cycles, with simultaneous moves.

use crate::capabilities::Information;
use crate::{Game, GameInfo, Move, NotationError, Player, Position, Rng, Turn};
use crate::{Params, game, hash};

/// Tron: on a board, each of two players leaves a wall on every cell that it comes to. Both step to a neighbouring cell at the same time; who steps into a wall,
/// over the edge, or onto the cell that the other one steps onto, loses, and both doing so is a draw. Here the first player chooses unseen before the second.
/// Players begin in opposite corners, and step into a wall only if there is nothing else.
#[derive(Params, Clone, Debug)]
struct Tron {
    /// Number of columns.
    #[param(default = 5, range = 2..=8)]
    columns: u8,
    /// Number of rows.
    #[param(default = 5, range = 2..=8)]
    rows: u8,
}

#[game("tron")]
impl Game for Tron {
    fn info(&self) -> GameInfo {
        GameInfo { hidden: true, ..GameInfo::win_draw_loss(2) }
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Ride::new(self))
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        let mut ride = Ride::new(self);
        for letter in notation.chars().filter(|_| notation != "-") {
            let steps = <dyn Position>::move_list(&ride);
            let step = STEPS.iter().position(|known| *known == letter).map(|place| Move(place as u64)).filter(|step| steps.contains(step));
            ride.apply(step.ok_or_else(|| {
                NotationError::new(format!(
                    "`{notation}` is not a position of tron: `{letter}` is not possible there; expected steps of both players in turn, as in `nw`, or `-`"
                ))
            })?);
        }
        Ok(Box::new(ride))
    }
}

/// North, east, south and west.
const STEPS: [char; 4] = ['n', 'e', 's', 'w'];

/// The maximum number of steps of both players.
const MOST: usize = 64;

#[derive(Clone, Debug)]
struct Ride {
    columns: u8,
    rows: u8,
    steps: [u8; MOST],
    length: u8,
    /// Cells with walls, as bits, without the first player's step of an unfinished round.
    walls: u64,
    /// Columns and rows of the players, from the lower left, without such a step.
    at: [(u8, u8); 2],
    crashed: [bool; 2],
}

impl Ride {
    fn new(rules: &Tron) -> Ride {
        let at = [(0, 0), (rules.columns - 1, rules.rows - 1)];
        let mut ride = Ride { columns: rules.columns, rows: rules.rows, steps: [0; MOST], length: 0, walls: 0, at, crashed: [false; 2] };
        ride.walls = ride.bit(at[0]) | ride.bit(at[1]);
        ride
    }

    fn bit(&self, (column, row): (u8, u8)) -> u64 {
        1 << (u32::from(row) * u32::from(self.columns) + u32::from(column))
    }

    fn steps(&self) -> &[u8] {
        &self.steps[..usize::from(self.length)]
    }

    /// The steps that a player has seen.
    fn seen(&self, player: Player) -> &[u8] {
        let unseen = player == 1 && self.is_begun();
        &self.steps()[..usize::from(self.length) - usize::from(unseen)]
    }

    /// Whether the first player has chosen, and the second has not.
    fn is_begun(&self) -> bool {
        !self.length.is_multiple_of(2)
    }

    /// The cell that a player steps onto; `None` over the edge.
    fn target(&self, player: Player, step: u8) -> Option<(u8, u8)> {
        let (column, row) = self.at[player];
        let (column, row) = match step {
            0 => (column, row + 1),
            1 => (column + 1, row),
            2 => (column, row.checked_sub(1)?),
            _ => (column.checked_sub(1)?, row),
        };
        (column < self.columns && row < self.rows).then_some((column, row))
    }

    fn is_free(&self, player: Player, step: u8) -> bool {
        self.target(player, step).is_some_and(|cell| self.walls & self.bit(cell) == 0)
    }

    fn words(&self, steps: &[u8]) -> String {
        if steps.is_empty() { "-".to_owned() } else { steps.iter().map(|&step| STEPS[usize::from(step)]).collect() }
    }
}

impl Position for Ride {
    fn turn(&self) -> Turn {
        if self.crashed.contains(&true) { Turn::Over } else { Turn::Player(usize::from(self.length % 2)) }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        let Turn::Player(mover) = self.turn() else { return };
        out.extend((0..4).filter(|&step| self.is_free(mover, step)).map(|step| Move(step.into())));
        if out.is_empty() {
            out.push(Move(0));
        }
    }

    fn apply(&mut self, m: Move) {
        self.steps[usize::from(self.length) % MOST] = (m.0 & 3) as u8;
        self.length += 1;
        if self.is_begun() {
            return;
        }
        let last = usize::from(self.length) - 2;
        let both = [0, 1].map(|player| self.target(player, self.steps[last + player]));
        let meet = both[0].is_some() && both[0] == both[1];
        for (player, cell) in both.into_iter().enumerate() {
            self.crashed[player] = meet || cell.is_none_or(|cell| self.walls & self.bit(cell) != 0);
        }
        for (player, cell) in both.into_iter().enumerate() {
            if let Some(cell) = cell {
                self.walls |= self.bit(cell);
                self.at[player] = cell;
            }
        }
    }

    fn score(&self, player: Player) -> f64 {
        match self.crashed {
            [false, true] => f64::from(u8::from(player == 0)),
            [true, false] => f64::from(u8::from(player == 1)),
            _ => 0.5,
        }
    }

    fn key(&self) -> u64 {
        hash::key(self.steps())
    }

    fn notation(&self) -> String {
        self.words(self.steps())
    }

    fn write_move(&self, submove: &[Move], out: &mut String) {
        out.extend(submove.iter().map(|m| STEPS[m.0 as usize & 3]));
    }

    /// The walls, and where the players are.
    fn draw(&self) -> String {
        let letter = |cell| match cell {
            _ if cell == self.at[0] && cell == self.at[1] => '*',
            _ if cell == self.at[0] => '1',
            _ if cell == self.at[1] => '2',
            _ if self.walls & self.bit(cell) != 0 => '#',
            _ => '.',
        };
        let rows = (0..self.rows).rev().map(|row| (0..self.columns).map(|column| letter((column, row))).collect::<String>() + "\n");
        rows.collect()
    }

    fn information(&self) -> Option<&dyn Information> {
        Some(self)
    }
}

impl Information for Ride {
    fn players(&self) -> usize {
        2
    }

    fn known(&self, player: Player) -> String {
        self.words(self.seen(player)) + if self.is_begun() && player == 1 { "?" } else { "" }
    }

    fn legend(&self) -> &'static str {
        "the steps in turn, player 0's first: `n`, `e`, `s`, `w`; `?` is one that you do not see yet"
    }

    fn known_key(&self, player: Player) -> u64 {
        hash::key(&(player, self.length, self.seen(player)))
    }

    fn resample_into(&self, player: Player, rng: &mut Rng, target: &mut dyn Position) -> bool {
        let mut drawn = self.clone();
        if self.is_begun() && player == 1 {
            drawn.length -= 1;
            let steps = <dyn Position>::move_list(&drawn);
            drawn.apply(steps[rng.below(steps.len())]);
        }
        target.copy_from(&drawn);
        true
    }

    fn draw_probability(&self, player: Player) -> Option<f64> {
        let start = self.joint_start().filter(|_| player == 1);
        Some(start.map_or(1.0, |start| 1.0 / start.move_list().len() as f64))
    }

    fn joint_start(&self) -> Option<Box<dyn Position>> {
        self.is_begun().then(|| -> Box<dyn Position> {
            let mut before = self.clone();
            before.length -= 1;
            Box::new(before)
        })
    }
}
