//! `bench stats ratings` of single games: one rating list with draws and the advantage of the first move.

use super::four_digits;
use super::games::add;
use crate::cli::CliError;
use crate::cli::out;
use crate::report::plural;
use serde_json::json;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::PathBuf;
use treebench_games::exchange::results::Results;
use treebench_reports::model::{Column, Table};
use treebench_reports::p_words;
use treebench_stats::{Davidson, LEVEL, MOST_EXACT, PairResults, chi_squared_tail, davidson, groups_that_met};

/// The normal quantile of 95 % intervals.
const Z: f64 = 1.959_963_984_540_054;
/// The maximum number of players in the table of superiorities.
const MOST_COMPARED: usize = 12;

/// Refuses two files with the same contents, whose games would count twice.
fn refuse_copies(files: &[PathBuf]) -> Result<(), CliError> {
    let mut known: BTreeMap<[u8; 32], &PathBuf> = BTreeMap::new();
    for path in files.iter().filter(|_| files.len() > 1) {
        let mut hasher = blake3::Hasher::new();
        // What cannot be read is an error where it is read.
        let Ok(mut file) = File::open(path) else { continue };
        let mut buffer = vec![0; 1 << 16];
        while let Ok(length @ 1..) = file.read(&mut buffer) {
            hasher.update(&buffer[..length]);
        }
        if let Some(first) = known.insert(*hasher.finalize().as_bytes(), path) {
            let [first, path] = [first, path].map(|path| path.display());
            return Err(CliError::input(format!("{path} is a copy of {first}: its games would count twice")));
        }
    }
    Ok(())
}

/// The rating list of files of games, as text and as JSON. The last line of the text holds the Elo points in the order of the players' first games.
///
/// # Errors
/// If a file cannot be read, or an anchor is not among the players.
pub(super) fn rated(files: &[PathBuf], anchors: &[(String, f64)]) -> Result<(String, serde_json::Value), CliError> {
    let mut games = Results::default();
    refuse_copies(files)?;
    for path in files {
        add(&mut games, path).map_err(|message| CliError::input(format!("{}: {message}", path.display())))?;
    }
    let place = |name: &String| {
        let near = || treebench_games::names::nearest(name, games.names.iter().map(String::as_str));
        let found = games.names.iter().position(|known| known == name);
        found.ok_or_else(|| {
            let hint = near().map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            CliError::input(format!("--anchor: no player is named `{name}`{hint}"))
        })
    };
    if let Some((name, _)) =
        anchors.iter().enumerate().find(|(at, (name, _))| anchors[..*at].iter().any(|(known, _)| known == name)).map(|(_, anchor)| anchor)
    {
        return Err(CliError::input(format!("--anchor: `{name}` occurs twice")));
    }
    let middle = anchors.iter().map(|(_, elo)| elo).sum::<f64>() / anchors.len().max(1) as f64;
    let fixed: Vec<(usize, f64)> = anchors.iter().map(|(name, elo)| Ok((place(name)?, elo - middle))).collect::<Result<_, CliError>>()?;
    let results: Vec<PairResults> =
        games.pairs.iter().map(|(&(i, j), counts)| PairResults { players: [i, j], counts: counts.map(|count| count as f64) }).collect();
    let fitted = |fixed: &[(usize, f64)]| davidson(games.names.len(), &results, fixed);
    // What a point is in log strength depends on how often equals draw: the games say so, and not the anchors.
    let free_fit = fitted(&[]);
    let scale = free_fit.elo();
    let anchored_fit = |fixed: &[(usize, f64)]| {
        let fixed: Vec<(usize, f64)> = fixed.iter().map(|&(player, points)| (player, points / scale)).collect();
        if fixed.is_empty() { free_fit.clone() } else { fitted(&fixed) }
    };
    let (fit, groups) = (anchored_fit(&fixed), groups_that_met(games.names.len(), &results));
    let anchored = |group: &Vec<usize>| fixed.iter().filter(|(player, _)| group.contains(player)).count();
    // Of each group, one anchor only says where zero is.
    let free: usize = groups.iter().map(|group| anchored(group).saturating_sub(1)).sum();
    let contradiction = (free > 0).then(|| {
        let one = |group: &Vec<usize>| fixed.iter().find(|(player, _)| group.contains(player)).copied();
        let lenient = anchored_fit(&groups.iter().filter_map(one).collect::<Vec<_>>());
        chi_squared_tail(2.0 * (lenient.log_likelihood - fit.log_likelihood).max(0.0), free as f64)
    });
    let is_placed = groups.iter().map(|group| anchored(group) > 0).collect();
    let list = List { fit, scale, groups, is_placed, contradiction, middle, games };
    Ok((list.text(), list.values()))
}

struct List {
    games: Results,
    fit: Davidson,
    /// The Elo points of a unit of log strength.
    scale: f64,
    groups: Vec<Vec<usize>>,
    /// For each group, whether an anchor places it.
    is_placed: Vec<bool>,
    /// The probability, given the anchors, of games that fit them no better; `None` without anchors that games could contradict.
    contradiction: Option<f64>,
    /// The Elo points of log strength 0.
    middle: f64,
}

impl List {
    fn elo(&self, player: usize) -> f64 {
        self.middle + self.scale * self.fit.log_strengths[player]
    }

    fn margin(&self, player: usize) -> f64 {
        Z * self.scale * self.fit.errors[player]
    }

    /// The players, the strongest first.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.games.names.len()).collect();
        order.sort_by(|&a, &b| self.elo(b).total_cmp(&self.elo(a)));
        order
    }

    /// The likelihood that one player is stronger than another; `None` if their groups are not comparable.
    fn superiority(&self, player: usize, other: usize) -> Option<f64> {
        let group = |player: usize| self.groups.iter().position(|group| group.contains(&player));
        let placed = |group: Option<usize>| group.is_some_and(|group| self.is_placed[group]);
        let (one, two) = (group(player), group(other));
        (one == two || placed(one) && placed(two)).then(|| self.fit.superiority(player, other))
    }

    /// Games, points and draws of every player.
    fn totals(&self) -> Vec<[f64; 3]> {
        let mut totals = vec![[0.0; 3]; self.games.names.len()];
        for (&(i, j), counts) in &self.games.pairs {
            let [wins, draws, losses] = counts.map(|count| count as f64);
            for (player, won) in [(i, wins), (j, losses)] {
                totals[player][0] += wins + draws + losses;
                totals[player][1] += won + draws / 2.0;
                totals[player][2] += draws;
            }
        }
        totals
    }

    fn text(&self) -> String {
        let (order, totals) = (self.order(), self.totals());
        let mut table = Table::new("", "").column(Column::text("player"));
        for name in ["Elo", "± 95 %", "games", "score %", "draws %"] {
            table = table.column(Column::number(name));
        }
        for &player in &order {
            let [games, points, draws] = totals[player];
            table = table.row([
                self.games.names[player].as_str().into(),
                format!("{:.1}", self.elo(player)).into(),
                format!("{:.1}", self.margin(player)).into(),
                format!("{games}").into(),
                format!("{:.1}", 100.0 * points / games).into(),
                format!("{:.1}", 100.0 * draws / games).into(),
            ]);
        }
        let mut text = out::table(&table);
        text += &self.compared(&order);
        let (advantage, margin) = (self.scale * self.fit.advantage, Z * self.scale * self.fit.advantage_error);
        let drawn = 100.0 * self.fit.draws / (2.0 + self.fit.draws);
        let first = if margin.is_finite() {
            format!("the first move is worth {advantage:.1} ± {margin:.1} Elo")
        } else {
            "the advantage of the first move cannot be separated from the players' strengths and is set to 0".to_owned()
        };
        text += &format!(
            "{} of {}; {first}, and equal players draw {drawn:.1} % of their games.\n",
            plural(self.games.games, "game"),
            plural(self.games.names.len() as u64, "player"),
        );
        if self.games.unrated > 0 {
            text += &format!("{} without a result or a name are skipped.\n", plural(self.games.unrated, "game"));
        }
        if self.fit.with_virtual_draws {
            text += "The results alone have no finite ratings, so every player is given one additional draw against an average player and \
                 one against an equal.\n";
        }
        if let Some(p) = self.contradiction.filter(|p| *p <= LEVEL) {
            text += &format!(
                "The games contradict the anchors ({}): rating differences of anchored players do not match their games.\n",
                p_words(p)
            );
        }
        if self.groups.len() > 1 {
            let named = |group: &Vec<usize>| {
                let names: Vec<&str> = group.iter().take(MOST_COMPARED).map(|&player| self.games.names[player].as_str()).collect();
                names.join(", ") + if group.len() > MOST_COMPARED { ", …" } else { "" }
            };
            text += &format!(
                "{} groups of players never met, so ratings of different groups cannot be compared: {}.\n",
                self.groups.len(),
                self.groups.iter().take(MOST_COMPARED).map(named).collect::<Vec<_>>().join("; ")
            );
        }
        if self.games.names.len() > MOST_EXACT {
            text += &format!("With more than {MOST_EXACT} players, each interval treats the ratings of the others as known.\n");
        }
        text += &(0..self.games.names.len()).map(|player| four_digits(self.elo(player))).collect::<Vec<_>>().join(" ");
        text.push('\n');
        text
    }

    /// The likelihood that the player of a row is stronger than that of a column.
    fn compared(&self, order: &[usize]) -> String {
        if order.len() < 2 || order.len() > MOST_COMPARED {
            return String::new();
        }
        let mut table = Table::new("", "").column(Column::text("stronger than, %"));
        for &player in order {
            table = table.column(Column::number(self.games.names[player].clone()));
        }
        for &row in order {
            let chances = order.iter().map(|&other| {
                self.superiority(row, other).filter(|_| row != other).map_or("–".to_owned(), |chance| format!("{:.1}", 100.0 * chance))
            });
            let cells = std::iter::once(self.games.names[row].clone()).chain(chances).map(Into::into);
            table = table.row(cells.collect::<Vec<_>>());
        }
        out::table(&table)
    }

    fn values(&self) -> serde_json::Value {
        let totals = self.totals();
        let n = self.games.names.len();
        let player = |i: usize| {
            let [games, points, draws] = totals[i];
            json!({
                "name": self.games.names[i], "elo": self.elo(i), "margin": self.margin(i), "games": games, "points": points, "draws": draws,
                "superiority": if n <= MOST_EXACT { (0..n).map(|j| self.superiority(i, j)).collect::<Vec<_>>() } else { Vec::new() },
            })
        };
        json!({
            "players": (0..n).map(player).collect::<Vec<_>>(),
            "games": self.games.games,
            "left-out": self.games.unrated,
            "first-move": { "elo": self.scale * self.fit.advantage, "margin": Z * self.scale * self.fit.advantage_error },
            "draws-of-equals": self.fit.draws / (2.0 + self.fit.draws),
            "virtual-draws": self.fit.with_virtual_draws,
            "p-of-anchors": self.contradiction,
            "groups": self.groups.iter().map(|group| group.iter().map(|&i| self.games.names[i].as_str()).collect()).collect::<Vec<Vec<&str>>>(),
        })
    }
}
