//! Values and the operations that make them; equal operations are one value.

use super::relation::{Relation, SquareSet};
use crate::expr::{Operator, Piece, Relation as Comparison, Variable};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher};

/// A value's number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ValueId(pub u32);
/// A region's number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RegionId(pub u32);
/// A loop's number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LoopId(pub u32);
/// A relation's number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TableId(pub u32);

/// How a value is made. The first group are sets of squares, the second truth values, the third numbers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// A set known in advance.
    Constant(SquareSet),
    /// Where the current square leads by a relation.
    Row(TableId),
    /// The squares with one of these pieces, sorted.
    Pieces(Vec<Piece>),
    /// In both.
    And(ValueId, ValueId),
    /// In either.
    Or(ValueId, ValueId),
    /// In the first but not in the second.
    Without(ValueId, ValueId),
    /// Where the squares of a set lead by a relation.
    Image(TableId, ValueId),
    /// The squares along the rays from those of `origin`, without these, as long as they are in `through`.
    Ray {
        /// One step along a ray.
        step: TableId,
        /// The whole rays.
        rays: TableId,
        /// Whether squares' numbers grow along them.
        ascending: bool,
        /// Where they start.
        origin: ValueId,
        /// Where it may go.
        through: ValueId,
    },
    /// A set if the condition holds, else none.
    If(ValueId, ValueId),
    /// What a loop has found so far for its n-th set; inside the loop only.
    Param(LoopId, u32),
    /// What a loop has found in the end for its n-th set.
    Found(LoopId, u32),

    /// Whether a set has a square.
    Some(ValueId),
    /// Whether all squares to which the current one leads by a relation are in a set. A row with the square behind the last one, which is
    /// in no set, stands for no.
    Within(TableId, ValueId),
    /// The contrary.
    Not(ValueId),
    /// Whether a comparison holds.
    Compare(ValueId, Comparison, ValueId),
    /// Both hold.
    Both(ValueId, ValueId),
    /// One of them holds, or both.
    Either(ValueId, ValueId),
    /// What a guarded region found, a set or a truth value; none or false if it was not entered.
    Guarded(RegionId),

    /// A number.
    Number(i64),
    /// A variable's value.
    Variable(Variable),
    /// How many pieces there are.
    Count(Piece),
    /// Two numbers combined; a division by zero gives 0.
    Binary(Operator, ValueId, ValueId),
}

/// One thing that a region does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    /// Makes a value.
    Value(ValueId),
    /// Runs a loop.
    Loop(LoopId),
    /// Enters a region if its guard has a square.
    Guard(RegionId),
}

/// What a region is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegionKind {
    /// The stretch itself.
    Whole,
    /// The body of a loop.
    Loop(LoopId),
    /// Done only if the set has a square; `result` is what it finds: a truth value, or a part of the set.
    Guard {
        /// The set.
        guard: ValueId,
        /// What is found.
        result: ValueId,
    },
}

/// A part of a stretch that is done together.
#[derive(Clone, Debug)]
pub struct Region {
    /// What it is.
    pub kind: RegionKind,
    /// The region around it.
    pub parent: Option<RegionId>,
    /// What is done, in order.
    pub items: Vec<Item>,
}

/// A loop: its sets start with `initial` and grow by `next` until nothing is added.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The body.
    pub region: RegionId,
    /// Each set before the first round.
    pub initial: Vec<ValueId>,
    /// What a round adds to each set.
    pub next: Vec<ValueId>,
}

/// All values of a stretch.
#[derive(Clone, Debug)]
pub struct Values {
    pub(super) squares: usize,
    ops: Vec<Op>,
    home: Vec<RegionId>,
    /// Whether the value depends on the current square.
    local: Vec<bool>,
    /// Hashed alike in every run, so that making code always takes the same instructions.
    known: HashMap<Op, Vec<ValueId>, BuildHasherDefault<DefaultHasher>>,
    regions: Vec<Region>,
    loops: Vec<Loop>,
    tables: Vec<Relation>,
    current: RegionId,
}

/// How much there was at a time.
#[derive(Debug)]
pub(super) struct Mark {
    ops: usize,
    loops: usize,
    tables: usize,
    /// The items of each region.
    items: Vec<usize>,
    current: RegionId,
}

impl Values {
    pub(super) fn new(squares: usize) -> Self {
        let whole = Region { kind: RegionKind::Whole, parent: None, items: Vec::new() };
        Values {
            squares,
            ops: Vec::new(),
            home: Vec::new(),
            local: Vec::new(),
            known: HashMap::default(),
            regions: vec![whole],
            loops: Vec::new(),
            tables: Vec::new(),
            current: RegionId(0),
        }
    }

    /// How a value is made.
    pub fn op(&self, value: ValueId) -> &Op {
        &self.ops[value.0 as usize]
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.ops.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ops.is_empty()
    }

    /// What a guarded region finds if it is entered.
    pub fn guarded(&self, region: RegionId) -> ValueId {
        match self.region(region).kind {
            RegionKind::Guard { result, .. } => result,
            RegionKind::Whole | RegionKind::Loop(_) => unreachable!("only guards find something"),
        }
    }

    /// Whether the value is a set of squares.
    pub fn is_set(&self, value: ValueId) -> bool {
        match self.op(value) {
            Op::Guarded(region) => self.is_set(self.guarded(*region)),
            Op::Some(_)
            | Op::Within(..)
            | Op::Not(_)
            | Op::Compare(..)
            | Op::Both(..)
            | Op::Either(..)
            | Op::Number(_)
            | Op::Variable(_)
            | Op::Count(_)
            | Op::Binary(..) => false,
            _ => true,
        }
    }

    /// A region.
    pub fn region(&self, region: RegionId) -> &Region {
        &self.regions[region.0 as usize]
    }

    /// The region of the whole stretch.
    pub fn whole(&self) -> &Region {
        &self.regions[0]
    }

    /// A loop.
    pub fn loop_of(&self, id: LoopId) -> &Loop {
        &self.loops[id.0 as usize]
    }

    /// A relation.
    pub fn table(&self, id: TableId) -> &Relation {
        &self.tables[id.0 as usize]
    }

    /// All relations.
    pub fn tables(&self) -> &[Relation] {
        &self.tables
    }

    /// The number of a relation.
    pub(super) fn table_id(&mut self, relation: Relation) -> TableId {
        let at = self.tables.iter().position(|table| *table == relation).unwrap_or_else(|| {
            self.tables.push(relation);
            self.tables.len() - 1
        });
        TableId(at as u32)
    }

    /// Whether the value depends on the current square.
    pub(super) fn is_local(&self, value: ValueId) -> bool {
        self.local[value.0 as usize]
    }

    /// Makes a value as it stands, or finds it if it can be seen from here.
    pub(super) fn intern(&mut self, op: Op) -> ValueId {
        let home = self.home_of(&op);
        if let Some(&found) =
            self.known.get(&op).and_then(|all| all.iter().find(|&&value| self.sees(self.current, self.home[value.0 as usize])))
        {
            return found;
        }
        let local =
            matches!(op, Op::Row(_) | Op::Within(..)) || operands(&op).iter().any(|&value| self.is_local(value)) || self.loop_is_local(&op);
        let value = ValueId(self.ops.len() as u32);
        self.ops.push(op.clone());
        self.home.push(home);
        self.local.push(local);
        self.known.entry(op).or_default().push(value);
        self.regions[home.0 as usize].items.push(Item::Value(value));
        value
    }

    fn loop_is_local(&self, op: &Op) -> bool {
        match op {
            // What a loop adds comes from where it starts or from what it tests; the tests count when they are operands.
            Op::Found(id, _) => {
                let Loop { initial, next, .. } = self.loop_of(*id);
                initial.iter().chain(next).any(|&value| self.is_local(value))
            }
            Op::Guarded(id) => match self.region(*id).kind {
                RegionKind::Guard { result, .. } => self.is_local(result),
                _ => true,
            },
            _ => false,
        }
    }

    /// Where a value is made: here, or outside the loops around on which it does not depend; never outside a guard.
    fn home_of(&self, op: &Op) -> RegionId {
        let operands = operands(op);
        let mut home = self.current;
        while let RegionKind::Loop(id) = self.region(home).kind {
            let inside =
                matches!(op, Op::Param(of, _) if *of == id) || operands.iter().any(|&value| self.sees(self.home[value.0 as usize], home));
            if inside {
                break;
            }
            home = self.region(home).parent.expect("a loop stands in a region");
        }
        home
    }

    /// Whether what is made in `outer` can be used in `inner`.
    fn sees(&self, inner: RegionId, outer: RegionId) -> bool {
        let mut region = Some(inner);
        while let Some(here) = region {
            if here == outer {
                return true;
            }
            region = self.region(here).parent;
        }
        false
    }

    /// Begins a loop; what is made until [`end_loop`](Self::end_loop) stands in its body.
    pub(super) fn begin_loop(&mut self, initial: Vec<ValueId>) -> (LoopId, Vec<ValueId>) {
        let id = LoopId(self.loops.len() as u32);
        let region = self.enter(RegionKind::Loop(id));
        self.loops.push(Loop { region, next: Vec::new(), initial });
        let params = (0..self.loops[id.0 as usize].initial.len()).map(|i| self.intern(Op::Param(id, i as u32))).collect();
        (id, params)
    }

    /// Ends a loop and gives what it finds.
    pub(super) fn end_loop(&mut self, id: LoopId, next: Vec<ValueId>) -> Vec<ValueId> {
        let count = next.len() as u32;
        self.loops[id.0 as usize].next = next;
        self.leave();
        let parent = self.current;
        self.regions[parent.0 as usize].items.push(Item::Loop(id));
        (0..count).map(|i| self.intern_here(Op::Found(id, i))).collect()
    }

    /// Begins a part that is done only if a set has a square.
    pub(super) fn begin_guard(&mut self, guard: ValueId) -> RegionId {
        self.enter(RegionKind::Guard { guard, result: guard })
    }

    /// Ends it and gives what it found.
    pub(super) fn end_guard(&mut self, region: RegionId, result: ValueId) -> ValueId {
        if let RegionKind::Guard { result: found, .. } = &mut self.regions[region.0 as usize].kind {
            *found = result;
        }
        self.leave();
        let parent = self.current;
        self.regions[parent.0 as usize].items.push(Item::Guard(region));
        self.intern_here(Op::Guarded(region))
    }

    /// A value that must be made exactly here, after what was just done.
    fn intern_here(&mut self, op: Op) -> ValueId {
        let local = self.loop_is_local(&op);
        let value = ValueId(self.ops.len() as u32);
        self.ops.push(op.clone());
        self.home.push(self.current);
        self.local.push(local);
        self.known.entry(op).or_default().push(value);
        self.regions[self.current.0 as usize].items.push(Item::Value(value));
        value
    }

    /// Notes how much there is.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            ops: self.ops.len(),
            loops: self.loops.len(),
            tables: self.tables.len(),
            items: self.regions.iter().map(|region| region.items.len()).collect(),
            current: self.current,
        }
    }

    /// Forgets all that was made since.
    pub(super) fn go_back(&mut self, mark: &Mark) {
        for op in self.ops.drain(mark.ops..) {
            // Those made last stand last.
            if let Some(same) = self.known.get_mut(&op) {
                same.pop();
            }
        }
        self.home.truncate(mark.ops);
        self.local.truncate(mark.ops);
        self.loops.truncate(mark.loops);
        self.tables.truncate(mark.tables);
        self.regions.truncate(mark.items.len());
        for (region, &items) in self.regions.iter_mut().zip(&mark.items) {
            region.items.truncate(items);
        }
        self.current = mark.current;
    }

    fn enter(&mut self, kind: RegionKind) -> RegionId {
        let region = RegionId(self.regions.len() as u32);
        self.regions.push(Region { kind, parent: Some(self.current), items: Vec::new() });
        self.current = region;
        region
    }

    fn leave(&mut self) {
        self.current = self.region(self.current).parent.expect("a region that was entered stands in another");
    }
}

/// The values that an operation uses, those of loops and guards left out.
pub(crate) fn operands(op: &Op) -> Vec<ValueId> {
    match *op {
        Op::And(a, b)
        | Op::Or(a, b)
        | Op::Without(a, b)
        | Op::If(a, b)
        | Op::Both(a, b)
        | Op::Either(a, b)
        | Op::Compare(a, _, b)
        | Op::Binary(_, a, b) => {
            vec![a, b]
        }
        Op::Image(_, a) | Op::Some(a) | Op::Within(_, a) | Op::Not(a) => vec![a],
        Op::Ray { origin, through, .. } => vec![origin, through],
        Op::Constant(_)
        | Op::Row(_)
        | Op::Pieces(_)
        | Op::Param(..)
        | Op::Found(..)
        | Op::Guarded(_)
        | Op::Number(_)
        | Op::Variable(_)
        | Op::Count(_) => Vec::new(),
    }
}
