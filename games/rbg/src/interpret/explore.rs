//! Segments, the search for a path through them, and the list of all paths.

use crate::program::Program;
use treebench_compile::marks::{Marks, rows};
use treebench_compile::step::{Undo, take, take_back};
use treebench_compile::value::{assigned, holds};
use treebench_compile::{Fault, Label, Limit, NodeId, Square, State, Step};

/// A sequence of steps: one or more consecutive semimoves.
pub type Semimove = Vec<Step>;

/// The number of visits of (node, square) pairs that count as one step tried.
const VISITS_PER_STEP: u64 = 64;

/// The state of explorations besides the program and the game state.
#[derive(Debug)]
pub(super) struct Explorer {
    /// The row of each node's marks.
    rows: Vec<u32>,
    /// One level for moves, one for the patterns in them, one for the patterns in those, and so on.
    levels: Vec<Level>,
    /// The remaining budget of steps to try, in visits.
    left: u64,
}

/// The scratch space of one exploration.
#[derive(Default, Debug)]
struct Level {
    marks: Marks,
    /// Pairs visited but not yet expanded.
    open: Vec<(NodeId, Square)>,
    /// The steps offered by the segments on the path, in one list.
    offered: Vec<Step>,
    /// For each segment on the path: the index of its first untried step.
    untried: Vec<StepRange>,
    /// The undo log of the path.
    trail: Vec<Undo>,
}

/// The steps of one segment in [`Level::offered`].
#[derive(Clone, Copy, Debug)]
struct StepRange {
    next: usize,
    end: usize,
}

/// The end of the listed paths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PathEnd {
    /// The end of a semimove.
    Semimove,
    /// The next switch.
    Switch,
    /// The first forced node or switch: the candidates of rule 4.
    Forced,
}

impl PathEnd {
    /// Whether the step with this number is the last one.
    fn ends(self, program: &Program, number: u32) -> bool {
        match self {
            PathEnd::Semimove => program.ends_semimove(number),
            PathEnd::Switch => program.is_switch(number),
            PathEnd::Forced => program.is_switch(number) || program.forced[program.automaton.numbered(number).to as usize],
        }
    }
}

/// The goal of a search.
#[derive(Clone, Copy, Debug)]
enum Goal {
    /// After a switch; says whether dots are steps on the path.
    Switch { dots: bool },
    /// At a node, the end of a pattern.
    Node(NodeId),
}

impl Explorer {
    pub(super) fn new(program: &Program) -> Self {
        Explorer { rows: rows(&program.automaton), levels: Vec::new(), left: 0 }
    }

    /// Resets the budget of steps to the limit.
    pub(super) fn renew(&mut self, program: &Program) {
        self.left = program.limits.steps_tried.saturating_mul(VISITS_PER_STEP);
    }

    /// Appends the steps that the segment of a state offers, in canonical order (rule 1). If dots do not count, they are empty edges.
    pub(super) fn steps(&mut self, program: &Program, state: &mut State, dots: bool, steps: &mut Vec<Step>) -> Result<(), Fault> {
        let mut level = self.enter(0);
        let begin = steps.len();
        std::mem::swap(&mut level.offered, steps);
        let place = (state.node(), state.square());
        let result = self.segment(program, state, &mut level, 0, place, Goal::Switch { dots });
        std::mem::swap(&mut level.offered, steps);
        self.levels[0] = level;
        steps[begin..].sort_unstable();
        result.map(|_| ())
    }

    /// Takes the first path in canonical order to the next switch, if there is one, and returns its number of steps. Otherwise the state is
    /// unchanged.
    pub(super) fn first_move(&mut self, program: &Program, state: &mut State) -> Result<Option<usize>, Fault> {
        let place = (state.node(), state.square());
        // A search with dots would find the same path in more steps.
        let found = self.search(program, state, 0, place, Goal::Switch { dots: false })?;
        let trail = &mut self.levels[0].trail;
        let steps = trail.len();
        trail.clear();
        Ok(found.then_some(steps))
    }

    /// Appends all paths from a state to the given end, in the order of their steps, or for candidates in that of rule 4. The state is
    /// unchanged.
    pub(super) fn list(&mut self, program: &Program, state: &mut State, until: PathEnd, out: &mut Vec<Semimove>) -> Result<(), Fault> {
        let (mut offered, mut trail, mut way) = (Vec::new(), Vec::new(), Vec::new());
        let segment = |explorer: &mut Self, state: &mut State, offered: &mut Vec<Step>| {
            let next = offered.len();
            explorer.steps(program, state, program.has_dots(state.control()), offered)?;
            if until == PathEnd::Forced {
                offered[next..].sort_by_key(|step| !until.ends(program, step.number));
            }
            Ok(StepRange { next, end: offered.len() })
        };
        let mut untried = vec![segment(self, state, &mut offered)?];
        while let Some(last) = untried.last_mut() {
            if last.next == last.end {
                untried.pop();
                offered.truncate(untried.last().map_or(0, |last| last.end));
                way.pop();
                take_back(program, state, &mut trail, way.len());
                continue;
            }
            let step = offered[last.next];
            last.next += 1;
            self.count(program, step, way.len())?;
            way.push(step);
            if until.ends(program, step.number) {
                // A list of long paths takes memory.
                self.spend(program, way.len() as u64 * VISITS_PER_STEP, Some(step.number))?;
                if out.len() == program.limits.moves {
                    return Err(program.fault(Limit::Moves, Some(step.number)));
                }
                out.push(way.clone());
                way.pop();
            } else {
                trail.push(take(program, state, step));
                untried.push(segment(self, state, &mut offered)?);
            }
        }
        Ok(())
    }

    /// Checks the limits before trying a step after this many others.
    pub(super) fn count(&mut self, program: &Program, step: Step, before: usize) -> Result<(), Fault> {
        if before >= program.limits.steps_per_move {
            return Err(program.fault(Limit::StepsPerMove, Some(step.number)));
        }
        self.spend(program, VISITS_PER_STEP, Some(step.number))
    }

    fn spend(&mut self, program: &Program, visits: u64, number: Option<u32>) -> Result<(), Fault> {
        match self.left.checked_sub(visits) {
            Some(left) => self.left = left,
            None => return Err(program.fault(Limit::StepsTried, number)),
        }
        Ok(())
    }

    /// Lends out a level's scratch space; the caller puts it back.
    fn enter(&mut self, depth: usize) -> Level {
        if depth == self.levels.len() {
            self.levels.push(Level::default());
        }
        let mut level = std::mem::take(&mut self.levels[depth]);
        level.offered.clear();
        level.untried.clear();
        level.trail.clear();
        level
    }

    /// Whether a pattern's body can be walked from a square. The state is unchanged.
    fn matches(&mut self, program: &Program, state: &mut State, depth: usize, from: (NodeId, Square), end: NodeId) -> Result<bool, Fault> {
        let found = self.search(program, state, depth, from, Goal::Node(end))?;
        take_back(program, state, &mut self.levels[depth].trail, 0);
        Ok(found)
    }

    /// Searches depth first for a path to the goal and takes it if there is one; the undo log remains in the level. Otherwise the state is
    /// unchanged.
    fn search(&mut self, program: &Program, state: &mut State, depth: usize, from: (NodeId, Square), goal: Goal) -> Result<bool, Fault> {
        let mut level = self.enter(depth);
        let found = self.search_in(program, state, &mut level, depth, from, goal);
        self.levels[depth] = level;
        found
    }

    fn search_in(
        &mut self,
        program: &Program,
        state: &mut State,
        level: &mut Level,
        depth: usize,
        from: (NodeId, Square),
        goal: Goal,
    ) -> Result<bool, Fault> {
        if self.segment(program, state, level, depth, from, goal)? {
            return Ok(true);
        }
        level.offered.sort_unstable();
        level.untried.push(StepRange { next: 0, end: level.offered.len() });
        while let Some(last) = level.untried.last_mut() {
            if last.next == last.end {
                level.untried.pop();
                level.offered.truncate(level.untried.last().map_or(0, |last| last.end));
                take_back(program, state, &mut level.trail, level.untried.len().saturating_sub(1));
                continue;
            }
            let (step, next) = (level.offered[last.next], last.end);
            last.next += 1;
            self.count(program, step, level.trail.len())?;
            level.trail.push(take(program, state, step));
            if matches!(goal, Goal::Switch { .. }) && program.is_switch(step.number) {
                return Ok(true);
            }
            if self.segment(program, state, level, depth, (program.target(step), step.square), goal)? {
                return Ok(true);
            }
            level.offered[next..].sort_unstable();
            level.untried.push(StepRange { next, end: level.offered.len() });
        }
        Ok(false)
    }

    /// Walks a segment and appends its steps to the level, unsorted; returns whether the goal was reached, which ends the walk early.
    fn segment(
        &mut self,
        program: &Program,
        state: &mut State,
        level: &mut Level,
        depth: usize,
        from: (NodeId, Square),
        goal: Goal,
    ) -> Result<bool, Fault> {
        if matches!(goal, Goal::Node(end) if end == from.0) {
            return Ok(true);
        }
        let (board, automaton) = (&program.description.board, &program.automaton);
        // Patterns are never split.
        let dots = matches!(goal, Goal::Switch { dots: true });
        level.marks.restart(program.layout.set_words);
        level.marks.visit(self.rows[from.0 as usize], from.1);
        level.open.clear();
        level.open.push(from);
        while let Some((node, square)) = level.open.pop() {
            self.spend(program, 1, None)?;
            for edge in automaton.leaving(node) {
                let walked = match &edge.label {
                    Label::Empty => Some(square),
                    Label::Dot if !dots => Some(square),
                    Label::Shift(direction) => board.step(square, *direction),
                    Label::On(pieces) => pieces.binary_search(&state.piece(&program.layout, square)).is_ok().then_some(square),
                    Label::Compare(comparison) => holds(program, state, comparison).then_some(square),
                    Label::Pattern { negated, start, end } => {
                        let matches = self.matches(program, state, depth + 1, (*start, square), *end)?;
                        (matches != *negated).then_some(square)
                    }
                    Label::Assign(variable, value) if assigned(program, state, *variable, value).is_none() => None,
                    Label::Assign(..) | Label::Put(_) | Label::Switch(_) | Label::Dot => {
                        level.offered.push(Step { number: edge.number, square });
                        None
                    }
                };
                let Some(square) = walked else { continue };
                if matches!(goal, Goal::Node(end) if end == edge.to) {
                    return Ok(true);
                }
                if level.marks.visit(self.rows[edge.to as usize], square) {
                    level.open.push((edge.to, square));
                }
            }
        }
        Ok(false)
    }
}
