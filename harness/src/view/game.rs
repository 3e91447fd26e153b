//! A stored game for the page.

use super::boards::Boards;
use super::names::{first_number, line, name};
use super::walk::{knowledge, walk};
use crate::experiment::{Cell, Labels, Participant};
use crate::kinds::r#match::{Ending, GameRecord, StoredSearch};
use crate::report::plural;
use crate::shell::quote;
use std::collections::BTreeMap;
use std::sync::Arc;
use treebench_agents::{Budget, PlayerClock};
use treebench_games::params::{ParamSpec, Value, Values};
use treebench_games::picture::Man;
use treebench_games::{Picture, Position, Turn, games};
use treebench_reports::games::{Ply, Reveal, Search, SearchedMove, Seat, StoredGame};

/// Replays a game for the page. A game that cannot be replayed ends where it fails, with a message.
pub(super) fn stored(labels: &Labels, cell: &Cell, id: String, record: &GameRecord, boards: &mut Boards) -> StoredGame {
    let mut positions = Positions { boards, board: None, men: Vec::new() };
    let game = cell.game.game.as_ref();
    let (mut start, mut plies, mut first) = (Reveal::default(), Vec::new(), None);
    let kept: BTreeMap<usize, StoredSearch> = StoredSearch::read(&record.search).into_iter().map(|turn| (turn.word, turn)).collect();
    let mut given = record.opening_plies;
    let walked = walk(game, record, |step| {
        let picture = step.position.picture();
        let shown = positions.shown(step.position, picture.as_ref());
        if step.word.is_empty() {
            start = shown;
            first = first_number(game, step.position);
            return;
        }
        let layout = picture.as_ref().map(|picture| &picture.layout);
        let paths = |text: &str| layout.map_or(Vec::new(), |layout| paths(layout, text));
        let by = if let Turn::Player(player) = step.by { Some(player) } else { None };
        let is_given = by.is_some() && given > 0;
        given -= u32::from(is_given);
        let search = kept.get(&plies.len()).map(|turn| Search {
            iterations: turn.iterations,
            micros: Some(turn.micros),
            moves: turn
                .moves
                .iter()
                .map(|m| SearchedMove { text: name(game, step.before, &m.text), visits: m.visits, mean: m.mean, paths: paths(&m.text) })
                .collect(),
            line: line(game, step.before, &turn.line),
        });
        plies.push(Ply { text: name(game, step.before, step.word), by, given: is_given, paths: paths(step.word), shown, search });
    });
    let board = positions.board.unwrap_or_else(|| positions.boards.drawings());
    let names = cell.participant_names();
    let seated = |&participant: &u32| names.get(participant as usize).map_or("?", String::as_str);
    let shown: Vec<String> = record.seats.iter().map(|seat| labels.of_parts(seated(seat))).collect();
    let players: Vec<&str> = shown.iter().map(String::as_str).collect();
    let mut failure = record.message.clone();
    if let Err(message) = walked {
        failure = if failure.is_empty() { message } else { format!("{failure}\n{message}") };
    }
    let result = result(record, &players);
    let moves = plural(u64::from(record.plies), "move");
    let seat = |(seat, participant): (usize, &u32)| Seat {
        name: seated(participant).to_owned(),
        label: shown[seat].clone(),
        spent: spent(record, seat),
        command: cell.participants.get(*participant as usize).map_or_else(String::new, |participant| command(cell, participant)),
    };
    StoredGame {
        id,
        cell: 0,
        title: format!("{result}, {moves}"),
        board,
        pair: None,
        seats: record.seats.iter().enumerate().map(seat).collect(),
        result,
        ended: format!("{} after {moves}", ended(record.ending)),
        failure,
        first_number: first,
        start,
        plies,
    }
}

/// The changes of every position from the previous one.
struct Positions<'b> {
    boards: &'b mut Boards,
    board: Option<usize>,
    men: Vec<Option<Man>>,
}

impl Positions<'_> {
    fn shown(&mut self, position: &dyn Position, picture: Option<&Picture>) -> Reveal {
        let turn = if let Turn::Player(player) = position.turn() { Some(player) } else { None };
        let position_text = position.notation();
        let Some(picture) = picture else {
            return Reveal { changes: Vec::new(), turn, position: position_text, note: position.draw() + &knowledge(position) };
        };
        let board = *self.board.get_or_insert_with(|| self.boards.board(&picture.layout));
        self.men.resize(picture.men.len(), None);
        let mut changes = Vec::new();
        for (place, (before, now)) in self.men.iter_mut().zip(&picture.men).enumerate() {
            if before != now {
                changes.push((place, now.as_ref().map(|man| self.boards.piece(board, man))));
                before.clone_from(now);
            }
        }
        Reveal { changes, turn, position: position_text, note: picture.notes.join("\n") }
    }
}

/// The places that a move names; parts of a move that are divided by commas are separate paths.
fn paths(layout: &Arc<treebench_games::picture::Layout>, text: &str) -> Vec<Vec<usize>> {
    text.split([',', ';']).map(|part| layout.path(part)).filter(|path| !path.is_empty()).collect()
}

/// Who won, in words.
pub(super) fn result(record: &GameRecord, players: &[&str]) -> String {
    let Some(best) = record.scores.iter().copied().max_by(f64::total_cmp) else { return "no result".to_owned() };
    let winners: Vec<&str> = record.scores.iter().zip(players).filter(|(score, _)| **score == best).map(|(_, name)| *name).collect();
    match winners[..] {
        [winner] => format!("{winner} wins"),
        _ if winners.len() == record.scores.len() => "draw".to_owned(),
        _ => format!("{} share the win", winners.join(" and ")),
    }
}

/// How a game ended, in words.
pub(super) fn ended(ending: Ending) -> &'static str {
    match ending {
        Ending::Rules => "over by the rules",
        Ending::LengthCap => "cut off",
        Ending::AgentError => "ended by an error of an agent",
        Ending::Timeout => "ended by a timeout",
        Ending::Void => "void",
        Ending::Resignation => "ended by resignation",
        Ending::Adjudication => "adjudicated",
    }
}

/// The effort of a seat: `12 turns, 1000 iterations and 3.1 ms a turn`.
fn spent(record: &GameRecord, seat: usize) -> String {
    let of = |list: &[u64]| list.get(seat).copied().unwrap_or(0);
    let turns = of(&record.turns);
    if turns == 0 {
        return "no turns".to_owned();
    }
    let mean = |total: u64| total as f64 / turns as f64;
    format!(
        "{}, {:.0} iterations and {:.2} ms a turn",
        plural(turns, "turn"),
        mean(of(&record.iterations)),
        mean(of(&record.micros)) / 1000.0
    )
}

/// The command that searches a position as a participant does; the position is appended.
fn command(cell: &Cell, participant: &Participant) -> String {
    let entry = cell.game.entry;
    let game = if games().find(entry.name).is_ok() { entry.name } else { entry.origin.file };
    let mut command = format!("bench search {}", quote(game));
    let mut push = |whose: &str, values: &Values, specs: &[ParamSpec]| {
        for (name, value) in values.iter().filter(|(name, value)| !specs.iter().any(|spec| spec.name == *name && spec.default == **value)) {
            let text = if let Value::Text(text) = value { text.clone() } else { value.to_string() };
            command += &format!(" -p {}", quote(&format!("{whose}.{name}={text}")));
        }
    };
    push("game", &cell.game.params, &entry.all_specs());
    push("agent", &participant.params, &participant.program.specs());
    command += &match participant.budget {
        Budget::Iterations(n) => format!(" --agent {} --iterations {n}", participant.program.name()),
        Budget::States(n) => format!(" --agent {} --states {n}", participant.program.name()),
        Budget::Time(time) => format!(" --agent {} --time {}ms", participant.program.name(), time.as_secs_f64() * 1000.0),
        Budget::Clock(control) => {
            let share = PlayerClock::new(control).time_left().share();
            format!(" --agent {} --time {}ms", participant.program.name(), share.as_millis().max(1))
        }
    };
    command + " --position"
}
