//! `stats`.

use crate::bench::{json, printed, refused};

fn last_line(args: &[&str]) -> Vec<f64> {
    let text = printed(args);
    text.lines().last().expect("something is printed").split(' ').map(|number| number.parse().expect("numbers alone")).collect()
}

#[test]
fn intervals_and_p_values_are_exact_for_few_games() {
    let six = json(&["stats", "interval", "6", "0", "0", "--format", "json"]);
    assert_eq!((six["p"].as_f64(), six["verdict"].as_str()), (Some(0.03125), Some("better than even")));
    // All six won: at the lower end, the mean fortune of both sides is 20.
    let low = six["always-valid-low"].as_f64().unwrap();
    let bets = (1..12).map(|j| f64::from(j) / 12.0);
    let fortune: f64 = bets.map(|bet| (1.0 - bet + bet / low).powi(6) + (1.0 - bet).powi(6)).sum::<f64>() / 22.0;
    assert!((fortune / 20.0 - 1.0).abs() < 1e-6, "{six}");
    assert!(six["elo"].is_null() && six["normalised-elo"].is_null() && six["superiority"].as_f64().unwrap() > 0.95, "{six}");
    let sixty = json(&["stats", "interval", "60", "0", "40", "--format", "json"]);
    // 400·log₁₀(1.5), and 0.1 in standard deviations of a game, √(0.24·100/99), times 347.4356.
    assert!(
        (sixty["elo"].as_f64().unwrap() - 70.437).abs() < 1e-3 && (sixty["normalised-elo"].as_f64().unwrap() - 70.562).abs() < 1e-2,
        "{sixty}"
    );
    // The same games as three pairs prove nothing.
    let pairs = json(&["stats", "interval", "--pairs", "0,0,0,0,0,3", "--format", "json"]);
    assert_eq!((pairs["p"].as_f64(), pairs["verdict"].as_str()), (Some(0.25), Some("too few games for any verdict")));
    assert!(printed(&["stats", "interval", "20", "0", "0"]).contains("p < 0.0001"));
    let p = json(&["stats", "interval", "20", "0", "0", "--format", "json"])["p"].as_f64().unwrap();
    assert!((p - 2f64.powi(-19)).abs() < 1e-12, "programs get all digits: {p}");
    let numbers = last_line(&["stats", "interval", "60", "0", "40"]);
    assert!((numbers[0] - 0.6).abs() < 1e-9 && numbers[1] < 0.51 && numbers[2] > 0.68 && numbers[2] < 0.7, "{numbers:?}");
}

#[test]
fn ratios_agree_with_fishtest() {
    let normalised = last_line(&["stats", "llr", "--pairs", "365,16618,36029,200,16974,390", "--nelo", "0,2"])[0];
    assert!((normalised - 2.25).abs() < 0.01, "{normalised}");
    let logistic = last_line(&["stats", "llr", "--pairs", "223,9863,20279,1000,10037,246", "--elo", "0.5,2.5"])[0];
    assert!((logistic + 3.07).abs() < 0.01, "{logistic}");
    for hypotheses in ["5,0", "2,2"] {
        let said = refused(&["stats", "llr", "--pairs", "3,4,5,6,7,8", "--elo", hypotheses]);
        assert!(said.contains("the first hypothesis must be below the second"), "{said}");
    }
    for pairs in ["500,0,0,0,0,0", "0,0,0,500,0,0", "0,0,0,0,0,500"] {
        last_line(&["stats", "llr", "--pairs", pairs, "--points", "48,52"]);
    }
}

#[test]
fn numbers_of_games_are_those_of_the_textbook() {
    assert_eq!(last_line(&["stats", "games", "--points", "5"]), [785.0]);
    assert_eq!(last_line(&["stats", "games", "--points", "5", "--draws", "0.5", "--power", "0.8"]), [393.0]);
}

#[test]
fn wrong_input_is_named() {
    assert!(refused(&["stats", "interval", "0", "0", "0"]).contains("no games"));
    assert!(refused(&["stats", "llr", "--pairs", "1,2,3", "--elo", "0,2"]).contains("LL,LD,WL,DD,WD,WW"));
    assert!(refused(&["stats", "llr", "--pairs", "1,2,3,4,5,6", "--elo", "0"]).contains("two numbers"));
    assert!(refused(&["stats", "games", "--points", "0"]).contains("between 0 and 50"));
    let drawn = refused(&["stats", "games", "--points", "5", "--draws", "0.99"]);
    assert!(drawn.contains("with 99 % of games drawn, no score is more than 0.500 points above 50 %"), "{drawn}");
    refused(&["stats", "llr", "--pairs", "1,2,3,4,5,6"]);
    assert!(refused(&["stats", "interval", "4000000000", "4000000000", "0"]).contains("too many"), "and takes no memory for them");
    assert!(
        refused(&["stats", "interval", "-1", "0", "0"]).contains("-1")
            && refused(&["stats", "games", "--points", "-5"]).contains("between")
    );
    assert!(refused(&["stats", "llr", "--pairs", "1,2,3,4,5,6", "--points", "50,100"]).contains("between 0 and 100"));
}

#[test]
fn no_games_tell_nothing_and_far_hypotheses_have_a_ratio() {
    assert_eq!(printed(&["stats", "llr", "--pairs", "0,0,0,0,0,0", "--nelo", "0,2"]), "0.0000\n");
    assert!(last_line(&["stats", "llr", "--pairs", "0,0,0,0,0,50", "--nelo", "0,500"])[0] > 0.0);
}

#[test]
fn rating_lists_agree_with_choix_and_openspiel() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("results.csv");
    std::fs::write(&file, "first,second,wins,draws,losses\na,b,7,1,2\na,c,6,0,4\nb,c,5,1,4\n").expect("a file");
    let path = file.to_str().expect("a path");
    // Strengths of choix (harness/stats/src/ratings/bradley_terry.rs), times 400 / ln 10.
    let numbers = last_line(&["stats", "ratings", path]);
    for (found, strength) in numbers.iter().zip([0.48739934, -0.27846325, -0.20893609]) {
        assert!((found - strength * 400.0 / std::f64::consts::LN_10).abs() < 1e-3, "{numbers:?}");
    }
    let values = json(&["stats", "ratings", path, "--format", "json"]);
    let a = &values["players"][0];
    assert_eq!((a["name"].as_str(), values["virtual-draws"].as_bool()), (Some("a"), Some(false)));
    assert_eq!(values["groups"].as_array().map(Vec::len), Some(1));
    // It beats both others, and so is the whole equilibrium.
    assert!((a["nash"].as_f64().unwrap() - 1.0).abs() < 1e-9 && a["alpha-rank"].as_f64().unwrap() > 0.99, "{values}");
    std::fs::write(&file, "first,second,wins,draws,losses\na,b,7,1,2\nc,d,3,3,3\n").expect("a file");
    let said = printed(&["stats", "ratings", path]);
    assert!(said.contains("2 groups of players never met") && !said.contains("-0.0000"), "{said}");
    std::fs::write(&file, "first,second,wins,draws,losses\na,b,7,one,2\n").expect("a file");
    assert!(refused(&["stats", "ratings", path]).contains("results.csv:2: expected a number of games from 0 to 10¹², not `one`"));
}

/// Points of Elo with draws and the first move, as users of other programs know them: by ordo 1.2.6 (`ordo -a 0 -W -D -M -N 3`) and by bayeselo 0058
/// (`prior 0`, `mm 1 1`, less their mean), each run once on these games, which were drawn at random. Their models of draws differ from ours and from each
/// other's, so that a point or two of difference are to be expected.
#[test]
fn points_agree_with_ordo_and_bayeselo() {
    const GAMES: [(&str, [usize; 3]); 20] = [
        ("a,b", [14, 10, 6]),
        ("a,c", [17, 6, 7]),
        ("a,d", [16, 8, 6]),
        ("a,e", [23, 5, 2]),
        ("b,a", [3, 12, 15]),
        ("b,c", [7, 15, 8]),
        ("b,d", [15, 13, 2]),
        ("b,e", [25, 4, 1]),
        ("c,a", [3, 13, 14]),
        ("c,b", [7, 15, 8]),
        ("c,d", [10, 11, 9]),
        ("c,e", [15, 11, 4]),
        ("d,a", [7, 7, 16]),
        ("d,b", [9, 7, 14]),
        ("d,c", [8, 14, 8]),
        ("d,e", [21, 5, 4]),
        ("e,a", [4, 5, 21]),
        ("e,b", [7, 10, 13]),
        ("e,c", [8, 13, 9]),
        ("e,d", [7, 10, 13]),
    ];
    let mut text = "white,black,result\n".to_owned();
    for (pair, counts) in GAMES {
        for (result, count) in ["1-0", "1/2-1/2", "0-1"].into_iter().zip(counts) {
            text += &format!("{pair},{result}\n").repeat(count);
        }
    }
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("games.csv");
    std::fs::write(&path, text).expect("a file");
    let path = path.to_str().expect("a path");
    let values = json(&["stats", "ratings", path, "--format", "json"]);
    let elo = |values: &serde_json::Value, i: usize| values["players"][i]["elo"].as_f64().unwrap();
    let (ordo, bayeselo) = ([125.963, 35.315, -9.751, -18.250, -133.277], [127.0, 34.0, -10.0, -18.0, -133.0]);
    for i in 0..5 {
        assert!((elo(&values, i) - ordo[i]).abs() < 0.75 && (elo(&values, i) - bayeselo[i]).abs() < 1.25, "{values}");
    }
    assert!((values["first-move"]["elo"].as_f64().unwrap() - 30.82).abs() < 0.1, "{values}");
    assert!((values["draws-of-equals"].as_f64().unwrap() - 0.3599).abs() < 0.001, "{values}");
    // Anchors are points of the same scale: two of them at the fitted distance change nothing.
    let anchors = [0, 4].map(|i| format!("{}={}", ["a", "b", "c", "d", "e"][i], elo(&values, i) + 2000.0));
    let anchored = json(&["stats", "ratings", path, "--anchor", &anchors[0], "--anchor", &anchors[1], "--format", "json"]);
    for i in 0..5 {
        assert!((elo(&anchored, i) - 2000.0 - elo(&values, i)).abs() < 0.01, "{anchored} {values}");
    }
}

/// Single games as written by other programs; the numbers equal those of the same games as a table of pairs.
#[test]
fn games_of_others_are_rated() {
    let dir = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: String| {
        let path = dir.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_str().expect("a path").to_owned()
    };
    let game = |white: &str, black: &str, result: &str| {
        format!("[Event \"t\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n1. e4 {result}\n\n")
    };
    let mut text = String::new();
    for (result, count) in [("1-0", 6), ("1/2-1/2", 4), ("0-1", 2), ("*", 1)] {
        text += &game("a", "b", result).repeat(count);
    }
    text += &(game("b", "a", "1-0").repeat(3) + &game("b", "a", "0-1").repeat(4) + &game("b", "a", "1/2-1/2").repeat(5));
    let pgn = write("games.pgn", text);
    let values = json(&["stats", "ratings", &pgn, "--format", "json"]);
    assert_eq!((values["games"].as_u64(), values["left-out"].as_u64()), (Some(24), Some(1)));
    let elo = |values: &serde_json::Value, player: usize| values["players"][player]["elo"].as_f64().unwrap();
    assert!(elo(&values, 0) > 0.0 && (elo(&values, 0) + elo(&values, 1)).abs() < 1e-6, "{values}");
    assert!(values["first-move"]["elo"].as_f64().unwrap() > 0.0 && values["players"][0]["superiority"][1].as_f64().unwrap() > 0.5);
    let anchored = json(&["stats", "ratings", &pgn, "--anchor", "b=1500", "--format", "json"]);
    assert!((elo(&anchored, 1) - 1500.0).abs() < 1e-9 && anchored["players"][1]["margin"] == 0.0, "{anchored}");
    assert!((elo(&anchored, 0) - 1500.0 - elo(&values, 0) + elo(&values, 1)).abs() < 1e-6);
    let csv = write("games.csv", "white,black,result\na,b,1-0\nb,c,1-0\nd,e,1/2-1/2\n".to_owned());
    let said = printed(&["stats", "ratings", &csv]);
    assert!(said.contains("2 groups of players never met") && said.contains("3 games of 5 players"), "{said}");
    let sgf = write("games.sgf", "(;PB[a]PW[b]RE[B+R])(;PB[b]PW[a]RE[W+2.5])".to_owned());
    assert!(printed(&["stats", "ratings", &sgf, &csv]).contains("5 games of 5 players"));
    assert!(refused(&["stats", "ratings", &sgf, "--anchor", "aa=1500"]).contains("no player is named `aa`; did you mean `a`?"));
    assert!(refused(&["stats", "ratings", &sgf, "--anchor", "a"]).contains("expected NAME=ELO"));
    assert!(refused(&["stats", "ratings", &sgf, "--anchor", "a=1", "--anchor", "a=2"]).contains("`a` occurs twice"));
    let apart = printed(&["stats", "ratings", &pgn, "--anchor", "a=3000", "--anchor", "b=0"]);
    assert!(apart.contains("The games contradict the anchors (p < 0.0001)"), "{apart}");
    let apart = json(&["stats", "ratings", &csv, "--format", "json"]);
    assert!(apart["players"][0]["superiority"][3].is_null() && apart["players"][3]["superiority"][4].is_f64(), "{apart}");
    assert!(refused(&["stats", "ratings", &write("x.pgn", "no games\n".to_owned())]).contains("there are no games"));
    assert!(refused(&["stats", "ratings", "none.pgn"]).contains("none.pgn"));
    let copy = write("copy.sgf", std::fs::read_to_string(&sgf).unwrap());
    assert!(refused(&["stats", "ratings", &sgf, &csv, &copy]).contains("its games would count twice"));
}

/// Scores that vary little are worth more to bets than to the fixed interval, which says why it is the longer one; no number is a negative zero.
#[test]
fn the_shorter_interval_is_explained() {
    let drawn = printed(&["stats", "interval", "0", "100", "0"]);
    assert!(drawn.contains("it is shorter at an end than the other") && drawn.contains("Elo +0.0 ["), "{drawn}");
    let won = printed(&["stats", "interval", "60", "0", "40"]);
    assert!(!won.contains("shorter"), "{won}");
}
