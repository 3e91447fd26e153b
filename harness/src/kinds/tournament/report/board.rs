//! One game of a tournament: its meetings, points and ratings.

use treebench_stats::{Bootstrap, BradleyTerry, Meeting, bootstrap, bradley_terry, points};

/// Samples of the bootstrap.
pub(super) const SAMPLES: usize = 400;
/// The number with many players or games: a sample costs a rating of all players.
pub(super) const FEWER_SAMPLES: usize = 100;
/// Players above which there are fewer samples, and no intervals of α-rank and Nash averaging.
pub(super) const MANY: usize = 40;

/// One game of a tournament.
pub(super) struct Board {
    /// The game, with the swept parameters.
    pub(super) name: String,
    pub(super) meetings: Vec<Meeting>,
    /// The points of each player against each other.
    pub(super) points: Vec<Vec<f64>>,
    pub(super) ratings: BradleyTerry,
    pub(super) samples: Bootstrap,
    /// The indices of its cells.
    pub(super) cells: Vec<usize>,
    /// Games between two players without a result, on both sides of the diagonal.
    pub(super) missing: Vec<Vec<f64>>,
    /// The same of each meeting.
    unfinished: Vec<u64>,
    /// Whether the players take every seat in turn; otherwise the seat may decide.
    pub(super) rotates: bool,
}

impl Board {
    pub(super) fn new(name: String, meetings: Vec<Meeting>, players: usize, cells: Vec<usize>, with_alpha: bool, seed: u64) -> Board {
        let points = points(players, &meetings);
        let ratings = bradley_terry(&points);
        let samples = bootstrap(std::slice::from_ref(&meetings), &[], &ratings, samples_for(players), with_alpha, seed);
        Board {
            name,
            meetings,
            points,
            ratings,
            samples,
            cells,
            missing: vec![vec![0.0; players]; players],
            unfinished: Vec::new(),
            rotates: true,
        }
    }

    /// Records the games of each meeting without a result.
    pub(super) fn miss(&mut self, unfinished: Vec<u64>) {
        for (meeting, &count) in self.meetings.iter().zip(&unfinished) {
            for &i in &meeting.players {
                meeting.players.iter().filter(|&&j| j != i).for_each(|&j| self.missing[i][j] += count as f64);
            }
        }
        self.unfinished = unfinished;
    }

    /// Whether games have no result.
    pub(super) fn has_missing(&self) -> bool {
        self.unfinished.iter().any(|&count| count > 0)
    }

    /// Games of a player without a result.
    pub(super) fn missing_of(&self, player: usize) -> u64 {
        self.meetings.iter().zip(&self.unfinished).filter(|(meeting, _)| meeting.players.contains(&player)).map(|(_, count)| count).sum()
    }

    /// Games that a player has a result of.
    pub(super) fn games(&self, player: usize) -> f64 {
        self.meetings.iter().filter(|meeting| meeting.players.contains(&player)).map(Meeting::games).sum()
    }
}

/// The number of samples with this number of players.
pub(super) fn samples_for(players: usize) -> usize {
    if players > MANY { FEWER_SAMPLES } else { SAMPLES }
}
