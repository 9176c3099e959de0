//! The output in the instructions of x86-64.
//!
//! A neuron times its weight fits 16 bits, since no weight is above 127. The products of that
//! with the neuron go to sums of 32 bits, eight or sixteen for each side: at most
//! 2048/8 · 255² · 127, which fits. The two sides are summed apart, so that the processor need
//! not wait for one sum before it begins the next.
use super::{FULL, Half, LANE, Lane};
use std::arch::x86_64::*;

/// 16-bit numbers in a register of AVX2.
const NUMBERS: usize = LANE / 2;

/// The output by AVX2.
#[target_feature(enable = "avx2")]
pub(super) fn avx2_output(own: Half, other: Half) -> i64 {
    let load = |lane: &Lane, part: usize| {
        let part = &lane.0[part * NUMBERS..(part + 1) * NUMBERS];
        // SAFETY: the part of the lane is 32 bytes; they may lie anywhere.
        #[allow(unsafe_code)]
        unsafe {
            _mm256_loadu_si256(part.as_ptr().cast())
        }
    };
    let (zero, full) = (_mm256_setzero_si256(), _mm256_set1_epi16(FULL));
    let add = |sum, neurons: &Lane, weights: &Lane, part| {
        let clipped = _mm256_min_epi16(_mm256_max_epi16(load(neurons, part), zero), full);
        let weighted = _mm256_mullo_epi16(clipped, load(weights, part));
        _mm256_add_epi32(sum, _mm256_madd_epi16(weighted, clipped))
    };
    let mut sums = [zero; 2];
    for ((a, b), (c, d)) in own.0.iter().zip(own.1).zip(other.0.iter().zip(other.1)) {
        for part in 0..LANE / NUMBERS {
            sums = [add(sums[0], a, b, part), add(sums[1], c, d, part)];
        }
    }
    let mut each = [0i32; 16];
    for (part, sum) in each.chunks_exact_mut(8).zip(sums) {
        // SAFETY: a part of eight sums is 32 bytes; they may lie anywhere.
        #[allow(unsafe_code)]
        unsafe {
            _mm256_storeu_si256(part.as_mut_ptr().cast(), sum);
        }
    }
    each.iter().map(|sum| i64::from(*sum)).sum()
}

/// Defines the output by AVX-512: `$features` has, besides it, what `$dot` needs, which adds
/// to each sum the products of two pairs of numbers.
macro_rules! avx512_output {
    ($(#[$doc:meta])* $name:ident, $features:literal, $dot:expr) => {
        $(#[$doc])*
        #[target_feature(enable = $features)]
        pub(super) fn $name(own: Half, other: Half) -> i64 {
            // SAFETY: a lane is 64 bytes, aligned to 64.
            #[allow(unsafe_code)]
            let load = |lane: &Lane| unsafe { _mm512_load_si512(lane.0.as_ptr().cast()) };
            let (zero, full) = (_mm512_setzero_si512(), _mm512_set1_epi16(FULL));
            let add = |sum, neurons: &Lane, weights: &Lane| {
                let clipped = _mm512_min_epi16(_mm512_max_epi16(load(neurons), zero), full);
                $dot(sum, _mm512_mullo_epi16(clipped, load(weights)), clipped)
            };
            let mut sums = [zero; 2];
            for ((a, b), (c, d)) in own.0.iter().zip(own.1).zip(other.0.iter().zip(other.1)) {
                sums = [add(sums[0], a, b), add(sums[1], c, d)];
            }
            let [own, other] = sums.map(|sum| {
                let (low, high) = (_mm512_castsi512_si256(sum), _mm512_extracti64x4_epi64::<1>(sum));
                _mm512_add_epi64(_mm512_cvtepi32_epi64(low), _mm512_cvtepi32_epi64(high))
            });
            _mm512_reduce_add_epi64(_mm512_add_epi64(own, other))
        }
    };
}

avx512_output!(
    /// The output by AVX-512.
    avx512_output,
    "avx512f,avx512bw",
    |sum, a, b| _mm512_add_epi32(sum, _mm512_madd_epi16(a, b))
);
avx512_output!(
    /// The output by AVX-512 with VNNI.
    vnni_output,
    "avx512f,avx512bw,avx512vnni",
    |sum, a, b| _mm512_dpwssd_epi32(sum, a, b)
);
