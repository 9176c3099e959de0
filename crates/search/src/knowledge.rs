//! What methods know from outside the search: fits and statistics, made by the
//! laboratory, kept in files, the same for every thread.
use crate::{prune::prob_cut::Model, rank_statistics::Statistics};
use std::sync::Arc;

/// Everything of this kind. Cheap to copy: the contents are shared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Knowledge {
    /// How shallow searches foretell deep ones.
    pub prob_cut: Arc<Model>,
    /// How often late moves turn out better, for RankCut.
    pub rank_cut: Arc<Statistics>,
}
