//! Random play (rule 4).

use super::explore::{PathEnd, Semimove};
use super::interpreter::Interpreter;
use crate::split::Split;
use std::sync::Arc;
use treebench_compile::playout::TRIES;
use treebench_compile::step::{Undo, take, take_back};
use treebench_compile::{Control, DeadEnds, Fault, Guide, PlayoutCount, PlayoutEvent, SplitMix, State};

/// A point in a move at which a semimove was chosen.
struct Junction {
    semimoves: Vec<Semimove>,
    /// The number of steps that led here.
    steps: usize,
}

/// A uniformly drawn index. For a single element no number is drawn.
fn draw<T>(list: &[T], random: &mut SplitMix) -> Option<usize> {
    match list.len() {
        0 => None,
        1 => Some(0),
        n => Some(random.below(n as u64) as usize),
    }
}

impl Interpreter {
    /// Plays at random until the game is over or this many whole moves were made.
    pub fn playout(&mut self, state: &mut State, seed: u64, cap: u32) -> Result<PlayoutCount, Fault> {
        self.playout_traced(state, seed, cap, |_| ())
    }

    /// The same, recording the players' moves: the semimoves that were not taken back.
    pub fn playout_traced(
        &mut self,
        state: &mut State,
        seed: u64,
        cap: u32,
        note: impl FnMut(PlayoutEvent),
    ) -> Result<PlayoutCount, Fault> {
        self.play_on(state, seed, cap, None, note)
    }

    /// The same by values instead of uniformly.
    ///
    /// # Panics
    /// If the values are not those of all players and codes.
    pub fn playout_guided(
        &mut self,
        state: &mut State,
        seed: u64,
        cap: u32,
        guide: &Guide<'_>,
        note: impl FnMut(PlayoutEvent),
    ) -> Result<PlayoutCount, Fault> {
        assert!(guide.fits(&self.program), "a value for every player and code");
        self.play_on(state, seed, cap, Some(guide), note)
    }

    fn play_on(
        &mut self,
        state: &mut State,
        seed: u64,
        cap: u32,
        guide: Option<&Guide<'_>>,
        mut note: impl FnMut(PlayoutEvent),
    ) -> Result<PlayoutCount, Fault> {
        let mut random = SplitMix::new(seed);
        let mut count = PlayoutCount::default();
        while count.moves < cap {
            let mover = state.control();
            let moved = if self.program.split == Split::ORTHODOX {
                let moved = match guide {
                    Some(guide) => self.guided_move(state, &mut random, &mut count, guide)?,
                    None => self.random_move(state, &mut random, &mut count)?,
                };
                moved.map(|steps| vec![steps])
            } else {
                self.random_semimoves(state, &mut random, &mut count, guide)?
            };
            let Some(semimoves) = moved else {
                count.over = self.program.is_nodal(state);
                count.dead = !count.over;
                break;
            };
            count.moves += 1;
            semimoves.iter().for_each(|steps| note(PlayoutEvent::Semimove(self.program.codes.encode(steps))));
            if let Control::Player(player) = mover {
                note(PlayoutEvent::End(player));
            }
            // The keeper cannot continue: this ends the game without another move, also at the cap.
            if state.control() == Control::Keeper {
                count.over = true;
                break;
            }
        }
        Ok(count)
    }

    /// Makes a whole move as in the orthodox view and returns it, if there is one.
    fn random_move(&mut self, state: &mut State, random: &mut SplitMix, count: &mut PlayoutCount) -> Result<Option<Semimove>, Fault> {
        let mut candidates = Vec::new();
        self.candidates(state, &mut candidates)?;
        let mut drawn = None;
        for _ in 0..TRIES {
            let Some(candidate) = draw(&candidates, random) else { return Ok(None) };
            drawn = self.complete(state, &candidates[candidate])?;
            if drawn.is_some() {
                break;
            }
        }
        if drawn.is_none() {
            let mut moves = Vec::new();
            for candidate in &candidates {
                moves.extend(self.complete(state, candidate)?);
            }
            drawn = draw(&moves, random).map(|i| moves.swap_remove(i));
        }
        let Some(steps) = drawn else { return Ok(None) };
        self.play(state, &steps)?;
        count.semimoves += 1;
        Ok(Some(steps))
    }

    /// Makes a whole move chosen by value among all legal ones, or at random, and returns it, if there is one.
    fn guided_move(
        &mut self,
        state: &mut State,
        random: &mut SplitMix,
        count: &mut PlayoutCount,
        guide: &Guide<'_>,
    ) -> Result<Option<Semimove>, Fault> {
        let Control::Player(player) = state.control() else { return Ok(None) };
        if guide.is_uniform(random) {
            return self.random_move(state, random, count);
        }
        let mut moves = Vec::new();
        self.semimoves(state, &mut moves)?;
        let codes: Vec<u64> = moves.iter().map(|steps| self.program.codes.encode(steps)).collect();
        let Some(chosen) = guide.greatest(player, codes.into_iter(), random) else { return Ok(None) };
        let steps = moves.swap_remove(chosen);
        self.play(state, &steps)?;
        count.semimoves += 1;
        Ok(Some(steps))
    }

    /// Makes a whole move semimove by semimove, backtracking out of dead ends, and returns it, if there is one. Otherwise the state is
    /// unchanged.
    fn random_semimoves(
        &mut self,
        state: &mut State,
        random: &mut SplitMix,
        count: &mut PlayoutCount,
        guide: Option<&Guide<'_>>,
    ) -> Result<Option<Vec<Semimove>>, Fault> {
        let program = Arc::clone(&self.program);
        let Control::Player(player) = state.control() else { return Ok(None) };
        self.explorer.renew(&program);
        let mut trail: Vec<Undo> = Vec::new();
        // One fewer than there are junctions.
        let mut played: Vec<Semimove> = Vec::new();
        let mut junctions = vec![self.junction(state, 0)?];
        let (mut hopeless, begin) = (None, count.semimoves);
        while let Some(junction) = junctions.last_mut() {
            take_back(&program, state, &mut trail, junction.steps);
            let drawn = match guide {
                Some(guide) => guide.choose(player, junction.semimoves.iter().map(|steps| program.codes.encode(steps)), random),
                None => draw(&junction.semimoves, random),
            };
            let Some(drawn) = drawn else {
                junctions.pop();
                played.pop();
                if hopeless.is_none() && count.semimoves - begin >= program.limits.restart_after {
                    take_back(&program, state, &mut trail, 0);
                    played.clear();
                    junctions.clear();
                    let proofs = hopeless.insert(DeadEnds::new(&program));
                    if !proofs.proves(&program, state) {
                        junctions.push(self.junction(state, 0)?);
                    }
                }
                continue;
            };
            // It is removed at once, since a return to this point comes from dead ends.
            let steps = junction.semimoves.remove(drawn);
            count.semimoves += 1;
            for &step in &steps {
                self.explorer.count(&program, step, trail.len())?;
                trail.push(take(&program, state, step));
            }
            let done = steps.last().is_some_and(|last| program.is_switch(last.number));
            played.push(steps);
            if done {
                self.keep(state)?;
                return Ok(Some(played));
            }
            if hopeless.as_mut().is_some_and(|proofs| proofs.proves(&program, state)) {
                played.pop();
                continue;
            }
            junctions.push(self.junction(state, trail.len())?);
        }
        Ok(None)
    }

    fn junction(&mut self, state: &mut State, steps: usize) -> Result<Junction, Fault> {
        let mut semimoves = Vec::new();
        self.explorer.list(&self.program, state, PathEnd::Semimove, &mut semimoves)?;
        Ok(Junction { semimoves, steps })
    }
}
