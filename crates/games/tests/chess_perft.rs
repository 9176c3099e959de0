//! Leaf counts of the chess move generator against numbers known from many programs.
use niwaki_games::chess::Board;
use niwaki_search::perft;

/// Position, depth, leaves.
const KNOWN: [(&str, u32, u64); 12] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4_865_609),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3_894_594),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 5, 3_605_103),
    ("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1_134_888),
    ("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1_440_467),
    ("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1_720_476),
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, 326_672),
    ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 4, 667_366),
];

#[test]
fn known_positions() {
    for (fen, depth, leaves) in KNOWN {
        let board = Board::from_fen(fen).expect(fen);
        assert_eq!(perft(&board, depth).full, leaves, "{fen} to depth {depth}");
    }
}

/// Runs every count up to `NIWAKI_PERFT_LIMIT` leaves (20 million unless given) of
/// an EPD file with `;D1 20 ;D2 400 ...` lines, named by `NIWAKI_PERFT_FILE`.
#[test]
#[ignore = "needs NIWAKI_PERFT_FILE"]
fn positions_of_a_file() {
    let path = std::env::var("NIWAKI_PERFT_FILE").expect("NIWAKI_PERFT_FILE names an EPD file");
    let limit = std::env::var("NIWAKI_PERFT_LIMIT").map_or(20_000_000, |text| text.parse().expect("a number"));
    let text = std::fs::read_to_string(&path).expect("a readable file");
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let mut parts = line.split(';');
        let fen = parts.next().unwrap_or_default();
        let board = Board::from_fen(fen).unwrap_or_else(|reason| panic!("{fen}: {reason}"));
        for part in parts {
            let Some((depth, leaves)) = part.trim().strip_prefix('D').and_then(|rest| rest.split_once(' ')) else {
                continue;
            };
            let (depth, leaves) = (depth.parse().expect("depth"), leaves.trim().parse().expect("leaves"));
            if leaves <= limit {
                assert_eq!(perft(&board, depth).full, leaves, "{fen} to depth {depth}");
            }
        }
    }
}
