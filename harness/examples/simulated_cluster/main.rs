//! The cost of shards of different sizes on a simulated cluster of 10,000 cores:
//!
//!     cargo run -p treebench --example simulated_cluster
//!
//! The times of games are those of `configs/results/gpn_table1.csv`: the mean processor time of a game in every cell, with the spread of the games'
//! lengths. `harness/cluster/README.md` has the output.

#![expect(clippy::print_stdout, reason = "what it prints is what it is for")]

mod model;

use model::{Cluster, Outcome, simulate};
use std::error::Error;
use treebench::games::Rng;

const RESULTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/results/gpn_table1.csv");

const MINUTE: f64 = 60.0;
const HOUR: f64 = 60.0 * MINUTE;

/// A cluster on which jobs of others come first: a node is taken away every two hours on average.
const TAKEN: Cluster = Cluster { node_life: 2.0 * HOUR, away: 10.0 * MINUTE, ..Cluster::USUAL };

/// Simulations of every line.
const TRIALS: u64 = 20;

/// Games of a cell: mean and standard deviation of their processor time, in seconds.
struct Cell {
    mean: f64,
    deviation: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let cells = cells()?;
    let game = cells.iter().map(|cell| cell.mean).sum::<f64>() / cells.len() as f64;
    println!("{} cells, {game:.1} s a game\n", cells.len());
    for (name, cluster) in [("Nodes fail every 50 days", Cluster::USUAL), ("Nodes are taken away every 2 hours", TAKEN)] {
        let cores = cluster.cores();
        for hours in [500.0, 5_000.0, 50_000.0] {
            println!("### {name}; a job of {hours} core-hours on {cores} cores, checkpoints every 5 minutes\n");
            println!(
                "| a shard | shards | ended after | times the least that the cores need | in kept games | in lost games | attempts broken |"
            );
            println!("|---|---|---|---|---|---|---|");
            for minutes in [2.0, 5.0, 10.0, 15.0, 20.0, 30.0, 60.0, 120.0, 240.0, 480.0] {
                if hours * HOUR / (minutes * MINUTE) <= 200_000.0 {
                    line(&cluster, &cells, game, hours * HOUR, minutes * MINUTE);
                }
            }
            println!();
        }
    }
    println!("### Checkpoints; 5000 core-hours in shards of 20 minutes, nodes are taken away every 2 hours\n");
    println!("| checkpoints every | in kept games | in lost games |");
    println!("|---|---|---|");
    for minutes in [1.0, 5.0, 15.0, 60.0] {
        let cluster = Cluster { checkpoint: minutes * MINUTE, ..TAKEN };
        let seen = mean(&cluster, &cells, game, 5_000.0 * HOUR, 20.0 * MINUTE);
        println!("| {minutes} min | {:.2} % | {:.3} % |", 100.0 * seen.efficiency(), 100.0 * seen.lost / seen.charged);
    }
    Ok(())
}

fn line(cluster: &Cluster, cells: &[Cell], game: f64, total: f64, shard: f64) {
    let seen = mean(cluster, cells, game, total, shard);
    println!(
        "| {} min | {} | {:.0} min | {:.2} | {:.2} % | {:.3} % | {:.2} % |",
        shard / MINUTE,
        (total / shard).ceil(),
        seen.makespan / MINUTE,
        seen.makespan * cluster.cores() as f64 / total,
        100.0 * seen.efficiency(),
        100.0 * seen.lost / seen.charged,
        100.0 * seen.broken as f64 / seen.attempts as f64,
    );
}

/// The sum of several simulations, with the mean of their times.
fn mean(cluster: &Cluster, cells: &[Cell], game: f64, total: f64, shard: f64) -> Outcome {
    let mut sum = Outcome::default();
    for trial in 0..TRIALS {
        let rng = &mut Rng::from_seed(trial);
        let shards = shards(cells, game, total, shard, rng);
        let seen = simulate(cluster, &shards, game, rng);
        sum.makespan += seen.makespan / TRIALS as f64;
        sum.charged += seen.charged / TRIALS as f64;
        sum.kept += seen.kept / TRIALS as f64;
        sum.lost += seen.lost / TRIALS as f64;
        sum.attempts += seen.attempts;
        sum.broken += seen.broken;
    }
    sum
}

/// The times of shards, dealt as `treebench::plan::Deal` deals: cell after cell, pair by pair. The sum of a shard's games is nearly normal.
fn shards(cells: &[Cell], game: f64, total: f64, shard: f64, rng: &mut Rng) -> Vec<f64> {
    let count = (total / shard).ceil() as u64;
    let pairs = ((total / game / 2.0).ceil() as u64).max(count);
    let border = |cell: usize| cell as u64 * pairs / cells.len() as u64;
    // How many of the first pairs the shard with this number gets.
    let dealt = |first: u64, number: u64| (first + count - 1 - number) / count;
    let time = |number| {
        let (mut mean, mut variance) = (0.0, 0.0);
        for (place, cell) in cells.iter().enumerate() {
            let games = 2.0 * (dealt(border(place + 1), number) - dealt(border(place), number)) as f64;
            mean += games * cell.mean;
            variance += games * cell.deviation * cell.deviation;
        }
        (mean + variance.sqrt() * normal(rng)).max(0.1 * mean)
    };
    (0..count).map(time).collect()
}

/// A standard normal number (Box and Muller 1958).
fn normal(rng: &mut Rng) -> f64 {
    (-2.0 * (1.0 - rng.unit()).ln()).sqrt() * (std::f64::consts::TAU * rng.unit()).cos()
}

/// The times of games in the stored results.
fn cells() -> Result<Vec<Cell>, Box<dyn Error>> {
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(RESULTS)?;
    let headers = reader.headers()?.clone();
    let place = |name: &str| headers.iter().position(|header| header == name).ok_or_else(|| format!("{RESULTS} has no column `{name}`"));
    let (endings, time, plies) = (place("endings")?, place("cpu_micros")?, place("plies")?);
    let mut cells = Vec::new();
    for row in reader.records() {
        let row = row?;
        let numbers = |place: usize| row[place].split(' ').map(str::parse).collect::<Result<Vec<f64>, _>>();
        let (games, micros, lengths) = (numbers(endings)?.iter().sum::<f64>(), numbers(time)?.iter().sum::<f64>(), numbers(plies)?);
        let [n, sum, squares] = lengths[..] else { return Err("the moments of lengths are three numbers".into()) };
        if n >= 2.0 && sum > 0.0 {
            let variance = (squares - sum * sum / n).max(0.0) / (n - 1.0);
            let mean = micros / 1e6 / games;
            cells.push(Cell { mean, deviation: mean * variance.sqrt() * n / sum });
        }
    }
    Ok(cells)
}
