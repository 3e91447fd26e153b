//! Where the nodes of a drawing stand: in columns from the start on, in each column ordered so that few arrows cross (the layered method
//! of Sugiyama, Tagawa, and Toda, 1981, without nodes for long arrows).

use super::drawing::Drawing;

/// How many times the columns are ordered anew.
const SWEEPS: usize = 8;

/// For each node its column, and its row in units of the distance between rows; the rows of a column are centred around 0.
pub(super) fn layout(drawing: &Drawing) -> Vec<(usize, f64)> {
    let columns = columns(drawing);
    let mut members = vec![Vec::new(); columns.iter().max().map_or(0, |last| last + 1)];
    for (node, &column) in columns.iter().enumerate() {
        members[column].push(node);
    }
    let mut neighbours = vec![Vec::new(); columns.len()];
    for arrow in drawing.arrows.iter().filter(|arrow| columns[arrow.from] != columns[arrow.to]) {
        neighbours[arrow.from].push(arrow.to);
        neighbours[arrow.to].push(arrow.from);
    }
    let mut rows = vec![0.0; columns.len()];
    members.iter().for_each(|column| place(column, &mut rows));
    for sweep in 0..SWEEPS {
        // Towards the right each column follows the ones before it, towards the left the ones behind it.
        let rightwards = sweep % 2 == 0;
        let mut follow = |column: &mut Vec<usize>| {
            let centre = |&node: &usize| {
                let seen = neighbours[node].iter().filter(|&&other| (columns[other] < columns[node]) == rightwards);
                let (count, sum) = seen.fold((0, 0.0), |(count, sum), &other| (count + 1, sum + rows[other]));
                if count == 0 { rows[node] } else { sum / f64::from(count) }
            };
            let mut ordered = column.iter().map(|node| (centre(node), *node)).collect::<Vec<_>>();
            ordered.sort_by(|one, other| one.0.total_cmp(&other.0));
            *column = ordered.into_iter().map(|(_, node)| node).collect();
            place(column, &mut rows);
        };
        if rightwards {
            members.iter_mut().for_each(&mut follow);
        } else {
            members.iter_mut().rev().for_each(&mut follow);
        }
    }
    columns.into_iter().zip(rows).collect()
}

/// Gives the nodes of a column their rows.
fn place(column: &[usize], rows: &mut [f64]) {
    for (i, &node) in column.iter().enumerate() {
        rows[node] = i as f64 - (column.len() - 1) as f64 / 2.0;
    }
}

/// The column of each node: as many as the longest way there has arrows, where arrows that close a cycle do not count.
fn columns(drawing: &Drawing) -> Vec<usize> {
    let nodes = drawing.nodes.len();
    let mut out = vec![Vec::new(); nodes];
    for arrow in &drawing.arrows {
        out[arrow.from].push(arrow.to);
    }
    // Depth first: the order in which nodes are left for good, and the arrows back to nodes on the way.
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
