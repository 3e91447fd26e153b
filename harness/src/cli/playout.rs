//! `bench playout`: plays random games and prints speeds and statistics.

use super::CliError;
use super::named::{GameArgs, Opened, json_values, titled};
use super::out::{self, Format};
use crate::stats::{Branching, Flat, Moments};
use serde_json::json;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use treebench_games::{Rng, Scratch};

/// The command line of `bench playout`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench playout breakthrough --seconds 5
  bench playout connect-four --playouts 100000 --seed 3
  bench playout tic-tac-toe --seconds 1 --format json

Nodal states are the moves that players made, all states their semimoves, those taken back out of dead ends included; steps
of chance count as neither. Means and scores are followed by their standard error. Speeds come from the game's own playout, the
branching factor (moves generated per state) from the plain loop over the first 1000 playouts of the seed.
With --playouts the text is the same every time, so no speeds are printed.")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// How long to play, in seconds [default: 2].
    #[arg(long, value_name = "N", conflicts_with = "playouts", value_parser = seconds)]
    seconds: Option<Duration>,
    /// Plays exactly this many games instead.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,
    /// Where the random numbers begin.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Moves of players after which a game is cut off.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    cap: u32,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Playouts from which the branching factor is taken.
const BRANCHING_SAMPLE: u64 = 1000;

/// Runs the verb.
pub(crate) fn run(args: Args) -> Result<ExitCode, CliError> {
    let opened = args.game.open()?;
    let (flat, elapsed) = match args.playouts {
        Some(count) => (counted(&opened, &args, count), None),
        None => {
            let (flat, elapsed) = timed(&opened, &args, args.seconds.unwrap_or(Duration::from_secs(2)));
            (flat, Some(elapsed))
        }
    };
    let mut branching = Branching::default();
    let mut rng = Rng::from_seed(args.seed);
    for _ in 0..flat.nodal.count().min(BRANCHING_SAMPLE) {
        branching.playout(&mut opened.position.boxed(), &mut rng, args.cap);
    }
    let speeds = elapsed.map(|time| (flat.nodal.count() as f64 / time.as_secs_f64(), flat.nodal.mean()));
    let speeds = speeds.map(|(playouts, moves)| (playouts, playouts * moves));
    match args.format {
        Format::Text => out::finish(&text(&opened, &flat, branching, speeds)),
        Format::Json => out::finish_json(&in_json(&opened, &args, &flat, branching, speeds)),
    }
}

/// One playout after the other, from the same position.
struct Player<'a> {
    opened: &'a Opened,
    rng: Rng,
    cap: u32,
    position: Box<dyn treebench_games::Position>,
    scratch: Scratch,
    flat: Flat,
}

impl<'a> Player<'a> {
    fn new(opened: &'a Opened, args: &Args) -> Self {
        Player {
            opened,
            rng: Rng::from_seed(args.seed),
            cap: args.cap,
            position: opened.position.boxed(),
            scratch: Scratch::default(),
            flat: Flat::new(opened.game.info().players),
        }
    }

    fn play(&mut self, count: u64) {
        for _ in 0..count {
            self.position.copy_from(self.opened.position.as_ref());
            let playout = self.position.playout(&mut self.rng, self.cap, &mut self.scratch);
            self.flat.add(playout, self.position.as_ref());
        }
    }
}

fn counted(opened: &Opened, args: &Args, count: u64) -> Flat {
    let mut player = Player::new(opened, args);
    player.play(count);
    player.flat
}

/// Plays until the time is over; looks at the clock about once in a millisecond.
#[expect(clippy::disallowed_methods, reason = "this verb measures speed")]
fn timed(opened: &Opened, args: &Args, time: Duration) -> (Flat, Duration) {
    let mut player = Player::new(opened, args);
    let start = Instant::now();
    let mut batch = 1;
    loop {
        let before = start.elapsed();
        player.play(batch);
        let after = start.elapsed();
        if after >= time {
            return (player.flat, after);
        }
        if after - before < Duration::from_millis(1) {
            batch *= 2;
        }
    }
}

fn text(opened: &Opened, flat: &Flat, branching: Branching, speeds: Option<(f64, f64)>) -> String {
    let mut text = format!("{}\n", titled(opened.name, &opened.values));
    let mut line = |name: &str, value: String| text += &format!("{name:<24}{value}\n");
    line("playouts", flat.nodal.count().to_string());
    if let Some((playouts, states)) = speeds {
        line("playouts_per_second", format!("{playouts:.0}"));
        line("nodal_states_per_second", format!("{states:.0}"));
    }
    line("mean_nodal_states", with_error(&flat.nodal, 2));
    line("mean_all_states", with_error(&flat.all, 2));
    line("branching", format!("{:.2}", branching.factor()));
    for (seat, score) in flat.scores.iter().enumerate() {
        line(&format!("score_of_player_{seat}"), with_error(score, 4));
    }
    if flat.cut_off > 0 {
        line("cut_off", format!("{} (their scores are left out)", flat.cut_off));
    }
    text
}

/// The standard error; unknown for less than two values.
fn error(mean: &Moments) -> Option<f64> {
    (mean.count() >= 2).then(|| mean.standard_error())
}

fn with_error(mean: &Moments, digits: usize) -> String {
    match error(mean) {
        Some(error) => format!("{:.digits$} ± {error:.digits$}", mean.mean()),
        None if mean.count() == 0 => "-".to_owned(),
        None => format!("{:.digits$}", mean.mean()),
    }
}

fn in_json(opened: &Opened, args: &Args, flat: &Flat, branching: Branching, speeds: Option<(f64, f64)>) -> serde_json::Value {
    let mean = |mean: &Moments| json!({ "mean": mean.mean(), "standard_error": error(mean) });
    json!({
        "game": opened.name,
        "params": json_values(&opened.values),
        "position": opened.position.notation(),
        "seed": args.seed,
        "cap": args.cap,
        "playouts": flat.nodal.count(),
        "playouts_per_second": speeds.map(|(playouts, _)| playouts),
        "nodal_states_per_second": speeds.map(|(_, states)| states),
        "mean_nodal_states": mean(&flat.nodal),
        "mean_all_states": mean(&flat.all),
        "branching": branching.factor(),
        "scores": flat.scores.iter().map(mean).collect::<Vec<_>>(),
        "cut_off": flat.cut_off,
    })
}

fn seconds(text: &str) -> Result<Duration, String> {
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero()).ok_or_else(|| "expected a number of seconds above zero, as in `2` or `0.5`".to_owned())
}
