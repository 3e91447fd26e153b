//! The end of a game, and the agents' views of it.

use super::{Actor, Failure, Referee, Seat};
use crate::kinds::r#match::record::Ending;
use treebench_agents::Outcome;

impl Referee {
    /// The end of the game by its rules, or by its own failure.
    pub(super) fn over(&mut self, fault: Option<String>) -> Result<Ending, Failure> {
        match fault {
            None => Ok(self.finish(Ending::Rules)),
            Some(fault) => {
                Err(Failure { ending: Ending::Void, kind: "", culprit: None, message: format!("the game cannot go on: {fault}") })
            }
        }
    }

    /// A player resigned: it gets the lowest score and the other the highest.
    pub(super) fn resign(&mut self, player: usize) -> Ending {
        let (low, high) = self.info.scores;
        self.scores = (0..self.info.players).map(|other| if other == player { low } else { high }).collect();
        Ending::Resignation
    }

    /// Adjudicates the game if the scores of its turns allow it; returns whether they do.
    pub(super) fn adjudicate(&mut self) -> bool {
        let Some(verdict) = self.adjudicator.verdict(&self.settings) else { return false };
        self.scores = verdict.scores(&self.info);
        self.one_sided = u32::from(self.adjudicator.is_one_sided(verdict, &self.settings));
        true
    }

    /// Ends the game if it is known how it ends under perfect play; whether it is.
    pub(super) fn solve(&mut self, player: usize) -> Result<bool, Failure> {
        let Some(perfect) = &mut self.perfect else { return Ok(false) };
        let fails = |message| Failure { ending: Ending::Void, kind: "", culprit: None, message };
        let Some(verdict) = perfect.verdict(self.position.as_ref(), player).map_err(fails)? else { return Ok(false) };
        self.scores = verdict.scores(&self.info);
        Ok(true)
    }

    /// Asks the agents for their view of the result, which decides nothing.
    pub(super) fn collect_remarks(&mut self, seats: &mut [Seat<'_>], ending: Ending) {
        let best = self.scores.iter().copied().max_by(f64::total_cmp).unwrap_or(0.0);
        let mut winners = (0..self.scores.len()).filter(|&seat| self.scores[seat] == best);
        let outcome = winners.next().filter(|_| winners.next().is_none()).map_or(Outcome::Drawn, Outcome::Won);
        for (s, seat) in seats.iter_mut().enumerate() {
            self.acting = Actor::Watching(s);
            let remarks = seat.agent.remarks();
            let verdict = if ending == Ending::Rules { seat.agent.verdict(self.position.as_ref()) } else { None };
            let says = verdict.as_ref().map_or(String::new(), |verdict| format!(", result: {}", verdict.says));
            self.disagreements += u32::from(verdict.and_then(|verdict| verdict.outcome).is_some_and(|claimed| claimed != outcome));
            if !remarks.is_empty() || !says.is_empty() {
                let between = if self.engines.is_empty() { "" } else { "\n" };
                self.engines += &format!("{between}seat {s}: {remarks}{says}");
            }
        }
        self.acting = Actor::Game;
    }

    /// The scores of a game that has this end.
    pub(super) fn finish(&mut self, ending: Ending) -> Ending {
        let (low, high) = self.info.scores;
        for player in 0..self.info.players {
            let score = match ending {
                Ending::LengthCap => low + self.settings.cap_share(self.info.players) * (high - low),
                _ => self.position.score(player),
            };
            self.scores.push(score);
        }
        ending
    }
}
