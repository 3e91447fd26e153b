//! Emission of single operations of a segment.

use crate::analysis::goal_tests::Searches;
use crate::analysis::point_values::split;
use crate::analysis::unions::Unions;
use crate::emit::code::{Code, condition};
use crate::emit::images::ExpectedSize;
use crate::emit::points::Points;
use crate::emit::sets::{Placement, Set};
use crate::emit::{fill, images, patterns, points, rays, windows};
use crate::ir::{Op, Segment, ValueId};
use crate::squares::{Relation, SquareSet};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

/// The compiled form of a value.
#[derive(Clone, Debug)]
pub(crate) enum Operand {
    Set(Set),
    Points(Points),
    One(Value),
}

/// A segment during emission.
pub(crate) struct Writer<'s> {
    pub(crate) segment: &'s Segment,
    pub(crate) square: Value,
    pub(crate) ahead: &'s [Placement],
    /// By the values' numbers.
    pub(crate) made: Vec<Option<Operand>>,
    pub(crate) needed: Vec<bool>,
    /// How many numbers of squares each value takes, if it is made of these.
    pub(crate) forms: Vec<Option<usize>>,
    pub(crate) searches: Searches,
    pub(crate) unions: Unions,
}

impl Writer<'_> {
    /// A value as a whole set.
    pub(crate) fn set(&self, code: &mut Code<'_, '_>, value: ValueId) -> Set {
        match (&self.made[value.0 as usize], self.segment.values.op(value)) {
            (Some(Operand::Set(set)), _) => set.clone(),
            (_, Op::Constant(set)) => code.constant(set),
            (Some(Operand::Points(_)), Op::Row(table)) => images::row(code, self.segment.values.table(*table), self.square),
            (Some(Operand::Points(points)), _) => points::set_of(code, points),
            _ => unreachable!("a set was expected"),
        }
    }

    /// A value that is made of numbers of squares.
    pub(crate) fn points(&self, code: &mut Code<'_, '_>, value: ValueId) -> Points {
        match (&self.made[value.0 as usize], self.segment.values.op(value)) {
            (Some(Operand::Points(points)), _) => points.clone(),
            (_, Op::Constant(set)) => set.iter().map(|square| code.number(square as i64)).collect(),
            _ => unreachable!("squares were expected"),
        }
    }

    /// Whether a value is made of numbers of squares.
    pub(crate) fn is_points(&self, value: ValueId) -> bool {
        self.forms[value.0 as usize].is_some()
    }

    pub(crate) fn one(&self, value: ValueId) -> Value {
        match &self.made[value.0 as usize] {
            Some(Operand::One(one)) => *one,
            _ => unreachable!("a number was expected"),
        }
    }

    /// A value that is made of numbers of squares, from operands of either form.
    fn make_points(&self, code: &mut Code<'_, '_>, value: ValueId) -> Points {
        let values = &self.segment.values;
        match values.op(value) {
            Op::Constant(squares) => squares.iter().map(|square| code.number(square as i64)).collect(),
            Op::Row(table) if values.table(*table) == &Relation::identity(code.program.layout.squares) => vec![self.square],
            Op::Row(table) => points::steps(code, values.table(*table), &[self.square]),
            op @ (Op::And(..) | Op::Without(..)) => {
                let (points, test) = split(op, &self.forms).expect("it is made of numbers");
                let points = self.points(code, points);
                self.filtered(code, &points, test, matches!(op, Op::And(..)))
            }
            Op::Or(a, b) => {
                let mut points = self.points(code, *a);
                points.extend(self.points(code, *b));
                points
            }
            Op::If(condition, a) => {
                let (points, condition) = (self.points(code, *a), self.one(*condition));
                points::filter(code, &points, |_, _| condition)
            }
            Op::Image(table, a) => {
                let points = self.points(code, *a);
                points::steps(code, values.table(*table), &points)
            }
            Op::Try(body, a) => {
                assert!(self.ahead.is_empty(), "a pattern is tried on the state itself");
                let points = self.points(code, *a);
                patterns::tried_from(code, *body, &points)
            }
            other => unreachable!("{other:?} is a set"),
        }
    }

    /// Those squares that are in a set, or that are not.
    fn filtered(&self, code: &mut Code<'_, '_>, points: &[Value], set: ValueId, inside: bool) -> Points {
        match self.segment.values.op(set) {
            Op::Constant(squares) if inside => points::points_within(code, points, squares),
            Op::Constant(squares) => {
                let rest = SquareSet::full(code.program.layout.squares).without(squares);
                points::points_within(code, points, &rest)
            }
            Op::Pieces(pieces) => points::filter(code, points, |code, point| {
                let holds = points::holds_any(code, point, pieces, self.ahead);
                if inside { holds } else { code.builder.ins().bxor_imm_s(holds, 1) }
            }),
            _ if self.is_points(set) => {
                let others = self.points(code, set);
                points::filter(code, points, |code, point| points::is_among(code, point, &others, inside))
            }
            _ => {
                let set = self.set(code, set);
                points::points_in(code, points, &set, inside)
            }
        }
    }

    /// Whether a set is non-empty.
    fn has_square(&self, code: &mut Code<'_, '_>, value: ValueId) -> Value {
        let values = &self.segment.values;
        if let (true, Op::If(condition, of)) = (windows::has_windows(code), values.op(value)) {
            let some = self.has_square(code, *of);
            return code.builder.ins().band(self.one(*condition), some);
        }
        if let (true, &Op::And(a, b)) = (windows::has_windows(code), values.op(value))
            && let (Op::Row(table), Op::Pieces(pieces)) | (Op::Pieces(pieces), Op::Row(table)) = (values.op(a), values.op(b))
            && !values.table(*table).is_function()
            && let Some(holds) = windows::meets_pieces(code, values.table(*table), self.square, pieces, self.ahead)
        {
            return holds;
        }
        if self.is_points(value) {
            let points = self.points(code, value);
            return points::any_exists(code, &points);
        }
        let set = self.set(code, value);
        code.some(&set)
    }

    /// Whether all images of the current square are in a set, if that is found without whole sets.
    fn all_around(&self, code: &mut Code<'_, '_>, relation: &Relation, set: ValueId) -> Option<Value> {
        if !windows::has_windows(code) {
            return None;
        }
        match self.segment.values.op(set) {
            Op::Constant(set) => Some(windows::within_constant(code, relation, self.square, set)),
            Op::Pieces(pieces) => windows::within_pieces(code, relation, self.square, pieces, self.ahead),
            _ => None,
        }
    }

    /// An intersection of which one set is another one moved on a board of one word: instead of that one before it is moved, the squares where it
    /// ends are masked, which is done once for all sets that are moved into the same one.
    fn moved_into(&self, code: &mut Code<'_, '_>, a: ValueId, b: ValueId) -> Option<Set> {
        let values = &self.segment.values;
        let (table, from, into) = match (values.op(a), values.op(b)) {
            (&Op::Image(table, from), _) => (table, from, b),
            (_, &Op::Image(table, from)) => (table, from, a),
            _ => return None,
        };
        let relation = values.table(table);
        let [(distance, _)] = relation.shifts()[..] else { return None };
        if code.set_words() > 1 || self.made[from.0 as usize].is_none() {
            return None;
        }
        let into = self.set(code, into);
        let (_, mask) = fill::ways(code, relation, &[into], &[]).remove(0);
        let from = self.set(code, from);
        let moved = images::shifted(code, &from, distance);
        Some(code.and(&moved, &mask))
    }

    /// Makes a value from its operands.
    pub(crate) fn make(&self, code: &mut Code<'_, '_>, value: ValueId) -> Operand {
        if self.is_points(value) {
            Operand::Points(self.make_points(code, value))
        } else if self.segment.values.is_set(value) {
            Operand::Set(self.make_set(code, value))
        } else {
            Operand::One(self.make_one(code, value))
        }
    }

    fn make_set(&self, code: &mut Code<'_, '_>, value: ValueId) -> Set {
        let values = &self.segment.values;
        match *values.op(value) {
            Op::Constant(ref squares) => code.constant(squares),
            Op::Row(table) => images::row(code, values.table(table), self.square),
            Op::Pieces(ref pieces) => code.squares_of_any(pieces, self.ahead),
            Op::And(a, b) => {
                if let Some(moved) = self.moved_into(code, a, b) {
                    return moved;
                }
                let (a, b) = (self.set(code, a), self.set(code, b));
                code.and(&a, &b)
            }
            Op::Or(a, b) => {
                let (a, b) = (self.set(code, a), self.set(code, b));
                code.or(&a, &b)
            }
            Op::Without(a, b) => {
                let (a, b) = (self.set(code, a), self.set(code, b));
                code.without(&a, &b)
            }
            Op::Image(table, a) if self.is_points(a) => {
                let points = self.points(code, a);
                points::rows_of(code, values.table(table), &points)
            }
            Op::Image(table, a) => {
                let from = self.set(code, a);
                images::image(code, values.table(table), &from, self.likely_squares(a))
            }
            Op::Ray { step, rays, ascending, origin, through } => {
                let through = self.set(code, through);
                match self.ray_origin(code, origin) {
                    Some(square) => rays::ray(code, values.table(rays), square, &through, ascending),
                    None => {
                        let origins = self.set(code, origin);
                        rays::rays(code, values.table(step), values.table(rays), &origins, &through, ascending)
                    }
                }
            }
            Op::If(condition, a) => {
                let a = self.set(code, a);
                code.only_if(self.one(condition), &a)
            }
            Op::Try(body, a) => {
                assert!(self.ahead.is_empty(), "a pattern is tried on the state itself");
                let from = self.set(code, a);
                patterns::tried(code, body, &from, values.at_most_one(a))
            }
            ref other => unreachable!("{other:?} is no set, or made by its loop or guard"),
        }
    }

    /// How many squares a set is likely to have.
    fn likely_squares(&self, set: ValueId) -> ExpectedSize {
        let values = &self.segment.values;
        match values.op(set) {
            _ if values.at_most_one(set) => ExpectedSize::One,
            Op::Pieces(_) => ExpectedSize::Many,
            _ => ExpectedSize::Few,
        }
    }

    /// The square from which a ray starts, if it is the only one.
    fn ray_origin(&self, code: &mut Code<'_, '_>, origin: ValueId) -> Option<Value> {
        let values = &self.segment.values;
        if matches!(values.op(origin), Op::Row(table) if *values.table(*table) == Relation::identity(code.program.layout.squares)) {
            return Some(self.square);
        }
        if self.forms[origin.0 as usize] == Some(1) {
            return Some(self.points(code, origin)[0]);
        }
        values.at_most_one(origin).then(|| {
            let origins = self.set(code, origin);
            code.first(&origins)
        })
    }

    /// Makes a truth value or a number.
    fn make_one(&self, code: &mut Code<'_, '_>, value: ValueId) -> Value {
        match *self.segment.values.op(value) {
            Op::Holds(holds) => code.builder.ins().iconst(types::I8, i64::from(holds)),
            Op::Some(a) => self.has_square(code, a),
            Op::Within(table, a) => self.is_within(code, self.segment.values.table(table), a),
            Op::Not(a) => code.builder.ins().bxor_imm_s(self.one(a), 1),
            Op::Compare(a, relation, b) => code.compare(condition(relation), self.one(a), self.one(b)),
            Op::Both(a, b) => code.builder.ins().band(self.one(a), self.one(b)),
            Op::Either(a, b) => code.builder.ins().bor(self.one(a), self.one(b)),
            Op::Number(number) => code.number(number),
            Op::Variable(variable) => code.load(code.state, code.program.layout.variables + usize::from(variable.0)),
            Op::Count(piece) => {
                let squares = code.squares_of(piece, self.ahead);
                code.count(&squares)
            }
            Op::Binary(operator, a, b) => code.binary(operator, self.one(a), self.one(b)),
            ref other => unreachable!("{other:?} is a set, or made by its loop or guard"),
        }
    }

    /// Whether all images of the current square are in a set.
    fn is_within(&self, code: &mut Code<'_, '_>, relation: &Relation, set: ValueId) -> Value {
        if let Some(holds) = self.all_around(code, relation, set) {
            return holds;
        }
        let row = match relation.uniform() {
            Some(row) => code.constant(row),
            None => images::row(code, relation, self.square),
        };
        let set = self.set(code, set);
        let beyond = code.without(&row, &set);
        let any = code.any(&beyond);
        code.compare_number(IntCC::Equal, any, 0)
    }
}
