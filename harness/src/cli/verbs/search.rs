//! `bench search`: runs one search and prints the statistics at the root.

use super::Verb;
use crate::cli::CliError;
use crate::cli::args::game_args::{self, GameArgs, OpenedAgent, PlayableGame, json_values, titled};
use crate::cli::args::turn::{self, BudgetArgs};
use crate::cli::out::{self, Format};
use crate::kinds::catch;
use serde_json::json;
use std::process::ExitCode;
use treebench_agents::{Meter, Proof, RootMove, SearchReport, warm_up};
use treebench_games::notation::usual;
use treebench_games::{Player, Turn};
use treebench_reports::model::{Cell, Column, Table};

/// Runs one search and prints the statistics at the root.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench search tic-tac-toe --agent uct --iterations 10000
  bench search breakthrough --agent uct -p fpu=1 -p width=6 --states 50000 --top 5 --verbose
  bench search tic-tac-toe --agent uct --position 'XX./OO./... x' --time 0.5s --format json

A parameter goes to the game or the agent, whichever has it; if both do, write `game.key=…` or `agent.key=…`.
Means are for the player to move, from 0 (worst) to 1 (best). Chance is drawn until a player is to move.")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The agent (`bench list agents` shows them).
    #[arg(long)]
    agent: String,
    #[command(flatten)]
    budget: BudgetArgs,
    /// The seed of the random numbers.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// The number of moves to show; 0 shows all.
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,
    /// Shows all parameters of game and agent, too.
    #[arg(long, short)]
    verbose: bool,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The result of a search.
struct SearchResult {
    seat: Player,
    drawn: Vec<String>,
    chosen: String,
    meter: Meter,
    report: SearchReport,
    seconds: f64,
}

impl Verb for Args {
    const NAME: &'static str = "search";

    fn run(self) -> Result<ExitCode, CliError> {
        let (mut opened, named) = self.game.open_with(&self.agent)?;
        let drawn = opened.draw_chance(&mut game_args::rng(self.seed, 0));
        let position = opened.position.as_ref();
        let Turn::Player(seat) = position.turn() else {
            return Err(CliError::input(format!("the game is over in `{}`, so there is nothing to search", usual(position))));
        };
        let mut agent = named.recipe.agent(&opened.game).map_err(|error| CliError::input(format!("agent `{}`: {error}", named.name)))?;
        // A fault will appear again in the search itself.
        let _ = catch(|| warm_up(agent.as_mut(), position));
        agent.start(seat, game_args::rng(self.seed, 1));
        let mut meter = Meter::new(self.budget.budget());
        let submove = turn::choose(named.name, agent.as_mut(), position, &mut meter)?;
        let seconds = meter.elapsed().as_secs_f64();
        let found = SearchResult { seat, drawn, chosen: position.move_notation(&submove), meter, report: agent.report(), seconds };
        match self.format {
            Format::Text => out::finish_prose(&text(&opened, &named, &found, &self)),
            Format::Json => out::finish_json(&in_json(&opened, &named, &found, self.seed)),
        }
    }
}

impl SearchResult {
    fn iterations_per_second(&self) -> f64 {
        self.meter.iterations() as f64 / self.seconds.max(1e-9)
    }

    /// The notation of a submove at the root.
    fn written(&self, opened: &PlayableGame, root: &RootMove) -> String {
        root.written.clone().unwrap_or_else(|| opened.position.move_notation(&root.submove))
    }

    /// The share of the root's visits that went to this move; 0 if the agent does not count visits.
    fn share(&self, root: &RootMove) -> f64 {
        let all: u64 = self.report.root.iter().map(|root| root.visits).sum();
        root.visits as f64 / all.max(1) as f64
    }
}

fn text(opened: &PlayableGame, named: &OpenedAgent, found: &SearchResult, args: &Args) -> String {
    let top = args.top;
    let mut text = match args.verbose {
        true => format!("{} in {}\n\n", titled(named.name, &named.values), opened.title()),
        false => format!("{} in {}\n\n", named.name, opened.name),
    };
    if !found.drawn.is_empty() {
        text += &format!("chance drew {}\n", found.drawn.join(", "));
    }
    text += opened.position.draw().trim_end();
    text += &format!("\n{}\n\n", usual(opened.position.as_ref()));
    let root = &found.report.root;
    if !root.is_empty() {
        let shown = if top == 0 { root.len() } else { top.min(root.len()) };
        let mut table = Table::new("", "").column(Column::text("move"));
        table.columns.extend(["visits", "share", "mean", "bounds", "proof numbers"].map(Column::number));
        table.rows.extend(root[..shown].iter().map(|root| {
            let name = found.written(opened, root);
            let (share, mean) = (format!("{:.1} %", 100.0 * found.share(root)), format!("{:.4}", root.mean));
            [name, root.visits.to_string(), share, mean, bounds(&root.known), proof_numbers(&root.known)].map(Cell::from).to_vec()
        }));
        // Columns without any value are omitted.
        for column in [5, 4] {
            if table.rows.iter().all(|row| row[column] == Cell::from("")) {
                table.columns.remove(column);
                table.rows.iter_mut().for_each(|row| drop(row.remove(column)));
            }
        }
        text += &out::table(&table);
        if shown < root.len() {
            text += &format!("… and {} more (--top 0 shows all)\n", root.len() - shown);
        }
        text.push('\n');
    }
    let mut line = |name: &str, value: String| text += &format!("{name:<24}{value}\n");
    line("chosen", format!("{} by player {}", found.chosen, found.seat));
    for (name, value) in [("bounds", bounds(&found.report.known)), ("proof_numbers", proof_numbers(&found.report.known))] {
        if !value.is_empty() {
            line(name, value);
        }
    }
    if !found.report.line.is_empty() {
        line("principal variation", found.report.line.join(" "));
    }
    line("iterations", found.meter.iterations().to_string());
    line("nodal_states", found.meter.states().to_string());
    if found.meter.failed_draws() > 0 {
        line("failed_draws", format!("{} positions that agree with what the player knows were not found", found.meter.failed_draws()));
    }
    line("seconds", format!("{:.3}", found.seconds));
    line("iterations_per_second", format!("{:.0}", found.iterations_per_second()));
    line("tree_nodes", found.report.nodes.to_string());
    line("tree_bytes", found.report.bytes.to_string());
    text
}

/// The proven bounds of the score: `0 to 1`, or one number if they are equal.
fn bounds(known: &Proof) -> String {
    match known.bounds {
        None => String::new(),
        Some((low, high)) if low == high => low.to_string(),
        Some((low, high)) => format!("{low} to {high}"),
    }
}

fn proof_numbers(known: &Proof) -> String {
    let word = |&number: &u32| if number == u32::MAX { "∞".to_owned() } else { number.to_string() };
    known.proof_numbers.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// The proven facts as JSON; an infinite proof number is null.
fn known_json(known: &Proof) -> serde_json::Value {
    let numbers: Vec<_> = known.proof_numbers.iter().map(|&number| (number != u32::MAX).then_some(number)).collect();
    json!({ "bounds": known.bounds, "proof_numbers": numbers })
}

fn in_json(opened: &PlayableGame, named: &OpenedAgent, found: &SearchResult, seed: u64) -> serde_json::Value {
    let root: Vec<_> = found
        .report
        .root
        .iter()
        .map(|root| {
            json!({
                "move": found.written(opened, root),
                "visits": root.visits,
                "share": found.share(root),
                "mean": root.mean,
                "known": known_json(&root.known),
            })
        })
        .collect();
    json!({
        "game": opened.name,
        "game_params": json_values(&opened.values),
        "agent": named.name,
        "agent_params": json_values(&named.values),
        "budget": found.meter.budget().to_string(),
        "seed": seed,
        "drawn": found.drawn,
        "position": opened.position.notation(),
        "player": found.seat,
        "chosen": found.chosen,
        "expected": found.report.line,
        "iterations": found.meter.iterations(),
        "nodal_states": found.meter.states(),
        "failed_draws": found.meter.failed_draws(),
        "seconds": found.seconds,
        "iterations_per_second": found.iterations_per_second(),
        "tree_nodes": found.report.nodes,
        "tree_bytes": found.report.bytes,
        "known": known_json(&found.report.known),
        "root": root,
    })
}
