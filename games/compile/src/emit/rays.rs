//! Rays: the squares from one or several on in a direction, up to the first that is not among some others.

use crate::emit::code::Code;
use crate::emit::sets::Set;
use crate::emit::{fill, images};
use crate::squares::Relation;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};

/// The squares along the rays from those of a set: by the ray itself if there is only one, the usual case.
pub(crate) fn rays(code: &mut Code<'_, '_>, step: &Relation, rays: &Relation, origin: &[Value], through: &[Value], ascending: bool) -> Set {
    let count = code.count(origin);
    let (one, many, done) = (code.block(), code.block(), code.block_with(origin.len()));
    code.mark_cold(many);
    let several = code.compare_number(IntCC::UnsignedGreaterThan, count, 1);
    code.branch(several, many, one);
    code.begin(one);
    let from = code.first(origin);
    let reached = ray(code, rays, from, through, ascending);
    code.jump(done, &reached);
    code.begin(many);
    let reached = rays_of_many(code, step, origin, through);
    code.jump(done, &reached);
    code.begin(done);
    code.parameters(done)
}

fn rays_of_many(code: &mut Code<'_, '_>, step: &Relation, origin: &[Value], through: &[Value]) -> Set {
    if let (Some(rounds), [(distance, _)]) = (fill::doubled_rounds(code, step), &step.shifts()[..]) {
        let (_, mask) = fill::ways(code, step, &[through.to_vec()], &[]).remove(0);
        let first = images::shifted(code, origin, *distance);
        let first = code.and(&first, &mask);
        return vec![fill::slide_doubled(code, first[0], *distance, mask[0], rounds - 1)];
    }
    let words = origin.len();
    let (head, done) = (code.block_with(2 * words), code.block_with(words));
    let none = code.number(0);
    let start: Set = origin.iter().copied().chain((0..words).map(|_| none)).collect();
    code.jump(head, &start);
    code.begin(head);
    let parameters = code.parameters(head);
    let (front, reached) = parameters.split_at(words);
    let moved = images::image(code, step, front, images::ExpectedSize::Few);
    let moved = code.and(&moved, through);
    let fresh = code.without(&moved, reached);
    let all = code.or(reached, &fresh);
    let more = code.some(&fresh);
    let next: Set = fresh.iter().chain(&all).copied().collect();
    code.branch_with(more, (head, &next), (done, &all));
    code.begin(done);
    code.parameters(done)
}

/// The squares of a square's ray up to the first that is not in `through`.
pub(crate) fn ray(code: &mut Code<'_, '_>, rays: &Relation, square: Value, through: &[Value], ascending: bool) -> Set {
    let ray = images::row(code, rays, square);
    let blocked = code.without(&ray, through);
    let &[obstacles] = &blocked[..] else {
        // Beyond the nearest obstacle, the ray is the obstacle's own.
        let obstacle = if ascending { code.first(&blocked) } else { last(code, &blocked) };
        let beyond = images::row(code, &rays.or(&Relation::identity(rays.squares())), obstacle);
        return code.without(&ray, &beyond);
    };
    let reached = if ascending {
        let passable = code.builder.ins().band(ray[0], through[0]);
        let less = code.builder.ins().iadd_imm_s(obstacles, -1);
        let up_to_obstacle = code.builder.ins().bxor(obstacles, less);
        code.builder.ins().band(passable, up_to_obstacle)
    } else {
        // The highest bit is not on the ray, which ends below its origin.
        let zeros = code.builder.ins().clz(obstacles);
        let above = code.builder.ins().ineg(zeros);
        let all = code.number(-1);
        let above_obstacle = code.builder.ins().ishl(all, above);
        code.builder.ins().band(ray[0], above_obstacle)
    };
    vec![reached]
}

/// The last square of a set; the number of bits of all words if it is empty.
fn last(code: &mut Code<'_, '_>, set: &[Value]) -> Value {
    let mut last = code.number((set.len() * 64) as i64);
    for (i, &word) in set.iter().enumerate() {
        let zeros = code.builder.ins().clz(word);
        let highest = code.number((i * 64 + 63) as i64);
        let index = code.builder.ins().isub(highest, zeros);
        last = code.builder.ins().select(word, index, last);
    }
    last
}
