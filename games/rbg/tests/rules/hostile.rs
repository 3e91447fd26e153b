//! Parsing any text ends soon, with a game or with errors; and a game survives printing and formatting.

#[path = "../../fuzz/src/text.rs"]
#[expect(unreachable_pub, reason = "the fuzz targets are another crate, which has this file, too")]
mod text;

use text::read;
use treebench_rbg::SplitMix;

/// A text that uses nearly every feature.
const TEXT: &str = "//! A game.
//: size = 2 (1, 2) A size.
#size = 2
#man(side) = side~Man, side~King
#players = white(100), black(size * 50)
#pieces = e, man(white), x1 // pieces
#variables = turn(3)
#row(a) = [a, a, , a]
#board = rectangle(up, down, left, right,
    row(e)
    [e, x1, , e])
#any = (up* + down*) . (left* + right*)
#line(way; piece) = (way {piece})^(size + 1)
#turn(me; opp) =
    ->me any {e} {! line(up left; x~1)} [e, x1] ->> /* keeper */
    ({? up {e, x1}} [$ me = me + 1, turn = (turn + 1) * 2 / x1 - 1] + {$ opp <= -1} ->> {})
#rules = (turn(white; black) turn(black; white))*
";

#[test]
fn the_text_itself_is_good() {
    assert!(read(TEXT));
}

/// Bytes deleted, doubled, replaced, moved.
#[test]
fn mutated_texts() {
    let mut random = SplitMix::new(1);
    let mut draw = move |n: usize| random.below(n as u64) as usize;
    let mut games = 0;
    for _ in 0..2000 {
        let mut bytes = TEXT.as_bytes().to_vec();
        for _ in 0..=draw(3) {
            let (at, length) = (draw(bytes.len()), draw(12) * draw(2) + 1);
            let end = (at + length).min(bytes.len());
            match draw(4) {
                0 => drop(bytes.drain(at..end)),
                1 => {
                    let copy = bytes[at..end].to_vec();
                    let to = draw(bytes.len());
                    drop(bytes.splice(to..to, copy));
                }
                2 => bytes[at] = b" \n#=(){}[]$?!*+-/^.,;:~<>ae1\xc3"[draw(29)],
                _ => {
                    let (a, b) = (draw(bytes.len()), draw(bytes.len()));
                    bytes.swap(a, b);
                }
            }
        }
        games += usize::from(read(&String::from_utf8_lossy(&bytes)));
    }
    assert!(games > 100, "only {games} mutated texts were good: the test says little about games");
}

/// Tokens in random order, in rules and in macros.
#[test]
fn random_tokens() {
    let tokens = [
        "up",
        "w",
        "e",
        "p",
        "v",
        "m",
        "k",
        "1",
        "2",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "{?",
        "{!",
        "{$",
        "[$",
        "*",
        "^2",
        "+",
        "-",
        "/",
        "=",
        "==",
        "<",
        "->p",
        "->>",
        ".",
        ",",
        ";",
        "~",
        "#m =",
        "#k(a; b) =",
        "k(",
        ":",
    ];
    let mut random = SplitMix::new(2);
    let mut draw = move |n: usize| random.below(n as u64) as usize;
    for _ in 0..3000 {
        let body: Vec<&str> = (0..draw(30)).map(|_| tokens[draw(tokens.len())]).collect();
        let head = "#players = p(1)\n#pieces = e, w\n#variables = v(2)\n#board = rectangle(up, down, left, right, [e, w])\n";
        read(&format!("{head}#rules = {}", body.join(" ")));
    }
}

/// Small texts with large costs.
#[test]
fn bombs() {
    let head = "#players = p(1)\n#pieces = e\n#variables =\n#board = rectangle(up, down, left, right, [e])\n";
    let doubling = |first: &str, next: fn(usize) -> String| {
        let macros: String = (1..60).map(next).collect();
        format!("{head}#m0{first}\n{macros}#rules = m59")
    };
    let mut texts = vec![
        doubling(" = up", |i| format!("#m{i} = m{0} m{0}\n", i - 1)),
        doubling(" =", |i| format!("#m{i} = m{0} m{0}\n", i - 1)),
        format!("{}()", doubling("(a) = a a", |i| format!("#m{i}(a) = m{0}(a a) m{0}(a)\n", i - 1))),
        format!("{head}#rules = {}up{}", "(".repeat(5000), ")".repeat(5000)),
        format!("{head}#rules = {}", "(up)^1000".repeat(1000)),
        format!("{head}#rules = {}up{}", "(".repeat(30), ")^100".repeat(30)),
        format!("{head}#rules = up{}", "^1".repeat(5000)),
        format!("{head}#rules = {{$ {} == 0}}", vec!["1"; 4000].join(" + ")),
        format!("{head}#rules = {{$ {}1 == 0}}", "(".repeat(4000)),
        format!("{head}#rules = {{$ {}1 == 0}}", "1 * (2 + ".repeat(4000)),
        format!("{head}#rules = {}", "{? ".repeat(5000)),
        format!("{head}#rules = {}", "x1 y2 ".repeat(2500)),
        "#".repeat(10_000),
        "#a=".repeat(5000),
        "#a(".repeat(5000),
        format!("{head}#a({}) = x\n#rules = a(){}", vec!["x"; 5000].join(";"), "~a".repeat(2000)),
        format!("{head}#rules = {}", "~".repeat(5000)),
        format!("{head}#rules = {}", "up~".repeat(3000)),
        format!("{head}#b = x{}\n#rules = b", "~x".repeat(2400)),
        "/*".repeat(8000),
        "é".repeat(8000),
        format!("#players = {}", "p(".repeat(5000)),
        format!("{}#board = rectangle(up,down,left,right,[{}])\n#rules = up", head.replace("#board", "#board2"), ",".repeat(12_000)),
        format!("{}#board = {}\n#rules = up", head.replace("#board", "#board2"), "a[e]{".repeat(2000)),
    ];
    // Every square has a direction of its own: squares times directions is much.
    let squares: String = (0..1000).map(|i| format!("s{i}[e]{{d{i}:s{i}}}")).collect();
    texts.push(format!("{}#board = {squares}\n#rules = d1", head.replace("#board", "#board2")));
    for text in texts {
        let text = text.chars().take(16_000).collect::<String>();
        assert!(!read(&text), "it is no game:\n{}", text.chars().take(300).collect::<String>());
    }
}
