//! What methods know from outside the search: fits and statistics, made by the
//! laboratory, kept in files, the same for every thread.
use crate::rank_statistics::Statistics;
use std::sync::Arc;

pub mod prob_cut;
pub mod risk;

/// Everything of this kind. Cheap to copy: the contents are shared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Knowledge {
    /// How shallow searches predict deep ones.
    pub prob_cut: Arc<prob_cut::Model>,
    /// How often late moves turn out better, for RankCut.
    pub rank_cut: Arc<Statistics>,
    /// The chance that a quiet move beats alpha.
    pub risk: Arc<risk::Model>,
}
