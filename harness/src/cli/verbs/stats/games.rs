//! Results of single games in PGN, SGF and CSV files.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;
use treebench_games::exchange::results::{Results, pgn_result};
use treebench_reports::reason;

/// Adds the games of a file, by the extension of its name.
///
/// # Errors
/// If the file cannot be read, or is none of the formats: what is wrong, with the line of a CSV file.
pub(super) fn add(games: &mut Results, path: &Path) -> Result<(), String> {
    let mut file = BufReader::new(File::open(path).map_err(|error| reason(path, &error))?);
    let before = games.games + games.unrated;
    match path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase).as_deref() {
        Some("pgn") => games.add_pgn(&mut file).map_err(|error| error.to_string())?,
        Some("sgf") => games.add_sgf(&mut file).map_err(|error| error.to_string())?,
        Some("csv") => add_csv(games, file)?,
        _ => return Err("expected a file whose name ends in .pgn, .sgf or .csv".to_owned()),
    }
    if before == games.games + games.unrated { Err("there are no games".to_owned()) } else { Ok(()) }
}

/// One game a row: `white,black,result` or `black,white,result`, the first column being the player who moves first.
fn add_csv(games: &mut Results, file: impl Read) -> Result<(), String> {
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(file);
    let heading = reader.headers().map_err(|error| error.to_string())?.clone();
    let columns: Vec<&str> = heading.iter().collect();
    if !is_list_of_games(&columns) {
        return Err(
            "line 1: expected the columns white,black,result or black,white,result, the player who moves first in the first".to_owned()
        );
    }
    let mut row = csv::StringRecord::new();
    while reader.read_record(&mut row).map_err(|error| error.to_string())? {
        let line = row.position().map_or(0, csv::Position::line);
        let score = &row[2];
        let white_first = columns[0] == "white";
        let result = pgn_result(score).map(|result| if white_first { result } else { 2 - result });
        if result.is_none() && score != "*" {
            return Err(format!("line {line}: `{score}` is not a result, expected 1-0, 0-1, 1/2-1/2 or *, of White first"));
        }
        games.add_game([row[0].to_owned(), row[1].to_owned()], result);
    }
    Ok(())
}

/// Whether these are the columns of a CSV file with a game a row.
pub(super) fn is_list_of_games(columns: &[&str]) -> bool {
    matches!(columns, ["white", "black", "result"] | ["black", "white", "result"])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(games: &Results) -> Vec<(&str, &str, [u64; 3])> {
        games.pairs.iter().map(|(&(i, j), &counts)| (games.names[i].as_str(), games.names[j].as_str(), counts)).collect()
    }

    #[test]
    fn rows_are_games() {
        let mut games = Results::default();
        add_csv(&mut games, "white,black,result\na,b,1-0\nb,a,1/2-1/2\na,b,*\n".as_bytes()).unwrap();
        assert_eq!(pairs(&games), [("a", "b", [1, 0, 0]), ("b", "a", [0, 1, 0])]);
        let mut go = Results::default();
        add_csv(&mut go, "black,white,result\na,b,1-0\n".as_bytes()).unwrap();
        assert_eq!(pairs(&go), [("a", "b", [0, 0, 1])]);
        let error = add_csv(&mut Results::default(), "white,black,result\na,b,0-1\na,b,2-0\n".as_bytes()).unwrap_err();
        assert!(error.starts_with("line 3: `2-0` is not a result"), "{error}");
    }
}
