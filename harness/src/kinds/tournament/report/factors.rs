//! Effects of choices, for players that are all combinations of a few choices.

use super::super::table::Player;
use super::board::Board;
use super::bounds::interval;
use super::features::{GameFeatures, NAMES};
use super::view::{View, WholeTournament, elo};
use crate::kinds::tournament::groups::players;
use treebench_reports::model::{Axis, Cell, Column, Figure, HeatCell, HeatMap, Plot, Section, Table};
use treebench_reports::signed;
use treebench_stats::{interactions, main_effects};

/// A choice, and its level for each player of the design.
struct Factor {
    name: String,
    levels: Vec<String>,
    of: Vec<usize>,
}

/// Players that differ only in factors.
struct Design {
    /// The players, by number.
    players: Vec<usize>,
    factors: Vec<Factor>,
    /// Whether every combination of levels occurs once.
    complete: bool,
}

/// The choices of a player: tags such as `selection=grave`, and swept parameters.
fn choices(player: &Player) -> Vec<(String, String)> {
    let tags = player.tags.iter().filter_map(|tag| tag.split_once('=')).map(|(name, level)| (name.to_owned(), level.to_owned()));
    tags.chain(player.swept.iter().map(|(name, value)| (name.clone(), value.to_string()))).collect()
}

/// The players with a level of every factor; `None` if no factor has two levels among them.
fn design(players: &[&Player]) -> Option<Design> {
    let all: Vec<Vec<(String, String)>> = players.iter().map(|player| choices(player)).collect();
    let mut names: Vec<&String> = Vec::new();
    all.iter().flatten().for_each(|(name, _)| {
        if !names.contains(&name) {
            names.push(name);
        }
    });
    let level = |player: usize, name: &str| all[player].iter().find(|(own, _)| own == name).map(|(_, level)| level.clone());
    let inside: Vec<usize> = (0..players.len()).filter(|&player| names.iter().all(|name| level(player, name).is_some())).collect();
    let mut factors: Vec<Factor> = Vec::new();
    for name in names {
        let own: Vec<String> = inside.iter().filter_map(|&player| level(player, name)).collect();
        let mut levels: Vec<String> = Vec::new();
        own.iter().for_each(|level| {
            if !levels.contains(level) {
                levels.push(level.clone());
            }
        });
        let of = own.iter().filter_map(|level| levels.iter().position(|known| known == level)).collect();
        factors.push(Factor { name: name.clone(), levels, of });
    }
    factors.retain(|factor| factor.levels.len() > 1);
    let combinations: usize = factors.iter().map(|factor| factor.levels.len()).product();
    let complete = inside.len() == combinations;
    (!factors.is_empty() && !inside.is_empty()).then_some(Design { players: inside, factors, complete })
}

pub(super) fn section(view: &View<'_>, whole: &WholeTournament, id: &str, heading: String) -> Option<Section> {
    let mut design = design(&players(view.experiment))?;
    let label = |name: &mut String| *name = view.experiment.labels.of(name).to_owned();
    for factor in &mut design.factors {
        label(&mut factor.name);
        factor.levels.iter_mut().for_each(label);
    }
    let mut section = Section::new(id, heading).paragraph(format!(
        "{} players are combinations of {}. The effect of a level is the mean rating of the players that have it, minus the mean of all \
         of these, in Elo; an interaction is the joint effect of two levels beyond their separate effects. Intervals are 95 % bootstrap \
         intervals without correction for multiplicity.",
        design.players.len(),
        design.factors.iter().map(|factor| format!("{} ({})", factor.name, factor.levels.join(", "))).collect::<Vec<_>>().join("; ")
    ));
    if !design.complete {
        section = section.paragraph(
            "The design is not balanced, so effects of different factors are confounded: a level combined with better ones looks better.",
        );
    }
    section = section.block(effects(whole, &design, id));
    let features = (whole.boards.len() > 1).then(|| GameFeatures::of(view, whole));
    if let Some(features) = &features {
        section = section.block(map(whole, &design, id));
        section = section.block(features.table(view, whole, &format!("{id}-features"))).block(dependence(whole, &design, features, id));
    }
    if design.complete && design.factors.len() > 1 {
        section = section.block(pairs(whole, &design, features.as_ref(), id));
    }
    Some(section)
}

/// A statistic of the ratings of the players of a design.
fn of_players(design: &Design, of: impl Fn(&[f64]) -> f64) -> impl Fn(&[f64]) -> f64 {
    move |all| of(&design.players.iter().map(|&player| elo(all[player])).collect::<Vec<f64>>())
}

/// The overall main effects.
fn effects(whole: &WholeTournament, design: &Design, id: &str) -> Table {
    let mut table = Table::new(id, "Main effect of each level, averaged over all games.")
        .column(Column::text("factor"))
        .column(Column::text("level"))
        .column(Column::number("players"))
        .column(Column::number("effect").unit("Elo"));
    for factor in &design.factors {
        for (level, name) in factor.levels.iter().enumerate() {
            let effect = |values: &[f64]| main_effects(values, &factor.of, factor.levels.len())[level];
            let (value, low, high) = interval(&whole.boards, &whole.ratings, &whole.samples, of_players(design, effect));
            let count = factor.of.iter().filter(|own| **own == level).count();
            table = table.row([
                factor.name.as_str().into(),
                name.as_str().into(),
                Cell::Integer(count as i64),
                Cell::interval(value, low, high, 0),
            ]);
        }
    }
    table
}

/// The main effects in every game.
fn map(whole: &WholeTournament, design: &Design, id: &str) -> Figure {
    let mut rows = Vec::new();
    let mut labels = Vec::new();
    for factor in &design.factors {
        for (level, name) in factor.levels.iter().enumerate() {
            labels.push(format!("{} = {name}", factor.name));
            let effect = |values: &[f64]| main_effects(values, &factor.of, factor.levels.len())[level];
            let cell = |board: &Board| {
                let (value, low, high) = interval(std::slice::from_ref(board), &board.ratings, &board.samples, of_players(design, effect));
                let sure = if low > 0.0 || high < 0.0 { "*" } else { "" };
                // What rounds to 0 has no sign.
                let shown = if value.abs() < 0.5 { 0.0 } else { value };
                HeatCell { text: format!("{}{sure}", signed(shown, 0)), ..HeatCell::new(value) }
            };
            rows.push(whole.boards.iter().map(cell).collect());
        }
    }
    let caption = "Which choice helps where: the effect of every level in every game, in Elo; * marks 95 % intervals that exclude 0.";
    let map = HeatMap {
        x: Axis::new("game", ""),
        y: Axis::new("choice", ""),
        value: Axis::new("effect", "Elo"),
        x_labels: whole.boards.iter().map(|board| board.name.clone()).collect(),
        y_labels: labels,
        cells: rows,
        midpoint: Some(0.0),
        decimals: 0,
    };
    Figure::new(format!("{id}-map"), caption, caption, Plot::HeatMap(map))
}

/// The dependence of effects on features of games.
fn dependence(whole: &WholeTournament, design: &Design, features: &GameFeatures, id: &str) -> Table {
    let caption = format!(
        "Dependence of effects on the game: rank correlations (Spearman) over games between the effect of a level and features of the \
         games. {}",
        features.chance()
    );
    let mut table = Table::new(format!("{id}-games"), caption).keys(2).column(Column::text("factor")).column(Column::text("level"));
    table = NAMES.iter().fold(table, |table, name| table.column(Column::number(*name))).column(Column::number("games"));
    for factor in &design.factors {
        for (level, name) in factor.levels.iter().enumerate() {
            let effect = |values: &[f64]| main_effects(values, &factor.of, factor.levels.len())[level];
            let row = [factor.name.as_str().into(), name.as_str().into()].into_iter();
            table = table.row(row.chain(features.correlations(&in_games(whole, design, effect))).chain([features.games()]));
        }
    }
    table
}

/// A statistic of the ratings of the players of a design, in every game.
fn in_games(whole: &WholeTournament, design: &Design, of: impl Fn(&[f64]) -> f64) -> Vec<f64> {
    let own = |board: &Board| design.players.iter().map(|&player| elo(board.ratings.log_strengths[player])).collect::<Vec<f64>>();
    whole.boards.iter().map(|board| of(&own(board))).collect()
}

/// The overall interactions of every two factors, and their dependence on the game if there are `features`.
fn pairs(whole: &WholeTournament, design: &Design, features: Option<&GameFeatures>, id: &str) -> Table {
    let mut table = Table::new(format!("{id}-pairs"), "Interactions of two levels beyond their main effects, over all games.")
        .keys(4)
        .column(Column::text("factor"))
        .column(Column::text("level"))
        .column(Column::text("with factor"))
        .column(Column::text("level"))
        .column(Column::number("interaction").unit("Elo"));
    if features.is_some() {
        table = NAMES.iter().fold(table, |table, name| table.column(Column::number(*name).doc("rank correlation over games")));
    }
    for (place, a) in design.factors.iter().enumerate() {
        for b in &design.factors[place + 1..] {
            for (x, name) in a.levels.iter().enumerate() {
                for (y, other) in b.levels.iter().enumerate() {
                    let of = |values: &[f64]| interactions(values, (&a.of, a.levels.len()), (&b.of, b.levels.len()))[x][y];
                    let (value, low, high) = interval(&whole.boards, &whole.ratings, &whole.samples, of_players(design, of));
                    let row = [a.name.as_str(), name.as_str(), b.name.as_str(), other.as_str()].map(Cell::from).into_iter();
                    let correlations = features.map(|features| features.correlations(&in_games(whole, design, of)));
                    table = table.row(row.chain([Cell::interval(value, low, high, 0)]).chain(correlations.into_iter().flatten()));
                }
            }
        }
    }
    table
}
