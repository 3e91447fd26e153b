//! Whether the codes of whole moves may be too long for their digits.

use super::graph::Graph;
use crate::automaton::Semimoves;
use crate::codes::HASH;

/// Whether the digits of some whole move might not fit, as far as the rules tell.
pub(crate) fn may_hash(graph: Graph<'_>) -> bool {
    let Graph { program, entries } = graph;
    let codes = &program.codes;
    // The greatest product of radices from each entry state on, for ever longer moves.
    let mut heaviest = vec![1_u64; entries.all().len()];
    for _ in 0..=entries.all().len() {
        let mut grown = false;
        for (i, entry) in entries.all().iter().enumerate() {
            // Forced steps of whole moves are no digits.
            if entry.keeper || entry.forced && program.semimoves == Semimoves::Moves {
                continue;
            }
            let later = entry.segment.exits.iter().filter(|exit| !codes.ends(exit.number));
            let later = later.map(|exit| heaviest[graph.after(i, exit)]).max().unwrap_or(1);
            let radix = entry.behind.map_or(1, |behind| codes.radix_after(behind).unwrap_or(HASH));
            let weight = later.saturating_mul(radix.max(1));
            grown |= weight > heaviest[i];
            heaviest[i] = heaviest[i].max(weight);
        }
        if heaviest.iter().any(|&weight| weight.saturating_mul(codes.first_radix()) > HASH) {
            return true;
        }
        if !grown {
            return false;
        }
    }
    true
}
