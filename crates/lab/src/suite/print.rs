//! What came of a suite, in words for people and in JSON.
use super::{Answer, Summary};
use niwaki_search::{
    node::{WIN, is_mate},
    prune::Id,
    search::Tally,
};
use serde_json::{Map, Value as Json, json};

impl Answer {
    /// The answer on one line for people.
    pub fn line(&self) -> String {
        let verdict = match self.solved {
            Some(true) => "solved",
            Some(false) => "failed",
            None => "-",
        };
        let best = self.best.as_deref().unwrap_or("-");
        let score = match self.mate() {
            Some(moves) => format!("#{moves}"),
            None => format!("{:+}", self.score),
        };
        let (number, depth, nodes, seconds) = (self.number, self.depth, self.nodes, self.time.as_secs_f64());
        format!(
            "{number:>4} {verdict:<6} {best:<8} {score:>6} depth {depth:>2} {nodes:>10} nodes {seconds:>8.3} s  {}",
            self.id
        )
    }

    /// The answer as one JSON object.
    pub fn to_json(&self) -> Json {
        json!({
            "number": self.number,
            "id": self.id,
            "position": self.position,
            "solved": self.solved,
            "move": self.best,
            "score": self.score,
            "mate": self.mate(),
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": self.time.as_secs_f64(),
            "methods": tally_json(&self.tally),
        })
    }

    /// Moves of the winner to mate, negative for a loss.
    pub fn mate(&self) -> Option<i32> {
        let moves = (WIN - self.score.abs() + 1) / 2;
        is_mate(self.score).then(|| moves * self.score.signum())
    }
}

impl Summary {
    /// Mean depth of the searches.
    pub fn mean_depth(&self) -> f64 {
        self.depths as f64 / self.positions.max(1) as f64
    }

    /// Nodes for each second of search, of one job.
    pub fn speed(&self) -> u64 {
        let seconds = self.time.as_secs_f64();
        if seconds > 0.0 { (self.nodes as f64 / seconds) as u64 } else { 0 }
    }

    /// The summary in lines for people.
    pub fn lines(&self) -> Vec<String> {
        let (search, elapsed) = (self.time.as_secs_f64(), self.elapsed.as_secs_f64());
        let mut lines = vec![
            format!("solved      {}/{}", self.solved, self.asked),
            format!("positions   {}", self.positions),
            format!("nodes       {}", self.nodes),
            format!("time        {search:.3} s of search in {elapsed:.3} s"),
            format!("mean depth  {:.2}", self.mean_depth()),
            format!("speed       {} nps", self.speed()),
        ];
        if !self.tally.is_empty() {
            lines.push(format!("{:<20} {:>12} {:>12} {:>12}", "method", "tries", "cuts", "nodes"));
        }
        let row = |(id, t): &(Id, Tally)| format!("{:<20} {:>12} {:>12} {:>12}", id.name(), t.tries, t.cuts, t.nodes);
        lines.extend(self.tally.iter().map(row));
        lines
    }

    /// The summary as one JSON object, told from those of positions by its only key.
    pub fn to_json(&self) -> Json {
        json!({ "summary": {
            "solved": self.solved,
            "total": self.asked,
            "positions": self.positions,
            "nodes": self.nodes,
            "seconds": self.time.as_secs_f64(),
            "elapsed": self.elapsed.as_secs_f64(),
            "mean_depth": self.mean_depth(),
            "nps": self.speed(),
            "methods": tally_json(&self.tally),
        }})
    }
}

/// What each method did, by its name.
fn tally_json(tally: &[(Id, Tally)]) -> Json {
    let entry =
        |(id, t): &(Id, Tally)| (id.name().to_string(), json!({ "tries": t.tries, "cuts": t.cuts, "nodes": t.nodes }));
    Json::Object(tally.iter().map(entry).collect::<Map<String, Json>>())
}
