//! Which men can use a die, as sets of points: bits 1 to 24, and [`BAR`] for men on the bar.

use crate::rust::backgammon::board::BAR;

/// The bit of men on the bar.
pub(super) const ON_BAR: u32 = 1 << BAR;
/// The 24 points.
const POINTS: u32 = ON_BAR - 2;
/// Where a step can begin.
pub(super) const ORIGINS: u32 = POINTS | ON_BAR;

/// The bits set, from the lowest to the highest.
#[inline]
pub(super) fn ones(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let found = set != 0;
        let lowest = set.trailing_zeros() as u8;
        set &= set.wrapping_sub(1);
        found.then_some(lowest)
    })
}

/// Whether a set has a point.
#[inline]
pub(super) fn has(set: u32, point: u8) -> bool {
    set >> point & 1 == 1
}

/// Where men that use this die can start, if they do not bear off.
#[inline]
pub(super) fn open(blocked: u32, die: u8) -> u32 {
    (POINTS & !blocked) << die & ORIGINS
}

/// Which of the men on these points can use a die.
#[inline]
pub(super) fn sources(men: u32, open: u32, die: u8) -> u32 {
    if men & ON_BAR != 0 {
        return open & ON_BAR;
    }
    let on = men & open;
    if men >> 7 != 0 {
        return on;
    }
    // All men are home, and bear off; only the rearmost man may use more pips than needed.
    if men >> die != 0 || men == 0 { on | men & 1 << die } else { 1 << men.ilog2() }
}

/// The target of a step that [`sources`] allows.
#[inline]
pub(super) fn target(from: u8, die: u8) -> u8 {
    from.saturating_sub(die)
}
