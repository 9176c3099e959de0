//! What laboratory and application must know of Othello.
mod built_in;

use super::{
    Board, Othello, OthelloLearner, Play, Solver,
    bits::{SYMMETRIES, image},
    ggf, lines,
    tables::Weights,
    text, wthor,
};
use crate::kit::{
    BuiltIn, ExactSolver, FinishedGame, GameWriter, Kit, NBoard, Opening, SolvedPosition, SolverOpener, Thresholds,
    learning::Learner,
    svg::{self, Cell},
};
use crate::problem::Problem;
use niwaki_search::{
    GameEngine, GameRules,
    engine::{Engine, Rules},
    game::{Game, Position, Side},
    node::{BEST_EVAL, Score},
};
use std::borrow::Cow;

const SIDE: u32 = 8;

/// The scores at which the laboratory decides, in hundredths of a disc. Games are played to
/// the end: their margin counts.
const THRESHOLDS: Thresholds = Thresholds {
    resign: BEST_EVAL + 1,
    resign_moves: 1,
    // Nothing is nearer: games are played to the end.
    draw: 0,
    opening_window: 200,
    fair: 1_000,
    decided: BEST_EVAL + 1,
    mined_lost: -2_000,
    mined_won: 2_000,
    mined_gain: 200,
    mined_margin: 300,
    fit_bound: 3_000,
    training_fair: 3_000,
    training_won: BEST_EVAL + 1,
    training_played_out: BEST_EVAL + 1,
    // Nothing is nearer.
    training_drawn: 0,
    clear: 800,
};

impl ExactSolver for Solver {
    fn solve(&mut self, position: &str) -> Result<SolvedPosition, String> {
        let pos = Othello::default().parse(position)?;
        let solved = Solver::solve(self, &pos);
        let line = self.line(&pos, solved.discs).into_iter().map(text::print_move).collect();
        Ok(SolvedPosition { score: solved.discs, line, nodes: solved.nodes })
    }
}

/// The kit of Othello.
pub struct OthelloKit;

impl Kit for OthelloKit {
    fn name(&self) -> &'static str {
        Othello::NAME
    }

    fn about(&self) -> &'static str {
        "discs that turn, the margin counts; ProbCut's own game"
    }

    fn engine(&self) -> Result<Box<dyn Engine>, String> {
        Ok(Box::new(GameEngine::new(Othello::default())?))
    }

    fn rules(&self) -> Box<dyn Rules> {
        Box::new(GameRules::new(Othello::default()))
    }

    fn bench_positions(&self) -> Result<Vec<String>, String> {
        Ok(built_in::BENCH.lines().map(str::to_string).collect())
    }

    fn thresholds(&self) -> Thresholds {
        THRESHOLDS
    }

    fn network(&self) -> Option<u64> {
        Some(Weights::built_in().fingerprint())
    }

    fn learner(&self) -> Option<&'static dyn Learner> {
        Some(&OthelloLearner)
    }

    fn counts_margins(&self) -> bool {
        true
    }

    fn solver(&self) -> Option<SolverOpener> {
        Some(|megabytes| Box::new(Solver::new(megabytes)))
    }

    fn recipes(&self) -> &'static [BuiltIn] {
        built_in::RECIPES
    }

    fn models(&self) -> &'static [BuiltIn] {
        built_in::MODELS
    }

    fn default_recipe(&self) -> &'static str {
        "niwaki"
    }

    fn compared_recipes(&self) -> &'static [&'static str] {
        built_in::COMPARED
    }

    /// Full width: what ProbCut leaves out must not be missing from its model.
    fn fitted_recipe(&self) -> &'static str {
        "none"
    }

    fn observed_recipe(&self) -> &'static str {
        "none"
    }

    fn suite(&self) -> Option<&'static str> {
        Some(built_in::SUITE)
    }

    fn read_problems(&self, text: &str) -> Result<Vec<Problem>, String> {
        lines::read_problems(text)
    }

    fn text_of(&self, file: &str, bytes: &[u8]) -> Result<String, String> {
        if is_named(file, "wtb") {
            return wthor::to_lines(bytes);
        }
        Ok(String::from_utf8_lossy(bytes).into_owned())
    }

    fn book(&self) -> Option<&'static str> {
        Some(built_in::BOOK)
    }

    fn read_openings(&self, file: &str, text: &str, plies: usize) -> Result<Vec<Opening>, String> {
        if !is_named(file, "ggf") {
            return lines::read_openings(text, plies);
        }
        Ok(ggf::read_all(text)?.into_iter().map(|game| opening(game, plies)).collect())
    }

    fn game_writer(&self) -> Option<GameWriter> {
        Some(write_game)
    }

    fn nboard(&self) -> Option<NBoard> {
        Some(NBoard { write: write_opening, read: |text| ggf::read(text).map(|(game, _)| opening(game, usize::MAX)) })
    }

    /// Mirror images are one position, named by the least of their texts.
    fn placement<'a>(&self, position: &'a str) -> Cow<'a, str> {
        let Ok(pos) = Othello::default().parse(position) else { return position.into() };
        let turned = |symmetry| Board::new(image(pos.own(), symmetry), image(pos.other(), symmetry), pos.side());
        let least = (0..SYMMETRIES).map(|symmetry| Othello::default().print(&turned(symmetry))).min();
        least.map_or(position.into(), Cow::Owned)
    }

    fn picture(&self, position: &str) -> Result<String, String> {
        let pos = Othello::default().parse(position)?;
        let cells = (0..SIDE * SIDE).map(|square| Cell {
            column: square % SIDE,
            row: square / SIDE,
            ground: if (square % SIDE + square / SIDE) % 2 == 0 { "#2e8b57" } else { "#2a8050" },
            inside: disc(&pos, square as usize),
        });
        Ok(svg::board(&Othello::default().print(&pos), SIDE, SIDE, &cells.collect::<Vec<_>>()))
    }

    fn loss_reason(&self, _rules: &dyn Rules) -> &'static str {
        "discs"
    }

    fn draw_reason(&self, _rules: &dyn Rules) -> &'static str {
        "equal discs"
    }
}

fn is_named(file: &str, ending: &str) -> bool {
    file.rsplit_once('.').is_some_and(|(_, found)| found.eq_ignore_ascii_case(ending))
}

/// The first plies of a game.
fn opening(game: ggf::Record, plies: usize) -> Opening {
    Opening {
        start: (game.start != Board::START).then(|| Othello::default().print(&game.start)),
        moves: game.moves.into_iter().take(plies).map(text::print_move).collect(),
    }
}

/// A game so far as GGF.
fn write_opening(game: &Opening) -> Result<String, String> {
    let (start, moves) = replayed(game.start.as_deref(), game.moves.iter().map(String::as_str))?;
    let properties = vec![("TY".to_string(), "8".to_string())];
    Ok(ggf::print(&ggf::Record { start, moves, properties }, &[]))
}

/// The start of a game and its moves, which are legal.
fn replayed<'a>(start: Option<&str>, texts: impl Iterator<Item = &'a str>) -> Result<(Board, Vec<Play>), String> {
    let start = start.map_or_else(|| Ok(Board::START), |text| Othello::default().parse(text))?;
    let (mut pos, mut moves) = (start, Vec::new());
    for text in texts {
        let m = text::parse_legal(&pos, text)?;
        pos = pos.play(m);
        moves.push(m);
    }
    Ok((start, moves))
}

/// A disc, or a dot where the side to move can place one.
fn disc(pos: &Board, square: usize) -> String {
    let circle = |radius: u32, fill: &str| format!("<circle r=\"{radius}\" fill=\"{fill}\"/>");
    match text::letter(pos, square) {
        'X' => circle(16, "#111"),
        'O' => circle(16, "#f4f4f4"),
        _ if pos.moves() >> square & 1 != 0 => circle(3, "#0003"),
        _ => String::new(),
    }
}

/// A game that is over, as GGF.
fn write_game(game: &FinishedGame) -> Result<String, String> {
    let (start, moves) = replayed(game.start.as_deref(), game.moves.iter().map(|(text, _)| text.as_str()))?;
    let remark =
        |comment: &Option<String>| comment.as_deref().map(|comment| format!("//{comment}")).unwrap_or_default();
    let remarks: Vec<String> = game.moves.iter().map(|(_, comment)| remark(comment)).collect();
    let pos = moves.iter().fold(start, |pos, &m| pos.play(m));
    let margin = if pos.side() == Side::First { pos.final_discs() } else { -pos.final_discs() };
    let [black, white] = game.players.clone();
    let (event, round) = &game.event;
    let named =
        [("PC", event.clone()), ("EV", round.to_string()), ("PB", black), ("PW", white), ("TY", "8".to_string())];
    let mut properties: Vec<(String, String)> = named.map(|(name, value)| (name.to_string(), value)).into();
    properties.push(("RE".to_string(), format!("{:+}", Score::from(margin))));
    let comments = game.tags.iter().map(|(name, value)| ("CO".to_string(), format!("{name} {value}")));
    properties.extend(comments);
    Ok(ggf::print(&ggf::Record { start, moves, properties }, &remarks) + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::wthor::tests::archive;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    #[test]
    fn mirror_images_are_one_position_in_a_book() {
        let mut rules = OthelloKit.rules();
        let places: Vec<String> = ["d3", "c4", "f5", "e6"]
            .iter()
            .map(|first| {
                rules.set_position(None, &[first]).unwrap();
                OthelloKit.placement(&rules.position()).into_owned()
            })
            .collect();
        assert!(places.iter().all(|place| *place == places[0]), "{places:?}");
        assert_ne!(OthelloKit.placement(START), places[0]);
        assert_eq!(OthelloKit.placement("soup"), "soup");
    }

    #[test]
    fn files_are_known_by_their_endings() {
        let bytes = archive(&[56, 64, 33], 59, 34);
        let text = OthelloKit.text_of("games.WTB", &bytes).unwrap();
        let problems = OthelloKit.read_problems(&text).unwrap();
        assert_eq!((problems[0].score, problems.len()), (Some(-4), 1));
        let openings = OthelloKit.read_openings("games.wtb", &text, 2).unwrap();
        assert_eq!(openings[0].moves, ["f5", "d6"]);
        assert!(OthelloKit.text_of("games.wtb", b"soup").is_err());
        let ggf = "(;GM[Othello]B[F5]W[D6];)";
        assert_eq!(OthelloKit.read_openings("x.ggf", ggf, 1).unwrap()[0].moves, ["f5"]);
        assert!(OthelloKit.read_openings("x.ggf", "(;soup", 1).is_err());
    }

    #[test]
    fn games_for_nboard_are_read_back() {
        let words = OthelloKit.nboard().unwrap();
        let game = Opening { start: None, moves: vec!["f5".into(), "d6".into()] };
        let text = (words.write)(&game).unwrap();
        assert!(text.starts_with("(;GM[Othello]TY[8]BO[8 -----") && text.ends_with(" *]B[F5]W[D6];)"), "{text}");
        assert_eq!((words.read)(&text), Ok(game));
        assert!((words.read)("(;soup").is_err());
        assert!((words.write)(&Opening { start: None, moves: vec!["a1".into()] }).is_err());
    }

    #[test]
    fn a_game_is_written_with_its_margin() {
        let game = FinishedGame {
            moves: vec![("f5".into(), Some("+0.12 8".into())), ("d6".into(), None)],
            players: ["a".into(), "b".into()],
            ..FinishedGame::default()
        };
        let text = write_game(&game).unwrap();
        assert!(text.contains("PB[a]PW[b]") && text.ends_with("B[F5//+0.12 8]W[D6];)\n"), "{text}");
        assert!(text.contains("RE[+0]"), "{text}");
    }
}
