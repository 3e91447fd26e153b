//! Awari and pentago with the rules of OpenSpiel, against whole games of OpenSpiel 2.0.2 (its `oware` and `pentago`).

use std::sync::Arc;
use treebench_games::notation::find_move;
use treebench_games::params::{Value, Values};
use treebench_games::{Game, games};

/// A game, all its moves, and the score of the first player.
const WHOLE_GAMES: &[(&str, &str, f64)] = &[
    ("awari", "d B e C a D f F f B b E c B e E f F a A f A d C e", 1.0),
    ("awari", "e E d F c A f D b C a F e E b F", 0.0),
    (
        "awari",
        "a E f C d A e F d C c C f F d B c D c E e C c D d E b A f F f B a F b C a A c F e A b E c F d C f C e F f B b C a F c D b E b F",
        1.0,
    ),
    (
        "awari",
        "d F b D c A e B f B b D a E f A d D c B d F e B c A d B b C e E f A a B b E c F f D e A c E d F a C b D f B c A e C f D d A e E f F b A c B d C e D f",
        0.5,
    ),
    ("awari", "b F a A f F b C c A a C c B b F f A e C f B d F e C c B f E d F f D e E a F f B c C d D e E b F c A d B f A e B f", 0.0),
    ("pentago", "f6u b1u e2w e1u f1t b1y a4t a6u d3s f3v e1s e4y f5v", 1.0),
    ("pentago", "c3t b2y c6z c5y f1w e2w f3w d5z d2z a6y f2z c4x b3z f4z b6w e5y a1z b5x e3x d1x c2z e1z d5t f6t b3u", 0.5),
    ("pentago", "b5s f6s a5w a6u c5w e5z e4z d2y e3z b2v e2s c3z b3z a1z", 0.0),
];

/// The game with parameters that give it OpenSpiel's rules.
fn game(name: &str) -> Arc<dyn Game> {
    let word = |word: &str| Value::Text(word.to_owned());
    let values: Values = match name {
        "awari" => [("ending", word("oware")), ("grand-slam", word("no-capture"))]
            .map(|(name, value)| (name.to_owned(), value))
            .into_iter()
            .collect(),
        _ => [("instant-win".to_owned(), Value::Bool(false))].into_iter().collect(),
    };
    games().find(name).unwrap().build(&values).unwrap()
}

#[test]
fn whole_games_end_in_the_same_way() {
    for &(name, moves, score) in WHOLE_GAMES {
        let mut here = game(name).start();
        for m in moves.split(' ') {
            assert!(!here.is_over(), "{name} before `{m}` in `{}`", here.notation());
            find_move(here.as_ref(), m).unwrap().into_iter().for_each(|m| here.apply(m));
        }
        assert!(here.is_over(), "{name} in `{}`", here.notation());
        assert_eq!([here.score(0), here.score(1)], [score, 1.0 - score], "{name} in `{}`", here.notation());
    }
}
