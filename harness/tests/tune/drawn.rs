//! Points sampled from continuous ranges.

use crate::{HEAD, TUNE, exported, load, plan, report, run};
use treebench::kinds::tune::Tuning;
use treebench::reports::model::Cell;

/// Points sampled from continuous ranges: the plan lists all of them, the resolved copy samples the same ones, every method terminates, and the
/// report shows parts of a range.
#[test]
fn points_are_drawn_from_continuous_ranges() {
    let space = "[agent.candidate]\nuse = \"uct-fpu\"\n[tune.candidate]\nexploration = { from = 0.05, to = 4.0, scale = \"log\" }\nfpu = { from = 0.2, to = 1.5 }\nfinal-move = [\"visits\", \"mean\"]\n";
    for method in ["race", "halving", "wilson", "grid", "spsa"] {
        // SPSA takes numbers only.
        let space = if method == "spsa" { space.replace("final-move = [\"visits\", \"mean\"]\n", "") } else { space.to_owned() };
        let tune = TUNE.replace("ntbea", method).replace("games = 120", "games = 240\npoints = 40");
        let plan = plan(&format!("{HEAD}{space}{tune}"));
        let tuning = plan.experiment.own::<Tuning>().unwrap();
        assert_eq!((tuning.points.len(), plan.experiment.cells.len()), (40, 80));
        let values = |name: &str| tuning.params.iter().find(|param| param.name == name).unwrap().values.len();
        assert_eq!((values("exploration"), values("fpu")), (40, 40));
        let again = load(&plan.experiment.resolved_toml).unwrap_or_else(|error| panic!("{error}\n{}", plan.experiment.resolved_toml));
        assert_eq!(again.own::<Tuning>(), Some(tuning));
        let dirs: Vec<_> = [1, 3].map(|threads| (threads, tempfile::tempdir().unwrap())).into();
        dirs.iter().for_each(|(threads, dir)| run(&plan, dir.path(), *threads));
        assert_eq!(exported(&plan, dirs[0].1.path()), exported(&plan, dirs[1].1.path()), "{method}");
        let report = report(&plan, dirs[0].1.path());
        let importance = report.tables().find(|table| table.id == "importance").unwrap();
        let best = &importance.rows[0][2];
        assert!(matches!(best, Cell::Text(text) if text.contains(" to ")), "{best:?}");
    }
    for (from, to, message) in [
        ("\"race\"", "\"ntbea\"", "`ntbea` learns from points that share values"),
        (
            "fpu = { from = 0.2, to = 1.5 }",
            "fpu = { values = [0.5, 1.0], when = { exploration = 1.0 } }",
            "`exploration` has a continuous range",
        ),
        ("points = 40", "points = 1", "points"),
        (
            "exploration = { from = 0.05, to = 4.0, scale = \"log\" }\nfpu = { from = 0.2, to = 1.5 }",
            "fpu = { from = 0.2, to = 1.5, steps = 3 }",
            "`points` are drawn from ranges without `steps`",
        ),
    ] {
        let text = format!("{HEAD}{space}{}", TUNE.replace("ntbea", "race").replace("games = 120", "games = 240\npoints = 40"));
        assert!(text.contains(from), "{from}");
        let error = load(&text.replacen(from, to, 1)).err().unwrap_or_else(|| panic!("{to:?} was accepted"));
        assert!(error.contains(message) && error.contains("--> x.toml:"), "{to:?}: {error}");
    }
}
