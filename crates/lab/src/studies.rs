//! The list of all studies: what the records of each command mean.
use crate::{measure::collect, study::registry::Registry};

/// Every command that keeps records.
pub const ALL: Registry = Registry(&[collect::ENTRY]);
