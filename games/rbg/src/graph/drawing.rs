//! The nodes and arrows to draw, and the labels of arrows.

use crate::Program;
use crate::description::Description;
use std::collections::BTreeMap;
use treebench_compile::{Arithmetic, Control, Label, NodeId, Operator, Piece};

/// The nodes and arrows of a picture.
pub(super) struct Drawing {
    pub(super) nodes: Vec<Node>,
    pub(super) arrows: Vec<Arrow>,
}

/// A node of a picture.
pub(super) struct Node {
    /// Its label: the number in the automaton; `start`, `end`; for a pattern `?` with its number, and `!` with it at the end.
    pub(super) name: String,
    /// Whether a semimove of a player ends here.
    pub(super) split: bool,
    /// Whether only the keeper reaches it.
    pub(super) keeper: bool,
}

/// An arrow of a picture.
pub(super) struct Arrow {
    pub(super) from: usize,
    pub(super) to: usize,
    /// Its label, with parallel labels joined by ` + `; empty for an empty edge.
    pub(super) label: String,
    /// Whether it ends a semimove of a player.
    pub(super) split: bool,
    /// Whether only the keeper takes it.
    pub(super) keeper: bool,
}

impl Drawing {
    /// The picture of a program: everything reachable from the start, and the patterns there. Empty edges are contracted where merging
    /// their ends does not change the language.
    pub(super) fn new(program: &Program) -> Self {
        let automaton = &program.automaton;
        let reached = reach(program);
        let same = merge(program, &reached);
        let mut place = vec![None; automaton.nodes()];
        let mut drawing = Drawing { nodes: Vec::new(), arrows: Vec::new() };
        for (node, reach) in reached.iter().enumerate() {
            let main = same[node];
            if *reach == [false; 2] || place[main].is_some() {
                continue;
            }
            place[main] = Some(drawing.nodes.len());
            drawing.nodes.push(Node { name: main.to_string(), split: false, keeper: true });
        }
        let at = |node: NodeId| place[same[node as usize]].unwrap_or_default();
        for (node, reach) in reached.iter().enumerate() {
            if reach[1] {
                drawing.nodes[at(node as NodeId)].keeper = false;
            }
        }
        // Arrows between the same nodes are merged.
        let mut parallel = BTreeMap::new();
        for edge in &automaton.edges {
            let [keeper, player] = reached[edge.from as usize];
            let within = edge.label == Label::Empty && same[edge.from as usize] == same[edge.to as usize];
            if !keeper && !player || within {
                continue;
            }
            let ends = match edge.label {
                Label::Switch(_) => true,
                Label::Dot => !program.split.is_orthodox(),
                Label::Put(_) | Label::Assign(..) => program.split.modifiers,
                _ => false,
            };
            let split = ends && player;
            let text = label(&program.description, &edge.label);
            if let Label::Pattern { start, end, .. } = edge.label {
                drawing.nodes[at(start)].name = format!("?{start}");
                drawing.nodes[at(end)].name = format!("!{start}");
            }
            drawing.nodes[at(edge.to)].split |= split;
            let (from, to) = (at(edge.from), at(edge.to));
            let arrow = *parallel.entry((from, to, split, !player)).or_insert(drawing.arrows.len());
            match drawing.arrows.get_mut(arrow) {
                Some(arrow) => arrow.label = format!("{} + {text}", arrow.label),
                None => drawing.arrows.push(Arrow { from, to, label: text, split, keeper: !player }),
            }
        }
        drawing.nodes[at(automaton.end)].name = "end".into();
        drawing.nodes[at(automaton.start)].name = "start".into();
        drawing
    }
}

/// For each node: whether it can be reached with the keeper in control, and with a player.
fn reach(program: &Program) -> Vec<[bool; 2]> {
    let automaton = &program.automaton;
    let mut reached = vec![[false; 2]; automaton.nodes()];
    let mut todo = vec![(automaton.start, false)];
    while let Some((node, player)) = todo.pop() {
        if std::mem::replace(&mut reached[node as usize][usize::from(player)], true) {
            continue;
        }
        for edge in automaton.leaving(node) {
            match edge.label {
                Label::Switch(control) => todo.push((edge.to, control != Control::Keeper)),
                Label::Pattern { start, end, .. } => todo.extend([(start, player), (end, player), (edge.to, player)]),
                _ => todo.push((edge.to, player)),
            }
        }
    }
    reached
}

/// The representative of each node. The ends of an empty edge are merged if nothing else leaves the first or nothing else enters the
/// second; the starts and ends of the rules and of patterns stay apart.
fn merge(program: &Program, reached: &[[bool; 2]]) -> Vec<usize> {
    let automaton = &program.automaton;
    let mut entering = vec![0_u32; automaton.nodes()];
    let mut fixed = vec![false; automaton.nodes()];
    fixed[automaton.start as usize] = true;
    fixed[automaton.end as usize] = true;
    for edge in automaton.edges.iter().filter(|edge| reached[edge.from as usize] != [false; 2]) {
        entering[edge.to as usize] += 1;
        if let Label::Pattern { start, end, .. } = edge.label {
            fixed[start as usize] = true;
            fixed[end as usize] = true;
        }
    }
    let mut same = (0..automaton.nodes()).collect::<Vec<_>>();
    let mut leaving = automaton.out.iter().map(Vec::len).collect::<Vec<_>>();
    for edge in automaton.edges.iter().filter(|edge| edge.label == Label::Empty && reached[edge.from as usize] != [false; 2]) {
        let (from, to) = (find(&mut same, edge.from as usize), find(&mut same, edge.to as usize));
        if from == to || fixed[from] && fixed[to] || leaving[from] != 1 && entering[to] != 1 {
            continue;
        }
        let (main, other) = if fixed[to] { (to, from) } else { (from, to) };
        same[other] = main;
        leaving[main] = leaving[from] + leaving[to] - 1;
        entering[main] = entering[from] + entering[to] - 1;
    }
    (0..same.len()).map(|node| find(&mut same, node)).collect()
}

/// The representative of a node.
fn find(same: &mut [usize], mut node: usize) -> usize {
    while same[node] != node {
        same[node] = same[same[node]];
        node = same[node];
    }
    node
}

/// The text of an edge's label; a pattern is named by the node where it starts.
fn label(game: &Description, label: &Label) -> String {
    let piece = |piece: &Piece| game.pieces[usize::from(piece.0)].clone();
    match label {
        Label::Empty => String::new(),
        Label::Shift(direction) => game.board.directions[usize::from(direction.0)].clone(),
        Label::On(pieces) => format!("{{{}}}", pieces.iter().map(piece).collect::<Vec<_>>().join(", ")),
        Label::Compare(test) => format!("{{$ {} {} {}}}", sum(game, &test.left), test.comparator.symbol(), sum(game, &test.right)),
        Label::Pattern { negated, start, .. } => format!("{{{} ?{start}}}", if *negated { "!" } else { "?" }),
        Label::Put(off) => format!("[{}]", piece(off)),
        Label::Assign(variable, value) => format!("[$ {} = {}]", game.variable(*variable).name, sum(game, value)),
        Label::Switch(Control::Keeper) => "->>".into(),
        Label::Switch(Control::Player(player)) => format!("->{}", game.players[usize::from(*player)].name),
        Label::Dot => "●".into(),
    }
}

/// A value, without parentheses around it.
fn sum(game: &Description, value: &Arithmetic) -> String {
    let part = |part: &Arithmetic| match part {
        Arithmetic::Binary(..) => format!("({})", sum(game, part)),
        _ => sum(game, part),
    };
    match value {
        Arithmetic::Number(number) => number.to_string(),
        Arithmetic::Variable(variable) => game.variable(*variable).name.clone(),
        Arithmetic::Count(piece) => game.pieces[usize::from(piece.0)].clone(),
        Arithmetic::Binary(left, operator, right) => {
            let sign = match operator {
                Operator::Add => '+',
                Operator::Subtract => '-',
                Operator::Multiply => '*',
                Operator::Divide => '/',
            };
            format!("{} {sign} {}", part(left), part(right))
        }
    }
}
