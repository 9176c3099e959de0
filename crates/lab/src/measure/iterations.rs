//! A search, with what it said after each depth that it finished.
use niwaki_search::{
    engine::{Engine, Report},
    limits::Limits,
    node::{Depth, Score},
};

/// What a search said when a depth was done.
#[derive(Clone, Debug, Default)]
pub(crate) struct Iteration {
    pub(crate) depth: Depth,
    /// Nodes since the search began.
    pub(crate) nodes: u64,
    pub(crate) score: Score,
    pub(crate) line: Vec<String>,
}

/// A search that is over.
#[derive(Clone, Debug)]
pub(crate) struct Searched {
    /// The last word, perhaps of a depth that was not finished.
    pub(crate) report: Report,
    /// Every finished depth of the best line.
    pub(crate) iterations: Vec<Iteration>,
    /// The second line at the last finished depth, if one was asked for.
    pub(crate) second: Option<Iteration>,
}

/// Searches a position with nothing remembered from another.
pub(crate) fn search(engine: &mut dyn Engine, position: &str, limits: &Limits) -> Result<Searched, String> {
    engine.set_position(Some(position), &[])?;
    engine.clear();
    engine.control().prepare(false);
    let (mut iterations, mut second) = (Vec::new(), None);
    let report = engine.go(limits, &mut |report| {
        let (depth, nodes, score) = (report.depth, report.nodes, report.score);
        let iteration = Iteration { depth, nodes, score, line: report.line.clone() };
        match report.line_number {
            1 => iterations.push(iteration),
            2 => second = Some(iteration),
            _ => {}
        }
    });
    Ok(Searched { report, iterations, second })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_finished_depth_is_reported_once_and_nodes_grow() {
        let mut engine = niwaki_games::open("chess").unwrap();
        let limits = Limits { lines: 2, ..Limits::depth(4) };
        let position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        let searched = search(&mut *engine, position, &limits).unwrap();
        assert!(searched.iterations.iter().map(|iteration| iteration.depth).eq(1..=4));
        assert!(searched.iterations.is_sorted_by_key(|iteration| iteration.nodes));
        let (first, second) = (searched.iterations.last().unwrap(), searched.second.unwrap());
        assert!(first.line[0] != second.line[0] && first.score >= second.score && second.depth == 4);
        assert_eq!(searched.report.line, first.line);
    }
}
