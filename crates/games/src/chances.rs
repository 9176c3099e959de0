//! Chances of win, draw and loss: what a score means by the material on the board.

/// Coefficients of a polynomial, lowest power first.
pub const TERMS: usize = 2;
/// All chances together.
const WHOLE: u32 = 1000;

/// The chances of a game, as models have them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MaterialChances {
    /// Those that the program prints.
    pub built_in: Chances,
    /// What counts as material, in words.
    pub worth: &'static str,
}

/// A win has the chance 1 / (1 + exp((`even_win` - score) / `win_spread`)), a loss that of a
/// win with the score turned around, a draw the rest. `even_win` and `win_spread` are
/// polynomials in the share of the material that is still there, and above 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// Material of both sides at the start.
    pub full: u32,
    /// The least and the most material that counts: beyond, nothing is known.
    pub material: [u32; 2],
    /// Score at which a win is as likely as not.
    pub even_win: [f64; TERMS],
    /// Width of the step from draw to win.
    pub win_spread: [f64; TERMS],
}

impl Chances {
    /// The share of the material that is on the board, within what is known.
    pub fn share(&self, material: u32) -> f64 {
        let [least, most] = self.material;
        f64::from(material.min(most).max(least)) / f64::from(self.full)
    }

    /// Score at which a win is as likely as not, and width of the step, with this material.
    pub fn at(&self, material: u32) -> [f64; 2] {
        let share = self.share(material);
        [self.even_win, self.win_spread].map(|terms| terms.iter().rev().fold(0.0, |sum, term| sum * share + term))
    }

    /// Chances of win, draw and loss, together 1.
    pub fn of(&self, score: f64, material: u32) -> [f64; 3] {
        let [even, spread] = self.at(material);
        let win = |score: f64| 1.0 / (1.0 + ((even - score) / spread).exp());
        let (won, lost) = (win(score), win(-score));
        [won, 1.0 - won - lost, lost]
    }

    /// The same in thousandths, together 1000.
    pub fn thousandths(&self, score: f64, material: u32) -> [u32; 3] {
        let [better, _, worse] = self.of(score.abs(), material).map(|chance| (f64::from(WHOLE) * chance).round());
        // Two halves must not both be rounded up.
        let (better, worse) = (better as u32, (worse as u32).min(WHOLE - better as u32));
        let drawn = WHOLE - better - worse;
        if score < 0.0 { [worse, drawn, better] } else { [better, drawn, worse] }
    }
}
