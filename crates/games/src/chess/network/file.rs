//! The file of a network: magic, width, weights and biases, a fingerprint. Needs nothing of
//! the rest, for the build looks at the network that goes into the program (build.rs).

/// Inputs of each side for the pieces: two colours, six kinds, 64 squares.
pub const PIECE_INPUTS: usize = 768;
/// All inputs of each side: each piece once more, while it is threatened.
pub const INPUTS: usize = 2 * PIECE_INPUTS;
/// Outputs, by the number of men.
pub const BUCKETS: usize = 8;
/// The greatest width.
pub const GREATEST_WIDTH: usize = 2048;

/// First bytes, with the version of the format, and the inputs of a network of that version:
/// the first knew nothing of threats.
const VERSIONS: [(&[u8; 8], usize); 2] = [(b"NIWAKI\x01\n", PIECE_INPUTS), (b"NIWAKI\x02\n", INPUTS)];
const FINGERPRINT_BYTES: usize = 8;

/// 16-bit numbers in a network: weights into the neurons, their biases, weights to the outputs.
const fn weights(inputs: usize, width: usize) -> usize {
    width * (inputs + 1 + BUCKETS * 2)
}

/// What a file holds.
pub struct Parts<'a> {
    /// Inputs of each side.
    pub inputs: usize,
    /// Neurons for each side.
    pub width: usize,
    /// The bytes of the weights.
    pub weights: &'a [u8],
    /// The bytes of the outputs' biases.
    pub output_biases: &'a [u8],
}

/// The parts of a file, if it is whole.
pub fn parts(bytes: &[u8]) -> Result<Parts<'_>, String> {
    let wrong = |what: &str| format!("expected the weights of a network: {what}");
    let known = VERSIONS.iter().find_map(|(magic, inputs)| Some((*inputs, bytes.strip_prefix(*magic)?)));
    let (inputs, rest) = known.ok_or_else(|| wrong("another kind of file"))?;
    let (width, rest) = rest.split_first_chunk().ok_or_else(|| wrong("it ends early"))?;
    let width = u32::from_le_bytes(*width) as usize;
    if width > GREATEST_WIDTH {
        return Err(wrong("its width makes no sense"));
    }
    if rest.len() != 2 * weights(inputs, width) + 4 * BUCKETS + FINGERPRINT_BYTES {
        return Err(wrong("its length does not fit its width"));
    }
    let (payload, sum) = rest.split_at(rest.len() - FINGERPRINT_BYTES);
    if fingerprint(payload).to_le_bytes() != *sum {
        return Err(wrong("it is damaged"));
    }
    let (weights, output_biases) = payload.split_at(2 * weights(inputs, width));
    Ok(Parts { inputs, width, weights, output_biases })
}

/// The file of a network whose weights and biases are `payload`.
pub(super) fn whole(inputs: usize, width: usize, payload: &[u8]) -> Vec<u8> {
    let magic = VERSIONS[usize::from(inputs != PIECE_INPUTS)].0;
    let width = (width as u32).to_le_bytes();
    [&magic[..], &width, payload, &fingerprint(payload).to_le_bytes()].concat()
}

/// FNV-1a of 64 bits.
pub(super) fn fingerprint(bytes: &[u8]) -> u64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    bytes.iter().fold(OFFSET, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}
