//! A rules file that a verb checks, formats or draws.

use super::game_args::game_entry;
use crate::cli::error::INPUT;
use crate::cli::{CliError, out};
use crate::store::write_atomically;
use serde_json::json;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use treebench_games::languages;
use treebench_games::params::Values;
use treebench_games::rbg::language::source::Source;
use treebench_games::{Game, GameEntry, Rng, Scratch};

/// The number of random games of a check, and their maximum length in moves.
const GAMES: u32 = 10;
const LONGEST: u32 = 1000;

/// A rules file, or the one of a registered game.
pub(crate) struct RulesFile {
    /// Its path, or its name in messages.
    pub(crate) path: &'static str,
    /// Its text.
    pub(crate) text: &'static str,
    entry: &'static GameEntry,
}

impl RulesFile {
    /// The rules file of this path, or of the registered game of this name, in the rules language of this name; `task` is what is done with it, in the words
    /// of the command line.
    ///
    /// # Errors
    /// If it does not exist, cannot be read, or is in another language.
    pub(crate) fn open(name: &str, language: &str, task: &str) -> Result<Self, CliError> {
        let entry = game_entry(name)?;
        let path = entry.origin.file;
        let text =
            entry.definition.text().ok_or_else(|| CliError::input(format!("game `{name}` is written in Rust, so it has no rules file")))?;
        let own = languages::of(path.as_ref()).name;
        if own != language {
            return Err(CliError::input(format!("`{name}` is in another rules language: write `bench {own} {task} {name}`")));
        }
        Ok(RulesFile { path, text, entry })
    }

    /// The game with the parameters' defaults.
    ///
    /// # Errors
    /// If it cannot be built.
    pub(crate) fn game(&self) -> Result<Arc<dyn Game>, CliError> {
        self.entry.build(&Values::default()).map_err(CliError::input)
    }

    /// Prints what was found, and a few random games.
    ///
    /// # Errors
    /// See [`RulesFile::random_games`]; likely mistakes follow the error, since they may be its reason. Or if standard output cannot be written.
    pub(crate) fn finish_check(&self, found: &str) -> Result<ExitCode, CliError> {
        match self.random_games() {
            Ok(games) => out::finish_prose(&format!("{found}{games}")),
            Err(error) => {
                let warnings = found.lines().filter(|line| line.starts_with("warning: ")).map(|line| format!("\n{line}"));
                Err(CliError::input(format!("{error}{}", warnings.collect::<String>())))
            }
        }
    }

    /// The number of moves in the starting position, and statistics of a few random games.
    ///
    /// # Errors
    /// If the rules stop one of them, or its scores contradict the total that the file names.
    fn random_games(&self) -> Result<String, CliError> {
        let game = self.game()?;
        let (start, info) = (game.start(), game.info());
        let (mut moves, mut over, mut scratch) = (0, 0, Scratch::default());
        let mut scores = vec![0.0; info.players];
        for number in 0..GAMES {
            let mut position = start.boxed();
            let played = position.playout(&mut Rng::from_seed(u64::from(number)), LONGEST, &mut scratch);
            if let Some(fault) = position.fault() {
                let message = format!("{}: random game {number} stopped after {} moves: {fault}", self.path, played.moves);
                return Err(CliError::input(message));
            }
            moves += played.moves;
            if !played.over {
                continue;
            }
            over += 1;
            let ends: Vec<f64> = (0..info.players).map(|player| position.score(player)).collect();
            let sum: f64 = ends.iter().sum();
            if let Some(total) = info.total.filter(|total| (sum - total).abs() > 1e-9) {
                let message = format!(
                    "{}: random game {number} ended with a sum of scores of {sum}, but the file has `//= total {total}`",
                    self.path
                );
                return Err(CliError::input(message));
            }
            scores.iter_mut().zip(ends).for_each(|(sum, score)| *sum += score);
        }
        let mut text = format!(
            "{} moves at the start\n{GAMES} random games of {:.1} moves on average; {over} are over within {LONGEST}\n",
            start.move_list().len(),
            f64::from(moves) / f64::from(GAMES)
        );
        if over > 0 {
            let means: Vec<String> = scores.iter().map(|sum| format!("{:.1}", sum / f64::from(over))).collect();
            text += &format!("scores on average: {}\n", means.join(", "));
        }
        Ok(text)
    }

    /// Prints its errors and likely mistakes as JSON; the exit code is that of wrong input if there are errors.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub(crate) fn finish_problems(&self) -> Result<ExitCode, CliError> {
        let source = Source::new(self.path, self.text);
        let place = |byte: usize| {
            let (line, column) = source.position(byte as u32);
            json!({ "line": line, "column": column })
        };
        let problems = (languages::of(self.path.as_ref()).editing.problems)(self.path, self.text);
        let fails = problems.iter().any(|problem| problem.is_error);
        let list: serde_json::Value = problems
            .into_iter()
            .map(|problem| {
                json!({
                    "severity": if problem.is_error { "error" } else { "warning" },
                    "message": problem.message,
                    "help": problem.help,
                    "start": place(problem.range.start),
                    "end": place(problem.range.end),
                })
            })
            .collect();
        let code = out::finish_json(&json!({ "file": self.path, "ok": !fails, "problems": list }))?;
        Ok(if fails { ExitCode::from(INPUT) } else { code })
    }

    /// Prints its text in the standard layout, or writes that into the file if it differs.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn lay_out(&self, text: &str, write: bool) -> Result<ExitCode, CliError> {
        if !write {
            return out::finish(text);
        }
        if text != self.text {
            write_atomically(Path::new(self.path), text).map_err(CliError::input)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
