//! The file of a network: magic, width, weights and biases, a fingerprint. Needs nothing of
//! the rest, for the build looks at the network that goes into the program (build.rs).

/// Inputs of each side: two colours, six kinds, 64 squares.
pub const INPUTS: usize = 768;
/// Outputs, by the number of men.
pub const BUCKETS: usize = 8;
/// The greatest width.
pub const GREATEST_WIDTH: usize = 2048;

/// First bytes, with the version of the format.
const MAGIC: &[u8; 8] = b"NIWAKI\x01\n";
const FINGERPRINT_BYTES: usize = 8;

/// 16-bit numbers in a network: weights into the neurons, their biases, weights to the outputs.
const fn weights(width: usize) -> usize {
    width * (INPUTS + 1 + BUCKETS * 2)
}

/// The width, the bytes of the weights and those of the outputs' biases, if the file is whole.
pub fn parts(bytes: &[u8]) -> Result<(usize, &[u8], &[u8]), String> {
    let wrong = |what: &str| format!("expected the weights of a network: {what}");
    let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| wrong("another kind of file"))?;
    let (width, rest) = rest.split_first_chunk().ok_or_else(|| wrong("it ends early"))?;
    let width = u32::from_le_bytes(*width) as usize;
    if width > GREATEST_WIDTH {
        return Err(wrong("its width makes no sense"));
    }
    if rest.len() != 2 * weights(width) + 4 * BUCKETS + FINGERPRINT_BYTES {
        return Err(wrong("its length does not fit its width"));
    }
    let (payload, sum) = rest.split_at(rest.len() - FINGERPRINT_BYTES);
    if fingerprint(payload).to_le_bytes() != *sum {
        return Err(wrong("it is damaged"));
    }
    let (weights, biases) = payload.split_at(2 * weights(width));
    Ok((width, weights, biases))
}

/// The file of a network whose weights and biases are `payload`.
pub(super) fn whole(width: usize, payload: &[u8]) -> Vec<u8> {
    let width = (width as u32).to_le_bytes();
    [&MAGIC[..], &width, payload, &fingerprint(payload).to_le_bytes()].concat()
}

/// FNV-1a of 64 bits.
pub(super) fn fingerprint(bytes: &[u8]) -> u64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    bytes.iter().fold(OFFSET, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}
