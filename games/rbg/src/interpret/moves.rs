//! Moves as text: the squares of steps, joined by `-`, and their effects only where there is a choice.
//!
//! A whole move is written in the same way under every view: dots are skipped, and what follows a forced node is left out. Each of the
//! steps that are offered together gets the first of these names that no other step claims:
//!
//! | step | first | then | then | finally, with its number |
//! |---|---|---|---|---|
//! | an off | `e4` | `e4=queen` | | `e4#17` |
//! | an assignment on the square of the last step | `pass=1` | `e4` | `pass=1@e4` | `e4#17` |
//! | an assignment elsewhere | `e4` | `pass=1` | `pass=1@e4` | `e4#17` |
//! | a switch, likewise | `->white` | `e4` | `->white@e4` | `e4#17` |
//! | a dot | `e4.` | | | `e4#17` |
//!
//! An assignment or switch on the square of the last step is *silent*: it is left out if the text can be read without it. The reader takes
//! at each point the step that is named, and otherwise the first silent one with which the rest can be read. A move of silent steps only is
//! written as its first step. A submove that does not end with a switch belongs to one view, and all its steps are written as that view
//! offers them.

use super::explore::Semimove;
use super::interpreter::Interpreter;
use crate::program::Program;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use treebench_compile::step::{take, take_back};
use treebench_compile::value::value;
use treebench_compile::{Control, Fault, Label, State, Step};

impl Interpreter {
    /// Appends the notation of a submove that is legal here, usually of a whole move.
    pub fn write_move(&mut self, state: &State, steps: &[Step], out: &mut String) -> Result<(), Fault> {
        let modifiers = self.program.automaton.modifiers;
        if !steps.last().is_some_and(|last| self.program.is_switch(last.number)) {
            out.push_str(&self.spell(state, steps, Extent::View)?);
            return Ok(());
        }
        let plain: Semimove = steps.iter().copied().filter(|step| step.number < modifiers).collect();
        let mut text = String::new();
        for (extent, steps) in [(Extent::Short, plain.len()), (Extent::All, 1), (Extent::Full, plain.len())] {
            text = self.spell(state, &plain[..steps], extent)?;
            if !text.is_empty() && self.follow(state, &text)?.as_ref() == Some(&plain) {
                break;
            }
        }
        out.push_str(&text);
        Ok(())
    }

    /// Reads the output of [`write_move`](Self::write_move) for a whole move: its steps, without dots. `None` if no legal move has this
    /// text.
    pub fn read_move(&mut self, state: &State, text: &str) -> Result<Option<Semimove>, Fault> {
        let Some(steps) = self.follow(state, text)? else { return Ok(None) };
        let mut written = String::new();
        self.write_move(state, &steps, &mut written)?;
        Ok((written == text).then_some(steps))
    }

    fn spell(&mut self, state: &State, steps: &[Step], extent: Extent) -> Result<String, Fault> {
        let program = Arc::clone(&self.program);
        let (mut text, mut point) = (String::new(), Point::new(&program));
        self.begin(state);
        for &step in steps {
            self.look(&mut point, extent == Extent::View)?;
            let written = match extent {
                Extent::Short => !point.forced && !point.is_silent(&self.work, step),
                Extent::Full => !point.forced,
                Extent::All | Extent::View => true,
            };
            if written {
                text.push_str(if text.is_empty() { "" } else { "-" });
                text.push_str(&point.name(&self.work, step));
            }
            take(&program, &mut self.work, step);
        }
        Ok(text)
    }

    /// The first whole move that a text describes, if all of it or nothing of it is used.
    fn follow(&mut self, state: &State, text: &str) -> Result<Option<Semimove>, Fault> {
        let program = Arc::clone(&self.program);
        let (mut steps, mut trail, mut point) = (Semimove::new(), Vec::new(), Point::new(&program));
        // For each point on the path: the untried steps, the first one last, each with the text after it.
        let mut open: Vec<Vec<(Step, usize)>> = Vec::new();
        let mut at = 0;
        if state.control() == Control::Keeper {
            return Ok(None);
        }
        self.begin(state);
        loop {
            self.look(&mut point, false)?;
            open.push(point.ways(&self.work, text, at));
            let step = loop {
                let Some(ways) = open.last_mut() else { return Ok(None) };
                if let Some((step, behind)) = ways.pop() {
                    self.explorer.count(&program, step, steps.len())?;
                    if !program.is_switch(step.number) {
                        at = behind;
                        break step;
                    }
                    if behind == text.len() || behind == 0 {
                        steps.push(step);
                        return Ok(Some(steps));
                    }
                } else {
                    open.pop();
                    steps.pop();
                    take_back(&program, &mut self.work, &mut trail, steps.len());
                }
            };
            trail.push(take(&program, &mut self.work, step));
            steps.push(step);
        }
    }

    fn begin(&mut self, state: &State) {
        self.explorer.renew(&self.program);
        self.work.copy_from(state);
    }

    /// The steps offered in the present state.
    fn look(&mut self, point: &mut Point<'_>, dots: bool) -> Result<(), Fault> {
        point.offered.clear();
        point.forced = point.program.forced[self.work.node() as usize];
        let dots = dots && point.program.has_dots(self.work.control());
        self.explorer.steps(point.program, &mut self.work, dots, &mut point.offered)
    }
}

/// The part of a move that is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// Only what is needed to tell it apart.
    Short,
    /// All but what follows forced nodes.
    Full,
    /// All steps.
    All,
    /// All steps, dots included, as the view offers them.
    View,
}

/// The greatest number of names that a step has before the one with its number.
const LAST_CHOICE: usize = 3;

/// A point on the path of a move.
struct Point<'a> {
    program: &'a Program,
    forced: bool,
    offered: Vec<Step>,
}

impl<'a> Point<'a> {
    fn new(program: &'a Program) -> Self {
        Point { program, forced: false, offered: Vec::new() }
    }

    /// Whether a step can be left out.
    fn is_silent(&self, state: &State, step: Step) -> bool {
        let is_off = matches!(self.program.automaton.numbered(step.number).label, Label::Put(_));
        !is_off && step.square == state.square()
    }

    /// The name of a step that is offered here.
    fn name(&self, state: &State, step: Step) -> String {
        let names = self.offered.iter().zip(self.names(state)).find(|(offered, _)| **offered == step);
        names.map(|(_, name)| name).unwrap_or_default()
    }

    /// The names of the offered steps.
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

    /// The steps that can follow at a position in a text, the best one last, each with the following position.
    fn ways(&self, state: &State, text: &str, at: usize) -> Vec<(Step, usize)> {
        if self.forced {
            return self.offered.iter().map(|&step| (step, at)).collect();
        }
        let silent = self.offered.iter().rev().filter(|&&step| self.is_silent(state, step)).map(|&step| (step, at));
        let mut ways: Vec<(Step, usize)> = silent.collect();
        let rest = &text[at..];
        for (&step, name) in self.offered.iter().zip(self.names(state)) {
            match rest.strip_prefix(&name) {
                Some("") => ways.push((step, text.len())),
                Some(more) if more.len() > 1 && more.starts_with('-') => ways.push((step, text.len() - more.len() + 1)),
                _ => {}
            }
        }
        ways
    }

    /// The first, second, … name of a step. The last one exists for all steps, and no two are the same.
    fn claim(&self, state: &State, step: Step, choice: usize) -> Option<String> {
        let description = &self.program.description;
        let square = &description.board.names[usize::from(step.square)];
        if choice == LAST_CHOICE {
            return Some(format!("{square}#{}", step.number));
        }
        let what = match &self.program.automaton.numbered(step.number).label {
            Label::Put(piece) => {
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
        let first = if step.square == state.square() { 0 } else { 1 };
        Some(match choice {
            2 => format!("{what}@{square}"),
            choice if choice == first => what,
            _ => square.clone(),
        })
    }
}
