//! The search against plain minimax on real games, and what must hold of any search.
mod walk;

use niwaki_games::{
    abalone::Abalone,
    chess::{Board, Chess},
    connect_four::ConnectFour,
    lines_of_action::LinesOfAction,
    othello::{self, Othello},
};
use niwaki_search::{
    GameEngine,
    engine::{Engine, Report},
    game::{Game, Outcome, Position},
    limits::Limits,
    node::{Depth, Score, WIN},
    prune::Methods,
    reference::Minimax,
};
use walk::{Random, random_game, random_start};

/// Tools that order moves or place windows but prune nothing.
const TOOLS: [&str; 7] =
    ["table", "killers", "butterfly", "continuation", "tactical_history", "aspiration", "kind_flip"];

fn methods(enabled: &[&str]) -> Methods {
    let mut methods = Methods::off();
    for name in enabled {
        methods.set(&format!("{name}.enabled"), "true").unwrap();
    }
    // So that windows are missed and opened at these depths too.
    methods.set("aspiration.min_depth", "2").unwrap();
    methods.set("aspiration.window", "5").unwrap();
    methods
}

/// Everything there is: the recipe `modern`.
fn modern() -> Methods {
    let mut methods = Methods::off();
    for (name, _) in Methods::describe() {
        methods.set(&format!("{name}.enabled"), "true").unwrap();
    }
    methods.set("check_extension.pv_only", "1").unwrap();
    methods
}

fn engine<G: Game>(game: G, methods: Methods) -> GameEngine<G> {
    let mut engine = GameEngine::new(game).unwrap();
    engine.resize_table(1).unwrap();
    engine.set_methods(methods);
    engine
}

fn search(engine: &mut dyn Engine, position: &str, limits: &Limits) -> Report {
    engine.set_position(Some(position), &[]).unwrap();
    engine.clear();
    engine.control().prepare(false);
    engine.go(limits, &mut |_| {})
}

/// In a long run the table may know more than was asked, in one of this number of positions at
/// most; in the default run it never does.
const DEEPER_ONE_IN: usize = 500;

/// Compares the search with minimax, which gives up beyond `node_limit`.
struct Comparison<'g, G: Game> {
    game: &'g G,
    /// Table off; table on; all tools on.
    engines: [GameEngine<G>; 3],
    node_limit: u64,
    /// Positions compared at each depth.
    compared: [usize; 7],
    skipped: usize,
    /// Scores that differ because the table knew more: where a position recurs at
    /// another ply, its deeper entry answers the shallower question.
    deeper: usize,
}

impl<'g, G: Game> Comparison<'g, G> {
    fn new(game: &'g G, node_limit: u64) -> Self {
        let engines = [methods(&[]), methods(&["table"]), methods(&TOOLS)].map(|m| engine(game.clone(), m));
        Comparison { game, engines, node_limit, compared: [0; 7], skipped: 0, deeper: 0 }
    }

    fn compare(&mut self, pos: &G::Position, depth: Depth) {
        let text = self.game.print(pos);
        let Some(expected) = Minimax::new(self.game, self.node_limit).score(pos, depth) else {
            self.skipped += 1;
            return;
        };
        for (engine, name) in self.engines.iter_mut().zip(["no table", "table", "all tools"]) {
            let found = search(engine, &text, &Limits::depth(depth));
            let most = pos.plies_left().unwrap_or(depth);
            assert_eq!(found.depth, depth.min(most), "{name}: {text}: no deeper than the game lasts");
            if found.score != expected {
                println!("{name}, depth {depth}: {text}: {} instead of {expected}", found.score);
                assert!(engine.methods().table.enabled);
                self.deeper += 1;
            }
        }
        self.compared[depth as usize] += 1;
    }

    fn total(&self) -> usize {
        self.compared.iter().sum()
    }

    fn expect_equal(&self, depths: std::ops::RangeInclusive<usize>, least: usize) {
        self.expect(depths, least);
        assert_eq!(self.deeper, 0);
    }

    fn expect(&self, depths: std::ops::RangeInclusive<usize>, least: usize) {
        println!("{} {:?} compared, {} skipped, {} deeper", G::NAME, self.compared, self.skipped, self.deeper);
        assert!(self.deeper * DEEPER_ONE_IN <= self.total());
        assert!(self.compared[depths].iter().all(|&count| count >= least), "{:?}", self.compared);
    }
}

/// Without a window the captures of a full board are too many for minimax.
const MOST_PIECES: u32 = 20;

/// Where the counters matter the table may not know enough; minimax does.
fn far_from_the_fifty_move_rule(board: &Board) -> bool {
    board.halfmoves() < 80
}

/// A depth up to 3 that minimax can afford, as far as the number of moves tells.
fn affordable_depth(random: &mut Random, board: &Board, node_limit: u64) -> Depth {
    let moves = walk::legal_moves(board).len() as u64;
    let most = (1..=3).rev().find(|&depth| 4 * moves.pow(depth) <= node_limit).unwrap_or(1);
    1 + random.below(most as usize) as Depth
}

fn compare_chess(game: &Chess, seed: u64, wanted: usize, node_limit: u64) -> Comparison<'_, Chess> {
    let mut random = Random::new(seed);
    let mut comparison = Comparison::new(game, node_limit);
    while comparison.total() < wanted {
        let start = random_start(&mut random);
        let plies = 40 + random.below(260);
        for (index, (board, _)) in random_game(&mut random, start, plies).into_iter().enumerate() {
            if index % 5 == 0
                && board.occupied().count() <= MOST_PIECES
                && far_from_the_fifty_move_rule(&board)
                && board.outcome().is_none()
            {
                let depth = affordable_depth(&mut random, &board, node_limit);
                comparison.compare(&board, depth);
            }
        }
    }
    comparison
}

/// Between these numbers of stones the threats of both sides, each of which must be
/// answered, are too many for minimax.
const FEW_STONES: usize = 6;
const MANY_STONES: usize = 27;

/// Positions of random games; `is_affordable` says in which depths minimax can afford a position.
fn compare_games<G: Game>(
    game: &G,
    seed: u64,
    games: usize,
    node_limit: u64,
    is_affordable: impl Fn(&G::Position, usize, Depth) -> bool,
) -> Comparison<'_, G> {
    let mut random = Random::new(seed);
    let mut comparison = Comparison::new(game, node_limit);
    for _ in 0..games {
        let mut pos = game.start();
        for plies in 0.. {
            // Nobody wins as long as there is another move, so that games last.
            let mut moves = Vec::new();
            pos.quiet_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let depth = 1 + random.below(6) as Depth;
            if is_affordable(&pos, plies, depth) {
                comparison.compare(&pos, depth);
            }
            pos = pos.play(moves[random.below(moves.len())]);
        }
    }
    comparison
}

fn compare_connect_four(seed: u64, games: usize, node_limit: u64) -> Comparison<'static, ConnectFour> {
    let is_affordable =
        |_: &_, stones: usize, depth: Depth| stones >= MANY_STONES || stones <= FEW_STONES && depth <= 3;
    compare_games(&ConnectFour, seed, games, node_limit, is_affordable)
}

/// Near the end of a game of Othello there are passes, and few moves.
const FEW_EMPTIES: Depth = 8;

fn compare_othello(game: &Othello, seed: u64, games: usize, node_limit: u64) -> Comparison<'_, Othello> {
    let is_affordable = |pos: &othello::Board, _: usize, depth: Depth| {
        depth <= 3 || pos.plies_left().is_some_and(|left| left <= FEW_EMPTIES)
    };
    compare_games(game, seed, games, node_limit, is_affordable)
}

#[test]
fn with_every_method_off_chess_is_minimax() {
    compare_chess(&Chess::default(), 1, 1500, 10_000).expect_equal(1..=3, 100);
}

#[test]
#[ignore = "takes minutes"]
fn with_every_method_off_chess_is_minimax_on_many_more_positions() {
    compare_chess(&Chess::default(), 2, 6000, 100_000).expect(1..=3, 500);
}

#[test]
fn with_every_method_off_connect_four_is_minimax() {
    compare_connect_four(3, 150, 10_000).expect_equal(1..=6, 150);
}

#[test]
fn with_every_method_off_othello_is_minimax() {
    compare_othello(&Othello::default(), 5, 30, 10_000).expect_equal(1..=6, 25);
}

#[test]
#[ignore = "takes a minute"]
fn with_every_method_off_connect_four_is_minimax_on_many_more_positions() {
    compare_connect_four(4, 600, 50_000).expect(1..=6, 800);
}

/// Positions of random games in which minimax can afford a depth of 1 to `most`.
fn compare_any<G: Game>(game: &G, seed: u64, wanted: usize, most: usize, node_limit: u64) -> Comparison<'_, G> {
    let mut random = Random::new(seed);
    let mut comparison = Comparison::new(game, node_limit);
    while comparison.total() < wanted {
        let mut pos = game.start();
        while pos.outcome().is_none() && comparison.total() < wanted {
            let mut moves = Vec::new();
            pos.legal_moves(&mut moves);
            if random.below(20) == 0 {
                comparison.compare(&pos, 1 + random.below(most) as Depth);
            }
            pos = pos.play(moves[random.below(moves.len())]);
        }
    }
    comparison
}

#[test]
fn with_every_method_off_lines_of_action_is_minimax() {
    compare_any(&LinesOfAction::default(), 5, 150, 3, 60_000).expect_equal(1..=2, 20);
}

#[test]
fn with_every_method_off_abalone_is_minimax() {
    compare_any(&Abalone::default(), 6, 100, 2, 60_000).expect_equal(1..=2, 20);
}

/// Ten positions of all sorts, from random games.
fn ten_positions() -> Vec<String> {
    let mut random = Random::new(77);
    let mut texts = Vec::new();
    while texts.len() < 10 {
        let start = random_start(&mut random);
        if let Some((board, _)) = random_game(&mut random, start, 16).last().filter(|(b, _)| b.outcome().is_none()) {
            texts.push(board.fen());
        }
    }
    texts
}

#[test]
fn a_method_that_can_never_fire_leaves_the_tree_as_it_was() {
    let impossible = [
        ("reverse_futility", "margin", "30000"),
        ("razoring", "base", "30000"),
        ("null_move", "min_depth", "20"),
        ("internal_reduction", "min_depth", "30"),
        ("singular", "min_depth", "30"),
        ("check_extension", "max_depth", "0"),
        ("late_move_count", "base", "1000"),
        ("futility", "base", "30000"),
        ("history_pruning", "threshold", "65536"),
        ("exchange", "quiet", "30000"),
        ("late_move_reduction", "min_depth", "20"),
    ];
    let plain = methods(&TOOLS);
    let limits = Limits::depth(5);
    let mut usual = engine(Chess::default(), plain);
    let before: Vec<Report> = ten_positions().iter().map(|text| search(&mut usual, text, &limits)).collect();
    for (method, parameter, value) in impossible {
        let mut changed = plain;
        changed.set(&format!("{method}.enabled"), "true").unwrap();
        changed.set(&format!("{method}.{parameter}"), value).unwrap();
        if method == "exchange" {
            changed.set("exchange.tactical", "30000").unwrap();
        }
        let mut engine = engine(Chess::default(), changed);
        for (text, before) in ten_positions().iter().zip(&before) {
            let after = search(&mut engine, text, &limits);
            let facts = |report: &Report| (report.nodes, report.score, report.line.clone());
            assert_eq!(facts(&after), facts(before), "{method}: {text}");
            assert!(after.tally.is_empty(), "{method}: {:?}", after.tally);
        }
    }
}

#[test]
fn the_same_search_twice_gives_the_same_nodes_line_and_score() {
    for limits in [Limits::depth(7), Limits::nodes(20_000)] {
        for text in ten_positions() {
            let facts = || {
                let report = search(&mut engine(Chess::default(), modern()), &text, &limits);
                (report.nodes, report.line, report.score, report.depth, report.tally)
            };
            assert_eq!(facts(), facts(), "{text}");
        }
    }
}

#[test]
fn an_engine_that_was_cleared_searches_like_a_fresh_one() {
    let mut used = engine(Chess::default(), modern());
    for text in ten_positions() {
        let fresh = search(&mut engine(Chess::default(), modern()), &text, &Limits::depth(6));
        let again = search(&mut used, &text, &Limits::depth(6));
        assert_eq!((fresh.nodes, fresh.line, fresh.score), (again.nodes, again.line, again.score), "{text}");
    }
}

/// Plays a line; panics where it is illegal.
fn play_line(text: &str, line: &[String]) -> Board {
    let game = Chess::default();
    line.iter().fold(game.parse(text).unwrap(), |board, name| {
        let m = game.parse_move(&board, name).unwrap_or_else(|reason| panic!("{text} {line:?}: {reason}"));
        board.play(m)
    })
}

/// Mates made by hand, with the number of moves they take.
const MATES: [(&str, i32); 8] = [
    ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 2),
    ("4k3/8/8/8/8/8/7R/K5R1 w - - 0 1", 3),
    ("4k3/8/8/8/8/8/R7/1R5K w - - 0 1", 2),
    ("7K/8/8/5k2/8/8/r7/1r6 b - - 0 1", 2),
    ("1rr3k1/5ppp/8/8/8/8/2R2PPP/2R3K1 w - - 0 1", 2),
    ("1rrr2k1/5ppp/8/8/8/3R4/3R1PPP/3R2K1 w - - 0 1", 3),
    ("k7/8/2K5/8/8/8/8/3Q4 w - - 0 1", 2),
    ("6k1/3n1ppp/8/8/8/2r5/1r1B1PPP/6K1 b - - 0 1", 2),
];

/// Shortest mate by trying everything: `None` if there is none in that number of moves.
fn shortest_mate(board: &Board, most: i32) -> Option<i32> {
    (1..=most).find(|&moves| can_mate(board, moves))
}

fn can_mate(board: &Board, moves: i32) -> bool {
    let replies = |board: &Board| walk::legal_moves(board).into_iter().map(|m| board.play(m)).collect::<Vec<_>>();
    replies(board).iter().any(|after| {
        let answers = replies(after);
        if answers.is_empty() {
            return after.stuck() == Outcome::Loss;
        }
        moves > 1 && after.outcome().is_none() && answers.iter().all(|board| can_mate(board, moves - 1))
    })
}

#[test]
fn a_mate_is_reported_with_its_length_and_a_line_to_its_end() {
    for (text, moves) in MATES {
        let board = Board::from_fen(text).unwrap();
        assert_eq!(shortest_mate(&board, 3), Some(moves), "{text}");
        let expected: Score = WIN - (2 * moves - 1);
        let full_width = search(&mut engine(Chess::default(), Methods::off()), text, &Limits::depth(2 * moves - 1));
        assert_eq!(full_width.score, expected, "{text}: {:?}", full_width.line);
        // Pruning may hide the shortest mate for some iterations; what is claimed is a mate all the same.
        let early = search(&mut engine(Chess::default(), modern()), text, &Limits::depth(10));
        let late = search(&mut engine(Chess::default(), modern()), text, &Limits::depth(14));
        assert_eq!(late.score, expected, "{text}: {:?}", late.line);
        for report in [full_width, early, late] {
            assert_eq!(report.score, WIN - report.line.len() as Score, "{text}: {:?}", report.line);
            let end = play_line(text, &report.line);
            assert!(walk::legal_moves(&end).is_empty() && end.stuck() == Outcome::Loss, "{text}: {:?}", report.line);
        }
    }
}
