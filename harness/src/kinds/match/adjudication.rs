//! Ends games whose result is known: by the scores that agents report, a loss or a draw, or by perfect play.

use super::settings::MatchSettings;
use super::tablebases::{self, Tables};
use crate::kinds::solver::Solver;
use std::cmp::Ordering;
use treebench_games::params::ParamError;
use treebench_games::{GameInfo, Player, Position};

/// The state of a game's scores so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Adjudicator {
    /// Per player: turns in a row with a score of at most `-resign-score`.
    losing: [u32; 2],
    /// The same with a score of at least `resign-score`.
    winning: [u32; 2],
    /// Turns in a row, of either player, with a score within `draw-score`.
    level: u32,
    /// The moves of the game after the last turn.
    plies: u32,
}

/// How a game is adjudicated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// This player has lost.
    Lost(Player),
    /// Nobody has won.
    Drawn,
}

impl Verdict {
    /// The verdict if perfect play ends so for this player of two.
    pub(super) fn of(result: Ordering, player: Player) -> Verdict {
        match result {
            Ordering::Less => Verdict::Lost(player),
            Ordering::Equal => Verdict::Drawn,
            Ordering::Greater => Verdict::Lost(1 - player),
        }
    }

    /// The scores of the players.
    pub(super) fn scores(self, info: &GameInfo) -> Vec<f64> {
        let (low, high) = info.scores;
        let score = |player| match self {
            Verdict::Lost(loser) if player == loser => low,
            Verdict::Lost(_) => high,
            Verdict::Drawn => low + 0.5 * (high - low),
        };
        (0..info.players).map(score).collect()
    }
}

/// How positions end under perfect play: tables know it, or an exhaustive search finds out.
pub(super) struct PerfectPlay {
    tables: Option<Tables>,
    solver: Option<Solver>,
}

impl PerfectPlay {
    /// That of a match, if games end where it is known.
    ///
    /// # Errors
    /// If tablebases cannot be used.
    pub(super) fn of(info: GameInfo, settings: &MatchSettings) -> Result<Option<PerfectPlay>, ParamError> {
        let tables = tablebases::tables(settings.tablebases)?;
        let positions = u64::from(settings.solver_positions);
        let solver = (positions > 0).then(|| Solver::new(info, positions).short());
        Ok((tables.is_some() || solver.is_some()).then_some(PerfectPlay { tables, solver }))
    }

    /// How a position ends, if this is known; it depends on the position alone.
    ///
    /// # Errors
    /// If the game has a fault, or tables cannot be read.
    pub(super) fn verdict(&mut self, position: &dyn Position, player: Player) -> Result<Option<Verdict>, String> {
        if let Some(tables) = &self.tables
            && let Some(result) = tablebases::result(tables, position)?
        {
            return Ok(Some(Verdict::of(result, player)));
        }
        let Some(solver) = &mut self.solver else { return Ok(None) };
        solver.forget();
        Ok(solver.value(position, player)?.map(|value| Verdict::of(value.total_cmp(&0.5), player)))
    }
}

impl Adjudicator {
    /// Adds the score of a player's turn, after which the game has this many moves. A turn without a score resets the counts.
    pub(super) fn turn(&mut self, settings: &MatchSettings, player: Player, centipawns: Option<i32>, plies: u32) {
        self.plies = plies;
        let (Some(losing), Some(winning)) = (self.losing.get_mut(player), self.winning.get_mut(player)) else { return };
        let next = |count: u32, goes_on: bool| if goes_on { count + 1 } else { 0 };
        let (resign, draw) = (settings.resign_score as i32, settings.draw_score as i32);
        *losing = next(*losing, centipawns.is_some_and(|score| score <= -resign));
        *winning = next(*winning, centipawns.is_some_and(|score| score >= resign));
        self.level = next(self.level, centipawns.is_some_and(|score| score.abs() <= draw));
    }

    /// Whether a verdict rests on the scores of the loser alone: those of the other did not say that it was winning.
    pub(super) fn is_one_sided(&self, verdict: Verdict, settings: &MatchSettings) -> bool {
        matches!(verdict, Verdict::Lost(loser) if self.winning[1 - loser] < settings.resign_moves)
    }

    /// The adjudication of the game, if any.
    pub(super) fn verdict(&self, settings: &MatchSettings) -> Option<Verdict> {
        let MatchSettings { resign_moves, draw_moves, .. } = *settings;
        let agreed = |loser: Player| !settings.resign_agreed || self.winning[1 - loser] >= resign_moves;
        let lost = (0..2).find(|&player| resign_moves > 0 && self.losing[player] >= resign_moves && agreed(player));
        let level = draw_moves > 0 && self.level >= 2 * draw_moves && self.plies >= 2 * settings.draw_after;
        lost.map(Verdict::Lost).or(level.then_some(Verdict::Drawn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use treebench_games::params::Params as _;

    /// The verdict after each turn of scores, White first.
    fn verdicts(settings: &MatchSettings, scores: &[Option<i32>]) -> Vec<Option<Verdict>> {
        let mut adjudicator = Adjudicator::default();
        let turn = |(ply, &score): (usize, &Option<i32>)| {
            adjudicator.turn(settings, ply % 2, score, ply as u32 + 1);
            adjudicator.verdict(settings)
        };
        scores.iter().enumerate().map(turn).collect()
    }

    #[test]
    fn a_player_resigns_after_bad_scores_in_a_row() {
        let one = MatchSettings { resign_score: 600, resign_moves: 2, ..MatchSettings::defaults().unwrap() };
        let lost = Some(Verdict::Lost(1));
        let doubted = [Some(300), Some(-600), Some(300), Some(-599), Some(300), Some(-700), Some(300), Some(-700)];
        assert_eq!(verdicts(&one, &doubted), [None, None, None, None, None, None, None, lost]);
        let is_one_sided = |other: i32| {
            let mut adjudicator = Adjudicator::default();
            [other, -700, other, -700]
                .iter()
                .zip(1..)
                .for_each(|(&score, ply)| adjudicator.turn(&one, 1 - ply as usize % 2, Some(score), ply));
            adjudicator.is_one_sided(adjudicator.verdict(&one).unwrap(), &one)
        };
        assert!(is_one_sided(300) && !is_one_sided(650));
        // A turn without a score, as of a book, says nothing.
        assert_eq!(verdicts(&one, &[None, Some(-900), None, None, None, Some(-900)]), [None; 6]);
        let both = MatchSettings { resign_agreed: true, ..one };
        assert_eq!(verdicts(&both, &doubted), [None; 8]);
        assert_eq!(verdicts(&both, &[Some(900), Some(-900), Some(900), Some(-900)]), [None, None, None, lost]);
    }

    #[test]
    fn level_games_are_drawn_after_a_number_of_moves() {
        let settings = MatchSettings { draw_score: 10, draw_moves: 1, draw_after: 3, ..MatchSettings::defaults().unwrap() };
        assert_eq!(verdicts(&settings, &[Some(0); 6]), [None, None, None, None, None, Some(Verdict::Drawn)]);
        let late = [Some(50), Some(10), Some(11), Some(0), Some(0), Some(-11), Some(10), Some(-10)];
        assert_eq!(verdicts(&settings, &late), [None, None, None, None, None, None, None, Some(Verdict::Drawn)]);
        assert_eq!(verdicts(&MatchSettings::defaults().unwrap(), &[Some(0); 8]), [None; 8], "off unless asked for");
    }
}
