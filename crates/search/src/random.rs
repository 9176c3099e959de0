//! The one generator of random numbers: the same stream for a seed on every machine.

/// A stream of random numbers (SplitMix64, Steele, Lea & Flood 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        const MIX: [u64; 2] = [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb];
        self.0 = self.0.wrapping_add(STEP);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(MIX[0]);
        x = (x ^ x >> 27).wrapping_mul(MIX[1]);
        x ^ x >> 31
    }

    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.number() % end as u64) as usize
    }

    /// Puts items into a random order (Fisher & Yates 1938).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_are_the_published_ones() {
        // The first outputs of SplitMix64 for the seed 1234567.
        let mut random = Random::new(1_234_567);
        assert_eq!(random.number(), 6_457_827_717_110_365_317);
        assert_eq!(random.number(), 3_203_168_211_198_807_973);
        assert!((0..100).all(|_| random.below(7) < 7));
    }

    #[test]
    fn a_shuffle_keeps_every_item_and_depends_on_the_seed() {
        let shuffled = |seed| {
            let mut items: Vec<u32> = (0..50).collect();
            Random::new(seed).shuffle(&mut items);
            items
        };
        let mut sorted = shuffled(1);
        assert_ne!(sorted, shuffled(2));
        assert!(!sorted.is_sorted());
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..50));
    }
}
