//! FEN: what is accepted, what is refused, and that nothing makes it panic.
mod walk;

use niwaki_games::chess::{Board, START_FEN};
use niwaki_search::game::Position;
use walk::{Random, SEEDS};

/// What a FEN reads as, written again.
fn rewritten(fen: &str) -> String {
    Board::from_fen(fen).unwrap_or_else(|reason| panic!("{fen}: {reason}")).fen()
}

#[test]
fn accepted_forms() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
    assert_eq!(rewritten(&format!("{start} KQkq -")), START_FEN);
    assert_eq!(rewritten(&format!("  {start}   HAha  -  0 1 ")), START_FEN);
    assert_eq!(rewritten(&format!("{start} KQkq e6 0 0")), START_FEN);
    assert_eq!(rewritten(&format!("{start} KQkq - 99999999999 7")), format!("{start} KQkq - 10000 7"));
    assert_eq!(Board::start().fen(), START_FEN);
}

#[test]
fn castling_letters() {
    let inner = "4k3/8/8/8/8/8/8/1R2K1RR w G - 0 1";
    assert_eq!(rewritten(inner), inner);
    assert_eq!(rewritten("4k3/8/8/8/8/8/8/1R2K1RR w HB - 0 1"), "4k3/8/8/8/8/8/8/1R2K1RR w KQ - 0 1");
    let board = Board::from_fen("4k3/8/8/8/8/8/8/1R2K1RR w KQ - 0 1").expect("X-FEN");
    assert!(board.is_chess960());
    assert_eq!(board.shredder_fen(), "4k3/8/8/8/8/8/8/1R2K1RR w HB - 0 1");
}

#[test]
fn castling_rights_that_fit_nothing_are_dropped() {
    for (given, read) in [
        ("k7/8/8/8/8/8/8/4K2R w KQkq - 0 1", "k7/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("k7/8/8/8/8/8/8/4K2R w Qa - 0 1", "k7/8/8/8/8/8/8/4K2R w - - 0 1"),
        ("k7/8/8/8/8/8/8/4K1RR w KG - 0 1", "k7/8/8/8/8/8/8/4K1RR w K - 0 1"),
        ("k7/8/8/8/8/8/4K3/7R w KQ - 0 1", "k7/8/8/8/8/8/4K3/7R w - - 0 1"),
        ("4k2r/8/8/8/8/8/8/4K3 b KQkq - 0 1", "4k2r/8/8/8/8/8/8/4K3 b k - 0 1"),
    ] {
        assert_eq!(rewritten(given), read);
        let (dropped, never) = (Board::from_fen(given).unwrap(), Board::from_fen(read).unwrap());
        assert_eq!(dropped.key(), never.key(), "{given}");
    }
}

#[test]
fn en_passant_only_where_legal() {
    assert_eq!(rewritten("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"), "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
    assert_eq!(rewritten("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 2"), "4k3/8/8/3p4/8/8/8/4K3 w - - 0 2");
    assert_eq!(rewritten("7k/8/8/K2pP2r/8/8/8/8 w - d6 0 2"), "7k/8/8/K2pP2r/8/8/8/8 w - - 0 2");
    assert_eq!(rewritten("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 2"), "4k3/8/3n4/3pP3/8/8/8/4K3 w - - 0 2");
}

#[test]
fn refused_with_a_reason() {
    for (fen, reason) in [
        ("", "fields"),
        ("8/8/8/8/8/8/8 w - -", "ranks"),
        ("9/8/8/8/8/8/8/8 w - -", "no piece"),
        ("k7/8/8/8/8/8/8/KNNNNNNNN w - -", "files"),
        ("k7/7/8/8/8/8/8/K7 w - -", "files"),
        ("k7/8/8/8/8/8/8/8 w - -", "kings"),
        ("kk6/8/8/8/8/8/8/K7 w - -", "kings"),
        ("k6P/8/8/8/8/8/8/K7 w - -", "pawn"),
        ("k7/8/8/8/8/P7/PPPPPPPP/K7 w - -", "pawns"),
        ("k7/8/8/8/8/8/8/K7 x - -", "side to move"),
        ("k7/8/8/8/8/8/8/R3K3 w - -", "in check"),
        ("k7/8/8/8/8/8/8/4K2R w x -", "castling"),
        ("k7/8/8/8/8/8/8/4K2R w é -", "castling"),
        ("k7/8/8/8/8/8/8/4K3 w - e3", "en passant"),
        ("k7/8/8/8/8/8/8/4K3 w - z9", "square"),
        ("k7/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove"),
        ("k7/8/8/8/8/8/8/4K3 w - - 0 x", "move number"),
        ("k7/8/8/8/8/8/8/4K3 w - - 0 1 1", "fields"),
    ] {
        let message = Board::from_fen(fen).err().unwrap_or_else(|| panic!("accepted: {fen}"));
        assert!(message.contains(reason) && !message.contains('\n'), "{fen}: {message}");
    }
}

#[test]
fn mutilated_input_never_panics() {
    let mut random = Random::new(0x6d75_7461_7465);
    let alphabet: Vec<char> = "pnbrqkPNBRQK12345678/ wbKQkqHAha-e3d6 09é\0\n".chars().collect();
    for _ in 0..50_000 {
        let mut text: Vec<char> = SEEDS[random.below(SEEDS.len())].chars().collect();
        for _ in 0..1 + random.below(4) {
            let place = random.below(text.len());
            let letter = alphabet[random.below(alphabet.len())];
            match random.below(3) {
                0 => text[place] = letter,
                1 => text.insert(place, letter),
                _ => drop(text.remove(place)),
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(board) = Board::from_fen(&text) {
            let again = rewritten(&board.fen());
            assert_eq!(again, board.fen(), "{text}");
            walk::legal_moves(&board).into_iter().for_each(|m| drop(board.after(m).fen()));
        }
    }
}
