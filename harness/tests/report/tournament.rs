//! Tournaments: pairings, the cells they share with matches, error messages, and the report.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use treebench::experiment::{Experiment, LoadOptions, References};
use treebench::kinds;
use treebench::kinds::r#match::{Ending, GameRecord, seats_of};
use treebench::kinds::tournament::{Format, Pairing, Tournament};
use treebench::plan::Plan;
use treebench::reports::Report;
use treebench::reports::model::{Block, Cell, Plot};
use treebench::run::{Outcome, ProgressStyle, RunEnd, RunOptions, execute};
use treebench::store::{Export, ExportFormat, Record as _, Row, Store};

const HEAD: &str =
    "# Who is the best?\n[experiment]\nname = \"t\"\nkind = \"tournament\"\nseed = 5\ngames-per-cell = 4\n[budget]\niterations = 20\n";

fn tournament(rest: &str) -> Result<Experiment, String> {
    load(&format!("{HEAD}{rest}"))
}

fn load(text: &str) -> Result<Experiment, String> {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("x.toml");
    std::fs::write(&path, text).expect("written");
    kinds::load(&path, &LoadOptions::default()).map(|loaded| loaded.experiment).map_err(|errors| errors.to_string())
}

fn plan(experiment: Experiment) -> Plan {
    Plan { experiment: Arc::new(experiment) }
}

fn open(plan: &Plan, dir: &Path) -> Store {
    Store::open(dir, kinds::of(&plan.experiment).table()).unwrap()
}

fn run(plan: &Plan, dir: &Path, threads: usize) -> Outcome {
    let options = RunOptions { threads, progress: ProgressStyle::Silent, ..RunOptions::default() };
    execute(plan, &mut open(plan, dir), &options).unwrap()
}

fn exported(plan: &Plan, dir: &Path) -> String {
    let store = Store::open_read_only(dir, kinds::of(&plan.experiment).table()).unwrap();
    let mut bytes = Vec::new();
    Export::new(&store, plan, true, Vec::new()).write(ExportFormat::Jsonl, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

fn keys(experiment: &Experiment) -> BTreeSet<String> {
    experiment.cells.iter().map(|cell| cell.key.to_string()).collect()
}

const THREE: &str = "[grid]\ngame = [\"tic-tac-toe\", \"connect-four\"]\n[tournament]\nplayers = [\"uct\", \"random\", \"flat-mc\"]\n";

#[test]
fn a_round_robin_has_every_pair_once_and_a_gauntlet_those_of_its_challengers() {
    let all = tournament(THREE).unwrap();
    assert_eq!(all.cells.len(), 3 * 2);
    let pairs: BTreeSet<Vec<String>> = all.cells.iter().map(|cell| cell.participant_names()).collect();
    assert_eq!(pairs.len(), 3);
    assert_eq!(all.own::<Tournament>().unwrap().format, Format::RoundRobin);
    let gauntlet = tournament(&format!("{THREE}format = \"gauntlet\"\nchallengers = \"uct\"\n")).unwrap();
    assert_eq!(gauntlet.cells.len(), 2 * 2);
    assert!(gauntlet.cells.iter().all(|cell| cell.participants.iter().any(|participant| participant.name == "uct")));
    assert!(keys(&gauntlet).is_subset(&keys(&all)));
}

#[test]
fn players_are_chosen_by_name_pattern_and_tag_and_every_swept_value_is_one() {
    let tables = "[grid]\ngame = \"tic-tac-toe\"\n[agent.uct-a]\nuse = \"uct\"\ntags = [\"slow\", \"good\"]\nsweep = { exploration = [0.3, 0.9] }\n\
        [agent.uct-b]\nuse = \"uct\"\ntags = \"good\"\nparams = { exploration = 2.5 }\n[agent.other]\nuse = \"random\"\n[tournament]\n";
    let names = |players: &str| {
        let experiment = tournament(&format!("{tables}{players}\n")).unwrap();
        experiment.own::<Tournament>().unwrap().players.iter().map(|player| player.name.clone()).collect::<Vec<_>>()
    };
    let swept = ["uct-a exploration=0.3", "uct-a exploration=0.9"];
    assert_eq!(names("players = \"uct*\""), [swept[0], swept[1], "uct-b"]);
    assert_eq!(names("players = [\"tag:slow\", \"other\"]"), ["other", swept[0], swept[1]]);
    assert_eq!(names("players = [\"*\", \"!tag:slow\", \"flat-mc\"]"), ["flat-mc", "other", "uct-b"]);
    assert_eq!(names(""), ["other", swept[0], swept[1], "uct-b"]);
    // Without tables, patterns choose among all registered agents.
    let registered = tournament("[grid]\ngame = \"tic-tac-toe\"\n[tournament]\nplayers = [\"uct-v*\", \"uct\"]\n").unwrap();
    let names: Vec<String> = registered.own::<Tournament>().unwrap().players.iter().map(|player| player.name.clone()).collect();
    assert_eq!(names, ["uct", "uct-v", "uct-v-infinity"]);
}

/// Neither the name of a pair nor the order of players changes a cell.
#[test]
fn a_pair_has_one_cell_whatever_its_players_are_called() {
    let one = tournament("[grid]\ngame = \"tic-tac-toe\"\n[agent.a]\nuse = \"uct\"\n[agent.b]\nuse = \"flat-mc\"\n").unwrap();
    let other = tournament(
        "[grid]\ngame = \"tic-tac-toe\"\n[agent.a]\nuse = \"flat-mc\"\n[agent.b]\nuse = \"uct\"\nbudget = { iterations = 20 }\n",
    )
    .unwrap();
    assert_eq!(keys(&one), keys(&other));
    assert_eq!(one.cells[0].participants[0].program.name(), other.cells[0].participants[0].program.name());
}

#[test]
fn a_tournament_and_matches_find_each_others_games_again() {
    let players = plan(tournament(THREE).unwrap());
    let first = &players.experiment.cells[0].participants;
    let text = format!(
        "{}[grid]\ngame = \"tic-tac-toe\"\n[compare]\n{} = \"{}\"\n",
        HEAD.replace("tournament", "match"),
        first[0].name,
        first[1].name
    );
    let single = plan(load(&text).unwrap());
    assert_eq!(single.experiment.cells[0].key, players.experiment.cells[0].key);
    assert_eq!(single.experiment.cells[0].canonical, players.experiment.cells[0].canonical);
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(run(&single, dir.path(), 1).played, 4);
    let both = run(&players, dir.path(), 2);
    assert_eq!((both.done_before, both.played, both.end), (4, 6 * 4 - 4, RunEnd::Complete));
    // The other way round.
    let dir_two = tempfile::tempdir().unwrap();
    run(&players, dir_two.path(), 2);
    assert_eq!(run(&single, dir_two.path(), 1).played, 0);
    assert_eq!(exported(&players, dir.path()), exported(&players, dir_two.path()));
    assert_eq!(exported(&players, dir.path()).lines().count(), 24);
}

#[test]
fn all_seatings_of_three_are_played_equally_often() {
    let three = "[grid]\ngame = \"connect-three\"\n[tournament]\nplayers = [\"uct\", \"random\", \"flat-mc\", \"mcts\"]\n";
    let experiment = load(&format!("{}{three}", HEAD.replace("= 4", "= 6"))).unwrap();
    assert_eq!(experiment.cells.len(), 4 * 2, "four triples in two cyclic orders");
    let mut seatings: BTreeMap<Vec<String>, u32> = BTreeMap::new();
    for cell in &experiment.cells {
        for task in 0..6 {
            let seated = seats_of(task, 3, true).map(|participant| cell.participants[participant].name.clone()).collect();
            *seatings.entry(seated).or_default() += 1;
        }
    }
    assert_eq!(seatings.len(), 4 * 3 * 2);
    assert!(seatings.values().all(|&times| times == 2));
}

#[test]
fn the_resolved_copy_is_the_same_tournament() {
    let text = "[grid]\ngame = [\"tic-tac-toe\", \"connect-three\"]\n[agent.uct]\ntags = \"x\"\nsweep = { exploration = [0.3, 0.9] }\n[agent.random]\n[agent.flat-mc]\n\
        [tournament]\nformat = \"gauntlet\"\nplayers = [\"*\", \"!flat-mc\", \"mcts\"]\nchallengers = \"tag:x\"\n[match]\nmax-moves = 50\n";
    let experiment = load(&format!("{}{text}", HEAD.replace("= 4", "= 6"))).unwrap();
    let again = load(&experiment.resolved_toml).unwrap();
    assert_eq!(again.resolved_toml, experiment.resolved_toml);
    assert_eq!(again.own::<Tournament>(), experiment.own::<Tournament>());
    let keys = |experiment: &Experiment| experiment.cells.iter().map(|cell| cell.key).collect::<Vec<_>>();
    assert_eq!(keys(&again), keys(&experiment));
    assert_eq!(experiment.cells[0].settings.get("max-moves").unwrap().to_string(), "50");
}

#[test]
fn every_wrong_setting_is_an_error_with_its_place() {
    let grid = "[grid]\ngame = \"tic-tac-toe\"\n";
    let agents = "[agent.uct]\n[agent.random]\ntags = \"quick\"\n";
    for (text, expected) in [
        ("[tournament]\nplayers = [\"uct\", \"rondam\"]\n", &["unknown agent `rondam`", "did you mean `random`?", "x.toml:12"][..]),
        ("[tournament]\nplayers = [\"uct\", \"x*\"]\n", &["no registered agent matches `x*`"]),
        ("[tournament]\nplayers = [\"uct\", \"tag:x\"]\n", &["no [agent.NAME] table has the tag `x`"]),
        ("AGENTS[tournament]\nplayers = [\"uct\", \"tag:quik\"]\n", &["has the tag `quik`", "did you mean `quick`?"]),
        ("AGENTS[tournament]\nplayers = [\"r*\", \"q*\"]\n", &["no [agent.NAME] table matches `q*`"]),
        ("[tournament]\nplayers = \"uct\"\n", &["at least two players, but this one has 1"]),
        ("[tournament]\nplayers = [\"uct*\", \"!uct*\"]\n", &["at least two players, but this one has 0"]),
        ("AGENTS[agent.twin]\nuse = \"uct\"\n", &["`twin` and `uct` are the same agent"]),
        ("AGENTS[agent.twin]\nuse = \"uct\"\nbudget = { iterations = 20 }\n", &["`twin` and `uct` are the same agent"]),
        ("AGENTS[tournament]\nformat = \"gauntlet\"\n", &["`challengers` is missing"]),
        ("AGENTS[tournament]\nformat = \"gauntlet\"\nchallengers = \"*\"\n", &["no pairings"]),
        ("AGENTS[tournament]\nchallengers = \"uct\"\n", &["only a gauntlet has challengers"]),
        ("AGENTS[tournament]\nformat = \"guantlet\"\n", &["invalid value `guantlet` for `format`", "did you mean `gauntlet`?"]),
        ("AGENTS[tournament]\nformat = \"swiss\"\npairing = \"adaptive\"\n", &["the Swiss system has its own pairings"]),
        ("AGENTS[tournament]\nformat = \"swiss\"\nrounds = 2\n", &["2 players who meet once can play 1 Swiss rounds, not 2"]),
        ("AGENTS[tournament]\nrounds = 2\n", &["`rounds` belongs to the Swiss system and to adaptive pairing"]),
        ("AGENTS[tournament]\nsure = 0.9\n", &["`sure` belongs to adaptive pairing"]),
        ("AGENTS[tournament]\npairing = \"adaptive\"\nsure = 1.5\n", &["`sure` must be a number from 0.5 to 1, not 1.5"]),
        ("AGENTS[tournament]\nplayer = \"uct\"\n", &["unknown key `player`", "did you mean `players`?"]),
        ("AGENTS[compare]\nuct = \"random\"\n", &["a tournament has no [compare]"]),
    ] {
        let error = tournament(&format!("{grid}{}", text.replace("AGENTS", agents))).err().unwrap_or_else(|| panic!("accepted: {text}"));
        assert!(expected.iter().all(|part| error.contains(part)), "{text}\n{error}");
    }
    let of_games = |games: &str| tournament(&format!("[grid]\ngame = {games}\n{agents}")).err().unwrap();
    assert!(of_games("\"connect-three\"").contains("`connect-three` is a game for 3, and the tournament has 2 players"));
    let single =
        load(&format!("{}{grid}{agents}[tournament]\n[compare]\nuct = \"random\"\n", HEAD.replace("tournament", "match"))).err().unwrap();
    assert!(single.contains("[tournament] belongs to experiments of kind `tournament`; this one has kind `match`"), "{single}");
    let three = "[grid]\ngame = \"connect-three\"\n[tournament]\nplayers = [\"uct\", \"random\", \"flat-mc\"]\n";
    for (rule, expected) in
        [("format = \"swiss\"", "the Swiss system pairs players"), ("pairing = \"adaptive\"", "adaptive pairing pairs players")]
    {
        let error = tournament(&format!("{three}{rule}\n")).err().unwrap();
        assert!(error.contains(&format!("{expected}, and `connect-three` is a game for 3")), "{error}");
    }
    assert!(tournament(three).err().unwrap().contains("use a multiple of 3"));
}

/// Rock, paper and scissors, with a fourth who loses to all and a fifth who did not play.
fn cycle(rounds: u32) -> (Experiment, Vec<(usize, u32, Row)>) {
    cycle_in("tic-tac-toe", rounds)
}

fn cycle_in(game: &str, rounds: u32) -> (Experiment, Vec<(usize, u32, Row)>) {
    cycle_with(game, rounds, "")
}

fn cycle_with(game: &str, rounds: u32, tables_below: &str) -> (Experiment, Vec<(usize, u32, Row)>) {
    let head = HEAD.replace("games-per-cell = 4", &format!("games-per-cell = {}", 2 * rounds));
    let agents = ["rock", "paper", "scissors", "loser", "absent"];
    let tables = (0..).zip(agents).map(|(i, name)| format!("[agent.{name}]\nuse = \"uct\"\nparams = {{ exploration = 0.{} }}\n", i + 1));
    let text = format!("{head}[grid]\ngame = \"{game}\"\n{}{tables_below}", tables.collect::<String>());
    let experiment = load(&text).unwrap();
    let beats = [("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")];
    let mut rows = Vec::new();
    for (index, cell) in experiment.cells.iter().enumerate() {
        let names = cell.participant_names();
        let wins = |a: &str, b: &str| beats.contains(&(a, b)) || b == "loser";
        if names.contains(&"absent".to_owned()) {
            continue;
        }
        for task in 0..2 * rounds {
            // Each seventh round is drawn.
            let score = if (task / 2) % 7 == 3 { 0.5 } else { f64::from(u8::from(wins(&names[0], &names[1]))) };
            let seats: Vec<u32> = seats_of(task, 2, true).map(|seat| seat as u32).collect();
            let scores = seats.iter().map(|&seat| if seat == 0 { score } else { 1.0 - score }).collect();
            let lists = || vec![1, 1];
            let game = GameRecord {
                seats,
                scores,
                ending: Ending::Rules,
                plies: 5,
                turns: lists(),
                iterations: lists(),
                states: lists(),
                micros: lists(),
                cpu_micros: lists(),
                longest_turn: lists(),
                turns_over: vec![0, 0],
                moves: format!("{index}-{task}"),
                ..GameRecord::default()
            };
            rows.push((index, task, game.into_row()));
        }
    }
    (experiment, rows)
}

fn report(experiment: &Experiment, rows: Vec<(usize, u32, Row)>) -> Report {
    kinds::of(experiment).fold(experiment, &mut rows.into_iter()).report(&References::default())
}

fn column(report: &Report, table: &str, name: &str) -> Vec<Cell> {
    let table = report.tables().find(|found| found.id == table).unwrap_or_else(|| panic!("no table {table}"));
    let place = table.columns.iter().position(|column| column.name == name).unwrap_or_else(|| panic!("no column {name}"));
    table.rows.iter().map(|row| row[place].clone()).collect()
}

fn number(cell: &Cell) -> f64 {
    match cell {
        Cell::Integer(count) => *count as f64,
        Cell::Number { value, .. } => *value,
        Cell::Interval(interval) | Cell::Graded { interval, .. } => interval.value,
        other => panic!("{other:?} is no number"),
    }
}

#[test]
fn a_cycle_is_found_and_everyone_gets_a_finite_labelled_answer() {
    let (experiment, rows) = cycle(20);
    let report = report(&experiment, rows);
    let names = column(&report, "standings", "player");
    let place = |name: &str| names.iter().position(|cell| *cell == Cell::from(name)).unwrap();
    let shown = column(&report, "standings", "Elo");
    assert_eq!(shown[place("absent")], Cell::Empty, "no games, no rating");
    let elo: Vec<f64> = shown.iter().filter(|cell| **cell != Cell::Empty).map(number).collect();
    assert!(elo.len() == 4 && elo.iter().all(|elo| elo.is_finite()), "{elo:?}");
    // The three of the cycle are equals by symmetry.
    assert!((elo[place("rock")] - elo[place("paper")]).abs() < 1e-6 && (elo[place("rock")] - elo[place("scissors")]).abs() < 1e-6);
    assert!(elo[place("loser")] < elo[place("rock")] - 100.0);
    let notes = column(&report, "standings", "note");
    assert_eq!(notes[place("absent")], Cell::from("no game with a result"));
    let shares: Vec<f64> = column(&report, "standings", "α-rank").iter().map(number).collect();
    assert!((shares.iter().sum::<f64>() - 100.0).abs() < 1e-6);
    // Three of 20 rounds are drawn.
    let [first, second, third] = ["first", "second", "third"].map(|name| column(&report, "structure-cycles", name)[0].clone());
    let cyclic: BTreeSet<String> = [first, second, third].into_iter().map(|cell| format!("{cell:?}")).collect();
    assert_eq!(cyclic.len(), 3);
    assert!((number(&column(&report, "structure-cycles", "first – second")[0]) - 92.5).abs() < 1e-9);
    assert!(report.lead.iter().any(|sentence| sentence.contains("they form 1 cyclic triple")), "{:?}", report.lead);
    let prose: Vec<&String> = report.sections.iter().flat_map(|section| &section.prose).collect();
    assert!(prose.iter().any(|text| text.contains("every player is given one additional draw against an average player")), "{prose:?}");
    assert!(prose.iter().any(|text| text.contains("1 player of 5 without a game with a result")), "{prose:?}");
    assert_eq!(names.last(), Some(&Cell::from("absent")), "who has not played comes last");
    assert!(
        report.lead[0].starts_with("No leader of the 4 of 5 players that have played over 1 game: 3 players share the highest rating"),
        "{:?}",
        report.lead
    );
    // Ten pairs of five players, of which six met.
    assert_eq!(column(&report, "crosstable-pairs", "player").len(), 6);
    assert!(report.warnings.iter().any(|warning| warning.contains("Only 240 of 400 games")), "{:?}", report.warnings);
    assert!(report.blocks().any(|block| matches!(block, Block::Figure(figure) if matches!(figure.plot, Plot::Dendrogram(_)))));
}

#[test]
fn the_best_opponent_bounds_exploitability_where_information_is_hidden() {
    let (experiment, rows) = cycle_in("goofspiel", 20);
    let found = report(&experiment, rows);
    let players = column(&found, "exploitability", "player");
    assert_eq!(players.len(), 4, "the absent player met nobody: {players:?}");
    let at = |name: &str, of: &str| {
        column(&found, "exploitability", of)[players.iter().position(|cell| *cell == Cell::from(name)).unwrap()].clone()
    };
    // Paper scores 92.5 % against rock, 42.5 % more than an even result.
    assert_eq!(at("rock", "by"), Cell::from("paper"));
    assert!((number(&at("rock", "at least")) - 0.425).abs() < 1e-9);
    let Cell::Interval(bound) = at("rock", "at least") else { panic!("no interval") };
    assert!(0.0 < bound.low && bound.low < bound.value && bound.value < bound.high, "{bound:?}");
    assert!(matches!(at("rock", "p, Holm"), Cell::PValue(p) if p < 0.001));
    // Where all is seen there is nothing to hide.
    let (experiment, rows) = cycle(20);
    assert!(report(&experiment, rows).tables().all(|table| table.id != "exploitability"));
}

#[test]
fn nobody_leads_before_the_players_have_met() {
    let (experiment, rows) = cycle(20);
    let met = |names: &[String]| names.contains(&"rock".to_owned()) == names.contains(&"loser".to_owned());
    let rows = rows.into_iter().filter(|(index, _, _)| met(&experiment.cells[*index].participant_names())).collect();
    let report = report(&experiment, rows);
    assert_eq!(
        report.lead[0],
        "No leader: the 4 of 5 players that have played over 1 game are 2 groups that never met, directly or through others."
    );
    let prose: Vec<&String> = report.sections.iter().flat_map(|section| &section.prose).collect();
    assert!(
        prose.iter().any(|text| text.contains("form 2 groups that never met") && text.contains("loser, rock; paper, scissors")),
        "{prose:?}"
    );
}

#[test]
fn the_report_is_the_same_every_time_and_knows_nothing_before_the_first_game() {
    let (experiment, rows) = cycle(3);
    // As text, for a number that is missing differs from itself.
    let text = |rows| format!("{:?}", report(&experiment, rows));
    assert!(text(rows.clone()) == text(rows));
    let empty = report(&experiment, Vec::new());
    assert_eq!(empty.lead, ["No game has been played yet."]);
    assert!(column(&empty, "standings", "Elo").iter().all(|cell| *cell == Cell::Empty));
    // Three rounds can decide nothing.
    let (experiment, rows) = cycle(3);
    assert!(report(&experiment, rows).lead.iter().any(|sentence| sentence.contains("0 of 6 pairs differ significantly")));
}

#[test]
fn a_labelled_player_has_its_effort() {
    let (experiment, rows) = cycle_with("tic-tac-toe", 4, "[label]\nrock = \"Rock\"\n");
    let report = report(&experiment, rows);
    let players = ["absent", "loser", "paper", "Rock", "scissors"].map(Cell::from);
    assert_eq!(column(&report, "effort", "player"), players);
    let turns: Vec<f64> = column(&report, "effort", "turns").iter().map(number).collect();
    assert_eq!(turns, [0.0, 24.0, 24.0, 24.0, 24.0], "against each of three, eight games of one turn");
    assert!(column(&report, "effort", "agent")[1..].iter().all(|agent| *agent == Cell::from("uct")));
}

#[test]
fn failures_are_named_and_count_in_no_score() {
    let (experiment, mut rows) = cycle(3);
    let failed =
        GameRecord { seats: vec![0, 1], ending: Ending::AgentError, culprit: Some(1), ..GameRecord::from_row(&rows[0].2).unwrap() };
    rows[0].2 = GameRecord { scores: Vec::new(), ..failed }.into_row();
    let culprit = experiment.cells[rows[0].0].participants[1].name.clone();
    let report = report(&experiment, rows);
    assert!(report.warnings.iter().any(|warning| warning.contains(&format!("1 failure of `{culprit}`"))), "{:?}", report.warnings);
    let games: f64 = column(&report, "standings", "games").iter().map(number).sum();
    assert_eq!(games, 2.0 * (36.0 - 1.0));
}

/// Rock crashes where it is about to lose to paper. The tournament's statements hold whatever the results of these games would have been.
#[test]
fn standings_hold_whatever_failed_games_would_have_come_to() {
    let (experiment, rows) = cycle(20);
    let whole = report(&experiment, rows.clone());
    let crash = |most: usize| {
        let (mut rows, mut crashes) = (rows.clone(), 0);
        for (index, _, row) in &mut rows {
            let names = experiment.cells[*index].participant_names();
            let (game, place) = (GameRecord::from_row(row).unwrap(), names.iter().position(|name| name == "rock"));
            let seat = place.and_then(|place| game.seats.iter().position(|&seat| seat as usize == place));
            if let Some(seat) = seat.filter(|&seat| game.scores[seat] == 0.0 && crashes < most) {
                crashes += 1;
                let failed = GameRecord { ending: Ending::AgentError, culprit: Some(seat as u32), scores: Vec::new(), ..game };
                *row = failed.into_row();
            }
        }
        report(&experiment, rows)
    };
    let crashed = crash(usize::MAX);
    let place =
        |report: &Report, name: &str| column(report, "standings", "player").iter().position(|cell| *cell == Cell::from(name)).unwrap();
    let interval = |report: &Report, figure: &str, name: &str| match &column(report, "standings", figure)[place(report, name)] {
        Cell::Interval(interval) => *interval,
        other => panic!("{other:?}"),
    };
    let lead = &crashed.lead[0];
    assert!(lead.starts_with("No leader") && lead.contains("rock has the highest rating"), "{lead}");
    for name in ["rock", "paper", "scissors", "loser"] {
        let (true_elo, shown) = (interval(&whole, "Elo", name).value, interval(&crashed, "Elo", name));
        assert!(shown.low <= true_elo && true_elo <= shown.high, "{name}: {true_elo} {shown:?}");
    }
    for figure in ["α-rank", "Nash"] {
        let (shown, true_share) = (interval(&crashed, figure, "rock"), number(&column(&whole, "standings", figure)[place(&whole, "rock")]));
        assert!(shown.value > true_share && shown.low <= true_share && true_share <= shown.high, "{figure} {shown:?} {true_share}");
    }
    let least = number(&column(&crashed, "standings", "LOS at least")[place(&crashed, "rock")]);
    assert!(least < 60.0, "{least} {:?}", column(&crashed, "standings", "player"));
    let note = format!("{:?}", column(&crashed, "standings", "note")[place(&crashed, "rock")]);
    assert!(note.contains("34 games without a result: rank 1 to "), "{note}");
    assert!(column(&crashed, "crosstable-pairs", "without result").iter().map(number).sum::<f64>() == 34.0);
    // What failures cannot turn is said as before, at least.
    let (experiment, mut rows) = cycle(20);
    rows.retain(|(index, ..)| !experiment.cells[*index].participant_names().contains(&"scissors".to_owned()));
    let (index, task, row) =
        rows.iter().find(|(index, ..)| experiment.cells[*index].participant_names().contains(&"loser".to_owned())).unwrap();
    let failed = GameRecord { ending: Ending::AgentError, culprit: Some(0), scores: Vec::new(), ..GameRecord::from_row(row).unwrap() };
    let (index, task) = (*index, *task);
    rows.iter_mut().find(|(other, at, _)| (*other, *at) == (index, task)).unwrap().2 = failed.into_row();
    let lead = report(&experiment, rows).lead[0].clone();
    assert!(lead.starts_with("paper leads ") && lead.contains("with a likelihood of at least "), "{lead}");
}

/// Entries of players who met link to the games on the page next to the report, and no other entries do.
#[test]
fn entries_of_the_crosstable_open_their_games() {
    let (experiment, rows) = cycle(3);
    let mut report = report(&experiment, rows);
    let links = |report: &Report| -> Vec<String> {
        let Some(Plot::HeatMap(map)) = report.figures().find(|figure| figure.id == "crosstable-scores").map(|figure| &figure.plot) else {
            panic!("no crosstable")
        };
        assert!(map.cells.iter().flatten().all(|cell| cell.value.is_finite() || cell.href.is_empty()));
        let table = report.tables().find(|table| table.id == "crosstable-pairs").expect("the pairs");
        let cells = map.cells.iter().flatten().map(|cell| cell.href.clone());
        cells.chain(table.about.iter().map(|about| about.href.clone())).filter(|href| !href.is_empty()).collect()
    };
    // Six pairs met: twice in the figure, once in the table.
    assert_eq!(links(&report).len(), 18);
    report.retain_links(|href| href == "games.html#with=rock&with=paper");
    assert!(!links(&report).is_empty() && links(&report).iter().all(|href| href == "games.html#with=rock&with=paper"));
}

/// A tournament with budgets of processor time is not said to depend on the machine's load.
#[test]
fn the_warning_names_the_clock_of_the_budget() {
    let warnings = |clock: &str| {
        let text = format!("{HEAD}{THREE}[match]\nclock = \"{clock}\"\n").replace("iterations = 20", "time = \"1ms\"");
        report(&load(&text).unwrap(), Vec::new()).warnings.join("\n")
    };
    assert!(warnings("wall").contains("depend on the machine and its load"));
    assert!(warnings("cpu").contains("Budgets of processor time") && !warnings("cpu").contains("load"));
}

#[test]
fn a_check_compares_the_score_of_every_pair() {
    let (experiment, rows) = cycle(20);
    let summary = kinds::of(&experiment).fold(&experiment, &mut rows.into_iter());
    let measured = summary.baseline().unwrap();
    assert_eq!(measured.len(), experiment.cells.len());
    assert!(measured.iter().filter(|cell| cell.played > 0).all(|cell| cell.statistics[0].name == "score" && cell.played == 40));
}

const SIX: &str = "[grid]\ngame = [\"tic-tac-toe\", \"connect-four\"]\n[agent.uct]\nsweep = { exploration = [0.1, 0.5, 1.5] }\n[agent.random]\n[agent.flat-mc]\n\
    [agent.mcts]\n[match]\nrandom-plies = 2\n[tournament]\n";

/// The counted games, with their results.
fn counted(plan: &Plan, dir: &Path) -> (u64, String) {
    let store = Store::open_read_only(dir, kinds::of(&plan.experiment).table()).unwrap();
    let counted = kinds::counted(plan, None, &store).unwrap().expect("a schedule decides");
    let rows = store.summary_rows(plan).unwrap().only(Some(counted.clone()));
    let scores = rows.map(|(cell, task, row)| format!("{cell} {task} {:?}", GameRecord::from_row(&row).unwrap().scores));
    (counted.count(), scores.collect::<Vec<_>>().join("\n"))
}

/// The next pairing depends only on the records: not on threads, interruptions, or games that are already stored.
#[test]
fn pairings_are_the_same_on_any_number_of_threads_and_after_interruptions() {
    for rule in ["format = \"swiss\"", "pairing = \"adaptive\"\nrounds = 6\nsure = 0.9"] {
        let plan = plan(load(&format!("{}{SIX}{rule}\n", HEAD.replace("= 4", "= 8"))).unwrap());
        let whole = tempfile::tempdir().unwrap();
        let outcome = run(&plan, whole.path(), 1);
        assert_eq!((outcome.end, outcome.played < plan.len()), (RunEnd::Complete, true), "{rule}");
        let expected = counted(&plan, whole.path());
        assert_eq!(expected.0, outcome.played, "one thread plays nothing ahead");
        let threads = tempfile::tempdir().unwrap();
        run(&plan, threads.path(), 4);
        assert!(counted(&plan, threads.path()) == expected, "{rule}: threads");
        // Cut off after a few games, several times.
        let pieces = tempfile::tempdir().unwrap();
        loop {
            let options = RunOptions { threads: 2, progress: ProgressStyle::Silent, ..RunOptions::default() };
            let stop = Arc::clone(&options.stop);
            let stopper = std::thread::spawn(move || {
                std::thread::sleep(std::time::Duration::from_millis(60));
                stop.store(true, std::sync::atomic::Ordering::SeqCst);
            });
            let end = execute(&plan, &mut open(&plan, pieces.path()), &options).unwrap().end;
            stopper.join().unwrap();
            if end == RunEnd::Complete {
                break;
            }
        }
        assert!(counted(&plan, pieces.path()) == expected, "{rule}: interruptions");
        assert_eq!(run(&plan, pieces.path(), 1).played, 0);
        // Where all games of the plan are stored, as many of them count, and no other is played.
        let full = tempfile::tempdir().unwrap();
        let all = self::plan(load(&format!("{}{SIX}", HEAD.replace("= 4", "= 8"))).unwrap());
        run(&all, full.path(), 2);
        assert_eq!(run(&plan, full.path(), 2).played, 0);
        assert!(counted(&plan, full.path()) == expected, "{rule}: games that were there");
    }
}

#[test]
fn the_resolved_copy_keeps_the_pairing() {
    for rule in
        ["format = \"swiss\"", "format = \"swiss\"\nrounds = 2", "pairing = \"adaptive\"", "pairing = \"adaptive\"\nsure = 1\nrounds = 9"]
    {
        let experiment = load(&format!("{HEAD}{SIX}{rule}\n")).unwrap();
        let again = load(&experiment.resolved_toml).unwrap();
        assert_eq!((again.own::<Tournament>(), &again.resolved_toml), (experiment.own::<Tournament>(), &experiment.resolved_toml));
    }
    let swiss = load(&format!("{HEAD}{SIX}format = \"swiss\"\n")).unwrap();
    assert!(kinds::of(&swiss).fold(&swiss, &mut std::iter::empty()).baseline().is_none(), "cells have no fixed number of games");
    assert_eq!(swiss.own::<Tournament>().unwrap().pairing, Pairing::Swiss { rounds: 3 }, "six players");
}

/// The effects of a swept parameter and of a tag, estimated from known ratings: a level that wins more is worth more.
#[test]
fn combinations_of_choices_are_taken_apart_into_their_effects() {
    let text = "[grid]\ngame = [\"tic-tac-toe\", \"connect-four\"]\n[agent.one]\nuse = \"uct\"\ntags = \"kind=good\"\nsweep = { exploration = [0.1, 0.5] }\n\
        [agent.two]\nuse = \"flat-mc\"\ntags = \"kind=bad\"\nsweep = { exploration = [0.1, 0.5] }\n[agent.other]\nuse = \"random\"\n";
    let text = text.replace("[agent.two]\nuse = \"flat-mc\"", "[agent.two]\nuse = \"uct\"\nparams = { playout-cap = 3 }");
    let experiment = load(&format!("{}{text}", HEAD.replace("= 4", "= 20"))).unwrap();
    let mut rows = Vec::new();
    for (index, cell) in experiment.cells.iter().enumerate() {
        let strength = |name: &str| {
            if name.starts_with("other") {
                return 0.0;
            }
            f64::from(u8::from(name.starts_with("one"))) + 0.5 * f64::from(u8::from(name.ends_with("=0.5")))
        };
        let names = cell.participant_names();
        let expected = 1.0 / (1.0 + (strength(&names[1]) - strength(&names[0])).exp());
        for task in 0..20 {
            let seats: Vec<u32> = seats_of(task, 2, true).map(|seat| seat as u32).collect();
            let own = f64::from(u8::from(f64::from(task / 2) + 0.5 < 10.0 * expected));
            let scores = seats.iter().map(|&seat| if seat == 0 { own } else { 1.0 - own }).collect();
            let lists = || vec![1, 1];
            let game = GameRecord {
                seats,
                scores,
                ending: Ending::Rules,
                turns: lists(),
                iterations: lists(),
                states: lists(),
                micros: lists(),
                cpu_micros: lists(),
                longest_turn: lists(),
                turns_over: vec![0, 0],
                moves: format!("{index}-{task}"),
                ..GameRecord::default()
            };
            rows.push((index, task, game.into_row()));
        }
    }
    let report = report(&experiment, rows);
    let effects: Vec<f64> = column(&report, "factors", "effect").iter().map(number).collect();
    let levels = column(&report, "factors", "level");
    assert_eq!(levels, ["good", "bad", "0.1", "0.5"].map(Cell::from));
    assert!((effects[0] + effects[1]).abs() < 1e-6 && (effects[2] + effects[3]).abs() < 1e-6, "{effects:?}");
    // A log strength of ½ is 87 points; scores are in steps of a tenth.
    assert!((effects[0] - 86.9).abs() < 30.0 && (effects[3] - 43.4).abs() < 25.0, "{effects:?}");
    assert_eq!(column(&report, "factors-pairs", "interaction").len(), 4);
    // What the games are like under random play: tic-tac-toe by counting all orders of moves, connect four by its columns.
    let branching: Vec<f64> = column(&report, "factors-features", "branching").iter().map(number).collect();
    assert!((branching[0] - 5.576).abs() < 0.25 && (6.0..7.0).contains(&branching[1]), "{branching:?}");
    assert_eq!(column(&report, "factors-games", "with branching").len(), 4);
    assert!(report.blocks().any(|block| matches!(block, Block::Figure(figure) if figure.id == "factors-map")));
}

/// Games that one player resigned by its own scores are named, as in the reports of matches.
/// The same games under common seeds, with one player's games against four copies of another: its rating is no surer for the copies. Games that repeat each
/// other count once in ratings.
#[test]
fn copies_and_repetitions_make_no_rating_surer() {
    let won = [1.0, 1.0, 0.5, 1.0, 0.0, 1.0, 1.0, 0.5, 0.0, 1.0];
    let width = |copies: usize, repeats: u32| {
        let head = HEAD.replace("games-per-cell = 4", &format!("games-per-cell = {}", 20 * repeats));
        let names: Vec<String> = (0..copies).map(|i| format!("copy{i}")).collect();
        let tables =
            names.iter().enumerate().map(|(i, name)| format!("[agent.{name}]\nuse = \"uct\"\nparams = {{ max-nodes = {} }}\n", 1000 + i));
        let text = format!(
            "{head}[match]\nseeds = \"common\"\n[grid]\ngame = \"connect-four\"\n[agent.random]\n{}[tournament]\nformat = \"gauntlet\"\n\
             challengers = \"random\"\nplayers = \"*\"\n",
            tables.collect::<String>()
        );
        let experiment = load(&text).unwrap();
        assert_eq!(experiment.cells.len(), copies);
        let mut rows = Vec::new();
        for index in 0..copies {
            for task in 0..20 * repeats {
                let seats: Vec<u32> = seats_of(task, 2, true).map(|seat| seat as u32).collect();
                let score = won[task as usize / 2 % 10];
                let scores = seats.iter().map(|&seat| if seat == 0 { score } else { 1.0 - score }).collect();
                let lists = || vec![1, 1];
                let game = GameRecord {
                    seats,
                    scores,
                    ending: Ending::Rules,
                    plies: 5,
                    turns: lists(),
                    iterations: lists(),
                    states: lists(),
                    micros: lists(),
                    cpu_micros: lists(),
                    longest_turn: lists(),
                    turns_over: vec![0, 0],
                    moves: format!("{}", task % 20),
                    ..GameRecord::default()
                };
                rows.push((index, task, game.into_row()));
            }
        }
        let report = report(&experiment, rows);
        let place = column(&report, "standings", "player").iter().position(|cell| *cell == Cell::from("random")).unwrap();
        match &column(&report, "standings", "Elo")[place] {
            Cell::Interval(interval) => (interval.high - interval.low) / interval.value,
            other => panic!("{other:?}"),
        }
    };
    let (one, four, repeated) = (width(1, 1), width(4, 1), width(1, 3));
    assert!((four / one - 1.0).abs() < 0.25 && (repeated / one - 1.0).abs() < 0.25, "{one} {four} {repeated}");
}

#[test]
fn lone_resignations_are_named() {
    let (experiment, rows) = cycle(20);
    let said = |report: Report| report.warnings.join("; ");
    assert!(!said(report(&experiment, rows.clone())).contains("resignation"));
    let resigned = |(cell, task, row): (usize, u32, Row)| {
        let game = GameRecord::from_row(&row).unwrap();
        (cell, task, GameRecord { ending: Ending::Adjudication, one_sided: 1, ..game }.into_row())
    };
    let found = said(report(&experiment, rows.into_iter().map(resigned).collect()));
    assert!(found.contains("lost by resignation on the loser's own score alone"), "{found}");
}
