//! Quiet checks at the horizon: seen when asked for, and only there.
use niwaki_search::limits::Limits;

/// The rook guards the back rank; the pawn that it could take is bait.
const BAIT: &str = "3r2k1/5ppp/8/p7/8/8/5PPP/R5K1 w - - 0 1";

/// Best move and score of a search one ply deep.
fn search(checks: bool) -> (String, i32) {
    let mut engine = niwaki_games::open("chess").unwrap();
    let mut methods = *engine.methods();
    methods.set("quiescence_checks.enabled", &checks.to_string()).unwrap();
    engine.set_methods(methods);
    engine.set_position(Some(BAIT), &[]).unwrap();
    engine.control().prepare(false);
    let report = engine.go(&Limits::depth(1), &mut |_| ());
    (report.line[0].clone(), report.score)
}

#[test]
fn a_quiet_mate_behind_the_horizon_is_seen_with_checks_only() {
    let (blind, hoped) = search(false);
    assert_eq!(blind, "a1a5");
    let (wary, score) = search(true);
    assert_ne!(wary, "a1a5");
    assert!(score < hoped, "{score} {hoped}");
}
