//! Dots that only the keeper meets: its moves are never split (split-moves paper, appendix 2.3).

use super::product::{Pass, Rules, START};
use crate::expr::Control;

/// For each dot, by number: whether only the keeper can be in control there, on any path over the board.
pub(super) fn keepers(rules: &Rules, dots: usize) -> Vec<bool> {
    // For each node: whether it can be reached with the keeper in control, and with a player.
    let mut reached = vec![[false; 2]; rules.nodes()];
    let mut todo = vec![(START, Control::Keeper)];
    let mut keepers = vec![true; dots];
    while let Some((node, control)) = todo.pop() {
        let player = control != Control::Keeper;
        if std::mem::replace(&mut reached[node as usize][usize::from(player)], true) {
            continue;
        }
        for edge in rules.out[node as usize].iter().map(|&edge| rules.edges[edge as usize]) {
            match edge.pass {
                Pass::Switch(next) => todo.push((edge.to, next)),
                pass => {
                    if let (Pass::Dot(dot), true) = (pass, player) {
                        keepers[dot as usize] = false;
                    }
                    todo.push((edge.to, control));
                }
            }
        }
    }
    keepers
}
