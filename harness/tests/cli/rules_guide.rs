//! The guide to rules files: its commands, its examples and its mistakes are those of this build.

use crate::docs::{ROOT, Shell, blocks, works_as_printed};
use std::path::Path;
use treebench_games::languages::of_text;
use treebench_games::params::Values;

/// The game around every `.rbg` example; examples of rules replace the `…`.
const RBG: &str = "#players = white(100), black(100)
#pieces = empty, man, king
#variables = n(9)
#board = rectangle(up, down, left, right, [empty, man] [king, empty])
#rules = ->white … ->> {}
";

/// The same for `.hrg`, with statements in place of `…`.
const HRG: &str = "domain Player = red | blue
domain Score = 0 | 50 | 100
domain Square = S(X, Y) where X in 0..2, Y in 0..2
domain Piece = empty | red | blue
board: Square -> Piece
square: Square
graph free(me: Player) { square = Square(*) check(board[square] == empty) }
graph rules() { player = red branch { … } or { $ pass } player = keeper end() }
";

/// The most lines of the guide.
const LONGEST: usize = 250;

fn guide() -> String {
    std::fs::read_to_string(Path::new(ROOT).join("harness/docs/RULES.md")).unwrap()
}

/// `UPDATE_TUTORIAL=1 cargo test -p treebench --test cli guide` writes the outputs again.
#[test]
fn the_rules_guide_works_as_printed() {
    works_as_printed("harness/docs/RULES.md");
    assert!(guide().lines().count() <= LONGEST, "the guide has {} lines", guide().lines().count());
}

/// A row of a table with what stands above its first cell.
struct Row {
    head: String,
    cells: Vec<String>,
}

fn cells(line: &str) -> Vec<String> {
    let line = line.replace("\\|", "\0");
    let inside = line.trim_start_matches("| ").trim_end_matches(" |");
    inside.split(" | ").map(|cell| cell.replace('\0', "|")).collect()
}

fn rows(text: &str) -> Vec<Row> {
    let (mut rows, mut head, mut before) = (Vec::new(), None, "");
    for line in text.lines() {
        if line.starts_with("|-") {
            head = Some(cells(before).remove(0));
        } else if !line.starts_with("| ") {
            head = None;
        } else if let Some(head) = &head {
            rows.push(Row { head: head.clone(), cells: cells(line) });
        }
        before = line;
    }
    rows
}

/// What a cell has between backticks.
fn codes(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// The game with a declaration in place of the one of the same name, if it has one.
fn with_declaration(game: &str, example: &str) -> String {
    let example = example.replace('⏎', "\n");
    let declared = |line: &str| line.split('=').next().unwrap_or_default().trim().to_owned();
    let kept: Vec<&str> = game.lines().filter(|line| declared(line) != declared(&example)).collect();
    format!("{example}\n{}\n", kept.join("\n")).replace('…', "")
}

#[test]
fn the_examples_of_the_rules_guide_are_accepted() {
    let (guide, shell) = (guide(), Shell::new());
    let trails = blocks(&guide).into_iter().find(|block| block.kind == "hrg file=trails.hrg").unwrap().text;
    std::fs::write(shell.folder.path().join("trails.hrg"), trails).unwrap();
    let automaton = shell.says("bench rg lower trails.hrg");
    let (mut tried, mut refused) = (0, Vec::new());
    for row in rows(&guide) {
        let (game, file) = match &*row.head {
            "section" | "in the rules" => (RBG, "x.rbg"),
            "declaration" | "statement" => (HRG, "x.hrg"),
            "edge" => (&*automaton, "x.rg"),
            "comment" if row.cells[1].starts_with("In `.hrg`") => (HRG, "x.hrg"),
            "comment" => (RBG, "x.rbg"),
            _ => continue,
        };
        for example in codes(row.cells.last().unwrap()) {
            let text = match &*row.head {
                "in the rules" | "statement" => game.replace('…', example),
                _ => with_declaration(game, example),
            };
            tried += 1;
            match of_text(file, &text).build(&Values::default()) {
                Ok(game) => assert!(game.execution().is_some(), "`{example}` is played"),
                Err(error) => refused.push(format!("`{example}`: {error}")),
            }
        }
    }
    assert!(tried > 60 && refused.is_empty(), "{tried} examples; refused: {refused:#?}");
}

#[test]
fn the_mistakes_of_the_rules_guide_are_explained_as_printed() {
    let (guide, shell) = (guide(), Shell::new());
    let games: Vec<(String, String)> =
        blocks(&guide).into_iter().filter_map(|block| Some((block.kind.split_once(" file=")?.1.to_owned(), block.text))).collect();
    let mistakes: Vec<Row> = rows(&guide).into_iter().filter(|row| row.head == "instead of").collect();
    assert!(mistakes.len() >= 10, "{}", mistakes.len());
    for Row { cells, .. } in mistakes {
        let (right, wrong, message) = (codes(&cells[0]).next().unwrap(), codes(&cells[1]).next().unwrap_or(""), &cells[2]);
        let (file, game) = games.iter().find(|(_, game)| game.contains(right)).unwrap_or_else(|| panic!("no game has `{right}`"));
        let language = if file.ends_with(".rbg") { "rbg" } else { "rg" };
        std::fs::write(shell.folder.path().join(file), game.replace(right, wrong)).unwrap();
        let said = shell.says(&format!("bench {language} check {file} 2>&1"));
        assert!(said.contains(message), "`{wrong}` instead of `{right}`: {said}");
    }
}
