//! `bench playout`: plays random games and prints speeds and statistics.

use super::Verb;
use crate::cli::CliError;
use crate::cli::args::game_args::{GameArgs, PlayableGame, json_values};
use crate::cli::out::{self, Format};
use serde_json::json;
use std::process::ExitCode;
use std::time::Duration;
use treebench_games::Rng;
use treebench_stats::{Flat, FlatPlayer, Moments, Ratio};

/// Plays random games and prints speeds and statistics.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench playout breakthrough --seconds 5
  bench playout connect-four --playouts 100000 --seed 3
  bench playout rbg/chess --split Mod
  bench playout my/game.rbg --split ModShift
  bench playout tic-tac-toe --seconds 1 --format json

Nodal states count the players' moves; all states count their semimoves, including those undone in dead ends. Outcomes of chance
count as neither. Means and scores come with their standard error. Speeds are those of the game's own playout; the branching
factor (moves generated per state) comes from a plain loop over the first 1000 playouts of the seed, limited with --seconds to the same
time again. A game that is unfinished when the time is up counts as cut off.
With --playouts the output is deterministic, so no speeds are printed.")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// How long to play, in seconds [default: 2].
    #[arg(long, value_name = "N", conflicts_with = "playouts", value_parser = seconds)]
    seconds: Option<Duration>,
    /// Plays exactly this many games instead.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,
    /// The seed of the random numbers.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// The number of moves after which a game is cut off.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    cap: u32,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The number of playouts that measure the branching factor.
const BRANCHING_SAMPLE: u64 = 1000;

/// The measured rates.
struct PlayoutRate {
    flat: Flat,
    /// From the plain loop.
    branching: Ratio,
    /// The time of the playouts, unless their number was given.
    time: Option<Duration>,
}

impl PlayoutRate {
    fn playouts_per_second(&self) -> Option<f64> {
        self.time.map(|time| self.flat.nodal.count() as f64 / time.as_secs_f64())
    }

    fn states_per_second(&self) -> Option<f64> {
        self.playouts_per_second().map(|playouts| playouts * self.flat.nodal.mean())
    }
}

impl Verb for Args {
    const NAME: &'static str = "playout";

    fn run(self) -> Result<ExitCode, CliError> {
        let opened = self.game.open()?;
        let measured = measure(&opened, &self).map_err(CliError::input)?;
        match self.format {
            Format::Text => out::finish_prose(&text(&opened, &measured)),
            Format::Json => out::finish_json(&in_json(&opened, &self, &measured)),
        }
    }
}

fn measure(opened: &PlayableGame, args: &Args) -> Result<PlayoutRate, String> {
    let players = opened.game.info().players;
    let mut player = FlatPlayer::new(opened.position.boxed(), args.cap);
    let (mut flat, mut rng) = (Flat::new(players), Rng::from_seed(args.seed));
    let time = match args.playouts {
        Some(count) => player.play(count, &mut rng, &mut flat).map(|()| None),
        None => player.play_for(args.seconds.unwrap_or(Duration::from_secs(2)), &mut rng, &mut flat).map(Some),
    }?;
    let (sample, mut rng, mut branching) = (flat.nodal.count().min(BRANCHING_SAMPLE), Rng::from_seed(args.seed), Ratio::default());
    match time {
        None => player.count(sample, &mut rng, &mut Flat::new(players), &mut branching)?,
        // The plain loop lists every move: where there are 100,000 of them it takes far longer than random play.
        Some(time) => player.count_for(sample, time, &mut rng, &mut branching)?,
    }
    Ok(PlayoutRate { flat, branching, time })
}

fn text(opened: &PlayableGame, measured: &PlayoutRate) -> String {
    let PlayoutRate { flat, branching, .. } = measured;
    let mut text = format!("{}\n", opened.title());
    let mut line = |name: &str, value: String| text += &format!("{name:<24}{value}\n");
    line("playouts", flat.nodal.count().to_string());
    if let Some((playouts, states)) = measured.playouts_per_second().zip(measured.states_per_second()) {
        line("playouts_per_second", format!("{playouts:.0}"));
        line("nodal_states_per_second", format!("{states:.0}"));
    }
    line("mean_nodal_states", with_error(&flat.nodal, 2));
    line("mean_all_states", with_error(&flat.all, 2));
    line("branching", shown(branching.value(), branching.standard_error(), 3));
    for (seat, score) in flat.scores.iter().enumerate() {
        line(&format!("score_of_player_{seat}"), with_error(score, 4));
    }
    if flat.cut_off > 0 {
        line("cut_off", format!("{} (not counted in the scores)", flat.cut_off));
    }
    text
}

/// The standard error; unknown for fewer than two values.
fn error(mean: &Moments) -> Option<f64> {
    (mean.count() >= 2).then(|| mean.standard_error())
}

fn with_error(mean: &Moments, digits: usize) -> String {
    shown(mean.mean(), error(mean).unwrap_or(f64::NAN), digits)
}

/// A number with its standard error, each only if known.
fn shown(value: f64, error: f64, digits: usize) -> String {
    match (value.is_nan(), error.is_nan()) {
        (true, _) => "-".to_owned(),
        (false, true) => format!("{value:.digits$}"),
        (false, false) => format!("{value:.digits$} ± {error:.digits$}"),
    }
}

fn in_json(opened: &PlayableGame, args: &Args, measured: &PlayoutRate) -> serde_json::Value {
    let PlayoutRate { flat, branching, .. } = measured;
    let mean = |mean: &Moments| json!({ "mean": mean.mean(), "standard_error": error(mean) });
    json!({
        "game": opened.name,
        "params": json_values(&opened.values),
        "split": opened.game.split(),
        "position": opened.position.notation(),
        "seed": args.seed,
        "cap": args.cap,
        "playouts": flat.nodal.count(),
        "playouts_per_second": measured.playouts_per_second(),
        "nodal_states_per_second": measured.states_per_second(),
        "mean_nodal_states": mean(&flat.nodal),
        "mean_all_states": mean(&flat.all),
        "branching": branching.value(),
        "branching_standard_error": branching.standard_error(),
        "scores": flat.scores.iter().map(mean).collect::<Vec<_>>(),
        "cut_off": flat.cut_off,
    })
}

fn seconds(text: &str) -> Result<Duration, String> {
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero()).ok_or_else(|| "expected a number of seconds greater than zero, for example `2` or `0.5`".to_owned())
}
