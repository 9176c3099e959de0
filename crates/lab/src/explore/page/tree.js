// One search: its nodes in the order in which they were entered, each with its parent.
class Tree {
  constructor(bytes, about) {
    this.about = about;
    const reader = new Reader(bytes);
    const count = this.count = about.visits;
    const levels = signeds(reader, count, Int16Array);
    this.move = naturals(reader, count, Uint16Array);
    const lost = signeds(reader, count, Int16Array);
    this.shallower = naturals(reader, count, Uint8Array);
    this.flags = naturals(reader, count, Uint8Array);
    this.reason = naturals(reader, count, Uint8Array);
    this.probe = naturals(reader, count, Uint8Array);
    this.without = naturals(reader, count, Uint16Array);
    this.rank = naturals(reader, count, Uint16Array);
    const windows = signeds(reader, count, Int32Array);
    const widths = naturals(reader, count, Int32Array);
    this.score = signeds(reader, count, Int32Array);
    this.eval = signeds(reader, count, Int32Array);
    this.margin = signeds(reader, count, Int32Array);
    const gaps = naturals(reader, count, Float64Array);
    this.nodes = naturals(reader, count, Float64Array);
    this.link(levels, lost, windows, widths, gaps);
    this.readSkipped(reader);
    this.readBoards(reader);
  }

  // Parents, children and places follow from the levels; windows and depths were written as
  // differences from the node above.
  link(levels, lost, windows, widths, gaps) {
    const count = this.count;
    this.level = new Int16Array(count);
    this.parent = new Int32Array(count).fill(NONE);
    this.first = new Int32Array(count).fill(NONE);
    this.next = new Int32Array(count).fill(NONE);
    this.start = new Float64Array(count);
    this.depth = new Int16Array(count);
    this.alpha = new Int32Array(count);
    this.beta = new Int32Array(count);
    this.roots = [];
    const open = [];
    const last = [];
    let level = 0;
    for (let i = 0; i < count; i++) {
      level += levels[i];
      this.level[i] = level;
      const above = level > 0 ? open[level - 1] : NONE;
      const before = last.length > level ? last[level] : NONE;
      last.length = level;
      this.parent[i] = above;
      if (above === NONE) this.roots.push(i);
      else if (before === NONE) this.first[above] = i;
      if (before !== NONE) this.next[before] = i;
      const from = before !== NONE ? this.start[before] + this.nodes[before] : above !== NONE ? this.start[above] + 1 : 0;
      this.start[i] = from + gaps[i];
      this.depth[i] = (above === NONE ? 0 : this.depth[above] - 1) - lost[i];
      this.beta[i] = windows[i] - (above === NONE ? 0 : this.alpha[above]);
      this.alpha[i] = this.beta[i] - 1 - widths[i];
      this.score[i] += this.beta[i];
      if (this.hasEval(i)) this.eval[i] += this.beta[i];
      open[level] = i;
      last[level] = i;
    }
    const end = this.roots.length ? this.roots[this.roots.length - 1] : NONE;
    this.total = Math.max(1, end === NONE ? 1 : this.start[end] + this.nodes[end]);
    this.depthOfLevels = this.level.reduce((most, one) => Math.max(most, one), 0) + 1;
  }

  // Skipped moves, in the order of their nodes.
  readSkipped(reader) {
    const count = this.about.skipped;
    const visits = naturals(reader, count, Int32Array);
    for (let i = 1; i < count; i++) visits[i] += visits[i - 1];
    this.skipped = {
      visit: visits,
      method: naturals(reader, count, Uint8Array),
      move: naturals(reader, count, Uint16Array),
      rank: naturals(reader, count, Uint16Array),
      history: signeds(reader, count, Int32Array),
      flags: naturals(reader, count, Uint8Array),
      slack: signeds(reader, count, Int32Array),
    };
  }

  // Positions, keys and pictures of the widest nodes.
  readBoards(reader) {
    const count = this.about.boards;
    const visits = naturals(reader, count, Int32Array);
    this.board = new Map();
    for (let i = 0; i < count; i++) {
      if (i > 0) visits[i] += visits[i - 1];
      this.board.set(visits[i], i);
    }
    this.cells = [];
    for (let i = 0; i < count; i++) this.cells.push(naturals(reader, reader.natural(), Uint16Array));
    this.positions = reader.text(reader.natural()).split('\n');
    this.keys = reader.text(reader.natural()).split('\n');
  }

  hasEval(i) {
    return (this.flags[i] & 32) !== 0;
  }

  hasMargin(i) {
    return (this.flags[i] & 64) !== 0;
  }

  isFolded(i) {
    return (this.flags[i] & 16) !== 0;
  }

  kind(i) {
    return this.flags[i] & 3;
  }

  bound(i) {
    return this.flags[i] >> 2 & 3;
  }

  // Place of the method that cut the node in the list of methods, or none.
  method(i) {
    return this.reason[i] >= REASONS.length ? this.reason[i] - REASONS.length : NONE;
  }

  // The move that led here; a pass; or nothing where the position is that of the node above.
  moveText(i) {
    const move = this.move[i];
    if (move > 1) return this.about.moves[move - 2];
    if (move === 1) return 'pass';
    return this.parent[i] === NONE ? `depth ${this.depth[i]}` : 'same';
  }

  path(i) {
    const path = [];
    for (let at = i; at !== NONE; at = this.parent[at]) path.push(at);
    return path.reverse();
  }

  children(i) {
    const all = [];
    for (let child = this.first[i]; child !== NONE; child = this.next[child]) all.push(child);
    return all;
  }

  before(i) {
    const siblings = this.parent[i] === NONE ? this.roots : this.children(this.parent[i]);
    const place = siblings.indexOf(i);
    return place > 0 ? siblings[place - 1] : NONE;
  }

  after(i) {
    return this.parent[i] === NONE ? this.roots[this.roots.indexOf(i) + 1] ?? NONE : this.next[i];
  }

  // The nearest node above, or itself, whose position is known. All roots have one position,
  // and the widest is known.
  knownAbove(i) {
    let at = i;
    while (at !== NONE && !this.board.has(at)) at = this.parent[at];
    return at === NONE ? this.widestRoot() : at;
  }

  widestRoot() {
    return this.roots.reduce((best, root) => (best === NONE || this.nodes[root] >= this.nodes[best] ? root : best), NONE);
  }

  skippedAt(i) {
    const visits = this.skipped.visit;
    let low = 0;
    let high = visits.length;
    while (low < high) {
      const middle = low + high >> 1;
      if (visits[middle] < i) low = middle + 1;
      else high = middle;
    }
    const found = [];
    for (let at = low; at < visits.length && visits[at] === i; at++) found.push(at);
    return found;
  }

  picture(i) {
    const board = this.board.get(i);
    if (board === undefined) return '';
    return facts.picture.open + Array.from(this.cells[board], (chunk) => facts.picture.chunks[chunk]).join('') + '</svg>';
  }
}
