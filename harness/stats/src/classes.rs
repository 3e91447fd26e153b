//! Classes of numbers from 0 on.

/// Numbers joined into classes.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Classes(Vec<usize>);

impl Classes {
    pub(super) fn of(count: usize) -> Classes {
        Classes((0..count).collect())
    }

    /// Adds a number, which is a class of its own.
    pub(super) fn add(&mut self) -> usize {
        self.0.push(self.0.len());
        self.0.len() - 1
    }

    /// The name of a number's class.
    pub(super) fn find(&mut self, mut i: usize) -> usize {
        while self.0[i] != i {
            self.0[i] = self.0[self.0[i]];
            i = self.0[i];
        }
        i
    }

    /// Joins two classes; the smaller number names them, so that names do not depend on the order of joining.
    pub(super) fn join(&mut self, i: usize, j: usize) {
        let (i, j) = (self.find(i), self.find(j));
        self.0[i.max(j)] = i.min(j);
    }
}
