//! The estimated cost of tasks that have not been played, from the measured cost of others.

use crate::support::load_text;
use treebench::plan::missing;

/// Two games with two budgets each, the second ten times the first.
const GRID: &str = "[experiment]\nname = \"x\"\nkind = \"match\"\ngames-per-cell = 10\n[budget]\niterations = [10, 100]\n\
    [grid]\ngame = [\"tic-tac-toe\", \"connect-four\"]\n[compare]\nuct = \"random\"\n";

#[test]
fn missing_tasks_cost_what_those_most_like_them_did() {
    let cells = load_text(GRID).unwrap().experiment.cells;
    let values: Vec<String> = cells.iter().map(|cell| format!("{} {}", cell.game.label, cell.participants[0].budget)).collect();
    let games = ["tic-tac-toe", "connect-four"].map(|game| ["10", "100"].map(|budget| (game, budget)));
    let as_expected =
        values.iter().zip(games.as_flattened()).all(|(value, (game, budget))| value.starts_with(&format!("{game} {budget} ")));
    assert!(values.len() == 4 && as_expected, "{values:?}");
    let cost = |spent: [(u32, f64); 4]| missing(&cells, &spent, 10).map(f64::round);
    assert_eq!(cost([(10, 20.0), (4, 80.0), (10, 30.0), (10, 300.0)]), Some(120.0), "six more of 20 seconds each");
    assert_eq!(cost([(10, 20.0), (0, 0.0), (10, 50.0), (10, 500.0)]), Some(200.0), "the same game, ten times the budget");
    assert_eq!(cost([(10, 20.0), (10, 200.0), (0, 0.0), (10, 500.0)]), Some(50.0), "the same game, a tenth of the budget");
    assert_eq!(cost([(12, 20.0), (10, 200.0), (10, 50.0), (10, 500.0)]), Some(0.0), "more was played than is asked for");
    assert_eq!(cost([(0, 0.0); 4]), None, "nothing was played");
    assert_eq!(missing(&cells, &[], 10), None, "no times are kept");
}
