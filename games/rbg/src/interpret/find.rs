//! From codes and names of moves to their steps.

use super::explore::Semimove;
use super::interpreter::Interpreter;
use crate::split::Split;
use std::sync::Arc;
use treebench_compile::step::{Undo, take, take_back};
use treebench_compile::{Codes, Control, Fault, State, Step};

impl Interpreter {
    /// The semimove of this state with a [code](treebench_compile::codes), if there is one. It may lead only to dead ends.
    pub fn find(&mut self, state: &State, code: u64) -> Result<Option<Semimove>, Fault> {
        if state.control() == Control::Keeper {
            return Ok(None);
        }
        let program = Arc::clone(&self.program);
        if Codes::is_hash(code) {
            let mut semimoves = Vec::new();
            self.semimoves(state, &mut semimoves)?;
            return Ok(semimoves.into_iter().find(|steps| program.codes.encode(steps) == code));
        }
        let Some(steps) = program.codes.decode(code) else { return Ok(None) };
        if !self.offers(state, &steps)? {
            return Ok(None);
        }
        if program.split == Split::ORTHODOX { self.complete(state, &steps) } else { Ok(Some(steps)) }
    }

    /// Whether these steps can be taken one after the other.
    fn offers(&mut self, state: &State, steps: &[Step]) -> Result<bool, Fault> {
        let program = Arc::clone(&self.program);
        self.explorer.renew(&program);
        self.work.copy_from(state);
        let mut offered = Vec::new();
        for (i, &step) in steps.iter().enumerate() {
            offered.clear();
            self.explorer.steps(&program, &mut self.work, program.has_dots(state.control()), &mut offered)?;
            self.explorer.count(&program, step, i)?;
            if offered.binary_search(&step).is_err() {
                return Ok(false);
            }
            take(&program, &mut self.work, step);
        }
        Ok(true)
    }

    /// The whole move that begins with these steps and continues to the next switch without a choice, if it can be completed.
    pub(super) fn complete(&mut self, state: &State, candidate: &[Step]) -> Result<Option<Semimove>, Fault> {
        let program = Arc::clone(&self.program);
        let (mut steps, mut offered) = (candidate.to_vec(), Vec::new());
        self.explorer.renew(&program);
        self.work.copy_from(state);
        for &step in candidate {
            take(&program, &mut self.work, step);
        }
        while !steps.last().is_some_and(|last| program.is_switch(last.number)) {
            offered.clear();
            self.explorer.steps(&program, &mut self.work, false, &mut offered)?;
            let Some(&step) = offered.first() else { return Ok(None) };
            self.explorer.count(&program, step, steps.len())?;
            take(&program, &mut self.work, step);
            steps.push(step);
        }
        Ok(Some(steps))
    }

    /// A whole move given by its steps without dots, with the dots of this view: the first path in canonical order, if there is one.
    pub fn with_dots(&mut self, state: &State, plain: &[Step]) -> Result<Option<Semimove>, Fault> {
        let program = Arc::clone(&self.program);
        self.explorer.renew(&program);
        self.work.copy_from(state);
        let is_dot = |step: Step| step.number >= program.automaton.modifiers;
        let mut way: Vec<Step> = Vec::new();
        let mut trail: Vec<Undo> = Vec::new();
        // For each state on the path, the untried steps, the first one last, and the number of plain steps taken.
        let mut open: Vec<(Vec<Step>, usize)> = Vec::new();
        let mut taken = 0;
        loop {
            if taken == plain.len() {
                return Ok(Some(way));
            }
            let mut offered = Vec::new();
            self.explorer.steps(&program, &mut self.work, program.has_dots(state.control()), &mut offered)?;
            offered.retain(|&step| is_dot(step) || step == plain[taken]);
            offered.reverse();
            open.push((offered, taken));
            let step = loop {
                let Some((untried, before)) = open.last_mut() else { return Ok(None) };
                taken = *before;
                match untried.pop() {
                    Some(step) => break step,
                    None => {
                        open.pop();
                        way.pop();
                        take_back(&program, &mut self.work, &mut trail, way.len());
                    }
                }
            };
            self.explorer.count(&program, step, way.len())?;
            trail.push(take(&program, &mut self.work, step));
            way.push(step);
            taken += usize::from(!is_dot(step));
        }
    }
}
