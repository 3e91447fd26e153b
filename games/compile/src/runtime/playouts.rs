//! Calls of random play by native code.

use crate::abi::context::Status;
use crate::abi::trace::{TraceWord, step_of};
use crate::board::Control;
use crate::fault::Fault;
use crate::guide::Guide;
use crate::play::function::Purpose;
use crate::playout::{PlayoutCount, PlayoutEvent};
use crate::runtime::function::Function;
use crate::runtime::memory::{MEMORY, Memory};
use crate::runtime::native_program::NativeProgram;
use crate::splitmix::SplitMix;
use crate::state::State;

impl NativeProgram {
    /// Plays at random, as interpreters do.
    ///
    /// # Errors
    /// If a limit was reached; the state is then unspecified.
    pub fn playout(&self, state: &mut State, seed: u64, cap: u32) -> Result<PlayoutCount, Fault> {
        if self.has_sequences() {
            return MEMORY.with_borrow_mut(|memory| self.play_sequences(memory, state, &mut SplitMix::new(seed), cap, None, |_| ()));
        }
        let function = || self.function(&self.play, self.playing(false));
        MEMORY.with_borrow_mut(|memory| self.play(memory, function, state, &mut SplitMix::new(seed), cap, None, &mut |_| ()))
    }

    /// Plays as [`playout`](Self::playout) does and records the players' moves; calls `note` with them, at the end or in several parts.
    ///
    /// # Errors
    /// If a limit was reached; the state and the record are then unspecified.
    pub fn playout_traced(
        &self,
        state: &mut State,
        seed: u64,
        cap: u32,
        mut note: impl FnMut(PlayoutEvent),
    ) -> Result<PlayoutCount, Fault> {
        if self.has_sequences() {
            return MEMORY.with_borrow_mut(|memory| self.play_sequences(memory, state, &mut SplitMix::new(seed), cap, None, note));
        }
        let function = || self.function(&self.trace, self.playing(true));
        MEMORY.with_borrow_mut(|memory| self.play(memory, function, state, &mut SplitMix::new(seed), cap, None, &mut note))
    }

    /// Plays as interpreters do, and records the players' moves.
    ///
    /// # Errors
    /// If a limit was reached; the state and the record are then unspecified.
    ///
    /// # Panics
    /// If the values are not those of all players and codes, or chance acts.
    pub fn playout_guided(
        &self,
        state: &mut State,
        seed: u64,
        cap: u32,
        guide: &Guide<'_>,
        mut note: impl FnMut(PlayoutEvent),
    ) -> Result<PlayoutCount, Fault> {
        assert!(guide.fits(&self.program), "a value for every player and code");
        assert!(self.program.chance.is_none(), "chance has no values");
        if self.has_sequences() {
            return MEMORY.with_borrow_mut(|memory| self.play_sequences(memory, state, &mut SplitMix::new(seed), cap, Some(guide), note));
        }
        MEMORY.with_borrow_mut(|memory| {
            if self.is_orthodox() {
                return self.play_moves(memory, state, seed, cap, guide, note);
            }
            let function = || self.function(&self.guide, Purpose::Semimoves { traced: true, guided: true });
            self.play(memory, function, state, &mut SplitMix::new(seed), cap, Some(guide), &mut note)
        })
    }

    /// Plays whole moves chosen by value among all legal ones, or at random, which needs no list of legal moves.
    fn play_moves(
        &self,
        memory: &mut Memory,
        state: &mut State,
        seed: u64,
        cap: u32,
        guide: &Guide<'_>,
        mut note: impl FnMut(PlayoutEvent),
    ) -> Result<PlayoutCount, Fault> {
        let mut random = SplitMix::new(seed);
        let mut count = PlayoutCount::default();
        while count.moves < cap {
            let Control::Player(player) = state.control() else {
                count.over = true;
                break;
            };
            if guide.is_uniform(&mut random) {
                let function = || self.function(&self.trace, self.playing(true));
                let one = self.play(memory, function, state, &mut random, 1, None, &mut note)?;
                (count.moves, count.semimoves) = (count.moves + one.moves, count.semimoves + one.semimoves);
                (count.over, count.dead) = (one.over, one.dead);
                if one.over || one.dead {
                    break;
                }
                continue;
            }
            let inside = !self.program.is_nodal(state);
            self.look(memory, state, |_| ())?;
            let codes = memory.listed();
            let Some(chosen) = guide.greatest(player, codes.iter().copied(), &mut random) else {
                (count.over, count.dead) = (!inside, inside);
                break;
            };
            let code = codes[chosen];
            self.apply_move(memory, state, code)?;
            (count.moves, count.semimoves) = (count.moves + 1, count.semimoves + 1);
            note(PlayoutEvent::Semimove(code));
            note(PlayoutEvent::End(player));
        }
        if state.control() == Control::Keeper {
            count.over = true;
        }
        Ok(count)
    }

    /// Reports the contents of the list of a traced function.
    fn report_trace(&self, memory: &Memory, note: &mut impl FnMut(PlayoutEvent)) {
        let listed = memory.listed();
        let whole = listed.iter().rposition(|&word| matches!(TraceWord::from(word), TraceWord::End(_))).map_or(0, |end| end + 1);
        if !self.is_orthodox() {
            for &word in &listed[..whole] {
                note(match TraceWord::from(word) {
                    TraceWord::Semimove(code) => PlayoutEvent::Semimove(code),
                    TraceWord::End(player) => PlayoutEvent::End(player),
                });
            }
            return;
        }
        let mut words = listed[..whole].iter();
        while !words.as_slice().is_empty() {
            let (code, player) = self.whole_move(&mut words);
            note(PlayoutEvent::Semimove(code));
            note(PlayoutEvent::End(player));
        }
    }

    /// The code of a whole move and its player, from the words of a trace, which are read up to its end.
    // Encoded while it is read: to copy its steps first took 10 thousand instructions a playout of breakthrough instead of 6.
    #[inline(always)]
    fn whole_move(&self, words: &mut std::slice::Iter<'_, u64>) -> (u64, u16) {
        let (codes, begin, mut player) = (&self.program.codes, words.clone(), None);
        let read = |word: &u64, player: &mut Option<u16>| match TraceWord::from(*word) {
            TraceWord::Semimove(step) => Some(step_of(step)),
            TraceWord::End(by) => {
                *player = Some(by);
                None
            }
        };
        let digits = codes.digits(words.by_ref().map_while(|word| read(word, &mut player)));
        // A code may end before the move does.
        while player.is_none() && words.next().is_some_and(|word| read(word, &mut player).is_some()) {}
        let code = digits.unwrap_or_else(|| codes.hash(begin.map_while(|word| read(word, &mut None))));
        (code, player.expect("every move in a trace has an end"))
    }

    /// Plays at random by one of the functions; records the moves if it is a traced one.
    #[expect(clippy::too_many_arguments, reason = "the state of a playout, and the values it goes by")]
    fn play<'s>(
        &'s self,
        memory: &mut Memory,
        function: impl FnOnce() -> &'s Function,
        state: &mut State,
        random: &mut SplitMix,
        cap: u32,
        guide: Option<&Guide<'_>>,
        note: &mut impl FnMut(PlayoutEvent),
    ) -> Result<PlayoutCount, Fault> {
        let mut count = PlayoutCount::default();
        if cap == 0 || state.control() == Control::Keeper {
            count.over = cap > 0;
            return Ok(count);
        }
        let function = function();
        loop {
            let inside = !self.program.is_nodal(state);
            let status = self.run(memory, function, state, |context| {
                context.results.random = random.state();
                context.cap = u64::from(cap - count.moves);
                if let Some(guide) = guide {
                    context.threshold = guide.threshold();
                    context.values = guide.values.as_ptr();
                    context.values_size = (guide.size * size_of::<f64>()) as u64;
                }
            })?;
            let results = &memory.context.results;
            let moves = results.moves as u32;
            *random = SplitMix::new(results.random);
            (count.moves, count.semimoves) = (count.moves + moves, count.semimoves + results.semimoves);
            count.dead = status == Status::Over && inside && moves == 0;
            count.over = status == Status::Over && !count.dead;
            if function.lists {
                self.report_trace(memory, note);
            }
            if status != Status::Stuck {
                return Ok(count);
            }
            // The same move once more, which then starts over.
            let one = self.play_sequences(memory, state, random, 1, guide, &mut *note)?;
            (count.moves, count.semimoves) = (count.moves + one.moves, count.semimoves + one.semimoves);
            (count.over, count.dead) = (one.over, one.dead);
            if count.over || count.dead || count.moves == cap {
                return Ok(count);
            }
        }
    }
}
