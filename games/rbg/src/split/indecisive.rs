//! Dots that leave no choice (split-moves paper, appendix 2.2, "Removing Indecisive Splits").

use super::product::{Pass, Place, Product};

/// Which dots are right-determined, by their numbers: at every square where the dot can happen, there is only one way on up to the end
/// of a semimove (a step, or another dot). Without the dot, the semimove in front of it ends there.
///
/// `modifiers` tells whether a semimove ends at every modifier (`Mod`) or at switches and dots only.
pub(super) fn right_determined(product: &Product<'_>, dots: usize, modifiers: bool) -> Vec<bool> {
    for_all_squares(product, dots, |_, behind| {
        let mut place = behind;
        // A way that is longer than there are places goes round and round and leads nowhere.
        for _ in 0..product.alive.len() {
            let mut ways = product.leaving(place);
            match (ways.next(), ways.next()) {
                (None, _) => return true,
                (Some((edge, _)), None) if ends_semimove(edge.pass, modifiers) => return true,
                (Some((_, to)), None) => place = to,
                (Some(_), Some(_)) => return false,
            }
        }
        true
    })
}

/// Which dots are left-determined, by their numbers: at every square where the dot can happen, the only way there comes from the end of
/// a semimove (a step, or another dot), and nothing else leaves that way.
pub(super) fn left_determined(product: &Product<'_>, dots: usize, modifiers: bool) -> Vec<bool> {
    for_all_squares(product, dots, |before, _| {
        let mut place = before;
        loop {
            if product.leaving(place).take(2).count() > 1 {
                return false;
            }
            let mut ways = product.entering(place);
            match (ways.next(), ways.next()) {
                (None, _) => return true,
                (Some((edge, _)), None) if ends_semimove(edge.pass, modifiers) => return true,
                (Some((_, from)), None) => place = from,
                (Some(_), Some(_)) => return false,
            }
        }
    })
}

/// Whether a semimove ends behind such an edge.
fn ends_semimove(pass: Pass, modifiers: bool) -> bool {
    match pass {
        Pass::Modifier => modifiers,
        Pass::Switch(_) | Pass::Dot(_) => true,
        Pass::Free | Pass::Shift(_) => false,
    }
}

/// For each dot: whether a property of the places in front of it and behind it holds at every square.
fn for_all_squares(product: &Product<'_>, dots: usize, holds: impl Fn(Place, Place) -> bool) -> Vec<bool> {
    let mut all = vec![true; dots];
    for edge in &product.rules.edges {
        if let Pass::Dot(dot) = edge.pass {
            all[dot as usize] = product.at(edge.from).all(|before| {
                let behind = product.place(edge.to, product.square(before));
                !product.alive[behind] || holds(before, behind)
            });
        }
    }
    all
}
