//! The possible places of ships.

use crate::Rng;

/// The maximum number of ships of a player.
pub(super) const MOST: usize = 5;
/// The number of a ship along a row is its left cell plus this; the number of a ship along a column is its top cell plus twice this.
pub(super) const ROW: u8 = 64;
const COLUMN: u8 = 128;

/// The board, and the lengths of ships in the order in which they are placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FleetBoard {
    pub(super) columns: u8,
    pub(super) rows: u8,
    pub(super) lengths: [u8; MOST],
    /// The number of ships.
    pub(super) count: usize,
}

/// The ships of a player, by their numbers, in the order in which they are placed.
pub(super) type Ships = [u8; MOST];

/// The observations from the shots at a fleet.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShotObservations {
    /// The cells shot at.
    pub(super) shot: u64,
    /// The cells in which a ship was hit.
    pub(super) hit: u64,
    /// The cells whose hit sank a ship.
    pub(super) sunk: u64,
    /// The cells in the order of the shots.
    order: [u8; 64],
    length: usize,
}

impl ShotObservations {
    pub(super) fn new() -> ShotObservations {
        ShotObservations { shot: 0, hit: 0, sunk: 0, order: [0; 64], length: 0 }
    }

    pub(super) fn add(&mut self, cell: u8, hit: bool, sunk: bool) {
        let bit = 1 << cell;
        self.shot |= bit;
        self.hit |= if hit { bit } else { 0 };
        self.sunk |= if sunk { bit } else { 0 };
        self.order[self.length] = cell;
        self.length += 1;
    }

    /// Whether a ship in these cells agrees with the observations: no shot there hit water, and the last hit on its cells, and no other, sank it.
    fn allow(&self, ship: u64) -> bool {
        let last = self.order[..self.length].iter().rev().find(|&&cell| ship >> cell & 1 == 1);
        let end = if ship & !self.shot == 0 { last.map_or(0, |cell| 1 << cell) } else { 0 };
        ship & self.shot & !self.hit == 0 && ship & self.sunk == end
    }
}

impl FleetBoard {
    pub(super) fn cells(&self) -> u8 {
        self.columns * self.rows
    }

    /// The cells of a ship.
    pub(super) fn covered(&self, ship: usize, number: u8) -> u64 {
        let (first, step) = (number % ROW, if number >= COLUMN { self.columns } else { 1 });
        (0..self.lengths[ship]).fold(0, |cells, k| cells | 1 << (first + k * step))
    }

    /// The numbers that a ship can have on an empty board. A ship of one cell lies along its row.
    fn places(&self, ship: usize) -> impl Iterator<Item = u8> + use<> {
        let (FleetBoard { columns, rows, .. }, length) = (*self, self.lengths[ship]);
        let along_row = (0..columns * rows).filter(move |cell| cell % columns + length <= columns).map(|cell| ROW + cell);
        let along_column = (0..columns * rows).filter(move |cell| length > 1 && cell / columns + length <= rows).map(|cell| COLUMN + cell);
        along_row.chain(along_column)
    }

    /// The numbers that a ship can have outside these cells if the ships after it are to fit, too.
    pub(super) fn free_places(&self, ship: usize, taken: u64) -> impl Iterator<Item = u8> + '_ {
        self.places(ship).filter(move |&number| {
            let cells = self.covered(ship, number);
            cells & taken == 0 && self.fit(ship + 1, taken | cells)
        })
    }

    /// Whether the ships from this one on fit outside these cells.
    pub(super) fn fit(&self, from: usize, taken: u64) -> bool {
        from == self.count || self.free_places(from, taken).next().is_some()
    }

    /// The first ships of a fleet that agrees with the observations, each sampled in turn among its places; where that seldom explains all hits, ships are
    /// drawn for hits. `None` if no fleet agrees, or after too many tries.
    pub(super) fn draw(&self, ships: usize, seen: &ShotObservations, rng: &mut Rng) -> Option<Ships> {
        let mut drawing = Drawing { board: self, ships, seen, drawn: [0; MOST], tried: 0 };
        if drawing.draw_in_turn(0, 0, rng) {
            return Some(drawing.drawn);
        }
        drawing.tried = 0;
        drawing.draw_for_hits(0, 0, rng).then_some(drawing.drawn)
    }
}

/// Places tried by either way to draw before it is given up.
const MOST_TRIED: usize = 1_000;

/// A fleet that is being drawn.
struct Drawing<'a> {
    board: &'a FleetBoard,
    /// The number of ships to draw.
    ships: usize,
    seen: &'a ShotObservations,
    drawn: Ships,
    /// Places tried so far.
    tried: usize,
}

impl Drawing<'_> {
    /// Draws the ships from this one on outside the taken cells; `false` if those before leave no way, or after too many tries.
    fn draw_in_turn(&mut self, ship: usize, taken: u64, rng: &mut Rng) -> bool {
        let missing = (self.seen.hit & !taken).count_ones();
        let left: u32 = self.board.lengths[ship..self.board.count].iter().map(|&length| u32::from(length)).sum();
        if missing > left {
            return false;
        }
        if ship == self.ships {
            return true;
        }
        let board = self.board;
        let mut places: Vec<u8> = board.free_places(ship, taken).filter(|&number| self.seen.allow(board.covered(ship, number))).collect();
        while !places.is_empty() && self.tried < MOST_TRIED {
            self.tried += 1;
            let number = places.swap_remove(rng.below(places.len()));
            self.drawn[ship] = number;
            if self.draw_in_turn(ship + 1, taken | board.covered(ship, number), rng) {
                return true;
            }
        }
        false
    }

    /// Draws a ship and its place for the first hit outside the taken cells, and so on; ships for which no hit is left come last. `drawn` are those drawn
    /// before, as bits.
    fn draw_for_hits(&mut self, drawn: u8, taken: u64, rng: &mut Rng) -> bool {
        let board = self.board;
        let missing = self.seen.hit & !taken;
        let mut open = (0..self.ships).filter(|ship| drawn >> ship & 1 == 0);
        let ships: Vec<usize> = if missing == 0 { open.next().into_iter().collect() } else { open.collect() };
        if ships.is_empty() {
            return missing == 0 && board.fit(self.ships, taken);
        }
        let first = missing & missing.wrapping_neg();
        let fits = |&(ship, number): &(usize, u8)| {
            let cells = board.covered(ship, number);
            cells & taken == 0 && (missing == 0 || cells & first != 0) && self.seen.allow(cells)
        };
        let all = ships.into_iter().flat_map(|ship| board.places(ship).map(move |number| (ship, number)));
        let mut places: Vec<(usize, u8)> = all.filter(fits).collect();
        while !places.is_empty() && self.tried < MOST_TRIED {
            self.tried += 1;
            let (ship, number) = places.swap_remove(rng.below(places.len()));
            self.drawn[ship] = number;
            if self.draw_for_hits(drawn | 1 << ship, taken | board.covered(ship, number), rng) {
                return true;
            }
        }
        false
    }
}
