//! Operations on sets of squares, each a few instructions per word.

use super::code::Code;
use crate::expr::Piece;
use crate::ir::{Relation, SquareSet};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};

/// A set in registers: one value per word.
pub(super) type Set = Vec<Value>;

/// More shifts of the whole board than this cost more than a table's row for every square of the set.
const MAX_SHIFTS: usize = 9;

/// A change of a square that is thought of as done: the native form of looking one step ahead.
#[derive(Clone, Debug)]
pub(super) struct Put {
    /// What stood there.
    pub(super) old: Piece,
    /// What stands there then.
    pub(super) new: Piece,
    /// Where, as a set.
    pub(super) place: Set,
}

impl Code<'_, '_> {
    pub(super) fn constant(&mut self, set: &SquareSet) -> Set {
        set.words().iter().map(|&word| self.number(word as i64)).collect()
    }

    pub(super) fn load_set(&mut self, address: Value, word: usize) -> Set {
        (0..self.set_words()).map(|i| self.load(address, word + i)).collect()
    }

    pub(super) fn store_set(&mut self, set: &[Value], address: Value, word: usize) {
        for (i, &value) in set.iter().enumerate() {
            self.store(value, address, word + i);
        }
    }

    fn zip(&mut self, a: &[Value], b: &[Value], make: impl Fn(&mut Self, Value, Value) -> Value) -> Set {
        a.iter().zip(b).map(|(&x, &y)| make(self, x, y)).collect()
    }

    pub(super) fn and(&mut self, a: &[Value], b: &[Value]) -> Set {
        self.zip(a, b, |code, x, y| code.builder.ins().band(x, y))
    }

    pub(super) fn or(&mut self, a: &[Value], b: &[Value]) -> Set {
        self.zip(a, b, |code, x, y| code.builder.ins().bor(x, y))
    }

    pub(super) fn without(&mut self, a: &[Value], b: &[Value]) -> Set {
        self.zip(a, b, |code, x, y| code.builder.ins().band_not(x, y))
    }

    /// The set if the condition holds, else none.
    pub(super) fn only_if(&mut self, condition: Value, set: &[Value]) -> Set {
        let none = self.number(0);
        set.iter().map(|&word| self.builder.ins().select(condition, word, none)).collect()
    }

    /// A number that is 0 just if the set is empty.
    pub(super) fn any(&mut self, set: &[Value]) -> Value {
        let mut any = set[0];
        for &word in &set[1..] {
            any = self.builder.ins().bor(any, word);
        }
        any
    }

    /// Whether the set has a square.
    pub(super) fn some(&mut self, set: &[Value]) -> Value {
        let any = self.any(set);
        self.compare_number(IntCC::NotEqual, any, 0)
    }

    /// How many squares it has.
    pub(super) fn count(&mut self, set: &[Value]) -> Value {
        let mut sum = self.builder.ins().popcnt(set[0]);
        for &word in &set[1..] {
            let more = self.builder.ins().popcnt(word);
            sum = self.builder.ins().iadd(sum, more);
        }
        sum
    }

    /// The squares that now hold a piece, with some changes thought of as done.
    pub(super) fn squares_of(&mut self, piece: Piece, ahead: &[Put]) -> Set {
        let mut set = self.load_set(self.state, self.set_word(piece));
        for put in ahead {
            if put.new == put.old {
                continue;
            }
            if put.new == piece {
                set = self.or(&set, &put.place);
            } else if put.old == piece {
                set = self.without(&set, &put.place);
            }
        }
        set
    }

    /// The squares that hold one of these pieces.
    pub(super) fn squares_of_any(&mut self, pieces: &[Piece], ahead: &[Put]) -> Set {
        let all = self.program.layout.pieces;
        if pieces.len() * 2 > all {
            let others: Vec<Piece> = (0..all as u16).map(Piece).filter(|piece| !pieces.contains(piece)).collect();
            let full = self.constant(&SquareSet::full(self.program.layout.squares));
            if others.is_empty() {
                return full;
            }
            let others = self.squares_of_any(&others, ahead);
            return self.without(&full, &others);
        }
        let mut set = self.squares_of(pieces[0], ahead);
        for &piece in &pieces[1..] {
            let more = self.squares_of(piece, ahead);
            set = self.or(&set, &more);
        }
        set
    }

    /// The first word of a piece's set in the state.
    pub(super) fn set_word(&self, piece: Piece) -> usize {
        self.program.layout.sets + usize::from(piece.0) * self.set_words()
    }

    /// A row of a table; the index one above the last bit gives an empty row.
    pub(super) fn row(&mut self, relation: &Relation, square: Value) -> Set {
        let words = self.set_words();
        let table = self.tables.address(relation, words);
        let base = self.number(table);
        let offset = self.builder.ins().imul_imm_s(square, (words * 8) as i64);
        let address = self.builder.ins().iadd(base, offset);
        self.load_set(address, 0)
    }

    /// The number of the lowest square; one above the last bit if there is none.
    pub(super) fn first(&mut self, set: &[Value]) -> Value {
        let last = set.len() - 1;
        let index = self.builder.ins().ctz(set[last]);
        let mut first = self.builder.ins().iadd_imm_s(index, (last * 64) as i64);
        for i in (0..last).rev() {
            let index = self.builder.ins().ctz(set[i]);
            let index = self.builder.ins().iadd_imm_s(index, (i * 64) as i64);
            first = self.builder.ins().select(set[i], index, first);
        }
        first
    }

    /// The set of one square.
    pub(super) fn one(&mut self, square: Value) -> Set {
        let one = self.number(1);
        let bit = self.builder.ins().ishl(one, square);
        if self.set_words() == 1 {
            return vec![bit];
        }
        let word = self.builder.ins().ushr_imm_u(square, 6);
        let none = self.number(0);
        (0..self.set_words())
            .map(|i| {
                let here = self.compare_number(IntCC::Equal, word, i as i64);
                self.builder.ins().select(here, bit, none)
            })
            .collect()
    }

    /// The square with this rank among those of the set; there is one.
    pub(super) fn nth(&mut self, set: &[Value], rank: Value) -> Value {
        let (mut word, mut rank, mut base) = (set[0], rank, self.number(0));
        // From word to word as long as the rank lies beyond it.
        for (i, &next) in set.iter().enumerate().skip(1) {
            let count = self.builder.ins().popcnt(set[i - 1]);
            let start = self.number((i * 64) as i64);
            let before = self.number(((i - 1) * 64) as i64);
            let reached = self.compare(IntCC::Equal, base, before);
            let beyond = self.compare(IntCC::UnsignedGreaterThanOrEqual, rank, count);
            let on = self.builder.ins().band(reached, beyond);
            let less = self.builder.ins().isub(rank, count);
            rank = self.builder.ins().select(on, less, rank);
            word = self.builder.ins().select(on, next, word);
            base = self.builder.ins().select(on, start, base);
        }
        if let Some(select) = super::select::fast() {
            let bit = self.call(select as usize as i64, word, rank);
            return self.builder.ins().iadd(base, bit);
        }
        for width in [32, 16, 8, 4, 2, 1] {
            let low = self.builder.ins().band_imm_s(word, (1i64 << width) - 1);
            let count = self.builder.ins().popcnt(low);
            let beyond = self.compare(IntCC::UnsignedGreaterThanOrEqual, rank, count);
            let less = self.builder.ins().isub(rank, count);
            rank = self.builder.ins().select(beyond, less, rank);
            let high = self.builder.ins().ushr_imm_u(word, width);
            word = self.builder.ins().select(beyond, high, word);
            let further = self.builder.ins().iadd_imm_s(base, width);
            base = self.builder.ins().select(beyond, further, base);
        }
        base
    }

    /// Where the squares of a set lead.
    pub(super) fn image(&mut self, relation: &Relation, set: &[Value], at_most_one: bool) -> Set {
        let shifts = relation.shifts();
        if shifts.is_empty() {
            return self.constant(&SquareSet::empty(self.program.layout.squares));
        }
        if shifts.len() <= if at_most_one { 2 } else { MAX_SHIFTS } {
            let mut image: Option<Set> = None;
            for (distance, from) in shifts {
                let moved = self.shifted(set, distance, &from);
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
    fn shifted(&mut self, set: &[Value], distance: i32, from: &SquareSet) -> Set {
        let words = set.len();
        let masked: Vec<Value> =
            set.iter().zip(from.words()).map(|(&word, &mask)| self.builder.ins().band_imm_s(word, mask as i64)).collect();
        let (whole, bits) = (distance.unsigned_abs() as usize / 64, i64::from(distance.unsigned_abs() % 64));
        let mut moved = Vec::with_capacity(words);
        for i in 0..words {
            let near = if distance >= 0 { i.checked_sub(whole) } else { Some(i + whole).filter(|&i| i < words) };
            let far = if distance >= 0 { i.checked_sub(whole + 1) } else { Some(i + whole + 1).filter(|&i| i < words) };
            let near = near.map(|i| {
                if distance >= 0 { self.builder.ins().ishl_imm_u(masked[i], bits) } else { self.builder.ins().ushr_imm_u(masked[i], bits) }
            });
            let far = far.filter(|_| bits != 0).map(|i| {
                if distance >= 0 {
                    self.builder.ins().ushr_imm_u(masked[i], 64 - bits)
                } else {
                    self.builder.ins().ishl_imm_u(masked[i], 64 - bits)
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

    /// The squares along the rays from those of a set: by the ray itself if there is only one, as there mostly is.
    pub(super) fn rays(&mut self, step: &Relation, rays: &Relation, origin: &[Value], through: &[Value], ascending: bool) -> Set {
        let words = origin.len();
        let count = self.count(origin);
        let (one, head, done) = (self.block(), self.block_with(2 * words), self.block_with(words));
        let several = self.compare_number(IntCC::UnsignedGreaterThan, count, 1);
        let none = self.number(0);
        let start: Set = origin.iter().copied().chain((0..words).map(|_| none)).collect();
        self.branch_with(several, (head, &start), (one, &[]));
        self.begin(one);
        let from = self.first(origin);
        let reached = self.ray(rays, from, through, ascending);
        self.jump(done, &reached);
        self.begin(head);
        self.seldom(head);
        let parameters = self.parameters(head);
        let (front, reached) = parameters.split_at(words);
        let moved = self.image(step, front, false);
        let moved = self.and(&moved, through);
        let fresh = self.without(&moved, reached);
        let all = self.or(reached, &fresh);
        let more = self.some(&fresh);
        let next: Set = fresh.iter().chain(&all).copied().collect();
        self.branch_with(more, (head, &next), (done, &all));
        self.begin(done);
        self.parameters(done)
    }

    /// The squares of a square's ray up to the first that is not in `through`.
    pub(super) fn ray(&mut self, rays: &Relation, square: Value, through: &[Value], ascending: bool) -> Set {
        let ray = self.row(rays, square);
        let words = ray.len();
        let blocked = self.without(&ray, through);
        let none = self.number(0);
        let all = self.number(-1);
        let mut reached = vec![none; words];
        // Whether a word nearer to the origin was free of obstacles.
        let mut free: Option<Value> = None;
        let order: Vec<usize> = if ascending { (0..words).collect() } else { (0..words).rev().collect() };
        for i in order {
            let word = blocked[i];
            let before = if ascending {
                let less = self.builder.ins().iadd_imm_s(word, -1);
                self.builder.ins().band_not(less, word)
            } else {
                let zeros = self.builder.ins().clz(word);
                let below = self.builder.ins().ushr(all, zeros);
                let above = self.builder.ins().bnot(below);
                self.builder.ins().select(word, above, all)
            };
            let mut part = self.builder.ins().band(ray[i], before);
            if let Some(free) = free {
                part = self.builder.ins().select(free, part, none);
            }
            reached[i] = part;
            if words > 1 {
                let empty = self.compare_number(IntCC::Equal, word, 0);
                free = Some(match free {
                    Some(free) => self.builder.ins().band(free, empty),
                    None => empty,
                });
            }
        }
        reached
    }
}
