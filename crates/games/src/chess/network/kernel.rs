//! Arithmetic on neurons, many at a time.
//!
//! Every operation exists twice: portable, and for AVX2, chosen at run time. Both give the
//! same numbers bit for bit: sums of neurons wrap in 16 bits, sums of outputs cannot overflow.

/// Numbers in a lane: one register of AVX2.
pub(super) const LANE: usize = 16;

/// Neurons or weights that are worked on together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(32))]
pub(super) struct Lane(pub(super) [i16; LANE]);

impl Lane {
    /// Numbers in lanes; what does not fill one is left out.
    pub(super) fn pack(numbers: &[i16]) -> Vec<Lane> {
        numbers.as_chunks().0.iter().copied().map(Lane).collect()
    }
}

/// Which instructions the machine at hand understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instructions {
    /// Any processor.
    Portable,
    /// x86-64 with AVX2. Only [`Instructions::best`] makes it.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
}

/// Proof that the processor has AVX2.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx2(());

impl Instructions {
    /// The best that this processor has.
    pub fn best() -> Instructions {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            return Instructions::Avx2(Avx2(()));
        }
        Instructions::Portable
    }
}

/// Defines an operation, portable and for AVX2, from one body: the compiler makes vectors of it.
macro_rules! for_all_instructions {
    ($($(#[$doc:meta])* fn $name:ident / $avx2:ident ($($arg:ident: $type:ty),*) $body:block)*) => {$(
        $(#[$doc])*
        #[inline]
        pub(super) fn $name(instructions: Instructions, $($arg: $type),*) {
            #[inline(always)]
            fn body($($arg: $type),*) $body
            match instructions {
                Instructions::Portable => body($($arg),*),
                #[cfg(target_arch = "x86_64")]
                Instructions::Avx2(_) => {
                    #[target_feature(enable = "avx2")]
                    fn $avx2($($arg: $type),*) {
                        body($($arg),*)
                    }
                    // SAFETY: only `Instructions::best` makes this value, where AVX2 was found.
                    #[allow(unsafe_code)]
                    unsafe { $avx2($($arg),*) }
                }
            }
        }
    )*};
}

for_all_instructions! {
    /// Adds the weights of an input.
    fn add / add_avx2(sums: &mut [Lane], weights: &[Lane]) {
        for (sum, weight) in sums.iter_mut().zip(weights) {
            each(sum, |sum, i| sum.wrapping_add(weight.0[i]));
        }
    }

    /// Takes the weights of an input away.
    fn remove / remove_avx2(sums: &mut [Lane], weights: &[Lane]) {
        for (sum, weight) in sums.iter_mut().zip(weights) {
            each(sum, |sum, i| sum.wrapping_sub(weight.0[i]));
        }
    }

    /// A piece has moved: one input comes, one goes.
    fn carry / carry_avx2(sums: &mut [Lane], before: &[Lane], come: &[Lane], gone: &[Lane]) {
        for (((sum, before), come), gone) in sums.iter_mut().zip(before).zip(come).zip(gone) {
            each(sum, |_, i| before.0[i].wrapping_add(come.0[i]).wrapping_sub(gone.0[i]));
        }
    }

    /// A piece has captured: one input comes, two go.
    fn capture / capture_avx2(sums: &mut [Lane], before: &[Lane], come: &[Lane], gone: &[Lane], taken: &[Lane]) {
        for ((((sum, before), come), gone), taken) in sums.iter_mut().zip(before).zip(come).zip(gone).zip(taken) {
            each(sum, |_, i| before.0[i].wrapping_add(come.0[i]).wrapping_sub(gone.0[i]).wrapping_sub(taken.0[i]));
        }
    }
}

#[inline(always)]
fn each(lane: &mut Lane, change: impl Fn(i16, usize) -> i16) {
    for i in 0..LANE {
        lane.0[i] = change(lane.0[i], i);
    }
}

/// The sum over the neurons of both sides, clipped and squared, times their weights.
#[inline]
pub(super) fn output(instructions: Instructions, neurons: [&[Lane]; 2], weights: [&[Lane]; 2]) -> i64 {
    let half = |index: usize| match instructions {
        Instructions::Portable => portable_output(neurons[index], weights[index]),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: only `Instructions::best` makes this value, where AVX2 was found.
        #[allow(unsafe_code)]
        Instructions::Avx2(_) => unsafe { avx2_output(neurons[index], weights[index]) },
    };
    half(0) + half(1)
}

/// A neuron above this is at full strength.
const FULL: i16 = super::NEURON_UNIT as i16;

fn portable_output(neurons: &[Lane], weights: &[Lane]) -> i64 {
    let mut sum = 0;
    for (neurons, weights) in neurons.iter().zip(weights) {
        for i in 0..LANE {
            let clipped = i64::from(neurons.0[i].clamp(0, FULL));
            sum += clipped * clipped * i64::from(weights.0[i]);
        }
    }
    sum
}

/// A neuron times its weight fits 16 bits, since no weight is above 127. The products with the
/// neuron go to eight sums of 32 bits, each of at most 2048/8 · 255² · 127, which fits.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn avx2_output(neurons: &[Lane], weights: &[Lane]) -> i64 {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_load_si256, _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16,
        _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256, _mm256_store_si256,
    };
    #[repr(C, align(32))]
    struct Sums([i32; 8]);
    let (zero, full) = (_mm256_setzero_si256(), _mm256_set1_epi16(FULL));
    let mut sums = zero;
    for (neurons, weights) in neurons.iter().zip(weights) {
        // SAFETY: a lane is 32 bytes, aligned to 32.
        #[allow(unsafe_code)]
        let load = |lane: &Lane| unsafe { _mm256_load_si256(std::ptr::from_ref(lane).cast::<__m256i>()) };
        let clipped = _mm256_min_epi16(_mm256_max_epi16(load(neurons), zero), full);
        let weighted = _mm256_mullo_epi16(clipped, load(weights));
        sums = _mm256_add_epi32(sums, _mm256_madd_epi16(weighted, clipped));
    }
    let mut each = Sums([0; 8]);
    // SAFETY: the sums are 32 bytes, aligned to 32.
    #[allow(unsafe_code)]
    unsafe {
        _mm256_store_si256((&raw mut each).cast::<__m256i>(), sums);
    }
    each.0.iter().map(|sum| i64::from(*sum)).sum()
}

#[cfg(test)]
mod tests {
    use super::{super::tests::within, *};
    use niwaki_search::random::Random;

    /// Numbers without a pattern, those at the edges among them.
    fn numbers(count: usize, seed: u64, greatest: i16) -> Vec<Lane> {
        let mut random = Random::new(seed);
        let mut next = |index: usize| match index % 7 {
            0 => greatest,
            1 => -greatest,
            _ => within(&mut random, greatest),
        };
        Lane::pack(&(0..count * LANE).map(&mut next).collect::<Vec<i16>>())
    }

    #[test]
    fn all_instructions_give_the_same_numbers() {
        let best = Instructions::best();
        for seed in 0..50 {
            let lanes = 1 + seed as usize % 16;
            let [before, come, gone, taken] = [1, 2, 3, 4].map(|part| numbers(lanes, seed * 10 + part, i16::MAX));
            let weights = numbers(lanes, seed * 10 + 5, super::super::GREATEST_OUTPUT_WEIGHT);
            let both = |act: &dyn Fn(Instructions, &mut [Lane])| {
                [Instructions::Portable, best].map(|instructions| {
                    let mut sums = before.clone();
                    act(instructions, &mut sums);
                    sums
                })
            };
            let pairs = [
                both(&|instructions, sums| add(instructions, sums, &come)),
                both(&|instructions, sums| remove(instructions, sums, &gone)),
                both(&|instructions, sums| carry(instructions, sums, &before, &come, &gone)),
                both(&|instructions, sums| capture(instructions, sums, &before, &come, &gone, &taken)),
            ];
            assert!(pairs.iter().all(|[portable, best]| portable == best));
            let sum = |instructions| output(instructions, [&before, &come], [&weights, &weights]);
            assert_eq!(sum(Instructions::Portable), sum(best));
        }
    }

    #[test]
    fn the_widest_network_at_full_strength_does_not_overflow() {
        let lanes = super::super::GREATEST_WIDTH / LANE;
        let (full, weights) = (vec![Lane([i16::MAX; LANE]); lanes], vec![Lane([127; LANE]); lanes]);
        let expected = 2 * super::super::GREATEST_WIDTH as i64 * 255 * 255 * 127;
        for instructions in [Instructions::Portable, Instructions::best()] {
            assert_eq!(output(instructions, [&full, &full], [&weights, &weights]), expected);
        }
    }
}
