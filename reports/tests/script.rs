//! The interactive parts of the page, in headless Chromium; skipped with a message where it is not installed.

use std::io::Write as _;
use std::path::PathBuf;

use serde_json::{Value, json};
use treebench_reports::model::{Cell, Column, Detail, Facet, Fact, Interval, Link, Report, Section, Table, Verdict};
use treebench_reports::testing::act_in_browser;

const GAMES: [&str; 3] = ["awari", "reversi", "hex"];

/// A grid with games across and a list with games down, with details, links and printed values.
fn page(dir: &tempfile::TempDir) -> PathBuf {
    let mut grid = Table::new("grid", "A grid.").column(Column::text("variant")).column(Column::text("weight")).keys(2);
    let mut list = Table::new("list", "A list.").column(Column::text("game")).column(Column::number("score"));
    let mut report = Report::new("Script");
    for game in GAMES {
        grid = grid.column(Column::number(game).unit("%"));
    }
    for row in 0..8 {
        let graded = |value: f64| Cell::Graded {
            interval: Interval { value, low: value - 4.0, high: value + 4.5, decimals: 1 },
            verdict: Verdict::Undecided,
        };
        let values = [40.0, 9.5, -3.0].map(|start| graded(start + f64::from(row * 7 % 8)));
        grid = grid.row([Cell::from(format!("v{row}")), Cell::number(f64::from(row) / 2.0, 1)].into_iter().chain(values));
        for (column, game) in GAMES.iter().enumerate() {
            let place = report.details.len();
            grid = grid.about(2 + column, Some(place), "printed 50.0");
            let facts = vec![Fact { key: "seed".into(), value: format!("seed of {game} {row}") }];
            let links = vec![Link { text: "games".into(), href: format!("games.html#cell={place}") }];
            report.details.push(Detail { name: format!("{game}, v{row}"), facts, links, ..Detail::default() });
            list = list.row([Cell::from(*game), Cell::number(f64::from(row), 0)]);
        }
    }
    report.facet = Some(Facet { name: "game".into(), values: GAMES.map(String::from).to_vec() });
    report.sections.push(Section::new("tables", "Tables").block(grid).block(list));
    treebench_reports::write_all(&report, dir.path(), &["html"]).expect("written").remove(0)
}

fn check(steps: &str, expected: &Value) {
    let dir = tempfile::tempdir().expect("a folder");
    match act_in_browser(&page(&dir), steps).expect("the page works") {
        Some(found) => assert_eq!(found, *expected, "{steps}"),
        // Not `eprintln!`: what that prints in a passing test is not shown.
        None => drop(writeln!(std::io::stderr(), "skipped: no browser")),
    }
}

#[test]
fn readers_sort_filter_pick_and_jump() {
    let steps = r##"
        const [grid, list] = [...document.querySelectorAll(".table")];
        const shown = (box) => [...box.querySelectorAll("tbody tr")].filter((row) => !row.hidden).map((row) => row.cells[0].textContent);
        const type = (box, words) => { const find = box.querySelector("input[type=search]"); find.value = words; find.dispatchEvent(new Event("input")); };
        const press = (box, words) => [...box.querySelectorAll(".tools button")].find((button) => button.textContent === words).click();
        const result = {};
        const sort = grid.querySelectorAll("thead th")[4].querySelector("button");
        sort.click(); result.down = shown(grid); sort.click(); result.up = shown(grid)[0]; sort.click(); result.back = shown(grid);
        type(grid, "V3"); result.found = shown(grid); result.count = grid.querySelector(".count").textContent; type(grid, "");
        grid.querySelectorAll("tbody th")[5].click(); press(grid, "Picked rows"); result.picked = shown(grid); press(grid, "Picked rows");
        const aside = grid.querySelector(".aside"); press(grid, "Printed values");
        result.printed = [aside.textContent, window.getComputedStyle(aside).display];
        const box = grid.querySelectorAll(".pick input")[0]; box.click();
        result.columns = [...grid.querySelectorAll("thead th")].filter((head) => !head.hidden).map((head) => head.dataset.name); box.click();
        const facet = document.querySelector("#facet"); facet.value = "hex"; facet.dispatchEvent(new Event("change"));
        result.narrowed = [[...grid.querySelectorAll("thead th")].filter((head) => !head.hidden).map((head) => head.dataset.name), new Set(shown(list)).size, shown(list).length];
        return result;"##;
    let down = ["v1", "v2", "v3", "v4", "v5", "v6", "v7", "v0"];
    // The values of row r are r·7 mod 8: 0, 7, 6, 5, …
    check(
        steps,
        &json!({
            "down": down, "up": "v0", "back": (0..8).map(|row| format!("v{row}")).collect::<Vec<_>>(),
            "found": ["v3"], "count": "1 of 8 rows", "picked": ["v5"], "printed": ["printed 50.0", "none"],
            "columns": ["variant", "awari", "reversi", "hex"], "narrowed": [["variant", "weight", "hex"], 1, 8],
        }),
    );
}

#[test]
fn a_cell_shows_what_is_known_of_it() {
    let steps = r##"
        const links = document.querySelectorAll("a.known");
        const card = document.querySelector("#card");
        const before = card.hidden;
        links[4].focus();
        const focused = card.textContent.replace(/\s+/g, " ").trim();
        links[4].click();
        const pinned = [card.hidden, card.querySelector("a").getAttribute("href")];
        document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
        return [before, focused, pinned, card.hidden];"##;
    check(steps, &json!([true, "reversi, v1 seedseed of reversi 1 games", [false, "games.html#cell=4"], true]));
}

#[test]
fn a_table_says_that_its_rows_go_on_and_the_facet_that_it_narrows_tables() {
    let steps = r##"
        const [grid, list] = [...document.querySelectorAll(".table")];
        const scroll = list.querySelector(".scroll");
        scroll.style.maxHeight = "200px"; scroll.style.overflowY = "auto";
        const says = () => { scroll.dispatchEvent(new Event("scroll")); return [list.classList.contains("down"), window.getComputedStyle(list.querySelector(".below"), "::after").content]; };
        const above = says();
        scroll.scrollTop = 9999;
        return [above[0], above[1].includes("more rows"), says()[0], grid.classList.contains("down"), document.querySelector(".facet label").textContent];"##;
    check(steps, &json!([true, true, false, false, "game in tables"]));
}

#[test]
fn without_the_script_everything_is_there() {
    let dir = tempfile::tempdir().expect("a folder");
    let html = page(&dir);
    let text = std::fs::read_to_string(&html).expect("a page");
    let start = text.find("<script>").expect("a script");
    let end = start + text[start..].find("</script>").expect("its end");
    std::fs::write(&html, format!("{}{}", &text[..start], &text[end + 9..])).expect("written");
    let steps = r##"
        const hidden = [...document.querySelectorAll("tr, th, td, .aside")].filter((element) => element.hidden || window.getComputedStyle(element).display === "none");
        const ends = [...document.querySelectorAll("a.known")].filter((link) => !document.querySelector(link.getAttribute("href")));
        return [hidden.length, ends.length, document.querySelectorAll(".tools, .facet, .card").length, document.querySelectorAll(".cells dd").length];"##;
    match act_in_browser(&html, steps).expect("the page works") {
        Some(found) => assert_eq!(found, json!([0, 0, 0, 24])),
        None => drop(writeln!(std::io::stderr(), "skipped: no browser")),
    }
}
