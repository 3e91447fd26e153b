//! The page of games with hostile names: nothing gets out of its data, in the text of the page and in a browser.

use treebench_reports::games::{Board, GameCell, GamesPage, Label, Piece, Place, Ply, Search, SearchedMove, Seat, Shown, StoredGame};

const EVIL: &str =
    "</script><script>document.title='broken'</script><img src=x onerror=\"document.title='broken'\"> & \" ' \u{1F3B2}\u{2028}\n";

fn page() -> GamesPage {
    let place = |x| Place { name: EVIL.into(), at: (x, 0.0), shape: "square", shade: "plain" };
    let piece = Piece { glyph: EVIL.into(), label: EVIL.into(), colour: "red", form: "disc", count: 2 };
    let board = Board {
        places: vec![place(0.0), place(1.0)],
        labels: vec![Label { text: EVIL.into(), at: (0.0, 1.0) }],
        colours: vec!["red"],
        pieces: vec![piece],
        ..Board::default()
    };
    let found = SearchedMove { text: EVIL.into(), visits: 3, mean: f64::NAN, paths: vec![vec![0, 1]] };
    let shown = |changes| Shown { changes, turn: Some(0), position: EVIL.into(), note: EVIL.into() };
    let search = Search { iterations: 3, micros: None, moves: vec![found], line: vec![EVIL.into()] };
    let ply = Ply {
        text: EVIL.into(),
        by: Some(0),
        given: true,
        paths: vec![vec![0, 1]],
        shown: shown(vec![(1, Some(0))]),
        search: Some(search),
    };
    let seat = Seat { name: EVIL.into(), spent: EVIL.into(), command: EVIL.into() };
    let game = StoredGame {
        id: EVIL.into(),
        title: EVIL.into(),
        seats: vec![seat],
        result: EVIL.into(),
        ended: EVIL.into(),
        failure: EVIL.into(),
        start: shown(vec![(0, Some(0))]),
        plies: vec![ply],
        ..StoredGame::default()
    };
    // The second game has no board but a drawing.
    let drawn = StoredGame { board: 1, ..game.clone() };
    let cell = GameCell { number: 0, name: EVIL.into(), links: vec![(EVIL.into(), 0)] };
    GamesPage {
        title: EVIL.into(),
        intro: vec![EVIL.into()],
        boards: vec![board, Board::default()],
        cells: vec![cell],
        games: vec![game, drawn],
    }
}

#[test]
fn hostile_names_stay_text() {
    let html = page().html();
    assert_eq!(html, page().html(), "the same page every time");
    assert_eq!(html.matches("<script").count(), 1);
    assert!(!html.contains("<img") && !html.contains("='broken'"), "every name is escaped or packed");
    // In a browser, a script reports what the page became.
    let report = "<script>setTimeout(() => { const out = document.createElement('pre'); out.id = 'seen'; \
        out.textContent = [document.title === 'broken', document.images.length, document.scripts.length, document.querySelectorAll('.side').length, \
        document.querySelectorAll('.man').length, document.querySelectorAll('.search tr').length].join(' '); document.body.append(out); }, 2000)</script>";
    let seen = treebench_reports::testing::run_in_browser(&html.replace("</body>", &format!("{report}</body>"))).expect("the browser runs");
    match seen {
        None => drop(std::io::Write::write_all(&mut std::io::stderr(), b"skipped: `chromium` is not on the PATH\n")),
        Some(dom) => assert!(dom.contains("<pre id=\"seen\">false 0 2 1 1 1</pre>"), "{}", &dom[dom.len().saturating_sub(4000)..]),
    }
}
