//! The positions of the nodes of a drawing: in columns from the start on, in each column ordered so that few arrows cross (the layered method
//! of Sugiyama, Tagawa, and Toda, 1981, without nodes for long arrows).

use super::drawing::Drawing;

/// The number of times the columns are reordered.
const SWEEPS: usize = 8;

/// For each node its column, and its row in units of the distance between rows. Connected nodes are placed together: first those connected
/// with the start, below them one pattern after the other.
pub(super) fn layout(drawing: &Drawing) -> Vec<(usize, f64)> {
    let columns = columns(drawing);
    let mut neighbours = vec![Vec::new(); columns.len()];
    for arrow in &drawing.arrows {
        neighbours[arrow.from].push(arrow.to);
        neighbours[arrow.to].push(arrow.from);
    }
    let mut rows = vec![f64::NAN; columns.len()];
    let mut top = 0.0;
    for root in 0..columns.len() {
        if rows[root].is_nan() {
            let mut members = connected(root, &neighbours, &columns, &mut rows);
            order(&mut members, &neighbours, &columns, &mut rows);
            // The rows of each column are centred around 0.
            let height = members.iter().map(Vec::len).max().unwrap_or_default() as f64;
            members.iter().flatten().for_each(|&node| rows[node] += top + (height - 1.0) / 2.0);
            top += height;
        }
    }
    columns.into_iter().zip(rows).collect()
}

/// The nodes connected with a node, by column; they get a first row.
fn connected(root: usize, neighbours: &[Vec<usize>], columns: &[usize], rows: &mut [f64]) -> Vec<Vec<usize>> {
    let mut members = Vec::new();
    let mut todo = vec![root];
    rows[root] = 0.0;
    while let Some(node) = todo.pop() {
        let column = columns[node];
        members.resize(members.len().max(column + 1), Vec::new());
        members[column].push(node);
        for &next in &neighbours[node] {
            if rows[next].is_nan() {
                rows[next] = 0.0;
                todo.push(next);
            }
        }
    }
    for column in &mut members {
        column.sort_unstable();
        place(column, rows);
    }
    members
}

/// Orders each column by the mean row of the neighbours on one side, back and forth.
fn order(members: &mut [Vec<usize>], neighbours: &[Vec<usize>], columns: &[usize], rows: &mut [f64]) {
    for sweep in 0..SWEEPS {
        // Towards the right each column follows the ones before it, towards the left the ones after it.
        let rightwards = sweep % 2 == 0;
        let mut follow = |column: &mut Vec<usize>| {
            let centre = |&node: &usize| {
                let seen = neighbours[node].iter().filter(|&&other| {
                    let (other, own) = (columns[other], columns[node]);
                    if rightwards { other < own } else { other > own }
                });
                let (count, sum) = seen.fold((0, 0.0), |(count, sum), &other| (count + 1, sum + rows[other]));
                if count == 0 { rows[node] } else { sum / f64::from(count) }
            };
            let mut ordered = column.iter().map(|node| (centre(node), *node)).collect::<Vec<_>>();
            ordered.sort_by(|one, other| one.0.total_cmp(&other.0));
            *column = ordered.into_iter().map(|(_, node)| node).collect();
            place(column, rows);
        };
        if rightwards {
            members.iter_mut().for_each(&mut follow);
        } else {
            members.iter_mut().rev().for_each(&mut follow);
        }
    }
}

/// Assigns rows to the nodes of a column.
fn place(column: &[usize], rows: &mut [f64]) {
    for (i, &node) in column.iter().enumerate() {
        rows[node] = i as f64 - (column.len() - 1) as f64 / 2.0;
    }
}

/// The column of each node: the length of the longest path there, without the arrows that close a cycle.
fn columns(drawing: &Drawing) -> Vec<usize> {
    let nodes = drawing.nodes.len();
    let mut out = vec![Vec::new(); nodes];
    for arrow in &drawing.arrows {
        out[arrow.from].push(arrow.to);
    }
    // Depth first: the order in which nodes are finished, and the arrows back to nodes on the path.
    let mut state = vec![State::New; nodes];
    let mut left = Vec::with_capacity(nodes);
    let mut forward = vec![Vec::new(); nodes];
    for root in 0..nodes {
        if state[root] != State::New {
            continue;
        }
        state[root] = State::Open;
        let mut way = vec![(root, 0)];
        while let Some((node, next)) = way.last_mut() {
            let Some(&to) = out[*node].get(*next) else {
                state[*node] = State::Left;
                left.push(*node);
                way.pop();
                continue;
            };
            *next += 1;
            if state[to] != State::Open {
                forward[*node].push(to);
            }
            if state[to] == State::New {
                state[to] = State::Open;
                way.push((to, 0));
            }
        }
    }
    let mut columns = vec![0; nodes];
    for &node in left.iter().rev() {
        for &to in &forward[node] {
            columns[to] = columns[to].max(columns[node] + 1);
        }
    }
    columns
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Left,
}
