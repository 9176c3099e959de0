use super::{
    super::{GREATEST_OUTPUT_WEIGHT, GREATEST_WIDTH, tests::within},
    *,
};
use niwaki_search::random::Random;

/// Numbers without a pattern, those at the edges among them.
fn numbers(count: usize, seed: u64, greatest: i16) -> Vec<Lane> {
    let mut random = Random::new(seed);
    let mut next = |index: usize| match index % 7 {
        0 => greatest,
        1 => -greatest,
        _ => within(&mut random, greatest),
    };
    Lane::pack(&(0..count * LANE).map(&mut next).collect::<Vec<i16>>(), LANE)
}

#[test]
fn all_instructions_give_the_same_numbers() {
    for (seed, lanes) in (0..).zip((1..=32).chain([48, GREATEST_WIDTH / LANE])) {
        let [before, come, gone, taken] = [1, 2, 3, 4].map(|part| numbers(lanes, seed * 10 + part, i16::MAX));
        let small = [5, 6].map(|part| numbers(lanes, seed * 10 + part, 300));
        let weights = [7, 8].map(|part| numbers(lanes, seed * 10 + part, GREATEST_OUTPUT_WEIGHT));
        let results = |instructions| {
            let act = |act: &dyn Fn(&mut [Lane])| {
                let mut sums = before.clone();
                act(&mut sums);
                sums
            };
            let sums = [
                act(&|sums| add(instructions, sums, &come)),
                act(&|sums| remove(instructions, sums, &gone)),
                act(&|sums| carry(instructions, sums, &before, &come, &gone)),
                act(&|sums| capture(instructions, sums, &before, &come, &gone, &taken)),
            ];
            let output =
                |neurons: [&[Lane]; 2]| output(instructions, (neurons[0], &weights[0]), (neurons[1], &weights[1]));
            (sums, output([&before, &come]), output([&small[0], &small[1]]))
        };
        for instructions in Instructions::all() {
            assert_eq!(results(instructions), results(Instructions::Portable), "{instructions:?}, {lanes} lanes");
        }
    }
}

#[test]
fn the_widest_network_at_full_strength_does_not_overflow() {
    let lanes = GREATEST_WIDTH / LANE;
    for weight in [GREATEST_OUTPUT_WEIGHT, -GREATEST_OUTPUT_WEIGHT] {
        let (full, weights) = (vec![Lane([i16::MAX; LANE]); lanes], vec![Lane([weight; LANE]); lanes]);
        let expected = 2 * GREATEST_WIDTH as i64 * 255 * 255 * i64::from(weight);
        for instructions in Instructions::all() {
            assert_eq!(output(instructions, (&full, &weights), (&full, &weights)), expected, "{instructions:?}");
        }
    }
}

#[test]
fn rows_that_do_not_fill_their_last_lane_are_filled_with_zeros() {
    let numbers: Vec<i16> = (1..=3 * 48).collect();
    let lanes = Lane::pack(&numbers, 48);
    assert_eq!(lanes.len(), 6);
    assert_eq!(lanes[3].0[..16], numbers[80..96]);
    assert_eq!(lanes[3].0[16..], [0; 16]);
    assert!(Lane::unpack(&lanes, 48).eq(numbers));
}
