//! The compressed numbers of a table.
//!
//! Pairs of numbers that follow each other often have been replaced by symbols, pairs of
//! symbols by further symbols (recursive pairing), and the symbols are written in a
//! canonical Huffman code, in blocks of equal size. A list of how many numbers each block
//! holds, and a sparse index into that list, lead to the block of a wanted number.
use super::source::{Damage, Reader, Source};

/// Flag of a list in which all numbers are the same.
const CONSTANT: u8 = 0x80;
/// The second half of a symbol that stands for a number, not for a pair.
const NO_PAIR: u16 = 0x0FFF;
const SYMBOL_BYTES: usize = 3;
const MOST_SYMBOLS: u16 = 0x0FFF;
/// Bytes of an entry of the sparse index: the block, and a place in it.
const INDEX_BYTES: u64 = 6;
const MOST_CODE_BITS: u32 = 32;
/// Blocks have at most this many bytes (as a power of two), the index steps of at most this
/// many numbers: far more than in any table there is.
const MOST_BLOCK_BITS: u32 = 16;
const MOST_STEP_BITS: u32 = 30;
/// Most blocks between an entry of the index and the numbers that it serves.
const MOST_BLOCKS_PASSED: u64 = 1 << 16;
/// A symbol stands for at most this many numbers, and so is nested no deeper.
const MOST_NUMBERS: u32 = 256;

/// A symbol stands for a number, or for two symbols.
#[derive(Clone, Copy, Debug)]
struct Symbol {
    /// The first symbol of the pair, or the number.
    first: u16,
    /// The second symbol, or [`NO_PAIR`].
    second: u16,
    /// How many numbers it stands for.
    count: u32,
}

/// Header of a list: how to read it.
pub(super) struct Pairs {
    /// The flags of the list; tables give most of them a meaning.
    pub(super) flags: u8,
    list: List,
}

enum List {
    Constant(u16),
    Coded(Box<Coded>),
}

struct Coded {
    block_bits: u32,
    step_bits: u32,
    blocks: u64,
    /// Blocks in the list of lengths, some of which may not exist.
    lengths: u64,
    shortest: u32,
    /// The least code of each length, at the left end of the word, and its symbol.
    codes: Vec<(u64, u16)>,
    symbols: Vec<Symbol>,
    /// How many entries the sparse index has.
    steps: u64,
    index_offset: u64,
    lengths_offset: u64,
    blocks_offset: u64,
}

impl Pairs {
    /// Reads the header of a list of `size` numbers.
    pub(super) fn read(reader: &mut Reader, size: u64) -> Result<Pairs, Damage> {
        let flags = reader.byte()?;
        if flags & CONSTANT != 0 {
            return Ok(Pairs { flags, list: List::Constant(reader.byte()?.into()) });
        }
        let block_bits = u32::from(reader.byte()?);
        let step_bits = u32::from(reader.byte()?);
        let spare_lengths = u64::from(reader.byte()?);
        let blocks = u64::from(reader.four()?);
        let longest = u32::from(reader.byte()?);
        let shortest = u32::from(reader.byte()?);
        if block_bits > MOST_BLOCK_BITS || !(1..=MOST_STEP_BITS).contains(&step_bits) || blocks == 0 {
            return Err(Damage("sizes of blocks that cannot be"));
        }
        if !(1..=longest).contains(&shortest) || longest > MOST_CODE_BITS {
            return Err(Damage("codes of a length that cannot be"));
        }
        let lowest: Vec<u16> = (shortest..=longest).map(|_| reader.two()).collect::<Result<_, Damage>>()?;
        let symbols = read_symbols(reader)?;
        let coded = Coded {
            block_bits,
            step_bits,
            blocks,
            lengths: blocks + spare_lengths,
            shortest,
            codes: least_codes(&lowest, shortest),
            symbols,
            steps: size.div_ceil(1 << step_bits),
            index_offset: 0,
            lengths_offset: 0,
            blocks_offset: 0,
        };
        Ok(Pairs { flags, list: List::Coded(Box::new(coded)) })
    }

    /// The sparse index lies at the reader.
    pub(super) fn place_index(&mut self, reader: &mut Reader) -> Result<(), Damage> {
        if let List::Coded(coded) = &mut self.list {
            coded.index_offset = reader.skip(INDEX_BYTES * coded.steps)?;
        }
        Ok(())
    }

    /// The lengths of the blocks lie at the reader.
    pub(super) fn place_lengths(&mut self, reader: &mut Reader) -> Result<(), Damage> {
        if let List::Coded(coded) = &mut self.list {
            coded.lengths_offset = reader.skip(2 * coded.lengths)?;
        }
        Ok(())
    }

    /// The blocks lie at the reader.
    pub(super) fn place_blocks(&mut self, reader: &mut Reader) -> Result<(), Damage> {
        if let List::Coded(coded) = &mut self.list {
            coded.blocks_offset = reader.skip(coded.blocks << coded.block_bits)?;
        }
        Ok(())
    }

    /// The number at `index`.
    #[inline]
    pub(super) fn number(&self, source: &Source, index: u64) -> Result<u16, Damage> {
        match &self.list {
            List::Constant(number) => Ok(*number),
            List::Coded(coded) => coded.number(source, index),
        }
    }
}

impl Coded {
    fn number(&self, source: &Source, index: u64) -> Result<u16, Damage> {
        let (block, place) = self.find_block(source, index)?;
        let bytes = source.bytes(self.blocks_offset + (block << self.block_bits), 1 << self.block_bits)?;
        let (symbol, place) = self.find_symbol(&bytes, place)?;
        self.expand(symbol, place)
    }

    /// The block that holds a number, and the number's place in it.
    fn find_block(&self, source: &Source, index: u64) -> Result<(u64, u32), Damage> {
        let step = index >> self.step_bits;
        if step >= self.steps {
            return Err(Damage("a number beyond the end"));
        }
        let entry = source.bytes(self.index_offset + INDEX_BYTES * step, INDEX_BYTES as usize)?;
        let &[a, b, c, d, e, f] = &entry[..] else {
            return Err(Damage("a short index"));
        };
        // The entry leads to the number in the middle of the step.
        let mut block = u64::from(u32::from_le_bytes([a, b, c, d]));
        let in_step = (index & ((1 << self.step_bits) - 1)) as i64 - (1 << (self.step_bits - 1));
        let mut place = i64::from(u16::from_le_bytes([e, f])) + in_step;
        let start = block;
        while place < 0 {
            block = block.checked_sub(1).ok_or(Damage("a block before the first"))?;
            place += self.numbers_in(source, block)?;
            near(start, block)?;
        }
        loop {
            let numbers = self.numbers_in(source, block)?;
            if place < numbers {
                break;
            }
            place -= numbers;
            block += 1;
            near(start, block)?;
        }
        if block < self.blocks { Ok((block, place as u32)) } else { Err(Damage("a block behind the last")) }
    }

    #[inline]
    fn numbers_in(&self, source: &Source, block: u64) -> Result<i64, Damage> {
        if block >= self.lengths {
            return Err(Damage("a block behind the last"));
        }
        Ok(i64::from(source.two(self.lengths_offset + 2 * block)?) + 1)
    }

    /// The symbol that holds the number at `place` of the block, and the place in it.
    #[inline]
    fn find_symbol(&self, block: &[u8], mut place: u32) -> Result<(Symbol, u32), Damage> {
        let mut bits = Bits::new(block);
        loop {
            let code = bits.peek();
            let is_long = |&&(least, _): &&(u64, u16)| code < least;
            let longer = self.codes.iter().take_while(is_long).count();
            let &(least, lowest) = self.codes.get(longer).ok_or(Damage("no such code"))?;
            let length = self.shortest + longer as u32;
            let number = u64::from(lowest) + ((code - least) >> (u64::BITS - length));
            let symbol = *self.symbols.get(number as usize).ok_or(Damage("no such symbol"))?;
            if place < symbol.count {
                return Ok((symbol, place));
            }
            place -= symbol.count;
            if !bits.skip(length) {
                return Err(Damage("a block that ends too early"));
            }
        }
    }

    /// The number at `place` of what the symbol stands for.
    #[inline]
    fn expand(&self, mut symbol: Symbol, mut place: u32) -> Result<u16, Damage> {
        let part = |number: u16| self.symbols.get(usize::from(number)).copied().ok_or(Damage("no such symbol"));
        while symbol.second != NO_PAIR {
            let first = part(symbol.first)?;
            if place < first.count {
                symbol = first;
            } else {
                place -= first.count;
                symbol = part(symbol.second)?;
            }
        }
        Ok(symbol.first)
    }
}

/// A damaged index could lead through the whole file.
fn near(start: u64, block: u64) -> Result<(), Damage> {
    if start.abs_diff(block) < MOST_BLOCKS_PASSED { Ok(()) } else { Err(Damage("an index that leads nowhere")) }
}

/// The least code of each length, from the lowest symbol of each length: all codes that
/// are longer begin with less.
fn least_codes(lowest: &[u16], shortest: u32) -> Vec<(u64, u16)> {
    let mut codes: Vec<(u64, u16)> = lowest.iter().map(|&symbol| (0, symbol)).collect();
    for place in (1..codes.len()).rev() {
        let (longer, next) = codes[place];
        let (code, symbol) = &mut codes[place - 1];
        *code = longer.wrapping_add(u64::from(*symbol)).wrapping_sub(u64::from(next)) / 2;
    }
    for (length, (code, _)) in (shortest..).zip(&mut codes) {
        *code <<= u64::BITS - length;
    }
    codes
}

fn read_symbols(reader: &mut Reader) -> Result<Vec<Symbol>, Damage> {
    let count = reader.two()?;
    if count > MOST_SYMBOLS {
        return Err(Damage("too many symbols"));
    }
    let bytes = reader.bytes(SYMBOL_BYTES * usize::from(count))?;
    reader.align(2);
    let halves = |entry: &[u8]| {
        let [a, b, c] = [entry[0], entry[1], entry[2]].map(u16::from);
        Symbol { first: (b & 0xF) << 8 | a, second: c << 4 | b >> 4, count: 0 }
    };
    let mut symbols: Vec<Symbol> = bytes.chunks_exact(SYMBOL_BYTES).map(halves).collect();
    for number in 0..count {
        count_numbers(&mut symbols, number, 0)?;
    }
    Ok(symbols)
}

/// How many numbers the symbol stands for. One that contains itself would have no end.
fn count_numbers(symbols: &mut [Symbol], number: u16, depth: u32) -> Result<u32, Damage> {
    let symbol = *symbols.get(usize::from(number)).ok_or(Damage("no such symbol"))?;
    if symbol.count > 0 {
        return Ok(symbol.count);
    }
    let count = match symbol.second {
        NO_PAIR => 1,
        _ if depth >= MOST_NUMBERS => return Err(Damage("a symbol that contains itself")),
        second => count_numbers(symbols, symbol.first, depth + 1)? + count_numbers(symbols, second, depth + 1)?,
    };
    if count > MOST_NUMBERS {
        return Err(Damage("a symbol that is too long"));
    }
    symbols[usize::from(number)].count = count;
    Ok(count)
}

/// The bits of a block from its start; zeros follow its end.
struct Bits<'a> {
    rest: &'a [u8],
    word: u64,
    /// Bits of the word that are left, zeros behind the end included.
    left: u32,
    /// Bits of the block that are left.
    unread: u64,
}

impl<'a> Bits<'a> {
    fn new(block: &'a [u8]) -> Bits<'a> {
        let mut bits = Bits { rest: block, word: 0, left: 0, unread: 8 * block.len() as u64 };
        bits.refill();
        bits
    }

    /// The next bits at the left end of a word, at least [`MOST_CODE_BITS`] of them.
    #[inline]
    fn peek(&self) -> u64 {
        self.word
    }

    /// Skips `count` bits; returns whether the block had them.
    #[inline]
    fn skip(&mut self, count: u32) -> bool {
        self.word <<= count;
        self.left -= count;
        if self.left < MOST_CODE_BITS {
            self.refill();
        }
        self.unread = self.unread.wrapping_sub(count.into());
        self.unread < 1 << 32
    }

    /// Takes four bytes more, zeros behind the end, until the word holds enough.
    #[inline]
    fn refill(&mut self) {
        while self.left <= MOST_CODE_BITS {
            let next = match self.rest.split_first_chunk::<4>() {
                Some((bytes, rest)) => {
                    self.rest = rest;
                    u32::from_be_bytes(*bytes)
                }
                None => {
                    let mut bytes = [0; 4];
                    bytes[..self.rest.len()].copy_from_slice(self.rest);
                    self.rest = &[];
                    u32::from_be_bytes(bytes)
                }
            };
            self.word |= u64::from(next) << (u64::BITS - 32 - self.left);
            self.left += 32;
        }
    }
}
