//! Battleship: shots at ships that the other player has hidden (rules as in Farina et al., "Correlation in extensive-form games: saddle-point formulation
//! and benchmarks", NeurIPS 2019, and in OpenSpiel, without repeated shots).

mod fleet;

use crate::capabilities::Information;
use crate::params::ParamError;
use crate::{Game, GameInfo, Move, NotationError, Player, Position, Rng, Turn};
use crate::{Params, game, hash};
use fleet::{FleetBoard, MOST, ROW, Ships, ShotObservations};
use std::fmt::Write as _;

/// Battleship for two: the players alternately place their ships unseen, one by one; then they alternately shoot at cells of the other's board and
/// learn whether a ship was hit or sunk. The game ends when a player has sunk all ships, or with the last shot; every ship sunk is a point that the
/// other player loses.
#[derive(Params, Clone, Debug)]
struct Battleship {
    /// Columns of each board.
    #[param(default = 4, range = 1..=8)]
    columns: u8,
    /// Rows of each board.
    #[param(default = 4, range = 1..=8)]
    rows: u8,
    /// The lengths of each player's ships in the order in which they are placed.
    #[param(default = "3+2")]
    ships: String,
    /// Shots of each player.
    #[param(default = 8, range = 1..=64)]
    shots: u8,
}

impl Battleship {
    /// The rules.
    ///
    /// # Errors
    /// If the ships do not fit on the board, or there are more shots than cells.
    fn rules(&self) -> Result<Rules, ParamError> {
        let (columns, rows, text) = (self.columns, self.rows, &self.ships);
        let lengths: Option<Vec<u8>> = text.split('+').map(|word| word.trim().parse().ok().filter(|length| *length > 0)).collect();
        let lengths = lengths
            .filter(|lengths| lengths.len() <= MOST)
            .ok_or_else(|| ParamError::rule("ships", format!("`ships` must be 1 to {MOST} lengths, as in \"3+2\", not \"{text}\"")))?;
        let mut waters = FleetBoard { columns, rows, lengths: [0; MOST], count: lengths.len() };
        waters.lengths[..lengths.len()].copy_from_slice(&lengths);
        if lengths.iter().any(|&length| length > columns.max(rows)) || !waters.fit(0, 0) {
            return Err(ParamError::rule("ships", format!("the `ships` \"{text}\" do not fit on a board of {columns} × {rows}")));
        }
        if self.shots > waters.cells() {
            let message = format!("`shots` must be at most {}, the number of cells, not {}", waters.cells(), self.shots);
            return Err(ParamError::rule("shots", message));
        }
        Ok(Rules { waters, shots: self.shots })
    }

    /// The rules; the parameters have passed [`Game::check`].
    fn checked_rules(&self) -> Rules {
        self.rules().expect("the parameters were checked before")
    }
}

#[game("battleship")]
impl Game for Battleship {
    fn info(&self) -> GameInfo {
        let most = self.ships.split('+').count() as f64;
        GameInfo { players: 2, scores: (-most, most), graded: true, chance: false, hidden: true, total: Some(0.0) }
    }

    fn check(&self) -> Result<(), ParamError> {
        self.rules().map(drop)
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Seas::new(self.checked_rules()))
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Seas::parse(self.checked_rules(), notation).map(|seas| -> Box<dyn Position> { Box::new(seas) })
    }
}

#[derive(Clone, Copy, Debug)]
struct Rules {
    waters: FleetBoard,
    /// Of each player.
    shots: u8,
}

/// Both boards.
#[derive(Clone, Debug)]
struct Seas {
    rules: Rules,
    ships: [Ships; 2],
    /// Ships placed by both.
    placed: u8,
    /// The cells shot at, by both players alternately.
    shots: [u8; 128],
    /// Shots by both.
    fired: u8,
    /// The cells that each player has shot at.
    shot: [u64; 2],
}

impl Seas {
    fn new(rules: Rules) -> Seas {
        Seas { rules, ships: [[0; MOST]; 2], placed: 0, shots: [0; 128], fired: 0, shot: [0; 2] }
    }

    fn parse(rules: Rules, text: &str) -> Result<Seas, NotationError> {
        let mut seas = Seas::new(rules);
        for word in text.split(' ').filter(|_| text != "-") {
            let legal = <dyn Position>::move_list(&seas).into_iter().find(|m| seas.name(m.0 as u8) == word);
            let m = legal.ok_or_else(|| {
                NotationError::new(format!(
                    "`{text}` is not a position of battleship: `{word}` is not possible there; expected ships and then shots in their order, as in `a1- b2| c3`, or `-`"
                ))
            })?;
            seas.apply(m);
        }
        Ok(seas)
    }

    /// A cell, or a ship by its first cell and its direction.
    fn name(&self, number: u8) -> String {
        let (cell, columns) = (number % ROW, self.rules.waters.columns);
        format!("{}{}{}", char::from(b'a' + cell % columns), 1 + cell / columns, ["", "-", "|"][usize::from(number / ROW)])
    }

    fn is_placed(&self) -> bool {
        usize::from(self.placed) == 2 * self.rules.waters.count
    }

    /// The number of ships that a player has placed.
    fn count(&self, player: Player) -> usize {
        usize::from(self.placed).div_ceil(2) - if player == 1 { usize::from(self.placed % 2) } else { 0 }
    }

    /// The cells of each ship that a player has placed.
    fn fleet(&self, player: Player) -> impl Iterator<Item = u64> + '_ {
        (0..self.count(player)).map(move |ship| self.rules.waters.covered(ship, self.ships[player][ship]))
    }

    /// The ships of a player that were sunk.
    fn sunk(&self, player: Player) -> usize {
        self.fleet(player).filter(|ship| ship & !self.shot[1 - player] == 0).count()
    }

    fn is_over(&self) -> bool {
        self.is_placed() && (self.fired == 2 * self.rules.shots || (0..2).any(|player| self.sunk(player) == self.rules.waters.count))
    }

    /// The results of a player's shots.
    fn sightings(&self, player: Player) -> ShotObservations {
        let mut seen = ShotObservations::new();
        for &cell in self.shots[..usize::from(self.fired)].iter().skip(player).step_by(2) {
            let ship = self.fleet(1 - player).find(|ship| ship >> cell & 1 == 1);
            seen.add(cell, ship.is_some(), ship.is_some_and(|ship| ship & !(seen.shot | 1 << cell) == 0));
        }
        seen
    }

    /// The rows of a player's board, as seen by its owner or by the other player.
    fn board(&self, player: Player, is_owner: bool) -> Vec<String> {
        let FleetBoard { columns, rows, .. } = self.rules.waters;
        let (fleet, shot) = (self.fleet(player).fold(0, |cells, ship| cells | ship), self.shot[1 - player]);
        let letter = |cell: u8| match (fleet >> cell & 1 == 1, shot >> cell & 1 == 1) {
            (true, true) => '*',
            (false, true) => 'x',
            (true, false) if is_owner => 'o',
            _ => '.',
        };
        (0..rows).map(|row| (0..columns).map(|column| letter(row * columns + column)).collect()).collect()
    }
}

impl Position for Seas {
    fn turn(&self) -> Turn {
        match self.is_placed() {
            false => Turn::Player(usize::from(self.placed % 2)),
            true if self.is_over() => Turn::Over,
            true => Turn::Player(usize::from(self.fired % 2)),
        }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        let Turn::Player(player) = self.turn() else { return };
        let waters = &self.rules.waters;
        if self.is_placed() {
            out.extend((0..waters.cells()).filter(|cell| self.shot[player] >> cell & 1 == 0).map(|cell| Move(cell.into())));
        } else {
            let taken = self.fleet(player).fold(0, |cells, ship| cells | ship);
            out.extend(waters.free_places(self.count(player), taken).map(|number| Move(number.into())));
        }
    }

    fn apply(&mut self, m: Move) {
        let number = m.0 as u8;
        if self.is_placed() {
            self.shot[usize::from(self.fired % 2)] |= 1 << number;
            self.shots[usize::from(self.fired)] = number;
            self.fired += 1;
        } else {
            self.ships[usize::from(self.placed % 2)][usize::from(self.placed / 2)] = number;
            self.placed += 1;
        }
    }

    fn score(&self, player: Player) -> f64 {
        self.sunk(1 - player) as f64 - self.sunk(player) as f64
    }

    fn key(&self) -> u64 {
        hash::key(&(self.ships, self.placed, &self.shots[..usize::from(self.fired)]))
    }

    fn notation(&self) -> String {
        let ships = (0..usize::from(self.placed)).map(|k| self.ships[k % 2][k / 2]);
        let words: Vec<String> =
            ships.chain(self.shots[..usize::from(self.fired)].iter().copied()).map(|number| self.name(number)).collect();
        if words.is_empty() { "-".to_owned() } else { words.join(" ") }
    }

    fn write_move(&self, submove: &[Move], out: &mut String) {
        submove.iter().for_each(|m| out.push_str(&self.name(m.0 as u8)));
    }

    /// The boards as seen by their owners, and next to them as seen by the opponents.
    fn draw(&self) -> String {
        let width = usize::from(self.rules.waters.columns).max("second's".len()) + 3;
        let mut text = format!("{:width$}{:width$}{:width$}second sees\n", "first's", "second's", "first sees");
        let [first, second, seen_by_first, seen_by_second] =
            [(0, true), (1, true), (1, false), (0, false)].map(|(player, is_owner)| self.board(player, is_owner));
        for (((first, second), by_first), by_second) in first.iter().zip(&second).zip(&seen_by_first).zip(&seen_by_second) {
            let _ = writeln!(text, "{first:width$}{second:width$}{by_first:width$}{by_second}");
        }
        text
    }

    fn information(&self) -> Option<&dyn Information> {
        Some(self)
    }
}

impl Information for Seas {
    fn players(&self) -> usize {
        2
    }

    fn known(&self, player: Player) -> String {
        let seen = self.sightings(player);
        let mut words: Vec<String> = Vec::new();
        for k in 0..usize::from(self.placed) {
            words.push(if k % 2 == player { self.name(self.ships[player][k / 2]) } else { "?".to_owned() });
        }
        for (k, &cell) in self.shots[..usize::from(self.fired)].iter().enumerate() {
            let told = match (k % 2 == player, seen.hit >> cell & 1 == 1, seen.sunk >> cell & 1 == 1) {
                (true, true, false) => "!",
                (true, true, true) => "*",
                _ => "",
            };
            words.push(self.name(cell) + told);
        }
        if words.is_empty() { "-".to_owned() } else { words.join(" ") }
    }

    fn legend(&self) -> &'static str {
        "the ships in turn: yours by their places, `?` for the other player's; then all shots in turn, \
         player 0's first; of yours, `!` marks a hit and `*` a ship sunk"
    }

    fn known_key(&self, player: Player) -> u64 {
        let seen = self.sightings(player);
        hash::key(&(player, self.placed, self.ships[player], &self.shots[..usize::from(self.fired)], seen.hit, seen.sunk))
    }

    /// The other player's ships are sampled in order, each among the places that agree with the observations.
    fn resample_into(&self, player: Player, rng: &mut Rng, target: &mut dyn Position) -> bool {
        let Some(ships) = self.rules.waters.draw(self.count(1 - player), &self.sightings(player), rng) else { return false };
        let mut drawn = self.clone();
        drawn.ships[1 - player] = ships;
        target.copy_from(&drawn);
        true
    }
}
