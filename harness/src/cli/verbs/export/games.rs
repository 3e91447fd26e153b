//! The games of every cell as a file of a folder.

use super::filter::Filter;
use crate::cli::args::file_list::FileList;
use crate::cli::{CliError, out};
use crate::experiment::Cell;
use crate::kinds;
use crate::kinds::r#match::GameRecord;
use crate::plan::{Plan, Task};
use crate::report::plural;
use crate::store::{FinishedTasks, Record as _, Store, write_atomically};
use crate::view::exported;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// The maximum number of characters of a file's name before its number.
const LONGEST: usize = 100;

/// Lists the files of games in a folder.
const LIST: &str = "files.json";

/// Writes the games that a filter lets through, in place of those of an earlier selection.
pub(super) fn write(
    plan: &Plan,
    store: &Store,
    counted: Option<FinishedTasks>,
    folder: &Path,
    filter: &Filter,
) -> Result<ExitCode, CliError> {
    if !kinds::of(&plan.experiment).tasks().are_games() {
        return Err(CliError::input(format!("runs of kind `{}` store no games", plan.experiment.kind.name)));
    }
    let mut rows = store.rows(plan).map_err(CliError::input)?.only(counted);
    fs::create_dir_all(folder).map_err(|error| CliError::unusable("create", folder, &error))?;
    let list = FileList::read(folder, LIST, &format!("games of {}", plan.experiment.name));
    let (mut texts, mut count, mut files) = (BTreeMap::<(usize, &'static str), String>::new(), 0, Vec::new());
    let mut save = |texts: &mut BTreeMap<(usize, &'static str), String>, before: usize| -> Result<(), CliError> {
        while let Some(entry) = texts.first_entry().filter(|entry| entry.key().0 < before) {
            let ((cell, ending), text) = entry.remove_entry();
            let name = format!("{}-{}.{ending}", file_name(&plan.experiment.cells[cell]), cell + 1);
            let path = folder.join(name);
            write_atomically(&path, &text).map_err(CliError::input)?;
            files.push(path);
        }
        Ok(())
    };
    for (cell, number, row) in rows.by_ref() {
        // Rows come cell by cell.
        save(&mut texts, cell)?;
        let record = GameRecord::from_row(&row).map_err(|damaged| CliError::input(damaged.to_string()))?;
        let id = plan.id(Task { cell: cell as u32, number });
        if !filter.lets_through(&plan.experiment.cells[cell], &plan.experiment.labels, &id, &record) {
            continue;
        }
        let game = exported(&plan.experiment.cells[cell], &id, &record);
        texts.entry((cell, game.ending)).or_default().push_str(&game.text);
        count += 1;
    }
    rows.check().map_err(CliError::input)?;
    save(&mut texts, usize::MAX)?;
    if count == 0 {
        return Err(CliError::input("no stored game matches; `bench status` shows what is stored"));
    }
    let written = plural(files.len() as u64, "file");
    let removed = match list.replace(files, |_, _| true)? {
        0 => String::new(),
        removed => format!(", {} of an earlier export removed", plural(removed, "file")),
    };
    out::print(&format!("{} in {written} of {}{removed}\n", plural(count, "game"), folder.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// The game and the agents, in characters that are valid on every file system.
fn file_name(cell: &Cell) -> String {
    let agents = cell.participants.iter().map(|participant| participant.name.as_str()).collect::<Vec<_>>().join("-vs-");
    let words = format!("{} {agents}", cell.game.label.replace(['(', ')', '='], " "));
    let plain = |c: char| if c.is_alphanumeric() || c == '.' || c == '_' { c } else { '-' };
    let name: String = words.chars().map(plain).collect();
    let name = name.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    name.trim_start_matches('.').chars().take(LONGEST).collect()
}
