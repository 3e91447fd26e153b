//! The usual points of handicap stones (GTP version 2, section 4.1.1).

/// The greatest number of stones that have fixed points on a board.
pub(super) fn most(size: u32) -> u16 {
    match size {
        ..=6 => 0,
        // There is no middle point, or no room for one.
        7 => 4,
        _ if size.is_multiple_of(2) => 4,
        _ => 9,
    }
}

/// The points of so many stones, at most [`most`], as columns and rows from the lower left.
pub(super) fn points(size: u32, count: u16) -> Vec<(usize, usize)> {
    let size = size as usize;
    let (low, middle) = (if size < 13 { 2 } else { 3 }, size / 2);
    let high = (size - 1).saturating_sub(low);
    let corners_and_sides =
        [(low, low), (high, high), (low, high), (high, low), (low, middle), (high, middle), (middle, low), (middle, high)];
    let count = usize::from(count);
    // From five on, every odd number has a stone in the middle.
    let central = count >= 5 && count % 2 == 1;
    let mut points = corners_and_sides[..count.min(9) - usize::from(central)].to_vec();
    points.extend(central.then_some((middle, middle)));
    points
}
