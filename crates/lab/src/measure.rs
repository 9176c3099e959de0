//! What is measured by searching positions, and by games where searches cannot tell.
pub mod ablate;
pub mod audit;
pub(crate) mod boards;
pub mod collect;
pub mod compare;
pub mod effort;
pub mod fit;
pub(crate) mod iterations;
pub(crate) mod part;
pub mod problems;
pub mod question;
pub mod searches;
pub mod suite;
pub mod sweep;
pub mod trial;
