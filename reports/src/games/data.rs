//! The page's data: JSON with short keys, compressed, as letters that no name can break out of.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::{Value, json};

use super::model::{Board, GamesPage, Ply, Reveal, Search, Seat, StoredGame};

/// The data of a page for the attribute of an element: only letters, digits, `+`, `/` and `=`.
pub(super) fn packed(page: &GamesPage) -> String {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    // Writing into memory cannot fail.
    let bytes = packer.write_all(json(page).to_string().as_bytes()).and_then(|()| packer.finish()).unwrap_or_default();
    base64(&bytes)
}

/// The data as JSON; `page.js` reads it.
fn json(page: &GamesPage) -> Value {
    json!({
        "boards": page.boards.iter().map(board).collect::<Vec<_>>(),
        "cells": page.cells.iter().map(|cell| json!({ "no": cell.number, "name": cell.name, "links": cell.links })).collect::<Vec<_>>(),
        "games": page.games.iter().map(game).collect::<Vec<_>>(),
    })
}

fn board(board: &Board) -> Value {
    let number = |x: f32| json!((f64::from(x) * 1000.0).round() / 1000.0);
    let points = |points: &[(f32, f32)]| points.iter().flat_map(|&(x, y)| [number(x), number(y)]).collect::<Vec<_>>();
    json!({
        "places": board.places.iter().map(|p| json!([p.name, number(p.at.0), number(p.at.1), p.shape, p.shade])).collect::<Vec<_>>(),
        "lines": board.lines.iter().map(|line| points(line)).collect::<Vec<_>>(),
        "areas": board.areas.iter().map(|area| json!([area.shade, points(&area.corners)])).collect::<Vec<_>>(),
        "labels": board.labels.iter().map(|label| json!([label.text, number(label.at.0), number(label.at.1)])).collect::<Vec<_>>(),
        "colours": board.colours,
        "pieces": board.pieces.iter().map(|p| json!([p.glyph, p.label, p.colour, p.form, p.count])).collect::<Vec<_>>(),
    })
}

fn game(game: &StoredGame) -> Value {
    let seat = |seat: &Seat| json!({ "name": seat.name, "label": seat.label, "spent": seat.spent, "command": seat.command });
    // Texts of consecutive positions are much alike: what is packed is their middle, after a common beginning and before a common end.
    let (mut position, mut note) = (String::new(), String::new());
    let start = shown(&game.start, &mut position, &mut note);
    let mut plies = vec![json!({ "s": start })];
    plies.extend(game.plies.iter().map(|ply| self::ply(ply, &mut position, &mut note)));
    json!({
        "id": game.id, "cell": game.cell, "title": game.title, "board": game.board, "pair": game.pair,
        "seats": game.seats.iter().map(seat).collect::<Vec<_>>(),
        "result": game.result, "ended": game.ended, "failure": game.failure, "first": game.first_number,
        "plies": plies,
    })
}

/// Changes as place, piece + 1 in turn (0 for none); whose turn; the position and the note as changes.
fn shown(shown: &Reveal, position: &mut String, note: &mut String) -> Value {
    let changes: Vec<usize> = shown.changes.iter().flat_map(|&(place, piece)| [place, piece.map_or(0, |piece| piece + 1)]).collect();
    json!([changes, shown.turn, changed(position, &shown.position), changed(note, &shown.note)])
}

fn ply(ply: &Ply, position: &mut String, note: &mut String) -> Value {
    let mut value = json!({ "m": ply.text, "s": shown(&ply.shown, position, note) });
    if !ply.paths.is_empty() {
        value["p"] = json!(ply.paths);
    }
    if let Some(by) = ply.by {
        value["b"] = json!(by);
    }
    if ply.given {
        value["g"] = json!(1);
    }
    if let Some(search) = &ply.search {
        value["f"] = found(search);
    }
    value
}

fn found(search: &Search) -> Value {
    let mean = |mean: f64| (mean * 10_000.0).round() / 10_000.0;
    let moves: Vec<Value> = search.moves.iter().map(|m| json!([m.text, m.visits, mean(m.mean), m.paths])).collect();
    json!([search.iterations, search.micros, moves, search.line.join(" ")])
}

/// How a text differs from the one before: the numbers of equal characters at both ends, and what is between.
fn changed(before: &mut String, now: &str) -> Value {
    let (old, new): (Vec<u16>, Vec<u16>) = (before.encode_utf16().collect(), now.encode_utf16().collect());
    let start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let room = old.len().min(new.len()) - start;
    let end = old.iter().rev().zip(new.iter().rev()).take(room).take_while(|(a, b)| a == b).count();
    now.clone_into(before);
    // A cut inside a pair of surrogates would be no text: such a text is written whole.
    match String::from_utf16(&new[start..new.len() - end]) {
        Ok(middle) if start == old.len() && middle.is_empty() => json!(0),
        Ok(middle) => json!([start, end, middle]),
        Err(_) => json!([0, 0, now]),
    }
}

/// RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - group.len()));
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= group.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_standard_are_encoded() {
        for (plain, coded) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
    }

    #[test]
    fn only_the_middle_of_a_text_is_written() {
        let mut text = String::new();
        let mut step = |now: &str| changed(&mut text, now);
        assert_eq!(step("abcd"), json!([0, 0, "abcd"]));
        assert_eq!(step("abXcd"), json!([2, 2, "X"]));
        assert_eq!(step("abXXcd"), json!([3, 2, "X"]));
        assert_eq!(step("abXXcd"), json!(0));
        assert_eq!(step("abcd"), json!([2, 2, ""]));
        assert_eq!(step("\u{1F3B2}"), json!([0, 0, "\u{1F3B2}"]));
        assert_eq!(step("\u{1F3B3}"), json!([0, 0, "\u{1F3B3}"]), "the two share half a character");
    }
}
