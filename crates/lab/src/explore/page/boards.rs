//! Boards for the page. It knows no game: pictures come from the kit, cut into pieces of which
//! each is kept once, for the widest nodes; narrower ones show the board above them.
use super::{
    super::recording::Recording,
    packed::{Moves, natural},
};
use niwaki_games::Kit;
use niwaki_search::engine::Engine;
use serde_json::{Value as Json, json};
use std::collections::HashMap;

/// Nodes with a board, in each tree.
const MOST_BOARDS: usize = 20_000;

/// Pieces of pictures, each once.
#[derive(Default)]
pub(super) struct Chunks {
    /// The beginning of every picture.
    open: String,
    texts: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Chunks {
    /// A picture as the numbers of its elements.
    pub(super) fn cut(&mut self, svg: &str) -> Vec<usize> {
        let (open, body) = svg.split_once('>').unwrap_or((svg, ""));
        self.open = format!("{open}>");
        let body = body.strip_suffix("</svg>").unwrap_or(body);
        // The title is the position, which is kept elsewhere.
        let body = body.split_once("</title>").map_or(body, |(_, after)| after);
        elements(body).into_iter().map(|piece| self.number(piece)).collect()
    }

    fn number(&mut self, text: &str) -> usize {
        let next = self.texts.len();
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        self.numbers.insert(text.to_string(), next);
        self.texts.push(text.to_string());
        next
    }

    pub(super) fn facts(&self) -> Json {
        json!({ "open": self.open, "chunks": self.texts })
    }
}

/// The elements of a text one after the other, each with all that is inside it.
fn elements(text: &str) -> Vec<&str> {
    let (mut found, mut begin, mut place, mut depth) = (Vec::new(), 0, 0, 0);
    while let Some(length) = text[place..].find('>') {
        let tag = &text[place..place + length];
        let name = &tag[tag.find('<').unwrap_or_default()..];
        place += length + 1;
        match () {
            () if name.starts_with("</") => depth -= 1,
            () if name.ends_with('/') => {}
            () => depth += 1,
        }
        if depth == 0 {
            found.push(&text[begin..place]);
            begin = place;
        }
    }
    found
}

/// The boards of one tree.
pub(super) struct Boards {
    visits: Vec<usize>,
    pictures: Vec<Vec<usize>>,
    positions: Vec<String>,
}

impl Boards {
    /// Walks through the tree once: the moves of all visits, the boards of the widest.
    pub(super) fn of(
        kit: &dyn Kit,
        engine: &dyn Engine,
        recording: &Recording,
        moves: &mut Moves,
        chunks: &mut Chunks,
    ) -> Result<Boards, String> {
        let mut boards = Boards { visits: recording.widest(MOST_BOARDS), pictures: Vec::new(), positions: Vec::new() };
        let (mut index, mut skips) = (0, 0);
        let mut steps = recording.visits.iter().map(|visit| (visit.level, visit.step));
        let unknown = || "?".to_string();
        engine.walk(&mut steps, &mut |spot| {
            let last = spot.last_move().map(|text| moves.number(text));
            moves.of_visits.push(last);
            let without = Some(recording.visits[index].without).filter(|&bits| bits != 0);
            let without = without.map(|bits| moves.number(spot.move_text(bits).unwrap_or_else(unknown)));
            moves.of_tests.push(without);
            while let Some(skipped) = recording.skipped.get(skips).filter(|skipped| skipped.visit == index) {
                let number = moves.number(spot.move_text(skipped.m).unwrap_or_else(unknown));
                moves.of_skipped.push(number);
                skips += 1;
            }
            if boards.visits.get(boards.positions.len()) == Some(&index) {
                boards.positions.push(spot.position());
            }
            index += 1;
        });
        for position in &boards.positions {
            boards.pictures.push(chunks.cut(&kit.picture(position)?));
        }
        Ok(boards)
    }

    pub(super) fn count(&self) -> usize {
        self.visits.len()
    }

    pub(super) fn pack(&self, recording: &Recording, out: &mut Vec<u8>) {
        let mut before = 0;
        for &visit in &self.visits {
            natural(out, (visit - before) as u64);
            before = visit;
        }
        for picture in &self.pictures {
            natural(out, picture.len() as u64);
            picture.iter().for_each(|&chunk| natural(out, chunk as u64));
        }
        let keys: Vec<String> =
            self.visits.iter().map(|&visit| format!("{:016x}", recording.visits[visit].key)).collect();
        for text in [self.positions.join("\n"), keys.join("\n")] {
            natural(out, text.len() as u64);
            out.extend_from_slice(text.as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use niwaki_games::list::ALL;

    #[test]
    fn elements_are_cut_where_they_end() {
        let text = "<a b=\"1\"/><g><c/>x<d>y</d></g><e></e>";
        assert_eq!(elements(text), ["<a b=\"1\"/>", "<g><c/>x<d>y</d></g>", "<e></e>"]);
    }

    #[test]
    fn a_picture_is_the_same_when_its_pieces_are_joined() {
        for kit in ALL {
            let mut chunks = Chunks::default();
            let svg = kit.picture(&kit.rules().position()).unwrap();
            let pieces = chunks.cut(&svg);
            let body: String = pieces.iter().map(|&number| chunks.texts[number].as_str()).collect();
            let (open, after) = svg.split_once("<title>").unwrap();
            let whole = format!("{open}{}", after.split_once("</title>").unwrap().1);
            assert_eq!(format!("{}{body}</svg>", chunks.open), whole, "{kit:?}");
        }
    }
}
