//! The proof that tags determine moves, and that the keeper has one way to go.
//!
//! Two ways part at a node on a square, at edges that do not exclude each other. If the first tags behind them, or the end of the move, always differ, no
//! two ways have the same tags. Then every move has one outcome, and the program's moves are those of the game. Where the first tags may be the same, the ways
//! are followed further (`parted_ways`).

use super::first_events::{FirstEvents, Next};
use super::lowering::Product;
use super::parted_ways::{PartedWays, range};
use super::storage::Storage;
use crate::game::Game;
use treebench_compile::{Automaton, Edge, Label, LoweringError, NodeId, Piece};

/// Proves it for a game.
///
/// # Errors
/// If it cannot be proved: the node where two ways part.
pub(super) fn prove(game: &Game, storage: &Storage, lowered: &Product, automaton: &Automaton) -> Result<(), LoweringError> {
    let first = FirstEvents::new(storage, lowered, automaton)?;
    let mut parted = PartedWays::new(storage.variables.len() as u16);
    match first.places().find(|&place| parts_ways(&first, lowered, place, &mut parted)) {
        None => Ok(()),
        Some((node, _)) => {
            let name = &game.nodes[lowered.parts.origins[node as usize] as usize].name;
            let what = if first.is_keeper(node) { "the keeper may have a choice" } else { "the tags may not determine the move" };
            Err(LoweringError(format!("{what} at the node `{name}`")))
        }
    }
}

/// Whether two ways part at a place that may have the same tags.
fn parts_ways(first: &FirstEvents<'_>, lowered: &Product, (node, square): (NodeId, usize), parted: &mut PartedWays) -> bool {
    let collide = |a: &[u64], b: &[u64]| match first.is_keeper(node) {
        true => a.iter().any(|&word| word != 0) && b.iter().any(|&word| word != 0),
        false => a.iter().zip(b).any(|(a, b)| a & b != 0),
    };
    let (mut ways, mut all, mut found) = (Vec::new(), first.behind(&Next::Nowhere), false);
    first.each_way(node, square, |edge, next| {
        let events = first.behind(&next);
        found |= collide(&all, &events);
        all.iter_mut().zip(&events).for_each(|(all, event)| *all |= event);
        ways.push((edge, next, events));
    });
    found
        && ways.iter().enumerate().any(|(number, (edge, next, events))| {
            ways[..number].iter().any(|(other, behind, before)| {
                let exclusive = edge.zip::<&Edge>(*other).is_some_and(|(a, b)| exclude_each_other(lowered, a, b));
                collide(events, before) && !exclusive && parted.may_be_alike(first, (node, square), (*edge, next), (*other, behind))
            })
        })
}

/// Whether two edges of a node cannot both be taken.
fn exclude_each_other(lowered: &Product, a: &Edge, b: &Edge) -> bool {
    let disjoint = |a: &[Piece], b: &[Piece]| !a.iter().any(|piece| b.contains(piece));
    match (&a.label, &b.label) {
        (Label::On(a), Label::On(b)) => disjoint(a, b),
        (Label::Compare(a), Label::Compare(b)) => {
            a.left == b.left && matches!((range(a), range(b)), (Some(a), Some(b)) if a.1 < b.0 || b.1 < a.0)
        }
        (Label::Pattern { negated: a_not, start: a, .. }, Label::Pattern { negated: b_not, start: b, .. }) => {
            let looks = (lowered.parts.looks.get(a), lowered.parts.looks.get(b));
            a == b && a_not != b_not || matches!(looks, (Some(a), Some(b)) if !a_not && !b_not && a.0 == b.0 && disjoint(&a.1, &b.1))
        }
        _ => false,
    }
}
