//! The bit with a given rank, by one instruction where the processor has it.

/// A function for native code: the place of the bit with this rank among those of a word that has more.
pub(super) type Select = extern "C" fn(u64, u64) -> u64;

/// The fast form, if this processor has it; found out at run time, so that the program runs on any.
#[cfg(target_arch = "x86_64")]
pub(super) fn fast() -> Option<Select> {
    (std::is_x86_feature_detected!("bmi2") && std::is_x86_feature_detected!("bmi1")).then_some(select as Select)
}

/// The fast form, if this processor has it.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn fast() -> Option<Select> {
    None
}

#[cfg(target_arch = "x86_64")]
extern "C" fn select(word: u64, rank: u64) -> u64 {
    #[target_feature(enable = "bmi1,bmi2")]
    fn deposit(word: u64, rank: u64) -> u64 {
        u64::from(std::arch::x86_64::_pdep_u64(1 << (rank & 63), word).trailing_zeros())
    }
    // SAFETY: `fast` gives this function away only where both features were found.
    unsafe { deposit(word, rank) }
}

#[cfg(test)]
mod tests {
    #[test]
    fn it_finds_every_bit() {
        let Some(select) = super::fast() else { return };
        let word = 0x8000_0100_0040_a001_u64;
        let places: Vec<u64> = (0..64).filter(|i| word >> i & 1 != 0).collect();
        for (rank, &place) in places.iter().enumerate() {
            assert_eq!(select(word, rank as u64), place);
        }
    }
}
