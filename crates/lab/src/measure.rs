//! What is measured by searching positions.
pub mod collect;
pub mod compare;
pub mod fit;
pub(crate) mod iterations;
pub mod question;
pub mod suite;
pub mod sweep;
