//! Random play in which native code lists the semimoves of each state, and one of them is drawn here: if semimoves are sequences of
//! steps, and if they are single steps for moves with many dead ends (rule 5). The steps
//! of a semimove are those of its code.

use crate::board::Control;
use crate::dead_ends::DeadEnds;
use crate::fault::{Fault, Limit};
use crate::guide::Guide;
use crate::playout::{PlayoutCount, PlayoutEvent};
use crate::runtime::memory::{Junction, Memory, Path};
use crate::runtime::native_program::NativeProgram;
use crate::splitmix::SplitMix;
use crate::state::State;
use crate::step::{take, take_back};

impl NativeProgram {
    /// Plays on as interpreters do, by values if there are some, and records the players' moves.
    pub(crate) fn play_sequences(
        &self,
        memory: &mut Memory,
        state: &mut State,
        random: &mut SplitMix,
        cap: u32,
        guide: Option<&Guide<'_>>,
        mut note: impl FnMut(PlayoutEvent),
    ) -> Result<PlayoutCount, Fault> {
        let (mut count, mut path) = (PlayoutCount::default(), std::mem::take(&mut memory.path));
        while count.moves < cap {
            let Control::Player(player) = state.control() else {
                count.over = true;
                break;
            };
            path.clear();
            if !self.draw_move(memory, &mut path, state, player, random, guide, &mut count)? {
                count.over = self.program.is_nodal(state);
                count.dead = !count.over;
                break;
            }
            count.moves += 1;
            path.junctions.iter().for_each(|junction| note(PlayoutEvent::Semimove(junction.drawn)));
            note(PlayoutEvent::End(player));
            // The keeper cannot continue: this ends the game without another move, also at the cap.
            if state.control() == Control::Keeper {
                count.over = true;
                break;
            }
        }
        memory.path = path;
        Ok(count)
    }

    /// Makes a whole move semimove by semimove, backtracking out of dead ends, and returns whether there is one. Otherwise the state is
    /// unchanged.
    #[expect(clippy::too_many_arguments, reason = "the state of a playout, and the values it goes by")]
    fn draw_move(
        &self,
        memory: &mut Memory,
        path: &mut Path,
        state: &mut State,
        player: u16,
        random: &mut SplitMix,
        guide: Option<&Guide<'_>>,
        count: &mut PlayoutCount,
    ) -> Result<bool, Fault> {
        let program = &self.program;
        let mut tries = program.limits.steps_tried;
        let (mut hopeless, begin) = (None, count.semimoves);
        self.branch(memory, path, state)?;
        while let Some(junction) = path.junctions.last_mut() {
            take_back(program, state, &mut path.trail, junction.taken);
            let codes = &path.codes[junction.first..];
            let drawn = match (guide, codes.len()) {
                (Some(guide), _) => guide.choose(player, codes.iter().copied(), random),
                (None, n @ 0..2) => n.checked_sub(1),
                (None, n) => Some(random.below(n as u64) as usize),
            };
            let Some(drawn) = drawn else {
                path.codes.truncate(junction.first);
                path.junctions.pop();
                if hopeless.is_none() && count.semimoves - begin >= program.limits.restart_after {
                    take_back(program, state, &mut path.trail, 0);
                    path.clear();
                    let proofs = hopeless.insert(DeadEnds::new(program));
                    if !proofs.proves(program, state) {
                        self.branch(memory, path, state)?;
                    }
                }
                continue;
            };
            // It is removed at once, since a return to this point comes from dead ends.
            junction.drawn = path.codes.remove(junction.first + drawn);
            count.semimoves += 1;
            tries = tries.checked_sub(1).ok_or_else(|| Fault::at_unknown_step(Limit::StepsTried))?;
            self.steps_of(memory, state, junction.drawn)?;
            for &step in &memory.steps {
                if path.trail.len() >= program.limits.steps_per_move {
                    return Err(Fault::at_unknown_step(Limit::StepsPerMove));
                }
                path.trail.push(take(program, state, step));
            }
            if memory.steps.last().is_some_and(|last| program.is_switch(last.number)) {
                if state.control() == Control::Keeper {
                    self.complete_in(memory, state)?;
                }
                return Ok(true);
            }
            if hopeless.as_mut().is_some_and(|proofs| proofs.proves(program, state)) {
                continue;
            }
            self.branch(memory, path, state)?;
        }
        Ok(false)
    }

    /// Adds the semimoves of a state to the path as its next junction.
    fn branch(&self, memory: &mut Memory, path: &mut Path, state: &State) -> Result<(), Fault> {
        self.look(memory, state, |_| ())?;
        path.junctions.push(Junction { first: path.codes.len(), taken: path.trail.len(), drawn: 0 });
        path.codes.extend_from_slice(memory.listed());
        Ok(())
    }
}
