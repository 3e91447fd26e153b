//! `bench check`: compares an experiment with a committed baseline.

use super::Verb;
use crate::check::{JudgedCell, Rule, Status, baseline_of, json, judge, junit, markdown, overall};
use crate::cli::args::playing::{PlayArgs, PreparedRun};
use crate::cli::args::session::Session;
use crate::cli::error::{INCONCLUSIVE, REGRESSION};
use crate::cli::{CliError, out};
use crate::experiment::{Experiment, pair_cells};
use crate::kinds::{self, Measurements};
use crate::plan::Plan;
use crate::report::{Growth, Tests, left_out, mixed_builds, plural};
use crate::run::INTERRUPTED;
use crate::run::say;
use crate::saved::Baseline;
use crate::store::write_atomically;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// With `--update`, games per cell as a multiple of games-per-cell, where the sequential test can use them.
const BASELINE_FACTOR: u32 = 10;

/// Compares an experiment with a committed baseline: pass, fail or inconclusive.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench check experiment.toml
  bench check experiment.toml --update
  bench check experiment.toml --baseline main.toml --junit check.xml --markdown check.md

First, games-per-cell games of each cell are played. A cell whose records are identical to the baseline's passes (counted budgets only). A match
cell that is undecided plays on, games-per-cell games at a time, until its sequential test decides or the baseline holds no more games. The test
decides between no loss, which passes, and a loss of twice the tolerance, which fails. False alarms over all cells together have a probability of
at most 5 %, and so has passing such a loss in one cell. Simulated for 22 cells (up to 2,000 games each): without a change of
strength exit code 0 in 99 %; one cell weaker by 10 points: exit code 1 in 98 %; weaker by 5 points: in 34 %.
Searches are compared by their optimal moves, area and difficulty, playouts by lengths, branching factor and scores. Their tasks are cheap and
their number is fixed: games-per-cell tasks are played and judged once. A cell fails if one of these is significantly worse (5 % over all comparisons
together by Holm's rule; lengths, branching factors and scores of playouts may not change at all) and passes if a loss beyond the tolerance is
excluded (5 % each); else, and with fewer than 5 results, it is inconclusive: raise games-per-cell. Simulated for 2 cells of searches and 2 of playouts:
without a change 3.8 to 5.1 % of checks fail, with 5 to 1,000 tasks.
A cell also fails if a larger share of its tasks has no result.
After a parameter change, cells are paired by the names of games and agents, and the verdict names the difference.
Exit codes: 0 pass, 1 regression, 2 wrong usage or input, 3 inconclusive, 130 interrupted (no verdict, no file written).")]
pub(crate) struct Args {
    #[command(flatten)]
    play: PlayArgs,
    /// The committed baseline, a TOML file [default: that of CONFIG.toml is CONFIG.baseline.toml].
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Shows how the results differ from the baseline, then writes them as the new one; refuses a regression, and to lose cells or games that
    /// [only] or the command line leaves out.
    #[arg(long)]
    update: bool,
    /// Lets --update write a baseline that is a regression.
    #[arg(long, requires = "update")]
    accept_regression: bool,
    /// Re-uses the games that the run directory holds; without it all games are played, in results/NAME.check unless --out names a directory.
    #[arg(long, conflicts_with = "fresh")]
    resume: bool,
    /// The maximum number of games per cell [default: as many as the baseline has; with --update of a match ten times games-per-cell].
    #[arg(long, value_name = "N")]
    games: Option<u32>,
    /// The accepted loss, in percentage points of shares or in percent of other means. The sequential test of a match decides between
    /// no loss and twice as much.
    #[arg(long, value_name = "POINTS", default_value_t = 5.0)]
    tolerance: f64,
    /// Writes the verdicts as JUnit XML; with --update, those of the comparison with the old baseline, if there is one.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Writes the verdicts as a Markdown table, likewise.
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// The format of the output on the terminal.
    #[arg(long, value_enum, default_value_t, conflicts_with = "update")]
    format: out::Format,
}

impl Verb for Args {
    const NAME: &'static str = "check";

    fn run(self) -> Result<ExitCode, CliError> {
        if !(0.0..=50.0).contains(&self.tolerance) || self.tolerance == 0.0 {
            return Err(CliError::input(format!("--tolerance must be above 0 and at most 50, got {}", self.tolerance)));
        }
        // What cannot be checked is refused before anything is played.
        let baseline = if self.update { self.old()? } else { Some(Baseline::read(&self.baseline()).map_err(CliError::input)?) };
        let mut prepared = PreparedRun::load(&self.play, None)?;
        if prepared.plan.experiment.stop_rule().is_some() {
            say("note: `check` uses its own sequential test and ignores [stop]");
            prepared.plan = Plan { experiment: Arc::new(prepared.plan.experiment.without_stop()) };
        }
        let sequential = can_be_checked(&prepared.plan, baseline.as_ref())
            .map_err(|error| CliError::input(format!("{}: {error}", self.baseline().display())))?;
        let first = prepared.plan.experiment.games_per_cell;
        if self.games.is_some_and(|games| games < first || games % first != 0) {
            return Err(CliError::input(format!(
                "--games must be a multiple of games-per-cell, which is {first} (--set experiment.games-per-cell=… changes it)"
            )));
        }
        if let Some(old) = baseline.as_ref().filter(|_| self.update) {
            self.refuse_loss(&prepared.plan.experiment, old, self.games_of_baseline(first, sequential))?;
        }
        let prepared = if self.resume { prepared } else { prepared.fresh(&self.play) };
        let session = prepared.open()?;
        match baseline {
            Some(baseline) if !self.update => {
                let tests = if sequential { Tests::AnyTime } else { Tests::FixedSize };
                self.check(session, &baseline, tests)
            }
            baseline => self.update(session, baseline.as_ref(), sequential),
        }
    }
}

impl Args {
    /// The baseline to replace, if it exists and can be read.
    fn old(&self) -> Result<Option<Baseline>, CliError> {
        if !self.baseline().exists() {
            return Ok(None);
        }
        match Baseline::read(&self.baseline()) {
            Ok(baseline) => Ok(Some(baseline)),
            Err(error) => {
                out::print(&format!("cannot compare with the old baseline: {error}\n"))?;
                Ok(None)
            }
        }
    }

    fn baseline(&self) -> PathBuf {
        self.baseline.clone().unwrap_or_else(|| self.play.experiment.config.with_extension("baseline.toml"))
    }

    /// The games per cell that --update plays.
    fn games_of_baseline(&self, first: u32, sequential: bool) -> u32 {
        self.games.unwrap_or(if sequential { first.saturating_mul(BASELINE_FACTOR) } else { first })
    }

    /// Refuses an update that would lose cells or games of the old baseline for what this command leaves out, not for what the file says.
    fn refuse_loss(&self, experiment: &Experiment, old: &Baseline, games: u32) -> Result<(), CliError> {
        let is_overridden = self.play.experiment.origin()?.has_overrides();
        let kept = pair_cells(&old.saved_names(), &experiment.saved_names());
        let file = self.baseline();
        let file = file.display();
        let otherwise = format!("name another file with --baseline, or remove {file} first if that is intended");
        let lost = old.cells.len() - kept.len();
        if lost > 0 && (is_overridden || experiment.is_partial) {
            return Err(CliError::input(format!(
                "--update would drop {lost} of the {} of {file}, which [only], --set, a profile or the environment leaves out: update without \
                 these, {otherwise}",
                plural(old.cells.len() as u64, "cell")
            )));
        }
        let most = kept.iter().map(|pair| old.cells[pair.first].played()).max().unwrap_or(0);
        if u64::from(games) < most && (is_overridden || self.games.is_some()) {
            return Err(CliError::input(format!(
                "--update would cut cells of {file} from {most} to {}: give --games at least {most}, {otherwise}",
                plural(games.into(), "game")
            )));
        }
        Ok(())
    }

    fn rule(&self) -> Rule {
        Rule { tolerance: self.tolerance / 100.0, ..Rule::default() }
    }

    /// Plays until every cell is decided or the baseline has no more rounds, and reports the verdicts.
    fn check(&self, mut session: Session, baseline: &Baseline, tests: Tests) -> Result<ExitCode, CliError> {
        // What was seen before; the looks of the check itself are those of its test.
        let histories = session.store.histories(&session.plan).map_err(CliError::input)?;
        let experiment = Arc::clone(&session.plan.experiment);
        let first = experiment.games_per_cell;
        let (mut games, mut plan) = (first, session.plan.clone());
        let (judged, now) = loop {
            // Part of an experiment allows neither a verdict nor a baseline.
            let (complete, words) = session.play_in_words(&plan)?;
            if !complete {
                self.print_play(&words)?;
                return Ok(ExitCode::from(INTERRUPTED));
            }
            let (now, measured) = state(&session, games)?;
            let judged = judge(&now, &measured, baseline, self.rule());
            let undecided: Vec<usize> = (0..experiment.cells.len()).filter(|&cell| judged[cell].more).collect();
            games = games.saturating_add(first);
            if undecided.is_empty() || self.games.is_some_and(|most| games > most) {
                self.print_play(&words)?;
                break (judged, now);
            }
            plan = part(&experiment, &undecided, games);
        };
        let grown = Growth::of(now.cells.iter().map(|cell| cell.saved.size()).zip(histories));
        let mut warnings = grown.warnings(experiment.kind.tasks, tests);
        // Also of the cells that were decided before the last round.
        let all: Vec<usize> = (0..experiment.cells.len()).collect();
        warnings.extend(mixed_builds(&part(&experiment, &all, games), &session.store).map_err(CliError::input)?);
        let of_baseline = Growth::of_baseline(baseline).warnings(experiment.kind.tasks, tests);
        warnings.extend(of_baseline.into_iter().map(|warning| format!("The baseline: {warning}")));
        if judged.len() > experiment.cells.len() {
            warnings.extend(left_out(&experiment).into_iter().map(|line| format!("Left out of the experiment: {line}.")));
        }
        self.write_verdicts(&experiment.name, &judged, &warnings)?;
        match self.format {
            out::Format::Text => {
                let warnings: String = warnings.iter().map(|warning| format!("warning: {warning}\n")).collect();
                out::print_prose(&(warnings + &lines(&judged)))?;
            }
            out::Format::Json => out::print(&format!("{:#}\n", json(&experiment.name, &judged, &warnings)))?,
        }
        Ok(match overall(&judged) {
            Status::Pass => ExitCode::SUCCESS,
            Status::Fail => ExitCode::from(REGRESSION),
            Status::Inconclusive => ExitCode::from(INCONCLUSIVE),
        })
    }

    /// Prints the summary of play, which is not part of the JSON output.
    fn print_play(&self, words: &str) -> Result<(), CliError> {
        match self.format {
            out::Format::Text => out::print_prose(words)?,
            out::Format::Json => say(words.trim_end()),
        }
        Ok(())
    }

    /// Writes the requested files.
    fn write_verdicts(&self, experiment: &str, judged: &[JudgedCell], warnings: &[String]) -> Result<(), CliError> {
        if let Some(file) = &self.junit {
            write_atomically(file, &junit(experiment, judged, warnings).map_err(CliError::input)?).map_err(CliError::input)?;
        }
        if let Some(file) = &self.markdown {
            write_atomically(file, &markdown(experiment, judged, warnings)).map_err(CliError::input)?;
        }
        Ok(())
    }

    /// Plays all games of a baseline, shows how it differs from the old one, and writes it.
    fn update(&self, mut session: Session, old: Option<&Baseline>, sequential: bool) -> Result<ExitCode, CliError> {
        let experiment = Arc::clone(&session.plan.experiment);
        let first = experiment.games_per_cell;
        let games = self.games_of_baseline(first, sequential);
        if self.games.is_none() && sequential {
            say(&format!(
                "note: the baseline gets {BASELINE_FACTOR} times games-per-cell games, so later checks can continue; --games sets another \
                 number"
            ));
        }
        if old.is_none() && (self.junit.is_some() || self.markdown.is_some()) {
            say("note: there is no old baseline to compare with, so --junit and --markdown write nothing");
        }
        let all: Vec<usize> = (0..experiment.cells.len()).collect();
        if !session.play(&part(&experiment, &all, games))? {
            return Ok(ExitCode::from(INTERRUPTED));
        }
        let (now, measured) = state(&session, games)?;
        let empty: Vec<&str> = now.cells.iter().filter(|cell| !cell.has_results()).map(|cell| cell.saved.cell.as_str()).collect();
        if !empty.is_empty() {
            return Err(CliError::input(format!("a baseline needs results, and these cells have none: {}", empty.join("; "))));
        }
        if let Some(old) = old {
            let judged = judge(&now, &measured, old, self.rule());
            out::print_prose(&lines(&judged))?;
            self.write_verdicts(&experiment.name, &judged, &[])?;
            if overall(&judged) == Status::Fail && !self.accept_regression {
                out::print(&format!(
                    "{} is unchanged because the new baseline would be a regression; --accept-regression writes it anyway\n",
                    self.baseline().display()
                ))?;
                return Ok(ExitCode::from(REGRESSION));
            }
        }
        write_atomically(&self.baseline(), &now.text().map_err(CliError::input)?).map_err(CliError::input)?;
        out::print(&format!("baseline of {} written to {}\n", plural(now.cells.len() as u64, "cell"), self.baseline().display()))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Checks that experiments of this kind can be checked, and against this baseline; returns whether by a sequential test.
fn can_be_checked(plan: &Plan, baseline: Option<&Baseline>) -> Result<bool, String> {
    let experiment = &plan.experiment;
    let Some(measured) = kinds::of(experiment).fold(experiment, &mut std::iter::empty()).baseline() else {
        return Err(format!("experiments of kind `{}` have nothing to compare", experiment.kind.name));
    };
    if let Some(baseline) = baseline {
        baseline.belongs_to(experiment)?;
    }
    Ok(measured.iter().flat_map(|cell| &cell.statistics).any(|statistic| statistic.rounds.is_some()))
}

/// A part of an experiment: some cells with this number of games each.
fn part(experiment: &Experiment, cells: &[usize], games: u32) -> Plan {
    Plan { experiment: Arc::new(Experiment { games_per_cell: games, ..experiment.with_cells(cells) }) }
}

/// The results of up to `games` stored games of every cell.
fn state(session: &Session, games: u32) -> Result<(Baseline, Vec<Measurements>), CliError> {
    let experiment = &session.plan.experiment;
    let all: Vec<usize> = (0..experiment.cells.len()).collect();
    let whole = part(experiment, &all, games);
    let mut rows = session.store.summary_rows(&whole).map_err(CliError::input)?;
    let measured = kinds::summary(&whole, &session.store, &mut rows).map_err(CliError::input)?.baseline().unwrap_or_default();
    rows.check().map_err(CliError::input)?;
    // The hashes are those of the first games, which every check plays.
    let digests = session.store.digests(&session.plan).map_err(CliError::input)?;
    let histories = session.store.histories(&session.plan).map_err(CliError::input)?;
    Ok((baseline_of(experiment, experiment.games_per_cell, &measured, &digests, &histories), measured))
}

/// The verdicts in words; cells with the same verdict for the same reason share it.
fn lines(judged: &[JudgedCell]) -> String {
    let mut groups: Vec<Vec<&JudgedCell>> = Vec::new();
    for cell in judged {
        match groups.iter_mut().find(|group| group[0].status == cell.status && group[0].reason == cell.reason) {
            Some(group) => group.push(cell),
            None => groups.push(vec![cell]),
        }
    }
    let words = |group: &Vec<&JudgedCell>| match &group[..] {
        [cell] => format!("{:<12}  {}: {}\n", cell.status.word(), cell.cell, cell.reason),
        cells => {
            let names: String = cells.iter().map(|cell| format!("{:<12}    {}\n", "", cell.cell)).collect();
            format!("{:<12}  {} cells: {}\n{names}", cells[0].status.word(), cells.len(), cells[0].reason)
        }
    };
    let text: String = groups.iter().map(words).collect();
    text + &format!("check: {}\n", overall(judged).word())
}
