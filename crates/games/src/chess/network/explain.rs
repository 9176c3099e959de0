//! A network's opinion in lines for people.
use super::{BUCKETS, Network, bucket};
use crate::chess::{Board, Kind, Square};
use niwaki_search::{game::Side, node::Score};

/// Score of every output, and what each piece is worth where it stands: by how much the
/// score falls, for its own side, when it is taken off the board. Centipawns, for White.
pub(in crate::chess) fn lines(network: &Network, board: &Board) -> Vec<String> {
    let for_white = |score: Score| if board.to_move() == Side::First { score } else { -score };
    let used = bucket(board.occupied().count() as usize);
    let outputs: Vec<String> = (0..BUCKETS)
        .map(|bucket| {
            let mark = if bucket == used { "*" } else { "" };
            format!("{:+}{mark}", for_white(network.evaluate_in(board, bucket, None)))
        })
        .collect();
    let mut lines = vec![format!("for White by the number of men (* is used): {}", outputs.join(" "))];
    let whole = for_white(network.evaluate_in(board, used, None));
    let worth = |square: Square| {
        let Some(piece) = board.piece_on(square) else { return "      .".to_string() };
        if piece.kind() == Kind::King {
            return format!("{:>7}", piece.letter());
        }
        let without = for_white(network.evaluate_in(board, used, Some(square)));
        format!("{:>7}", format!("{}{:+}", piece.letter(), whole - without))
    };
    lines.extend((0..8).rev().map(|rank| (0..8).map(|file| worth(Square::at(file, rank))).collect()));
    lines
}
