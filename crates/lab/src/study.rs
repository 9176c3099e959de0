//! What every measurement shares: records that survive an interruption, shards and their merge,
//! workers whose number never shows in a result.
pub mod error;
pub mod files;
pub mod merge;
pub mod record;
pub mod shard;
pub(crate) mod workers;
