//! The built-in network.
use super::Network;
use std::sync::{Arc, LazyLock};

/// Its file: nets/chess.net, unless the build was given another (build.rs). How it was made
/// stands beside it, and what others were tried in `history.toml`.
static BYTES: &[u8] = include_bytes!(env!("NIWAKI_NETWORK"));

/// The built-in network, read once and shared by all who ask.
pub fn built_in() -> Arc<Network> {
    static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
        // The build has looked at it.
        Arc::new(Network::from_bytes(BYTES).unwrap_or_else(|reason| panic!("the network inside: {reason}")))
    });
    NETWORK.clone()
}
