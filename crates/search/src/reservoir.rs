//! A sample of a stream whose length is not known beforehand, each item with the same chance
//! (Vitter's reservoir, 1985).
use crate::random::Random;

/// Those kept of a stream of items.
#[derive(Clone, Debug)]
pub struct Reservoir<T> {
    /// Items that came up.
    pub seen: u64,
    /// Those kept.
    pub kept: Vec<T>,
    room: usize,
}

impl<T> Reservoir<T> {
    /// Keeps at most `room` items.
    pub fn new(room: usize) -> Self {
        Reservoir { seen: 0, kept: Vec::new(), room }
    }

    /// An item comes up: its place, if it is to be kept. It must then be put there.
    pub fn place(&mut self, random: &mut Random) -> Option<usize> {
        self.seen += 1;
        if self.kept.len() < self.room {
            return Some(self.kept.len());
        }
        // Nothing is drawn for what has no room.
        let place = (self.room > 0).then(|| random.below(self.seen as usize))?;
        (place < self.room).then_some(place)
    }

    /// Puts an item in its place.
    pub fn put(&mut self, place: usize, item: T) {
        match self.kept.get_mut(place) {
            Some(old) => *old = item,
            None => self.kept.push(item),
        }
    }
}

impl<T> Default for Reservoir<T> {
    fn default() -> Self {
        Reservoir::new(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_has_the_same_chance() {
        let mut random = Random::new(7);
        let mut counts = [0; 20];
        for _ in 0..4000 {
            let mut reservoir = Reservoir::new(5);
            for item in 0..20 {
                if let Some(place) = reservoir.place(&mut random) {
                    reservoir.put(place, item);
                }
            }
            assert_eq!((reservoir.seen, reservoir.kept.len()), (20, 5));
            reservoir.kept.iter().for_each(|item: &usize| counts[*item] += 1);
        }
        // 1000 expected, with a deviation of 27.
        assert!(counts.iter().all(|count| (890..1110).contains(count)), "{counts:?}");
    }

    #[test]
    fn without_room_nothing_is_kept() {
        let mut reservoir: Reservoir<u8> = Reservoir::default();
        assert_eq!(reservoir.place(&mut Random::new(1)), None);
        assert_eq!((reservoir.seen, reservoir.kept.len()), (1, 0));
    }
}
