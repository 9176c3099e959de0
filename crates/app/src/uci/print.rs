//! What the engine says, as UCI wants it.
use crate::bench::per_second;
use niwaki_search::{
    engine::Report,
    node::{Bound, KNOWN_WIN, Score, WIN, is_decisive, is_mate},
};
use std::{fmt::Write as _, io::Write};

/// What a win known from endgame tables is worth in centipawns.
const KNOWN_CENTIPAWNS: Score = 20_000;

/// The output. It breaks once and for all: after that it swallows everything.
pub(super) struct Output<W> {
    writer: W,
    broken: bool,
}

impl<W: Write> Output<W> {
    pub fn new(writer: W) -> Self {
        Output { writer, broken: false }
    }

    /// Whether nobody reads any more.
    pub fn broken(&self) -> bool {
        self.broken
    }

    /// Writes a line and sends it off at once.
    pub fn line(&mut self, text: &str) {
        if !self.broken {
            let result = writeln!(self.writer, "{text}").and_then(|()| self.writer.flush());
            self.broken = result.is_err();
        }
    }

    /// Tells people something, on one line whatever the text holds.
    pub fn say(&mut self, text: &str) {
        let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(400).collect();
        self.line(&format!("info string {plain}"));
    }
}

/// The `info` line of a report.
pub(super) fn info(report: &Report, show_chances: bool) -> String {
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}",
        report.depth,
        report.selective_depth,
        report.line_number.max(1),
        score(report.score)
    );
    line.push_str(match report.bound {
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
        Bound::Exact | Bound::None => "",
    });
    // Writing to a string cannot fail.
    if let Some([win, draw, loss]) = report.chances.filter(|_| show_chances) {
        let _ = write!(line, " wdl {win} {draw} {loss}");
    }
    let _ = write!(
        line,
        " nodes {} nps {} hashfull {} tbhits {} time {}",
        report.nodes,
        per_second(report.nodes, report.time),
        report.table_fill,
        report.table_base_hits,
        report.time.as_millis()
    );
    if !report.line.is_empty() {
        let _ = write!(line, " pv {}", report.line.join(" "));
    }
    line
}

/// A score as `cp` or `mate`, the latter in moves of the winner.
pub(super) fn score(score: Score) -> String {
    if is_mate(score) {
        let moves = (WIN - score.abs() + 1) / 2;
        return format!("mate {}", if score > 0 { moves } else { -moves });
    }
    if is_decisive(score) {
        let plies = (KNOWN_WIN - score.abs()).max(0);
        return format!("cp {}", score.signum() * (KNOWN_CENTIPAWNS - plies));
    }
    format!("cp {score}")
}

/// The `bestmove` line for a line of play.
pub(super) fn best_move(line: &[String]) -> String {
    match line {
        [] => "bestmove (none)".to_string(),
        [best] => format!("bestmove {best}"),
        [best, reply, ..] => format!("bestmove {best} ponder {reply}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn scores_near_a_win_are_given_in_moves() {
        assert_eq!(score(WIN - 1), "mate 1");
        assert_eq!(score(WIN - 3), "mate 2");
        assert_eq!(score(-WIN), "mate 0");
        assert_eq!(score(2 - WIN), "mate -1");
        assert_eq!(score(4 - WIN), "mate -2");
        assert_eq!(score(KNOWN_WIN - 7), "cp 19993");
        assert_eq!(score(7 - KNOWN_WIN), "cp -19993");
        assert_eq!(score(-35), "cp -35");
    }

    #[test]
    fn an_info_line_has_all_its_parts_in_order() {
        let report = Report {
            depth: 9,
            selective_depth: 14,
            line_number: 1,
            score: 31,
            bound: Bound::Lower,
            chances: Some([300, 500, 200]),
            nodes: 2000,
            time: Duration::from_millis(10),
            table_fill: 3,
            line: vec!["e2e4".into(), "e7e5".into()],
            ..Report::default()
        };
        assert_eq!(
            info(&report, true),
            "info depth 9 seldepth 14 multipv 1 score cp 31 lowerbound wdl 300 500 200 nodes 2000 nps 200000 \
             hashfull 3 tbhits 0 time 10 pv e2e4 e7e5"
        );
        assert!(!info(&report, false).contains("wdl"));
        assert_eq!(best_move(&report.line), "bestmove e2e4 ponder e7e5");
    }

    #[test]
    fn what_is_said_stays_on_one_line() {
        let mut bytes = Vec::new();
        Output::new(&mut bytes).say("two\nlines\r");
        assert_eq!(bytes, b"info string two lines \n");
    }
}
