//! Why does a search not play this move?
