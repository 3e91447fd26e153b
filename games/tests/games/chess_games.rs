//! The special rules of chess, los-alamos-chess, reach-chess and skirmish, in hand-made positions.

use std::collections::BTreeMap;
use treebench_games::notation::find_move;
use treebench_games::params::Values;
use treebench_games::{Game, Position, Rng, Scratch, games};

fn game(name: &str) -> std::sync::Arc<dyn Game> {
    games().find(name).unwrap().build(&Values::default()).unwrap()
}

fn position(name: &str, fen: &str) -> Box<dyn Position> {
    game(name).parse(fen).unwrap()
}

/// The moves from a square in notation, or all moves.
fn moves(position: &dyn Position, from: &str) -> Vec<String> {
    let mut names: Vec<String> = position.move_list().iter().map(|&m| position.move_notation(&[m])).collect();
    names.retain(|name| name.starts_with(from));
    names.sort();
    names
}

/// The position after some moves, and the scores if the game is then over.
fn after(name: &str, fen: &str, text: &str) -> (String, Option<[f64; 2]>) {
    let mut here = position(name, fen);
    for word in text.split(' ') {
        find_move(here.as_ref(), word).unwrap().into_iter().for_each(|m| here.apply(m));
    }
    (here.notation(), here.is_over().then(|| [0, 1].map(|player| here.score(player))))
}

const WHITE: Option<[f64; 2]> = Some([1.0, 0.0]);
const BLACK: Option<[f64; 2]> = Some([0.0, 1.0]);
const DRAW: Option<[f64; 2]> = Some([0.5, 0.5]);

#[test]
fn los_alamos_ends_by_mate_stalemate_and_lack_of_progress() {
    let scores = |fen: &str, text: &str| after("los-alamos-chess", fen, text).1;
    assert_eq!(scores("3k2/6/3K2/6/Q5/6 w - - 0 40", "a2a6"), WHITE);
    assert_eq!(scores("k5/6/1K4/6/6/2Q3 w - - 0 40", "c1c5"), DRAW);
    assert_eq!(scores("3k2/6/3K2/6/Q5/6 w - - 98 90", "a2a3"), None);
    assert_eq!(scores("3k2/6/3K2/6/Q5/6 w - - 99 90", "a2a3"), DRAW);
    assert_eq!(scores("3k2/6/3K2/6/Q5/6 w - - 99 90", "a2a6"), WHITE);
}

#[test]
fn a_promotion_is_one_move() {
    let pawn = position("los-alamos-chess", "5k/P5/6/6/6/K5 w - - 0 40");
    assert_eq!(moves(pawn.as_ref(), "a5"), ["a5a6n", "a5a6q", "a5a6r"]);
    let pawn = position("skirmish", "1n6/P7/8/8/8/8/8/8 w - - 0 40");
    let all = ["a7a8b", "a7a8n", "a7a8q", "a7a8r", "a7b8b", "a7b8n", "a7b8q", "a7b8r"];
    assert_eq!(moves(pawn.as_ref(), "a7"), all);
    assert_eq!(after("skirmish", "1n6/P7/8/8/8/8/8/8 w - - 0 40", "a7b8n").0, "1N6/8/8/8/8/8/8/8 b - - 0 40");
}

#[test]
fn any_piece_on_the_far_row_wins_reach_chess() {
    let scores = |fen: &str, text: &str| after("reach-chess", fen, text).1;
    assert_eq!(scores("8/4K3/8/8/8/k7/8/8 w - - 0 40", "e7e8"), WHITE);
    assert_eq!(scores("8/P7/8/8/8/k7/8/4K3 w - - 0 40", "a7a8"), WHITE);
    assert_eq!(scores("8/4K3/8/8/8/k7/6p1/7N b - - 0 40", "g2h1"), BLACK);
    assert_eq!(scores("8/4K3/8/8/8/k7/6p1/7N b - - 0 40", "a3a2"), None);
    // Not by leaving the king attacked.
    let pinned = position("reach-chess", "8/1KR4r/8/8/8/8/k7/8 w - - 0 40");
    assert_eq!(moves(pinned.as_ref(), "c7"), ["c7d7", "c7e7", "c7f7", "c7g7", "c7h7"]);
}

#[test]
fn a_mated_king_may_be_captured_in_reach_chess() {
    let mated = "8/8/1q1k4/8/3K2qP/7r/8/8 w - - 0 40";
    assert_eq!(moves(position("reach-chess", mated).as_ref(), ""), ["pass"]);
    let (rest, scores) = after("reach-chess", mated, "pass g4d4");
    assert_eq!((rest.as_str(), scores), ("8/8/1q1k4/8/3q3P/7r/8/8 w - - 0 41", None));
    assert_eq!(moves(position("reach-chess", &rest).as_ref(), ""), ["h4h5"]);
    // Without kings, pawns can block each other forever.
    assert_eq!(after("reach-chess", "8/8/p7/8/P7/8/8/8 w - - 0 50", "a4a5").1, DRAW);
    assert_eq!(after("reach-chess", "8/8/p7/8/P6P/8/8/8 w - - 0 50", "a4a5 pass h4h5 pass").1, None);
    assert_eq!(after("reach-chess", "8/8/8/3k4/8/3K4/8/8 b - - 0 1250", "d5d6").1, DRAW);
}

#[test]
fn the_king_of_skirmish_is_a_piece_like_any_other() {
    let scores = |fen: &str, text: &str| after("skirmish", fen, text).1;
    assert_eq!(scores("k7/7p/8/8/8/8/8/R3K3 w Q - 0 10", "a1a8"), None);
    assert_eq!(scores("k7/8/8/8/8/8/8/R3K3 w Q - 0 10", "a1a8"), WHITE);
    assert_eq!(scores("8/8/p7/8/P7/8/8/8 w - - 0 20", "a4a5"), DRAW);
    assert_eq!(scores("8/8/p5p1/6P1/P7/8/8/7N w - - 0 20", "a4a5"), WHITE);
    assert_eq!(scores("1k6/8/8/8/8/8/8/1K3N2 b - - 0 50", "b8a8"), WHITE);
    assert_eq!(scores("1k6/8/8/8/8/8/8/1K6 b - - 0 50", "b8a8"), DRAW);
    assert_eq!(scores("1k5n/8/8/8/8/8/8/1K6 w - - 0 50", "b1a1"), None);
}

#[test]
fn castling_minds_attacks_only_where_the_king_counts() {
    // The rook attacks f1, through which the king goes; then e1, then g1.
    for row in ["5r2", "4r3", "6r1"] {
        let fen = format!("4k3/8/8/8/8/{row}/8/4K2R w K - 0 20");
        assert!(!moves(position("reach-chess", &fen).as_ref(), "e1").contains(&"e1g1".to_owned()));
        assert_eq!(after("skirmish", &fen, "e1g1").0, format!("4k3/8/8/8/8/{row}/8/5RK1 b - - 1 20"));
    }
    // On the queen's side the rook may cross an attacked square.
    let fen = "4k3/8/8/8/8/1r6/8/R3K3 w Q - 0 20";
    assert_eq!(after("reach-chess", fen, "e1c1").0, "4k3/8/8/8/8/1r6/8/2KR4 b - - 1 20");
}

#[test]
fn a_passed_square_is_noted_only_where_a_pawn_can_go() {
    let fen = "8/8/8/8/1p5k/8/P1P4P/4K3 w - - 0 1";
    assert_eq!(after("reach-chess", fen, "a2a4").0, "8/8/8/8/Pp5k/8/2P4P/4K3 b - a3 0 1");
    assert_eq!(after("reach-chess", fen, "a2a4 b4a3").0, "8/8/8/8/7k/p7/2P4P/4K3 w - - 0 2");
    assert_eq!(after("reach-chess", fen, "h2h3").0, "8/8/8/8/1p5k/7P/P1P5/4K3 b - - 0 1");
    let far = position("reach-chess", "8/8/8/8/P6k/8/8/4K3 b - a3 0 1");
    assert_eq!(far.notation(), "8/8/8/8/P6k/8/8/4K3 b - - 0 1");
}

#[test]
fn keys_count_moves_only_where_they_decide() {
    let keys = |name: &str| [10, 20].map(|number| position(name, &format!("k7/8/8/8/8/8/8/4K3 w - - 3 {number}")).key());
    let [early, late] = keys("skirmish");
    assert_ne!(early, late);
    let [early, late] = keys("reach-chess");
    assert_eq!(early, late);
}

/// Also where most moves are illegal and where one square offers several moves.
#[test]
fn random_play_chooses_all_legal_moves_equally_often() {
    let (mut rng, mut scratch) = (Rng::from_seed(1), Scratch::default());
    for (name, fen) in [
        ("los-alamos-chess", "2k3/1P2P1/6/3Q2/1p4/3K2 b - - 3 31"),
        ("los-alamos-chess", "5k/P1P3/6/6/1p3p/R3K1 w - - 0 30"),
        ("reach-chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        ("reach-chess", "8/8/8/8/1pPk4/8/4Q3/4K3 b - c3 0 30"),
        ("skirmish", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"),
    ] {
        let start = position(name, fen);
        let legal = start.move_list().len();
        let mut counts: BTreeMap<String, f64> = BTreeMap::new();
        for _ in 0..400 * legal {
            let mut end = start.boxed();
            end.playout(&mut rng, 1, &mut scratch);
            *counts.entry(end.notation()).or_default() += 1.0;
        }
        assert_eq!(counts.len(), legal, "{name} `{fen}`");
        // χ² has this mean and a variance of twice the mean.
        let mean = (legal - 1) as f64;
        let chi2: f64 = counts.values().map(|count| (count - 400.0).powi(2) / 400.0).sum();
        assert!(chi2 < mean + 5.0 * (2.0 * mean).sqrt(), "χ² = {chi2} for {legal} moves, {name} `{fen}`");
    }
}

#[test]
fn wrong_texts_are_refused_with_what_was_expected() {
    for (name, text, message) in [
        (
            "skirmish",
            "8/8/8/8/8/8/8/8 w - -",
            "`8/8/8/8/8/8/8/8 w - -` has 4 fields, expected the six of FEN joined by single spaces, as in `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1`",
        ),
        ("skirmish", "8/8/8/8/8/8/8/8 x - - 0 1", "`x` in `8/8/8/8/8/8/8/8 x - - 0 1` is not a player to move, expected `w` or `b`"),
        ("skirmish", "8/8/8/8/8/8/8/8 w - - 0 0", "`0` is not a count of moves, expected a whole number from 1 to 1000000"),
        ("skirmish", "8/8/8/8/8/8/8/8 w - - +1 1", "`+1` is not a count of moves, expected a whole number from 0 to 1000000"),
        ("skirmish", "8/8/8/8/8/8/8/P7 w - - 0 1", "White has a pawn behind the row where pawns start in `8/8/8/8/8/8/8/P7`"),
        (
            "skirmish",
            "8/8/8/8/8/8/8/p7 w - - 0 1",
            "Black has a pawn on the last row, expected it to have become something else in `8/8/8/8/8/8/8/p7`",
        ),
        ("skirmish", "kk6/8/8/8/8/8/8/8 w - - 0 1", "Black has 2 kings, expected at most one in `kk6/8/8/8/8/8/8/8`"),
        (
            "skirmish",
            "8/8/8/8/8/8/8/4K3 w K - 0 1",
            "king and rook are not where `K` requires them in the castling rights `K`, expected `-` or some of `KQkq`",
        ),
        ("skirmish", "8/8/8/8/8/8/8/4K3 w z - 0 1", "`z` is unknown in the castling rights `z`, expected `-` or some of `KQkq`"),
        ("skirmish", "8/8/8/8/8/8/8/8 w - e6 0 1", "no pawn can have passed `e6` on its first move"),
        ("skirmish", "8/8/8/8/8/8/8/8 w - e3 0 1", "`e3` is not a square that a pawn has just passed, expected `-` if there is none"),
        (
            "reach-chess",
            "K7/8/8/8/8/8/8/k7 w - - 0 1",
            "both players have won in `K7/8/8/8/8/8/8/k7 w - - 0 1`, expected at most one winner",
        ),
        ("los-alamos-chess", "6/6/6/6/6/K5 w - - 0 1", "Black has no king in `6/6/6/6/6/K5`"),
        ("los-alamos-chess", "kb4/6/6/6/6/K5 w - - 0 1", "`b` in row `kb4` is neither a piece of this game nor a number of empty squares"),
        ("los-alamos-chess", "kR4/6/6/6/6/K5 w - - 0 1", "the king of the player who has just moved is attacked in `kR4/6/6/6/6/K5`"),
        ("los-alamos-chess", "k5/6/6/6/6/K5 w Q - 0 1", "the castling rights are `Q`, expected `-`: there is no castling in this game"),
    ] {
        assert_eq!(game(name).parse(text).err().unwrap().to_string(), message);
    }
}

#[test]
fn chess_is_drawn_by_repetition_quiet_moves_and_bare_material() {
    let scores = |fen: &str, text: &str| after("chess", fen, text).1;
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let shuffle = "g1f3 g8f6 f3g1 f6g8";
    assert_eq!(scores(start, shuffle), None, "the start for the second time");
    assert_eq!(scores(start, &format!("{shuffle} {shuffle}")), DRAW);
    // A lost right to castle makes another position.
    let rook = "h1g1 h8g8 g1h1 g8h8";
    let open = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(scores(open, &format!("{rook} {rook} h1g1")), None);
    assert_eq!(scores(open, &format!("{rook} {rook} h1g1 h8g8")), DRAW);
    // So does a capture in passing, if it is legal: here the pawn is pinned.
    let kings = "e8d8 e1d1 d8e8 d1e1";
    assert_eq!(scores("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", &format!("a2a4 {kings} {kings}")), None);
    let kings = "h4h5 e1d1 h5h4 d1e1";
    assert_eq!(scores("8/8/8/8/Rp5k/8/2P5/4K3 w - - 0 1", &format!("c2c4 {kings} {kings}")), DRAW);
    assert_eq!(scores("4k3/8/8/8/8/8/R7/4K3 w - - 98 90", "a2a3"), None);
    assert_eq!(scores("4k3/8/8/8/8/8/R7/4K3 w - - 99 90", "a2a3"), DRAW);
    assert_eq!(scores("7k/5Q2/6K1/8/8/8/8/8 w - - 99 90", "f7g7"), WHITE, "mate comes before the count");
    assert_eq!(scores("4k3/8/8/8/8/8/p7/4K3 b - - 0 1", "a2a1b"), DRAW);
    assert_eq!(scores("4k3/8/8/8/8/8/p7/4K3 b - - 0 1", "a2a1r"), None);
    assert!(position("chess", "4kb2/8/8/8/8/8/8/4K1B1 w - - 0 1").is_over(), "bishops on squares of one colour");
    assert!(!position("chess", "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1").is_over());
    assert!(!position("chess", "4kn2/8/8/8/8/8/8/4KB2 w - - 0 1").is_over());
}

#[test]
fn a_draw_that_nobody_claims_is_played_on() {
    let quiet = position("chess", "4k3/8/8/8/8/8/R7/4K3 w - - 120 90");
    assert!(quiet.is_over());
    assert_eq!(quiet.unclaimed().unwrap().notation(), "4k3/8/8/8/8/8/R7/4K3 w - - 0 90");
    let stalemate = position("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert!(stalemate.is_over() && stalemate.unclaimed().is_none());
}

#[test]
fn castling_of_fischers_chess_is_written_with_the_rook() {
    let castles = |fen: &str| moves(position("chess", fen).as_ref(), "");
    let usual = castles("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert!(usual.contains(&"e1g1".to_owned()) && usual.contains(&"e1c1".to_owned()));
    // X-FEN and Shredder-FEN say the same; the letter of a column is needed for an inner rook only.
    for (fen, rights, castled) in [
        ("6k1/8/8/8/8/8/8/R2KR2R w EA - 0 1", "EQ", "6k1/8/8/8/8/8/8/R4RKR"),
        ("6k1/8/8/8/8/8/8/R2KR3 w EA - 0 1", "KQ", "6k1/8/8/8/8/8/8/R4RK1"),
        ("6k1/8/8/8/8/8/8/R2KR3 w KQ - 0 1", "KQ", "6k1/8/8/8/8/8/8/R4RK1"),
    ] {
        let here = position("chess", fen);
        assert_eq!(here.notation().split(' ').nth(2), Some(rights));
        let names = moves(here.as_ref(), "d1");
        assert!(names.contains(&"d1e1".to_owned()) && names.contains(&"d1a1".to_owned()), "{names:?}");
        assert_eq!(after("chess", fen, "d1e1").0.split(' ').next(), Some(castled));
    }
    // The rook no longer shields the king's end.
    assert!(!castles("4k3/8/8/8/8/8/8/qR1K4 w B - 0 1").contains(&"d1b1".to_owned()));
    for wrong in ["4k3/8/8/8/8/8/8/R3K3 w K - 0 1", "4k3/8/8/8/8/8/8/RR2K3 w AB - 0 1", "4k3/8/8/8/8/4K3/8/R7 w Q - 0 1"] {
        assert!(game("chess").parse(wrong).is_err(), "{wrong}");
    }
}
