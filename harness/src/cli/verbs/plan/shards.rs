//! The contents of each shard of a plan, for `bench plan --shards`.

use super::Line;
use crate::cli::out;
use crate::cluster::{SHARD_SECONDS, advised_shards};
use crate::plan::{Deal, Plan, Shard};
use crate::shards::dealable;
use serde_json::{Value, json};
use std::str::FromStr;
use treebench_reports::model::{Cell, Column, Table};

/// What `--shards` means without a number.
pub(super) const ADVISED: &str = "advised";
/// The maximum number of shards.
const MOST: u32 = 1_000_000;

/// A number of shards on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ShardCount {
    /// As many as `bench submit` deals.
    Advised,
    Given(u32),
}

impl FromStr for ShardCount {
    type Err = String;

    fn from_str(text: &str) -> Result<ShardCount, String> {
        if text == ADVISED {
            return Ok(ShardCount::Advised);
        }
        match text.parse() {
            Ok(count @ 1..=MOST) => Ok(ShardCount::Given(count)),
            _ => Err(format!("expected a number from 1 to {MOST}")),
        }
    }
}

/// The tasks of a shard.
#[derive(Clone, Copy, Default)]
struct ShardTasks {
    tasks: u64,
    /// Their processor time, if the cost of every cell is known.
    seconds: Option<f64>,
}

/// A plan dealt into shards.
pub(super) struct Shards {
    dealt: Vec<ShardTasks>,
    /// Whether the number is the advised one.
    advised: bool,
    whole_cells: bool,
}

impl Shards {
    /// Deals the whole plan, with what is done already.
    ///
    /// # Errors
    /// If the plan cannot be dealt, or the advised number is not known because the costs are not.
    pub(super) fn new(plan: &Plan, lines: &[Line<'_>], count: ShardCount) -> Result<Shards, String> {
        dealable(plan).map_err(|error| error.to_string())?;
        let costs: Option<Vec<f64>> = lines.iter().map(|line| Some(line.cost?.seconds)).collect();
        let games = f64::from(plan.experiment.games_per_cell);
        let of = match count {
            ShardCount::Given(of) => of,
            ShardCount::Advised => {
                let costs = costs
                    .as_ref()
                    .ok_or("nothing was measured, so no number of shards can be recommended; give one, as in `--shards 40`")?;
                advised_shards(games * costs.iter().sum::<f64>(), plan.len())
            }
        };
        let deal = Deal::new(plan, of);
        let mut dealt = vec![ShardTasks { tasks: 0, seconds: costs.is_some().then_some(0.0) }; of as usize];
        for task in plan.tasks() {
            let shard = &mut dealt[deal.shard_of(task).number as usize - 1];
            shard.tasks += 1;
            shard.seconds = shard.seconds.zip(costs.as_ref()).map(|(sum, costs)| sum + costs[task.cell as usize]);
        }
        Ok(Shards { dealt, advised: count == ShardCount::Advised, whole_cells: deal.deals_whole_cells() })
    }

    /// A table of at most `most` shards, and the range over all of them.
    pub(super) fn as_text(&self, plan: &Plan, most: usize) -> String {
        let what = plan.experiment.kind.tasks;
        let of = self.dealt.len();
        let mut table = Table::new("", "").column(Column::text("shard")).column(Column::number(what));
        if self.dealt.iter().any(|shard| shard.seconds.is_some()) {
            table = table.column(Column::number("processor hours"));
        }
        for (place, ShardTasks { tasks, seconds }) in self.dealt.iter().enumerate().take(most) {
            let shard = Shard { number: place as u32 + 1, of: of as u32 };
            let mut row = vec![shard.to_string(), tasks.to_string()];
            row.extend(seconds.map(hours));
            table.rows.push(row.into_iter().map(Cell::from).collect());
        }
        let mut text = format!("\n{}", out::table(&table));
        if of > most {
            text += &format!("… and {} more (--rows {of})\n", of - most);
        }
        let range = |values: Vec<String>| match &values[..] {
            [least, .., largest] if least != largest => format!("{least} to {largest}"),
            values => values.first().cloned().unwrap_or_default(),
        };
        let mut tasks: Vec<u64> = self.dealt.iter().map(|shard| shard.tasks).collect();
        tasks.sort_unstable();
        text += &format!("shards: {of} of {} {what}", range(tasks.iter().map(u64::to_string).collect()));
        let mut seconds: Vec<f64> = self.dealt.iter().filter_map(|shard| shard.seconds).collect();
        seconds.sort_by(f64::total_cmp);
        if !seconds.is_empty() {
            text += &format!(", {} processor hours each", range(seconds.into_iter().map(hours).collect()));
        }
        if self.advised {
            text += &format!("; about {:.0} minutes each, as `bench submit` splits them", SHARD_SECONDS / 60.0);
        }
        let empty = tasks.iter().filter(|tasks| **tasks == 0).count();
        if empty > 0 {
            let why = if self.whole_cells { "with [stop], cells are not split" } else { "there are fewer pairs of tasks" };
            text += &format!("; {empty} of them are empty: {why}");
        }
        text + "\n"
    }

    pub(super) fn as_json(&self) -> Value {
        self.dealt.iter().map(|ShardTasks { tasks, seconds }| json!({ "tasks": tasks, "processor_seconds": seconds })).collect()
    }
}

fn hours(seconds: f64) -> String {
    let hours = seconds / 3600.0;
    format!("{hours:.*}", if hours < 10.0 { 3 } else { 1 })
}
