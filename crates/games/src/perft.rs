//! Counting the leaves of the game tree, the usual test of a move generator.
use niwaki_search::game::Position;

/// Leaves of the legal game tree of `depth` plies; ends of the game by rules other
/// than having no move (fifty moves and the like) are not looked at.
pub fn perft<P: Position>(pos: &P, depth: usize) -> u64 {
    let mut buffers = vec![Vec::new(); depth];
    count(pos, &mut buffers)
}

/// As many plies as there are buffers; the last ply is counted by list length.
fn count<P: Position>(pos: &P, buffers: &mut [Vec<P::Move>]) -> u64 {
    let Some((moves, deeper)) = buffers.split_first_mut() else {
        return 1;
    };
    moves.clear();
    pos.legal_moves(moves);
    if deeper.is_empty() {
        return moves.len() as u64;
    }
    moves.iter().map(|&m| count(&pos.play(m), deeper)).sum()
}
