//! α-rank: the long-run shares of strategies in a population that imitates success.

/// The two parameters of the model; the defaults are OpenSpiel's.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AlphaRank {
    /// Members of each population, m; at least 2.
    pub population: f64,
    /// Strength of selection α, for payoffs on the scale [0, 1].
    pub selection: f64,
}

impl Default for AlphaRank {
    fn default() -> Self {
        AlphaRank { population: 50.0, selection: 100.0 }
    }
}

/// The stationary distribution over strategies of one population, whose members meet in a symmetric game of two (Omidshafiei et al. 2019,
/// "α-Rank: Multi-agent evaluation by evolution", section 2.4). `payoff[i][j]` is the mean score of i against j.
///
/// A single mutant of strategy r takes over a population of strategy s with probability (1 − e^(−αΔ)) / (1 − e^(−mαΔ)), where Δ is r's score
/// against s less s's against r, and 1/m for Δ = 0; mutants of all strategies are equally likely.
pub fn alpha_rank(payoff: &[Vec<f64>], model: AlphaRank) -> Vec<f64> {
    let n = payoff.len();
    let step = |s: usize, r: usize| model.log_fixation(payoff[r][s] - payoff[s][r]);
    let logs = (0..n).map(|s| (0..n).map(|r| if r == s { f64::NEG_INFINITY } else { step(s, r) }).collect()).collect();
    stationary(logs)
}

/// Payoffs of a game with several seats, each with a population and strategies of its own.
#[derive(Clone, PartialEq, Debug)]
pub struct Payoffs {
    /// Strategies of each seat.
    pub strategies: Vec<usize>,
    /// For each seat, its mean score under every profile; profiles are numbered with the last seat's strategy changing fastest.
    pub scores: Vec<Vec<f64>>,
}

/// The stationary distribution over the profiles of a game with several seats: in each step one seat may change its strategy.
///
/// # Panics
/// If a seat does not have one score per profile.
pub fn alpha_rank_of_seats(payoffs: &Payoffs, model: AlphaRank) -> Vec<f64> {
    let profiles: usize = payoffs.strategies.iter().product();
    assert!(payoffs.scores.len() == payoffs.strategies.len() && payoffs.scores.iter().all(|scores| scores.len() == profiles));
    let mut logs = vec![vec![f64::NEG_INFINITY; profiles]; profiles];
    let mut stride = profiles;
    for (&count, scores) in payoffs.strategies.iter().zip(&payoffs.scores) {
        stride /= count;
        for (from, row) in logs.iter_mut().enumerate() {
            let own = from / stride % count;
            for other in (0..count).filter(|&other| other != own) {
                let to = from - own * stride + other * stride;
                row[to] = model.log_fixation(scores[to] - scores[from]);
            }
        }
    }
    stationary(logs)
}

impl AlphaRank {
    /// The logarithm of the probability that a mutant with this advantage takes over; it does not underflow.
    fn log_fixation(self, advantage: f64) -> f64 {
        let (x, m) = (self.selection * advantage, self.population);
        if x.abs() < 1e-14 {
            return -m.ln();
        }
        let gain = (-(-x.abs()).exp_m1() / -(-m * x.abs()).exp_m1()).ln();
        if x > 0.0 { gain } else { gain - (m - 1.0) * x.abs() }
    }
}

/// The stationary distribution of a Markov chain from the logarithms of its rates, without the diagonal, by the elimination of Grassmann,
/// Taksar and Heyman (1985), which subtracts nothing; with logarithms, rates like e⁻²⁴⁵⁰ still tell who is left in the end.
fn stationary(mut logs: Vec<Vec<f64>>) -> Vec<f64> {
    let n = logs.len();
    for last in (1..n).rev() {
        let (kept, gone) = logs.split_at_mut(last);
        let gone = &gone[0][..last];
        let leaving = gone.iter().copied().fold(f64::NEG_INFINITY, log_add);
        for (i, row) in kept.iter_mut().enumerate() {
            row[last] -= leaving;
            let through = row[last];
            for (j, rate) in gone.iter().enumerate().filter(|&(j, _)| j != i) {
                row[j] = log_add(row[j], through + rate);
            }
        }
    }
    let mut weights = vec![0.0; n];
    for k in 1..n {
        weights[k] = weights.iter().zip(&logs[..k]).map(|(weight, row)| weight + row[k]).fold(f64::NEG_INFINITY, log_add);
    }
    let all = weights.iter().copied().fold(f64::NEG_INFINITY, log_add);
    weights.iter().map(|weight| (weight - all).exp()).collect()
}

/// ln(eᵃ + eᵇ).
fn log_add(a: f64, b: f64) -> f64 {
    let (most, least) = if a > b { (a, b) } else { (b, a) };
    if least == f64::NEG_INFINITY { most } else { most + (least - most).exp().ln_1p() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-8, "{found} {expected}");
        }
    }

    const NEAR: [[f64; 3]; 3] = [[0.5, 0.52, 0.49], [0.48, 0.5, 0.53], [0.51, 0.47, 0.5]];
    const SIX: [[f64; 6]; 6] = [
        [0.5, 0.15, 0.05, 0.9, 0.25, 0.4],
        [0.85, 0.5, 1.0, 0.55, 0.75, 0.45],
        [0.95, 0.0, 0.5, 0.15, 0.0, 0.5],
        [0.1, 0.45, 0.85, 0.5, 0.55, 0.0],
        [0.75, 0.25, 1.0, 0.45, 0.5, 0.2],
        [0.6, 0.55, 0.5, 1.0, 0.8, 0.5],
    ];

    fn rows<const N: usize>(table: [[f64; N]; N]) -> Vec<Vec<f64>> {
        table.iter().map(|row| row.to_vec()).collect()
    }

    /// Computed once by `open_spiel.python.egt.alpharank.compute` (PyPI open-spiel 2.0.2), m = 50.
    #[test]
    fn equals_openspiel_with_one_population() {
        let with = |selection| AlphaRank { selection, ..AlphaRank::default() };
        close(&alpha_rank(&rows(NEAR), with(100.0)), &[0.36395261726215017, 0.32056840180690427, 0.3154789809309457]);
        close(&alpha_rank(&rows(NEAR), with(10.0)), &[0.512395991224296, 0.2817392513522413, 0.20586475742346272]);
        close(&alpha_rank(&rows(NEAR), with(1.0)), &[0.4602540135581509, 0.32782150926118775, 0.21192447718066137]);
        let expected = [
            0.0007661419821707983,
            0.013024839800123873,
            0.006703694514595629,
            0.003064567927104013,
            0.002489983180609303,
            0.9739507725953965,
        ];
        close(&alpha_rank(&rows(SIX), with(100.0)), &expected);
    }

    /// Computed once by the same function, α = 10, from three tables of 2 × 2 × 2.
    #[test]
    fn equals_openspiel_with_a_population_for_every_seat() {
        let scores = [
            [
                0.05925164234550362,
                0.3876318011107287,
                0.32303634625820665,
                0.15019972907045187,
                0.8163381038190757,
                0.37944617155031246,
                0.9787478844112216,
                0.5899916930106103,
            ],
            [
                0.6050562538298513,
                0.6379965807883322,
                0.6764502438127883,
                0.1507880191683687,
                0.44031346718818754,
                0.23956396182952333,
                0.40249829810398163,
                0.09670409393174562,
            ],
            [
                0.9678280510488214,
                0.21500403735588003,
                0.6717651626112849,
                0.3004200814790703,
                0.8740770261495044,
                0.6622147383384538,
                0.13161581580830573,
                0.8450743208745529,
            ],
        ];
        let payoffs = Payoffs { strategies: vec![2; 3], scores: scores.iter().map(|seat| seat.to_vec()).collect() };
        let found = alpha_rank_of_seats(&payoffs, AlphaRank { selection: 10.0, ..AlphaRank::default() });
        let expected = [1.2089e-10, 1.8262e-10, 6.1777e-11, 0.0, 0.999999992265688, 2.28678e-9, 2.196185e-9, 2.886063e-9];
        close(&found, &expected);
    }

    /// The chain of three strategies of which each beats the next is solved by hand: the detours cancel by symmetry.
    #[test]
    fn a_cycle_of_equals_is_even_and_a_dominant_strategy_is_left_alone() {
        close(&alpha_rank(&rows([[0.5, 1.0, 0.0], [0.0, 0.5, 1.0], [1.0, 0.0, 0.5]]), AlphaRank::default()), &[1.0 / 3.0; 3]);
        close(&alpha_rank(&rows([[0.5, 1.0, 1.0], [0.0, 0.5, 1.0], [0.0, 0.0, 0.5]]), AlphaRank::default()), &[1.0, 0.0, 0.0]);
        close(&alpha_rank(&[], AlphaRank::default()), &[]);
        close(&alpha_rank(&[vec![0.5]], AlphaRank::default()), &[1.0]);
    }
}
