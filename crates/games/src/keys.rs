//! Numbers from which games make the keys of their positions (Zobrist 1970).

/// A mixing of 64 bits that is one-to-one: distinct counters give distinct numbers.
pub(crate) const fn scramble(counter: u64) -> u64 {
    let mut x = counter.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 31).wrapping_mul(0x7fb5_d329_728e_a185);
    x = (x ^ x >> 27).wrapping_mul(0x81da_def4_bc2d_d44d);
    x ^ x >> 33
}

/// As many numbers as are asked for, from the counters that follow `seed`.
pub(crate) const fn numbers<const COUNT: usize>(seed: u64) -> [u64; COUNT] {
    let mut table = [0; COUNT];
    let mut place = 0;
    while place < COUNT {
        table[place] = scramble(seed.wrapping_add(place as u64));
        place += 1;
    }
    table
}
