// The trees come as columns of numbers, packed, compressed and written in base 64.
'use strict';

const byId = (id) => document.getElementById(id);
const facts = JSON.parse(byId('facts').textContent);
const NONE = -1;

// How a score relates to the window that was asked: the order is that of the recording.
const BOUND = { none: 0, upper: 1, lower: 2, exact: 3 };
const KINDS = ['principal', 'cut', 'all'];
// Reasons before the methods: the order is that of the recording.
const REASONS = ['searched', 'no moves', 'table', 'game over', 'no better win', 'known', 'stopped'];

// The bytes of a tree, decompressed.
async function unpack(element) {
  const text = atob(element.textContent.trim());
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  element.remove();
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Reads numbers of seven bits a byte, least first.
class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.place = 0;
  }

  natural() {
    const bytes = this.bytes;
    let byte = bytes[this.place++];
    if (byte < 128) return byte;
    let value = byte & 127;
    let scale = 128;
    do {
      byte = bytes[this.place++];
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte >= 128);
    return value;
  }

  // Small numbers of either sign are written 0, -1, 1, -2, 2 as 0, 1, 2, 3, 4.
  signed() {
    const value = this.natural();
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }

  text(length) {
    const part = this.bytes.subarray(this.place, this.place + length);
    this.place += length;
    return new TextDecoder().decode(part);
  }
}

// A column of natural numbers into a typed array.
function naturals(reader, count, Type) {
  const column = new Type(count);
  for (let i = 0; i < count; i++) column[i] = reader.natural();
  return column;
}

function signeds(reader, count, Type) {
  const column = new Type(count);
  for (let i = 0; i < count; i++) column[i] = reader.signed();
  return column;
}
