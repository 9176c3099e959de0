//! Several threads on one position (lazy SMP, widely used since about 2013): every thread
//! deepens for itself, and they meet in the transposition table alone. Helpers leave depths
//! out, each in a rhythm of its own, so that threads spread instead of doing the same work
//! at the same time; in the end they vote.
use crate::{
    game::Move,
    node::{Depth, Score, is_decisive},
};

/// Whether a thread leaves a depth out. The main thread leaves out none; the first two helpers
/// every other depth in turn, the next four two depths of four, the next six three of six...
pub(crate) fn skips(thread: usize, depth: Depth) -> bool {
    let Some(mut place) = thread.checked_sub(1) else { return false };
    let mut run = 1;
    while place >= 2 * run {
        place -= 2 * run;
        run += 1;
    }
    (depth as usize + place) / run % 2 == 1
}

/// What a thread has found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ballot<M> {
    /// The first move of its best line.
    pub(crate) m: M,
    /// The score of that line.
    pub(crate) score: Score,
    /// The greatest depth that it has completed.
    pub(crate) completed: Depth,
}

/// Added to the score above the worst, so that the worst has a vote too.
const LEAST_VOTE: i64 = 14;

/// Which thread's line to play. Each votes for its first move, the more the deeper it has
/// searched and the better its score; of those for the winner the deepest is believed. A
/// proven result of the main thread, the first, stands; otherwise the quickest win of a
/// helper is taken.
pub(crate) fn elect<M: Move>(ballots: &[Ballot<M>]) -> usize {
    if is_decisive(ballots[0].score) || ballots[0].completed == 0 {
        return 0;
    }
    let usable = || ballots.iter().filter(|ballot| ballot.completed > 0);
    let worst = usable().map(|ballot| ballot.score).min().unwrap_or(0);
    let vote = |ballot: &Ballot<M>| (i64::from(ballot.score - worst) + LEAST_VOTE) * i64::from(ballot.completed);
    let votes = |m: M| usable().filter(|ballot| ballot.m == m).map(vote).sum::<i64>();
    let rank = |thread: usize| {
        let Ballot { m, score, completed } = ballots[thread];
        let win = if is_decisive(score) { score.max(0) } else { 0 };
        // Of equals the first: the main thread has reported its line already.
        (completed > 0, win, votes(m), completed, std::cmp::Reverse(thread))
    };
    (0..ballots.len()).max_by_key(|thread| rank(*thread)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{node::WIN, toy::ToyMove};

    fn found(m: u16, score: Score, completed: Depth) -> Ballot<ToyMove> {
        Ballot { m: ToyMove(m), score, completed }
    }

    #[test]
    fn helpers_leave_out_half_of_the_depths_each_others() {
        let rhythm = |thread| (1..=12).map(|depth| if skips(thread, depth) { '-' } else { 'x' }).collect::<String>();
        let rhythms = ["xxxxxxxxxxxx", "-x-x-x-x-x-x", "x-x-x-x-x-x-", "x--xx--xx--x", "--xx--xx--xx"];
        for (thread, expected) in rhythms.into_iter().enumerate() {
            assert_eq!(rhythm(thread), expected, "thread {thread}");
        }
    }

    #[test]
    fn the_move_of_most_threads_wins_if_they_are_as_deep() {
        assert_eq!(elect(&[found(1, 20, 10)]), 0);
        assert_eq!(elect(&[found(1, 20, 10), found(2, 20, 10), found(2, 20, 10)]), 1);
        assert_eq!(elect(&[found(1, 20, 10), found(2, 20, 10), found(1, 20, 11)]), 2, "the deepest of the winners");
        assert_eq!(elect(&[found(1, 20, 10), found(1, 20, 10)]), 0);
    }

    #[test]
    fn depth_and_score_weigh() {
        assert_eq!(elect(&[found(1, 20, 10), found(2, 20, 11)]), 1);
        assert_eq!(elect(&[found(1, 20, 10), found(2, 50, 10)]), 1);
        assert_eq!(elect(&[found(1, 20, 10), found(2, -50, 11)]), 0);
    }

    #[test]
    fn a_proven_result_of_the_main_thread_stands_and_a_quick_win_of_a_helper_is_taken() {
        assert_eq!(elect(&[found(1, WIN - 9, 10), found(2, 300, 20)]), 0);
        assert_eq!(elect(&[found(1, 9 - WIN, 10), found(2, 300, 20)]), 0);
        let wins = [found(1, 300, 10), found(2, WIN - 9, 8), found(3, WIN - 5, 8)];
        assert_eq!(elect(&wins), 2);
        assert_eq!(elect(&[found(1, 300, 10), found(2, 9 - WIN, 12)]), 0, "a loss is no reason");
    }

    #[test]
    fn a_thread_that_has_completed_nothing_has_no_vote() {
        assert_eq!(elect(&[found(1, 20, 10), found(2, 500, 0)]), 0);
        assert_eq!(elect(&[found(1, 20, 0), found(2, 500, 5)]), 0, "the first depth of the main thread is the answer");
    }
}
