//! Inference for a hypothesis while its games grow: e-values of sweeps in plan order.

use super::view::CellView;
use treebench_stats::{Bets, Claim, EAnswer, Evidence, Over, Series, e_answer, e_answer_over, fresh, sums_in_order};

/// Cells with a result as parts of a sum with equal weights, which add up to 1 or −1.
pub(super) fn series<'v>(cells: &[&'v CellView<'v>], sign: f64) -> Vec<Series<'v>> {
    let weight = sign / cells.len() as f64;
    cells.iter().map(|seen| Series { weight, rounds: &seen.summary.rounds, sharing: seen.shared.sharing() }).collect()
}

/// The mean share of games that the referee ended by the scores of the loser alone.
pub(super) fn one_sided_share(cells: &[&CellView<'_>]) -> f64 {
    cells.iter().map(|seen| seen.summary.one_sided_share()).sum::<f64>() / cells.len().max(1) as f64
}

/// The e-values of a hypothesis about some cells, compared with others or with an even result. `None` if the order of rounds is unknown.
pub(super) fn e_values(claim: Claim, about: &[&CellView<'_>], than: Option<&[&CellView<'_>]>) -> Option<EAnswer> {
    match (than, about) {
        (Some(than), _) => {
            // A difference δ counts as (1 + δ)/2.
            let claim = Claim { margin: claim.margin / 2.0, ..claim };
            let share = one_sided_share(about) + one_sided_share(than);
            of_sums(claim, 0.5, &[series(about, 1.0), series(than, -1.0)].concat(), share / 2.0)
        }
        (None, [_, _, ..]) if claim.over == Over::Average => {
            let even = about.iter().map(|seen| seen.even).sum::<f64>() / about.len() as f64;
            of_sums(claim, even, &series(about, 1.0), one_sided_share(about))
        }
        (None, _) => {
            let one = |seen: &&CellView<'_>| {
                let one_sided = seen.summary.one_sided_share();
                of_counts(claim, seen.even, seen.whole_rounds(), seen.missing() as f64, seen.fresh(), one_sided)
            };
            Some(e_answer_over(claim.over, &about.iter().map(one).collect::<Vec<_>>()))
        }
    }
}

/// The always-valid interval of an average or of a difference of averages with error probability `alpha`: the means that no e-value excludes. `None` if
/// the order of rounds is unknown.
pub(super) fn interval(about: &[&CellView<'_>], than: Option<&[&CellView<'_>]>, alpha: f64) -> Option<(f64, f64)> {
    let series = [series(about, 1.0), than.map_or(Vec::new(), |than| series(than, -1.0))].concat();
    let counts = counted(sums_in_order(&series)?.into_iter().flatten());
    let (low, high) = Bets::on(&counts).share(fresh(&series)).interval(alpha);
    Some(if than.is_some() { (2.0 * low - 1.0, 2.0 * high - 1.0) } else { (low, high) })
}

fn of_sums(claim: Claim, even: f64, series: &[Series<'_>], one_sided: f64) -> Option<EAnswer> {
    let sums = sums_in_order(series)?;
    let missing = sums.iter().filter(|sum| sum.is_none()).count();
    Some(of_counts(claim, even, sums.into_iter().flatten().collect(), missing as f64, fresh(series), one_sided))
}

/// The e-values of these values, each the least of what it is without the missing ones, with all of them lost, and with all of them won; and with the share
/// of games that ended by the scores of the loser alone counted for one side, and for the other.
fn of_counts(claim: Claim, even: f64, values: Vec<f64>, missing: f64, share: f64, one_sided: f64) -> EAnswer {
    let counts = counted(values.into_iter());
    let with = |(more, even): (Option<f64>, f64)| {
        let counts: Vec<(f64, f64)> = counts.iter().copied().chain(more.map(|value| (value, missing))).collect();
        e_answer(claim, even, |m: f64| -> Evidence { Bets::on(&counts).share(share).against(m.clamp(0.0, 1.0)) })
    };
    let mores: &[Option<f64>] = if missing > 0.0 { &[None, Some(0.0), Some(1.0)] } else { &[None] };
    let evens: Vec<f64> = if one_sided > 0.0 { vec![even, even - one_sided, even + one_sided] } else { vec![even] };
    let bounds: Vec<EAnswer> = mores.iter().flat_map(|more| evens.iter().map(|even| with((*more, *even)))).collect();
    let least = |of: fn(&EAnswer) -> f64| bounds.iter().map(of).fold(f64::INFINITY, f64::min);
    EAnswer { yes: least(|answer| answer.yes), no: least(|answer| answer.no) }
}

/// Each distinct value with its number.
pub(super) fn counted(values: impl Iterator<Item = f64>) -> Vec<(f64, f64)> {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    let mut counts: Vec<(f64, f64)> = Vec::new();
    for value in sorted {
        match counts.last_mut().filter(|(last, _)| value - last < 1e-9) {
            Some((_, count)) => *count += 1.0,
            None => counts.push((value, 1.0)),
        }
    }
    counts
}
