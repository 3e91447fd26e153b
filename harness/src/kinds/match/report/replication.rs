//! Replication of printed values overall: how many agree, the size of the differences, and where.

use super::printed_pairs::{Pair, printed_verdict};
use super::tables::count;
use super::view::{GAME, View, game, label};
use crate::report::{Replication, plural};
use treebench_reports::model::{Axis, Cell, Column, Figure, HeatCell, HeatMap, Plot, Table};
use treebench_reports::signed;
use treebench_stats::{Equivalence, LEVEL, chi_squared_tail, holm};

/// The end of the colour scale of z.
const FARTHEST: f64 = 4.0;

/// The replication in some cells.
pub(super) fn replication(pairs: &[Pair<'_>]) -> Replication {
    let found: Vec<_> = pairs.iter().filter_map(|pair| pair.agreement).collect();
    let p: Vec<f64> = found.iter().map(|found| found.p).collect();
    let cells = found.len();
    let mean = |value: &dyn Fn(&treebench_stats::Agreement) -> f64| found.iter().map(value).sum::<f64>() / cells.max(1) as f64;
    Replication {
        cells,
        equal: found.iter().filter(|found| found.says() == Equivalence::Equal).count(),
        differ: found.iter().filter(|found| found.says() == Equivalence::Differs).count(),
        firm: holm(&p, LEVEL).into_iter().filter(|&apart| apart).count(),
        verdicts: pairs.iter().filter(|pair| printed_verdict(pair.seen, pair.reference) == pair.seen.verdict).count(),
        mean: 100.0 * mean(&|found| found.difference),
        spread: 100.0 * mean(&|found| found.difference.powi(2)).sqrt(),
        z: mean(&|found| found.z().powi(2)).sqrt(),
        p: chi_squared_tail(found.iter().map(|found| found.z().powi(2)).sum(), cells as f64),
    }
}

/// The replication in a sentence.
pub(super) fn sentence(pairs: &[Pair<'_>]) -> String {
    let all = replication(pairs);
    format!(
        "Of {}, {} are equal to the printed value within 5 points, {} differ from it (p ≤ 0.05; {:.1} would by chance), {} of them if judged jointly \
         (Holm), and {} are undecided. Ours differ from the printed values by {} points on average, {:.1} root mean square.",
        plural(all.cells as u64, "cell"),
        all.equal,
        all.differ,
        LEVEL * all.cells as f64,
        all.firm,
        all.cells - all.equal - all.differ,
        signed(all.mean, 1),
        all.spread,
    )
}

/// A row per game, and one for all.
pub(super) fn card(view: &View<'_>, pairs: &[Pair<'_>]) -> Table {
    let caption = "Replication: agreement of cells with the printed values, and their differences.";
    let mut table = Table::new("replication", caption)
        .column(Column::text("game"))
        .column(Column::number("cells").doc("with a printed value"))
        .column(Column::number("equal").doc("cells that are equal to the printed value within 5 points (two one-sided tests, 5 %)"))
        .column(Column::number("differ").doc("cells that differ with p ≤ 0.05; one in twenty by chance"))
        .column(Column::number("not decided").doc("cells with too few games to decide"))
        .column(Column::number("differ firmly").doc("cells that differ if all cells of the row are judged jointly (Holm, 5 %)"))
        .column(Column::number("same verdict").doc("cells with the same verdict (better, undecided, worse than even) here and in print"))
        .column(Column::number("mean difference").unit("points").doc("ours minus printed"))
        .column(Column::number("root mean square").unit("points").doc("of the differences"))
        .column(Column::number("z").doc("root mean square of the differences in standard errors: 1 if the true scores are equal"));
    let row = |name: String, pairs: &[Pair<'_>]| {
        let found = replication(pairs);
        let open = found.cells - found.equal - found.differ;
        let counts = [found.cells, found.equal, found.differ, open, found.firm, found.verdicts].map(|cells| count(cells as u64));
        let numbers = [(found.mean, 1), (found.spread, 1), (found.z, 2)].map(|(value, decimals)| Cell::number(value, decimals));
        [Cell::from(name)].into_iter().chain(counts).chain(numbers)
    };
    for name in &view.games {
        let of_game: Vec<Pair<'_>> = pairs.iter().copied().filter(|pair| game(pair.seen.cell) == *name).collect();
        if !of_game.is_empty() {
            table = table.row(row(name.clone(), &of_game));
        }
    }
    if table.rows.len() > 1 { table.row(row("all".to_owned(), pairs)) } else { table }
}

/// z of every cell; `None` if the grid has only one dimension.
pub(super) fn map(view: &View<'_>, pairs: &[Pair<'_>]) -> Option<Figure> {
    let games: Vec<String> = view.games.iter().filter(|name| pairs.iter().any(|pair| game(pair.seen.cell) == **name)).cloned().collect();
    if games.len() < 2 || view.variants.len() < 2 {
        return None;
    }
    let z = |name: &str, variant: &[crate::experiment::AxisValue]| {
        let pair = pairs.iter().find(|pair| game(pair.seen.cell) == name && view.variant(pair.seen) == variant);
        pair.and_then(|pair| pair.agreement).map_or(f64::NAN, |found| found.z())
    };
    let map = HeatMap {
        x: Axis::new(GAME, ""),
        y: Axis::default(),
        value: Axis::new("z", "").range(-FARTHEST, FARTHEST),
        cells: view.variants.iter().map(|variant| games.iter().map(|name| HeatCell::new(z(name, variant))).collect()).collect(),
        x_labels: games,
        y_labels: view.variants.iter().map(|variant| label(view, variant)).collect(),
        midpoint: Some(0.0),
        decimals: 1,
    };
    let caption = "z of every difference between ours and the printed value: blue where ours is higher, red where it is lower. If the \
         true scores are equal, one in twenty lies beyond ±2.";
    Some(Figure::new("z", caption, "The table of printed values holds the same numbers.", Plot::HeatMap(map)))
}
