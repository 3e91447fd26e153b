//! Rays: the squares from one or several on in a direction, up to the first that is not among some others.

use super::code::Code;
use super::sets::Set;
use crate::ir::Relation;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};

impl Code<'_, '_> {
    /// The squares along the rays from those of a set: by the ray itself if there is only one, the usual case.
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
        if let (Some(rounds), [(distance, _)]) = (self.doubled_rounds(step), &step.shifts()[..]) {
            let (_, mask) = self.ways(step, &[through.to_vec()], &[]).remove(0);
            let first = self.shifted(origin, *distance);
            let first = self.and(&first, &mask);
            let reached = self.slide_doubled(first[0], *distance, mask[0], rounds - 1);
            self.jump(done, &[reached]);
            self.begin(done);
            return self.parameters(done);
        }
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
        let (passable, blocked) = (self.and(&ray, through), self.without(&ray, through));
        let none = self.number(0);
        let all = self.number(-1);
        let mut reached = vec![none; words];
        // Whether a word nearer to the origin was free of obstacles.
        let mut free: Option<Value> = None;
        let order: Vec<usize> = if ascending { (0..words).collect() } else { (0..words).rev().collect() };
        for i in order {
            let word = blocked[i];
            let mut part = if ascending {
                // The lowest obstacle and the squares below it.
                let less = self.builder.ins().iadd_imm_s(word, -1);
                let up_to = self.builder.ins().bxor(word, less);
                self.builder.ins().band(passable[i], up_to)
            } else {
                let zeros = self.builder.ins().clz(word);
                let above = if words == 1 {
                    // The highest bit is not on the ray, which ends below its origin.
                    let from = self.builder.ins().ineg(zeros);
                    self.builder.ins().ishl(all, from)
                } else {
                    let below = self.builder.ins().ushr(all, zeros);
                    let above = self.builder.ins().bnot(below);
                    self.builder.ins().select(word, above, all)
                };
                self.builder.ins().band(ray[i], above)
            };
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
