//! Rays: the squares from one or several on in a direction, up to the first that is not among some others.

use super::code::Code;
use super::sets::Set;
use crate::squares::Relation;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};

impl Code<'_, '_> {
    /// The squares along the rays from those of a set: by the ray itself if there is only one, the usual case.
    pub(super) fn rays(&mut self, step: &Relation, rays: &Relation, origin: &[Value], through: &[Value], ascending: bool) -> Set {
        let count = self.count(origin);
        let (one, many, done) = (self.block(), self.block(), self.block_with(origin.len()));
        self.seldom(many);
        let several = self.compare_number(IntCC::UnsignedGreaterThan, count, 1);
        self.branch(several, many, one);
        self.begin(one);
        let from = self.first(origin);
        let reached = self.ray(rays, from, through, ascending);
        self.jump(done, &reached);
        self.begin(many);
        let reached = self.rays_of_many(step, origin, through);
        self.jump(done, &reached);
        self.begin(done);
        self.parameters(done)
    }

    fn rays_of_many(&mut self, step: &Relation, origin: &[Value], through: &[Value]) -> Set {
        if let (Some(rounds), [(distance, _)]) = (self.doubled_rounds(step), &step.shifts()[..]) {
            let (_, mask) = self.ways(step, &[through.to_vec()], &[]).remove(0);
            let first = self.shifted(origin, *distance);
            let first = self.and(&first, &mask);
            return vec![self.slide_doubled(first[0], *distance, mask[0], rounds - 1)];
        }
        let words = origin.len();
        let (head, done) = (self.block_with(2 * words), self.block_with(words));
        let none = self.number(0);
        let start: Set = origin.iter().copied().chain((0..words).map(|_| none)).collect();
        self.jump(head, &start);
        self.begin(head);
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
        let blocked = self.without(&ray, through);
        let &[obstacles] = &blocked[..] else {
            // Beyond the nearest obstacle, the ray is the obstacle's own.
            let obstacle = if ascending { self.first(&blocked) } else { self.last(&blocked) };
            let beyond = self.row(&rays.or(&Relation::identity(rays.squares())), obstacle);
            return self.without(&ray, &beyond);
        };
        let reached = if ascending {
            let passable = self.builder.ins().band(ray[0], through[0]);
            let less = self.builder.ins().iadd_imm_s(obstacles, -1);
            let up_to_obstacle = self.builder.ins().bxor(obstacles, less);
            self.builder.ins().band(passable, up_to_obstacle)
        } else {
            // The highest bit is not on the ray, which ends below its origin.
            let zeros = self.builder.ins().clz(obstacles);
            let above = self.builder.ins().ineg(zeros);
            let all = self.number(-1);
            let above_obstacle = self.builder.ins().ishl(all, above);
            self.builder.ins().band(ray[0], above_obstacle)
        };
        vec![reached]
    }

    /// The last square of a set; the number of bits of all words if it is empty.
    fn last(&mut self, set: &[Value]) -> Value {
        let mut last = self.number((set.len() * 64) as i64);
        for (i, &word) in set.iter().enumerate() {
            let zeros = self.builder.ins().clz(word);
            let highest = self.number((i * 64 + 63) as i64);
            let index = self.builder.ins().isub(highest, zeros);
            last = self.builder.ins().select(word, index, last);
        }
        last
    }
}
