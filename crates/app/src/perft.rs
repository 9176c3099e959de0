//! Counting move paths in a way that can be ended at any time.
use crate::cancel::Cancel;
use niwaki_search::engine::{Perft, Rules};

/// Paths of this depth are counted by the rules in one go: a matter of
/// milliseconds, after which a cancellation is noticed.
const UNBROKEN: u32 = 4;

/// Paths of `depth` moves for each first move; `None` if cancelled.
/// The position is changed.
pub fn divide(rules: &mut dyn Rules, depth: u32, cancel: &Cancel) -> Option<Vec<(String, Perft)>> {
    let Some(rest) = depth.checked_sub(1) else { return Some(Vec::new()) };
    let root = rules.position();
    let mut counts = Vec::new();
    for first in rules.legal_moves() {
        let count = count(rules, &root, &mut vec![first.clone()], rest, cancel)?;
        counts.push((first, count));
    }
    Some(counts)
}

fn count(rules: &mut dyn Rules, root: &str, path: &mut Vec<String>, depth: u32, cancel: &Cancel) -> Option<Perft> {
    if cancel.cancelled() {
        return None;
    }
    let moves: Vec<&str> = path.iter().map(String::as_str).collect();
    rules.set_position(Some(root), &moves).ok()?;
    if depth <= UNBROKEN {
        return Some(rules.perft(depth));
    }
    let legal = rules.legal_moves();
    let mut total = Perft { full: 0, ended: legal.is_empty() as u64 };
    for next in legal {
        path.push(next);
        total.add(count(rules, root, path, depth - 1, cancel)?);
        path.pop();
    }
    Some(total)
}
