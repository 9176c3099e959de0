//! Arithmetic on neurons, many at a time.
//!
//! Every operation exists for each set of instructions, of which the best that the processor
//! has is chosen at run time. All give the same numbers bit for bit: sums of neurons wrap in
//! 16 bits, sums of outputs cannot overflow.
#[cfg(target_arch = "x86_64")]
mod x86;

/// Numbers in a lane: a cache line, one register of AVX-512, two of AVX2.
pub(super) const LANE: usize = 32;

/// Neurons or weights that are worked on together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Lane(pub(super) [i16; LANE]);

impl Lane {
    /// A lane of zeros.
    pub(super) const ZERO: Lane = Lane([0; LANE]);

    /// Rows of `width` numbers in lanes. The last lane of a row is filled up with zeros:
    /// neurons that are never on and count for nothing.
    pub(super) fn pack(numbers: &[i16], width: usize) -> Vec<Lane> {
        let lane = |numbers: &[i16]| {
            let mut lane = Lane::ZERO;
            lane.0[..numbers.len()].copy_from_slice(numbers);
            lane
        };
        numbers.chunks(width).flat_map(|row| row.chunks(LANE).map(lane)).collect()
    }

    /// What [`Lane::pack`] was given.
    pub(super) fn unpack(lanes: &[Lane], width: usize) -> impl Iterator<Item = i16> {
        lanes.chunks(width.div_ceil(LANE)).flat_map(move |row| row.iter().flat_map(|lane| lane.0).take(width))
    }
}

/// Which instructions the machine at hand understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instructions {
    /// Any processor.
    Portable,
    /// x86-64 with AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(Found),
    /// x86-64 with AVX-512 for 16-bit numbers.
    #[cfg(target_arch = "x86_64")]
    Avx512(Found),
    /// The same with VNNI: products are summed in one step.
    #[cfg(target_arch = "x86_64")]
    Vnni(Found),
}

/// Proof that the processor has the instructions: only [`Instructions::all`] makes it.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found(());

impl Instructions {
    /// All that this processor has, the best last.
    pub fn all() -> Vec<Instructions> {
        #[allow(unused_mut, reason = "elsewhere there is one set only")]
        let mut all = vec![Instructions::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            let avx512 = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
            let has = [
                (is_x86_feature_detected!("avx2"), Instructions::Avx2(Found(()))),
                (avx512, Instructions::Avx512(Found(()))),
                (avx512 && is_x86_feature_detected!("avx512vnni"), Instructions::Vnni(Found(()))),
            ];
            all.extend(has.into_iter().filter(|(has, _)| *has).map(|(_, instructions)| instructions));
        }
        all
    }

    /// The best that this processor has.
    pub fn best() -> Instructions {
        Instructions::all().pop().unwrap_or(Instructions::Portable)
    }
}

/// Defines operations for all instructions from one body each: the compiler makes vectors of it.
macro_rules! for_all_instructions {
    ($($(#[$doc:meta])* fn $name:ident ($($arg:ident: $type:ty),*) $body:block)*) => {$(
        $(#[$doc])*
        #[inline]
        pub(super) fn $name(instructions: Instructions, $($arg: $type),*) {
            #[inline(always)]
            fn body($($arg: $type),*) $body
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2")]
            fn avx2($($arg: $type),*) {
                body($($arg),*)
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw")]
            fn avx512($($arg: $type),*) {
                body($($arg),*)
            }
            match instructions {
                Instructions::Portable => body($($arg),*),
                // SAFETY: `Found` proves that the processor has them.
                #[cfg(target_arch = "x86_64")]
                #[allow(unsafe_code)]
                Instructions::Avx2(_) => unsafe { avx2($($arg),*) },
                // SAFETY: `Found` proves that the processor has them.
                #[cfg(target_arch = "x86_64")]
                #[allow(unsafe_code)]
                Instructions::Avx512(_) | Instructions::Vnni(_) => unsafe { avx512($($arg),*) },
            }
        }
    )*};
}

for_all_instructions! {
    /// Adds the weights of an input.
    fn add(sums: &mut [Lane], weights: &[Lane]) {
        for (sum, weight) in sums.iter_mut().zip(weights) {
            each(sum, |sum, i| sum.wrapping_add(weight.0[i]));
        }
    }

    /// Takes the weights of an input away.
    fn remove(sums: &mut [Lane], weights: &[Lane]) {
        for (sum, weight) in sums.iter_mut().zip(weights) {
            each(sum, |sum, i| sum.wrapping_sub(weight.0[i]));
        }
    }

    /// A piece has moved: one input comes, one goes.
    fn carry(sums: &mut [Lane], before: &[Lane], come: &[Lane], gone: &[Lane]) {
        for (((sum, before), come), gone) in sums.iter_mut().zip(before).zip(come).zip(gone) {
            each(sum, |_, i| before.0[i].wrapping_add(come.0[i]).wrapping_sub(gone.0[i]));
        }
    }

    /// A piece has captured: one input comes, two go.
    fn capture(sums: &mut [Lane], before: &[Lane], come: &[Lane], gone: &[Lane], taken: &[Lane]) {
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

/// A neuron above this is at full strength.
const FULL: i16 = super::NEURON_UNIT as i16;

/// The neurons of one side, and the weights from them to the output.
type Half<'a> = (&'a [Lane], &'a [Lane]);

/// The sum over the neurons of both sides, clipped and squared, times their weights.
#[inline]
pub(super) fn output(instructions: Instructions, own: Half, other: Half) -> i64 {
    match instructions {
        Instructions::Portable => portable_output(own) + portable_output(other),
        // SAFETY: `Found` proves that the processor has the instructions.
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        Instructions::Avx2(_) => unsafe { x86::avx2_output(own, other) },
        // SAFETY: the same.
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        Instructions::Avx512(_) => unsafe { x86::avx512_output(own, other) },
        // SAFETY: the same.
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        Instructions::Vnni(_) => unsafe { x86::vnni_output(own, other) },
    }
}

fn portable_output((neurons, weights): Half) -> i64 {
    let mut sum = 0;
    for (neurons, weights) in neurons.iter().zip(weights) {
        for i in 0..LANE {
            let clipped = i64::from(neurons.0[i].clamp(0, FULL));
            sum += clipped * clipped * i64::from(weights.0[i]);
        }
    }
    sum
}

#[cfg(test)]
mod tests;
