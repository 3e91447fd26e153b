//! Moves as text: the squares of the offs, joined by `-`, and more only where that leaves a choice.
//!
//! A whole move is written in the same way under every view: dots are passed over, and what follows a forced node is left out, since
//! it is known. Each of the steps that are offered together is called by the first of these names that no other one claims at the
//! same time:
//!
//! | step | first | then | then | at last, with its number |
//! |---|---|---|---|---|
//! | an off | `e4` | `e4=queen` | | `e4#17` |
//! | an assignment | `pass=1` | `e4` | `pass=1@e4` | `e4#17` |
//! | a switch | `->white` | `e4` | `->white@e4` | `e4#17` |
//! | a dot | `e4.` | | | `e4#17` |
//!
//! Steps other than offs are left out where nothing else is offered; a move of which nothing is left is written as its first step. A
//! submove that does not end with a switch belongs to one view, and all its steps are written as that view offers them.

use super::fault::Fault;
use super::step::take;
use super::value::value;
use super::{Interpreter, Semimove};
use crate::automaton::{Label, Step};
use crate::expr::Control;
use crate::program::Program;
use crate::state::State;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl Interpreter {
    /// Appends the notation of a submove that is legal here, usually of a whole move.
    pub fn write_move(&mut self, state: &State, steps: &[Step], out: &mut String) -> Result<(), Fault> {
        let program = Arc::clone(&self.program);
        let whole = steps.last().is_some_and(|last| program.is_switch(last.number));
        let begin = out.len();
        let mut point = Point::new(&program);
        self.begin(state);
        for &step in steps.iter().filter(|step| !whole || step.number < program.automaton.modifiers) {
            self.look(&mut point, !whole)?;
            if !whole || point.is_written(step) {
                if out.len() > begin {
                    out.push('-');
                }
                out.push_str(&point.name(&self.work, step));
            }
            take(&program, &mut self.work, step);
        }
        if out.len() == begin {
            self.begin(state);
            self.look(&mut point, false)?;
            out.push_str(&point.first_name(&self.work));
        }
        Ok(())
    }

    /// Reads what [`write_move`](Self::write_move) wrote of a whole move: its steps, without dots. `None` if no legal move is written so.
    pub fn read_move(&mut self, state: &State, text: &str) -> Result<Option<Semimove>, Fault> {
        let program = Arc::clone(&self.program);
        let (mut steps, mut point) = (Semimove::new(), Point::new(&program));
        let (mut rest, mut first_name) = (text, None);
        if state.control() == Control::Keeper {
            return Ok(None);
        }
        self.begin(state);
        while !steps.last().is_some_and(|last: &Step| program.is_switch(last.number)) {
            self.look(&mut point, false)?;
            let Some(&only) = point.offered.first() else { return Ok(None) };
            first_name.get_or_insert_with(|| point.first_name(&self.work));
            let mut step = only;
            if point.is_written(only) {
                match point.read(&self.work, rest) {
                    Some((read, after)) => (step, rest) = (read, after),
                    None => return Ok(None),
                }
            }
            self.explorer.count(&program, step, steps.len())?;
            take(&program, &mut self.work, step);
            steps.push(step);
        }
        let nothing_left = rest.len() == text.len();
        let fits = if nothing_left { first_name.as_deref() == Some(text) } else { rest.is_empty() };
        Ok(fits.then_some(steps))
    }

    fn begin(&mut self, state: &State) {
        self.explorer.renew(&self.program);
        self.work.copy_from(state);
    }

    /// What is offered at the present state.
    fn look(&mut self, point: &mut Point<'_>, dots: bool) -> Result<(), Fault> {
        point.offered.clear();
        point.forced = point.program.forced[self.work.node() as usize];
        let dots = dots && point.program.has_dots(self.work.control());
        self.explorer.steps(point.program, &mut self.work, dots, &mut point.offered)
    }
}

/// A step has at most so many names before the one with its number.
const LAST_CHOICE: usize = 3;

/// A place on the way of a move.
struct Point<'a> {
    program: &'a Program,
    forced: bool,
    offered: Vec<Step>,
}

impl<'a> Point<'a> {
    fn new(program: &'a Program) -> Self {
        Point { program, forced: false, offered: Vec::new() }
    }

    /// Whether a step is not left out here, if it is part of a whole move.
    fn is_written(&self, step: Step) -> bool {
        !self.forced && (self.offered.len() > 1 || matches!(self.program.automaton.numbered(step.number).label, Label::Off(_)))
    }

    /// How a step is called that is offered here.
    fn name(&self, state: &State, step: Step) -> String {
        let names = self.offered.iter().zip(self.names(state)).find(|(offered, _)| **offered == step);
        names.map(|(_, name)| name).unwrap_or_default()
    }

    /// How each of the offered steps is called.
    fn names(&self, state: &State) -> Vec<String> {
        let mut names = vec![None; self.offered.len()];
        let mut taken = BTreeSet::new();
        for choice in 0..=LAST_CHOICE {
            let claims: Vec<(usize, String)> = (0..names.len())
                .filter(|&i| names[i].is_none())
                .filter_map(|i| Some((i, self.claim(state, self.offered[i], choice)?)))
                .collect();
            let mut claimants: BTreeMap<String, usize> = BTreeMap::new();
            for (_, name) in &claims {
                *claimants.entry(name.clone()).or_default() += 1;
            }
            for (i, name) in claims {
                if claimants[&name] == 1 && taken.insert(name.clone()) {
                    names[i] = Some(name);
                }
            }
        }
        names.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// The first name of the first step.
    fn first_name(&self, state: &State) -> String {
        self.offered.first().and_then(|&step| self.claim(state, step, 0)).unwrap_or_default()
    }

    /// The step whose name a text begins with, and what follows the `-` behind it.
    fn read<'t>(&self, state: &State, text: &'t str) -> Option<(Step, &'t str)> {
        self.offered.iter().zip(self.names(state)).find_map(|(&step, name)| match text.strip_prefix(&name)? {
            "" => Some((step, "")),
            rest => Some((step, rest.strip_prefix('-').filter(|rest| !rest.is_empty())?)),
        })
    }

    /// The first, second, … name that a step can have. At the last choice all have one, and no two the same.
    fn claim(&self, state: &State, step: Step, choice: usize) -> Option<String> {
        let description = &self.program.description;
        let square = &description.board.names[usize::from(step.square)];
        if choice == LAST_CHOICE {
            return Some(format!("{square}#{}", step.number));
        }
        let what = match &self.program.automaton.numbered(step.number).label {
            Label::Off(piece) => {
                return match choice {
                    0 => Some(square.clone()),
                    1 => Some(format!("{square}={}", description.pieces[usize::from(piece.0)])),
                    _ => None,
                };
            }
            Label::Assign(variable, arithmetic) => {
                let value = value(self.program, state, arithmetic).unwrap_or_default();
                format!("{}={value}", description.variable(*variable).name)
            }
            Label::Switch(Control::Player(player)) => format!("->{}", description.players[usize::from(*player)].name),
            Label::Switch(Control::Keeper) => "->>".to_string(),
            _ => return (choice == 0).then(|| format!("{square}.")),
        };
        Some(match choice {
            0 => what,
            1 => square.clone(),
            _ => format!("{what}@{square}"),
        })
    }
}
