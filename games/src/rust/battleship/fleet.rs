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

    /// The first ships of a fleet that agrees with the observations, each sampled in turn among its places; `None` if no fleet agrees.
    pub(super) fn draw(&self, ships: usize, seen: &ShotObservations, rng: &mut Rng) -> Option<Ships> {
        let mut drawn = [0; MOST];
        self.draw_from(0, ships, 0, seen, rng, &mut drawn).then_some(drawn)
    }

    fn draw_from(&self, ship: usize, ships: usize, taken: u64, seen: &ShotObservations, rng: &mut Rng, drawn: &mut Ships) -> bool {
        let missing = (seen.hit & !taken).count_ones();
        let left: u32 = self.lengths[ship..self.count].iter().map(|&length| u32::from(length)).sum();
        if missing > left {
            return false;
        }
        if ship == ships {
            return true;
        }
        let mut places: Vec<u8> = self.free_places(ship, taken).filter(|&number| seen.allow(self.covered(ship, number))).collect();
        while !places.is_empty() {
            let number = places.swap_remove(rng.below(places.len()));
            drawn[ship] = number;
            if self.draw_from(ship + 1, ships, taken | self.covered(ship, number), seen, rng, drawn) {
                return true;
            }
        }
        false
    }
}
