//! Positions as text: law, size and seed of the tree, then the moves so far, `c80/8^16/1/3.2.5`.
//! The law is `p` for a P-game, `n` for an N-game, `c80` for sibling leaves with a correlation
//! of 80 %; `8^16` is a tree with 8 moves at every node and 16 plies.
use super::{
    Board, Branch,
    tree::{Law, Tree},
};
use niwaki_search::game::Position;
use std::{fmt::Display, str::FromStr};

const EXPECTED: &str = "expected a tree and a path, like c80/8^16/1/3.2.5";

pub(super) fn parse(text: &str) -> Result<Board, String> {
    let wrong = || format!("{text:?}: {EXPECTED}");
    let parts: Vec<&str> = text.trim().split('/').collect();
    let [law, size, seed, path @ ..] = &parts[..] else { return Err(wrong()) };
    let (branching, depth) = size.split_once('^').ok_or_else(wrong)?;
    let tree = Tree::new(parse_law(law)?, number(branching)?, number(depth)?, number(seed)?)?;
    let mut board = Board::root(tree);
    match path {
        [] => {}
        [path] => {
            for m in path.split('.') {
                board = board.play(parse_move(&board, m)?);
            }
        }
        _ => return Err(wrong()),
    }
    Ok(board)
}

fn parse_law(text: &str) -> Result<Law, String> {
    match text {
        "p" => Ok(Law::Pearl),
        "n" => Ok(Law::Nau),
        _ => {
            let percent = text.strip_prefix('c').ok_or_else(|| format!("{text:?}: expected p, n or c and percents"))?;
            number(percent).map(Law::Correlated)
        }
    }
}

fn number<N: FromStr>(text: &str) -> Result<N, String> {
    // "+7" is read as a number too, but would not be written so.
    let plain = Some(text).filter(|text| !text.starts_with('+'));
    plain.and_then(|text| text.parse().ok()).ok_or_else(|| format!("{text:?}: {EXPECTED}"))
}

pub(super) fn parse_move(board: &Board, text: &str) -> Result<Branch, String> {
    let m = text.parse().map(Branch).ok().filter(|&m| board.is_legal(m));
    let m = m.filter(|m| m.0.to_string() == text);
    m.ok_or_else(|| {
        format!("{text:?} is not a move, a number up to {}, in a game that is not over", board.tree.branching)
    })
}

pub(super) fn print(board: &Board) -> String {
    let Tree { law, branching, depth, seed, .. } = board.tree;
    let law = match law {
        Law::Pearl => "p".to_string(),
        Law::Nau => "n".to_string(),
        Law::Correlated(percent) => format!("c{percent}"),
    };
    let tree = format!("{law}/{branching}^{depth}/{seed}");
    let path = joined(board.path());
    if path.is_empty() { tree } else { format!("{tree}/{path}") }
}

fn joined<T: Display>(path: impl Iterator<Item = T>) -> String {
    path.map(|m| m.to_string()).collect::<Vec<_>>().join(".")
}

/// The moves so far and those that can be played, with what each adds to the sum.
pub(super) fn diagram(board: &Board) -> String {
    let moves = (1..=u16::from(board.tree.branching)).map(Branch).filter(|&m| board.is_legal(m));
    let moves: Vec<String> = moves.map(|m| format!("{} ({:+})", m.0, board.play(m).sum() - board.sum())).collect();
    let moves = if moves.is_empty() { "the game is over".to_string() } else { moves.join(", ") };
    format!("{}\nsum for the first player: {:+}\nmoves: {moves}\n", print(board), board.sum())
}
