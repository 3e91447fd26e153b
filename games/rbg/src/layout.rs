//! Where to draw the squares of a board that is listed square by square.

/// Places in half squares: by their names, if those all are a file and a rank (`e4`); otherwise in rows, in the order of the list.
pub(crate) fn places(names: &[String]) -> Vec<(u16, u16)> {
    if let Some(found) = names.iter().map(|name| file_and_rank(name)).collect::<Option<Vec<_>>>() {
        let leftmost = found.iter().map(|&(file, _)| file).min().unwrap_or(0);
        let top = found.iter().map(|&(_, rank)| rank).max().unwrap_or(0);
        return found.iter().map(|&(file, rank)| (2 * (file - leftmost), 2 * (top - rank))).collect();
    }
    let columns = (1..).find(|columns| columns * columns >= names.len()).unwrap_or(1);
    (0..names.len()).map(|i| ((i % columns * 2) as u16, (i / columns * 2) as u16)).collect()
}

/// `e4`: 4, 4. Up to 26 files and 99 ranks.
fn file_and_rank(name: &str) -> Option<(u16, u16)> {
    let file = name.bytes().next().filter(u8::is_ascii_lowercase)?;
    let rank = name[1..].parse().ok().filter(|rank| (1..100).contains(rank))?;
    Some((u16::from(file - b'a'), rank))
}
