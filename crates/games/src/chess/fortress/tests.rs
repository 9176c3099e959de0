use super::*;
use crate::chess::{Piece, START_FEN};
use niwaki_search::random::Random;

fn board(fen: &str) -> Board {
    Board::from_fen(fen).unwrap()
}

#[test]
fn known_endings_are_told_from_the_others() {
    use Verdict::{Drawish, Drawn, Open};
    let cases = [
        ("7k/8/7K/7P/6B1/8/8/8 b - - 0 1", Drawn),
        ("7k/8/7K/7P/6B1/3B4/7P/8 w - - 0 1", Drawn),
        ("1k6/8/K7/P7/8/8/8/8 w - - 0 1", Drawn),
        ("8/7k/6p1/6Kp/4B2P/8/8/8 b - - 0 1", Drawish(WRONG_BISHOP)),
        // A bishop of the right colour, a pawn elsewhere, another piece, a king too far away.
        ("7k/8/7K/7P/5B2/8/8/8 b - - 0 1", Open),
        ("7k/8/7K/6P1/6B1/8/8/8 b - - 0 1", Open),
        ("7k/8/6K1/P6P/6B1/8/8/8 b - - 0 1", Open),
        ("7k/8/7K/7P/6B1/7N/8/8 b - - 0 1", Open),
        ("5k2/8/7K/7P/6B1/8/8/8 b - - 0 1", Open),
        ("7k/8/7K/7P/6B1/8/8/n7 b - - 0 1", Open),
        // No pawns.
        ("8/8/4k3/8/8/2NNK3/8/8 w - - 0 1", Drawn),
        ("8/8/4k3/4p3/8/2NNK3/8/8 w - - 0 1", Open),
        ("8/8/4k3/4b3/8/2R1K3/8/8 w - - 0 1", Drawish(NO_PAWNS)),
        ("8/8/4k3/4r3/8/2RBK3/8/8 w - - 0 1", Drawish(NO_PAWNS)),
        ("8/8/4k3/4r3/8/2Q1K3/8/8 w - - 0 1", Open),
        ("8/8/4k3/8/8/2BNK3/8/8 w - - 0 1", Open),
        ("8/8/4k3/8/8/2R1K3/8/8 w - - 0 1", Open),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", Open),
        (START_FEN, Open),
    ];
    for (fen, expected) in cases {
        assert_eq!(verdict(&board(fen)), expected, "{fen}");
        assert_eq!(verdict(&board(fen).flipped()), expected, "{fen} with colours exchanged");
    }
}

/// The position of White's king, pawns and bishops against a black king, if it is legal.
fn place(own: Square, other: Square, pawns: &[Square], bishops: &[Square], side: Side) -> Option<Board> {
    let mut board = Board::empty();
    let pawns = pawns.iter().map(|square| (Piece::WhitePawn, *square));
    let bishops = bishops.iter().map(|square| (Piece::WhiteBishop, *square));
    for (piece, square) in pawns.chain(bishops).chain([(Piece::WhiteKing, own), (Piece::BlackKing, other)]) {
        if board.piece_on(square).is_some() {
            return None;
        }
        board.put(piece, square);
    }
    board.side = side;
    Board::from_fen(&board.fen()).ok()
}

/// The four squares of the corner where a pawn on the a file promotes.
fn corner() -> [Square; 4] {
    [(0, 7), (1, 7), (0, 6), (1, 6)].map(|(file, rank)| Square::at(file, rank))
}

fn is_drawn(board: &Board) -> bool {
    board.lacks_material() || verdict(board) == Verdict::Drawn
}

fn replies(board: &Board) -> Vec<Board> {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    moves.into_iter().map(|m| board.play(m)).collect()
}

/// Whether Black, to move, is stalemated or can reach a position that is drawn.
fn can_hold(board: &Board) -> bool {
    let replies = replies(board);
    if replies.is_empty() { board.checkers().is_empty() } else { replies.iter().any(is_drawn) }
}

/// Black holds, whatever White does: so nothing ever leads out of the drawn positions.
fn assert_held(board: &Board) {
    assert_eq!(verdict(board), Verdict::Drawn, "{}", board.fen());
    match board.to_move() {
        Side::First => assert!(replies(board).iter().all(can_hold), "{}", board.fen()),
        Side::Second => assert!(can_hold(board), "{}", board.fen()),
    }
}

/// The squares of a set. A bishop on dark ones never reaches a8, which is light.
fn squares_of(set: Bitboard) -> impl Iterator<Item = Square> + Clone {
    (0..64).filter_map(Square::new).filter(move |square| set.has(*square))
}

#[test]
fn a_pawn_with_a_bishop_of_the_wrong_colour_never_gets_past_the_corner() {
    let mut seen = 0;
    for pawn in (1..7).map(|rank| Square::at(0, rank)) {
        for own in squares_of(Bitboard::ALL) {
            for other in corner() {
                for side in [Side::First, Side::Second] {
                    let with = squares_of(Bitboard::DARK).map(|bishop| place(own, other, &[pawn], &[bishop], side));
                    for board in with.chain([place(own, other, &[pawn], &[], side)]).flatten() {
                        assert_held(&board);
                        seen += 1;
                    }
                }
            }
        }
    }
    assert!(seen > 60_000, "only {seen} positions");
}

#[test]
fn more_pawns_and_bishops_do_not_help() {
    let mut random = Random::new(1);
    let mut any = |squares: Vec<Square>| squares[random.below(squares.len())];
    let mut seen = 0;
    for round in 0..20_000 {
        let mut pawn = || any((1..7).map(|rank| Square::at(0, rank)).collect());
        let pawns = [pawn(), pawn()];
        let mut bishop = || any(squares_of(Bitboard::DARK).collect());
        let bishops = [bishop(), bishop()];
        let (own, other) = (any(squares_of(Bitboard::ALL).collect()), any(corner().to_vec()));
        let side = if round % 2 == 0 { Side::First } else { Side::Second };
        if let Some(board) = place(own, other, &pawns, &bishops, side) {
            assert_held(&board);
            seen += 1;
        }
    }
    assert!(seen > 5_000, "only {seen} positions");
}
