//! `bench stats`: intervals, tests, numbers of games and rating lists for results from elsewhere.

mod games;
mod game_ratings;
mod ratings;

use super::Verb;
use crate::cli::CliError;
use crate::cli::out::{self, Format};
use serde_json::json;
use std::process::ExitCode;
use treebench_reports::{p_words, signed};
use treebench_stats::{
    Bets, Elo, LEVEL, Moments, Question as Power, Rounds, Verdict, elo, judge_rounds, llr, llr_normalised, needed, normalised_elo,
    score_of_elo, superiority,
};

/// Computes intervals, tests, numbers of games and rating lists from given counts.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench stats interval 60 10 30
  bench stats interval --pairs 2,10,30,5,18,7
  bench stats llr --pairs 365,16618,36029,200,16974,390 --nelo 0,2
  bench stats games --points 5 --power 0.8
  bench stats ratings results.csv
  bench stats ratings games.pgn more.pgn --anchor stockfish=3500

The last line holds the numbers alone.")]
pub(crate) struct Args {
    #[command(subcommand)]
    question: Question,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t, global = true)]
    format: Format,
}

#[derive(clap::Subcommand, Debug)]
enum Question {
    /// The score with its 95 % interval, and the p-value of an even result.
    Interval {
        /// Games won, drawn and lost; each is taken as independent of the others.
        #[arg(value_names = ["W", "D", "L"], num_args = 3, required_unless_present = "pairs", allow_negative_numbers = true)]
        games: Vec<u32>,
        /// Pairs of games with seats swapped, instead of single games: LL,LD,WL,DD,WD,WW.
        #[arg(long, value_delimiter = ',', num_args = 1, conflicts_with = "games", allow_hyphen_values = true)]
        pairs: Vec<u32>,
    },
    /// The log-likelihood ratio of the generalised sequential probability ratio test.
    Llr {
        /// Pairs of games with seats swapped: LL,LD,WL,DD,WD,WW.
        #[arg(long, value_delimiter = ',', num_args = 1, required = true, allow_hyphen_values = true)]
        pairs: Vec<u32>,
        #[command(flatten)]
        hypotheses: Hypotheses,
    },
    /// How many games it takes to find a difference.
    Games {
        /// The difference from an even result in percentage points.
        #[arg(long, allow_hyphen_values = true)]
        points: f64,
        /// The probability of finding it.
        #[arg(long, default_value_t = 0.8)]
        power: f64,
        /// The probability of finding a difference between equals.
        #[arg(long, default_value_t = 0.05)]
        alpha: f64,
        /// The share of drawn games.
        #[arg(long, default_value_t = 0.0)]
        draws: f64,
    },
    /// Rating lists: Elo points of the Bradley-Terry model, with draws and the advantage of the first move where single games are given; of tables
    /// of results also α-rank and Nash averaging.
    Ratings {
        /// Files of games: PGN, SGF, or CSV with the columns white,black,result (or black,white,result: the player who moves first in the first
        /// column). Or one CSV file with the columns first,second,wins,draws,losses, or with a square table of mean scores (row against column,
        /// from 0 to 1) with names in the heading and in the first column.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<std::path::PathBuf>,
        /// A player of single games whose rating is given; can be repeated.
        #[arg(long = "anchor", value_name = "NAME=ELO", value_parser = anchor)]
        anchors: Vec<(String, f64)>,
    },
}

/// The two hypotheses, the null hypothesis first.
#[derive(clap::Args, Debug)]
#[group(required = true, multiple = false)]
struct Hypotheses {
    /// In normalised Elo.
    #[arg(long, value_delimiter = ',', num_args = 1, allow_hyphen_values = true)]
    nelo: Vec<f64>,
    /// In logistic Elo.
    #[arg(long, value_delimiter = ',', num_args = 1, allow_hyphen_values = true)]
    elo: Vec<f64>,
    /// As scores in percent.
    #[arg(long, value_delimiter = ',', num_args = 1, allow_hyphen_values = true)]
    points: Vec<f64>,
}

impl Verb for Args {
    const NAME: &'static str = "stats";

    fn run(self) -> Result<ExitCode, CliError> {
        let (text, values) = match &self.question {
            Question::Interval { games, pairs } => interval(games, pairs)?,
            Question::Llr { pairs, hypotheses } => ratio(pairs, hypotheses)?,
            Question::Games { points, power, alpha, draws } => {
                games(Power { difference: points / 100.0, draws: *draws, alpha: *alpha, power: *power })?
            }
            Question::Ratings { files, anchors } => match &files[..] {
                [file] if anchors.is_empty() && ratings::is_table(file) => ratings::ratings(file)?,
                files => game_ratings::rated(files, anchors)?,
            },
        };
        match self.format {
            Format::Text => out::finish_prose(&text),
            Format::Json => out::finish_json(&values),
        }
    }
}

type Answer = (String, serde_json::Value);

/// The counts of pairs that score 0, ¼, ½, ¾ and 1.
fn pentanomial(pairs: &[u32]) -> Result<[u32; 5], CliError> {
    match *pairs {
        [ll, ld, wl, dd, wd, ww] => Ok([ll, ld, wl.saturating_add(dd), wd, ww]),
        [ll, ld, even, wd, ww] => Ok([ll, ld, even, wd, ww]),
        _ => Err(CliError::input(format!(
            "--pairs takes the six counts LL,LD,WL,DD,WD,WW, or five with WL and DD added up, not {}",
            pairs.len()
        ))),
    }
}

/// The maximum number of games or pairs of an interval, which keeps every one; ten million take 1.3 GB (`/usr/bin/time -v bench stats interval
/// 6000000 3000000 1000000`).
const MOST: u64 = 10_000_000;

/// Why an interval that holds at every look may be shorter than one that holds at one of them.
const NARROWER: &str = "; it is shorter at an end than the other, which does not trust scores that vary little and takes them to vary as much as wins and losses may";

fn interval(games: &[u32], pairs: &[u32]) -> Result<Answer, CliError> {
    let given: u64 = games.iter().chain(pairs).copied().map(u64::from).sum();
    if given > MOST {
        return Err(CliError::input(format!("{given} results are too many: at most {MOST} are supported")));
    }
    let rounds = if pairs.is_empty() {
        Rounds::of_match(u64::from(games[0]), u64::from(games[1]), u64::from(games[2]))
    } else {
        let mut rounds = Rounds::new(2);
        for (count, score) in pentanomial(pairs)?.into_iter().zip([0.0, 0.5, 1.0, 1.5, 2.0]) {
            (0..count).for_each(|_| rounds.push(0, 2, &[score, 2.0 - score]));
        }
        rounds
    };
    if rounds.is_empty() {
        return Err(CliError::input("there are no games".to_owned()));
    }
    let judged = judge_rounds(&rounds, 0.5);
    let (low, high) = judged.interval;
    let verdict = match judged.verdict {
        Verdict::Better => "better than even",
        Verdict::Undecided if judged.decidable => "not distinguishable from even",
        Verdict::Undecided => "too few games for any verdict",
        Verdict::Worse => "worse than even",
    };
    let score = judged.estimate.mean;
    // Rounds are the values of the sequence: pairs, or single games.
    let tallies = rounds.tallies(false);
    let counts: Vec<(f64, f64)> = tallies.iter().map(|tally| (tally.sums[0] / f64::from(tally.games), tally.rounds as f64)).collect();
    let (always_low, always_high) = Bets::on(&counts).interval(LEVEL);
    let mut values = Moments::default();
    rounds.candidate().for_each(|(games, sum)| values.push(sum / f64::from(games)));
    let size = rounds.candidate().map(|(games, _)| games).max().unwrap_or(1);
    let (rating, normalised, above) = (elo(score, (low, high)), normalised_elo(&values, size, (low, high)), superiority(&values));
    let shown = |rating: Option<Elo>| {
        rating
            .map_or("none".to_owned(), |Elo { value, low, high }| format!("{} [{}, {}]", signed(value, 1), signed(low, 1), signed(high, 1)))
    };
    let is_narrower = always_low > low || always_high < high;
    let narrower = if is_narrower { NARROWER } else { "" };
    let text = format!(
        "score {:.2} %, 95 % interval {:.2} to {:.2} %, {} (permutation test): {verdict}\n\
         Elo {}, normalised Elo {}, likelihood of superiority {:.2} % (uniform prior)\n\
         always-valid 95 % interval {:.2} to {:.2} %: valid at every look while games are played{narrower}\n{score:.6} {low:.6} {high:.6}\n",
        100.0 * score,
        100.0 * low,
        100.0 * high,
        p_words(judged.p),
        shown(rating),
        shown(normalised),
        100.0 * above,
        100.0 * always_low,
        100.0 * always_high,
    );
    let values = json!({
        "score": score,
        "low": low,
        "high": high,
        "p": judged.p,
        "verdict": verdict,
        "elo": rating.map(|rating| rating.value),
        "normalised-elo": normalised.map(|rating| rating.value),
        "superiority": above,
        "always-valid-low": always_low,
        "always-valid-high": always_high,
    });
    Ok((text, values))
}

fn ratio(pairs: &[u32], hypotheses: &Hypotheses) -> Result<Answer, CliError> {
    let counts = pentanomial(pairs)?.map(f64::from);
    let (what, two) = match hypotheses {
        Hypotheses { nelo, .. } if !nelo.is_empty() => ("--nelo", nelo),
        Hypotheses { elo, .. } if !elo.is_empty() => ("--elo", elo),
        Hypotheses { points, .. } => ("--points", points),
    };
    let &[h0, h1] = two.as_slice() else {
        return Err(CliError::input(format!("{what} takes two numbers, as in {what} 0,2, not {}", two.len())));
    };
    if h0 >= h1 {
        return Err(CliError::input(format!("{what} {h0},{h1}: the first hypothesis must be below the second")));
    }
    let values: Vec<(f64, f64)> = counts.iter().enumerate().map(|(i, &count)| (i as f64 / 4.0, count)).collect();
    let found = match what {
        "--nelo" => llr_normalised(&values, 2, h0, h1),
        "--elo" => llr(&values, score_of_elo(h0), score_of_elo(h1)),
        _ => llr(&values, h0 / 100.0, h1 / 100.0),
    };
    let found = found
        .filter(|llr| llr.is_finite())
        .ok_or_else(|| CliError::input(format!("{what} {h0},{h1} cannot be tested: scores must lie strictly between 0 and 100 %")))?;
    Ok((format!("{}\n", four_digits(found)), json!({ "llr": found, "h0": h0, "h1": h1 })))
}

/// Reads `NAME=ELO`.
fn anchor(text: &str) -> Result<(String, f64), String> {
    let (name, elo) = text.rsplit_once('=').ok_or("expected NAME=ELO")?;
    let elo = elo.trim().parse().ok().filter(|elo: &f64| elo.abs() <= 1e6);
    Ok((name.trim().to_owned(), elo.ok_or("expected a number after `=`, from -1000000 to 1000000")?))
}

/// A number with four digits behind the point, and no sign where they are all 0.
fn four_digits(number: f64) -> String {
    let text = format!("{number:.4}");
    if text == "-0.0000" { text[1..].to_owned() } else { text }
}

fn games(question: Power) -> Result<Answer, CliError> {
    let open = |x: f64| x > 0.0 && x < 1.0;
    let sound = open(2.0 * question.difference) && open(question.power) && open(question.alpha) && (0.0..1.0).contains(&question.draws);
    if !sound {
        let ranges = "--points must be between 0 and 50, --power and --alpha between 0 and 1, --draws from 0 to below 1";
        return Err(CliError::input(ranges.to_owned()));
    }
    if 2.0 * question.difference > 1.0 - question.draws {
        let (points, most) = (100.0 * question.difference, 50.0 * (1.0 - question.draws));
        return Err(CliError::input(format!(
            "--points {points} cannot be: with {} % of games drawn, no score is more than {most:.3} points above 50 %",
            100.0 * question.draws
        )));
    }
    let found = needed(question);
    let text = format!(
        "a fixed number of games, two-sided test: {:.0} games; a sequential test of this difference against none (one-sided), expected: \
         {:.0} games if the players are equal, {:.0} if the difference exists\n{:.0}\n",
        found.fixed.ceil(),
        found.sequential_equal.ceil(),
        found.sequential_different.ceil(),
        found.fixed.ceil()
    );
    let values = json!({
        "games": found.fixed.ceil() as u64,
        "sequential-equal": found.sequential_equal.ceil() as u64,
        "sequential-different": found.sequential_different.ceil() as u64,
    });
    Ok((text, values))
}
