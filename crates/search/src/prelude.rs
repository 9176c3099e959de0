//! What the file of a method needs: `use crate::prelude::*;`.
pub(crate) use crate::{
    answer::{Before, Late, OnTableMove},
    doors::{Doors, MoveIn, NodeIn, Trial},
    game::{Move, Position},
    id::Id,
    node::{BEST_EVAL, Bound, Candidate, Depth, INFINITE, Kind, Node, Permit, Score, is_decisive},
    param::Switch,
};
