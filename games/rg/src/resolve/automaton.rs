//! Edges to the automaton that is played.

use super::copies::propagate;
use super::{GOALS, Names, PLAYER, VISIBLE};
use crate::description::{self, Description, Name};
use crate::game::{BEGIN, Base, END, Edge, Game, Label, Node, NodeId, Operand};
use crate::limits::Limits;
use crate::notation::numbers;
use crate::report::{Failure, Report, nearest};
use std::collections::BTreeMap;
use std::sync::Arc;
use treebench_rbg::expr::Span;

/// Resolves all edges, and puts the game together.
pub(super) fn game(mut names: Names, description: &Description, limits: &Limits, report: &mut Report) -> Result<Game, Failure> {
    if description.edges.len() > limits.edges {
        return Err(report.error(Span::default(), format!("the automaton has more than {} edges", limits.edges)));
    }
    let mut nodes = Nodes::default();
    for name in ["begin", "end"] {
        nodes.number(&Name { text: name.into(), span: Span::default() });
    }
    let mut edges: Vec<(NodeId, Edge)> = Vec::new();
    for edge in &description.edges {
        let (from, to) = (nodes.number(&edge.from), nodes.number(&edge.to));
        if from == END {
            report.error(edge.from.span, "nothing leaves `end`, at which the game is over");
        }
        if let Ok(label) = names.label(&edge.label, &mut nodes, report) {
            edges.push((from, Edge { to, label }));
        }
    }
    let scores = names.scores(report);
    let mut initial = Vec::new();
    for variable in &description.variables {
        if let Some(&number) = names.variables.get(&variable.name.text) {
            let shape = names.declared[number].shape.clone();
            initial.extend(names.values(&variable.value, &shape, report)?);
        }
    }
    if !report.is_empty() {
        return Err(Failure);
    }
    let warnings = nodes.check(&edges, report)?;
    let player = names.variables[PLAYER];
    let random = names.symbols.add(&Name { text: "random".into(), span: Span::default() }, report)?;
    let goals = names.variables[GOALS];
    let players = names.types.sets[names.declared[goals].shape.keys[0]].1.clone();
    let visible = names.variables[VISIBLE];
    let (list, first) = nodes.grouped(&mut edges);
    let mut game = Game {
        sets: names.types.finish(names.symbols.list.len()),
        symbols: names.symbols.list,
        constants: names.cells,
        variables: names.declared,
        initial,
        nodes: list
            .into_iter()
            .zip(first.windows(2))
            .map(|((name, once), ends)| Node { name, first: ends[0], last: ends[1], once })
            .collect(),
        edges: edges.into_iter().map(|(_, edge)| edge).collect(),
        players,
        scores,
        random,
        goals,
        player,
        visible,
        warnings,
        limits: limits.play,
    };
    propagate(&mut game);
    Ok(game)
}

impl Names {
    fn label(&mut self, label: &description::Label, nodes: &mut Nodes, report: &mut Report) -> Result<Label, Failure> {
        Ok(match label {
            description::Label::Empty => Label::Empty,
            description::Label::Assign(place, value) => {
                let (place, value) = (self.place(place, report)?, self.expression(value, report)?);
                self.agree(&place, &value, report)?;
                if self.is_player(&place.operand) { Label::Switch(value.operand) } else { Label::Assign(place.operand, value.operand) }
            }
            description::Label::AssignAny(place, of) => {
                let place = self.place(place, report)?;
                let set = self.any(&place, of, report)?;
                Label::AssignAny(place.operand, set)
            }
            description::Label::Compare { left, right, negated } => {
                let (left, right) = (self.expression(left, report)?, self.expression(right, report)?);
                self.agree(&left, &right, report)?;
                Label::Compare { left: left.operand, right: right.operand, negated: *negated }
            }
            description::Label::Reach { from, to, negated } => {
                let (from, to) = (nodes.number(from), nodes.number(to));
                nodes.tested.push((from, to));
                Label::Reach { from, to, negated: *negated }
            }
            description::Label::Tag(tag) => Label::Tag(self.symbols.add(tag, report)?),
            description::Label::TagVariable(name) => {
                let Some(&number) = self.variables.get(&name.text) else { return Err(self.unknown_variable(name, report)) };
                let variable = &self.declared[number];
                if !variable.shape.keys.is_empty() {
                    return Err(report.error(name.span, format!("`{}` is a map, and a tag is one value", name.text)));
                }
                Label::TagCell(variable.offset)
            }
        })
    }

    fn is_player(&self, place: &Operand) -> bool {
        place.base == Base::State(self.declared[self.variables[PLAYER]].offset)
    }

    /// The score that every symbol means.
    fn scores(&self, report: &mut Report) -> Vec<Option<i32>> {
        let scores = &self.types.sets[self.declared[self.variables[GOALS]].shape.leaf].1;
        // `S(50)` is 50, too.
        let built = |name: &str| numbers(name).and_then(|(_, numbers)| <[u32; 1]>::try_from(numbers).ok()?[0].try_into().ok());
        let number = |name: &Arc<str>| name.parse::<i32>().ok().or_else(|| built(name)).filter(|score| score.abs() <= 1_000_000);
        for &score in scores {
            let name = &self.symbols.list[usize::from(score)];
            if number(name).is_none() {
                report.error(Span::default(), format!("the score `{name}` is not a whole number up to a million"));
            }
        }
        self.symbols.list.iter().map(number).collect()
    }
}

/// The nodes by name.
#[derive(Default)]
struct Nodes {
    numbers: BTreeMap<Arc<str>, NodeId>,
    list: Vec<(Arc<str>, Span)>,
    /// The ends of all tests of reachability.
    tested: Vec<(NodeId, NodeId)>,
}

impl Nodes {
    fn number(&mut self, name: &Name) -> NodeId {
        if let Some(&known) = self.numbers.get(&name.text) {
            return known;
        }
        let number = self.list.len() as NodeId;
        self.numbers.insert(Arc::clone(&name.text), number);
        self.list.push((Arc::clone(&name.text), name.span));
        number
    }

    /// Warnings, and an error if play cannot reach the end.
    fn check(&self, edges: &[(NodeId, Edge)], report: &mut Report) -> Result<Vec<String>, Failure> {
        let mut next: Vec<Vec<NodeId>> = vec![Vec::new(); self.list.len()];
        edges.iter().for_each(|(from, edge)| next[*from as usize].push(edge.to));
        let near = |node: usize, fits: &dyn Fn(usize) -> bool| {
            let others = (0..self.list.len()).filter(|&other| other != node && fits(other)).map(|other| &*self.list[other].0);
            nearest(&self.list[node].0, others)
        };
        if next[BEGIN as usize].is_empty() {
            let near = near(BEGIN as usize, &|other| !next[other].is_empty());
            return Err(report.suggest(Span::default(), "no edge leaves `begin`, at which play starts", near));
        }
        let reached = |starts: &[NodeId]| {
            let (mut seen, mut open) = (vec![false; self.list.len()], starts.to_vec());
            while let Some(node) = open.pop() {
                if !std::mem::replace(&mut seen[node as usize], true) {
                    open.extend(&next[node as usize]);
                }
            }
            seen
        };
        let in_play = reached(&[BEGIN]);
        if !in_play[END as usize] {
            return Err(report.error(self.list[BEGIN as usize].1, "`end` cannot be reached from `begin`, so no game ends"));
        }
        let starts: Vec<NodeId> = [BEGIN].into_iter().chain(self.tested.iter().map(|&(from, _)| from)).collect();
        let used = reached(&starts);
        let ends = |node: usize| node == END as usize || self.tested.iter().any(|&(_, to)| to as usize == node);
        let mut acts = vec![false; self.list.len()];
        edges.iter().for_each(|(from, edge)| acts[*from as usize] |= !matches!(edge.label, Label::Empty));
        let mut warnings = Vec::new();
        for (node, (name, span)) in self.list.iter().enumerate() {
            let hint = |near: Option<String>| near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            let (line, _) = report.source().position(span.start);
            // What comes after a loop without end is an empty edge that nothing leads to.
            if !used[node] && acts[node] {
                warnings
                    .push(format!("line {line}: nothing leads to the node `{name}`{}", hint(near(node, &|other| next[other].is_empty()))));
            } else if used[node] && next[node].is_empty() && !ends(node) {
                warnings.push(format!("line {line}: nothing leaves the node `{name}`{}", hint(near(node, &|other| !used[other]))));
            }
        }
        let left_out = warnings.len().saturating_sub(10);
        warnings.truncate(10);
        if left_out > 0 {
            warnings.push(format!("… and {left_out} more nodes"));
        }
        Ok(warnings)
    }

    /// Sorts edges by the nodes that they leave; the names of the nodes with whether walks come there at most once, and where the edges of each
    /// begin.
    fn grouped(self, edges: &mut [(NodeId, Edge)]) -> (Vec<(Arc<str>, bool)>, Vec<u32>) {
        edges.sort_by_key(|(from, _)| *from);
        let mut first = vec![0_u32; self.list.len() + 1];
        edges.iter().for_each(|(from, _)| first[*from as usize + 1] += 1);
        (0..self.list.len()).for_each(|node| first[node + 1] += first[node]);
        // A walk comes as often as it does to the only node before, unless values that differ there become the same on the edge.
        let mut ways = vec![0_u32; self.list.len()];
        let mut forgets = vec![false; self.list.len()];
        for (_, edge) in edges.iter() {
            ways[edge.to as usize] += 1;
            forgets[edge.to as usize] |= matches!(edge.label, Label::Assign(..) | Label::AssignAny(..) | Label::Switch(_));
        }
        self.tested.iter().for_each(|&(from, _)| forgets[from as usize] = true);
        let once = |node: usize| ways[node] == 1 && !forgets[node];
        let list = self.list.iter().enumerate().map(|(node, (name, _))| (Arc::clone(name), once(node))).collect();
        (list, first)
    }
}
