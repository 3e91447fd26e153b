//! What the automaton means, on small games.

use std::sync::Arc;
use treebench_rg::{Control, Fault, Game, Interpreter, Limits, Problem, State, load};

const HEAD: &str =
    "type Player = { a, b };\ntype Score = { 0, 100 };\ntype N = { 1, 2, 3 };\nvar n: N = 1;\nvar m: N -> N = { :1, 2: 3 };\n";

fn game(edges: &str) -> Arc<Game> {
    Arc::new(load("x.rg", &format!("{HEAD}{edges}"), &Limits::default()).unwrap_or_else(|errors| panic!("{errors}")))
}

/// The first state in which a player or chance acts.
fn started(game: &Arc<Game>) -> Result<(Interpreter, State), Fault> {
    let (mut interpreter, mut state) = (Interpreter::new(Arc::clone(game)), State::start(game));
    interpreter.settle(&mut state).map(|()| (interpreter, state))
}

/// The tags of all moves at the start, with the number of ways to make each.
fn moves(edges: &str) -> Result<Vec<(String, u32)>, Problem> {
    let game = game(edges);
    let (mut interpreter, state) = started(&game).map_err(|fault| fault.problem)?;
    let moves = interpreter.moves(&state).map_err(|fault| fault.problem)?;
    let tags = |tags: &[u16]| tags.iter().map(|&tag| game.name(tag)).collect::<Vec<_>>().join(" ");
    Ok(moves.iter().map(|found| (tags(&found.tags), found.ways)).collect())
}

fn listed(list: &[(&str, u32)]) -> Result<Vec<(String, u32)>, Problem> {
    Ok(list.iter().map(|&(tags, ways)| (tags.to_owned(), ways)).collect())
}

#[test]
fn a_move_is_the_tags_up_to_the_next_assignment_to_player() {
    assert_eq!(
        moves("begin, x: player = a; x, y: $ t; y, z: n = N(*); z, w: $$ n; w, v: n = 1; v, end: player = a;"),
        listed(&[("t 1", 1), ("t 2", 1), ("t 3", 1)])
    );
}

#[test]
fn ways_that_meet_with_the_same_tags_and_values_are_one_way() {
    let meet = "begin, x: player = a; x, y: n == 1; x, y: n != 2; y, z: $ t; z, end: player = keeper;";
    assert_eq!(moves(meet), listed(&[("t", 1)]));
    // They meet only at the end, where the move is over: two ways, one move.
    let apart = "begin, x: player = a; x, y: $ t; x, z: $ t; y, end: player = keeper; z, end: player = keeper;";
    assert_eq!(moves(apart), listed(&[("t", 2)]));
}

#[test]
fn equal_tags_with_different_outcomes_are_an_error() {
    let edges = "begin, x: player = a; x, y: n = N(*); y, z: $ t; z, end: player = keeper;";
    let Err(Problem::TwoOutcomes(tags)) = moves(edges) else { panic!("{:?}", moves(edges)) };
    let game = game(edges);
    let fault = Fault { problem: Problem::TwoOutcomes(tags), node: 0 };
    assert!(fault.describe(&game).starts_with("the move `t` has two outcomes"), "{}", fault.describe(&game));
}

#[test]
fn reachability_uses_the_present_values_and_changes_none() {
    let test = "p, q: n = 2; q, r: player = b; r, s: n == 2; begin, x: player = a; x, y: ? p -> s; y, z: n == 1; z, w: ! s -> p; w, v: ? v -> v; v, u: $ t; \
                u, end: player = keeper;";
    assert_eq!(moves(test), listed(&[("t", 1)]));
    assert_eq!(moves(&test.replace("? p -> s", "! p -> s")), listed(&[]));
}

#[test]
fn loops_end() {
    let edges = "begin, x: player = a; x, x: n = 1; x, y: n = 2; y, x: n = 3; x, z: $$ n; z, w: n = 1; w, end: player = keeper;";
    assert_eq!(moves(edges).map(|found| found.len()), Ok(2));
    // A loop with tags is endless, and stopped.
    assert_eq!(moves("begin, x: player = a; x, x: $ t; x, end: player = keeper;"), Err(Problem::Tags));
    assert_eq!(
        moves("begin, x: player = keeper; x, begin: player = keeper; x, y: n == 2; y, end: player = a;"),
        Err(Problem::EndlessKeeper)
    );
    assert_eq!(moves("p, q: ? p -> q; begin, x: player = a; x, y: ? p -> q; y, end: player = keeper;"), Err(Problem::NestedTests));
}

#[test]
fn the_keeper_has_one_move() {
    assert_eq!(
        moves("begin, x: player = a; begin, y: player = b; x, end: player = keeper; y, end: player = keeper;"),
        Err(Problem::KeeperChoice(2))
    );
    assert_eq!(moves("begin, x: player = keeper; x, y: n == 2; y, end: player = a;"), Err(Problem::Stuck));
}

#[test]
fn maps_are_read_with_a_default_and_copied_whole() {
    let edges = "begin, x: player = a; x, y: m[n] == 1; y, z: m[2] == 3; z, w: m[m[2]] == 1; w, v: m[3] = 2; v, u: m[m[3]] == 3; u, t: $ ok; t, end: player = keeper;";
    assert_eq!(moves(edges), listed(&[("ok", 1)]));
    let copied = format!(
        "{} begin, x: player = a; x, y: k[2] = m; y, z: k[2] == m; z, w: k[1] != m; w, v: k[2][2] == 3; v, u: $ ok; u, end: player = keeper;",
        "var k: N -> N -> N = { :{ :1 } };"
    );
    assert_eq!(moves(&copied), listed(&[("ok", 1)]));
    // A key that the map does not have is read as its default, and cannot be written.
    let wide = "type W = { 1, 2, 9 }; var w: W = 9; begin, x: player = a; x, y: m[w] == 1; y, z: $ t; z, end: player = keeper;";
    assert_eq!(moves(wide), listed(&[("t", 1)]));
    assert!(matches!(moves(&wide.replace("m[w] == 1", "m[w] = 1")), Err(Problem::NoKey(_))));
}

#[test]
fn chance_counts_ways() {
    let game = game(
        "begin, x: player = random; x, y: n = N(*); y, z: n == 1; y, z: n != 1; y, w: n == 3; w, z: ; z, v: $$ n; v, end: player = keeper;",
    );
    let (mut interpreter, state) = started(&game).unwrap();
    assert_eq!(state.control(&game), Control::Random);
    assert_eq!(interpreter.ways(&state).unwrap().len(), 3, "ways that meet before the tag are one");
    assert!(game.has_chance() && !game.hides());
}

#[test]
fn tags_inside_a_move_keep_all_places_that_fit() {
    let game = game(
        "begin, x: player = a; x, y: $ t; x, z: $ t; y, w: $ left; z, v: $ right; z, u: n == 2; w, end: player = keeper; v, end: player = keeper; u, end: player = keeper;",
    );
    let (mut interpreter, state) = started(&game).unwrap();
    let next = interpreter.continuations(std::slice::from_ref(&state)).unwrap();
    assert_eq!((next.tags.len(), next.tags[0].1.len(), next.ends.len()), (1, 2, 0));
    let next = interpreter.continuations(&next.tags[0].1).unwrap();
    let names: Vec<&str> = next.tags.iter().map(|(tag, _)| game.name(*tag)).collect();
    assert_eq!((names, next.ends.len()), (vec!["left", "right"], 0));
}
