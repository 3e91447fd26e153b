//! The implementation of the kind.

use super::cell::{CellRecord, KeptRounds};
use super::cell_summary::CellSummary;
use super::comparison::{self, OUTCOMES};
use super::openings::{OPENINGS, Opening, cut, describe};
use super::outcome::rotates;
use super::play_on::play_on;
use super::player::MatchPlayer;
use super::record::{Ending, GameRecord};
use super::referee::{check_random, what_happened};
use super::settings::{MatchSettings, OnFailure, OpeningsOrder, Seeds, TurnClock};
use super::sharing::shared_rounds;
use super::stop::Stopping;
use super::stop_average::StoppingAverages;
use super::stop_table::STOP;
use super::stored_game_check;
use super::summary::MatchSummary;
use super::tablebases::{self, TABLEBASES};
use crate::experiment::{Cell, CellKey, CellSettings, EntryError, Experiment, KindRules, Measure, Participant, Seeding, canonical};
use crate::kinds::kind::restored;
use crate::kinds::panics::catch;
use crate::kinds::solver::Solver;
use crate::kinds::{
    ComparedRecord, DamagedCell, Design, Divergence, Kind, KindEntry, NaturalEnd, Rows, SavedTasks, Schedule, SharedRounds, Summary,
    TaskPlayer, Tasks, Terms,
};
use crate::plan::{Plan, TaskSeed};
use crate::store::{Column, ColumnType, DerivedColumn, Record as _, Row, Value};
use treebench_agents::Budget;
use treebench_games::params::{ParamError, Params, Value as Param, Values};

/// Whole games between agents.
pub struct Match;

/// The rules of matches.
pub(in crate::kinds) const RULES: KindRules = KindRules {
    tasks: "games",
    files: &[OPENINGS],
    keeping: &["keep"],
    measures: &[Measure::Score],
    check_entry,
    settled,
    own: STOP,
    stops: true,
    seeding,
    ..KindRules::new(
        "match",
        "Games between the agents of a cell, seats rotated on the same seed: win rates with their intervals.",
        MatchSettings::specs,
        accepts,
    )
};

/// Resolves `failure` for these participants: `auto` becomes `loss` where it means that. Otherwise `void` becomes `auto`, so that both have the same
/// keys.
fn settled(settings: &CellSettings, participants: &[Participant]) -> Option<Values> {
    let is_engine = |participant: &Participant| participant.engine().is_some();
    let has_clock = |participant: &Participant| matches!(participant.budget, Budget::Clock(_));
    let loses = participants.iter().all(is_engine) || participants.iter().any(has_clock);
    let becomes = match settings.decode::<MatchSettings>().ok()?.failure {
        OnFailure::Auto if loses => "loss",
        OnFailure::Void => "auto",
        OnFailure::Auto | OnFailure::Loss => return None,
    };
    let mut settled = (**settings).clone();
    settled.set("failure".to_owned(), Param::Text(becomes.to_owned()));
    Some(settled)
}

/// Checks that an opening is legal and leaves moves to play.
fn check_entry(cell: &Cell, _setting: &str, entry: &str) -> Result<(), EntryError> {
    let settings = cell.settings.decode::<MatchSettings>().map_err(|error| EntryError { at: 0..entry.len(), message: error.message })?;
    let entry = cut(cell.game.game.as_ref(), entry, settings.openings_plies);
    let opening = Opening::read(cell.game.game.as_ref(), entry)?;
    let plies = opening.plies().saturating_add(settings.random_plies);
    if plies >= settings.max_moves {
        let random = if settings.random_plies == 0 { "" } else { " with the random ones" };
        let message = format!("this opening has {plies} moves{random}, but games are cut off after max-moves = {}", settings.max_moves);
        return Err(EntryError { at: 0..entry.len(), message });
    }
    Ok(())
}

/// Checks that a game has one seat per participant and that the settings are consistent.
fn accepts(cell: &Cell, tasks_per_cell: u32) -> Result<(), ParamError> {
    let settings = cell.settings.decode::<MatchSettings>()?;
    let players = cell.game.game.info().players;
    let agents = cell.participants.len();
    if agents != players {
        let need = if players == 1 { "one player".to_owned() } else { format!("{players} players") };
        let found = if agents == 1 {
            "no opponent is given; say in [compare] who plays whom, such as candidate = \"opponent\""
        } else {
            &format!("{agents} agents are compared")
        };
        return Err(ParamError::rule("game", format!("`{}` is a game for {need}, but {found}", cell.game.label)));
    }
    if settings.random_plies >= settings.max_moves {
        let message = format!("random-plies is {}, but games are cut off after max-moves = {}", settings.random_plies, settings.max_moves);
        return Err(ParamError::rule("random-plies", message));
    }
    if settings.openings.is_empty() && settings.random_plies > 0 {
        // A game that panics is told of where it is played.
        let checked = catch(|| check_random(cell.game.game.as_ref(), settings.random_plies)).unwrap_or(Ok(()));
        checked.map_err(|message| ParamError::rule("random-plies", format!("`{}`: {message}", cell.game.label)))?;
    }
    if settings.openings.is_empty() && settings.openings_order != OpeningsOrder::File {
        return Err(ParamError::rule("openings-order", "openings-order needs a file: openings = \"…\"".to_owned()));
    }
    if settings.openings_last != 0 && settings.openings_last < settings.openings_first {
        let message = format!("openings-last is {}, before openings-first = {}", settings.openings_last, settings.openings_first);
        return Err(ParamError::rule("openings-last", message));
    }
    if let Some(file) = cell.files.get(OPENINGS).filter(|file| (file.len() as u64) < u64::from(settings.openings_first)) {
        let message = format!("openings-first is {}, but {} has {} openings", settings.openings_first, file.source(), file.len());
        return Err(ParamError::rule("openings-first", message));
    }
    let info = cell.game.game.info();
    if settings.solves() && !Solver::supports(&info, cell.game.game.start().as_ref()) {
        let message = format!("`{}` cannot be solved: the solver needs two players, no chance and no hidden information", cell.game.label);
        return Err(ParamError::rule("solver-positions", message));
    }
    if settings.tablebases > 0 && !tablebases::supports(cell.game.game.as_ref()) {
        let message = format!(
            "tablebases do not know `{}`: only chess in which 100 half-moves without a capture or a pawn move are a draw",
            cell.game.label
        );
        return Err(ParamError::rule(TABLEBASES, message));
    }
    if (settings.adjudicates() || settings.solves()) && (players != 2 || info.graded) {
        let setting = match *settings {
            MatchSettings { resign_moves: 1.., .. } => "resign-moves",
            MatchSettings { draw_moves: 1.., .. } => "draw-moves",
            _ => "solver-positions",
        };
        let message = format!(
            "`{}` cannot be adjudicated: adjudication needs two players and games that end in a win, a loss or a draw",
            cell.game.label
        );
        return Err(ParamError::rule(setting, message));
    }
    let timed = |participant: &&Participant| participant.is_apart() && !participant.budget.is_counted();
    if let (TurnClock::Cpu, Some(engine)) = (settings.clock, cell.participants.iter().find(timed)) {
        let message = format!(
            "`{}` runs in its own process, whose processor time is not measured; use clock = \"wall\" or a counted budget",
            engine.name
        );
        return Err(ParamError::rule("clock", message));
    }
    if settings.swap_seats && !(tasks_per_cell as usize).is_multiple_of(players) {
        let above = (tasks_per_cell as usize / players + 1) * players;
        let message = format!(
            "games-per-cell is {tasks_per_cell}, but every agent takes each of the {players} seats of `{}` equally often: use a multiple \
             of {players}, such as {above}, or swap-seats = false",
            cell.game.label
        );
        return Err(ParamError::rule("games-per-cell", message));
    }
    Ok(())
}

/// The games of a round share a seed. Common seeds do not depend on the participants.
fn seeding(cell: &Cell, seed: u64) -> Seeding {
    let key = match cell.settings.decode::<MatchSettings>().map(|settings| settings.seeds) {
        Ok(Seeds::Common | Seeds::Fresh) => CellKey::of(&canonical(&RULES, &cell.settings, &cell.files, &cell.game, &[], seed)),
        Ok(Seeds::Own) | Err(_) => cell.key,
    };
    Seeding { key, round: cell.game.game.info().players as u32 }
}

impl Tasks for Match {
    fn columns(&self) -> &'static [Column] {
        GameRecord::COLUMNS
    }

    fn player(&self, cell: &Cell) -> Result<Box<dyn TaskPlayer>, ParamError> {
        Ok(Box::new(MatchPlayer::new(cell, MatchSettings::from_values(&cell.settings)?)?))
    }

    fn micros(&self, row: &Row) -> u64 {
        GameRecord::from_row(row).map_or(0, |game| game.micros.iter().sum())
    }

    fn shared_rounds(&self, experiment: &Experiment, cell: &Cell, rounds: usize) -> SharedRounds {
        // Without rotation each game is a round of its own here.
        if rotates(cell) { shared_rounds(experiment, cell, rounds) } else { SharedRounds::by_seed(cell) }
    }

    fn terms(&self) -> Terms {
        Terms { outcomes: OUTCOMES, unit: "iteration", clock: "processor time" }
    }

    fn compared(&self, cell: &Cell, row: &Row) -> ComparedRecord {
        comparison::compared(cell, row)
    }

    fn divergence(&self, cell: &Cell, first: &Row, second: &Row) -> Option<Divergence> {
        comparison::divergence(cell, first, second)
    }

    fn contradiction(&self, cell: &Cell, task: u32, seed: TaskSeed, row: &Row) -> Option<String> {
        stored_game_check::contradiction(cell, task, seed, row)
    }

    fn is_adjudicated(&self, row: &Row) -> bool {
        let place = GameRecord::COLUMNS.iter().position(|column| column.name == "ending");
        let mut ending = Ending::Void;
        place.and_then(|place| ending.read(row.get(place)?)).is_some() && ending == Ending::Adjudication
    }

    fn play_on(&self, cell: &Cell, seed: TaskSeed, row: &Row) -> Option<Result<NaturalEnd, String>> {
        play_on(cell, seed, row)
    }

    fn abandoned(&self) -> Option<Row> {
        let message = "this program was ended before the game was stored".to_owned();
        Some(GameRecord { message, failure: "stopped".to_owned(), ..GameRecord::default() }.into_row())
    }

    fn reason(&self, cell: &Cell, row: &Row) -> Option<(String, String, String)> {
        let game = GameRecord::from_row(row).ok().filter(|game| !game.message.is_empty())?;
        let culprit = game.culprit.and_then(|seat| game.seats.get(seat as usize).copied());
        let agent = culprit.and_then(|index| cell.participant_name(index as usize)).unwrap_or_default();
        Some((agent, game.failure, what_happened(&game.message).to_owned()))
    }

    fn are_games(&self) -> bool {
        true
    }

    fn derived(&self, cells: &[Cell]) -> Vec<DerivedColumn> {
        let seats = cells.iter().map(|cell| cell.participants.len()).max().unwrap_or(0);
        let agent = |index| DerivedColumn {
            name: format!("agent.{index}"),
            doc: format!("The agent in seat {index}."),
            kind: ColumnType::Text,
            value: agent_in_seat,
            index,
        };
        let single =
            |name: &str, doc: &str, kind, value| DerivedColumn { name: name.to_owned(), doc: doc.to_owned(), kind, value, index: 0 };
        let score =
            single("candidate_score", "The candidate's score in the game; empty after a failure.", ColumnType::Real, candidate_score as _);
        let round = "The round, from 0: games of a cell with the same one have the same seed and opening, and seats rotated.";
        let round = single("round", round, ColumnType::Integer, |cell, task, _, _| cell.round(task).to_string());
        let winner =
            single("winner", "The agent with the highest score; empty if several share it, or none has one.", ColumnType::Text, winner);
        [score].into_iter().chain((0..seats).map(agent)).chain([round, winner]).collect()
    }

    fn beginning(&self, cell: &Cell, tasks: u32) -> Option<String> {
        describe(cell, &*cell.settings.decode::<MatchSettings>().ok()?, tasks)
    }
}

inventory::submit! { KindEntry(&Match) }

impl Kind for Match {
    fn rules(&self) -> &'static KindRules {
        &RULES
    }

    fn tasks(&self) -> &'static dyn Tasks {
        &Match
    }

    fn design(&self, experiment: &Experiment) -> Design {
        if experiment.stop_rule().is_some() { Design::Sequential("[stop]") } else { Design::Fixed }
    }

    fn schedule<'p>(&self, plan: &'p Plan, saved: Option<&SavedTasks>) -> Result<Option<Box<dyn Schedule + 'p>>, DamagedCell> {
        let Some(rule) = plan.experiment.stop_rule() else { return Ok(None) };
        Ok(Some(match plan.experiment.average_rule() {
            Some(_) => Box::new(StoppingAverages::new(plan, saved)?),
            None => Box::new(Stopping::new(plan, rule, saved)?),
        }))
    }

    fn cell_columns(&self) -> &'static [Column] {
        CellRecord::COLUMNS
    }

    fn fold_onto<'e>(
        &self,
        experiment: &'e Experiment,
        earlier: &[Option<Row>],
        rows: &mut Rows<'_>,
    ) -> Result<Box<dyn Summary + 'e>, DamagedCell> {
        Ok(Box::new(summary(experiment, earlier, rows, KeptRounds::Order)?))
    }
}

/// Folds rows of games like [`Kind::fold_onto`], for all kinds that play games; `kept` is the stored form of a cell's rounds.
///
/// # Errors
/// If a saved row does not fit its cell.
pub(in crate::kinds) fn summary<'e>(
    experiment: &'e Experiment,
    earlier: &[Option<Row>],
    rows: &mut Rows<'_>,
    kept: KeptRounds,
) -> Result<MatchSummary<'e>, DamagedCell> {
    let cells = restored(experiment, earlier, CellSummary::empty, CellRecord::restore)?;
    Ok(MatchSummary { kept, ..MatchSummary::onto(cells, experiment, rows) })
}

/// The name of the agent in a seat; empty if there is no such seat.
fn agent_in_seat(cell: &Cell, _: u32, row: &Row, seat: usize) -> String {
    let participant = list::<u32>(row, "seats").and_then(|seats| seats.get(seat).copied());
    participant.and_then(|index| cell.participant_name(index as usize)).unwrap_or_default()
}

/// The score in the seat of participant 0, which is the candidate.
fn candidate_score(_: &Cell, _: u32, row: &Row, _: usize) -> String {
    let score = || list::<f64>(row, "scores")?.get(list::<u32>(row, "seats")?.iter().position(|participant| *participant == 0)?).copied();
    score().map_or(String::new(), |score| score.to_string())
}

/// The agent with the highest score; empty if several share it, or there are no scores.
fn winner(cell: &Cell, task: u32, row: &Row, _: usize) -> String {
    let scores: Vec<f64> = list(row, "scores").unwrap_or_default();
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut first = scores.iter().enumerate().filter(|(_, score)| **score == most);
    match (first.next(), first.next()) {
        (Some((seat, _)), None) if scores.len() > 1 => agent_in_seat(cell, task, row, seat),
        _ => String::new(),
    }
}

/// One list of a record. Reading the whole record would make exports several times slower.
fn list<T>(row: &Row, column: &str) -> Option<Vec<T>>
where
    Vec<T>: Value,
{
    let place = GameRecord::COLUMNS.iter().position(|known| known.name == column)?;
    let mut list = Vec::new();
    list.read(row.get(place)?).map(|()| list)
}
