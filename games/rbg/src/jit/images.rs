//! Images of sets: under a relation, or along rays.

use super::code::Code;
use super::sets::Set;
use crate::squares::{Relation, SquareSet};
use cranelift_codegen::ir::{InstBuilder, Value};

/// More shifts of the whole board than this cost more than a table row for every square of the set.
const MAX_SHIFTS: usize = 9;

impl Code<'_, '_> {
    /// A row of a table; the index one above the last bit gives an empty row.
    pub(super) fn row(&mut self, relation: &Relation, square: Value) -> Set {
        let words = self.set_words();
        let table = self.tables.address(relation, words);
        let base = self.number(table);
        let offset = self.builder.ins().imul_imm_s(square, (words * 8) as i64);
        let address = self.builder.ins().iadd(base, offset);
        (0..words).map(|i| self.look_up(address, i)).collect()
    }

    /// The image of a set.
    pub(super) fn image(&mut self, relation: &Relation, set: &[Value], at_most_one: bool) -> Set {
        let shifts = relation.shifts();
        if shifts.is_empty() {
            return self.constant(&SquareSet::empty(self.program.layout.squares));
        }
        if shifts.len() <= if at_most_one { 2 } else { MAX_SHIFTS } {
            let mut image: Option<Set> = None;
            for (distance, from) in shifts {
                let moved = self.shifted_from(set, distance, &from);
                image = Some(match image {
                    Some(before) => self.or(&before, &moved),
                    None => moved,
                });
            }
            return image.expect("there is a shift");
        }
        if at_most_one {
            let square = self.first(set);
            return self.row(relation, square);
        }
        self.image_by_rows(relation, set)
    }

    fn image_by_rows(&mut self, relation: &Relation, set: &[Value]) -> Set {
        let words = self.set_words();
        let (head, body, done) = (self.block_with(2 * words), self.block(), self.block());
        let none = self.number(0);
        let start: Vec<Value> = set.iter().copied().chain((0..words).map(|_| none)).collect();
        self.jump(head, &start);
        self.begin(head);
        let parameters = self.parameters(head);
        let (rest, found) = parameters.split_at(words);
        let more = self.some(rest);
        self.branch(more, body, done);
        self.begin(body);
        let square = self.first(rest);
        let row = self.row(relation, square);
        let found_then = self.or(found, &row);
        let one = self.one(square);
        let rest_then = self.without(rest, &one);
        let next: Vec<Value> = rest_then.into_iter().chain(found_then).collect();
        self.jump(head, &next);
        self.begin(done);
        found.to_vec()
    }

    /// The squares of `from` that are in the set, all moved by a distance.
    fn shifted_from(&mut self, set: &[Value], distance: i32, from: &SquareSet) -> Set {
        let squares = self.program.layout.squares;
        if (distance < 0 || squares == set.len() * 64) && !wraps(from, distance, squares) {
            return self.shifted(set, distance);
        }
        let masked: Vec<Value> =
            set.iter().zip(from.words()).map(|(&word, &mask)| self.builder.ins().band_imm_s(word, mask as i64)).collect();
        self.shifted(&masked, distance)
    }

    /// A set moved by a distance; squares that leave the board at an end of the numbering are lost.
    pub(super) fn shifted(&mut self, set: &[Value], distance: i32) -> Set {
        let words = set.len();
        let (whole, bits) = (distance.unsigned_abs() as usize / 64, i64::from(distance.unsigned_abs() % 64));
        let mut moved = Vec::with_capacity(words);
        for i in 0..words {
            let near = if distance >= 0 { i.checked_sub(whole) } else { Some(i + whole).filter(|&i| i < words) };
            let far = if distance >= 0 { i.checked_sub(whole + 1) } else { Some(i + whole + 1).filter(|&i| i < words) };
            let near = near.map(|i| {
                if distance >= 0 { self.builder.ins().ishl_imm_u(set[i], bits) } else { self.builder.ins().ushr_imm_u(set[i], bits) }
            });
            let far = far.filter(|_| bits != 0).map(|i| {
                if distance >= 0 {
                    self.builder.ins().ushr_imm_u(set[i], 64 - bits)
                } else {
                    self.builder.ins().ishl_imm_u(set[i], 64 - bits)
                }
            });
            moved.push(match (near, far) {
                (Some(near), Some(far)) => self.builder.ins().bor(near, far),
                (Some(one), None) | (None, Some(one)) => one,
                (None, None) => self.number(0),
            });
        }
        moved
    }
}

/// Whether some square of the board that does not lead as far as this would reach the board.
pub(super) fn wraps(from: &SquareSet, distance: i32, squares: usize) -> bool {
    (0..squares).any(|square| !from.contains(square) && (0..squares as i32).contains(&(square as i32 + distance)))
}
