//! The page of games with hostile names: data are never run as code, checked in the text of the page and in a browser.

use treebench_reports::games::{Board, GameCell, GamesPage, Label, Piece, Place, Ply, Reveal, Search, SearchedMove, Seat, StoredGame};
use treebench_reports::testing::run_in_browser;

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
    let shown = |changes| Reveal { changes, turn: Some(0), position: EVIL.into(), note: EVIL.into() };
    let search = Search { iterations: 3, micros: None, moves: vec![found], line: vec![EVIL.into()] };
    let ply = Ply {
        text: EVIL.into(),
        by: Some(0),
        given: true,
        paths: vec![vec![0, 1]],
        shown: shown(vec![(1, Some(0))]),
        search: Some(search),
    };
    let seat = Seat { name: EVIL.into(), label: EVIL.into(), spent: EVIL.into(), command: EVIL.into() };
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
    let report = "setTimeout(() => { const out = document.createElement('pre'); out.id = 'seen'; \
        out.textContent = [document.title === 'broken', document.images.length, document.scripts.length, document.querySelectorAll('.side').length, \
        document.querySelectorAll('.man').length, document.querySelectorAll('.search tr').length].join(' '); document.body.append(out); }, 2000)";
    let seen = run_in_browser(&html, "", report).expect("the browser runs");
    match seen {
        None => skipped(),
        Some(dom) => assert!(dom.contains("<pre id=\"seen\">false 0 2 1 1 1</pre>"), "{}", &dom[dom.len().saturating_sub(4000)..]),
    }
}

fn skipped() {
    drop(std::io::Write::write_all(&mut std::io::stderr(), b"skipped: `chromium` is not on the PATH\n"));
}

/// Three games of two moves on one square; the first two are a pair.
fn three_games() -> GamesPage {
    let board = Board {
        places: vec![Place { name: "a1".into(), at: (0.0, 0.0), shape: "square", shade: "plain" }],
        colours: vec!["red", "blue"],
        pieces: vec![Piece { glyph: "x".into(), label: "cross".into(), colour: "red", form: "disc", count: 1 }],
        ..Board::default()
    };
    let shown = |game: usize, ply: usize| Reveal {
        changes: if ply == 1 { vec![(0, Some(0))] } else { Vec::new() },
        turn: Some(ply % 2),
        position: format!("game {game}'s position {ply}"),
        note: String::new(),
    };
    let seat = |name: &str| Seat {
        name: name.into(),
        label: format!("Agent {name}"),
        spent: String::new(),
        command: format!("bench search toy --agent {name} --position"),
    };
    let ply = |game, ply: usize| Ply {
        text: format!("m{ply}"),
        by: Some((ply - 1) % 2),
        given: false,
        paths: Vec::new(),
        shown: shown(game, ply),
        search: None,
    };
    let game = |number: usize| StoredGame {
        id: format!("abcdef012345-{number}"),
        title: format!("game {number}"),
        cell: usize::from(number == 3),
        pair: [None, Some(1), Some(0), None][number],
        seats: vec![seat("one"), seat(if number == 3 { "three & more" } else { "two" })],
        start: shown(number, 0),
        plies: vec![ply(number, 1), ply(number, 2)],
        ..StoredGame::default()
    };
    let cell = |number: usize, name: &str| GameCell { number, name: name.into(), links: Vec::new() };
    GamesPage {
        title: "Three".into(),
        intro: Vec::new(),
        boards: vec![board],
        cells: vec![cell(4, "a"), cell(7, "b")],
        games: (1..4).map(game).collect(),
    }
}

/// The game and ply that the page shows after it was opened or its address changed, and the text that its buttons copy.
#[test]
fn addresses_lead_to_a_ply_and_buttons_copy_it() {
    let html = three_games().html();
    assert!(!html.contains("script-src 'unsafe-inline'"), "only the page's own script may run");
    let script = "(async () => {\n\
        const pause = (time) => new Promise((done) => setTimeout(done, time));\n\
        while (!document.querySelector('.side')) await pause(20);\n\
        const seen = [], copied = [];\n\
        const look = () => seen.push([...document.querySelectorAll('.side')].map((side) => side.dataset.game).join('+') + ' ' \n\
            + document.querySelector('.steps output').textContent + ' ' + document.querySelectorAll('.side')[0].querySelectorAll('.man').length);\n\
        look();\n\
        Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { copied.push(text); } } });\n\
        for (const button of [...document.querySelectorAll('.side')[0].querySelectorAll('.tools button')].slice(0, 2)) { button.click(); await pause(50); copied.push(button.textContent); }\n\
        for (const address of ['#game=3', '#game=2&ply=1', '#game=abcdef012345-1&ply=2', '#cell=7', '#game=99', '#game=1&ply=77', '#with=three%20%26%20more', '#with=one&with=two', '#with=nobody&game=3']) {\n\
            location.hash = address; await pause(300); look();\n\
            if (address.includes('with')) seen.push(`${document.querySelectorAll('.pick option').length} of 3, ${document.querySelector('.narrowed').hidden ? 'hidden' : document.querySelector('.narrowed').textContent}`); }\n\
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' })); look();\n\
        seen.push(location.hash);\n\
        const out = document.createElement('pre'); out.id = 'seen'; out.textContent = JSON.stringify([seen, copied]); document.body.replaceChildren(out); })()";
    let Some(dom) = run_in_browser(&html, "#game=2&ply=1", script).expect("the browser runs") else { return skipped() };
    let (_, rest) = dom.split_once("<pre id=\"seen\">").unwrap_or_else(|| panic!("the page does not work: {dom}"));
    let text = rest.split_once("</pre>").expect("its end").0.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let (seen, copied): (Vec<String>, Vec<String>) = serde_json::from_str(&text).expect("what the script wrote");
    let expected = [
        "2+1 1 / 2 1",
        "3 0 / 2 0",
        "2+1 1 / 2 1",
        "1+2 2 / 2 1",
        "3 0 / 2 0",
        "1+2 0 / 2 0",
        "1+2 2 / 2 1",
        "3 0 / 2 0",
        "1 of 3, Games of Agent three & more: 1 of 3. All games",
        "1+2 0 / 2 0",
        "2 of 3, Games of Agent one and Agent two: 2 of 3. All games",
        "3 0 / 2 0",
        "3 of 3, hidden",
        "3 0 / 2 0",
        "#game=3&ply=0",
    ];
    assert_eq!(seen, expected);
    let command = "bench search toy --agent two --position 'game 2'\\''s position 1'";
    assert_eq!(copied, ["game 2's position 1", "copied", command, "copied"]);
}

/// The initial state of a page: the games, and the move numbers of the first one.
const FIRST: &str = "const seen = () => [...document.querySelectorAll('.side')].map((side) => side.querySelector('h2 small').textContent.split('· ')[1] + ': ' \
    + [...side.querySelectorAll('.moves li')].map((move) => move.textContent).join(' '));\n\
    const pause = (time) => new Promise((done) => setTimeout(done, time));\n\
    const shown = async () => { while (!document.querySelector('.side')) await pause(20); };\n\
    const tell = (text) => { const out = document.createElement('pre'); out.id = 'seen'; out.textContent = btoa(unescape(encodeURIComponent(text))); \
    document.body.replaceChildren(out); };\n";

/// The output of a script.
fn script_output(dom: &str) -> String {
    let (_, rest) = dom.split_once("<pre id=\"seen\">").unwrap_or_else(|| panic!("the page does not work: {dom}"));
    let letters = rest.split_once("</pre>").expect("its end").0;
    let value = |letter: u8| {
        b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".iter().position(|&one| one == letter).unwrap_or(0) as u32
    };
    let bytes = letters.as_bytes().chunks(4).flat_map(|group| {
        let bits = group.iter().fold(0, |bits, &letter| bits << 6 | value(letter));
        let padding = group.iter().filter(|&&letter| letter == b'=').count();
        bits.to_be_bytes()[1..4 - padding].to_vec()
    });
    String::from_utf8(bytes.collect()).expect("a text")
}

/// The button saves a game and its pair, with numbers of moves as chess has them, as a page that works by itself.
#[test]
fn a_saved_game_is_a_page_of_its_own() {
    let mut page = three_games();
    page.games[1].first_number = Some(12);
    let save = format!(
        "(async () => {{ {FIRST} await shown(); const saved = []; URL.createObjectURL = (blob) => {{ saved.push(blob); return '#'; }};\n\
         HTMLAnchorElement.prototype.click = () => {{}};\n\
         [...document.querySelectorAll('.tools button')].find((button) => button.textContent === 'Save game as a page').click();\n\
         while (!saved.length) await pause(20); tell(await saved[0].text()); }})()"
    );
    let Some(dom) = run_in_browser(&page.html(), "#game=2", &save).expect("the browser runs") else { return skipped() };
    let saved = script_output(&dom);
    assert_eq!(saved.matches("<script").count(), 1);
    let look = format!("(async () => {{ {FIRST} await shown(); tell(seen().join(' | ')); }})()");
    let dom = run_in_browser(&saved, "", &look).expect("the browser runs").expect("it is there");
    assert_eq!(script_output(&dom), "abcdef012345-2: 12.m1 m2 | abcdef012345-1: 1.m1 2.m2");
}
