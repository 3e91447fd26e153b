//! `bench stats ratings`: rating lists from a table of results.

use super::four_digits;
use super::games::is_list_of_games;
use crate::cli::CliError;
use crate::cli::out;
use crate::experiment::line_of;
use crate::report::{listed, plural};
use serde_json::json;
use std::path::Path;
use treebench_reports::model::{Column, Table};
use treebench_reports::signed;
use treebench_stats::{AlphaRank, alpha_rank, bradley_terry, circles, expected_scores, nash_average, unmet};

/// Results between all pairs of players.
struct Results {
    names: Vec<String>,
    /// The points of each player against each other; a draw is half a point for both.
    points: Vec<Vec<f64>>,
}

/// Whether a file is a table of results, as opposed to single games.
pub(super) fn is_table(path: &Path) -> bool {
    let is = |kind: &str| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(kind));
    let single = || {
        let heading = csv::ReaderBuilder::new().comment(Some(b'#')).trim(csv::Trim::All).from_path(path).ok()?.headers().ok()?.clone();
        Some(is_list_of_games(&heading.iter().collect::<Vec<_>>()))
    };
    !is("pgn") && !is("sgf") && !single().unwrap_or(false)
}

/// The three rating lists of a file, as text and as JSON. The last line of the text holds the Elo points in the order of the file.
///
/// # Errors
/// If the file cannot be read or is no table of results: names the file and the line.
pub(super) fn ratings(path: &Path) -> Result<(String, serde_json::Value), CliError> {
    let fail = |line: Option<usize>, message: String| {
        let line = line.map_or(String::new(), |line| format!(":{line}"));
        CliError::input(format!("{}{line}: {message}", path.display()))
    };
    let text = std::fs::read_to_string(path).map_err(|error| CliError::unusable("read", path, &error))?;
    let Results { names, points } = read(&text).map_err(|(line, message)| fail(Some(line), message))?;
    let n = names.len();
    let strengths = bradley_terry(&points);
    let scores = expected_scores(&points, &strengths.log_strengths);
    let elo: Vec<f64> = strengths.log_strengths.iter().map(|log| log * 400.0 / std::f64::consts::LN_10).collect();
    let shares = alpha_rank(&scores, AlphaRank::default());
    let advantages: Vec<Vec<f64>> = scores.iter().map(|row| row.iter().map(|score| score - 0.5).collect()).collect();
    let nash = nash_average(&advantages).ok_or_else(|| fail(None, "no equilibrium was found".to_owned()))?;
    let unmet: Vec<String> = unmet(&points).into_iter().map(|(i, j)| format!("{}–{}", names[i], names[j])).collect();

    let mut table = Table::new("", "").column(Column::text("player"));
    for name in ["Elo", "score %", "α-rank %", "Nash %", "against Nash"] {
        table = table.column(Column::number(name));
    }
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&a, &b| elo[b].total_cmp(&elo[a]));
    for &i in &order {
        let (own, others): (f64, f64) = (points[i].iter().sum(), points.iter().map(|row| row[i]).sum());
        let total = if own + others > 0.0 { format!("{:.1}", 100.0 * own / (own + others)) } else { "–".to_owned() };
        table = table.row([
            names[i].as_str().into(),
            format!("{:.1}", elo[i]).into(),
            total.into(),
            format!("{:.1}", 100.0 * shares[i]).into(),
            format!("{:.1}", 100.0 * nash.weights[i]).into(),
            signed(100.0 * nash.advantages[i], 1).into(),
        ]);
    }
    let mut text = out::table(&table);
    if strengths.with_virtual_draws {
        text += "The results alone have no finite ratings, so every player is given one additional draw against an average player.\n";
    }
    let groups = circles(&points);
    if groups.len() > 1 {
        let listed = |group: &Vec<usize>| group.iter().map(|&i| names[i].as_str()).collect::<Vec<_>>().join(", ");
        text += &format!(
            "{} groups of players never met, so ratings of different groups cannot be compared: {}.\n",
            groups.len(),
            groups.iter().map(listed).collect::<Vec<_>>().join("; ")
        );
    }
    if !unmet.is_empty() {
        let pairs = plural(unmet.len() as u64, "pair");
        text += &format!("{pairs} without games, for which α-rank and Nash averaging use the fitted model: {}.\n", listed(unmet.clone()));
    }
    text += &elo.iter().map(|&elo| four_digits(elo)).collect::<Vec<_>>().join(" ");
    text.push('\n');
    let player = |i: usize| json!({ "name": names[i], "elo": elo[i], "alpha-rank": shares[i], "nash": nash.weights[i], "advantage": nash.advantages[i] });
    let values = json!({
        "players": (0..n).map(player).collect::<Vec<_>>(),
        "virtual-draws": strengths.with_virtual_draws,
        "pairs-without-games": unmet.len(),
        "from-the-model": unmet,
        "groups": groups.iter().map(|group| group.iter().map(|&i| names[i].as_str()).collect()).collect::<Vec<Vec<&str>>>(),
    });
    Ok((text, values))
}

/// The maximum number of games in a row: larger sums lose digits.
const MOST: f64 = 1e12;

/// By how much the two scores of a pair may miss 1 because they are rounded.
const ROUNDED: f64 = 0.0101;

/// Reads a list with the columns `first,second,wins,draws,losses`, or a square table of mean scores whose heading and first column hold the same
/// names, in which an empty field means that the two did not meet and every other counts as one game. An error has its line.
fn read(text: &str) -> Result<Results, (usize, String)> {
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).trim(csv::Trim::All).from_reader(text.as_bytes());
    let fault = |error: csv::Error| (line_of(text, error.position()), error.to_string());
    let heading = reader.headers().map_err(fault)?.clone();
    let records: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().map_err(fault)?;
    let rows = records.iter().map(|record| (line_of(text, record.position()), record));
    if heading.iter().eq(["first", "second", "wins", "draws", "losses"]) { list(rows) } else { square(&heading, rows) }
}

fn list<'a>(rows: impl Iterator<Item = (usize, &'a csv::StringRecord)>) -> Result<Results, (usize, String)> {
    let mut results = Results { names: Vec::new(), points: Vec::new() };
    for (line, row) in rows {
        let count = |k: usize| {
            let counted = row[k].parse().ok().filter(|count: &f64| (0.0..=MOST).contains(count));
            counted.ok_or_else(|| (line, format!("expected a number of games from 0 to 10¹², not `{}`", &row[k])))
        };
        let (wins, draws, losses) = (count(2)?, count(3)?, count(4)?);
        let (i, j) = (results.index_of(&row[0]), results.index_of(&row[1]));
        if i == j {
            return Err((line, format!("`{}` cannot play against itself", &row[0])));
        }
        results.points[i][j] += wins + draws / 2.0;
        results.points[j][i] += losses + draws / 2.0;
    }
    if results.names.is_empty() { Err((1, "there are no results".to_owned())) } else { Ok(results) }
}

impl Results {
    /// The number of the player with a name, who may be new.
    fn index_of(&mut self, name: &str) -> usize {
        self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.points.iter_mut().for_each(|row| row.push(0.0));
            self.points.push(vec![0.0; self.names.len()]);
            self.names.len() - 1
        })
    }
}

fn square<'a>(heading: &csv::StringRecord, rows: impl Iterator<Item = (usize, &'a csv::StringRecord)>) -> Result<Results, (usize, String)> {
    let names: Vec<String> = heading.iter().skip(1).map(str::to_owned).collect();
    let n = names.len();
    if n == 0 {
        let what = "expected a header of comma-separated names: a square table, or the columns first,second,wins,draws,losses";
        return Err((1, what.to_owned()));
    }
    if let Some(name) = names.iter().enumerate().find_map(|(i, name)| names[..i].contains(name).then_some(name)) {
        return Err((1, format!("`{name}` is named twice")));
    }
    let (mut seen, mut points, mut given) = (0, vec![vec![0.0; n]; n], vec![vec![None; n]; n]);
    for (line, row) in rows {
        if names.get(seen).map(String::as_str) != Some(&row[0]) {
            let expected = names.get(seen).map_or_else(|| "the end of the table".to_owned(), |name| format!("the row of `{name}`"));
            return Err((line, format!("expected {expected}, not `{}`", &row[0])));
        }
        for (column, field) in row.iter().skip(1).enumerate().filter(|&(column, field)| column != seen && !field.is_empty()) {
            let score = field.parse().ok().filter(|score| (0.0..=1.0).contains(score));
            let score: f64 = score.ok_or_else(|| (line, format!("expected a mean score from 0 to 1, not `{field}`")))?;
            if let Some(other) = given[column][seen].filter(|other: &f64| (score + other - 1.0).abs() > ROUNDED) {
                let pair = format!("`{}` scores {score} against `{}`, and that one {other} against the first", names[seen], names[column]);
                return Err((line, format!("{pair}: the two scores of a pair must add up to 1")));
            }
            given[seen][column] = Some(score);
            // Both halves of the table may be given: each is half of the one game.
            points[seen][column] += score / 2.0;
            points[column][seen] += (1.0 - score) / 2.0;
        }
        seen += 1;
    }
    if let Some(name) = names.get(seen) {
        let advice = "write a square table, or the columns first,second,wins,draws,losses";
        return Err((seen + 2, format!("the row of `{name}` is missing; {advice}")));
    }
    Ok(Results { names, points })
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn a_list_adds_up_and_a_square_counts_each_pair_once() {
        let list = read("first,second,wins,draws,losses\na,b,3,2,5\nb,a,1,0,0\n").unwrap();
        assert_eq!((list.names, list.points), (vec!["a".to_owned(), "b".to_owned()], vec![vec![0.0, 4.0], vec![7.0, 0.0]]));
        let square = read(",a,b,c\na,,0.75,\nb,0.25,,1\nc,,,\n").unwrap();
        assert_eq!(square.points, [[0.0, 0.75, 0.0], [0.25, 0.0, 0.5], [0.0, 0.0, 0.0]]);
    }

    #[test]
    fn errors_have_their_line() {
        let error = |text: &str| read(text).err().unwrap();
        let (line, message) = error(",a,b\na,0.5,0.7\nb,0.7,0.5\n");
        assert!(line == 3 && message.contains("add up to 1"), "{message}");
        assert_eq!(
            error("first,second,wins,draws,losses\na,b,3,x,5\n"),
            (2, "expected a number of games from 0 to 10¹², not `x`".to_owned())
        );
        assert_eq!(error("first,second,wins,draws,losses\n# none\na,a,3,0,5\n").0, 3);
        assert_eq!(error(",a,b\nb,,1\n").1, "expected the row of `a`, not `b`");
        assert_eq!(error(",a,b\na,,1.5\nb,,\n").1, "expected a mean score from 0 to 1, not `1.5`");
        assert!(error(",a,b\na,,1\n").1.contains("the row of `b` is missing"));
        assert_eq!(error("first,second,wins,draws,losses\na,b,1e308,0,1\n").0, 2);
        assert_eq!(error(",a,a\na,,1\na,0,\n"), (1, "`a` is named twice".to_owned()));
        assert!(error("").1.contains("a header") && error("first;second;wins\na;b;3\n").1.contains("comma-separated"));
    }
}
