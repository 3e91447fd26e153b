//! `bench perft`: counts the sequences of moves of a given length.

use super::Verb;
use crate::cli::CliError;
use crate::cli::args::game_args::{GameArgs, json_values};
use crate::cli::out::{self, Format};
use crate::run::say;
use serde_json::json;
use std::process::ExitCode;
use std::time::Instant;
use treebench_games::perft;
use treebench_reports::model::{Column, Table};

/// Counts the sequences of moves of a given length.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench perft tic-tac-toe 5
  bench perft breakthrough 3 -p width=5 -p height=5 --divide
  bench perft tic-tac-toe 2 --position 'X.O/.X./... o' --format json

Counts sequences of whole moves; outcomes of chance count as moves. Games that end before the depth do not count.")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The length of the sequences, in whole moves.
    depth: u32,
    /// Prints the count of each first move.
    #[arg(long)]
    divide: bool,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Verb for Args {
    const NAME: &'static str = "perft";

    fn run(self) -> Result<ExitCode, CliError> {
        let opened = self.game.open()?;
        let position = opened.position.as_ref();
        #[expect(clippy::disallowed_methods, reason = "a speed is measured, and counts do not depend on it")]
        let start = Instant::now();
        let rows: Vec<(String, u64)> = if self.divide {
            perft::divide(position, self.depth)
                .map_err(CliError::input)?
                .iter()
                .map(|(submove, count)| (position.move_notation(submove), *count))
                .collect()
        } else {
            Vec::new()
        };
        let total = if self.divide && self.depth > 0 {
            rows.iter().map(|(_, count)| count).sum()
        } else {
            perft::perft(position, self.depth).map_err(CliError::input)?
        };
        let seconds = start.elapsed().as_secs_f64();
        match self.format {
            Format::Text => {
                // Standard output holds the counts alone, for scripts. Less than a second is too short to tell a speed.
                if seconds >= 1.0 {
                    say(&format!("{seconds:.2} s, {:.2} million sequences per second", total as f64 / seconds.max(1e-9) / 1e6));
                }
                let table = Table::new("", "").column(Column::text("")).column(Column::number(""));
                let row = |table: Table, (name, count): (String, u64)| table.row([name.into(), count.to_string().into()]);
                out::finish(&format!("{}{total}\n", out::table(&rows.into_iter().fold(table, row))))
            }
            Format::Json => {
                let divided: Vec<_> = rows.iter().map(|(name, count)| json!({ "move": name, "count": count })).collect();
                let mut result = json!({
                    "game": opened.name,
                    "params": json_values(&opened.values),
                    "position": position.notation(),
                    "depth": self.depth,
                    "total": total,
                    "seconds": seconds,
                });
                if self.divide {
                    result["divide"] = divided.into();
                }
                out::finish_json(&result)
            }
        }
    }
}
