//! Experiments in files, and the tables of the papers made again.
pub mod experiment;
pub mod reproduce;
