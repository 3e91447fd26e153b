//! The page of a run.

use super::boards::Boards;
use super::game;
use super::pick::Picker;
use crate::kinds::r#match::GameRecord;
use crate::kinds::{self, catch};
use crate::plan::{Plan, Task};
use crate::report::cell_words;
use crate::store::{Record as _, Row, Store, StoreError};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use treebench_games::params::Value;
use treebench_reports::games::{GameCell, GamesPage};

/// Shown if turns have only their moves.
const NOT_KEPT: &str = "Times, iterations and results of single searches were not stored: `[match] keep = \"search\"` stores them, and \
     `bench view RUN --search` replays games with counted budgets to obtain them.";

/// A request for a page.
#[derive(Clone, Debug, Default)]
pub struct PageRequest {
    /// The tasks; all named ones that are stored. If none are named: selected ones, then the first ones.
    pub tasks: BTreeSet<Task>,
    /// The maximum number of games, unless tasks are named.
    pub most: usize,
    /// Whether games are replayed for their search results, if these were not kept.
    pub search: bool,
}

/// Makes the page of stored games. Also returns the number of games that are stored and not on it.
///
/// # Errors
/// If the store cannot be read.
pub fn stored(plan: &Plan, store: &Store, asked: &PageRequest) -> Result<(GamesPage, u64), StoreError> {
    let mut picker = Picker::default();
    let counted = kinds::counted(plan, None, store)?;
    let mut there = BTreeSet::new();
    let mut rows = store.summary_rows(plan)?.only(counted);
    for (cell, number, row) in rows.by_ref() {
        picker.see(cell, number, &row);
        there.insert(Task { cell: cell as u32, number });
    }
    rows.check()?;
    let tasks: BTreeSet<Task> = if asked.tasks.is_empty() {
        chosen(plan, &picker, Some(&there), asked.most)
    } else {
        asked.tasks.intersection(&there).copied().collect()
    };
    let left_out = there.len() as u64 - tasks.len() as u64;
    made(plan, store, &picker, tasks, asked.search).map(|page| (page, left_out))
}

/// The page beside a report: selected games, of every cell if there are few.
///
/// # Errors
/// If the store cannot be read.
pub fn games_beside_report(plan: &Plan, store: &Store, picker: &Picker, most: usize) -> Result<GamesPage, StoreError> {
    made(plan, store, picker, chosen(plan, picker, None, most), false)
}

/// Selected tasks of as many cells as fit, reason by reason; then the first stored ones, with their partners.
fn chosen(plan: &Plan, picker: &Picker, there: Option<&BTreeSet<Task>>, most: usize) -> BTreeSet<Task> {
    let cells = plan.experiment.cells.len();
    let picks: Vec<Vec<u32>> = (0..cells).map(|cell| picker.of(cell).into_iter().map(|(_, number)| number).collect()).collect();
    let longest = picks.iter().map(Vec::len).max().unwrap_or(0);
    let by_reason = (0..longest).flat_map(|place| {
        let of_cell = |(cell, picks): (usize, &Vec<u32>)| picks.get(place).map(|&number| Task { cell: cell as u32, number });
        picks.iter().enumerate().filter_map(of_cell).collect::<Vec<_>>()
    });
    let mut tasks = BTreeSet::new();
    let rest = there.into_iter().flat_map(|there| plan.tasks().filter(|task| there.contains(task)));
    for task in by_reason.chain(rest) {
        if tasks.len() >= most {
            break;
        }
        tasks.insert(task);
    }
    tasks
}

/// Makes the page of these tasks, with links to those that the picker found.
fn made(plan: &Plan, store: &Store, picker: &Picker, tasks: BTreeSet<Task>, search: bool) -> Result<GamesPage, StoreError> {
    let labels = &plan.experiment.labels;
    let mut boards = Boards::default();
    let mut page = GamesPage { title: format!("Games of {}", plan.experiment.name), ..GamesPage::default() };
    let mut places: BTreeMap<Task, usize> = BTreeMap::new();
    for task in tasks {
        let Some(row) = store.row(plan, task)? else { continue };
        let cell = &plan.experiment.cells[task.cell as usize];
        let Ok(mut record) = GameRecord::from_row(&row) else { continue };
        if search && record.search.is_empty() {
            record.search = searched_again(plan, task, &record);
        }
        let mut game = game::stored(labels, cell, plan.id(task), &record, &mut boards);
        if page.cells.last().is_none_or(|last: &GameCell| last.number != task.cell as usize) {
            let players: Vec<String> = cell.participant_names().iter().map(|name| labels.of_parts(name)).collect();
            page.cells.push(GameCell {
                number: task.cell as usize,
                name: format!("{} · {}", cell_words(cell), players.join(" – ")),
                links: Vec::new(),
            });
        }
        game.cell = page.cells.len() - 1;
        places.insert(task, page.games.len());
        page.games.push(game);
    }
    for cell in &mut page.cells {
        let links = picker.of(cell.number).into_iter().filter_map(|(pick, number)| {
            let task = Task { cell: cell.number as u32, number };
            places.get(&task).map(|&place| (pick.word().to_owned(), place))
        });
        cell.links = links.collect();
    }
    pair(plan, &places, &mut page);
    page.boards = boards.boards;
    page.intro = vec![plan.experiment.metadata.question.clone()].into_iter().filter(|question| !question.is_empty()).collect();
    if !page.games.is_empty() && page.games.iter().flat_map(|game| &game.plies).all(|ply| ply.search.is_none()) {
        page.intro.push(NOT_KEPT.to_owned());
    }
    Ok(page)
}

/// Joins games of two players that were played on the same seed with swapped seats.
fn pair(plan: &Plan, places: &BTreeMap<Task, usize>, page: &mut GamesPage) {
    for (&task, &place) in places {
        let cell = &plan.experiment.cells[task.cell as usize];
        let Some(next) = task.number.checked_add(1).map(|number| Task { number, ..task }) else { continue };
        let index = |task: Task| cell.round(task.number);
        if cell.participants.len() == 2
            && let Some(&other) = places.get(&next)
            && index(task) == index(next)
        {
            page.games[place].pair = Some(other);
            page.games[other].pair = Some(place);
        }
    }
}

/// The search results of a replayed game; empty if the replay differs.
fn searched_again(plan: &Plan, task: Task, record: &GameRecord) -> String {
    let mut cell = plan.experiment.cells[task.cell as usize].clone();
    let mut settings = (**cell.settings).clone();
    settings.set("keep", Value::Text("search".to_owned()));
    cell.settings = Arc::new(settings.into());
    let play = || -> Option<Row> { Some(kinds::of(&plan.experiment).tasks().player(&cell).ok()?.play(task.number, plan.seed(task)).row) };
    let again = catch(play).ok().flatten().and_then(|row| GameRecord::from_row(&row).ok());
    again.filter(|again| again.moves == record.moves).map_or_else(String::new, |again| again.search)
}
