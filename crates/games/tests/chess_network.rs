//! A network in the engine: read from a file, used by the search, explained.
use niwaki_games::chess::{
    Network,
    network::{BUCKETS, INPUTS},
};
use std::fs;
use tempfile::NamedTempFile;

/// A file that is gone when the test is over.
fn network_file(bytes: &[u8]) -> NamedTempFile {
    let file = NamedTempFile::new().unwrap();
    fs::write(&file, bytes).unwrap();
    file
}

fn text(file: &NamedTempFile) -> &str {
    file.path().to_str().unwrap()
}

/// A network that counts own queens only: a neuron for each side, at half strength for each queen.
fn queens() -> Network {
    const WIDTH: usize = 16;
    const QUEEN: usize = 4;
    let mut inputs = vec![0; INPUTS * WIDTH];
    for square in 0..64 {
        inputs[(QUEEN * 64 + square) * WIDTH] = 128;
    }
    let mut outputs = vec![0; BUCKETS * 2 * WIDTH];
    for bucket in outputs.chunks_mut(2 * WIDTH) {
        (bucket[0], bucket[WIDTH]) = (64, -64);
    }
    Network::new(&inputs, &[0; WIDTH], &outputs, [0; BUCKETS]).unwrap()
}

#[test]
fn a_network_from_a_file_evaluates_in_place_of_that_inside() {
    let file = network_file(&queens().to_bytes());
    let mut engine = niwaki_games::open("chess").unwrap();
    let up = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1";
    engine.set_position(Some(up), &[]).unwrap();
    let built_in = engine.evaluate();
    assert!(built_in > 500, "{built_in}");
    engine.set_option("EvalFile", text(&file)).unwrap();
    // 128/255 squared, times 400 centipawns.
    assert_eq!(engine.evaluate(), 100);
    assert!(engine.explain().iter().any(|line| line.contains("Q+100")), "{:?}", engine.explain());
    engine.set_position(Some("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1"), &[]).unwrap();
    assert_eq!(engine.evaluate(), -100);
    engine.set_option("EvalFile", "").unwrap();
    engine.set_position(Some(up), &[]).unwrap();
    assert_eq!(engine.evaluate(), built_in);
}

#[test]
fn what_is_no_network_is_refused_and_the_old_one_stays() {
    let (good, bad) = (network_file(&queens().to_bytes()), network_file(b"not a network"));
    let mut engine = niwaki_games::open("chess").unwrap();
    engine.set_option("EvalFile", text(&good)).unwrap();
    engine.set_position(Some("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"), &[]).unwrap();
    for (file, reason) in [(text(&bad), "another kind of file"), ("no/such/file", "No such file")] {
        let message = engine.set_option("EvalFile", file).unwrap_err();
        assert!(message.starts_with("EvalFile: ") && message.contains(reason), "{message}");
        assert_eq!(engine.evaluate(), 100);
    }
}

#[test]
fn a_recipe_can_ask_for_the_evaluation_by_hand() {
    use niwaki_search::limits::Limits;
    let file = network_file(&queens().to_bytes());
    let search = |network: bool, by_hand: bool| {
        let mut engine = niwaki_games::open("chess").unwrap();
        if network {
            engine.set_option("EvalFile", text(&file)).unwrap();
        }
        let mut methods = *engine.methods();
        methods.set("hand_evaluation.enabled", &by_hand.to_string()).unwrap();
        engine.set_methods(methods);
        engine.control().prepare(false);
        let report = engine.go(&Limits::depth(4), &mut |_| ());
        (report.nodes, report.score)
    };
    assert_eq!(search(true, true), search(false, true));
    assert_ne!(search(true, false), search(false, false));
    assert_ne!(search(false, true), search(false, false));
}

#[test]
fn the_network_inside_is_the_one_that_its_manifest_describes() {
    let manifest = include_str!("../../../nets/chess.net.toml");
    let network = niwaki_games::chess::network::built_in();
    assert_eq!(niwaki_games::list::ALL[0].network(), Some(network.fingerprint()));
    for line in
        [format!("fingerprint = \"{:016x}\"", network.fingerprint()), format!("\nwidth = {}\n", network.width())]
    {
        assert!(manifest.contains(&line), "{line}");
    }
}
