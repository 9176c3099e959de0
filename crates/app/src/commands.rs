//! The commands: each reads its options, calls the laboratory and prints what came of it.
pub(crate) mod calculators;
pub(crate) mod collect;
pub(crate) mod compare;
pub(crate) mod datagen;
pub(crate) mod experiment;
pub(crate) mod fit;
pub(crate) mod matches;
pub(crate) mod merge;
pub(crate) mod mine;
pub(crate) mod networks;
pub(crate) mod openings;
pub(crate) mod report;
pub(crate) mod search_options;
pub(crate) mod suite;
pub(crate) mod sweep;
pub(crate) mod train;
pub(crate) mod tune;
