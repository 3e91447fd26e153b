//! Games that look the same to one player.
//!
//! What a player sees says much about every point: it holds no enemy stone when the player places its own there; it holds one by the time that it is
//! discovered, captured, or part of what captures the player's stones or forbids a try. Between such events a stone stays where it is. So every point has *spans*:
//! times in which the enemy must place a stone there before a deadline, must not, or may. Games are then drawn forwards, and compared with what was seen; one
//! that cannot go on is begun again.

use super::super::board::{BORDER, PASS, Rules, Stones as Chains, points};
use super::events::{Event, Own};
use super::line::Line;
use super::plan::{NEVER, OPEN, Plan, Span};
use super::{Phantom, Points, bit, each};
use crate::{Player, Rng};

/// Plans drawn before drawing is given up.
const PLANS: usize = 100;

/// Events played before drawing is given up, over all plans.
const MOST_PLAYED: usize = 4_000;

/// Events between two looks at the time: a tenth of a millisecond.
const LOOK: usize = 16;

/// Plans in which stones that are needed are placed at any time before they are due; later ones place them as soon as they can.
const CALM: usize = 4;

/// Steps back in the play of a plan before another is drawn, and the most events of a step at first.
const STEPS_BACK: usize = 30;
const FIRST_STEP: usize = 4;

/// Between the indices of points above each other.
const STRIDE: usize = 10;

/// What is known of the games that look the same to a player.
pub(super) struct Worlds {
    rules: Rules,
    player: Player,
    events: Vec<Event>,
    board: Points,
}

impl Worlds {
    pub(super) fn new(rules: Rules, player: Player, events: Vec<Event>) -> Worlds {
        Worlds { rules, player, events, board: points::<STRIDE>(rules.size).fold(0, |set, point| set | bit(point)) }
    }

    /// Draws a game; none if none was found within the limits, or in time.
    pub(super) fn draw(&self, rng: &mut Rng, in_time: &dyn Fn() -> bool) -> Option<Phantom> {
        let mut line = Line::new(Phantom::new(self.rules));
        (0..PLANS).find_map(|number| {
            if line.played == MOST_PLAYED || number > 0 && !in_time() {
                return None;
            }
            let mut plan = self.plan(rng)?;
            plan.hurries = number >= CALM;
            line.step_back(0);
            if !self.is_feasible(&plan, self.jobs(&plan, line.world(), 0), 0) {
                return None;
            }
            self.play(&mut plan, &mut line, rng, in_time).then(|| line.take_world())
        })
    }

    fn around(&self, set: Points) -> Points {
        (set << 1 | set >> 1 | set << STRIDE | set >> STRIDE) & self.board & !set
    }

    /// The points of a set that are connected with one of it.
    fn component(&self, from: usize, set: Points) -> Points {
        let mut found = bit(from);
        loop {
            let grown = found | self.around(found) & set;
            if grown == found {
                return found;
            }
            found = grown;
        }
    }

    fn components(&self, touching: Points, set: Points) -> Vec<Points> {
        let mut list: Vec<Points> = Vec::new();
        for point in each(touching & set) {
            if !list.iter().any(|known| known & bit(point) != 0) {
                list.push(self.component(point, set));
            }
        }
        list
    }

    /// Draws a cause of everything that was seen; `None` if what was drawn contradicts itself.
    fn plan(&self, rng: &mut Rng) -> Option<Plan> {
        let mut plan = Plan {
            spans: Vec::new(),
            current: [0; 128],
            first: [0; 128],
            begun: Vec::new(),
            hurries: false,
            liberties: Vec::new(),
            fixed: vec![None; self.events.len()],
        };
        for point in each(self.board) {
            plan.current[point] = plan.spans.len();
            plan.spans.push(OPEN);
        }
        plan.first = plan.current;
        // The player's own stones, and those that it has come upon.
        let (mut own, mut met): (Points, Points) = (0, 0);
        for (now, event) in self.events.iter().enumerate() {
            match *event {
                Event::Own { point, result: Own::Placed { captured, known } } => {
                    let point = usize::from(point);
                    plan.empty(point, NEVER)?;
                    own |= bit(point);
                    let components = self.components(self.around(bit(point)), self.board & !own);
                    let captured = fitting(&components, captured.into(), |set| set & met == known, rng)?;
                    met &= !known;
                    each(captured).for_each(|stone| plan.demand(stone, now));
                    // What is not captured has a liberty, and so has the player's stone.
                    components.iter().filter(|component| *component & captured == 0).for_each(|component| plan.liberty(*component, now));
                    if captured == 0 {
                        plan.liberty(self.around(self.component(point, own)), now);
                    }
                    each(captured).for_each(|stone| plan.renew(stone, now));
                }
                Event::Own { point, result: Own::Taken } => {
                    met |= bit(point.into());
                    plan.demand(point.into(), now);
                }
                Event::Own { point, result: Own::Illegal } => {
                    let point = usize::from(point);
                    plan.empty(point, now)?;
                    let touching = self.components(self.around(bit(point)), own);
                    let group = touching.iter().fold(bit(point), |all, chain| all | chain);
                    each(self.around(group) & !own).for_each(|stone| plan.demand(stone, now));
                }
                Event::OtherPlaced { lost } if lost != 0 => {
                    own &= !lost;
                    let chains = self.components(lost, lost);
                    let last = chains.iter().fold(self.board, |common, chain| common & self.around(*chain)) & !own;
                    let open: Vec<usize> = each(last).filter(|&point| plan.is_open(point)).collect();
                    let last = rng.pick(&open)?;
                    each(self.around(lost) & !own & !bit(last)).for_each(|stone| plan.demand(stone, now));
                    plan.spans[plan.current[last]].at = now;
                    plan.demand(last, now + 1);
                    plan.fixed[now] = Some(last);
                    each(lost).for_each(|stone| plan.renew(stone, now));
                }
                _ => {}
            }
        }
        // What is on the board now has liberties.
        let now = self.events.len();
        for chain in self.components(own, own) {
            plan.liberty(self.around(chain), now);
        }
        for region in self.components(self.board & !own, self.board & !own) {
            plan.liberty(region, now);
        }
        plan.current = plan.first;
        // Stones that the other player has placed before each event.
        let mut stones = vec![0];
        for event in &self.events {
            stones.push(stones[stones.len() - 1] + usize::from(matches!(event, Event::OtherPlaced { .. })));
        }
        plan.draw_liberties(&stones, rng)?;
        Some(plan)
    }

    /// Plays everything that was seen; `false` if it cannot go on. Where a world contradicts what was seen, play steps back, ever further.
    fn play(&self, plan: &mut Plan, line: &mut Line, rng: &mut Rng, in_time: &dyn Fn() -> bool) -> bool {
        let mut failures = 0;
        while line.now < self.events.len() {
            if line.played == MOST_PLAYED || line.played.is_multiple_of(LOOK) && !in_time() {
                return false;
            }
            line.played += 1;
            let now = line.now;
            if self.follow(plan, line, rng) {
                plan.pass(now);
                continue;
            }
            failures += 1;
            if failures > STEPS_BACK {
                return false;
            }
            let step = 1 + rng.below((FIRST_STEP + failures).min(now.max(1)));
            line.step_back(now.saturating_sub(step));
            plan.rewind(line.now);
        }
        !line.world().is_over()
    }

    /// Plays an event; `false`, and nothing, if it would look different.
    fn follow(&self, plan: &Plan, line: &mut Line, rng: &mut Rng) -> bool {
        let (world, now) = (line.world(), line.now);
        let event = self.events[now];
        let point = match event {
            Event::Own { point, .. } => Some(usize::from(point)),
            Event::OtherPassed => Some(PASS),
            Event::OtherFailed => self.failing(world, rng),
            Event::OtherPlaced { .. } => plan.fixed[now].or_else(|| self.placing(plan, world, now, rng)),
        };
        let over = world.is_over();
        point.is_some_and(|point| !over && line.perform(point, |one| one.seen_by(self.player) == event))
    }

    /// A point where a try of the other player fails.
    fn failing(&self, world: &Phantom, rng: &mut Rng) -> Option<usize> {
        let fails = |&point: &usize| {
            let colour = usize::from(world.board.stones.colour[point]);
            world.looks_empty(1 - self.player, point) && (colour == self.player || !world.board.is_legal(point))
        };
        rng.pick(&points::<STRIDE>(self.rules.size).filter(fails).collect::<Vec<usize>>())
    }

    /// A point for a stone of the other player that captures nothing.
    fn placing(&self, plan: &Plan, world: &Phantom, now: usize, rng: &mut Rng) -> Option<usize> {
        let jobs = self.jobs(plan, world, now);
        let in_time = |except: usize| self.is_feasible(plan, jobs.iter().filter(|job| job.2 != except).copied().collect(), now + 1);
        let any = in_time(NEVER);
        let may = |&point: &usize| {
            let id = plan.current[point];
            let Span { deadline, empty_until, at } = plan.spans[id];
            let free = world.board.is_empty_point(point) && now >= empty_until && at == NEVER && (any || deadline != NEVER && in_time(id));
            free && world.board.is_legal(point) && !self.captures(world, point)
        };
        let mut open = Vec::with_capacity(world.board.stones.empty_count);
        open.extend(points::<STRIDE>(self.rules.size).filter(may));
        // What is needed soon may be enclosed when it is due.
        let needed = |point: &usize| plan.spans[plan.current[*point]].deadline != NEVER;
        if plan.hurries && open.iter().any(needed) {
            open.retain(needed);
        }
        rng.pick(&open)
    }

    /// The spans that miss a stone: from when on it may be placed, before when, and their numbers.
    fn jobs(&self, plan: &Plan, world: &Phantom, now: usize) -> Vec<(usize, usize, usize)> {
        let present = each(self.board).filter(|&point| !self.holds(world, point)).map(|point| (now, plan.current[point]));
        let later = plan.begun.iter().filter(|(after, ..)| *after >= now).map(|&(after, _, id)| (after + 1, id));
        let missing = present.chain(later).map(|(from, id)| (from, plan.spans[id], id));
        let missing = missing.filter(|(_, span, _)| span.at == NEVER && span.deadline != NEVER);
        let mut jobs = Vec::with_capacity(plan.spans.len());
        jobs.extend(missing.map(|(from, span, id)| (from.max(span.empty_until), span.deadline, id)));
        jobs
    }

    /// Whether the stones from this event on suffice: each is placed where it is needed first.
    fn is_feasible(&self, plan: &Plan, mut jobs: Vec<(usize, usize, usize)>, from: usize) -> bool {
        jobs.sort_unstable_by_key(|job| job.1);
        for event in from..self.events.len() {
            if jobs.first().is_some_and(|job| job.1 <= event) {
                return false;
            }
            if matches!(self.events[event], Event::OtherPlaced { .. }) && plan.fixed[event].is_none() {
                let next = jobs.iter().position(|job| job.0 <= event);
                next.map(|next| jobs.remove(next));
            }
        }
        jobs.is_empty()
    }

    /// Whether a stone of the other player takes the last liberty of a chain of the player.
    fn captures(&self, world: &Phantom, point: usize) -> bool {
        let around = Chains::<STRIDE, 128>::neighbours(point);
        let last = world.board.stones.ends_with(around);
        (0..4).any(|k| last[k] && usize::from(world.board.stones.colour[around[k]]) == self.player)
    }

    /// Whether the other player has a stone there.
    fn holds(&self, world: &Phantom, point: usize) -> bool {
        let colour = world.board.stones.colour[point];
        colour != BORDER && usize::from(colour) == 1 - self.player
    }
}

/// Enemy stones that are captured where these components of points lie around a stone of the player, if they are as many and accepted: a chain without another liberty fills a
/// component.
fn fitting(components: &[Points], count: u32, accept: impl Fn(Points) -> bool, rng: &mut Rng) -> Option<Points> {
    let unions = (0..1usize << components.len()).map(|chosen| {
        let all = components.iter().enumerate().filter(|(k, _)| chosen >> k & 1 == 1);
        all.fold(0, |set, (_, component)| set | component)
    });
    let fitting: Vec<Points> = unions.filter(|set: &Points| set.count_ones() == count && accept(*set)).collect();
    rng.pick(&fitting)
}
