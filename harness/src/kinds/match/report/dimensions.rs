//! The dimensions of the grid besides the games, as readers name them.
//!
//! A parameter that several candidates sweep is one dimension, although each has its own axis; opponents that follow from the candidate are none.

use crate::experiment::{Axis, AxisValue, Owner, Role};
use std::sync::Arc;

/// One dimension of the grid.
#[derive(Clone)]
pub(super) struct Dimension {
    /// Its name: that of the axis, without the agent if another column names it.
    pub(super) name: String,
    /// The same without labels, for data files.
    pub(super) data: String,
    axes: Vec<Arc<Axis>>,
}

impl Dimension {
    /// The value of a variant in this dimension, if any.
    pub(super) fn value<'v>(&self, variant: &'v [AxisValue]) -> Option<&'v AxisValue> {
        variant.iter().find(|at| self.axes.contains(&at.axis) && at.applies())
    }

    /// The variant without this dimension.
    pub(super) fn rest(&self, variant: &[AxisValue]) -> Vec<AxisValue> {
        variant.iter().filter(|at| !self.axes.contains(&at.axis)).cloned().collect()
    }

    /// Whether it has this axis.
    pub(super) fn is_of(&self, axis: &str) -> bool {
        self.axes.iter().any(|own| own.name == axis)
    }

    /// Whether it is one of budgets.
    pub(super) fn is_budget(&self) -> bool {
        self.axes.iter().all(|axis| axis.role.is_budget())
    }
}

/// All dimensions, in the order of the axes.
pub(super) fn dimensions(variants: &[Vec<AxisValue>]) -> Vec<Dimension> {
    let mut axes: Vec<Arc<Axis>> = Vec::new();
    variants.iter().flatten().for_each(|at| push_new(&mut axes, Arc::clone(&at.axis)));
    let several = axes.iter().any(|axis| axis.role == Role::Agent);
    if several && opponents(variants).is_some() {
        axes.retain(|axis| axis.role != Role::Against);
    }
    let apart = |a: &Arc<Axis>, b: &Arc<Axis>| {
        let applies = |variant: &[AxisValue], axis: &Arc<Axis>| variant.iter().any(|at| at.axis == *axis && at.applies());
        variants.iter().all(|variant| !(applies(variant, a) && applies(variant, b)))
    };
    let mut all: Vec<Dimension> = Vec::new();
    for axis in axes {
        let param = swept(&axis.role);
        let same = |other: &Dimension| param.is_some() && other.axes.iter().all(|there| swept(&there.role) == param && apart(there, &axis));
        match all.iter_mut().find(|other| same(other)) {
            Some(found) => found.axes.push(axis),
            None => all.push(Dimension { name: axis.label.clone(), data: axis.name.clone(), axes: vec![axis] }),
        }
    }
    let params: Vec<Option<String>> = all.iter().map(|dimension| swept(&dimension.axes[0].role).map(str::to_owned)).collect();
    for (dimension, param) in all.iter_mut().zip(&params) {
        let alone = params.iter().filter(|other| *other == param).count() == 1;
        if let Some(param) = param.as_ref().filter(|_| alone && several) {
            dimension.data.clone_from(param);
            dimension.name.clone_from(&dimension.axes[0].short);
        }
    }
    all
}

/// The parameter or budget of an agent that varies on an axis.
fn swept(role: &Role) -> Option<&str> {
    match role {
        Role::Sweep { of: Owner::Agent(_), .. } | Role::Budget { agent: Some(_), .. } => role.param(),
        _ => None,
    }
}

/// The pairs of candidate and opponents, if the candidate determines them. `None` if a candidate has several opponents, or there is no such axis.
pub(super) fn opponents(variants: &[Vec<AxisValue>]) -> Option<Vec<(String, String)>> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for variant in variants {
        let of = |role: &Role| variant.iter().find(|at| at.role() == role).map(|at| at.label.clone());
        push_new(&mut pairs, (of(&Role::Agent)?, of(&Role::Against)?));
    }
    let once = |(candidate, _): &(String, String)| pairs.iter().filter(|(other, _)| other == candidate).count() == 1;
    pairs.iter().all(once).then_some(pairs)
}

/// Appends an item to a list, if new.
pub(super) fn push_new<T: PartialEq>(list: &mut Vec<T>, item: T) {
    place_of(list, item);
}

/// The index of an item in a list, appended if new.
pub(super) fn place_of<T: PartialEq>(list: &mut Vec<T>, item: T) -> usize {
    list.iter().position(|known| *known == item).unwrap_or_else(|| {
        list.push(item);
        list.len() - 1
    })
}
