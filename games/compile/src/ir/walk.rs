//! Walking a part of the automaton forwards or backwards, all squares at once.

use super::components::{components, entries, heads, order};
use super::lower::{EdgeDirection, Lower, LoweringError, NodeSets};
use super::op::{Op, ValueId};
use super::repeats;
use crate::automaton::{EdgeId, Label, NodeId};
use crate::passes::Pass;
use crate::squares::{Relation, SquareSet};
use std::collections::{BTreeMap, BTreeSet};

impl Lower<'_> {
    /// Finds the set of squares for every node that can be reached from `from`, where it is `set`.
    pub(super) fn walk(&mut self, from: NodeId, set: ValueId, way: EdgeDirection) -> Result<NodeSets, LoweringError> {
        let mut incoming: BTreeMap<NodeId, ValueId> = BTreeMap::from([(from, set)]);
        let mut found = NodeSets::new();
        for component in components(self, from, way) {
            let Some(entries) = entries(&component, &incoming) else { continue };
            let values = self.component(&component, &entries, way)?;
            for (&node, &value) in &values {
                found.insert(node, value);
                for edge in self.edges(node, way) {
                    let to = self.far(edge, way);
                    if !component.contains(&to) {
                        let moved = self.transfer(edge, value, way)?;
                        self.flow(&mut incoming, to, moved);
                    }
                }
            }
        }
        Ok(found)
    }

    /// Adds to the set that reaches a node.
    fn flow(&mut self, into: &mut NodeSets, node: NodeId, set: ValueId) {
        let joined = match into.get(&node) {
            Some(&before) => self.builder.or(before, set),
            None => set,
        };
        into.insert(node, joined);
    }

    /// The values of nodes that reach one another.
    fn component(&mut self, nodes: &BTreeSet<NodeId>, entries: &NodeSets, way: EdgeDirection) -> Result<NodeSets, LoweringError> {
        let cyclic = nodes.len() > 1 || nodes.iter().any(|&node| self.edges(node, way).into_iter().any(|edge| self.far(edge, way) == node));
        if !cyclic {
            return Ok(entries.clone());
        }
        if let Some(found) = self.tabulate_shifts(nodes, entries, way) {
            return Ok(found);
        }
        let heads = heads(self, nodes, entries, way);
        let nothing = self.builder.nothing();
        let initial: Vec<ValueId> = heads.iter().map(|head| entries.get(head).copied().unwrap_or(nothing)).collect();
        let everything = |&start| matches!(self.builder.made.values.op(start), Op::Constant(set) if set.len() == self.squares());
        if self.program.passes.has(Pass::FoldConstants) && initial.iter().all(everything) {
            // Nothing can be added.
            let fixed: NodeSets = heads.iter().copied().zip(initial).collect();
            return self.inner(nodes, entries, &fixed, way).map(|(found, _)| found);
        }
        if let ([head], [start]) = (&heads[..], &initial[..])
            && let Some(all) = self.cast_rays(nodes, *head, *start, entries, way)?
        {
            return self.inner(nodes, entries, &NodeSets::from([(*head, all)]), way).map(|(found, _)| found);
        }
        self.make_tested_pieces(nodes, way);
        let begun = self.builder.made.mark();
        let (id, params) = self.builder.made.begin_loop(initial);
        let fixed: NodeSets = heads.iter().copied().zip(params).collect();
        let (_, back) = self.inner(nodes, entries, &fixed, way)?;
        let next = heads.iter().map(|head| back.get(head).copied().unwrap_or(nothing)).collect();
        let mut all = self.builder.made.end_loop(id, next);
        if self.program.passes.has(Pass::MergeRepeats) {
            all = repeats::merge_loop(&mut self.builder.made, &begun, id, all);
        }
        let fixed: NodeSets = heads.iter().copied().zip(all).collect();
        self.inner(nodes, entries, &fixed, way).map(|(found, _)| found)
    }

    /// Makes the sets of pieces that a component tests, so that they are known not to change in its loop.
    fn make_tested_pieces(&mut self, nodes: &BTreeSet<NodeId>, way: EdgeDirection) {
        let edges: Vec<EdgeId> = nodes.iter().flat_map(|&node| self.edges(node, way)).collect();
        for edge in edges {
            if let Label::On(pieces) = self.edge(edge).label.clone()
                && nodes.contains(&self.far(edge, way))
            {
                self.piece_set(&pieces);
            }
        }
    }

    /// One round through a component whose heads have these values: the values of all nodes, and those that flow back into the heads.
    fn inner(
        &mut self,
        nodes: &BTreeSet<NodeId>,
        entries: &NodeSets,
        heads: &NodeSets,
        way: EdgeDirection,
    ) -> Result<(NodeSets, NodeSets), LoweringError> {
        let mut incoming: NodeSets =
            entries.iter().filter(|(node, _)| !heads.contains_key(node)).map(|(&node, &value)| (node, value)).collect();
        let mut back = NodeSets::new();
        let mut found = NodeSets::new();
        for node in order(self, nodes, heads, way) {
            let Some(value) = heads.get(&node).or_else(|| incoming.get(&node)).copied() else { continue };
            found.insert(node, value);
            for edge in self.edges(node, way) {
                let to = self.far(edge, way);
                if nodes.contains(&to) {
                    let moved = self.transfer(edge, value, way)?;
                    self.flow(if heads.contains_key(&to) { &mut back } else { &mut incoming }, to, moved);
                }
            }
        }
        Ok((found, back))
    }

    /// A component made of shifts alone, entered with squares that are known relative to the current one, possibly under a condition: a
    /// table.
    fn tabulate_shifts(&mut self, nodes: &BTreeSet<NodeId>, entries: &NodeSets, way: EdgeDirection) -> Option<NodeSets> {
        if !self.program.passes.has(Pass::TabulateShifts) {
            return None;
        }
        let squares = self.squares();
        let mut rows: BTreeMap<NodeId, Vec<SquareSet>> = BTreeMap::new();
        let condition = entries.values().next().and_then(|&value| self.builder.made.values.condition(value));
        for (&node, &value) in entries {
            if self.builder.made.values.condition(value) != condition {
                return None;
            }
            let relation = match self.builder.made.values.op(self.builder.made.values.unconditional(value)) {
                Op::Row(table) => self.builder.made.values.table(*table).clone(),
                Op::Constant(set) => Relation::from_rows(vec![set.clone(); squares]),
                _ => return None,
            };
            rows.insert(node, relation.rows().to_vec());
        }
        let mut steps = Vec::new();
        for &node in nodes {
            for edge in self.edges(node, way) {
                let to = self.far(edge, way);
                if nodes.contains(&to) {
                    let relation = match &self.edge(edge).label {
                        Label::Shift(direction) => self.step(*direction, way),
                        Label::Empty | Label::Dot => Relation::identity(squares),
                        _ => return None,
                    };
                    steps.push((node, to, relation));
                }
            }
        }
        // Only the squares added in one round are moved on in the next.
        let mut fresh = rows.clone();
        while !fresh.is_empty() {
            let mut added: BTreeMap<NodeId, Vec<SquareSet>> = BTreeMap::new();
            for (from, to, relation) in &steps {
                let Some(here) = fresh.get(from) else { continue };
                let nothing = || vec![SquareSet::empty(squares); squares];
                let there = rows.entry(*to).or_insert_with(nothing);
                for (square, (row, all)) in here.iter().zip(there).enumerate().filter(|(_, (row, _))| !row.is_empty()) {
                    let more = relation.image(row).without(all);
                    if !more.is_empty() {
                        all.unite(&more);
                        added.entry(*to).or_insert_with(nothing)[square].unite(&more);
                    }
                }
            }
            fresh = added;
        }
        let mut found = NodeSets::new();
        for (node, rows) in rows {
            let row = self.builder.row(Relation::from_rows(rows));
            found.insert(node, condition.map_or(row, |condition| self.builder.only_if(condition, row)));
        }
        Some(found)
    }

    /// The set after an edge.
    pub(super) fn transfer(&mut self, edge: EdgeId, set: ValueId, way: EdgeDirection) -> Result<ValueId, LoweringError> {
        match self.edge(edge).label.clone() {
            Label::Empty | Label::Dot => Ok(set),
            Label::Shift(direction) => {
                let step = self.step(direction, way);
                Ok(self.builder.image(&step, set))
            }
            Label::On(pieces) => {
                let there = self.piece_set(&pieces);
                Ok(self.builder.and(set, there))
            }
            Label::Compare(_) | Label::Pattern { .. } if self.put.is_some() => Ok(set),
            Label::Compare(comparison) => {
                let condition = self.comparison(&comparison);
                Ok(self.builder.only_if(condition, set))
            }
            Label::Pattern { negated, start, end } => self.pattern(start, end, negated, set, way),
            Label::Put(_) | Label::Assign(..) | Label::Switch(_) => unreachable!("modifiers end a segment"),
        }
    }
}
