//! What OpenBench shows of a test: its log-likelihood ratio and its Elo, on ten results, by its own
//! way to compute them, written here from the formulas it names (Van den Bergh, "Normalized Elo in
//! practice"): a fixed point that it breaks off after ten rounds, and a normal approximation of the
//! mean score. The crate itself searches along tangents instead.
use niwaki_statistics::{
    Pentanomial, Results, elo,
    sprt::{Model, Sprt},
};

/// What two computations of one figure may differ by.
const TOLERANCE: f64 = 1e-6;
/// Half-points of a pair, from two losses to two wins.
const OUTCOMES: usize = 5;
/// Stands for a count of zero.
const NEVER_SEEN: f64 = 1e-3;
/// Rounds of the fixed point, at most, and the change of a share at which it ends before.
const ROUNDS: usize = 10;
const SMALLEST_CHANGE: f64 = 1e-9;
/// Halvings of the interval that holds a multiplier: more than a number has bits.
const HALVINGS: usize = 200;
/// The standard normal distribution has 97.5 % below this.
const QUANTILE: f64 = 1.959_963_984_540_054;

type Shares = [f64; OUTCOMES];

/// Results, hypotheses: of Fishtest, OpenBench, fastchess, PlentyChess and stash-bot, of short
/// matches, and one with an outcome that never happened.
const TESTS: [([u64; OUTCOMES], [f64; 2]); 10] = [
    ([93, 18711, 58877, 18739, 100], [-1.75, 0.25]),
    ([379, 10170, 21828, 10640, 343], [0.0, 2.0]),
    ([47, 798, 1975, 900, 64], [0.0, 5.0]),
    ([438, 2814, 5701, 3052, 438], [0.0, 5.0]),
    ([39, 8843, 26675, 9240, 44], [0.5, 2.5]),
    ([365, 16618, 36229, 16974, 390], [0.0, 2.0]),
    ([127, 4883, 10712, 5150, 104], [-1.75, 0.25]),
    ([34, 54, 63, 64, 75], [0.0, 5.0]),
    ([0, 12, 60, 31, 2], [0.0, 10.0]),
    ([20, 90, 210, 80, 10], [-5.0, 0.0]),
];

/// Score of a pair, from 0 to 1.
fn score(outcome: usize) -> f64 {
    outcome as f64 / (OUTCOMES - 1) as f64
}

fn mean_and_variance(shares: &Shares) -> (f64, f64) {
    let mean: f64 = shares.iter().enumerate().map(|(outcome, share)| share * score(outcome)).sum();
    let spread = shares.iter().enumerate().map(|(outcome, share)| share * (score(outcome) - mean).powi(2));
    (mean, spread.sum())
}

/// The x at which the sum of share * value / (1 + x * value) is zero; the sum falls with x.
fn multiplier(shares: &Shares, values: &Shares) -> f64 {
    let (least, most) = values.iter().fold((0.0f64, 0.0f64), |(least, most), v| (least.min(*v), most.max(*v)));
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        let sum: f64 = shares.iter().zip(values).map(|(share, value)| share * value / (1.0 + middle * value)).sum();
        if sum > 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// The likeliest shares whose mean lies `t` standard deviations above one half: round by round the
/// condition is replaced by a linear one that holds where the last round ended.
fn likeliest(observed: &Shares, t: f64) -> Shares {
    let mut found = [1.0 / OUTCOMES as f64; OUTCOMES];
    for _ in 0..ROUNDS {
        let (mean, variance) = mean_and_variance(&found);
        let deviation = variance.sqrt();
        let value = |outcome: usize| {
            let standing = (score(outcome) - mean) / deviation;
            score(outcome) - 0.5 - t * deviation * (1.0 + standing * standing) / 2.0
        };
        let values: Shares = std::array::from_fn(value);
        let x = multiplier(observed, &values);
        let next: Shares = std::array::from_fn(|outcome| observed[outcome] / (1.0 + x * values[outcome]));
        let change = next.iter().zip(found).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
        found = next;
        if change < SMALLEST_CHANGE {
            break;
        }
    }
    found
}

fn ratio(counts: [u64; OUTCOMES], hypotheses: [f64; 2]) -> f64 {
    let counts = counts.map(|count| (count as f64).max(NEVER_SEEN));
    let total: f64 = counts.iter().sum();
    let observed = counts.map(|count| count / total);
    // Normalized Elo is 800 / ln 10 for each standard deviation of a game; a pair has two games.
    let [low, high] = hypotheses.map(|elo| likeliest(&observed, elo * 10f64.ln() / 800.0 * 2f64.sqrt()));
    counts.iter().zip(low.iter().zip(high)).map(|(count, (low, high))| count * (high.ln() - low.ln())).sum()
}

/// Elo, and the ends of its interval.
fn logistic_elo(counts: [u64; OUTCOMES]) -> [f64; 3] {
    let pairs: f64 = counts.iter().sum::<u64>() as f64;
    let (mean, variance) = mean_and_variance(&counts.map(|count| count as f64 / pairs));
    let reach = QUANTILE * (variance / pairs).sqrt();
    [mean, mean - reach, mean + reach].map(|score| -400.0 * (1.0 / score - 1.0).log10())
}

#[test]
fn the_ratio_is_that_of_openbench_on_ten_results() {
    for (counts, hypotheses) in TESTS {
        let test = Sprt::new(Model::Normalized, hypotheses[0], hypotheses[1], 0.05, 0.05).unwrap();
        let ours = test.log_likelihood_ratio(&Results::from(Pentanomial { pairs: counts }));
        let theirs = ratio(counts, hypotheses);
        println!("{counts:?} {hypotheses:?}: {ours:.9}, OpenBench {theirs:.9}");
        assert!((ours - theirs).abs() < TOLERANCE, "{counts:?}: {ours} and {theirs}");
    }
}

#[test]
fn elo_and_its_interval_are_those_of_openbench_on_ten_results() {
    for (counts, _) in TESTS {
        let ours = elo::logistic(&Results::from(Pentanomial { pairs: counts })).unwrap();
        let interval = ours.interval.unwrap();
        let theirs = logistic_elo(counts);
        println!("{counts:?}: {:.9}, OpenBench {:.9}", ours.value, theirs[0]);
        for (our, their) in [ours.value, interval.low, interval.high].into_iter().zip(theirs) {
            assert!((our - their).abs() < TOLERANCE, "{counts:?}: {our} and {their}");
        }
    }
}

/// The yardstick itself: the figure that Fishtest shows for the first of them.
#[test]
fn the_yardstick_gives_the_published_figure() {
    let (counts, hypotheses) = TESTS[0];
    assert!((ratio(counts, hypotheses) - 2.942_097_472_070_851_3).abs() < TOLERANCE);
}
