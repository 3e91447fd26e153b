//! The columns of a tree: what its parts keep beside the nodes, found by type.

use super::NodeId;
use std::any::{Any, TypeId};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

/// A column of the tree: something that a part of a search keeps about every node. The type names it and says what is stored, so
/// that whoever reads a column agrees with whoever writes it.
pub trait Column: 'static {
    /// The storage, usually [`Rows`](super::Rows).
    type Table: Table;
    /// Its name in messages, such as "the sums of squares".
    const NAME: &'static str;
    /// Whether its cells say something about children that have not been visited. Without such a column, and if no part looks at the
    /// moves of unvisited children, the tree saves their nodes.
    const OF_UNVISITED: bool = false;
}

/// Storage beside the nodes, which follows every change of the tree.
pub trait Table: Any + Send {
    /// Bytes in use.
    fn bytes(&self) -> usize;

    /// Forgets everything: the tree has only its root again.
    fn clear(&mut self);

    /// Appends rows for new nodes.
    fn add(&mut self, nodes: usize);

    /// Makes the row of a node as new.
    fn renew(&mut self, id: NodeId);

    /// Appends copies of the rows of these nodes.
    fn append(&mut self, ids: Range<NodeId>);

    /// Exchanges the rows of two nodes.
    fn swap(&mut self, a: NodeId, b: NodeId);

    /// Begins a change of root: rows are then [kept](Self::keep) in their new order until the change [ends](Self::end_reroot).
    fn begin_reroot(&mut self);

    /// Keeps the rows of these nodes, behind those kept before.
    fn keep(&mut self, ids: Range<NodeId>);

    /// Ends a change of root: the rows that were kept are those of the tree.
    fn end_reroot(&mut self);
}

/// The place of a column in the tree of one search: what [`Needs`](crate::search::Needs) gives to the parts that read or write it.
///
/// The default belongs to no tree; to use it panics.
pub struct ColumnId<C: Column> {
    slot: usize,
    column: PhantomData<fn() -> C>,
}

impl<C: Column> ColumnId<C> {
    pub(crate) fn new(slot: usize) -> Self {
        ColumnId { slot, column: PhantomData }
    }

    pub(crate) fn slot(self) -> usize {
        self.slot
    }
}

impl<C: Column> Default for ColumnId<C> {
    fn default() -> Self {
        ColumnId::new(usize::MAX)
    }
}

impl<C: Column> Clone for ColumnId<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Column> Copy for ColumnId<C> {}

impl<C: Column> fmt::Debug for ColumnId<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {} ({})", self.slot, C::NAME)
    }
}

/// A column of a tree, whatever its type.
struct Slot {
    column: TypeId,
    table: Box<dyn Table>,
    of_unvisited: bool,
}

/// The columns of a tree.
#[derive(Default)]
pub struct Columns {
    slots: Vec<Slot>,
}

impl Columns {
    /// Adds a column that has the next place.
    pub(crate) fn push(&mut self, column: TypeId, table: Box<dyn Table>, of_unvisited: bool) {
        self.slots.push(Slot { column, table, of_unvisited });
    }

    /// The place of a column; `None` if there is no such column.
    pub(super) fn find<C: Column>(&self) -> Option<ColumnId<C>> {
        self.slots.iter().position(|slot| slot.column == TypeId::of::<C>()).map(ColumnId::new)
    }

    /// The storage of a column.
    ///
    /// # Panics
    /// If the column belongs to another tree.
    #[inline]
    pub(super) fn table<C: Column>(&self, id: ColumnId<C>) -> &C::Table {
        let table: &dyn Any = self.slots[id.slot].table.as_ref();
        table.downcast_ref().unwrap_or_else(|| foreign::<C>())
    }

    /// The storage of a column, to be updated.
    ///
    /// # Panics
    /// If the column belongs to another tree.
    #[inline]
    pub(super) fn table_mut<C: Column>(&mut self, id: ColumnId<C>) -> &mut C::Table {
        let table: &mut dyn Any = self.slots[id.slot].table.as_mut();
        table.downcast_mut().unwrap_or_else(|| foreign::<C>())
    }

    /// All tables.
    #[inline]
    pub(super) fn tables(&self) -> impl Iterator<Item = &dyn Table> {
        self.slots.iter().map(|slot| slot.table.as_ref())
    }

    /// Changes all tables together with the nodes.
    #[inline]
    pub(super) fn each(&mut self, mut change: impl FnMut(&mut dyn Table)) {
        self.slots.iter_mut().for_each(|slot| change(slot.table.as_mut()));
    }

    /// Exchanges the rows of two unvisited children.
    #[inline]
    pub(super) fn swap_unvisited(&mut self, a: NodeId, b: NodeId) {
        for slot in self.slots.iter_mut().filter(|slot| slot.of_unvisited) {
            slot.table.swap(a, b);
        }
    }
}

#[cold]
fn foreign<C: Column>() -> ! {
    panic!("the tree of this search does not keep {}", C::NAME)
}
