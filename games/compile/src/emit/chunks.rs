//! Images of sets by chunks: a few neighbouring squares of a set are the index of a row that has the images of all of them. Unlike shifts of the
//! whole board, their number does not depend on how the squares are numbered, and unlike rows of single squares, there is no loop.

use crate::emit::code::Code;
use crate::emit::sets::Set;
use crate::squares::{Relation, SquareSet};
use cranelift_codegen::ir::{InstBuilder, Value};

/// The maximum number of squares of a chunk. A table has two to this power rows for each.
const MOST_BITS: u32 = 6;

/// Neighbouring squares of one word of a set.
#[derive(Clone, Copy)]
pub(crate) struct Chunk {
    word: usize,
    first: u32,
    bits: u32,
}

impl Chunk {
    /// The squares that an index of its rows means.
    fn members(self, index: usize) -> impl Iterator<Item = usize> {
        (0..self.bits).filter(move |bit| index >> bit & 1 != 0).map(move |bit| self.word * 64 + (self.first + bit) as usize)
    }
}

/// The chunks of all squares that lead anywhere by a relation, of equal length in each word.
pub(crate) fn chunks(relation: &Relation) -> Vec<Chunk> {
    let mut origins = SquareSet::empty(relation.squares());
    let leading = relation.rows().iter().enumerate().filter(|(_, row)| !row.is_empty());
    leading.for_each(|(square, _)| origins.insert(square));
    let mut chunks = Vec::new();
    for (word, &origins) in origins.words().iter().enumerate().filter(|&(_, &origins)| origins != 0) {
        let (low, end) = (origins.trailing_zeros(), 64 - origins.leading_zeros());
        let bits = (end - low).div_ceil((end - low).div_ceil(MOST_BITS));
        chunks.extend((low..end).step_by(bits as usize).map(|first| Chunk { word, first, bits: bits.min(end - first) }));
    }
    chunks
}

/// The rows of all chunks, `words` words each.
fn rows(relation: &Relation, chunks: &[Chunk], words: usize) -> Box<[u64]> {
    let mut rows = Vec::new();
    for chunk in chunks {
        for index in 0..1 << chunk.bits {
            let mut image = SquareSet::empty(relation.squares());
            chunk.members(index).filter(|&square| square < relation.squares()).for_each(|square| image.unite(&relation.rows()[square]));
            rows.extend_from_slice(&image.words()[..words]);
        }
    }
    rows.into()
}

/// How many instructions an image by chunks takes, about.
pub(crate) fn cost(chunks: &[Chunk], words: usize) -> usize {
    chunks.len() * (3 + words)
}

/// The image of a set by the chunks of a relation.
pub(crate) fn image(code: &mut Code<'_, '_>, relation: &Relation, chunks: &[Chunk], set: &[Value]) -> Set {
    let words = set.len();
    let table = code.tables.chunks(relation, || rows(relation, chunks, words));
    let (mut image, mut before): (Option<Set>, usize) = (None, 0);
    for chunk in chunks {
        let base = code.number(table + (before * words * 8) as i64);
        before += 1 << chunk.bits;
        let index = code.builder.ins().ushr_imm_u(set[chunk.word], i64::from(chunk.first));
        let index = if chunk.first + chunk.bits < 64 { code.builder.ins().band_imm_s(index, (1 << chunk.bits) - 1) } else { index };
        let offset = code.builder.ins().imul_imm_s(index, (words * 8) as i64);
        let address = code.builder.ins().iadd(base, offset);
        let row: Set = (0..words).map(|i| code.look_up(address, i)).collect();
        image = Some(match image {
            Some(image) => code.or(&image, &row),
            None => row,
        });
    }
    match image {
        Some(image) => image,
        None => code.constant(&SquareSet::empty(relation.squares())),
    }
}
