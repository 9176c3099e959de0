//! Null-move pruning (Beal 1989; Donninger 1993; verified: Tabibi & Netanyahu 2002).
crate::params! {
    /// If passing still beats beta, a real move surely would.
    pub struct NullMove {
        min_depth = 3 in 1..=20: "least remaining depth";
    }
}
