//! Lines of opening books: Extended Position Description, and FEN with missing fields.

/// The FEN of a line: its first four fields with the clocks, which are fields of their own or the opcodes `hmvc` and `fmvn`, and otherwise
/// `0 1`. What else follows is left out. `None` if there are fewer than four fields.
pub fn fen_of_epd(line: &str) -> Option<String> {
    let (position, mut rest) = (line.split_whitespace().take(4).collect::<Vec<_>>(), line.split_whitespace().skip(4).peekable());
    if position.len() < 4 {
        return None;
    }
    let mut clocks = [0, 1];
    for clock in &mut clocks {
        let field = rest.peek().and_then(|field| field.trim_end_matches(';').parse().ok());
        if let Some(number) = field {
            *clock = number;
            rest.next();
        }
    }
    let tail: Vec<&str> = rest.collect();
    for operation in tail.join(" ").split(';') {
        let mut words = operation.split_whitespace();
        let place = match words.next() {
            Some("hmvc") => 0,
            Some("fmvn") => 1,
            _ => continue,
        };
        if let Some(number) = words.next().and_then(|word| word.parse().ok()) {
            clocks[place] = number;
        }
    }
    let [quiet, number]: [u32; 2] = clocks;
    let passed = position[3].trim_end_matches(';');
    Some(format!("{} {} {} {passed} {quiet} {}", position[0], position[1], position[2], number.max(1)))
}

#[cfg(test)]
mod tests {
    use super::fen_of_epd;

    #[test]
    fn clocks_are_fields_or_opcodes() {
        for (line, fen) in [
            ("4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            ("4k3/8/8/8/8/8/8/4K3 w - -;", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            ("4k3/8/8/8/8/8/8/4K3 b KQ e3 3 0", "4k3/8/8/8/8/8/8/4K3 b KQ e3 3 1"),
            ("4k3/8/8/8/8/8/8/4K3 b - - 3 9 ; a comment", "4k3/8/8/8/8/8/8/4K3 b - - 3 9"),
            ("4k3/8/8/8/8/8/8/4K3 w - - hmvc 7; fmvn 12; id \"a; b\";", "4k3/8/8/8/8/8/8/4K3 w - - 7 12"),
            ("4k3/8/8/8/8/8/8/4K3 w - - bm Qh7#; c0 \"fmvn\";", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ] {
            assert_eq!(fen_of_epd(line).as_deref(), Some(fen), "{line}");
        }
        assert_eq!(fen_of_epd("e4 e5 Nf3"), None);
    }
}
