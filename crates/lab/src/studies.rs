//! The list of all studies: what the records of each command mean.
use crate::{
    learn::tune,
    measure::{ablate, audit, collect, compare, fit, suite, sweep},
    play::matches,
    study::registry::Registry,
};

/// Every command that keeps records.
pub const ALL: Registry = Registry(&[
    compare::ENTRY,
    suite::ENTRY,
    sweep::ENTRY,
    matches::ENTRY,
    fit::ENTRY,
    collect::ENTRY,
    tune::ENTRY,
    audit::ENTRY,
    ablate::ENTRY,
]);
