//! Where a ball may be placed that traps nothing.

/// The empty squares next to any ball.
#[inline(always)]
pub(super) fn around(balls: u64) -> u64 {
    const LEFT: u64 = 0x0101_0101_0101_0101;
    const RIGHT: u64 = LEFT << 7;
    let wide = balls | (balls & !RIGHT) << 1 | (balls & !LEFT) >> 1;
    (wide | wide << 8 | wide >> 8) & !balls
}
