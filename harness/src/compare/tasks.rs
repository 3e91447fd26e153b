//! Merges the tasks of two runs in plan order, keeping only sums and rounds.

use super::Pairing;
use super::comparison::{CellComparison, Comparison, Difference, Effort, FirstDivergence, OverallDifference, RoundPairs};
use super::difference_groups::{DifferenceGroups, FirstAgents};
use super::pairing::Side;
use super::pairing::names_of;
use super::round_links::RoundLinks;
use crate::experiment::Cell;
use crate::kinds::{self, ComparedRecord, SharedRounds, Tasks};
use crate::plan::Task;
use crate::report::{Growth, mixed_builds};
use crate::store::{Column, Row, Rows, Store, StoreError};
use std::collections::BTreeMap;
use treebench_stats::{LinkedShares, Moments, PairedShares, paired_means};

/// Compares the stored tasks of two runs.
///
/// # Errors
/// If a run cannot be read, or no task has been played in both.
pub fn compare_runs(pairing: &Pairing, first: &Store, second: &Store) -> Result<Comparison, String> {
    let tasks = kinds::of(&pairing.first.plan.experiment).tasks();
    let mut walk = Walk::new(pairing, tasks);
    let fails = |error: StoreError| error.to_string();
    walk.growth = [pairing.first.growth(first).map_err(fails)?, pairing.second.growth(second).map_err(fails)?];
    let mut left = pairing.first.rows(first).map_err(fails)?;
    let mut right = pairing.second.rows(second).map_err(fails)?;
    walk.all(&mut left, &mut right);
    left.check().map_err(fails)?;
    right.check().map_err(fails)?;
    for (side, (plan, store)) in [(&pairing.first.plan, first), (&pairing.second.plan, second)].into_iter().enumerate() {
        store
            .attempts()
            .all(plan)
            .map_err(fails)?
            .iter()
            .for_each(|attempt| walk.tallies[attempt.task.cell as usize].cell.retried[side] += 1);
    }
    let mixed = [mixed_builds(&pairing.first.plan, first).map_err(fails)?, mixed_builds(&pairing.second.plan, second).map_err(fails)?];
    Ok(Comparison { mixed, ..walk.finish()? })
}

/// The tally of one cell so far.
struct Tally {
    cell: CellComparison,
    outcomes: Vec<Outcomes>,
}

/// One outcome of a cell: the values of tasks with a result in both runs, and the differences of rounds.
#[derive(Default)]
struct Outcomes {
    first: Moments,
    second: Moments,
    shares: PairedShares,
    means: Moments,
}

/// The tasks of one round as they come in.
#[derive(Default)]
struct Round {
    id: Option<(usize, u32)>,
    games: Vec<u32>,
    sums: Vec<(f64, f64)>,
    key: u64,
    known: bool,
}

struct Walk<'p> {
    pairing: &'p Pairing,
    tasks: &'static dyn Tasks,
    tallies: Vec<Tally>,
    /// Per outcome, the rounds of all cells.
    all: Vec<LinkedShares>,
    /// Per cell and side, what its rounds share with those of other cells.
    shared: Vec<[SharedRounds; 2]>,
    altered: DifferenceGroups,
    growth: [Growth; 2],
    /// Keyed by the agent's first place among the participants, game and agent, so that candidates come before their opponents.
    effort: BTreeMap<(usize, String, String), Effort>,
    places: BTreeMap<(String, String), usize>,
    round: Round,
    links: RoundLinks,
}

/// What the rounds of a cell share with those of other cells of its run.
fn shared(side: &Side, tasks: &dyn Tasks, place: usize) -> SharedRounds {
    let experiment = &side.plan.experiment;
    let cell = &experiment.cells[place];
    tasks.shared_rounds(experiment, cell, experiment.games_per_cell.div_ceil(cell.seeding.round.max(1)) as usize)
}

/// What the rounds of a cell have in common on both sides, which share this with those of other cells of their runs.
fn round_pairs(same_seeds: bool, [first, second]: &[SharedRounds; 2]) -> RoundPairs {
    match (same_seeds, first.is_same_by_number(second)) {
        (true, _) => RoundPairs::SameSeeds,
        (false, true) => RoundPairs::SameOpenings,
        (false, false) => RoundPairs::Unrelated,
    }
}

impl<'p> Walk<'p> {
    fn new(pairing: &'p Pairing, tasks: &'static dyn Tasks) -> Self {
        let outcomes = tasks.terms().outcomes;
        let mut altered = DifferenceGroups::default();
        pairing.differences.iter().zip(&pairing.first.plan.experiment.cells).for_each(|(what, cell)| altered.cell(what, cell));
        let shared: Vec<[SharedRounds; 2]> =
            (0..pairing.names.len()).map(|place| [&pairing.first, &pairing.second].map(|side| shared(side, tasks, place))).collect();
        let tally = |(place, shared): (usize, &[SharedRounds; 2])| Tally {
            cell: CellComparison {
                name: pairing.names[place].clone(),
                same_key: pairing.same_key[place],
                rounds: round_pairs(pairing.has_same_seeds(place), shared),
                difference: pairing.differences[place].clone(),
                ..CellComparison::default()
            },
            outcomes: outcomes.iter().map(|_| Outcomes::default()).collect(),
        };
        Walk {
            pairing,
            tasks,
            tallies: shared.iter().enumerate().map(tally).collect(),
            all: outcomes.iter().map(|_| LinkedShares::default()).collect(),
            shared,
            altered,
            effort: BTreeMap::new(),
            places: BTreeMap::new(),
            round: Round::default(),
            links: RoundLinks::of(&pairing.first.plan.experiment.cells),
            growth: <[Growth; 2]>::default(),
        }
    }

    /// Merges two sorted streams of rows.
    fn all(&mut self, left: &mut Rows<'_>, right: &mut Rows<'_>) {
        let (mut one, mut two) = (left.next(), right.next());
        loop {
            let place = |row: &Option<(usize, u32, Row)>| row.as_ref().map(|(cell, task, _)| (*cell, *task));
            match (place(&one), place(&two)) {
                (None, None) => break,
                (Some(here), other) if other.is_none_or(|other| here < other) => {
                    self.tallies[here.0].cell.only_first += 1;
                    one = left.next();
                }
                (here, Some(other)) if here.is_none_or(|here| other < here) => {
                    self.tallies[other.0].cell.only_second += 1;
                    two = right.next();
                }
                _ => {
                    if let (Some((cell, task, first)), Some((_, _, second))) = (one.take(), two.take()) {
                        self.both(cell, task, &first, &second);
                    }
                    (one, two) = (left.next(), right.next());
                }
            }
        }
        self.end_round();
    }

    /// A task that has been played in both runs.
    fn both(&mut self, place: usize, task: u32, first: &Row, second: &Row) {
        let (cell, other) = (&self.pairing.first.plan.experiment.cells[place], &self.pairing.second.plan.experiment.cells[place]);
        let tasks = self.tasks;
        let tally = &mut self.tallies[place].cell;
        if !tally.same_key {
            tally.unrelated += 1;
        } else if is_same(tasks.columns(), first, second) {
            tally.same += 1;
        } else {
            tally.changed += 1;
            if let Some(divergence) = tasks.divergence(cell, first, second).filter(|_| tally.divergence.is_none()) {
                let id = self.pairing.first.plan.id(Task { cell: place as u32, number: task });
                tally.divergence = Some(FirstDivergence { task: id, divergence });
            }
        }
        let id = (place, cell.round(task));
        if self.round.id != Some(id) {
            self.end_round();
            let outcomes = self.all.len();
            self.round = Round { id: Some(id), games: vec![0; outcomes], sums: vec![(0.0, 0.0); outcomes], key: 0, known: true };
        }
        let (one, two) = (tasks.compared(cell, first), tasks.compared(other, second));
        let tally = &mut self.tallies[place];
        let failed = |compared: &ComparedRecord| u64::from(compared.values.first().is_some_and(Option::is_none));
        tally.cell.without_first += failed(&one);
        tally.cell.without_second += failed(&two);
        for (index, (a, b)) in one.values.iter().zip(&two.values).enumerate() {
            let (&Some(a), &Some(b)) = (a, b) else { continue };
            tally.outcomes[index].first.push(a);
            tally.outcomes[index].second.push(b);
            self.round.games[index] += 1;
            self.round.sums[index].0 += a;
            self.round.sums[index].1 += b;
        }
        self.round.known &= one.key != 0 && two.key != 0;
        // Sums, so that the order of the games of a round does not matter.
        self.round.key = self.round.key.wrapping_add(one.key).wrapping_add(two.key.rotate_left(24));
        self.spent(cell, &one, 0);
        self.spent(other, &two, 1);
    }

    fn spent(&mut self, cell: &Cell, compared: &ComparedRecord, side: usize) {
        for spent in &compared.spent {
            let agent = cell.participants.get(spent.participant);
            let name = agent.map_or(String::new(), |agent| format!("{}, {}", agent.name, agent.budget));
            // A player of a tournament is the first of some cells and the second of others.
            let place = *self.places.entry((cell.game.label.clone(), name.clone())).or_insert(spent.participant);
            let effort = self.effort.entry((place, cell.game.label.clone(), name)).or_default();
            if spent.work > 0.0 && spent.micros > 0.0 {
                effort.speed[side].push(spent.micros, spent.work);
            }
            if spent.bytes > 0.0 {
                effort.memory[side].push(spent.bytes);
                effort.most[side] = effort.most[side].max(spent.bytes);
            }
        }
    }

    fn end_round(&mut self) {
        let Round { id: Some((place, round)), games, sums, key, known } = std::mem::take(&mut self.round) else { return };
        let key = if known { key.max(1) } else { 0 };
        let shared = self.shared[place].iter().filter_map(|side| side.sharing().label(round as usize));
        let links = self.links.of_round(place, shared, key);
        for (index, (&games, &(a, b))) in games.iter().zip(&sums).enumerate().filter(|(_, (games, _))| **games > 0) {
            let outcome = &mut self.tallies[place].outcomes[index];
            if self.tasks.terms().outcomes[index].share {
                outcome.shares.push(key, games, a, b);
                self.all[index].push(links.iter().copied(), games, a, b);
                let what = &self.pairing.differences[place];
                self.altered.round(what, self.tasks.terms().outcomes[index].name, &links, (games, a, b));
            } else {
                outcome.means.push((b - a) / f64::from(games));
            }
        }
    }

    /// A task without a result lacks the first outcome.
    fn miss(&mut self) {
        let name = self.tasks.terms().outcomes.first().map_or("", |outcome| outcome.name);
        for (tally, what) in self.tallies.iter_mut().zip(&self.pairing.differences) {
            let missing = tally.cell.missing();
            self.altered.miss(what, name, missing);
            self.all.first_mut().into_iter().for_each(|all| all.miss(missing));
            tally.outcomes.first_mut().into_iter().for_each(|outcome| outcome.shares.miss(missing));
        }
    }

    fn finish(mut self) -> Result<Comparison, String> {
        self.miss();
        let experiment = &self.pairing.first.plan.experiment;
        let outcomes = self.tasks.terms().outcomes;
        let common: u64 = self.tallies.iter().map(|tally| tally.cell.common()).sum();
        if common == 0 {
            return Err(format!("no task of `{}` has been played in both runs", experiment.name));
        }
        let second = &self.pairing.second.plan.experiment;
        let stopped = experiment.stop_rule().is_some() || second.stop_rule().is_some();
        let change =
            if stopped || !self.growth.iter().all(Growth::is_fixed) { PairedShares::change_at_any_time } else { PairedShares::change };
        let mut cells = Vec::new();
        for Tally { mut cell, outcomes: found } in self.tallies {
            for (outcome, found) in outcomes.iter().zip(found).filter(|(_, found)| found.first.count() > 0) {
                let change = if outcome.share { change(&found.shares) } else { paired_means(&found.means) };
                cell.differences.push(Difference {
                    name: outcome.name.to_owned(),
                    better: outcome.better,
                    share: outcome.share,
                    first: found.first.mean(),
                    second: found.second.mean(),
                    change,
                    holm: f64::NAN,
                    same: cell.changed == 0 && cell.unrelated == 0,
                });
            }
            cells.push(cell);
        }
        let several = cells.len() > 1;
        let mut agents = FirstAgents::default();
        experiment.cells.iter().for_each(|cell| agents.add(cell));
        let all = outcomes.iter().zip(&self.all).filter(|(outcome, _)| several && outcome.share);
        let all = all.map(|(outcome, linked)| OverallDifference {
            name: outcome.name.to_owned(),
            whose: agents.words(),
            change: change(&linked.shares()),
            holm: f64::NAN,
        });
        let all = all.filter(|all| all.change.rounds > 0).collect();
        let mut comparison = Comparison {
            experiment: names_of(experiment, second, ""),
            cells,
            all,
            altered: self.altered.finish(change),
            effort: self
                .effort
                .into_iter()
                .map(|((_, game, agent), effort)| (game, agent, effort))
                .filter(|(.., effort)| effort.is_known())
                .collect(),
            work: (self.tasks.terms().unit, self.tasks.terms().clock),
            stopped,
            growth: self.growth,
            only_first: self.pairing.only_first.clone(),
            only_second: self.pairing.only_second.clone(),
            ..Comparison::default()
        };
        comparison.adjust();
        Ok(comparison)
    }
}

/// Whether the reproducible parts are equal.
fn is_same(columns: &[Column], first: &Row, second: &Row) -> bool {
    columns.iter().zip(first.iter().zip(second)).all(|(column, (one, two))| !column.reproducible || one == two)
}
