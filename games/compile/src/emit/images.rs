//! Images of sets: under a relation, or along rays.

use crate::emit::chunks;
use crate::emit::code::Code;
use crate::emit::sets::Set;
use crate::passes::Pass;
use crate::squares::{Relation, SquareSet};
use cranelift_codegen::ir::{InstBuilder, Value};

/// More shifts of the whole board than this cost more than a table row for every square of the set.
const MAX_SHIFTS: usize = 9;

/// The maximum number of instructions of an image by chunks where shifts are too many: of a set that is likely to have many squares, and of others.
const MOST_OF_MANY: usize = 100;
const MOST_OF_FEW: usize = 24;

/// How many squares a set is likely to have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExpectedSize {
    /// At most one, certainly.
    One,
    Few,
    Many,
}

/// A row of a table; the index one above the last bit gives an empty row.
pub(crate) fn row(code: &mut Code<'_, '_>, relation: &Relation, square: Value) -> Set {
    let words = code.set_words();
    let table = code.tables.address(relation, words);
    let base = code.number(table);
    let offset = code.builder.ins().imul_imm_s(square, (words * 8) as i64);
    let address = code.builder.ins().iadd(base, offset);
    (0..words).map(|i| code.look_up(address, i)).collect()
}

/// The image of a set.
pub(crate) fn image(code: &mut Code<'_, '_>, relation: &Relation, set: &[Value], likely: ExpectedSize) -> Set {
    let at_most_one = likely == ExpectedSize::One;
    let shifts = relation.shifts();
    if shifts.is_empty() {
        return code.constant(&SquareSet::empty(code.program.layout.squares));
    }
    if !at_most_one && code.program.passes.has(Pass::ImageByChunks) {
        let chunks = chunks::chunks(relation);
        let most = match likely {
            _ if shifts.len() <= MAX_SHIFTS => shifts.len() * shift_cost(set.len()),
            ExpectedSize::Many => MOST_OF_MANY,
            _ => MOST_OF_FEW,
        };
        if chunks::cost(&chunks, set.len()) < most {
            return chunks::image(code, relation, &chunks, set);
        }
    }
    if shifts.len() <= if at_most_one { 2 } else { MAX_SHIFTS } {
        let mut image: Option<Set> = None;
        for (distance, from) in shifts {
            let moved = shifted_from(code, set, distance, &from);
            image = Some(match image {
                Some(before) => code.or(&before, &moved),
                None => moved,
            });
        }
        return image.expect("there is a shift");
    }
    if at_most_one {
        let square = code.first(set);
        return row(code, relation, square);
    }
    image_by_rows(code, relation, set)
}

/// How many instructions a shift of the whole board takes, about, with the mask of its origins and the union with others.
fn shift_cost(words: usize) -> usize {
    if words == 1 { 4 } else { 5 * words }
}

fn image_by_rows(code: &mut Code<'_, '_>, relation: &Relation, set: &[Value]) -> Set {
    let words = code.set_words();
    let (head, body, done) = (code.block_with(2 * words), code.block(), code.block());
    let none = code.number(0);
    let start: Vec<Value> = set.iter().copied().chain((0..words).map(|_| none)).collect();
    code.jump(head, &start);
    code.begin(head);
    let parameters = code.parameters(head);
    let (rest, found) = parameters.split_at(words);
    let more = code.some(rest);
    code.branch(more, body, done);
    code.begin(body);
    let square = code.first(rest);
    let row = row(code, relation, square);
    let found_then = code.or(found, &row);
    let one = code.one(square);
    let rest_then = code.without(rest, &one);
    let next: Vec<Value> = rest_then.into_iter().chain(found_then).collect();
    code.jump(head, &next);
    code.begin(done);
    found.to_vec()
}

/// The squares of `from` that are in the set, all moved by a distance.
fn shifted_from(code: &mut Code<'_, '_>, set: &[Value], distance: i32, from: &SquareSet) -> Set {
    let squares = code.program.layout.squares;
    if (distance < 0 || squares == set.len() * 64) && !wraps(from, distance, squares) {
        return shifted(code, set, distance);
    }
    let masked: Vec<Value> = set.iter().zip(from.words()).map(|(&word, &mask)| code.builder.ins().band_imm_s(word, mask as i64)).collect();
    shifted(code, &masked, distance)
}

/// A set moved by a distance; squares that leave the board at an end of the numbering are lost.
pub(crate) fn shifted(code: &mut Code<'_, '_>, set: &[Value], distance: i32) -> Set {
    let words = set.len();
    let (whole, bits) = (distance.unsigned_abs() as usize / 64, i64::from(distance.unsigned_abs() % 64));
    let mut moved = Vec::with_capacity(words);
    for i in 0..words {
        let near = if distance >= 0 { i.checked_sub(whole) } else { Some(i + whole).filter(|&i| i < words) };
        let far = if distance >= 0 { i.checked_sub(whole + 1) } else { Some(i + whole + 1).filter(|&i| i < words) };
        let near = near
            .map(|i| if distance >= 0 { code.builder.ins().ishl_imm_u(set[i], bits) } else { code.builder.ins().ushr_imm_u(set[i], bits) });
        let far = far.filter(|_| bits != 0).map(|i| {
            if distance >= 0 { code.builder.ins().ushr_imm_u(set[i], 64 - bits) } else { code.builder.ins().ishl_imm_u(set[i], 64 - bits) }
        });
        moved.push(match (near, far) {
            (Some(near), Some(far)) => code.builder.ins().bor(near, far),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => code.number(0),
        });
    }
    moved
}

/// Whether some square of the board that does not lead as far as this would reach the board.
pub(crate) fn wraps(from: &SquareSet, distance: i32, squares: usize) -> bool {
    (0..squares).any(|square| !from.contains(square) && (0..squares as i32).contains(&(square as i32 + distance)))
}
