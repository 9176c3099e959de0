//! Commands that keep records, from outside: suites, sweeps, parts and their merging, and
//! what happens when they are killed.
mod hostile;
mod killed;
mod merge;
#[path = "../program/mod.rs"]
mod program;
mod registry;
#[cfg(unix)]
mod schedulers;
#[cfg(unix)]
mod shared;
mod suite;
mod support;
mod sweep;
