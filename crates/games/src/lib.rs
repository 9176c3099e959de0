//! Niwaki: games.
