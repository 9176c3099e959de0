//! Counting move paths in a way that can be ended at any time.
use crate::cancel::Cancel;
use niwaki_search::engine::Engine;

/// Paths of this depth are counted by the engine in one go: a matter of
/// milliseconds, after which a cancellation is noticed.
const UNBROKEN: u32 = 4;

/// Number of paths of `depth` moves for each first move; `None` if cancelled.
/// The engine's position is changed.
pub fn divide(engine: &mut dyn Engine, depth: u32, cancel: &Cancel) -> Option<Vec<(String, u64)>> {
    let Some(rest) = depth.checked_sub(1) else { return Some(Vec::new()) };
    let root = engine.position();
    let mut counts = Vec::new();
    for first in engine.legal_moves() {
        let count = count(engine, &root, &mut vec![first.clone()], rest, cancel)?;
        counts.push((first, count));
    }
    Some(counts)
}

fn count(engine: &mut dyn Engine, root: &str, path: &mut Vec<String>, depth: u32, cancel: &Cancel) -> Option<u64> {
    if cancel.cancelled() {
        return None;
    }
    let moves: Vec<&str> = path.iter().map(String::as_str).collect();
    engine.set_position(Some(root), &moves).ok()?;
    if depth <= UNBROKEN {
        return Some(engine.perft(depth));
    }
    let mut total = 0u64;
    for next in engine.legal_moves() {
        path.push(next);
        total = total.saturating_add(count(engine, root, path, depth - 1, cancel)?);
        path.pop();
    }
    Some(total)
}
