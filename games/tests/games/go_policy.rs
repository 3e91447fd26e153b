//! The parts of go's playout policy against a plain second implementation, on random positions of many boards.

use crate::plain::go_policy::{Point, Policy, point};
use std::collections::BTreeSet;
use treebench_games::capabilities::Parts;
use treebench_games::params::{Value, Values};
use treebench_games::playout::Trace;
use treebench_games::{Game, Move, Position, Rng, Scratch, Turn, games};

const PROPOSING: [&str; 5] = ["atari-capture", "atari-defence", "low-liberties", "patterns", "capture"];

fn go(size: i64) -> std::sync::Arc<dyn Game> {
    let values: Values = [("size".to_owned(), Value::Int(size))].into_iter().collect();
    games().find("go").unwrap().build(&values).unwrap()
}

fn parts(position: &mut dyn Position, text: &str) -> Parts {
    Parts::named(text, position.knowledge().unwrap().parts()).unwrap()
}

fn place(position: &dyn Position, m: Move) -> Option<Point> {
    point(&position.move_notation(&[m]))
}

/// Plays random games by some parts of the policy, and shows every position to a function.
fn on_positions(size: i64, games: u64, by: &str, mut see: impl FnMut(&mut dyn Position, &Policy)) {
    let game = go(size);
    for seed in 0..games {
        let (mut position, mut rng, mut last) = (game.start(), Rng::from_seed(seed), [None, None]);
        while let Turn::Player(me) = position.turn() {
            let plain = Policy::read(position.as_ref(), me, last);
            see(position.as_mut(), &plain);
            let (chosen, mut trace) = (parts(position.as_mut(), by), Trace::default());
            let mut next = position.boxed();
            next.knowledge().unwrap().playout_by(chosen, &mut rng, 1, Some(&mut trace));
            let m = trace.semimoves()[0];
            last = [place(position.as_ref(), m), last[0]];
            position.apply(m);
        }
    }
}

fn every_board(mut see: impl FnMut(&mut dyn Position, &Policy)) {
    for (size, games) in [(2, 4), (3, 8), (5, 4), (8, 1)] {
        for by in ["none", "all"] {
            on_positions(size, games, by, &mut see);
        }
    }
}

#[test]
fn every_part_proposes_what_the_plain_one_does() {
    let mut seen = [0; 5];
    every_board(|position, plain| {
        let mut found = Vec::new();
        for (k, name) in PROPOSING.into_iter().enumerate() {
            let knowledge = position.knowledge().unwrap();
            let number = knowledge.parts().iter().position(|part| part.name == name).unwrap();
            knowledge.proposals(number, &mut found);
            let points: BTreeSet<Point> = found.iter().filter_map(|&m| place(position, m)).collect();
            assert_eq!(points.len(), found.len(), "{name} proposes a point twice, or a pass, in `{}`", position.notation());
            assert_eq!(points, plain.proposals(name), "{name} in `{}` after {:?}", position.notation(), plain.last);
            assert!(points.is_subset(&plain.light), "{name} proposes more than a light playout may play in `{}`", position.notation());
            seen[k] += points.len();
        }
    });
    assert!(seen.iter().all(|&count| count > 30), "too few proposals were compared: {seen:?}");
}

#[test]
fn captures_capture_and_defences_save() {
    let (mut captures, mut defences) = (0, 0);
    every_board(|position, plain| {
        let stones = |plain: &Policy| plain.board.iter().flatten().flatten().count();
        for at in plain.proposals("atari-capture").into_iter().chain(plain.proposals("capture")) {
            assert!(stones(&plain.with(at, plain.me)) <= stones(plain), "{at:?} captures nothing in `{}`", position.notation());
            captures += 1;
        }
        for at in plain.proposals("atari-defence") {
            let next = plain.with(at, plain.me);
            let near: Vec<Point> = plain.around(plain.last[0].unwrap());
            let attacked = |&&(x, y): &&Point| plain.board[x][y] == Some(plain.me) && plain.chain((x, y)).1.len() == 1;
            let saved = near.iter().filter(attacked).any(|&stone| next.board[stone.0][stone.1].is_some() && next.chain(stone).1.len() >= 2);
            assert!(saved, "{at:?} saves nothing in `{}`", position.notation());
            defences += 1;
        }
    });
    assert!(captures > 50 && defences > 50, "{captures} captures and {defences} defences");
}

#[test]
fn the_first_part_that_proposes_decides() {
    let mut rng = Rng::from_seed(77);
    let mut decided = 0;
    on_positions(6, 2, "all", |position, plain| {
        let chosen = parts(position, "all -balanced -self-atari -clumps -mercy");
        let expected = plain.first();
        decided += usize::from(expected.is_some());
        let expected = expected.unwrap_or_else(|| plain.light.clone());
        let mut found = BTreeSet::new();
        let (mut next, mut trace) = (position.boxed(), Trace::default());
        for _ in 0..25 * expected.len().min(8) {
            next.copy_from(position);
            trace.clear();
            next.knowledge().unwrap().playout_by(chosen, &mut rng, 1, Some(&mut trace));
            found.extend(trace.semimoves().first().and_then(|&m| place(position, m)));
        }
        assert!(found.is_subset(&expected), "{found:?} and not {expected:?} in `{}`", position.notation());
        assert!(expected.len() > 8 || found == expected, "{found:?} and not {expected:?} in `{}`", position.notation());
    });
    assert!(decided > 40, "{decided}");
}

#[test]
fn corrections_leave_no_self_atari_that_has_a_better_liberty() {
    let mut rng = Rng::from_seed(78);
    let mut avoided = 0;
    on_positions(5, 6, "none", |position, plain| {
        let chosen = parts(position, "self-atari");
        let bad: BTreeSet<Point> = plain
            .light
            .iter()
            .copied()
            .filter(|&at| {
                let (liberties, chain) = (plain.liberties_after(at, plain.me), plain.with(at, plain.me).chain(at).0);
                let open = |p: Point| plain.board[p.0][p.1].is_none() && plain.light.contains(&p) && !plain.is_self_atari(p);
                liberties.len() == 1 && chain.len() > 1 && open(*liberties.first().unwrap())
            })
            .collect();
        avoided += bad.len();
        let (mut next, mut trace) = (position.boxed(), Trace::default());
        for _ in 0..40 {
            next.copy_from(position);
            trace.clear();
            next.knowledge().unwrap().playout_by(chosen, &mut rng, 1, Some(&mut trace));
            let at = trace.semimoves().first().and_then(|&m| place(position, m));
            assert!(at.is_none_or(|at| plain.light.contains(&at) && !bad.contains(&at)), "{at:?} in `{}`", position.notation());
        }
    });
    assert!(avoided > 20, "{avoided}");
}

#[test]
fn a_large_mutual_atari_is_left_alone_by_the_first_to_meet_it() {
    let mut rng = Rng::from_seed(79);
    let mut spared = 0;
    on_positions(5, 24, "none", |position, plain| {
        let mutual = |at: Point| {
            let one = |player: usize| plain.liberties_after(at, player).len() == 1;
            one(plain.me) && one(1 - plain.me) && plain.with(at, plain.me).chain(at).0.len() > 3
        };
        let all: Vec<Point> = plain.light.iter().copied().filter(|&at| mutual(at)).collect();
        let &[only] = &all[..] else { return };
        spared += 1;
        let chosen = parts(position, "balanced");
        let (mut next, mut trace) = (position.boxed(), Trace::default());
        for _ in 0..40 {
            next.copy_from(position);
            trace.clear();
            next.knowledge().unwrap().playout_by(chosen, &mut rng, 1, Some(&mut trace));
            assert_ne!(place(position, trace.semimoves()[0]), Some(only), "in `{}`", position.notation());
        }
    });
    assert!(spared > 2, "{spared}");
}

#[test]
fn whole_playouts_are_games_and_mercy_ends_them() {
    let (mut rng, mut scratch) = (Rng::from_seed(80), Scratch::default());
    for size in [2, 5, 9] {
        let game = go(size);
        let mut ended_early = 0;
        for text in ["none", "all -mercy", "all", "patterns", "clumps", "balanced", "mercy"] {
            for _ in 0..10 {
                let (mut end, mut trace) = (game.start(), Trace::default());
                let chosen = parts(end.as_mut(), text);
                let playout = end.knowledge().unwrap().playout_by(chosen, &mut rng, 10_000, Some(&mut trace));
                assert!(playout.over && playout.moves as usize == trace.len());
                // Every move was one that a light playout may play.
                let (mut here, mut moves) = (game.start(), Vec::new());
                for (player, submove) in trace.iter() {
                    here.playout_moves(&mut moves);
                    assert_eq!(here.turn(), Turn::Player(player));
                    let passes = here.move_notation(submove) == "pass";
                    assert!(passes && (text.contains("balanced") || text.starts_with("all")) || moves.contains(&submove[0]));
                    here.apply(submove[0]);
                }
                assert_eq!(here.notation(), end.notation());
                let stones = |player| end.picture().unwrap().men.iter().flatten().filter(|man| (man.letter == "O") == player).count();
                let far = 10 * stones(true).abs_diff(stones(false)) > 3 * (size * size) as usize;
                let has_mercy = text == "all" || text == "mercy";
                assert!(has_mercy && far || end.is_over(), "{text} on {size}");
                ended_early += usize::from(!end.is_over());
            }
        }
        assert!(size < 5 || ended_early > 0, "no playout was ended by mercy on {size}");
    }
    // Without a trace the same random numbers give the same game.
    for text in ["none", "all"] {
        let ends = [true, false].map(|traced| {
            let (mut end, mut rng, mut trace) = (go(9).start(), Rng::from_seed(5), Trace::default());
            let chosen = parts(end.as_mut(), text);
            end.knowledge().unwrap().playout_by(chosen, &mut rng, 10_000, traced.then_some(&mut trace));
            end.notation()
        });
        assert_eq!(ends[0], ends[1]);
    }
    let mut light = go(9).start();
    light.playout(&mut Rng::from_seed(5), 10_000, &mut scratch);
    let mut none = go(9).start();
    let chosen = parts(none.as_mut(), "none");
    none.knowledge().unwrap().playout_by(chosen, &mut Rng::from_seed(5), 10_000, None);
    assert!(light.is_over() && none.is_over());
}

#[test]
fn expectations_follow_the_policy() {
    let (mut tactical, mut quiet) = (0, 0);
    on_positions(6, 2, "all", |position, plain| {
        let (moves, mut out) = (position.move_list(), Vec::new());
        let chosen = parts(position, "all");
        position.knowledge().unwrap().expect(chosen, &moves, &mut out);
        assert_eq!(out.len(), moves.len());
        let first = plain.first();
        tactical += usize::from(first.is_some());
        quiet += usize::from(first.is_none());
        for (&m, expected) in moves.iter().zip(&out) {
            assert!((0.0..=1.0).contains(&expected.value) && (0.0..=1.0).contains(&expected.trust));
            let Some(at) = place(position, m) else {
                assert_eq!((expected.value, expected.trust), (0.0, 1.0));
                continue;
            };
            match &first {
                Some(best) if best.contains(&at) => assert_eq!((expected.value, expected.trust), (1.0, 1.0)),
                Some(_) => assert!(expected.trust == 1.0 && expected.value < 1.0),
                None => assert!(expected.trust < 1.0),
            }
            if plain.is_self_atari(at) && !first.as_ref().is_some_and(|best| best.contains(&at)) {
                assert_eq!(expected.value, 0.0, "{at:?} in `{}`", position.notation());
            }
        }
    });
    assert!(tactical > 30 && quiet > 5, "{tactical} and {quiet}");
}
