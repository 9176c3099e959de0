//! Evaluations by tables: each side has some features, each a small number, and every value of
//! every feature has a worth, own and the enemy's apart. By hand the two are opposites; weights
//! that were learned need not be.
use niwaki_search::node::Score;

/// The features of a game.
#[derive(Debug)]
pub(crate) struct SideFeatures<const COUNT: usize> {
    names: [&'static str; COUNT],
    /// How many values each has.
    sizes: [usize; COUNT],
    /// Where the values of each begin.
    offsets: [usize; COUNT],
    /// Values of all features of a side.
    total: usize,
}

/// The value of each feature of a side.
pub(crate) type Values<const COUNT: usize> = [usize; COUNT];

impl<const COUNT: usize> SideFeatures<COUNT> {
    /// Features of these names, with as many values each.
    pub(crate) const fn new(names: [&'static str; COUNT], sizes: [usize; COUNT]) -> Self {
        let (mut offsets, mut total, mut feature) = ([0; COUNT], 0, 0);
        while feature < COUNT {
            offsets[feature] = total;
            total += sizes[feature];
            feature += 1;
        }
        SideFeatures { names, sizes, offsets, total }
    }

    /// How many values a feature has.
    pub(crate) const fn size(&self, feature: usize) -> usize {
        self.sizes[feature]
    }

    /// Numbers as values: what is greater than the greatest is taken for it.
    #[inline]
    pub(crate) fn values(&self, found: [u32; COUNT]) -> Values<COUNT> {
        std::array::from_fn(|feature| (found[feature] as usize).min(self.sizes[feature] - 1))
    }

    /// The score for the side to move: weights of own values, of the enemy's, of being to move.
    #[inline]
    pub(crate) fn score(&self, weights: &[i16], own: &Values<COUNT>, enemy: &Values<COUNT>) -> Score {
        let (own_weights, rest) = weights.split_at(self.total);
        let mut sum = Score::from(rest[self.total]);
        for feature in 0..COUNT {
            let offset = self.offsets[feature];
            sum += Score::from(own_weights[offset + own[feature]]) + Score::from(rest[offset + enemy[feature]]);
        }
        sum
    }

    /// Lines for people: what each feature adds.
    pub(crate) fn explain(&self, weights: &[i16], own: &Values<COUNT>, enemy: &Values<COUNT>) -> Vec<String> {
        let line = |feature: usize| {
            let place = self.offsets[feature];
            let worth = [weights[place + own[feature]], weights[self.total + place + enemy[feature]]];
            let name = self.names[feature];
            format!("{name}: {} ({:+}) against {} ({:+})", own[feature], worth[0], enemy[feature], worth[1])
        };
        (0..COUNT).map(line).chain([format!("to move: {:+}", weights[2 * self.total])]).collect()
    }

    /// Weights by hand, from what each value is worth to its side.
    pub(crate) fn by_hand(&self, worth: impl Fn(usize, i32) -> i32, to_move: i16) -> Vec<i16> {
        let mut own = Vec::with_capacity(self.total);
        for (feature, &size) in self.sizes.iter().enumerate() {
            own.extend((0..size).map(|value| worth(feature, value as i32) as i16));
        }
        let enemy = own.iter().map(|weight| -weight);
        own.iter().copied().chain(enemy).chain([to_move]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: SideFeatures<2> = SideFeatures::new(["few", "many"], [2, 5]);

    #[test]
    fn a_score_is_the_sum_of_what_values_are_worth() {
        let weights = TWO.by_hand(|feature, value| 10 * (1 + feature as i32) * value, 3);
        assert_eq!((TWO.total, weights.len()), (7, 15));
        let (own, enemy) = (TWO.values([1, 9]), TWO.values([0, 2]));
        assert_eq!((own, enemy), ([1, 4], [0, 2]));
        assert_eq!(TWO.score(&weights, &own, &enemy), 10 + 80 - 40 + 3);
        let lines = TWO.explain(&weights, &own, &enemy);
        assert_eq!(lines, ["few: 1 (+10) against 0 (+0)", "many: 4 (+80) against 2 (-40)", "to move: +3"]);
    }
}
