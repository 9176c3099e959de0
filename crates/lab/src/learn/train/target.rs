//! What a network should say of a position.
use niwaki_games::kit::learning::Sample;

/// What the network should predict: the result of the game, and what the score says of it.
#[inline]
pub(super) fn target(sample: &Sample, lambda: f32, scale: f32) -> f32 {
    let result = f32::from(sample.result) / 2.0;
    lambda * result + (1.0 - lambda) * sigmoid(f32::from(sample.score) / scale)
}

/// The chance of a win that an output stands for.
#[inline]
pub(super) fn sigmoid(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use niwaki_games::kit::learning::POSITION_BYTES;

    #[test]
    fn the_target_lies_between_score_and_result() {
        let sample = |score, result| Sample::new([0; POSITION_BYTES], score, result);
        let lost = sample(400, 0);
        assert!((target(&lost, 0.0, 400.0) - 0.731).abs() < 0.001);
        assert_eq!(target(&lost, 1.0, 400.0), 0.0);
        assert!((target(&lost, 0.5, 400.0) - 0.366).abs() < 0.001);
        assert_eq!(target(&sample(0, 1), 0.3, 400.0), 0.5);
        assert_eq!(target(&sample(0, 2), 1.0, 400.0), 1.0);
    }
}
