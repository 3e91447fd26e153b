//! One turn: an agent chooses a move, which is checked, played and recorded.

use super::stall::stalled;
use super::{Actor, Failure, Referee, Seat, WORTH_MEASURING, write_move};
use crate::kinds::r#match::annotation::Annotation;
use crate::kinds::r#match::record::Ending;
use crate::kinds::r#match::settings::{Keep, is_over};
use crate::kinds::r#match::stored_search::StoredSearch;
use std::time::Duration;
use treebench_agents::{Budget, Clock, Evaluation, Fault, Meter, Score};

impl Referee {
    /// Lets an agent choose, and plays what it chose if that is legal; `false` if it resigns.
    pub(super) fn turn(&mut self, seat: &mut Seat<'_>, player: usize) -> Result<bool, Failure> {
        self.position.store_in(&mut self.before);
        self.submove.clear();
        self.acting = Actor::Choosing(player);
        let measured = self.spent[player].last_nanos >= WORTH_MEASURING;
        let clock = self.clocks[player];
        let budget = clock.map_or(seat.budget, |clock| Budget::Time(clock.time_left().share()));
        let limit = clock.map_or_else(|| self.settings.limit(seat.budget), |clock| Some(clock.time_left().left + self.settings.margin()));
        self.meter = Meter::by_clock(budget, self.settings.meter_clock(), measured).limited(limit);
        if clock.is_some() {
            self.meter = self.meter.clone().with_clocks(self.clocks.clone());
        }
        let stalls = (limit.is_some() || seat.is_engine).then(stalled);
        let answer = seat.agent.choose(self.position.as_ref(), &mut self.meter, &mut self.submove);
        let taken = self.book(player);
        self.acting = Actor::Game;
        let stopped = stalls.map_or(Duration::ZERO, |before| stalled().saturating_sub(before));
        let fails = |ending, fault: Fault, message| Failure { ending, kind: fault.word(), culprit: Some(player), message };
        // To resign is to lose, where one player's loss is the other's win and has one size.
        let may_resign = self.info.players == 2 && !self.info.graded;
        match answer {
            Err(error) if error.fault == Fault::Resigns && may_resign => return Ok(false),
            Err(error) => return Err(unless_stopped(self.agent_error(error, player), stopped)),
            Ok(()) => {}
        }
        if let Some(clock) = &mut self.clocks[player] {
            let left = clock.time_left().left;
            if !clock.stop(taken, self.settings.margin()) {
                self.annotate(player, taken, None);
                let [taken, left] = [taken, left].map(|time| time.as_secs_f64());
                let message = format!("lost on time: took {taken:.3} s with {left:.3} s left of {}", seat.budget);
                return Err(unless_stopped(fails(Ending::Timeout, Fault::Late, message), stopped));
            }
        } else if limit.is_some_and(|limit| taken > limit) {
            let message = format!("took {:.3} s for a turn of {}", taken.as_secs_f64(), seat.budget);
            return Err(unless_stopped(fails(Ending::Timeout, Fault::Late, message), stopped));
        }
        if !self.position.try_play(&self.submove, &mut self.legal) {
            let semimoves: Vec<u64> = self.submove.iter().map(|m| m.0).collect();
            return Err(fails(Ending::AgentError, Fault::IllegalMove, format!("played an illegal move (semimoves {semimoves:?})")));
        }
        self.spent[player].memory = self.spent[player].memory.max(seat.agent.memory());
        if self.settings.keep == Keep::Search {
            let word = self.moves.split_ascii_whitespace().count();
            StoredSearch::new(word, self.before.as_ref(), &self.meter, seat.agent.report(), &self.submove).write(&mut self.search);
        }
        let evaluation = self.evaluation(seat);
        self.annotate(player, taken, evaluation);
        self.adjudicator.turn(&self.settings, player, evaluation.map(|evaluation| evaluation.score.centipawns()), self.plies + 1);
        // The notation of a move belongs to the position in which it is legal, and is written only once it is known to be.
        write_move(self.before.as_ref(), &self.submove, &mut self.moves);
        self.plies += 1;
        Ok(true)
    }

    /// An engine's evaluation of its move; with adjudication, also that of a built-in search.
    fn evaluation(&self, seat: &Seat<'_>) -> Option<Evaluation> {
        let found = || {
            let report = seat.agent.report();
            let of_move = report.root.iter().find(|root| !root.submove.is_empty() && self.submove.starts_with(&root.submove));
            of_move.map(|root| Evaluation { score: Score::of_mean(root.mean), depth: u32::try_from(report.line.len()).ok() })
        };
        seat.agent.evaluation().or_else(|| if self.settings.adjudicates() { found() } else { None })
    }

    /// Stores the annotation of a turn, if any.
    fn annotate(&mut self, player: usize, taken: Duration, evaluation: Option<Evaluation>) {
        let left = self.clocks[player].map(|clock| clock.time_left().left);
        if left.is_some() || evaluation.is_some() {
            let [millis, left] = [Some(taken), left].map(|time| time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)));
            let word = self.moves.split_ascii_whitespace().count();
            Annotation { word, millis: millis.unwrap_or(0), left, evaluation }.write(&mut self.annotations);
        }
    }

    /// Adds the cost of a turn, and returns its length by the clock of the budget.
    pub(super) fn book(&mut self, player: usize) -> Duration {
        let (wall, processor) = (self.meter.elapsed(), self.meter.processor_time());
        let taken = if self.meter.clock() == Clock::Wall { wall } else { processor };
        let nanos = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let spent = &mut self.spent[player];
        spent.turns += 1;
        spent.iterations += self.meter.iterations();
        spent.states += self.meter.states();
        spent.failed_draws += self.meter.failed_draws();
        spent.nanos += nanos(wall);
        spent.processor_nanos += nanos(processor);
        spent.last_nanos = nanos(wall);
        spent.longest_nanos = spent.longest_nanos.max(nanos(taken));
        // On a clock an agent shares out its time as it likes.
        spent.turns_over += u64::from(self.clocks[player].is_none() && is_over(self.meter.budget(), taken));
        taken
    }
}

/// Voids a timeout if the process stalled in the meantime: the answer may have been waiting.
fn unless_stopped(failure: Failure, stopped: Duration) -> Failure {
    if failure.ending != Ending::Timeout || stopped.is_zero() {
        return failure;
    }
    let message = format!("this program was stopped for {:.1} s in the middle of a turn, whose time is not known", stopped.as_secs_f64());
    Failure { ending: Ending::Void, kind: "stopped", culprit: None, message }
}
