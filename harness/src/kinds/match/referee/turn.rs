//! One turn: an agent chooses, and what it chose is checked, played and booked.

use super::{Actor, Failure, Referee, Seat, WORTH_MEASURING, write_move};
use crate::kinds::r#match::kept::KeptTurn;
use crate::kinds::r#match::record::Ending;
use crate::kinds::r#match::settings::{Keep, is_over};
use std::time::Duration;
use treebench_agents::{Clock, Fault, Meter};

impl Referee {
    /// Lets an agent choose, and plays what it chose if that is legal; `false` if it resigns.
    pub(super) fn turn(&mut self, seat: &mut Seat<'_>, player: usize) -> Result<bool, Failure> {
        self.position.store_in(&mut self.before);
        self.submove.clear();
        self.acting = Actor::Choosing(player);
        let measured = self.spent[player].last_nanos >= WORTH_MEASURING;
        self.meter = Meter::by_clock(seat.budget, self.settings.meter_clock(), measured).limited(self.settings.limit(seat.budget));
        let answer = seat.agent.choose(self.position.as_ref(), &mut self.meter, &mut self.submove);
        let taken = self.book(player);
        self.acting = Actor::Game;
        let fails = |ending, fault: Fault, message| Err(Failure { ending, kind: fault.word(), culprit: Some(player), message });
        // To resign is to lose, where one player's loss is the other's win and has one size.
        let may_resign = self.info.players == 2 && !self.info.graded;
        match answer {
            Err(error) if error.fault == Fault::Resigns && may_resign => return Ok(false),
            Err(error) => return Err(self.gave_up(error, player)),
            Ok(()) => {}
        }
        if self.settings.limit(seat.budget).is_some_and(|limit| taken > limit) {
            let message = format!("took {:.3} s for a turn of {}", taken.as_secs_f64(), seat.budget);
            return fails(Ending::Timeout, Fault::Late, message);
        }
        if !self.position.try_play(&self.submove, &mut self.legal) {
            return fails(
                Ending::AgentError,
                Fault::IllegalMove,
                format!("played an illegal move (semimoves {:?})", self.submove.iter().map(|m| m.0).collect::<Vec<_>>()),
            );
        }
        self.spent[player].memory = self.spent[player].memory.max(seat.agent.memory());
        if self.settings.keep == Keep::Search {
            let word = self.moves.split_ascii_whitespace().count();
            KeptTurn::new(word, self.before.as_ref(), &self.meter, seat.agent.report(), &self.submove).write(&mut self.search);
        }
        // The notation of a move belongs to the position in which it is legal, and is written only once it is known to be.
        write_move(self.before.as_ref(), &self.submove, &mut self.moves);
        self.plies += 1;
        Ok(true)
    }

    /// Adds what a turn cost, and returns its length by the clock of the budget.
    pub(super) fn book(&mut self, player: usize) -> Duration {
        let (wall, processor) = (self.meter.elapsed(), self.meter.processor_time());
        let taken = if self.meter.clock() == Clock::Wall { wall } else { processor };
        let nanos = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let spent = &mut self.spent[player];
        spent.turns += 1;
        spent.iterations += self.meter.iterations();
        spent.states += self.meter.states();
        spent.nanos += nanos(wall);
        spent.processor_nanos += nanos(processor);
        spent.last_nanos = nanos(wall);
        spent.longest_nanos = spent.longest_nanos.max(nanos(taken));
        spent.turns_over += u64::from(is_over(self.meter.budget(), taken));
        taken
    }
}
