//! Dots that leave no choice (split-moves paper, appendix 2.2, "Removing Indecisive Splits").

use super::budget::{Budget, SplitError};
use super::product::{Edge, Pass, Place, Product};

/// The side on which a dot offers no choice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// After the dot there is only one path to the end of a semimove. Without the dot, the semimove before it ends there.
    Right,
    /// There is only one path to the dot from the end of a semimove, and nothing else leaves that path.
    Left,
}

/// The dots, by number, that leave no choice on one side, at every square where they can happen.
///
/// A semimove ends after a switch or another dot, and after every modifier if `modifiers` says so (`Mod`).
///
/// # Errors
/// [`SplitError::TooMuchWork`] if the paths are longer than the budget allows.
pub(super) fn determined(
    product: &Product<'_>,
    dots: usize,
    side: Side,
    modifiers: bool,
    budget: &mut Budget,
) -> Result<Vec<bool>, SplitError> {
    let mut determined = vec![true; dots];
    for edge in &product.rules.edges {
        let Pass::Dot(dot) = edge.pass else { continue };
        for before in product.at(edge.from) {
            let behind = product.place(edge.to, product.square(before));
            let place = if side == Side::Right { behind } else { before };
            if product.alive[behind] && !has_single_way(product, place, side, modifiers, budget)? {
                determined[dot as usize] = false;
                break;
            }
        }
    }
    Ok(determined)
}

/// Whether the path from a place to the end of a semimove, or to a place without continuation, has no choice.
fn has_single_way(product: &Product<'_>, mut place: Place, side: Side, modifiers: bool, budget: &mut Budget) -> Result<bool, SplitError> {
    // A path longer than the number of places is a cycle and leads nowhere.
    for _ in 0..product.alive.len() {
        budget.spend(1)?;
        let ways = match (single(product.leaving(place)), side) {
            (ways, Side::Right) | (ways @ Ways::Many, Side::Left) => ways,
            (_, Side::Left) => single(product.entering(place)),
        };
        match ways {
            Ways::None => return Ok(true),
            Ways::One(edge, _) if ends_semimove(edge.pass, modifiers) => return Ok(true),
            Ways::One(_, next) => place = next,
            Ways::Many => return Ok(false),
        }
    }
    Ok(true)
}

/// The ways to continue.
enum Ways {
    None,
    One(Edge, Place),
    Many,
}

fn single(mut ways: impl Iterator<Item = (Edge, Place)>) -> Ways {
    match (ways.next(), ways.next()) {
        (None, _) => Ways::None,
        (Some((edge, place)), None) => Ways::One(edge, place),
        (Some(_), Some(_)) => Ways::Many,
    }
}

fn ends_semimove(pass: Pass, modifiers: bool) -> bool {
    match pass {
        Pass::Modifier => modifiers,
        Pass::Switch(_) | Pass::Dot(_) => true,
        Pass::Free | Pass::Shift(_) => false,
    }
}
